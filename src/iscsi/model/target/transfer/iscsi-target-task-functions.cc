/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-functions.h"

namespace ns3
{

using Function = IscsiTaskManagementFunction;     //!< short for the functions
using Response = IscsiTaskManagementResponseCode; //!< short for the responses

std::optional<ScsiTaskManagementFunction>
ToScsiFunction(Function function)
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

Response
ToIscsiResponse(ScsiTaskManagementResponse response)
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

bool
IsFunctionForTask(Function function)
{
    return function == Function::ABORT_TASK || function == Function::QUERY_TASK;
}

bool
IsFunctionForTarget(Function function)
{
    return function == Function::TARGET_WARM_RESET || function == Function::TARGET_COLD_RESET ||
           function == Function::I_T_NEXUS_RESET;
}

bool
EndsTasks(Function function)
{
    return function == Function::ABORT_TASK_SET || function == Function::CLEAR_TASK_SET ||
           function == Function::LOGICAL_UNIT_RESET || IsFunctionForTarget(function);
}

bool
IsAffected(const IscsiTargetTask& task, const IscsiTaskManagementRequestHeader& header)
{
    return !task.isAborted && !task.isStatusSent &&
           (IsFunctionForTarget(header.function) || task.lun == header.lun);
}

} // namespace ns3
