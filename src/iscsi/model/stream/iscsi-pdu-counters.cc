/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-counters.h"

#include <iomanip>

namespace ns3
{

void
IscsiPduCounters::CountSent(IscsiOpcode opcode)
{
    ++m_sent[static_cast<std::size_t>(opcode) % N_OPCODES];
}

void
IscsiPduCounters::CountReceived(IscsiOpcode opcode)
{
    ++m_received[static_cast<std::size_t>(opcode) % N_OPCODES];
}

uint64_t
IscsiPduCounters::GetSent(IscsiOpcode opcode) const
{
    return m_sent[static_cast<std::size_t>(opcode) % N_OPCODES];
}

uint64_t
IscsiPduCounters::GetReceived(IscsiOpcode opcode) const
{
    return m_received[static_cast<std::size_t>(opcode) % N_OPCODES];
}

void
IscsiPduCounters::Print(std::ostream& os) const
{
    for (std::size_t i = 0; i < N_OPCODES; i++)
    {
        if (m_sent[i] > 0 || m_received[i] > 0)
        {
            os << "0x" << std::hex << std::setw(2) << std::setfill('0') << i << std::dec
               << std::setfill(' ') << " " << GetIscsiOpcodeName(static_cast<IscsiOpcode>(i))
               << " sent " << m_sent[i] << " received " << m_received[i] << "\n";
        }
    }
}

std::ostream&
operator<<(std::ostream& os, const IscsiPduCounters& counters)
{
    counters.Print(os);
    return os;
}

} // namespace ns3
