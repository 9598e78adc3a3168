/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-initiator.h"

#include "fcp-command-header.h"
#include "fcp-node.h"
#include "fcp-response-header.h"
#include "fcp-xfer-rdy-header.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpInitiator");

NS_OBJECT_ENSURE_REGISTERED(FcpInitiator);

const char*
GetFcpLoginStateName(FcpLoginState state)
{
    switch (state)
    {
    case FcpLoginState::LOGGED_OUT:
        return "LoggedOut";
    case FcpLoginState::LOGGING_IN:
        return "LoggingIn";
    default:
        return "LoggedIn";
    }
}

TypeId
FcpInitiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcpInitiator")
            .SetParent<ScsiInitiatorPort>()
            .SetGroupName("Fcal")
            .AddConstructor<FcpInitiator>()
            .AddAttribute("Retries",
                          "How many times an unanswered command is resent before it fails",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FcpInitiator::m_retries),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("DeviceLossTimeout",
                          "How long a login is tried with a target that does not answer, as "
                          "Linux's dev_loss_tmo",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&FcpInitiator::m_lossTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FirstBurstLength",
                          "Maximum bytes of a write sent without FCP_XFER_RDY, if the target "
                          "agrees; 0: the target is not asked",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FcpInitiator::m_firstBurst),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("LoginState",
                            "The state of the login with the target changed",
                            MakeTraceSourceAccessor(&FcpInitiator::m_stateTrace),
                            "ns3::FcpInitiator::StateTracedCallback");
    return tid;
}

FcpInitiator::FcpInitiator()
    : m_login([this](bool success) { LoginEnded(success); }),
      m_manager([this](uint8_t function, uint64_t lun) { EndManagedTasks(function, lun); }),
      m_check([this](Ptr<FcExchange> exchange, FcpExchangeState state) {
          ExchangeChecked(exchange, state);
      })
{
}

FcpInitiator::~FcpInitiator() = default;

void
FcpInitiator::DoDispose()
{
    m_giveUp.Cancel();
    m_nextLogin.Cancel();
    m_tasks.clear();
    m_target = nullptr;
    m_node = nullptr;
    ScsiInitiatorPort::DoDispose();
}

void
FcpInitiator::Connect(Ptr<FcpNode> node, Ptr<FcalPort> target)
{
    NS_ASSERT_MSG(!m_node, "the initiator already has a path");
    m_node = PeekPointer(node);
    m_target = target;
    node->AddOriginator(*this, this);
    if (node->IsOnline())
    {
        SeekLogin();
    }
}

Ptr<FcpNode>
FcpInitiator::GetNode() const
{
    return m_node;
}

Ptr<FcalPort>
FcpInitiator::GetTarget() const
{
    return m_target;
}

std::size_t
FcpInitiator::GetNTasks() const
{
    return m_tasks.size();
}

std::set<FcpInitiatorTask::State>
FcpInitiator::GetTaskStates() const
{
    std::set<FcpInitiatorTask::State> states;
    for (const auto& [scsi, task] : m_tasks)
    {
        states.insert(task->state);
    }
    return states;
}

bool
FcpInitiator::IsReady() const
{
    return m_state == FcpLoginState::LOGGED_IN;
}

void
FcpInitiator::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_ASSERT_MSG(task->dataInLength == 0 || task->dataOutLength == 0,
                  "bidirectional commands are not supported");
    auto entry =
        Create<FcpInitiatorTask>(static_cast<FcExchangeOwner*>(this), task, m_nextNumber++);
    m_tasks[PeekPointer(task)] = entry;
    if (IsReady())
    {
        Submit(entry);
    }
    else if (!m_giveUp.IsPending())
    {
        NS_LOG_INFO("command refused: target not logged in");
        Simulator::ScheduleNow(&FcpInitiator::Fail, Ptr<FcpInitiator>(this), entry);
    }
}

void
FcpInitiator::SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    // The task may have ended while its client was getting the data.
    if (const auto entry = Find(task))
    {
        entry->AddDataOut(offset, data);
        FlushDataOut(entry);
    }
}

