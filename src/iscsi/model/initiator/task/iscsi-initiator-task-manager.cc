/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-task-manager.h"

#include "iscsi-initiator-command-sender.h"
#include "iscsi-initiator-context.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorTaskManager");

namespace
{

using Function = IscsiTaskManagementFunction;

/// How long after a refusal for want of room an immediate request is sent again.
const Time RESEND_DELAY = MilliSeconds(10);

/**
 * @param function a function
 * @return true if it ends all tasks of the target
 */
bool
IsTargetReset(Function function)
{
    return function == Function::TARGET_WARM_RESET || function == Function::TARGET_COLD_RESET;
}

/**
 * @param function a function
 * @return true if it is a reset, after which commands may find another state of things
 */
bool
IsReset(Function function)
{
    return function == Function::LOGICAL_UNIT_RESET || function == Function::I_T_NEXUS_RESET ||
           IsTargetReset(function);
}

/**
 * @param function a function
 * @return true if its LUN field counts (RFC 7143, 11.5.3, and RFC 7144, 4.2)
 */
bool
HasLun(Function function)
{
    return !IsTargetReset(function) && function != Function::TASK_REASSIGN &&
           function != Function::I_T_NEXUS_RESET;
}

/**
 * @param header a request
 * @param task a task whose command was sent
 * @return true if the function ends the task (RFC 7143, 4.2.3.2)
 */
bool
IsAffected(const IscsiTaskManagementRequestHeader& header, const IscsiInitiatorTask& task)
{
    switch (header.function)
    {
    case Function::ABORT_TASK_SET:
    case Function::CLEAR_TASK_SET:
    case Function::LOGICAL_UNIT_RESET:
        return task.scsi->lun == header.lun && IscsiSerialLess(task.cmdSn, header.cmdSn);
    case Function::TARGET_WARM_RESET:
    case Function::TARGET_COLD_RESET:
    case Function::I_T_NEXUS_RESET:
        return IscsiSerialLess(task.cmdSn, header.cmdSn);
    default:
        return false;
    }
}

} // namespace

IscsiInitiatorTaskManager::IscsiInitiatorTaskManager(IscsiInitiatorContext& context,
                                                     IscsiInitiatorCommandSender& sender)
    : m_context(context),
      m_sender(sender)
{
}

IscsiInitiatorTaskManager::~IscsiInitiatorTaskManager()
{
    for (auto& [tag, request] : m_requests)
    {
        Simulator::Remove(request.resend);
        Simulator::Remove(request.limit);
    }
}

bool
IscsiInitiatorTaskManager::IsBusy() const
{
    return !m_requests.empty();
}

void
IscsiInitiatorTaskManager::ManageTask(Function function,
                                      const Ptr<IscsiInitiatorTask>& task,
                                      Done done)
{
    IscsiTaskManagementRequestHeader header;
    header.function = function;
    header.lun = task->scsi->lun;
    header.referencedTaskTag = task->tag;
    header.refCmdSn = task->cmdSn;
    const bool aborts = function == Function::ABORT_TASK;
    task->isAborting = task->isAborting || aborts;
    Send(header,
         task->connection,
         [this, task, aborts, done = std::move(done)](std::optional<Response> response) {
             if (aborts)
             {
                 EndAborted(task, response);
             }
             if (done)
             {
                 done(response);
             }
         });
}

void
IscsiInitiatorTaskManager::Manage(Function function, uint64_t lun, Done done)
{
    IscsiTaskManagementRequestHeader header;
    header.function = function;
    header.lun = HasLun(function) ? lun : 0;
    header.cmdSn = m_context.numbering.GetCmdSn();
    const auto connection = m_context.connections.GetReady().front();
    const bool isReset = IsReset(function);
    if (isReset)
    {
        m_context.numbering.BeginReset();
    }
    StopAffectedDataOut(header, connection);
    Send(header,
         connection,
         [this, header, isReset, done = std::move(done)](std::optional<Response> response) {
             if (isReset)
             {
                 m_context.numbering.EndReset();
             }
             if (response == Response::FUNCTION_COMPLETE)
             {
                 EndAffected(header);
             }
             if (done)
             {
                 done(response);
             }
             m_sender.SendPending();
         });
}

void
IscsiInitiatorTaskManager::Reassign(const Ptr<IscsiInitiatorTask>& task,
                                    const Ptr<IscsiInitiatorConnection>& connection,
                                    Done done)
{
    IscsiTaskManagementRequestHeader header;
    header.function = Function::TASK_REASSIGN;
    header.referencedTaskTag = task->tag;
    if (task->scsi->dataInLength > 0)
    {
        // What came behind a gap was not acknowledged and comes again (RFC 7143, 11.5.6).
        task->dataSns.Restart(task->dataSns.GetNext());
        header.expDataSn = task->dataSns.GetNext();
    }
    task->acceptsAnyR2t = task->scsi->dataInLength == 0;
    task->snackTag = 0;
    Send(header, connection, std::move(done));
}

