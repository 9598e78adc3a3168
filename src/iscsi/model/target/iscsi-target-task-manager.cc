/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-manager.h"

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

/**
 * @param function a function
 * @return what a device calls it, nothing for one that devices do not know
 */
std::optional<ScsiTaskManagementFunction>
ToScsi(Function function)
{
    switch (function)
    {
    case Function::ABORT_TASK:
        return ScsiTaskManagementFunction::ABORT_TASK;
    case Function::ABORT_TASK_SET:
        return ScsiTaskManagementFunction::ABORT_TASK_SET;
    case Function::CLEAR_ACA:
        return ScsiTaskManagementFunction::CLEAR_ACA;
    case Function::CLEAR_TASK_SET:
        return ScsiTaskManagementFunction::CLEAR_TASK_SET;
    case Function::LOGICAL_UNIT_RESET:
        return ScsiTaskManagementFunction::LOGICAL_UNIT_RESET;
    case Function::TARGET_WARM_RESET:
        return ScsiTaskManagementFunction::TARGET_WARM_RESET;
    case Function::TARGET_COLD_RESET:
        return ScsiTaskManagementFunction::TARGET_COLD_RESET;
    case Function::QUERY_TASK:
        return ScsiTaskManagementFunction::QUERY_TASK;
    case Function::QUERY_TASK_SET:
        return ScsiTaskManagementFunction::QUERY_TASK_SET;
    case Function::I_T_NEXUS_RESET:
        return ScsiTaskManagementFunction::I_T_NEXUS_RESET;
    default:
        return std::nullopt;
    }
}

/**
 * @param response a device's response
 * @return what an initiator is told (RFC 7143, 11.6.1)
 */
Response
FromScsi(ScsiTaskManagementResponse response)
{
    switch (response)
    {
    case ScsiTaskManagementResponse::FUNCTION_COMPLETE:
        return Response::FUNCTION_COMPLETE;
    case ScsiTaskManagementResponse::FUNCTION_SUCCEEDED:
        return Response::FUNCTION_SUCCEEDED;
    case ScsiTaskManagementResponse::INCORRECT_LUN:
        return Response::LUN_DOES_NOT_EXIST;
    case ScsiTaskManagementResponse::TASK_DOES_NOT_EXIST:
        return Response::TASK_DOES_NOT_EXIST;
    case ScsiTaskManagementResponse::FUNCTION_NOT_SUPPORTED:
        return Response::FUNCTION_NOT_SUPPORTED;
    case ScsiTaskManagementResponse::FUNCTION_REJECTED:
        break;
    }
    return Response::FUNCTION_REJECTED;
}

/**
 * @param function a function
 * @return true if it is about the whole target
 */
bool
IsForTarget(Function function)
{
    return function == Function::TARGET_WARM_RESET || function == Function::TARGET_COLD_RESET ||
           function == Function::I_T_NEXUS_RESET;
}

/**
 * @param function a function
 * @return true if it ends many tasks
 */
bool
EndsTasks(Function function)
{
    return function == Function::ABORT_TASK_SET || function == Function::CLEAR_TASK_SET ||
           function == Function::LOGICAL_UNIT_RESET || IsForTarget(function);
}

/**
 * @param function a function
 * @return true if RFC 7144 brought it
 */
bool
IsNew(Function function)
{
    return function >= Function::QUERY_TASK;
}

} // namespace

IscsiTargetTaskManager::IscsiTargetTaskManager(const IscsiTargetSessionSettings& settings,
                                               const IscsiTargetResponder& responder,
                                               IscsiTargetCommandSequencer& commands,
                                               IscsiTargetCommandSlots& slots,
                                               IscsiTargetTaskTable& tasks,
                                               IscsiTargetResponseFence& fence,
                                               IscsiTargetSender& sender,
                                               IscsiTargetDataOutReceiver& dataOutReceiver,
                                               const IscsiTargetNotifier& notifier,
                                               ScsiTargetPort* port,
                                               IscsiTargetSessionOwner& owner)
    : m_settings(settings),
      m_responder(responder),
      m_commands(commands),
      m_slots(slots),
      m_tasks(tasks),
      m_fence(fence),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver),
      m_notifier(notifier),
      m_port(port),
      m_owner(owner)
{
}

