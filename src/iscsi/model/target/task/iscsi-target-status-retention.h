/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_STATUS_RETENTION_H
#define ISCSI_TARGET_STATUS_RETENTION_H

#include "iscsi-target-repetition.h"
#include "iscsi-target-task.h"

#include "ns3/iscsi-target-replay-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The status PDUs of a connection that its initiator has not acknowledged, kept for retransmission
 * (RFC 7143, 4.2.2.2 and 7.1.3).
 */
class IscsiTargetStatusRetention
{
  public:
    /// A status PDU that was sent.
    struct Entry
    {
        IscsiTargetReplayHeader header; //!< its header
        Ptr<const Packet> data;         //!< its data segment, null if it has none
        Ptr<IscsiTargetTask> task;      //!< the SCSI task it ends, null for any other PDU
    };

    /**
     * Keep a PDU, whose number follows the last one's.
     *
     * @param header its header
     * @param data its data segment or null
     * @param task the SCSI task it ends or null
     */
    void Keep(const IscsiResponseHeader& header, Ptr<const Packet> data, Ptr<IscsiTargetTask> task);

    /**
     * Release what is acknowledged, up to the next PDU that ends a task. To be called until there
     * is none.
     *
     * @param expStatSn the initiator's ExpStatSN
     * @return the task whose status is acknowledged, null once nothing is left to release
     */
    Ptr<IscsiTargetTask> TakeAcknowledged(uint32_t expStatSn);

    /**
     * @param statSn a status number
     * @return the PDU, null if it was acknowledged or never sent
     */
    Entry* Find(uint32_t statSn);

    /**
     * @param task a task
     * @return the PDU that ends it, null if there is none
     */
    Entry* Find(const IscsiTargetTask& task);

    /**
     * @return the status that was sent again and waits for TCP
     */
    IscsiTargetRepetition& GetRepeated();

    /**
     * @return PDUs kept
     */
    std::size_t GetCount() const;

  private:
    std::deque<Entry> m_entries;      //!< by status number, without gaps
    IscsiTargetRepetition m_repeated; //!< status sent again that waits for TCP
};

} // namespace ns3

#endif /* ISCSI_TARGET_STATUS_RETENTION_H */
