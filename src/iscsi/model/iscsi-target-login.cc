/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-login.h"

#include <cstdio>

namespace ns3
{

IscsiTargetLogin::IscsiTargetLogin(const IscsiSessionParameters& proposals, uint16_t tsih)
    : m_negotiator(IscsiRole::TARGET, proposals),
      m_targetName(proposals.targetName),
      m_tsih(tsih)
{
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
    response.currentStage = request.currentStage;
    IscsiTextKeys keys;
    auto status = CheckHeader(request);
    if (status == IscsiLoginStatus::SUCCESS)
    {
        status = Negotiate(text, keys);
    }
    response.SetStatus(status);
    if (status != IscsiLoginStatus::SUCCESS)
    {
        return Progress::REFUSED;
    }
    answer = keys.IsEmpty() ? nullptr : keys.ToPacket();
    if (!request.transit || m_negotiator.HasMore(m_stage) || !m_negotiator.IsSettled())
    {
        return Progress::GOES_ON;
    }
    response.transit = true;
    response.nextStage = request.nextStage;
    m_stage = request.nextStage;
    if (m_stage != IscsiLoginStage::FULL_FEATURE_PHASE)
    {
        return Progress::GOES_ON;
    }
    response.tsih = m_tsih;
    return Progress::DONE;
}

IscsiSessionParameters
IscsiTargetLogin::GetResult() const
{
    return m_negotiator.GetResult();
}

std::string
IscsiTargetLogin::GetInitiatorPortName() const
{
    char isid[16];
    std::snprintf(isid,
                  sizeof(isid),
                  "0x%02x%02x%02x%02x%02x%02x",
                  m_isid[0],
                  m_isid[1],
                  m_isid[2],
                  m_isid[3],
                  m_isid[4],
                  m_isid[5]);
    return m_negotiator.GetResult().initiatorName + ",i," + isid;
}

const std::string&
IscsiTargetLogin::GetError() const
{
    return m_error;
}

IscsiLoginStatus
IscsiTargetLogin::CheckHeader(const IscsiLoginRequestHeader& request)
{
    if (request.versionMin > 0)
    {
        return Refuse(IscsiLoginStatus::UNSUPPORTED_VERSION, "protocol version is not 0");
    }
    if (request.tsih != 0)
    {
        return Refuse(IscsiLoginStatus::SESSION_DOES_NOT_EXIST, "no session of that TSIH");
    }
    if (!m_started)
    {
        // The security stage may be left out where nothing is to be negotiated in it.
        m_started = true;
        m_stage = request.currentStage;
        m_isid = request.isid;
    }
    const bool isStage = m_stage == IscsiLoginStage::SECURITY_NEGOTIATION ||
                         m_stage == IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
    if (!isStage || request.currentStage != m_stage || request.isid != m_isid)
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "login request is out of its stage");
    }
    const bool isNext = request.nextStage == IscsiLoginStage::FULL_FEATURE_PHASE ||
                        request.nextStage == IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
    if (request.transit && (!isNext || request.nextStage <= m_stage || request.cont))
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "login request asks for no next stage");
    }
    return IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiTargetLogin::Negotiate(Ptr<const Packet> text, IscsiTextKeys& answer)
{
    std::string error;
    const auto keys = IscsiTextKeys::Parse(text, error);
    if (!keys)
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, error);
    }
    answer = m_negotiator.Respond(*keys, m_stage);
    if (m_negotiator.HasFailed())
    {
        return Refuse(m_negotiator.GetStatus(), m_negotiator.GetError());
    }
    const auto agreed = m_negotiator.GetResult();
    if (agreed.IsDiscovery())
    {
        return Refuse(IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED, "no discovery sessions");
    }
    if (agreed.targetName != m_targetName)
    {
        return Refuse(IscsiLoginStatus::TARGET_NOT_FOUND, "no target named " + agreed.targetName);
    }
    return IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiTargetLogin::Refuse(IscsiLoginStatus status, const std::string& error)
{
    m_error = "login refused: " + error;
    return status;
}

} // namespace ns3
