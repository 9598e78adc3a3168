/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-reassigner.h"

#include <algorithm>

namespace ns3
{

IscsiTargetReassigner::IscsiTargetReassigner(IscsiTargetSessionCore& core,
                                             IscsiTargetSender& sender,
                                             IscsiTargetGatherer& gatherer)
    : m_core(core),
      m_sender(sender),
      m_gatherer(gatherer)
{
}

IscsiTaskManagementResponseCode
IscsiTargetReassigner::Check(const IscsiTaskManagementRequestHeader& header) const
{
    if (!m_core.CanReassign())
    {
        return IscsiTaskManagementResponseCode::REASSIGNMENT_NOT_SUPPORTED;
    }
    if (!header.immediate)
    {
        return IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
    }
    const auto task = m_core.tasks.Find(header.referencedTaskTag);
    if (!task || task->isAborted)
    {
        return IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST;
    }
    return task->connection->GetState() == IscsiConnectionState::FREE
               ? IscsiTaskManagementResponseCode::FUNCTION_COMPLETE
               : IscsiTaskManagementResponseCode::TASK_STILL_ALLEGIANT;
}

void
IscsiTargetReassigner::Reassign(IscsiTargetConnection& connection,
                                const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_core.tasks.Find(header.referencedTaskTag);
    m_core.observer->RecoveryTaken("task reassigned");
    task->connection = &connection;
    task->snackTag = 0;
    task->isStatusSent = false;
    if (task->dataInLog && header.expDataSn != 0)
    {
        // A number that cannot be is ignored (RFC 7143, 11.5.6).
        task->dataInLog->Acknowledge(header.expDataSn);
    }
    // Nothing more comes of what the old connection had on its way.
    while (task->isAnswered && task->dataOut.Expire())
    {
    }
    const uint32_t nextSn = task->dataIn.GetCount();
    m_sender.SendAnew(task);
    if (!task->isAnswered && task->dataOutLength > 0)
    {
        m_gatherer.Restart(task,
                           task->isBidirectional ? nextSn
                                                 : std::min(header.expDataSn, task->r2tCount));
    }
}

} // namespace ns3
