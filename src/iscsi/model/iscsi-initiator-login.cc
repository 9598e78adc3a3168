/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-login.h"

#include <cstdio>

namespace ns3
{

IscsiInitiatorLogin::IscsiInitiatorLogin(const IscsiSessionParameters& proposals,
                                         const std::array<uint8_t, 6>& isid,
                                         uint16_t cid)
    : m_negotiator(IscsiRole::INITIATOR, proposals),
      m_isid(isid),
      m_cid(cid),
      m_taskTag(0),
      m_stage(IscsiLoginStage::SECURITY_NEGOTIATION)
{
}

Ptr<Packet>
IscsiInitiatorLogin::NextRequest(IscsiLoginRequestHeader& header)
{
    const auto keys = m_negotiator.Offer(m_stage);
    header.currentStage = m_stage;
    header.transit = true;
    header.nextStage = m_stage == IscsiLoginStage::SECURITY_NEGOTIATION
                           ? IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION
                           : IscsiLoginStage::FULL_FEATURE_PHASE;
    header.isid = m_isid;
    header.tsih = 0;
    header.cid = m_cid;
    header.initiatorTaskTag = m_taskTag;
    return keys.IsEmpty() ? nullptr : keys.ToPacket();
}

IscsiInitiatorLogin::Progress
IscsiInitiatorLogin::Handle(const IscsiLoginResponseHeader& header, Ptr<const Packet> text)
{
    if (header.statusClass != 0)
    {
        char status[8];
        std::snprintf(status, sizeof(status), "%02x%02x", header.statusClass, header.statusDetail);
        return Fail(std::string("login refused with status ") + status);
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(text, error);
    if (!keys)
    {
        return Fail("login response: " + error);
    }
    if (header.currentStage != m_stage)
    {
        return Fail("login response belongs to another stage");
    }
    m_negotiator.Accept(*keys, m_stage);
    if (m_negotiator.HasFailed())
    {
        return Fail(m_negotiator.GetError());
    }
    if (!header.transit)
    {
        return Progress::GOES_ON;
    }
    if (header.nextStage <= m_stage)
    {
        return Fail("login response goes back in the stages");
    }
    m_stage = header.nextStage;
    m_tsih = header.tsih;
    return m_stage == IscsiLoginStage::FULL_FEATURE_PHASE ? Progress::DONE : Progress::GOES_ON;
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
IscsiInitiatorLogin::GetError() const
{
    return m_error;
}

IscsiInitiatorLogin::Progress
IscsiInitiatorLogin::Fail(const std::string& error)
{
    m_error = error;
    return Progress::FAILED;
}

} // namespace ns3
