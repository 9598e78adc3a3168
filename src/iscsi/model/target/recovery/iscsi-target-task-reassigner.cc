/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-reassigner.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTaskReassigner");

IscsiTargetTaskReassigner::IscsiTargetTaskReassigner(const IscsiTargetSessionSettings& settings,
                                                     const IscsiTargetTaskTable& tasks,
                                                     const IscsiTargetConnectionSet& connections,
                                                     IscsiTargetSender& sender,
                                                     IscsiTargetDataOutReceiver& dataOutReceiver,
                                                     const IscsiTargetTaskManager& taskManager)
    : m_settings(settings),
      m_tasks(tasks),
      m_connections(connections),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver),
      m_taskManager(taskManager)
{
}

void
IscsiTargetTaskReassigner::Handle(IscsiTargetConnection& connection,
                                  const IscsiTaskManagementRequestHeader& header)
{
    const auto response = Check(header);
    NS_LOG_INFO("task reassignment: ITT " << FormatIscsiTag(header.referencedTaskTag) << ", to CID "
                                          << connection.GetCid() << ", ExpDataSN "
                                          << header.expDataSn << ", response "
                                          << +static_cast<uint8_t>(response));
    m_taskManager.Respond(connection, header.initiatorTaskTag, response);
    if (response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE)
    {
        Reassign(connection, header);
    }
}

bool
IscsiTargetTaskReassigner::IsNoTask(uint32_t tag) const
{
    const auto members = m_connections.GetAll();
    return m_taskManager.Contains(tag) ||
           std::any_of(members.begin(), members.end(), [&](const auto& member) {
               return member->HasNegotiation(tag);
           });
}

IscsiTaskManagementResponseCode
IscsiTargetTaskReassigner::Check(const IscsiTaskManagementRequestHeader& header) const
{
    // only tasks can be reassigned (RFC 7143, 11.5.1)
    if (IsNoTask(header.referencedTaskTag))
    {
        return IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
    }
    if (!m_settings.CanReassign())
    {
        return IscsiTaskManagementResponseCode::REASSIGNMENT_NOT_SUPPORTED;
    }
    if (!header.immediate)
    {
        return IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
    }
    const auto task = m_tasks.Find(header.referencedTaskTag);
    if (!task || task->isAborted)
    {
        return IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST;
    }
    return task->connection->GetState() == IscsiConnectionState::FREE
               ? IscsiTaskManagementResponseCode::FUNCTION_COMPLETE
               : IscsiTaskManagementResponseCode::TASK_STILL_ALLEGIANT;
}

void
IscsiTargetTaskReassigner::Reassign(IscsiTargetConnection& connection,
                                    const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_tasks.Find(header.referencedTaskTag);
    m_settings.observer->RecoveryTaken("task reassigned");
    task->connection = &connection;
    task->snackTag = 0;
    task->isStatusSent = false;
    if (task->unacknowledgedDataIn && header.expDataSn != 0)
    {
        // A number that cannot be is ignored (RFC 7143, 11.5.6).
        task->unacknowledgedDataIn->Acknowledge(header.expDataSn);
    }
    // Nothing more comes of what the old connection had on its way.
    while (task->isAnswered && task->dataOut.Expire())
    {
    }
    const uint32_t nextSn = task->dataIn.GetCount();
    m_sender.SendAnew(task);
    if (!task->isAnswered && task->dataOutLength > 0)
    {
        m_dataOutReceiver.Restart(
            task,
            task->isBidirectional ? nextSn : std::min(header.expDataSn, task->r2tCount));
    }
}

} // namespace ns3
