/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DATA_IN_SEGMENTER_H
#define ISCSI_TARGET_DATA_IN_SEGMENTER_H

#include "ns3/iscsi-data-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * Splits the data of one read into Data-In PDUs (RFC 7143, 11.7): none longer than the initiator's
 * MaxRecvDataSegmentLength, in sequences of MaxBurstLength that end with the F bit, numbered by
 * DataSN. The last PDU is held back until it is known to be the last, so that it can carry F and
 * the status.
 */
class IscsiTargetDataInSegmenter
{
  public:
    /**
     * Take more data, which follows what was taken before.
     *
     * @param data the bytes, at least one
     */
    void Add(Ptr<Packet> data);

    /**
     * Cut the next PDU, if there is one to be sent now.
     *
     * @param maxSegment the initiator's MaxRecvDataSegmentLength, bytes
     * @param maxBurst MaxBurstLength, bytes
     * @param last true if no more data follows, so that everything is to be cut
     * @param header its final, dataSn and bufferOffset are filled in
     * @return the data segment, or null if there is no PDU to send
     */
    Ptr<Packet> Cut(uint32_t maxSegment, uint32_t maxBurst, bool last, IscsiDataInHeader& header);

    /**
     * Begin again from a PDU on, because it and those behind it are to be segmented again.
     *
     * @param dataSn number of that PDU
     * @param offset offset of its first byte
     */
    void Restart(uint32_t dataSn, uint32_t offset);

    /**
     * Take a number for a PDU that shares the numbers of Data-In: an R2T of a bidirectional command
     * (RFC 7143, 4.2.2.4).
     *
     * @return the number
     */
    uint32_t AllocateNumber();

    /**
     * @return bytes taken and not cut yet
     */
    uint32_t GetHeld() const;

    /**
     * @return offset behind the last byte taken
     */
    uint32_t GetEnd() const;

    /**
     * @return numbers used so far, the DataSN of the next PDU
     */
    uint32_t GetCount() const;

  private:
    Ptr<Packet> m_held;       //!< data taken, a front of which may be cut already
    uint32_t m_heldOffset{0}; //!< bytes at the front of it that are cut
    uint32_t m_offset{0};     //!< offset of the next byte to cut
    uint32_t m_inSequence{0}; //!< bytes cut in this sequence
    uint32_t m_dataSn{0};     //!< number of the next PDU
};

} // namespace ns3

#endif /* ISCSI_TARGET_DATA_IN_SEGMENTER_H */