void
IscsiTargetTaskManager::Handle(Ptr<IscsiTargetConnection> connection,
                               const IscsiTaskManagementRequestHeader& header)
{
    NS_LOG_INFO("task management: " << header);
    const uint32_t tag = header.initiatorTaskTag;
    if (!ToScsi(header.function) ||
        (IsNew(header.function) && m_settings.parameters.iscsiProtocolLevel < 2))
    {
        Respond(*connection, tag, Response::FUNCTION_NOT_SUPPORTED);
        return;
    }
    if (header.function == Function::ABORT_TASK || header.function == Function::QUERY_TASK)
    {
        const auto response = ActOnTask(*connection, header);
        m_pending.push_back({connection, header, Stage::FENCED, response});
        HandOver(m_pending.back(), false);
        Proceed();
        return;
    }
    m_pending.push_back({connection, header, Stage::WAITING, Response::FUNCTION_COMPLETE});
    if (IsForTarget(header.function))
    {
        m_commands.PlugBefore(header.cmdSn);
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
IscsiTargetTaskManager::TaskAborted(const Ptr<IscsiTargetTask>& task)
{
    // Another session, or another connection of this one, learns by a message (RFC 7143, 4.2.3.4).
    auto& connection = *task->connection;
    const bool isTold = m_tasks.Contains([&](const auto& other) {
        return other.isTold && other.connection == &connection && other.lun == task->lun;
    });
    task->isTold = m_issuer != &connection && m_settings.parameters.taskReporting == "FastAbort" &&
                   connection.IsLive();
    const uint32_t maxCmdSn = m_commands.GetGrant().GetMaxCmdSn();
    End(task);
    if (!m_issuer)
    {
        m_fence.FenceNext(task->lun);
    }
    if (!m_issuer && m_commands.GetGrant().GetMaxCmdSn() != maxCmdSn)
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
IscsiTargetTaskManager::TerminationAcknowledged(const IscsiTargetConnection& connection,
                                                uint64_t lun)
{
    const auto ended = m_tasks.Select([&](const auto& task) {
        return task.isTold && task.connection == &connection && task.lun == lun;
    });
    for (const auto& task : ended)
    {
        m_tasks.Remove(*task);
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
    m_responder.ShowWindow(answer);
    connection.SendStatus(answer, nullptr);
    NS_LOG_INFO("task management ends: ITT " << FormatIscsiTag(tag) << ", response "
                                             << +static_cast<uint8_t>(response));
}

Response
IscsiTargetTaskManager::ActOnTask(IscsiTargetConnection& connection,
                                  const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_tasks.Find(header.referencedTaskTag);
    if (Contains(header.referencedTaskTag))
    {
        return Response::FUNCTION_REJECTED;
    }
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
        m_sender.SendAnew(task);
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
    if (!m_commands.GetGrant().Contains(header.refCmdSn) || !isEarlier)
    {
        return Response::TASK_DOES_NOT_EXIST;
    }
    m_commands.Plug(header.refCmdSn);
    return Response::FUNCTION_COMPLETE;
}

bool
IscsiTargetTaskManager::IsAffected(const IscsiTargetTask& task,
                                   const IscsiTaskManagementRequestHeader& header)
{
    return !task.isAborted && !task.isStatusSent &&
           (IsForTarget(header.function) || task.lun == header.lun);
}

void
IscsiTargetTaskManager::SetFrozen(const IscsiTaskManagementRequestHeader& header, bool isFrozen)
{
    if (!EndsTasks(header.function) || m_settings.parameters.taskReporting == "FastAbort")
    {
        return;
    }
    for (const auto& task :
         m_tasks.Select([&](const auto& task) { return IsAffected(task, header); }))
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
    const auto& grant = m_commands.GetGrant();
    if (grant.GetExpCmdSn() != header.cmdSn && grant.Contains(header.cmdSn - 1))
    {
        return false;
    }
    const bool waits =
        EndsTasks(header.function) && m_settings.parameters.taskReporting != "FastAbort";
    return !waits || !m_tasks.Contains([&](const auto& task) {
        return IsAffected(task, header) && task.connection->IsLive() && !task.dataOut.IsQuiet();
    });
}

void
IscsiTargetTaskManager::Execute(Pending& pending)
{
    const auto& header = pending.header;
    pending.response = AskDevice(*pending.connection, header, nullptr);
    pending.stage = Stage::FENCED;
    HandOver(pending, true);
}

Response
IscsiTargetTaskManager::AskDevice(const IscsiTargetConnection& connection,
                                  const IscsiTaskManagementRequestHeader& header,
                                  Ptr<IscsiTargetTask> task)
{
    ScsiTaskManagementRequest request;
    request.function = *ToScsi(header.function);
    request.lun = task ? task->lun : header.lun;
    request.initiatorPort = m_settings.initiatorPort;
    request.task = task;
    request.port = m_port;
    m_issuer = &connection;
    const auto response = FromScsi(m_settings.device->ManageTasks(request));
    m_issuer = nullptr;
    const bool isOwn =
        header.function == Function::ABORT_TASK || header.function == Function::ABORT_TASK_SET;
    if (response != Response::FUNCTION_NOT_SUPPORTED || !isOwn)
    {
        return response;
    }
    // A device without task management can still be told that tasks are lost.
    for (const auto& one : m_tasks.Select([&](const auto& one) {
             return task ? &one == PeekPointer(task) : IsAffected(one, header);
         }))
    {
        const bool wasAtDevice = one->isAtDevice;
        End(one);
        if (wasAtDevice)
        {
            m_settings.device->TaskLost(one);
        }
    }
    return Response::FUNCTION_COMPLETE;
}

void
IscsiTargetTaskManager::HandOver(Pending& pending, bool isFenced)
{
    const auto& header = pending.header;
    const auto unit =
        IsForTarget(header.function) ? std::nullopt : std::optional<uint64_t>(header.lun);
    m_fence.Take(unit, isFenced, [this, &pending]() { return Answer(pending); });
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
        m_owner.ResetAll();
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
    m_commands.HoldFrom(first);
}

void
IscsiTargetTaskManager::End(const Ptr<IscsiTargetTask>& task)
{
    task->isAtDevice = false;
    task->isAborted = true;
    NS_LOG_INFO("task aborted: ITT " << FormatIscsiTag(task->tag));
    task->dataOut.Discard();
    m_slots.Free(*task);
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
