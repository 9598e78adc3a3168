/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_FRAMING_H
#define ETHERNET_FRAMING_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * The bytes of a frame of IEEE 802.3 (3.1.1, 4.4.2) around and in place of its payload. A payload
 * is what follows the header: an IP or ARP packet.
 */
struct EthernetFraming
{
    /// Preamble and start frame delimiter, bytes.
    static constexpr uint32_t PREAMBLE = 8;

    /// Destination, source and type, bytes.
    static constexpr uint32_t HEADER = 14;

    /// Frame check sequence, bytes.
    static constexpr uint32_t FCS = 4;

    /// Least gap between frames, bytes.
    static constexpr uint32_t GAP = 12;

    /// Least payload, bytes: shorter ones are padded, so that a frame has at least 64 bytes.
    static constexpr uint32_t MIN_PAYLOAD = 46;

    /// Largest payload of a jumbo frame, bytes. IEEE 802.3 itself ends at 1500.
    static constexpr uint32_t MAX_PAYLOAD = 9216;

    /**
     * @param payload bytes of the payload
     * @return bytes from the header to the frame check sequence, which a queue holds
     */
    static constexpr uint32_t GetFrameBytes(uint32_t payload)
    {
        return HEADER + std::max(payload, MIN_PAYLOAD) + FCS;
    }

    /**
     * @param payload bytes of the payload
     * @return bytes for which the frame keeps a link busy, with preamble and gap
     */
    static constexpr uint32_t GetWireBytes(uint32_t payload)
    {
        return PREAMBLE + GetFrameBytes(payload) + GAP;
    }
};

} // namespace ns3

#endif /* ETHERNET_FRAMING_H */
