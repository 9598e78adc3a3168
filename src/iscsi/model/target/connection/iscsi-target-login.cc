/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-login.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetLogin");

namespace
{

/**
 * @param status a status
 * @return true if it sends the initiator elsewhere
 */
bool
IsRedirection(IscsiLoginStatus status)
{
    return status == IscsiLoginStatus::TARGET_MOVED_TEMPORARILY ||
           status == IscsiLoginStatus::TARGET_MOVED_PERMANENTLY;
}

/**
 * @param stage a stage
 * @return true if Login Requests belong to it
 */
bool
IsLoginStage(IscsiLoginStage stage)
{
    return stage == IscsiLoginStage::SECURITY_NEGOTIATION ||
           stage == IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
}

/**
 * @param key InitiatorName or TargetName
 * @param name a name
 * @return true if it is one
 */
bool
IsName(const char* key, const std::string& name)
{
    return FindIscsiKeyDefinition(key)->IsLegal(name);
}

} // namespace

IscsiTargetLogin::IscsiTargetLogin(IscsiTargetPortal* portal, const std::string& address)
    : m_portal(portal)
{
    m_identity.portal = address;
}

IscsiTargetLogin::Progress
IscsiTargetLogin::Handle(const IscsiLoginRequestHeader& request,
                         Ptr<const Packet> text,
                         IscsiLoginResponseHeader& response,
                         Ptr<Packet>& answer)
{
    response.initiatorTaskTag = request.initiatorTaskTag;
    response.isid = request.isid;
    response.tsih = request.tsih;
    auto status = CheckHeader(request);
    if (status == IscsiLoginStatus::SUCCESS)
    {
        status = ReceiveText(request, text);
    }
    if (status == IscsiLoginStatus::SUCCESS)
    {
        response.currentStage = request.currentStage;
        // the default MaxRecvDataSegmentLength holds during login (RFC 7143, 6.3)
        answer = request.cont
                     ? nullptr
                     : m_pieces.Next(IscsiSessionParameters().peerMaxRecvDataSegmentLength);
        response.cont = !request.cont && !m_pieces.IsEmpty();
        status = Advance(request, response);
    }
    response.SetStatus(status);
    if (status != IscsiLoginStatus::SUCCESS)
    {
        // stage and bits mean nothing now (RFC 7143, 6.3.1)
        response.currentStage = IscsiLoginStage::SECURITY_NEGOTIATION;
        response.cont = false;
        answer = m_refusalKeys.IsEmpty() ? nullptr : m_refusalKeys.ToPacket();
        return Progress::REFUSED;
    }
    return m_stage == IscsiLoginStage::FULL_FEATURE_PHASE ? Progress::DONE : Progress::CONTINUES;
}

IscsiSessionParameters
IscsiTargetLogin::GetResult() const
{
    return m_negotiator->GetResult();
}

const IscsiLoginIdentity&
IscsiTargetLogin::GetIdentity() const
{
    return m_identity;
}

bool
IscsiTargetLogin::IsAuthenticated() const
{
    if (!m_negotiator)
    {
        return false;
    }
    const auto agreed = m_negotiator->GetResult().authMethod;
    return IsInIscsiList(m_terms.proposals.authMethod, agreed) &&
           (agreed != "CHAP" || (m_chap && m_chap->IsDone()));
}

const std::string&
IscsiTargetLogin::GetError() const
{
    return m_error;
}

IscsiLoginStatus
IscsiTargetLogin::CheckHeader(const IscsiLoginRequestHeader& request)
{
    // the first request's version counts (RFC 7143, 11.12.4)
    if (!m_started && request.versionMin > 0)
    {
        return Refuse(IscsiLoginStatus::UNSUPPORTED_VERSION, "protocol version is not 0");
    }
    if (!CheckConstants(request))
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR,
                      "login requests of one login do not match");
    }
    if (!IsLoginStage(m_stage) || request.currentStage != m_stage)
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "login request in the wrong stage");
    }
    const bool isNext = request.nextStage == IscsiLoginStage::FULL_FEATURE_PHASE ||
                        request.nextStage == IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
    if (request.transit && (!isNext || request.nextStage <= m_stage || request.cont))
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "login request has no valid next stage");
    }
    return IscsiLoginStatus::SUCCESS;
}

bool
IscsiTargetLogin::CheckConstants(const IscsiLoginRequestHeader& request)
{
    if (!m_started)
    {
        // The security stage may be left out where nothing is to be negotiated in it.
        m_started = true;
        m_stage = request.currentStage;
        m_identity.isid = request.isid;
        m_identity.tsih = request.tsih;
        m_identity.cid = request.cid;
        m_taskTag = request.initiatorTaskTag;
        m_cmdSn = request.cmdSn;
    }
    // commands on other connections move the CmdSN of all but a leading login (RFC 7143, 11.12.8)
    return request.isid == m_identity.isid && request.tsih == m_identity.tsih &&
           request.cid == m_identity.cid && request.initiatorTaskTag == m_taskTag &&
           (request.tsih != 0 || request.cmdSn == m_cmdSn);
}

