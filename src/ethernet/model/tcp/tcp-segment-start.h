/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_START_H
#define TCP_SEGMENT_START_H

#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * What a segment's first bytes say (RFC 9293, 3.1). ns-3's header makes objects of the options,
 * which is most of the work of reading it.
 */
struct TcpSegmentStart
{
    /**
     * @param segment a segment with its header
     */
    explicit TcpSegmentStart(const Packet& segment)
    {
        std::array<uint8_t, 14> bytes{};
        segment.CopyData(bytes.data(), bytes.size());
        sourcePort = GetShort(&bytes[0]);
        destinationPort = GetShort(&bytes[2]);
        sequence = GetNumber(&bytes[4]);
        ack = GetNumber(&bytes[8]);
        headerBytes = 4U * (bytes[12] >> 4);
        hasData = segment.GetSize() > headerBytes;
        isFin = (bytes[13] & TcpHeader::FIN) != 0;
        isFirst = (bytes[13] & (TcpHeader::SYN | TcpHeader::ACK)) == TcpHeader::SYN;
    }

    uint16_t sourcePort;       //!< port of the sender
    uint16_t destinationPort;  //!< port of the receiver
    SequenceNumber32 sequence; //!< sequence number
    SequenceNumber32 ack;      //!< acknowledgement number
    uint32_t headerBytes;      //!< bytes of the header, as it says itself
    bool hasData;              //!< whether data follows the header
    bool isFin;                //!< whether the peer sends no more
    bool isFirst;              //!< whether it asks for a connection

  private:
    /**
     * @param bytes two bytes of a header
     * @return the number that they are
     */
    static uint16_t GetShort(const uint8_t* bytes)
    {
        return uint16_t{bytes[0]} << 8 | bytes[1];
    }

    /**
     * @param bytes four bytes of a header
     * @return the number that they are
     */
    static SequenceNumber32 GetNumber(const uint8_t* bytes)
    {
        return SequenceNumber32(uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 |
                                uint32_t{bytes[2]} << 8 | bytes[3]);
    }
};

} // namespace ns3

#endif /* TCP_SEGMENT_START_H */
