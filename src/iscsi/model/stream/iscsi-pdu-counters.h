/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_COUNTERS_H
#define ISCSI_PDU_COUNTERS_H

#include "ns3/iscsi-header.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The number of PDUs of each type that were sent and received.
 */
class IscsiPduCounters
{
  public:
    /**
     * Count a PDU handed to TCP.
     */
    void CountSent(IscsiOpcode opcode);

    /**
     * Count a PDU that arrived.
     */
    void CountReceived(IscsiOpcode opcode);

    /**
     * @param opcode an opcode
     * @return PDUs of it handed to TCP
     */
    uint64_t GetSent(IscsiOpcode opcode) const;

    /**
     * @param opcode an opcode
     * @return PDUs of it that arrived
     */
    uint64_t GetReceived(IscsiOpcode opcode) const;

    /**
     * Print a line for each opcode that was seen: its number in hexadecimal, its name, how many
     * were sent and how many received.
     *
     * @param os the stream
     */
    void Print(std::ostream& os) const;

  private:
    static constexpr std::size_t N_OPCODES = 64; //!< opcodes have six bits

    std::array<uint64_t, N_OPCODES> m_sent{};     //!< by opcode
    std::array<uint64_t, N_OPCODES> m_received{}; //!< by opcode
};

/**
 * @ingroup iscsi-stream
 *
 * @param os the stream
 * @param counters the counters, printed by IscsiPduCounters::Print
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const IscsiPduCounters& counters);

} // namespace ns3

#endif /* ISCSI_PDU_COUNTERS_H */
