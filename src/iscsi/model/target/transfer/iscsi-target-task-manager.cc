/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-manager.h"

#include "iscsi-target-task-functions.h"

#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

#include <algorithm>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTaskManager");

namespace
{

using Function = IscsiTaskManagementFunction;     //!< short for the functions
using Response = IscsiTaskManagementResponseCode; //!< short for the responses

} // namespace

IscsiTargetTaskManager::IscsiTargetTaskManager(IscsiTargetContext& context,
                                               IscsiTargetSender& sender,
                                               IscsiTargetDataOutReceiver& dataOutReceiver)
    : m_context(context),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver)
{
}

void
IscsiTargetTaskManager::Handle(Ptr<IscsiTargetConnection> connection,
                               const IscsiTaskManagementRequestHeader& header)
{
    NS_LOG_INFO("task management: " << header);
    const uint32_t tag = header.initiatorTaskTag;
    if (!Supports(header.function))
    {
        Respond(*connection, tag, Response::FUNCTION_NOT_SUPPORTED);
        return;
    }
    if (IsFunctionForTask(header.function))
    {
        const auto response = Contains(header.referencedTaskTag) ? Response::FUNCTION_REJECTED
                                                                 : ActOnTask(*connection, header);
        m_pending.push_back({connection, header, Stage::FENCED, response});
        HandOver(m_pending.back(), false);
        Proceed();
        return;
    }
    m_pending.push_back({connection, header, Stage::WAITING, Response::FUNCTION_COMPLETE});
    if (IsFunctionForTarget(header.function))
    {
        m_context.commands.PlugBefore(header.cmdSn);
    }
    SetFrozen(header, true);
    Proceed();
}

void
IscsiTargetTaskManager::Proceed()
{
    if (m_isProceeding)
    {
        return;
    }
    m_isProceeding = true;
    for (auto pending = m_pending.begin(); pending != m_pending.end();)
    {
        if (pending->stage == Stage::WAITING && pending->connection->IsLive() && IsReady(*pending))
        {
            Execute(*pending);
        }
        const bool isLost = pending->stage == Stage::WAITING && !pending->connection->IsLive();
        if (pending->stage != Stage::OVER && !isLost)
        {
            pending++;
            continue;
        }
        SetFrozen(pending->header, false);
        pending = m_pending.erase(pending);
    }
    m_isProceeding = false;
    HoldCommands();
}

bool
IscsiTargetTaskManager::IsBusy() const
{
    return !m_pending.empty();
}

bool
IscsiTargetTaskManager::Contains(uint32_t tag) const
{
    return std::any_of(m_pending.begin(), m_pending.end(), [&](const auto& pending) {
        return pending.header.initiatorTaskTag == tag;
    });
}

bool
IscsiTargetTaskManager::HasImmediate(const IscsiTargetConnection& connection) const
{
    return std::any_of(m_pending.begin(), m_pending.end(), [&](const auto& pending) {
        return pending.header.immediate && PeekPointer(pending.connection) == &connection;
    });
}

void
IscsiTargetTaskManager::TerminationAcknowledged(const IscsiTargetConnection& connection,
                                                uint64_t lun)
{
    const auto ended = m_context.tasks.Select([&](const auto& task) {
        return task.isTold && task.connection == &connection && task.lun == lun;
    });
    for (const auto& task : ended)
    {
        m_context.tasks.Remove(*task);
    }
}

void
IscsiTargetTaskManager::Respond(IscsiTargetConnection& connection,
                                uint32_t tag,
                                Response response) const
{
    IscsiTaskManagementResponseHeader answer;
    answer.initiatorTaskTag = tag;
    answer.response = response;
    m_context.SetCommandWindow(answer);
    connection.SendStatus(answer, nullptr);
    NS_LOG_INFO("task management ends: ITT " << FormatIscsiTag(tag) << ", response "
                                             << +static_cast<uint8_t>(response));
}