bool
FcpInitiator::AbortTask(Ptr<ScsiTask> task)
{
    const auto entry = Find(task);
    if (!entry || entry->isAbortWanted)
    {
        return false;
    }
    entry->isAbortWanted = true;
    if (!entry->isOpen)
    {
        m_node->Close(entry);
        Simulator::ScheduleNow(&FcpInitiator::EndAborted, Ptr<FcpInitiator>(this), entry);
    }
    else if (entry->state != FcpInitiatorTask::State::ABORTING)
    {
        SendAbort(entry);
    }
    return false;
}

void
FcpInitiator::ManageTasks(uint8_t function, uint64_t lun, FcpTaskManager::Done done)
{
    if (!IsReady())
    {
        Simulator::ScheduleNow([done = std::move(done)]() { done(false); });
        return;
    }
    m_manager.Send(m_node, *m_target->GetAlpa(), function, lun, std::move(done));
}

void
FcpInitiator::LoopChanged(bool online)
{
    if (online)
    {
        SeekLogin();
    }
    else
    {
        LoseLogin();
    }
}

void
FcpInitiator::SetLoginState(FcpLoginState state)
{
    const auto before = std::exchange(m_state, state);
    if (before != state)
    {
        NS_LOG_INFO("login state " << GetFcpLoginStateName(before) << " -> "
                                   << GetFcpLoginStateName(state) << ", target port name "
                                   << m_target->GetMember().name);
        m_stateTrace(before, state);
    }
}

void
FcpInitiator::SeekLogin()
{
    m_loginSought = Simulator::Now();
    m_loginRetries = 0;
    LogIn();
}

void
FcpInitiator::LogIn()
{
    const auto alpa = m_target->GetAlpa();
    if (!alpa || !m_node->IsOnline() || m_target->GetLoop() != m_node->GetPort()->GetLoop())
    {
        return;
    }
    SetLoginState(FcpLoginState::LOGGING_IN);
    m_login.Start(m_node, *alpa, m_target->GetMember().name, m_firstBurst > 0);
}

void
FcpInitiator::LoginEnded(bool success)
{
    if (success)
    {
        // An event that is only cancelled would still move the clock at the end of a simulation.
        Simulator::Remove(m_giveUp);
        SetLoginState(FcpLoginState::LOGGED_IN);
        for (const auto& task : GetTasks())
        {
            if (!task->isAbortWanted)
            {
                Submit(task);
            }
        }
        NotifyReady();
        return;
    }
    SetLoginState(FcpLoginState::LOGGED_OUT);
    const auto next = Simulator::Now() + m_node->GetExchangeTimeout();
    if (m_loginRetries++ < m_retries)
    {
        LogIn();
    }
    else if (next < m_loginSought + m_lossTimeout)
    {
        m_nextLogin = Simulator::Schedule(m_node->GetExchangeTimeout(), &FcpInitiator::LogIn, this);
    }
}

void
FcpInitiator::LoseLogin()
{
    m_login.Cancel();
    Simulator::Remove(m_nextLogin);
    const bool wasReady = IsReady();
    SetLoginState(FcpLoginState::LOGGED_OUT);
    if (!wasReady)
    {
        return;
    }
    NS_LOG_INFO("login lost: " << m_tasks.size() << " commands wait for it, at most "
                               << m_node->GetExchangeTimeout().As(Time::S));
    m_giveUp =
        Simulator::Schedule(m_node->GetExchangeTimeout(), &FcpInitiator::GiveUpWaiting, this);
    m_manager.Cancel();
    m_check.Cancel();
    for (const auto& task : GetTasks())
    {
        const bool wasOpen = task->isOpen;
        m_node->Close(task);
        task->state = FcpInitiatorTask::State::WAITING_FOR_LOGIN;
        if (task->isAbortWanted)
        {
            EndAborted(task);
        }
        else if (wasOpen)
        {
            Retry(task);
        }
    }
}

void
FcpInitiator::GiveUpWaiting()
{
    NS_LOG_INFO("login not back in time: " << m_tasks.size() << " commands fail");
    for (const auto& task : GetTasks())
    {
        Fail(task);
    }
}

std::vector<Ptr<FcpInitiatorTask>>
FcpInitiator::GetTasks() const
{
    std::vector<Ptr<FcpInitiatorTask>> tasks;
    tasks.reserve(m_tasks.size());
    for (const auto& [scsi, task] : m_tasks)
    {
        tasks.push_back(task);
    }
    std::sort(tasks.begin(), tasks.end(), [](const auto& one, const auto& other) {
        return one->number < other->number;
    });
    return tasks;
}

