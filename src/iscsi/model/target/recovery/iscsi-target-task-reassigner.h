/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_REASSIGNER_H
#define ISCSI_TARGET_TASK_REASSIGNER_H

#include "ns3/iscsi-target-connection-set.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/iscsi-task-management-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Moves tasks of a connection that was logged out to another one (RFC 7143, 7.2.2 and 11.5.1, TASK
 * REASSIGN).
 */
class IscsiTargetTaskReassigner
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param tasks the session's tasks; outlive this part
     * @param connections the session's connections; outlive this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     */
    IscsiTargetTaskReassigner(const IscsiTargetSessionSettings& settings,
                              const IscsiTargetTaskTable& tasks,
                              const IscsiTargetConnectionSet& connections,
                              IscsiTargetSender& sender,
                              IscsiTargetDataOutReceiver& dataOutReceiver,
                              const IscsiTargetTaskManager& taskManager);

    /**
     * Process a request, respond, and continue the task if it can be moved.
     *
     * @param connection where it came in, which the task moves to
     * @param header the request, for TASK REASSIGN
     */
    void Handle(IscsiTargetConnection& connection, const IscsiTaskManagementRequestHeader& header);

  private:
    /**
     * Report the result of a request.
     *
     * @param header the request
     * @return the response, which goes out before the task does anything
     */
    IscsiTaskManagementResponseCode Check(const IscsiTaskManagementRequestHeader& header) const;

    /**
     * @param tag a task tag
     * @return true if it is that of a task management function or of a text negotiation
     */
    bool IsNoTask(uint32_t tag) const;

    /**
     * Move a task and continue it.
     *
     * @param connection where to
     * @param header the request, to which Check said FUNCTION_COMPLETE
     */
    void Reassign(IscsiTargetConnection& connection,
                  const IscsiTaskManagementRequestHeader& header);

    const IscsiTargetSessionSettings& m_settings;  //!< what the session was made with
    const IscsiTargetTaskTable& m_tasks;           //!< the tasks
    const IscsiTargetConnectionSet& m_connections; //!< the connections
    IscsiTargetSender& m_sender;                   //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
    const IscsiTargetTaskManager& m_taskManager;   //!< carries out task management
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_REASSIGNER_H */
