/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DATA_OUT_RECEIVER_H
#define ISCSI_TARGET_DATA_OUT_RECEIVER_H

#include "iscsi-target-sender.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/iscsi-target-transfer-tags.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-transfer
 *
 * Receives the data of writes in a target's session: it sends R2Ts, receives Data-Out, requests
 * lost data again, and passes the data to the device (RFC 7143, 11.7 and 11.8).
 */
class IscsiTargetDataOutReceiver
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     */
    IscsiTargetDataOutReceiver(IscsiTargetContext& context, IscsiTargetSender& sender);

    /**
     * The command of a write came.
     *
     * @param task the task
     * @param immediate the command's data segment, null if it has none
     * @param final the command's F bit
     * @return false if its data is wrong: then the task has been ended
     */
    bool Begin(const Ptr<IscsiTargetTask>& task, Ptr<Packet> immediate, bool final);

    /**
     * @param connection where it came in
     * @param header header of a Data-Out
     * @param data its data segment
     */
    void Receive(IscsiTargetConnection& connection,
                 const IscsiDataOutHeader& header,
                 Ptr<Packet> data);

    /**
     * A Data-Out came with a damaged data segment (RFC 7143, 7.8). It was rejected already.
     *
     * @param connection where it came in
     * @param header its header
     */
    void Lose(IscsiTargetConnection& connection, const IscsiDataOutHeader& header);

    /**
     * Pass the data that the device wants and that have arrived, and ask for more.
     */
    void RequestData(const Ptr<IscsiTargetTask>& task);

    /**
     * Send an R2T again as it was.
     *
     * @param task the task
     * @param r2tSn its number
     */
    void Repeat(const Ptr<IscsiTargetTask>& task, uint32_t r2tSn);

    /**
     * A task was ended while data is on its way, or before its initiator knows: forget it when
     * nothing more arrives.
     */
    void AwaitRest(const Ptr<IscsiTargetTask>& task);

    /**
     * Set the clock for data that does not come, unless it runs or nothing is to be done then.
     */
    void SetTimer(const Ptr<IscsiTargetTask>& task);

    /**
     * Ask again for what had not come when the task's connection was lost (RFC 7143, 7.2.2).
     *
     * @param task the task, on its new connection
     * @param expR2tSn number of the first R2T that the initiator has not seen
     */
    void Restart(const Ptr<IscsiTargetTask>& task, uint32_t expR2tSn);

  private:
    /**
     * Find the task of a Data-Out.
     *
     * @param connection where it came in
     * @param header the PDU, which is rejected if there is no such task
     * @return the task or null
     */
    Ptr<IscsiTargetTask> FindTask(IscsiTargetConnection& connection,
                                  const IscsiDataOutHeader& header);

    /**
     * End a task because of its data (RFC 7143, 11.4.7.2).
     *
     * @param task the task
     * @param verdict UNEXPECTED_DATA or INCORRECT_AMOUNT
     */
    void FailData(const Ptr<IscsiTargetTask>& task, IscsiTargetDataOutTransfer::Verdict verdict);

    /**
     * Part of a sequence was lost: ask for it again or give the task up.
     */
    void Recover(const Ptr<IscsiTargetTask>& task);

    /**
     * Continue with a task after a Data-Out.
     */
    void ContinueWrite(const Ptr<IscsiTargetTask>& task);

    /**
     * @param task a task
     * @return the number of its next R2T
     */
    static uint32_t GetR2tSn(const IscsiTargetTask& task);

    /**
     * An R2T takes the number that was next.
     */
    static void CountR2t(IscsiTargetTask& task);

    /**
     * @param task a task
     * @return true if its answer waits for data that is on its way and will be dropped
     */
    static bool IsAnswerWaiting(const IscsiTargetTask& task);

    /**
     * The clock for data that does not come has run out.
     */
    void TimerExpired(Ptr<IscsiTargetTask> task);

    IscsiTargetContext& m_context;          //!< what the session's parts share
    IscsiTargetSender& m_sender;            //!< sends Data-In and status
    IscsiTargetTransferTags m_transferTags; //!< tags of R2Ts, the next one at hand
};

} // namespace ns3

#endif /* ISCSI_TARGET_DATA_OUT_RECEIVER_H */
