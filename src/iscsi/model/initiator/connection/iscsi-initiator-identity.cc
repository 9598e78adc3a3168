/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-identity.h"

#include "ns3/iscsi-portal-address.h"
#include "ns3/node.h"
#include "ns3/user-error.h"

namespace ns3
{

std::string
GetIscsiInitiatorName(const Application& application, const std::string& wanted)
{
    return wanted.empty()
               ? "iqn.2026-01.com.example:node" + std::to_string(application.GetNode()->GetId())
               : wanted;
}

std::array<uint8_t, 6>
MakeIscsiIsid(const Application& application)
{
    const auto node = application.GetNode();
    uint32_t index = 0;
    while (index < node->GetNApplications() && node->GetApplication(index) != &application)
    {
        ++index;
    }
    const uint32_t id = node->GetId();
    return {0x80,
            static_cast<uint8_t>(id >> 16),
            static_cast<uint8_t>(id >> 8),
            static_cast<uint8_t>(id),
            static_cast<uint8_t>(index >> 8),
            static_cast<uint8_t>(index)};
}

void
CheckIscsiRemote(const Application& application, const Address& remote)
{
    const auto fault = GetIscsiAddressFault(application.GetNode(), remote);
    if (!fault.empty())
    {
        throw UserError(application.GetInstanceTypeId().GetName() +
                        "::Remote: " + FormatIscsiAddress(remote) + " is " + fault);
    }
}

} // namespace ns3
