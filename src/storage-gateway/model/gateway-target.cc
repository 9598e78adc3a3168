/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-target.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/scsi-lun.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayTarget");

NS_OBJECT_ENSURE_REGISTERED(GatewayTarget);

namespace
{

/**
 * @param function a task management function
 * @return true if it is about one logical unit
 */
bool
IsOfLogicalUnit(ScsiTaskManagementFunction function)
{
    return function != ScsiTaskManagementFunction::I_T_NEXUS_RESET &&
           function != ScsiTaskManagementFunction::TARGET_WARM_RESET &&
           function != ScsiTaskManagementFunction::TARGET_COLD_RESET;
}

} // namespace

TypeId
GatewayTarget::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GatewayTarget")
            .SetParent<ScsiDevice>()
            .SetGroupName("StorageGateway")
            .AddConstructor<GatewayTarget>()
            .AddAttribute(
                "SessionQueueDepth",
                "Maximum number of commands of one session at the logical units, 1 or more; the "
                "others wait in the session's queue. Applies to new sessions",
                UintegerValue(128),
                MakeUintegerAccessor(&GatewayTarget::m_sessionQueueDepth),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InOrderResponses",
                          "Answer the commands of a session in order of arrival; otherwise in "
                          "order of completion",
                          BooleanValue(true),
                          MakeBooleanAccessor(&GatewayTarget::m_inOrder),
                          MakeBooleanChecker())
            .AddAttribute("CommandTimeout",
                          "Maximum time from the arrival of a command to its status; after it, the "
                          "gateway ends the command. 0 for no limit",
                          TimeValue(Seconds(20)),
                          MakeTimeAccessor(&GatewayTarget::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("SessionQueueLength",
                            "Commands of a session that arrived and are not yet answered",
                            MakeTraceSourceAccessor(&GatewayTarget::m_queueTrace),
                            "ns3::GatewayTarget::QueueTracedCallback")
            .AddTraceSource("Answered",
                            "The status of a command is sent to the host",
                            MakeTraceSourceAccessor(&GatewayTarget::m_answeredTrace),
                            "ns3::GatewayTarget::TaskTracedCallback")
            .AddTraceSource("TimedOut",
                            "A command timed out and is abandoned",
                            MakeTraceSourceAccessor(&GatewayTarget::m_timedOutTrace),
                            "ns3::GatewayTarget::TaskTracedCallback");
    return tid;
}

void
GatewayTarget::DoDispose()
{
    m_tasks.clear();
    m_sessions.clear();
    m_views.clear();
    for (const auto& [lun, unit] : m_units)
    {
        unit.guard->Dispose();
    }
    m_units.clear();
    ScsiDevice::DoDispose();
}

void
GatewayTarget::AddLogicalUnit(uint16_t lun, Ptr<ScsiDevice> unit)
{
    const auto name = "GatewayTarget: LUN " + std::to_string(lun);
    if (lun > SCSI_MAX_LUN)
    {
        throw UserError(name + " is above " + std::to_string(SCSI_MAX_LUN));
    }
    auto guard = CreateObject<GatewayDeviceServer>();
    guard->SetUnit(unit,
                   [this, lun](const ScsiTaskSet::Selection& selection, const std::string& cause) {
                       ClearTasks(lun, selection, cause);
                   });
    if (!m_units.emplace(lun, Unit{guard, {}}).second)
    {
        throw UserError(name + " is already in use");
    }
    m_views.clear();
}

void
GatewayTarget::ShowOnlyTo(uint16_t lun, const std::string& initiatorName)
{
    const auto unit = m_units.find(lun);
    if (unit == m_units.end())
    {
        throw UserError("GatewayTarget: LUN " + std::to_string(lun) +
                        " does not exist and cannot be shown to " + initiatorName);
    }
    unit->second.initiators.insert(initiatorName);
    m_views.clear();
}

std::vector<uint16_t>
GatewayTarget::GetLuns() const
{
    std::vector<uint16_t> luns;
    for (const auto& [lun, unit] : m_units)
    {
        luns.push_back(lun);
    }
    return luns;
}

Ptr<ScsiTaskRouter>
GatewayTarget::GetView(const std::string& initiatorName)
{
    auto& view = m_views[initiatorName];
    if (!view)
    {
        view = CreateObject<ScsiTaskRouter>();
        for (const auto& [lun, unit] : m_units)
        {
            if (unit.initiators.empty() || unit.initiators.contains(initiatorName))
            {
                view->AddLogicalUnit(lun, unit.guard);
            }
        }
    }
    return view;
}

Ptr<ScsiTaskRouter>
GatewayTarget::GetViewOf(const std::shared_ptr<const std::string>& initiatorPort)
{
    const std::string name = initiatorPort ? *initiatorPort : "";
    return GetView(name.substr(0, name.find(',')));
}

Ptr<GatewaySession>
GatewayTarget::GetSession(Ptr<const ScsiTask> task)
{
    auto& session = m_sessions[task->port];
    if (!session.queue)
    {
        const GatewaySession::Rules rules{m_sessionQueueDepth, m_inOrder, m_timeout};
        session.number = m_begun++;
        NS_LOG_INFO("session " << session.number << " begins: initiator port "
                               << GetScsiPortName(task->initiatorPort) << ", "
                               << GetViewOf(task->initiatorPort)->GetNLogicalUnits()
                               << " logical units to be seen");
        session.queue = Create<GatewaySession>(task->port,
                                               task->initiatorPort ? *task->initiatorPort : "",
                                               GetViewOf(task->initiatorPort),
                                               rules,
                                               this);
    }
    return session.queue;
}

void
GatewayTarget::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    ++m_received;
    const auto session = GetSession(task);
    m_tasks[PeekPointer(task)] = session;
    session->CommandReceived(task);
}

