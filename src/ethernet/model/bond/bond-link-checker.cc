/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-link-checker.h"

#include "ns3/ethernet-net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

BondLinkChecker::BondLinkChecker(Report report)
    : m_report(std::move(report))
{
}

void
BondLinkChecker::Attach(Ptr<BondNetDevice> bond)
{
    TimeValue interval;
    bond->GetAttribute("MonitorInterval", interval);
    const auto number = m_bonds.size();
    m_bonds.push_back({bond, interval.Get() + interval.Get(), {}});
    for (uint32_t link = 0; link < bond->GetNLinks(); ++link)
    {
        const auto port = bond->GetLink(link);
        m_bonds.back().links.push_back({port, port->IsLinkUp(), Simulator::Now()});
        port->AddLinkChangeCallback(
            Callback<void>([this, number, link] { NoteChange(number, link); }));
        port->TraceConnectWithoutContext(
            "MacTxDrop",
            Callback<void, Ptr<const Packet>>([this, number, link](Ptr<const Packet> payload) {
                NoteDrop(number, link, payload);
            }));
    }
}

void
BondLinkChecker::NoteChange(std::size_t bond, std::size_t link)
{
    auto& changed = m_bonds[bond].links[link];
    if (changed.port->IsLinkUp() != changed.isUp)
    {
        changed.isUp = !changed.isUp;
        changed.since = Simulator::Now();
    }
}

void
BondLinkChecker::NoteDrop(std::size_t bond, std::size_t link, Ptr<const Packet> /* payload */)
{
    const auto& [device, patience, links] = m_bonds[bond];
    const auto& used = links[link];
    if (used.isUp)
    {
        // There was no room, or the payload is too long.
        return;
    }
    ++m_lost;
    const auto before = Simulator::Now() - patience;
    const auto hasOther = std::any_of(links.begin(), links.end(), [&](const auto& other) {
        return other.isUp && other.since < before;
    });
    if (hasOther && used.since < before)
    {
        m_report("the bond of node " + std::to_string(device->GetNode()->GetId()) +
                 " uses its link " + std::to_string(link) + ", which is down");
    }
}

uint64_t
BondLinkChecker::GetLost() const
{
    return m_lost;
}

} // namespace ns3