Ptr<FcpInitiatorTask>
FcpInitiator::Find(Ptr<ScsiTask> task) const
{
    const auto found = m_tasks.find(PeekPointer(task));
    return found == m_tasks.end() ? nullptr : found->second;
}

void
FcpInitiator::Submit(Ptr<FcpInitiatorTask> task)
{
    task->state = FcpInitiatorTask::State::SENT;
    task->ids.dId = *m_target->GetAlpa();
    m_node->Originate(task);
}

void
FcpInitiator::Retry(Ptr<FcpInitiatorTask> task)
{
    if (task->retries == m_retries)
    {
        NS_LOG_INFO("command given up: OX_ID " << FormatFcExchangeId(task->ids.oxId) << " after "
                                               << task->retries << " retries");
        Fail(task);
        return;
    }
    ++task->retries;
    NS_LOG_INFO("command sent again: OX_ID " << FormatFcExchangeId(task->ids.oxId) << ", retry "
                                             << task->retries << " of " << m_retries);
    task->Restart();
    m_node->NoteRetry(task);
    task->state = FcpInitiatorTask::State::WAITING_FOR_LOGIN;
    if (IsReady())
    {
        Submit(task);
    }
}

void
FcpInitiator::SendAbort(Ptr<FcpInitiatorTask> task)
{
    NS_LOG_INFO("ABTS sent: OX_ID " << FormatFcExchangeId(task->ids.oxId) << ", " << task->received
                                    << " bytes received");
    task->state = FcpInitiatorTask::State::ABORTING;
    m_node->Send(task, FcIu::ABTS, nullptr);
}

void
FcpInitiator::ExchangeOpened(Ptr<FcExchange> exchange)
{
    const auto task = StaticCast<FcpInitiatorTask>(exchange);
    const auto first =
        m_login.HasFirstBurst() ? std::min(m_firstBurst, task->scsi->dataOutLength) : 0;
    m_node->Send(exchange, FcIu::FCP_CMND, task->MakeCommand(), 0, first > 0);
    if (first > 0)
    {
        WantDataOut(task, 0, first);
    }
}

void
FcpInitiator::UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception)
{
    const auto task = StaticCast<FcpInitiatorTask>(exchange);
    if (task->state == FcpInitiatorTask::State::ABORTING)
    {
        if (iu == FcIu::BA_ACC || iu == FcIu::BA_RJT)
        {
            m_node->Close(exchange);
            task->isAbortWanted ? EndAborted(task) : Retry(task);
        }
    }
    else if (iu == FcIu::FCP_DATA_IN)
    {
        HandleDataIn(task, reception);
    }
    else if (iu == FcIu::FCP_XFER_RDY)
    {
        HandleXferRdy(task, reception);
    }
    else if (iu == FcIu::FCP_RSP)
    {
        HandleResponse(task, reception);
    }
}

void
FcpInitiator::ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss)
{
    const auto task = StaticCast<FcpInitiatorTask>(exchange);
    NS_LOG_INFO("exchange lost: OX_ID "
                << FormatFcExchangeId(exchange->ids.oxId) << ", "
                << (loss == FcExchangeLoss::TIMEOUT   ? "timeout"
                    : loss == FcExchangeLoss::NO_PEER ? "target not on the loop"
                                                      : "aborted"));
    if (loss == FcExchangeLoss::TIMEOUT && task->state != FcpInitiatorTask::State::ABORTING)
    {
        m_node->UsesRec() ? m_check.Ask(m_node, task) : SendAbort(task);
        return;
    }
    // A target that does not even answer ABTS has forgotten this initiator or is dead.
    task->isAbortWanted ? EndAborted(task) : Fail(task);
    LoseLogin();
    SeekLogin();
}

void
FcpInitiator::ExchangeChecked(Ptr<FcExchange> exchange, FcpExchangeState state)
{
    const auto task = StaticCast<FcpInitiatorTask>(exchange);
    const bool isAlive =
        state == FcpExchangeState::TARGET_WORKS ||
        // Both sides must agree that it is the client who keeps the target waiting.
        (state == FcpExchangeState::TARGET_WAITS && task->IsDataOutDue());
    if (!isAlive && task->state == FcpInitiatorTask::State::SENT)
    {
        SendAbort(task);
    }
}

