/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-connection-use.h"

#include "ns3/iscsi-session-parameters.h"

namespace ns3
{

namespace
{

/// The bit of an opcode that PDUs of a target have (RFC 7143, 11.2.1.2).
constexpr uint8_t OF_TARGET = 0x20;

} // namespace

const char*
GetIscsiConnectionUseName(IscsiConnectionUse use)
{
    return use == IscsiConnectionUse::STANDARD ? "Standard" : "SplitByDirection";
}

IscsiConnectionRoles::IscsiConnectionRoles(const IscsiSessionParameters& agreed)
    : m_half(agreed.IsSplitByDirection() ? agreed.maxConnections / 2 : 0)
{
}

bool
IscsiConnectionRoles::IsSplit() const
{
    return m_half > 0;
}

uint32_t
IscsiConnectionRoles::GetNeeded() const
{
    return IsSplit() ? 2 * uint32_t{m_half} : 1;
}

IscsiConnectionRole
IscsiConnectionRoles::Get(uint16_t cid) const
{
    if (!IsSplit())
    {
        return IscsiConnectionRole::BOTH;
    }
    if (cid < FIRST_CID || cid >= FIRST_CID + GetNeeded())
    {
        return IscsiConnectionRole::NONE;
    }
    return cid < FIRST_CID + m_half ? IscsiConnectionRole::REQUESTS
                                    : IscsiConnectionRole::RESPONSES;
}

uint16_t
IscsiConnectionRoles::GetPartner(uint16_t cid) const
{
    return Get(cid) == IscsiConnectionRole::REQUESTS ? cid + m_half : cid - m_half;
}

bool
IscsiConnectionRoles::MayCarry(IscsiConnectionRole role, IscsiOpcode opcode)
{
    if (role == IscsiConnectionRole::BOTH || opcode == IscsiOpcode::LOGOUT_REQUEST ||
        opcode == IscsiOpcode::LOGOUT_RESPONSE)
    {
        return true;
    }
    const bool isResponse = (static_cast<uint8_t>(opcode) & OF_TARGET) != 0;
    return role == (isResponse ? IscsiConnectionRole::RESPONSES : IscsiConnectionRole::REQUESTS);
}

} // namespace ns3
