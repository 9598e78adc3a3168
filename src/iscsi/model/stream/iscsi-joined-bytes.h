/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_JOINED_BYTES_H
#define ISCSI_JOINED_BYTES_H

#include "ns3/io-timeline-table.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * Parts of a stream that become one packet. Virtual payload at the end stays virtual; what is
 * before real bytes becomes real. (ns-3's Buffer could hold it, but writes beyond its memory when
 * such a packet is added to another with virtual payload.)
 */
class IscsiJoinedBytes
{
  public:
    /**
     * @param part what follows, 1 byte or more
     */
    void Add(Ptr<const Packet> part);

    /**
     * @return bytes added
     */
    uint32_t GetSize() const;

    /**
     * @return all of them, with the timelines of their PDUs
     */
    Ptr<Packet> MakePacket() const;

  private:
    /// The timeline of a PDU, and which bytes are of that.
    struct Timeline
    {
        IoTimelineTag tag; //!< the timeline
        uint32_t begin;    //!< the first byte
        uint32_t end;      //!< the byte after the last
    };

    /**
     * Add real bytes, which makes those before them real.
     *
     * @param part begins with them
     * @param size how many
     */
    void AddBytes(Ptr<const Packet> part, uint32_t size);

    /**
     * @param part what follows and may be of PDUs with timelines
     */
    void AddTimelines(Ptr<const Packet> part);

    std::vector<uint8_t> m_bytes;      //!< what is before the virtual bytes
    uint32_t m_virtual{0};             //!< how many these are
    std::vector<Timeline> m_timelines; //!< in their order
};

} // namespace ns3

#endif /* ISCSI_JOINED_BYTES_H */
