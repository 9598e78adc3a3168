/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_START_H
#define TCP_SEGMENT_START_H

#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
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
        Bytes bytes{};
        segment.CopyData(bytes.data(), bytes.size());
        sourcePort = GetShort(&bytes[0]);
        destinationPort = GetShort(&bytes[2]);
        sequence = GetNumber(&bytes[4]);
        ack = GetNumber(&bytes[8]);
        headerBytes = 4U * (bytes[12] >> 4);
        hasData = segment.GetSize() > headerBytes;
        isFin = (bytes[13] & TcpHeader::FIN) != 0;
        isSyn = (bytes[13] & TcpHeader::SYN) != 0;
        isReset = (bytes[13] & TcpHeader::RST) != 0;
        isAck = (bytes[13] & TcpHeader::ACK) != 0;
        flags = bytes[13];
        window = GetShort(&bytes[14]);
        timestamp = FindTimestamp(bytes, headerBytes);
        isOrdinary =
            HasTimestampsAlone(bytes, headerBytes) && (flags & ~TcpHeader::PSH) == TcpHeader::ACK;
        echo = isOrdinary ? GetNumber(&bytes[26]).GetValue() : 0;
    }

    /**
     * @return whether it asks for a connection
     */
    bool IsFirst() const
    {
        return isSyn && !isAck;
    }

    uint16_t sourcePort;               //!< port of the sender
    uint16_t destinationPort;          //!< port of the receiver
    SequenceNumber32 sequence;         //!< sequence number
    SequenceNumber32 ack;              //!< acknowledgement number
    uint32_t headerBytes;              //!< bytes of the header, as it says itself
    bool hasData;                      //!< whether data follows the header
    bool isFin;                        //!< whether the peer sends no more
    bool isSyn;                        //!< whether it opens a connection
    bool isReset;                      //!< whether it ends a connection at once
    bool isAck;                        //!< whether the acknowledgement number counts
    uint8_t flags;                     //!< the flags of TcpHeader::Flags_t
    uint16_t window;                   //!< window, not scaled
    std::optional<uint32_t> timestamp; //!< when it was sent, on the sender's clock (RFC 7323, 3)
    /// Whether it has the flag ACK, maybe PSH, and timestamps as ns-3 writes them, and no more.
    bool isOrdinary;
    uint32_t echo; //!< the timestamp that it echoes, if it is ordinary

  private:
    /// The longest header.
    using Bytes = std::array<uint8_t, 60>;

    /// Options: the end of all, padding, and timestamps with their length (RFC 7323, 3.2).
    static constexpr uint8_t END = 0;
    static constexpr uint8_t PADDING = 1;
    static constexpr uint8_t TIMESTAMPS = 8;
    static constexpr uint8_t TIMESTAMPS_BYTES = 10;

    /**
     * @param bytes of a segment
     * @param headerBytes bytes of its header, as it says itself
     * @return what its timestamp option says, if it has one
     */
    static std::optional<uint32_t> FindTimestamp(const Bytes& bytes, uint32_t headerBytes)
    {
        std::size_t option = 20;
        while (option + TIMESTAMPS_BYTES <= headerBytes && bytes[option] != END)
        {
            if (bytes[option] == PADDING)
            {
                ++option;
                continue;
            }
            const auto length = bytes[option + 1];
            if (bytes[option] == TIMESTAMPS && length == TIMESTAMPS_BYTES)
            {
                return GetNumber(&bytes[option + 2]).GetValue();
            }
            // An option without a length would never end.
            option += length > 0 ? length : bytes.size();
        }
        return std::nullopt;
    }

    /**
     * @param bytes of a segment
     * @param headerBytes bytes of its header, as it says itself
     * @return whether its options are timestamps, then the end of all
     */
    static bool HasTimestampsAlone(const Bytes& bytes, uint32_t headerBytes)
    {
        return headerBytes == 32 && bytes[20] == TIMESTAMPS && bytes[21] == TIMESTAMPS_BYTES &&
               bytes[30] == END;
    }

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
