/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TASK_H
#define ISCSI_INITIATOR_TASK_H

#include "iscsi-initiator-data-sn-tracker.h"

#include "ns3/io-timeline-table.h"
#include "ns3/iscsi-byte-ranges.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <list>
#include <map>

namespace ns3
{

class IscsiInitiatorConnection;

/**
 * @ingroup iscsi-initiator-task
 *
 * A SCSI task in an initiator's session, from its submission by the client to its status: the tag,
 * the received data, and the bursts of data requested from the client.
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
        uint32_t sent;              //!< bytes split into PDUs
        uint32_t dataSn;            //!< number of its next PDU
    };

    /// How far a task has got.
    enum class State : uint8_t
    {
        PENDING,  //!< its command was not sent yet
        SENT,     //!< its command was sent over its connection
        STRANDED, //!< its connection is lost and it waits for another
        ENDED     //!< its client has the answer
    };

    /**
     * @param state a state
     * @return its name
     */
    static const char* GetStateName(State state);

    /**
     * @param scsi the client's task
     * @param tag the initiator task tag
     */
    IscsiInitiatorTask(Ptr<ScsiTask> scsi, uint32_t tag);

    /**
     * Ask for a burst, which is sent behind those asked for before. The client is asked unless its
     * answer to an earlier question was kept.
     *
     * @param targetTransferTag tag of the R2T, RESERVED_TAG if unsolicited
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     * @return true if the data is there already, so that no Answer will come
     */
    bool Ask(uint32_t targetTransferTag, uint32_t offset, uint32_t length);

    /**
     * Receive the client's answer. Nothing happens if the question was dropped meanwhile.
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

    /**
     * Give the task to a connection.
     *
     * @param carrier the connection
     */
    void Join(const Ptr<IscsiInitiatorConnection>& carrier);

    /**
     * Take the task from its connection, which is lost or logged out.
     */
    void LeaveConnection();

    /**
     * Forget the bursts that are not sent: their connection is gone, or the task is to end.
     */
    void DropBursts();

    Ptr<ScsiTask> scsi;                       //!< the client's task
    uint32_t tag;                             //!< initiator task tag
    uint32_t cmdSn{0};                        //!< number of its command, once SENT
    State state{State::PENDING};              //!< how far it has got
    Ptr<IscsiInitiatorConnection> connection; //!< its connection while SENT, else null
    bool asked{false};                        //!< the client was asked for immediate data
    bool keepsData{false};                    //!< data-out is kept to be sent again
    bool isAborting{false};                   //!< an ABORT TASK for it is under way
    bool isDataOutEnded{false};               //!< it is to send no more data
    bool isDataLost{false};                   //!< the target cannot send its data again
    bool acceptsAnyR2t{false};                //!< R2Ts were numbered on a lost connection
    IscsiInitiatorDataSnTracker dataSns;      //!< Data-In and R2T PDUs that arrived
    IscsiByteRanges dataIn;                   //!< data-in that arrived
    uint32_t acknowledged{0};                 //!< DataSN acknowledged by a DataACK
    uint32_t snackTag{0};                     //!< tag its response must have, 0 as a rule
    uint32_t maxReceive{0};                   //!< own MaxRecvDataSegmentLength when it was sent
    bool hasDataAck{false};                   //!< a DataACK waits for a gap to close
    uint32_t dataAckTag{IscsiHeader::RESERVED_TAG}; //!< its target transfer tag
    bool isProbed{false};                           //!< its connection was pinged because of it
    Time lastProgress;                              //!< when a PDU of it was last sent or received
    bool hasTimeline{false};                        //!< a timeline travels with it
    IoTimelineTable::Handle timeline{0};            //!< its handle

  private:
    /**
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     * @return those bytes if all were kept, else null
     */
    Ptr<Packet> FindKept(uint32_t offset, uint32_t length) const;

    std::list<Burst> m_bursts; //!< bursts asked for and not sent, in the order of asking
    std::map<uint32_t, Ptr<Packet>> m_kept; //!< data-out the client gave, by offset
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TASK_H */
