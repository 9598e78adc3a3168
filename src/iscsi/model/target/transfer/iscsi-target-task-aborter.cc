/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-aborter.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTaskAborter");

IscsiTargetTaskAborter::IscsiTargetTaskAborter(const IscsiTargetSessionSettings& settings,
                                               const IscsiTargetResponder& responder,
                                               IscsiTargetCommandSlots& slots,
                                               IscsiTargetTaskTable& tasks,
                                               IscsiTargetResponseFence& fence,
                                               IscsiTargetDataOutReceiver& dataOutReceiver,
                                               const IscsiTargetNotifier& notifier)
    : m_settings(settings),
      m_responder(responder),
      m_slots(slots),
      m_tasks(tasks),
      m_fence(fence),
      m_dataOutReceiver(dataOutReceiver),
      m_notifier(notifier)
{
}

void
IscsiTargetTaskAborter::TaskAborted(const Ptr<IscsiTargetTask>& task,
                                    const IscsiTargetConnection* issuer)
{
    // Another session, or another connection of this one, learns by a message (RFC 7143, 4.2.3.4).
    auto& connection = *task->connection;
    const bool isTold = m_tasks.Contains([&](const auto& other) {
        return other.isTold && other.connection == &connection && other.lun == task->lun;
    });
    task->isTold = issuer != &connection && m_settings.parameters.taskReporting == "FastAbort" &&
                   connection.IsLive();
    const uint32_t maxCmdSn = m_slots.GetMaxCmdSn();
    End(task);
    if (!issuer)
    {
        m_fence.FenceNext(task->lun);
    }
    if (!issuer && m_slots.GetMaxCmdSn() != maxCmdSn)
    {
        // Another session asked for it, so no response of this one tells of the free slot.
        m_responder.TellWindow();
    }
    if (task->isTold && !isTold)
    {
        m_notifier.TellTaskTermination(connection, task->lun);
    }
}

void
IscsiTargetTaskAborter::End(const Ptr<IscsiTargetTask>& task)
{
    task->isAtDevice = false;
    task->isAborted = true;
    NS_LOG_INFO("task aborted: ITT " << FormatIscsiTag(task->tag));
    task->dataOut.Discard();
    m_slots.Free(*task);
    if (task->buffer)
    {
        task->buffer->Shrink(task->dataIn.GetEnd());
        task->connection->KeepUntilSent(task->buffer);
        task->buffer.reset();
    }
    if ((task->dataOut.IsQuiet() && !task->isTold) || !task->connection->IsLive())
    {
        m_tasks.Remove(*task);
        return;
    }
    m_dataOutReceiver.AwaitRest(task);
    m_ended.push_back(task);
    if (m_ended.size() > m_settings.limits.commandWindow)
    {
        m_tasks.Remove(*m_ended.front());
        m_ended.pop_front();
    }
}

} // namespace ns3
