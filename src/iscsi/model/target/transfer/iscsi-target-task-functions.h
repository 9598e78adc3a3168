/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_FUNCTIONS_H
#define ISCSI_TARGET_TASK_FUNCTIONS_H

#include "iscsi-target-sender.h"
#include "iscsi-target-task-aborter.h"

#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-connection.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/ptr.h"
#include "ns3/scsi-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The task management functions of a target's session, each carried out at once (RFC 7143, 4.2.3
 * and 11.5.1), by the device or, where it knows none, without its help. When their turn comes is
 * for the IscsiTargetTaskManager to say.
 */
class IscsiTargetTaskFunctions
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param commands the order of commands; outlives this part
     * @param tasks the session's tasks; outlive this part
     * @param sender what sends Data-In and status; outlives this part
     * @param aborter what ends tasks without a status; outlives this part
     * @param port the session as the device knows it
     */
    IscsiTargetTaskFunctions(const IscsiTargetSessionSettings& settings,
                             IscsiTargetCommandSequencer& commands,
                             IscsiTargetTaskTable& tasks,
                             IscsiTargetSender& sender,
                             IscsiTargetTaskAborter& aborter,
                             ScsiTargetPort* port);

    /**
     * @param function a function
     * @return true if it is carried out in a session of the iSCSIProtocolLevel agreed on
     */
    bool Knows(IscsiTaskManagementFunction function) const;

    /**
     * @param function a function
     * @return true if it is about one task: ABORT TASK or QUERY TASK
     */
    static bool IsForTask(IscsiTaskManagementFunction function);

    /**
     * @param function a function
     * @return true if it is about the whole target
     */
    static bool IsForTarget(IscsiTaskManagementFunction function);

    /**
     * @param function a function
     * @return true if it ends many tasks
     */
    static bool EndsTasks(IscsiTaskManagementFunction function);

    /**
     * @param task a task
     * @param header a request
     * @return true if the function is about the task
     */
    static bool IsAffected(const IscsiTargetTask& task,
                           const IscsiTaskManagementRequestHeader& header);

    /**
     * Carry out ABORT TASK or QUERY TASK.
     *
     * @param connection where it came in
     * @param header the request
     * @return the response
     */
    IscsiTaskManagementResponseCode ActOnTask(IscsiTargetConnection& connection,
                                              const IscsiTaskManagementRequestHeader& header);

    /**
     * Carry out a function about many tasks.
     *
     * @param connection where it came in
     * @param header the request
     * @return the response
     */
    IscsiTaskManagementResponseCode ActOnMany(const IscsiTargetConnection& connection,
                                              const IscsiTaskManagementRequestHeader& header);

    /**
     * @return who asked for what the device does now, null if it does nothing for this session
     */
    const IscsiTargetConnection* GetIssuer() const;

  private:
    /**
     * ABORT TASK for a task that is not there (RFC 7143, 11.6.1).
     *
     * @param header the request
     * @return the response
     */
    IscsiTaskManagementResponseCode AbortMissing(const IscsiTaskManagementRequestHeader& header);

    /**
     * Let the device act, or without its help end this session's tasks.
     *
     * @param connection where it came in
     * @param header the request
     * @param task the task of a function about one, else null
     * @return the response
     */
    IscsiTaskManagementResponseCode AskDevice(const IscsiTargetConnection& connection,
                                              const IscsiTaskManagementRequestHeader& header,
                                              Ptr<IscsiTargetTask> task);

    const IscsiTargetSessionSettings& m_settings;   //!< what the session was made with
    IscsiTargetCommandSequencer& m_commands;        //!< the order of commands
    IscsiTargetTaskTable& m_tasks;                  //!< the tasks
    IscsiTargetSender& m_sender;                    //!< sends Data-In and status
    IscsiTargetTaskAborter& m_aborter;              //!< ends tasks without a status
    ScsiTargetPort* m_port;                         //!< the session as the device knows it
    const IscsiTargetConnection* m_issuer{nullptr}; //!< who asked for what the device does now
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_FUNCTIONS_H */
