/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-neighbours.h"

#include "ns3/arp-cache.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"

namespace ns3
{

void
AddPermanentSanArpEntries(const Ipv4InterfaceContainer& from,
                          uint32_t i,
                          const Ipv4InterfaceContainer& to,
                          uint32_t j)
{
    AddPermanentSanArpEntries(from, i, to, j, to.GetAddress(j));
}

void
AddPermanentSanArpEntries(const Ipv4InterfaceContainer& from,
                          uint32_t i,
                          const Ipv4InterfaceContainer& to,
                          uint32_t j,
                          Ipv4Address address)
{
    const auto [ipv4, interface] = from.Get(i);
    const auto cache = DynamicCast<Ipv4L3Protocol>(ipv4)->GetInterface(interface)->GetArpCache();
    if (!cache)
    {
        // PPP has no addresses.
        return;
    }
    const auto [other, otherInterface] = to.Get(j);
    auto* entry = cache->Lookup(address);
    entry = entry ? entry : cache->Add(address);
    entry->SetMacAddress(other->GetNetDevice(otherInterface)->GetAddress());
    entry->MarkPermanent();
}

} // namespace ns3