bool
IscsiTargetTaskManager::Supports(Function function) const
{
    // RFC 7144 brought those from QUERY TASK on.
    return ToScsiFunction(function) && (function < Function::QUERY_TASK ||
                                        m_context.settings.parameters.iscsiProtocolLevel >= 2);
}

void
IscsiTargetTaskManager::SetFrozen(const IscsiTaskManagementRequestHeader& header, bool isFrozen)
{
    if (!EndsTasks(header.function) || m_context.settings.parameters.taskReporting == "FastAbort")
    {
        return;
    }
    for (const auto& task :
         m_context.tasks.Select([&](const auto& task) { return IsAffected(task, header); }))
    {
        task->dataOut.SetFrozen(isFrozen);
        if (!isFrozen && !task->isAnswered)
        {
            m_dataOutReceiver.RequestData(task);
        }
    }
}

bool
IscsiTargetTaskManager::IsReady(const Pending& pending) const
{
    const auto& header = pending.header;
    // A number beyond the window stands for no command that may still come.
    const auto& commands = m_context.commands;
    if (commands.GetExpCmdSn() != header.cmdSn && commands.Contains(header.cmdSn - 1))
    {
        return false;
    }
    const bool waits =
        EndsTasks(header.function) && m_context.settings.parameters.taskReporting != "FastAbort";
    return !waits || !m_context.tasks.Contains([&](const auto& task) {
        return IsAffected(task, header) && task.connection->IsLive() && !task.dataOut.IsQuiet();
    });
}

void
IscsiTargetTaskManager::Execute(Pending& pending)
{
    pending.response = AskDevice(*pending.connection, pending.header, nullptr);
    pending.stage = Stage::FENCED;
    HandOver(pending, true);
}

void
IscsiTargetTaskManager::HandOver(Pending& pending, bool isFenced)
{
    const auto& header = pending.header;
    const auto unit =
        IsFunctionForTarget(header.function) ? std::nullopt : std::optional<uint64_t>(header.lun);
    m_sender.GetFence().Submit(unit, isFenced, [this, &pending]() { return Answer(pending); });
}

Ptr<IscsiTargetConnection>
IscsiTargetTaskManager::Answer(Pending& pending) const
{
    pending.stage = Stage::OVER;
    const auto connection = pending.connection;
    if (!connection->IsLive())
    {
        return nullptr;
    }
    Respond(*connection, pending.header.initiatorTaskTag, pending.response);
    if (pending.header.function == Function::TARGET_COLD_RESET)
    {
        m_context.settings.resetAll();
    }
    return connection;
}

void
IscsiTargetTaskManager::HoldCommands()
{
    std::optional<uint32_t> first;
    for (const auto& pending : m_pending)
    {
        const uint32_t cmdSn = pending.header.cmdSn;
        if (pending.stage == Stage::WAITING && (!first || IscsiSerialLess(cmdSn, *first)))
        {
            first = cmdSn;
        }
    }
    m_context.commands.HoldFrom(first);
}

Response
IscsiTargetTaskManager::ActOnTask(IscsiTargetConnection& connection,
                                  const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_context.tasks.Find(header.referencedTaskTag);
    if (header.function == Function::QUERY_TASK)
    {
        const bool isThere = task && !task->isAnswered && !task->isAborted;
        return isThere ? Response::FUNCTION_SUCCEEDED : Response::FUNCTION_COMPLETE;
    }
    if (!task)
    {
        return AbortMissing(header);
    }
    if (task->connection != &connection && task->connection->IsLive())
    {
        return Response::FUNCTION_REJECTED;
    }
    if (task->isStatusSent && !task->connection->IsLive())
    {
        task->connection = &connection;
        m_sender.ResendUnacknowledged(task);
        return Response::FUNCTION_COMPLETE;
    }
    if (task->isStatusSent || task->isAborted)
    {
        return Response::TASK_DOES_NOT_EXIST;
    }
    if (!task->isAtDevice)
    {
        End(task);
        return Response::FUNCTION_COMPLETE;
    }
    return AskDevice(connection, header, task);
}