IscsiLoginStatus
IscsiTargetLogin::ReceiveText(const IscsiLoginRequestHeader& request, Ptr<const Packet> segment)
{
    if (!m_pieces.IsEmpty())
    {
        return segment->GetSize() == 0
                   ? IscsiLoginStatus::SUCCESS
                   : Refuse(IscsiLoginStatus::INITIATOR_ERROR, "text before the answer's end");
    }
    if (!m_assembly.Add(segment))
    {
        return Refuse(IscsiLoginStatus::OUT_OF_RESOURCES, "the text is too long");
    }
    if (request.cont)
    {
        return IscsiLoginStatus::SUCCESS;
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(m_assembly.Take(), error);
    return keys ? Negotiate(*keys) : Refuse(IscsiLoginStatus::INITIATOR_ERROR, error);
}

IscsiLoginStatus
IscsiTargetLogin::Negotiate(const IscsiTextKeys& keys)
{
    if (!m_negotiator)
    {
        const auto status = Identify(keys);
        if (status != IscsiLoginStatus::SUCCESS)
        {
            return status;
        }
    }
    auto answer = m_negotiator->Respond(keys, m_stage);
    if (m_negotiator->HasFailed())
    {
        if (m_negotiator->GetStatus() == IscsiLoginStatus::AUTHENTICATION_FAILURE)
        {
            m_refusalKeys.Add("AuthMethod", "Reject"); // RFC 7143, 6.3.2
        }
        return Refuse(m_negotiator->GetStatus(), m_negotiator->GetError());
    }
    const auto status = Authenticate(answer);
    m_pieces.Add(answer);
    return status;
}

IscsiLoginStatus
IscsiTargetLogin::Authenticate(IscsiTextKeys& answer)
{
    if (m_stage == IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION)
    {
        return IsAuthenticated() ? IscsiLoginStatus::SUCCESS
                                 : Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE,
                                          "the initiator must authenticate itself");
    }
    if (m_negotiator->GetResult().authMethod != "CHAP")
    {
        return IscsiLoginStatus::SUCCESS;
    }
    if (!m_chap)
    {
        m_chap.emplace(m_terms.proposals.chap);
    }
    const auto status = m_chap->Handle(m_negotiator->TakeExchange(), answer);
    if (status != IscsiLoginStatus::SUCCESS)
    {
        return Refuse(status, m_chap->GetError());
    }
    const auto later = m_chap->IsDone() ? m_terms.onceAuthenticated : status;
    return later == status ? later : Refuse(later, "the session cannot be joined");
}

IscsiLoginStatus
IscsiTargetLogin::Identify(const IscsiTextKeys& keys)
{
    const auto type = keys.Find("SessionType").value_or("Normal");
    if (type != "Normal" && type != "Discovery")
    {
        return Refuse(IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED, "SessionType " + type);
    }
    m_identity.initiatorName = keys.Find("InitiatorName").value_or("");
    m_identity.targetName = keys.Find("TargetName").value_or("");
    m_identity.discovery = type == "Discovery";
    NS_LOG_INFO("login begun: " << type << " session, initiator port "
                                << m_identity.GetInitiatorPortName() << ", target "
                                << m_identity.targetName << ", TSIH " << m_identity.tsih << ", CID "
                                << m_identity.cid);
    const bool needsTarget = !m_identity.discovery || !m_identity.targetName.empty();
    auto status = IscsiLoginStatus::SUCCESS;
    // the negotiation refuses names that are missing or wrong
    if (IsName("InitiatorName", m_identity.initiatorName) &&
        (!needsTarget || IsName("TargetName", m_identity.targetName)))
    {
        status = m_portal->Admit(m_identity, m_terms);
    }
    m_negotiator.emplace(IscsiRole::TARGET, m_terms.proposals, m_identity.tsih == 0);
    if (IsRedirection(status))
    {
        m_refusalKeys.Add("TargetAddress", m_terms.redirect);
    }
    return status == IscsiLoginStatus::SUCCESS
               ? status
               : Refuse(status, m_identity.initiatorName + " to " + m_identity.targetName);
}

bool
IscsiTargetLogin::IsStageDone() const
{
    return m_pieces.IsEmpty() && !m_negotiator->HasMore(m_stage) && m_negotiator->IsSettled() &&
           IsAuthenticated();
}

IscsiLoginStatus
IscsiTargetLogin::Advance(const IscsiLoginRequestHeader& request,
                          IscsiLoginResponseHeader& response)
{
    if (!request.transit || !IsStageDone())
    {
        return IscsiLoginStatus::SUCCESS;
    }
    if (request.nextStage == IscsiLoginStage::FULL_FEATURE_PHASE)
    {
        const auto status = m_portal->Complete(m_identity, m_identity.tsih);
        if (status != IscsiLoginStatus::SUCCESS)
        {
            return Refuse(status, "the session is no longer available");
        }
        response.tsih = m_identity.tsih;
        NS_LOG_INFO("login accepted: initiator port " << m_identity.GetInitiatorPortName()
                                                      << ", TSIH " << m_identity.tsih << ", CID "
                                                      << m_identity.cid);
    }
    NS_LOG_DEBUG("login stage " << static_cast<uint32_t>(m_stage) << " -> "
                                << static_cast<uint32_t>(request.nextStage));
    response.transit = true;
    response.nextStage = request.nextStage;
    m_stage = request.nextStage;
    return IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiTargetLogin::Refuse(IscsiLoginStatus status, const std::string& error)
{
    NS_LOG_INFO("login refused: status " << GetIscsiLoginStatusText(status) << ", initiator "
                                         << m_identity.initiatorName << ", CID " << m_identity.cid
                                         << ": " << error);
    m_error = "login refused: " + error;
    return status;
}

} // namespace ns3
