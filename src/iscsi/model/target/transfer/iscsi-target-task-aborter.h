/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_ABORTER_H
#define ISCSI_TARGET_TASK_ABORTER_H

#include "iscsi-target-data-out-receiver.h"
#include "iscsi-target-notifier.h"
#include "iscsi-target-responder.h"
#include "iscsi-target-response-fence.h"

#include "ns3/iscsi-target-command-slots.h"
#include "ns3/iscsi-target-connection.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/ptr.h"

#include <deque>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Ends tasks of a target's session that get no status, and tells the initiator where it would not
 * learn of it by the response to a function of its own (RFC 7143, 4.2.3.3 and 4.2.3.4).
 */
class IscsiTargetTaskAborter
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param responder what shows the window; outlives this part
     * @param slots what moves the command window; outlives this part
     * @param tasks the session's tasks; outlive this part
     * @param fence the order of responses; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param notifier what sends Asynchronous Messages; outlives this part
     */
    IscsiTargetTaskAborter(const IscsiTargetSessionSettings& settings,
                           const IscsiTargetResponder& responder,
                           IscsiTargetCommandSlots& slots,
                           IscsiTargetTaskTable& tasks,
                           IscsiTargetResponseFence& fence,
                           IscsiTargetDataOutReceiver& dataOutReceiver,
                           const IscsiTargetNotifier& notifier);

    /**
     * The device ended a task without a status.
     *
     * @param task the task
     * @param issuer the connection of this session by which it was asked to, null for another
     *        session's doing
     */
    void TaskAborted(const Ptr<IscsiTargetTask>& task, const IscsiTargetConnection* issuer);

    /**
     * End a task without a status; data that was asked for may still come. No more of these are
     * kept than the window has commands, so that a peer cannot fill the target with them.
     *
     * @param task the task
     */
    void End(const Ptr<IscsiTargetTask>& task);

  private:
    const IscsiTargetSessionSettings& m_settings;  //!< what the session was made with
    const IscsiTargetResponder& m_responder;       //!< shows the window
    IscsiTargetCommandSlots& m_slots;              //!< moves the command window
    IscsiTargetTaskTable& m_tasks;                 //!< the tasks
    IscsiTargetResponseFence& m_fence;             //!< the order of responses
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
    const IscsiTargetNotifier& m_notifier;         //!< sends Asynchronous Messages
    std::deque<Ptr<IscsiTargetTask>> m_ended;      //!< tasks ended last, which may still get data
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_ABORTER_H */
