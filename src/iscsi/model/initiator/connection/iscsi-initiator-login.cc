/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-login.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorLogin");

IscsiInitiatorLogin::IscsiInitiatorLogin(const IscsiSessionParameters& proposals,
                                         const std::array<uint8_t, 6>& isid,
                                         uint16_t cid,
                                         uint16_t tsih)
    : m_negotiator(IscsiRole::INITIATOR, proposals, tsih == 0),
      m_authMethods(proposals.authMethod),
      m_chapSettings(proposals.chap),
      m_connections(proposals.maxConnections),
      m_isid(isid),
      m_cid(cid),
      m_tsih(tsih)
{
}

Ptr<Packet>
IscsiInitiatorLogin::NextRequest(IscsiLoginRequestHeader& header)
{
    if (m_pieces.IsEmpty() && !m_listening)
    {
        auto keys = m_negotiator.Offer(m_stage);
        if (m_chap)
        {
            m_chap->AddKeys(keys);
        }
        m_pieces.Add(keys);
    }
    // the default MaxRecvDataSegmentLength holds during login (RFC 7143, 6.3)
    auto text = m_pieces.Next(IscsiSessionParameters().peerMaxRecvDataSegmentLength);
    m_transit = m_pieces.IsEmpty() && IsReadyToLeave();
    header.currentStage = m_stage;
    header.cont = !m_pieces.IsEmpty();
    header.transit = m_transit;
    if (m_transit)
    {
        header.nextStage = m_stage == IscsiLoginStage::SECURITY_NEGOTIATION
                               ? IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION
                               : IscsiLoginStage::FULL_FEATURE_PHASE;
    }
    header.isid = m_isid;
    header.tsih = m_tsih;
    header.cid = m_cid;
    header.initiatorTaskTag = m_taskTag;
    return text;
}

IscsiInitiatorLogin::Progress
IscsiInitiatorLogin::Handle(const IscsiLoginResponseHeader& header, Ptr<const Packet> text)
{
    if (header.statusClass != 0)
    {
        return HandleRefusal(header, text);
    }
    auto error = CheckHeader(header);
    m_isAnswered = true;
    if (error.empty())
    {
        error = ReceiveText(header, text);
    }
    if (error.empty() && header.transit && !m_negotiator.IsSettled())
    {
        error = m_negotiator.GetUnanswered() + " was not answered";
    }
    if (error.empty() && header.transit && m_chap && !m_chap->IsDone())
    {
        error = "the target did not prove itself";
    }
    if (!error.empty())
    {
        return Fail(error);
    }
    if (!header.transit)
    {
        return Progress::CONTINUES;
    }
    NS_LOG_DEBUG("login stage " << static_cast<uint32_t>(m_stage) << " -> "
                                << static_cast<uint32_t>(header.nextStage) << ", CID " << m_cid);
    m_stage = header.nextStage;
    if (m_stage != IscsiLoginStage::FULL_FEATURE_PHASE)
    {
        return Progress::CONTINUES;
    }
    if (header.tsih == 0 || (m_tsih != 0 && header.tsih != m_tsih))
    {
        return Fail("login response names no session");
    }
    const auto agreed = m_negotiator.GetResult();
    if (agreed.IsSplitByDirection() && agreed.maxConnections != m_connections)
    {
        return Fail("ConnectionUse=SplitByDirection needs " + std::to_string(m_connections) +
                    " connections, of which the target allows " +
                    std::to_string(agreed.maxConnections));
    }
    m_tsih = header.tsih;
    return Progress::DONE;
}

IscsiInitiatorLogin::Progress
IscsiInitiatorLogin::HandleRefusal(const IscsiLoginResponseHeader& header, Ptr<const Packet> text)
{
    if (header.statusClass == 1)
    {
        std::string error;
        const auto keys = IscsiTextKeys::Parse(text, error);
        m_redirect = keys ? keys->Find("TargetAddress").value_or("") : "";
    }
    return Fail("login refused with status " + GetIscsiLoginStatusText(header.GetStatus()));
}

std::string
IscsiInitiatorLogin::CheckHeader(const IscsiLoginResponseHeader& header) const
{
    if (header.initiatorTaskTag != m_taskTag || header.isid != m_isid)
    {
        return "login response belongs to another login";
    }
    // the first response's version counts (RFC 7143, 11.13.2)
    if (!m_isAnswered && header.versionActive != 0)
    {
        return "the protocol version of the target is not 0";
    }
    if (header.currentStage != m_stage)
    {
        return "login response belongs to another stage";
    }
    if (header.transit && (!m_transit || header.cont))
    {
        return "login response moves to the next stage unrequested";
    }
    if (header.transit && header.nextStage <= m_stage)
    {
        return "login response goes back to an earlier stage";
    }
    const auto last = m_stage == IscsiLoginStage::SECURITY_NEGOTIATION
                          ? IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION
                          : IscsiLoginStage::FULL_FEATURE_PHASE;
    return header.transit && header.nextStage > last ? "login response skips a stage" : "";
}

std::string
IscsiInitiatorLogin::ReceiveText(const IscsiLoginResponseHeader& header, Ptr<const Packet> segment)
{
    if (!m_pieces.IsEmpty())
    {
        return segment->GetSize() == 0 ? "" : "login response before the request's end";
    }
    if (!m_assembly.Add(segment))
    {
        return "login response: the text is too long";
    }
    m_listening = header.cont;
    if (m_listening)
    {
        return "";
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(m_assembly.Take(), error);
    if (!keys)
    {
        return "login response: " + error;
    }
    m_negotiator.Accept(*keys, m_stage);
    return m_negotiator.HasFailed() ? m_negotiator.GetError() : Authenticate();
}

std::string
IscsiInitiatorLogin::Authenticate()
{
    if (m_stage != IscsiLoginStage::SECURITY_NEGOTIATION ||
        m_negotiator.GetResult().authMethod != "CHAP")
    {
        return "";
    }
    if (!m_chap)
    {
        m_chap.emplace(m_chapSettings);
    }
    return m_chap->Handle(m_negotiator.TakeExchange());
}

bool
IscsiInitiatorLogin::IsReadyToLeave() const
{
    if (m_stage != IscsiLoginStage::SECURITY_NEGOTIATION)
    {
        return true;
    }
    return m_chap ? m_chap->IsReadyToLeave() : IsInIscsiList(m_authMethods, "None");
}

IscsiSessionParameters
IscsiInitiatorLogin::GetResult() const
{
    return m_negotiator.GetResult();
}

uint16_t
IscsiInitiatorLogin::GetTsih() const
{
    return m_tsih;
}

const std::string&
IscsiInitiatorLogin::GetRedirect() const
{
    return m_redirect;
}

const std::string&
IscsiInitiatorLogin::GetError() const
{
    return m_error;
}

bool
IscsiInitiatorLogin::IsTargetUnproven() const
{
    return m_chap && m_chap->IsProofWrong();
}

IscsiInitiatorLogin::Progress
IscsiInitiatorLogin::Fail(const std::string& error)
{
    NS_LOG_INFO("login failed: CID " << m_cid << ": " << error);
    m_error = error;
    return Progress::FAILED;
}

} // namespace ns3
