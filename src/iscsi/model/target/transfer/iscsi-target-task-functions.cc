/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-functions.h"

#include "ns3/iscsi-serial-number.h"
#include "ns3/scsi-task-management.h"

#include <optional>

namespace ns3
{

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

} // namespace

IscsiTargetTaskFunctions::IscsiTargetTaskFunctions(const IscsiTargetSessionSettings& settings,
                                                   IscsiTargetCommandSequencer& commands,
                                                   IscsiTargetTaskTable& tasks,
                                                   IscsiTargetSender& sender,
                                                   IscsiTargetTaskAborter& aborter,
                                                   ScsiTargetPort* port)
    : m_settings(settings),
      m_commands(commands),
      m_tasks(tasks),
      m_sender(sender),
      m_aborter(aborter),
      m_port(port)
{
}

bool
IscsiTargetTaskFunctions::Knows(Function function) const
{
    // RFC 7144 brought those from QUERY TASK on.
    return ToScsi(function) &&
           (function < Function::QUERY_TASK || m_settings.parameters.iscsiProtocolLevel >= 2);
}

bool
IscsiTargetTaskFunctions::IsForTask(Function function)
{
    return function == Function::ABORT_TASK || function == Function::QUERY_TASK;
}

bool
IscsiTargetTaskFunctions::IsForTarget(Function function)
{
    return function == Function::TARGET_WARM_RESET || function == Function::TARGET_COLD_RESET ||
           function == Function::I_T_NEXUS_RESET;
}

bool
IscsiTargetTaskFunctions::EndsTasks(Function function)
{
    return function == Function::ABORT_TASK_SET || function == Function::CLEAR_TASK_SET ||
           function == Function::LOGICAL_UNIT_RESET || IsForTarget(function);
}

bool
IscsiTargetTaskFunctions::IsAffected(const IscsiTargetTask& task,
                                     const IscsiTaskManagementRequestHeader& header)
{
    return !task.isAborted && !task.isStatusSent &&
           (IsForTarget(header.function) || task.lun == header.lun);
}

Response
IscsiTargetTaskFunctions::ActOnTask(IscsiTargetConnection& connection,
                                    const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_tasks.Find(header.referencedTaskTag);
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
        m_aborter.End(task);
        return Response::FUNCTION_COMPLETE;
    }
    return AskDevice(connection, header, task);
}

Response
IscsiTargetTaskFunctions::ActOnMany(const IscsiTargetConnection& connection,
                                    const IscsiTaskManagementRequestHeader& header)
{
    return AskDevice(connection, header, nullptr);
}

const IscsiTargetConnection*
IscsiTargetTaskFunctions::GetIssuer() const
{
    return m_issuer;
}

Response
IscsiTargetTaskFunctions::AbortMissing(const IscsiTaskManagementRequestHeader& header)
{
    const bool isEarlier = IscsiSerialLess(header.refCmdSn, header.cmdSn);
    if (!m_commands.GetWindow().Contains(header.refCmdSn) || !isEarlier)
    {
        return Response::TASK_DOES_NOT_EXIST;
    }
    m_commands.Plug(header.refCmdSn);
    return Response::FUNCTION_COMPLETE;
}

Response
IscsiTargetTaskFunctions::AskDevice(const IscsiTargetConnection& connection,
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
        m_aborter.End(one);
        if (wasAtDevice)
        {
            m_settings.device->TaskLost(one);
        }
    }
    return Response::FUNCTION_COMPLETE;
}

} // namespace ns3
