/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-buffer-checker.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

EthernetBufferChecker::EthernetBufferChecker(Report report)
    : m_report(std::move(report))
{
}

void
EthernetBufferChecker::Attach(Ptr<EthernetNetDevice> port)
{
    const auto buffer = port->GetSharedBuffer();
    if (!buffer)
    {
        return;
    }
    ++m_ports;
    port->TraceConnectWithoutContext(
        "MacTx",
        Callback<void, Ptr<const Packet>>([this, buffer](Ptr<const Packet>) { Look(*buffer); }));
}

void
EthernetBufferChecker::Look(const EthernetSharedBuffer& buffer)
{
    const auto used = buffer.GetUsed(Simulator::Now());
    m_most = std::max(m_most, used);
    if (used > buffer.GetSize() + m_coming)
    {
        m_report("a shared buffer has " + std::to_string(used) + " bytes, and room for " +
                 std::to_string(buffer.GetSize()));
    }
    m_coming = std::max(m_coming, buffer.GetGranted(Simulator::Now()) - used);
}

uint32_t
EthernetBufferChecker::GetNPorts() const
{
    return m_ports;
}

uint64_t
EthernetBufferChecker::GetMost() const
{
    return m_most;
}

} // namespace ns3