void
IscsiInitiatorTaskManager::Send(IscsiTaskManagementRequestHeader& header,
                                const Ptr<IscsiInitiatorConnection>& connection,
                                Done done)
{
    const uint32_t tag = m_context.tasks.NextTag();
    header.immediate = true;
    header.initiatorTaskTag = tag;
    header.cmdSn = m_context.numbering.GetCmdSn();
    const auto limit = Simulator::Schedule(m_context.settings.taskManagementTimeout,
                                           &IscsiInitiatorTaskManager::Expire,
                                           this,
                                           tag);
    m_requests[tag] = {header, connection->GetCid(), Simulator::Now(), EventId(), limit};
    m_context.pendingRequests.Expect(
        tag,
        IscsiOpcode::TASK_MANAGEMENT_RESPONSE,
        connection->GetCid(),
        [this, tag, done = std::move(done)](Ptr<Packet> pdu) { ReceiveAnswer(tag, pdu, done); });
    NS_LOG_INFO("task management begun: function "
                << +static_cast<uint8_t>(header.function) << ", ITT " << FormatIscsiTag(tag)
                << ", referenced task " << FormatIscsiTag(header.referencedTaskTag) << ", CID "
                << connection->GetCid());
    connection->Send(header, nullptr);
    m_context.clock.Start();
}

void
IscsiInitiatorTaskManager::ReceiveAnswer(uint32_t tag, Ptr<Packet> pdu, const Done& done)
{
    Simulator::Remove(m_requests[tag].resend);
    Simulator::Remove(m_requests[tag].limit);
    m_requests.erase(tag);
    std::optional<Response> response;
    if (pdu)
    {
        IscsiTaskManagementResponseHeader header;
        IscsiConnection::RemoveHeader(pdu, header);
        m_context.numbering.Update(header);
        response = header.response;
    }
    NS_LOG_INFO("task management ends: ITT "
                << FormatIscsiTag(tag) << ", response "
                << (response ? std::to_string(static_cast<uint32_t>(*response)) : "none"));
    done(response);
}

void
IscsiInitiatorTaskManager::EndAborted(const Ptr<IscsiInitiatorTask>& task,
                                      std::optional<Response> response)
{
    if (response == Response::FUNCTION_COMPLETE || response == Response::TASK_DOES_NOT_EXIST)
    {
        m_context.tasks.EndAborted(task);
    }
    else if (response)
    {
        task->isAborting = false;
    }
}

void
IscsiInitiatorTaskManager::EndAffected(const IscsiTaskManagementRequestHeader& header)
{
    for (const auto& task : m_context.tasks.GetAll())
    {
        if (IsAffected(header, *task))
        {
            m_context.tasks.EndAborted(task);
        }
    }
}

void
IscsiInitiatorTaskManager::StopAffectedDataOut(const IscsiTaskManagementRequestHeader& header,
                                               const Ptr<IscsiInitiatorConnection>& connection)
{
    if (m_context.parameters.taskReporting != "FastAbort")
    {
        return;
    }
    for (const auto& task : m_context.tasks.GetAllegiant(PeekPointer(connection)))
    {
        if (IsAffected(header, *task))
        {
            task->isDataOutEnded = true;
            task->DropBursts();
        }
    }
}

void
IscsiInitiatorTaskManager::ResendOld(Time timeout)
{
    std::vector<uint32_t> old;
    for (const auto& [tag, request] : m_requests)
    {
        if (request.sent + timeout <= Simulator::Now())
        {
            old.push_back(tag);
        }
    }
    for (const auto tag : old)
    {
        Resend(tag);
    }
}

bool
IscsiInitiatorTaskManager::ResendSoon(uint32_t tag)
{
    const auto found = m_requests.find(tag);
    if (found == m_requests.end())
    {
        return false;
    }
    Simulator::Remove(found->second.resend);
    found->second.resend =
        Simulator::Schedule(RESEND_DELAY, &IscsiInitiatorTaskManager::Resend, this, tag);
    return true;
}

void
IscsiInitiatorTaskManager::Resend(uint32_t tag)
{
    auto& request = m_requests.at(tag);
    request.sent = Simulator::Now();
    if (const auto connection = m_context.connections.FindReady(request.cid))
    {
        NS_LOG_INFO("task management request resent: ITT " << FormatIscsiTag(tag));
        m_context.settings.observer->RecoveryTaken("task management request resent");
        connection->Send(request.header, nullptr);
    }
}

void
IscsiInitiatorTaskManager::Expire(uint32_t tag)
{
    if (const auto connection = m_context.connections.FindReady(m_requests.at(tag).cid))
    {
        connection->Fail("a task management request was not answered");
    }
}

} // namespace ns3