Response
IscsiTargetTaskManager::AbortMissing(const IscsiTaskManagementRequestHeader& header)
{
    const bool isEarlier = IscsiSerialLess(header.refCmdSn, header.cmdSn);
    if (!m_context.commands.Contains(header.refCmdSn) || !isEarlier)
    {
        return Response::TASK_DOES_NOT_EXIST;
    }
    m_context.commands.Plug(header.refCmdSn);
    return Response::FUNCTION_COMPLETE;
}

Response
IscsiTargetTaskManager::AskDevice(const IscsiTargetConnection& connection,
                                  const IscsiTaskManagementRequestHeader& header,
                                  Ptr<IscsiTargetTask> task)
{
    ScsiTaskManagementRequest request;
    request.function = *ToScsiFunction(header.function);
    request.lun = task ? task->lun : header.lun;
    request.initiatorPort = m_context.settings.initiatorPort;
    request.task = task;
    request.port = m_context.port;
    m_issuer = &connection;
    const auto response = ToIscsiResponse(m_context.settings.device->ManageTasks(request));
    m_issuer = nullptr;
    const bool isOwn =
        header.function == Function::ABORT_TASK || header.function == Function::ABORT_TASK_SET;
    if (response != Response::FUNCTION_NOT_SUPPORTED || !isOwn)
    {
        return response;
    }
    // A device without task management can still be notified that tasks are lost.
    for (const auto& one : m_context.tasks.Select([&](const auto& one) {
             return task ? &one == PeekPointer(task) : IsAffected(one, header);
         }))
    {
        const bool wasAtDevice = one->isAtDevice;
        End(one);
        if (wasAtDevice)
        {
            m_context.settings.device->TaskLost(one);
        }
    }
    return Response::FUNCTION_COMPLETE;
}

void
IscsiTargetTaskManager::TaskAborted(const Ptr<IscsiTargetTask>& task)
{
    const auto* const issuer = m_issuer;
    // Another session, or another connection of this one, learns by a message (RFC 7143, 4.2.3.4).
    auto& connection = *task->connection;
    const bool isTold = m_context.tasks.Contains([&](const auto& other) {
        return other.isTold && other.connection == &connection && other.lun == task->lun;
    });
    task->isTold = issuer != &connection &&
                   m_context.settings.parameters.taskReporting == "FastAbort" &&
                   connection.IsLive();
    const uint32_t maxCmdSn = m_context.commands.GetMaxCmdSn();
    End(task);
    if (!issuer)
    {
        m_sender.GetFence().FenceNext(task->lun);
    }
    if (!issuer && m_context.commands.GetMaxCmdSn() != maxCmdSn)
    {
        // Another session asked for it, so no response of this one reports the free slot.
        m_context.SendCommandWindow();
    }
    if (task->isTold && !isTold)
    {
        m_context.ReportTaskTermination(connection, task->lun);
    }
}

void
IscsiTargetTaskManager::End(const Ptr<IscsiTargetTask>& task)
{
    task->isAtDevice = false;
    task->isAborted = true;
    NS_LOG_INFO("task aborted: ITT " << FormatIscsiTag(task->tag));
    task->dataOut.Discard();
    m_context.commands.FreeSlot(*task);
    if (task->buffer)
    {
        task->buffer->Shrink(task->dataIn.GetEnd());
        task->connection->KeepUntilSent(task->buffer);
        task->buffer.reset();
    }
    if ((task->dataOut.IsQuiet() && !task->isTold) || !task->connection->IsLive())
    {
        m_context.tasks.Remove(*task);
        return;
    }
    m_dataOutReceiver.AwaitRest(task);
    m_ended.push_back(task);
    if (m_ended.size() > m_context.settings.limits.commandWindow)
    {
        m_context.tasks.Remove(*m_ended.front());
        m_ended.pop_front();
    }
}

} // namespace ns3
