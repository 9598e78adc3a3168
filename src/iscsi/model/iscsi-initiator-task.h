/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TASK_H
#define ISCSI_INITIATOR_TASK_H

#include "iscsi-data-header.h"

#include "ns3/io-timeline-table.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * A SCSI task in an initiator's session, from the moment the client gave it until its status is
 * there: the tag, the count of what arrived, and the bursts of data that the client was asked for.
 */
class IscsiInitiatorTask : public SimpleRefCount<IscsiInitiatorTask>
{
  public:
    /// A run of data-out that the client was asked for.
    struct Burst
    {
        uint32_t targetTransferTag; //!< tag of the R2T, RESERVED_TAG if unsolicited
        uint32_t offset;            //!< where in the data-out buffer, bytes
        uint32_t length;            //!< how many bytes
        Ptr<Packet> data;           //!< the bytes, null until the client gave them
        uint32_t sent;              //!< bytes cut into PDUs
        uint32_t dataSn;            //!< number of its next PDU
    };

    /**
     * @param scsi the client's task
     * @param tag the initiator task tag
     */
    IscsiInitiatorTask(Ptr<ScsiTask> scsi, uint32_t tag);

    /**
     * Ask the client for a burst, which is sent behind those asked for before.
     *
     * @param targetTransferTag tag of the R2T, RESERVED_TAG if nobody asked
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     */
    void Ask(uint32_t targetTransferTag, uint32_t offset, uint32_t length);

    /**
     * Take the client's answer.
     *
     * @param offset the offset it was asked for
     * @param data all the bytes
     */
    void Answer(uint32_t offset, Ptr<Packet> data);

    /**
     * @return true if the burst to be sent next is there
     */
    bool HasBurst() const;

    /**
     * @return data of the burst to be sent next, which is taken out whole: immediate data
     */
    Ptr<Packet> TakeBurst();

    /**
     * Cut the next Data-Out PDU from the burst to be sent next.
     *
     * @param maxSegment the target's MaxRecvDataSegmentLength, bytes
     * @param header filled in but for LUN and ExpStatSN
     * @return the data segment, or null if that burst is not there
     */
    Ptr<Packet> CutDataOut(uint32_t maxSegment, IscsiDataOutHeader& header);

    Ptr<ScsiTask> scsi;                  //!< the client's task
    uint32_t tag;                        //!< initiator task tag
    bool asked{false};                   //!< the client was asked for immediate data
    uint32_t dataInCount{0};             //!< Data-In PDUs that arrived
    uint32_t r2tCount{0};                //!< R2T PDUs that arrived
    uint32_t dataInBytes{0};             //!< bytes of data-in that arrived
    bool hasTimeline{false};             //!< a timeline travels with it
    IoTimelineTable::Handle timeline{0}; //!< its handle

  private:
    std::deque<Burst> m_bursts; //!< bursts asked for and not sent, in the order of asking
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TASK_H */