void
GatewayTarget::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto found = m_tasks.find(PeekPointer(task));
    if (found != m_tasks.end())
    {
        const auto session = found->second;
        session->DataOutReceived(task, offset, data);
    }
}

void
GatewayTarget::TaskLost(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto found = m_tasks.find(PeekPointer(task));
    if (found != m_tasks.end())
    {
        const auto session = found->second;
        session->TaskLost(task);
    }
}

ScsiTaskManagementResponse
GatewayTarget::ManageTasks(const ScsiTaskManagementRequest& request)
{
    using Function = ScsiTaskManagementFunction;
    using Response = ScsiTaskManagementResponse;
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(request.function) << request.lun);
    NS_LOG_INFO("task management: function " << static_cast<uint32_t>(request.function)
                                             << ", initiator port "
                                             << GetScsiPortName(request.initiatorPort));
    if (request.function == Function::CLEAR_ACA)
    {
        return Response::FUNCTION_NOT_SUPPORTED;
    }
    if (IsOfLogicalUnit(request.function))
    {
        const auto lun = DecodeScsiLun(request.lun);
        if (!lun || !GetViewOf(request.initiatorPort)->GetLogicalUnit(*lun))
        {
            return Response::INCORRECT_LUN;
        }
    }
    const auto tasks = GetTasks(request);
    if (request.function == Function::QUERY_TASK || request.function == Function::QUERY_TASK_SET)
    {
        return tasks.empty() ? Response::FUNCTION_COMPLETE : Response::FUNCTION_SUCCEEDED;
    }
    if (request.function == Function::ABORT_TASK && tasks.empty())
    {
        return Response::TASK_DOES_NOT_EXIST;
    }
    if (request.function == Function::CLEAR_TASK_SET)
    {
        ClearTasks(
            *DecodeScsiLun(request.lun),
            [](const ScsiTask&) { return true; },
            GetScsiPortName(request.initiatorPort));
        return Response::FUNCTION_COMPLETE;
    }
    for (const auto& task : tasks)
    {
        const auto session = m_tasks.at(PeekPointer(task));
        session->Abort(task);
    }
    for (const auto& [lun, unit] : m_units)
    {
        if (!IsOfLogicalUnit(request.function) || lun == DecodeScsiLun(request.lun))
        {
            unit.guard->FunctionDone(request);
        }
    }
    return Response::FUNCTION_COMPLETE;
}

