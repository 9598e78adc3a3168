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

using Functions = IscsiTargetTaskFunctions;       //!< short for what the functions do
using Response = IscsiTaskManagementResponseCode; //!< short for the responses

} // namespace

IscsiTargetTaskManager::IscsiTargetTaskManager(const IscsiTargetSessionSettings& settings,
                                               const IscsiTargetResponder& responder,
                                               IscsiTargetCommandSequencer& commands,
                                               IscsiTargetTaskTable& tasks,
                                               IscsiTargetResponseFence& fence,
                                               IscsiTargetDataOutReceiver& dataOutReceiver,
                                               IscsiTargetTaskFunctions& functions,
                                               IscsiTargetSessionOwner& owner)
    : m_settings(settings),
      m_responder(responder),
      m_commands(commands),
      m_tasks(tasks),
      m_fence(fence),
      m_dataOutReceiver(dataOutReceiver),
      m_functions(functions),
      m_owner(owner)
{
}

void
IscsiTargetTaskManager::Handle(Ptr<IscsiTargetConnection> connection,
                               const IscsiTaskManagementRequestHeader& header)
{
    NS_LOG_INFO("task management: " << header);
    const uint32_t tag = header.initiatorTaskTag;
    if (!m_functions.Knows(header.function))
    {
        Respond(*connection, tag, Response::FUNCTION_NOT_SUPPORTED);
        return;
    }
    if (Functions::IsForTask(header.function))
    {
        const auto response = Contains(header.referencedTaskTag)
                                  ? Response::FUNCTION_REJECTED
                                  : m_functions.ActOnTask(*connection, header);
        m_pending.push_back({connection, header, Stage::FENCED, response});
        HandOver(m_pending.back(), false);
        Proceed();
        return;
    }
    m_pending.push_back({connection, header, Stage::WAITING, Response::FUNCTION_COMPLETE});
    if (Functions::IsForTarget(header.function))
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

void
IscsiTargetTaskManager::SetFrozen(const IscsiTaskManagementRequestHeader& header, bool isFrozen)
{
    if (!Functions::EndsTasks(header.function) ||
        m_settings.parameters.taskReporting == "FastAbort")
    {
        return;
    }
    for (const auto& task :
         m_tasks.Select([&](const auto& task) { return Functions::IsAffected(task, header); }))
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
    const auto& window = m_commands.GetWindow();
    if (window.GetExpCmdSn() != header.cmdSn && window.Contains(header.cmdSn - 1))
    {
        return false;
    }
    const bool waits =
        Functions::EndsTasks(header.function) && m_settings.parameters.taskReporting != "FastAbort";
    return !waits || !m_tasks.Contains([&](const auto& task) {
        return Functions::IsAffected(task, header) && task.connection->IsLive() &&
               !task.dataOut.IsQuiet();
    });
}

void
IscsiTargetTaskManager::Execute(Pending& pending)
{
    pending.response = m_functions.ActOnMany(*pending.connection, pending.header);
    pending.stage = Stage::FENCED;
    HandOver(pending, true);
}

void
IscsiTargetTaskManager::HandOver(Pending& pending, bool isFenced)
{
    const auto& header = pending.header;
    const auto unit = Functions::IsForTarget(header.function) ? std::nullopt
                                                              : std::optional<uint64_t>(header.lun);
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
    if (pending.header.function == IscsiTaskManagementFunction::TARGET_COLD_RESET)
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

} // namespace ns3