void
FcpInitiator::WantDataOut(Ptr<FcpInitiatorTask> task, uint32_t offset, uint32_t length)
{
    if (task->WantDataOut(offset, length))
    {
        task->scsi->client->DataOutRequested(task->scsi, offset, length);
    }
    else
    {
        FlushDataOut(task);
    }
}

void
FcpInitiator::FlushDataOut(Ptr<FcpInitiatorTask> task)
{
    uint32_t offset = 0;
    while (task->isOpen && task->state == FcpInitiatorTask::State::SENT)
    {
        const auto data = task->TakeDataOut(offset);
        if (!data)
        {
            return;
        }
        m_node->Send(task, FcIu::FCP_DATA_OUT, data, offset);
    }
}

void
FcpInitiator::HandleDataIn(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception)
{
    const auto& sequence = reception->GetSequence();
    if (task->scsi->timeline)
    {
        task->scsi->timeline->Stamp(IoStage::BACK_ON_LOOP, reception->GetFrameStart(0));
    }
    if (!task->ReceiveDataIn(sequence->header.parameter, sequence->payload))
    {
        SendAbort(task);
    }
}

void
FcpInitiator::HandleXferRdy(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception)
{
    FcpXferRdyHeader ready;
    const bool complete = reception->GetSequence()->payload->PeekHeader(ready) > 0;
    if (!complete || ready.burstLength == 0 || ready.dataOffset > task->scsi->dataOutLength ||
        ready.burstLength > task->scsi->dataOutLength - ready.dataOffset)
    {
        SendAbort(task);
        return;
    }
    NS_LOG_INFO("FCP_XFER_RDY received: OX_ID " << FormatFcExchangeId(task->ids.oxId) << ", offset "
                                                << ready.dataOffset << ", length "
                                                << ready.burstLength);
    WantDataOut(task, ready.dataOffset, ready.burstLength);
}

void
FcpInitiator::HandleResponse(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception)
{
    FcpResponseHeader response;
    const bool complete = reception->GetSequence()->payload->PeekHeader(response) > 0;
    auto& scsi = *task->scsi;
    const auto missing = response.underflow ? response.residual : 0;
    if (!complete || (response.status == ScsiStatus::GOOD &&
                      uint64_t{task->received} + missing < scsi.dataInLength))
    {
        SendAbort(task);
        return;
    }
    NS_LOG_DEBUG("FCP_RSP received: OX_ID "
                 << FormatFcExchangeId(task->ids.oxId) << ", SCSI status "
                 << +static_cast<uint8_t>(response.status) << ", residual " << response.residual);
    m_node->Close(task);
    if (scsi.timeline && task->received == 0)
    {
        scsi.timeline->Stamp(IoStage::BACK_ON_LOOP, reception->GetFrameStart(0));
    }
    if (response.responseCode.value_or(FcpResponseCode::COMPLETE) != FcpResponseCode::COMPLETE)
    {
        Fail(task);
        return;
    }
    scsi.status = response.status;
    scsi.sense = response.sense;
    scsi.residual = response.overflow ? -int64_t{response.residual} : int64_t{missing};
    Complete(task);
}

void
FcpInitiator::Fail(Ptr<FcpInitiatorTask> task)
{
    if (m_tasks.contains(PeekPointer(task->scsi)))
    {
        m_node->Close(task);
        task->scsi->response = ScsiServiceResponse::DELIVERY_FAILURE;
        Complete(task);
    }
}

void
FcpInitiator::EndAborted(Ptr<FcpInitiatorTask> task)
{
    if (m_tasks.contains(PeekPointer(task->scsi)))
    {
        m_node->Close(task);
        task->scsi->status = ScsiStatus::TASK_ABORTED;
        Complete(task);
    }
}

void
FcpInitiator::Complete(Ptr<FcpInitiatorTask> task)
{
    m_tasks.erase(PeekPointer(task->scsi));
    task->scsi->client->CommandCompleteReceived(task->scsi);
}

void
FcpInitiator::EndManagedTasks(uint8_t function, uint64_t lun)
{
    const bool all = function == FcpCommandHeader::TARGET_RESET;
    for (const auto& task : GetTasks())
    {
        if (all || task->scsi->lun == lun)
        {
            EndAborted(task);
        }
    }
}

} // namespace ns3