void
GatewayTarget::ClearTasks(uint16_t lun,
                          const ScsiTaskSet::Selection& selection,
                          const std::string& cause)
{
    const auto guard = m_units.at(lun).guard;
    for (const auto& task : GetTasksFor(EncodeScsiLun(lun), nullptr))
    {
        if (!selection(*task))
        {
            continue;
        }
        const auto& name = GetScsiPortName(task->initiatorPort);
        if (name != cause)
        {
            guard->CommandCleared(name);
        }
        const auto session = m_tasks.at(PeekPointer(task));
        session->Abort(task);
    }
}

void
GatewayTarget::NexusLost(const std::string& initiatorPort)
{
    NS_LOG_INFO("nexus lost: initiator port " << initiatorPort);
    for (const auto& [lun, unit] : m_units)
    {
        unit.guard->NexusLost(initiatorPort);
    }
}

std::vector<Ptr<ScsiTask>>
GatewayTarget::GetTasks(const ScsiTaskManagementRequest& request) const
{
    using Function = ScsiTaskManagementFunction;
    if (request.function == Function::ABORT_TASK || request.function == Function::QUERY_TASK)
    {
        return m_tasks.contains(PeekPointer(request.task)) ? std::vector{request.task}
                                                           : std::vector<Ptr<ScsiTask>>();
    }
    const bool isOfNexus = request.function == Function::ABORT_TASK_SET ||
                           request.function == Function::QUERY_TASK_SET ||
                           request.function == Function::I_T_NEXUS_RESET;
    return GetTasksFor(IsOfLogicalUnit(request.function) ? std::optional(request.lun)
                                                         : std::nullopt,
                       isOfNexus ? request.port : nullptr);
}

std::vector<Ptr<ScsiTask>>
GatewayTarget::GetTasksFor(std::optional<uint64_t> lun, const ScsiTargetPort* port) const
{
    // By name and number: where in memory the ports lie must not show in the order.
    std::map<std::pair<std::string, uint64_t>, Ptr<const GatewaySession>> inOrder;
    for (const auto& [key, session] : m_sessions)
    {
        if (!port || key == port)
        {
            inOrder[{session.queue->GetInitiatorPort(), session.number}] = session.queue;
        }
    }
    std::vector<Ptr<ScsiTask>> tasks;
    for (const auto& [place, session] : inOrder)
    {
        const auto its = session->GetTasks(lun);
        tasks.insert(tasks.end(), its.begin(), its.end());
    }
    return tasks;
}

void
GatewayTarget::QueueChanged(const std::string& initiatorPort, uint32_t length)
{
    m_queueTrace(initiatorPort, length);
}

void
GatewayTarget::TaskOver(Ptr<ScsiTask> task, bool isAnswered)
{
    const auto node = m_tasks.extract(PeekPointer(task));
    if (node.mapped()->IsEmpty())
    {
        // Its port may be gone before another command comes from that place in memory.
        NS_LOG_DEBUG("session empty: initiator port " << GetScsiPortName(task->initiatorPort));
        m_sessions.erase(task->port);
    }
    if (isAnswered)
    {
        ++m_answered;
        m_answeredTrace(task);
    }
}

void
GatewayTarget::TaskTimedOut(Ptr<ScsiTask> task)
{
    ++m_timedOut;
    m_timedOutTrace(task);
}

uint64_t
GatewayTarget::GetReceived() const
{
    return m_received;
}

uint64_t
GatewayTarget::GetAnswered() const
{
    return m_answered;
}

uint64_t
GatewayTarget::GetTimedOut() const
{
    return m_timedOut;
}

} // namespace ns3
