/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-target.h"

#include "fcp-node.h"
#include "fcp-prli-header.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/fc-rec-header.h"
#include "ns3/fcal-alpa.h"
#include "ns3/io-timeline-table.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulation-singleton.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpTarget");

NS_OBJECT_ENSURE_REGISTERED(FcpTarget);

namespace
{

/**
 * @param name world-wide name of a port
 * @return the name as text
 */
std::string
MakePortNameText(uint64_t name)
{
    std::ostringstream text;
    text << "naa." << std::hex << std::setfill('0') << std::setw(16) << name;
    return text.str();
}

/**
 * Give a device's task the timeline of a command, and stamp when the command was on the loop.
 *
 * @param reception the FCP_CMND
 * @param task the task
 */
void
BeginTimeline(const FcReception& reception, FcpTargetTask& task)
{
    IoTimelineTag tag;
    if (!reception.GetSequence()->payload->FindFirstMatchingByteTag(tag))
    {
        return;
    }
    task.wholeTimeline = SimulationSingleton<IoTimelineTable>::Get()->Find(tag.GetHandle());
    if (task.wholeTimeline)
    {
        task.wholeTimeline->Stamp(IoStage::LOOP_WON, reception.GetFrameStart(0));
        task.timeline = Create<IoTimeline>();
    }
}

/**
 * Take over what a drive stamped. What a device server stamps has its place in front of the loop
 * and belongs to the device of the initiator's side.
 *
 * @param task a task that is answered
 */
void
EndTimeline(const FcpTargetTask& task)
{
    if (task.wholeTimeline)
    {
        task.wholeTimeline->CopyStamps(*task.timeline, IoStage::AT_DRIVE, IoStage::MEDIA_DONE);
    }
}

/**
 * @param flag a flag of FcpCommandHeader
 * @return the task management function; nothing if it is none, or several
 */
std::optional<ScsiTaskManagementFunction>
GetFunction(uint8_t flag)
{
    using enum ScsiTaskManagementFunction;
    switch (flag)
    {
    case FcpCommandHeader::ABORT_TASK_SET:
        return ABORT_TASK_SET;
    case FcpCommandHeader::CLEAR_TASK_SET:
        return CLEAR_TASK_SET;
    case FcpCommandHeader::LOGICAL_UNIT_RESET:
        return LOGICAL_UNIT_RESET;
    case FcpCommandHeader::TARGET_RESET:
        return TARGET_WARM_RESET;
    case FcpCommandHeader::CLEAR_ACA:
        return CLEAR_ACA;
    default:
        return std::nullopt;
    }
}

/**
 * @param response how a task management function ended
 * @return the same for FCP_RSP
 */
FcpResponseCode
GetResponseCode(ScsiTaskManagementResponse response)
{
    switch (response)
    {
    case ScsiTaskManagementResponse::FUNCTION_COMPLETE:
        return FcpResponseCode::COMPLETE;
    case ScsiTaskManagementResponse::FUNCTION_SUCCEEDED:
        return FcpResponseCode::FUNCTION_SUCCEEDED;
    case ScsiTaskManagementResponse::INCORRECT_LUN:
        return FcpResponseCode::INCORRECT_LUN;
    default:
        return FcpResponseCode::FUNCTION_REJECTED;
    }
}

} // namespace

TypeId
FcpTarget::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcpTarget")
            .SetParent<Object>()
            .SetGroupName("Fcal")
            .AddConstructor<FcpTarget>()
            .AddAttribute("Device",
                          "The SCSI device behind the target",
                          PointerValue(),
                          MakePointerAccessor(&FcpTarget::SetDevice, &FcpTarget::GetDevice),
                          MakePointerChecker<ScsiDevice>())
            .AddAttribute("BurstLength",
                          "Maximum bytes of a read in one FCP_DATA, and of a write requested by "
                          "one FCP_XFER_RDY; 0 for no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FcpTarget::m_burstLength),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FirstBurst",
                          "Whether the target accepts at login a first burst without FCP_XFER_RDY",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FcpTarget::m_firstBurst),
                          MakeBooleanChecker());
    return tid;
}

FcpTarget::FcpTarget() = default;

FcpTarget::~FcpTarget() = default;

void
FcpTarget::DoDispose()
{
    m_node = nullptr;
    m_device = nullptr;
    m_logins.clear();
    Object::DoDispose();
}

void
FcpTarget::SetNode(Ptr<FcpNode> node)
{
    NS_ASSERT_MSG(!m_node, "the target already has a node");
    m_node = PeekPointer(node);
    node->AggregateObject(this);
    node->SetResponder(this);
}

void
FcpTarget::SetDevice(Ptr<ScsiDevice> device)
{
    m_device = device;
}

Ptr<ScsiDevice>
FcpTarget::GetDevice() const
{
    return m_device;
}

std::size_t
FcpTarget::GetNLogins() const
{
    return m_logins.size();
}

std::size_t
FcpTarget::GetNTasks() const
{
    return m_node->GetAccepted().size();
}

void
FcpTarget::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto& entry = static_cast<FcpTargetTask&>(*task);
    NS_ASSERT_MSG(entry.exchange, "data of a task that is over");
    NS_ASSERT_MSG(offset == entry.dataInEnd, "data-in with a gap");
    NS_ASSERT_MSG(offset + data->GetSize() <= task->dataInLength, "data-in beyond the buffer");
    entry.dataInEnd += data->GetSize();
    const uint32_t burst = m_burstLength > 0 ? m_burstLength : data->GetSize();
    for (uint32_t at = 0; at < data->GetSize(); at += burst)
    {
        const uint32_t length = std::min(burst, data->GetSize() - at);
        const auto piece = length < data->GetSize() ? data->CreateFragment(at, length) : data;
        m_node->Send(entry.exchange, FcIu::FCP_DATA_IN, piece, offset + at);
    }
}

void
FcpTarget::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    const auto entry = StaticCast<FcpTargetTask>(task);
    NS_ASSERT_MSG(entry->exchange, "data requested for a task that is over");
    entry->dataOut.Want(offset + length);
    MoveDataOut(entry);
}

void
FcpTarget::SendCommandComplete(Ptr<ScsiTask> task)
{
    auto& entry = static_cast<FcpTargetTask&>(*task);
    NS_ASSERT_MSG(entry.exchange, "status of a task that is over");
    EndTimeline(entry);
    FcpResponseHeader response;
    response.status = task->status;
    response.sense = task->sense;
    response.overflow = task->residual < 0;
    response.underflow = task->residual > 0;
    response.residual = static_cast<uint32_t>(std::llabs(task->residual));
    if (task->response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        response.responseCode = FcpResponseCode::FUNCTION_FAILED;
    }
    Respond(entry.exchange, response);
}

void
FcpTarget::TaskAborted(Ptr<ScsiTask> task)
{
    auto& entry = static_cast<FcpTargetTask&>(*task);
    NS_ASSERT_MSG(entry.exchange, "the end of a task that is over");
    m_node->Close(Ptr<FcExchange>(std::exchange(entry.exchange, nullptr)));
}

bool
FcpTarget::RequestReceived(FcIu iu, Ptr<const FcReception> reception)
{
    const auto& sequence = reception->GetSequence();
    return iu == FcIu::FCP_CMND ? HandleCommand(reception)
                                : HandleLinkService(sequence->header, sequence->payload);
}

bool
FcpTarget::HandleLinkService(const FcHeader& header, Ptr<const Packet> request)
{
    switch (PeekFcElsCode(request))
    {
    case FcElsCode::PLOGI:
        return HandlePortLogin(header, request);
    case FcElsCode::PRLI:
        return HandleProcessLogin(header, request);
    case FcElsCode::LOGO: {
        LoseNexus(header.sId);
        auto answer = Create<Packet>();
        answer->AddHeader(FcLsAccHeader());
        m_node->Reply(header, FcIu::ELS_REPLY, answer);
        return true;
    }
    case FcElsCode::REC:
        return HandleReadExchange(header, request);
    default:
        RejectLinkService(header, FcLsRjtReason::NOT_SUPPORTED, FcLsRjtExplanation::NOT_SUPPORTED);
        return true;
    }
}

bool
FcpTarget::HandlePortLogin(const FcHeader& header, Ptr<const Packet> request)
{
    FcPlogiHeader plogi;
    if (request->PeekHeader(plogi) == 0)
    {
        return false;
    }
    LoseNexus(header.sId);
    NS_LOG_INFO("PLOGI accepted: port name " << plogi.portName << ", AL_PA "
                                             << FormatFcalAlpa(static_cast<uint8_t>(header.sId)));
    m_logins[header.sId] = {std::make_shared<const std::string>(MakePortNameText(plogi.portName))};
    auto answer = Create<Packet>();
    answer->AddHeader(m_node->MakePortLogin(FcElsCode::LS_ACC));
    m_node->Reply(header, FcIu::ELS_REPLY, answer);
    return true;
}

bool
FcpTarget::HandleProcessLogin(const FcHeader& header, Ptr<const Packet> request)
{
    FcpPrliHeader prli;
    if (request->PeekHeader(prli) == 0)
    {
        return false;
    }
    const auto login = m_logins.find(header.sId);
    if (login == m_logins.end())
    {
        RejectLinkService(header,
                          FcLsRjtReason::UNABLE_TO_PERFORM,
                          FcLsRjtExplanation::LOGIN_REQUIRED);
        return true;
    }
    login->second.isProcessLogin = true;
    login->second.firstBurst = prli.writeXferRdyDisabled && m_firstBurst;
    prli.code = FcElsCode::LS_ACC;
    prli.response = FcpPrliResponse::EXECUTED;
    prli.initiatorFunction = false;
    prli.targetFunction = true;
    prli.writeXferRdyDisabled = login->second.firstBurst;
    NS_LOG_INFO("PRLI accepted: AL_PA " << FormatFcalAlpa(static_cast<uint8_t>(header.sId))
                                        << ", first burst "
                                        << (login->second.firstBurst ? "agreed" : "not agreed"));
    auto answer = Create<Packet>();
    answer->AddHeader(prli);
    m_node->Reply(header, FcIu::ELS_REPLY, answer);
    return true;
}

bool
FcpTarget::HandleReadExchange(const FcHeader& header, Ptr<const Packet> request)
{
    FcRecHeader rec;
    if (request->PeekHeader(rec) == 0)
    {
        return false;
    }
    const auto found =
        rec.originator == header.sId ? m_node->FindAccepted(header.sId, rec.oxId) : nullptr;
    if (!found || (rec.rxId != FcHeader::UNASSIGNED_ID && rec.rxId != found->ids.rxId))
    {
        RejectLinkService(header,
                          FcLsRjtReason::LOGICAL_ERROR,
                          FcLsRjtExplanation::INVALID_EXCHANGE);
        return true;
    }
    const auto& task = *StaticCast<FcpTargetExchange>(found)->task;
    FcRecAccHeader accept;
    accept.oxId = found->ids.oxId;
    accept.rxId = found->ids.rxId;
    accept.originator = header.sId;
    accept.responder = header.dId;
    accept.transferred = task.dataOutLength > 0 ? task.dataOut.GetReceived() : task.dataInEnd;
    accept.hasInitiative = !task.dataOut.IsDue();
    NS_LOG_INFO("REC accepted: OX_ID " << FormatFcExchangeId(accept.oxId) << ", "
                                       << accept.transferred << " bytes, "
                                       << (accept.hasInitiative ? "works" : "waits"));
    auto answer = Create<Packet>();
    answer->AddHeader(accept);
    m_node->Reply(header, FcIu::ELS_REPLY, answer);
    return true;
}

void
FcpTarget::RejectLinkService(const FcHeader& header,
                             FcLsRjtReason reason,
                             FcLsRjtExplanation explanation)
{
    NS_LOG_WARN("link service rejected: AL_PA " << FormatFcalAlpa(static_cast<uint8_t>(header.sId))
                                                << ", reason " << static_cast<uint32_t>(reason)
                                                << ", explanation "
                                                << static_cast<uint32_t>(explanation));
    FcLsRjtHeader reject;
    reject.reason = reason;
    reject.explanation = explanation;
    auto answer = Create<Packet>();
    answer->AddHeader(reject);
    m_node->Reply(header, FcIu::ELS_REPLY, answer);
}

bool
FcpTarget::HandleCommand(Ptr<const FcReception> reception)
{
    const auto& sequence = reception->GetSequence();
    const auto& header = sequence->header;
    const auto login = m_logins.find(header.sId);
    FcpCommandHeader command;
    if (login == m_logins.end() || !login->second.isProcessLogin ||
        sequence->payload->PeekHeader(command) == 0)
    {
        return false;
    }
    if (const auto old = m_node->FindAccepted(header.sId, header.oxId))
    {
        NS_LOG_INFO("exchange lost: OX_ID " << FormatFcExchangeId(header.oxId) << " used again");
        // The initiator has given it up, or it would not use the OX_ID again.
        Lose(StaticCast<FcpTargetExchange>(old));
    }
    auto exchange = Create<FcpTargetExchange>(static_cast<FcExchangeOwner*>(this));
    m_node->Accept(exchange, header);
    if (command.taskManagement != 0)
    {
        ManageTasks(exchange, command, login->second);
    }
    else
    {
        StartTask(exchange, command, login->second, reception);
    }
    return true;
}

void
FcpTarget::StartTask(Ptr<FcpTargetExchange> exchange,
                     const FcpCommandHeader& command,
                     const Login& login,
                     Ptr<const FcReception> reception)
{
    auto task = Create<FcpTargetTask>();
    exchange->task = task;
    task->exchange = PeekPointer(exchange);
    task->lun = command.lun;
    task->cdb = command.cdb;
    task->attribute = ToScsiTaskAttribute(command.attribute);
    task->dataInLength = command.readData ? command.dataLength : 0;
    task->dataOutLength = command.writeData ? command.dataLength : 0;
    task->dataOut.Begin(task->dataOutLength, login.firstBurst);
    task->initiatorPort = login.name;
    task->port = this;
    NS_LOG_DEBUG("task begins: OX_ID " << FormatFcExchangeId(exchange->ids.oxId)
                                       << ", operation code " << +task->cdb[0] << ", read "
                                       << task->dataInLength << ", write " << task->dataOutLength);
    BeginTimeline(*reception, *task);
    m_device->CommandReceived(task);
}

void
FcpTarget::ManageTasks(Ptr<FcpTargetExchange> exchange,
                       const FcpCommandHeader& command,
                       const Login& login)
{
    NS_LOG_INFO("task management: flags " << +command.taskManagement << ", OX_ID "
                                          << exchange->ids.oxId);
    FcpResponseHeader answer;
    answer.responseCode = FcpResponseCode::FUNCTION_REJECTED;
    if (const auto function = GetFunction(command.taskManagement))
    {
        answer.responseCode = GetResponseCode(
            m_device->ManageTasks({*function, command.lun, login.name, nullptr, this}));
    }
    Respond(exchange, answer);
}

void
FcpTarget::MoveDataOut(Ptr<FcpTargetTask> task)
{
    FcpXferRdyHeader ready;
    if (task->dataOut.Ask(m_burstLength, ready))
    {
        NS_LOG_INFO("FCP_XFER_RDY sent: OX_ID " << FormatFcExchangeId(task->exchange->ids.oxId)
                                                << ", offset " << ready.dataOffset << ", length "
                                                << ready.burstLength);
        auto unit = Create<Packet>();
        unit->AddHeader(ready);
        m_node->Send(task->exchange, FcIu::FCP_XFER_RDY, unit);
    }
    uint32_t offset = 0;
    while (task->exchange)
    {
        const auto data = task->dataOut.TakeReady(offset);
        if (!data)
        {
            return;
        }
        m_device->DataOutReceived(task, offset, data);
    }
}

void
FcpTarget::ExchangeOpened(Ptr<FcExchange> /* exchange */)
{
    NS_ASSERT_MSG(false, "a target originates no exchange");
}

void
FcpTarget::UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception)
{
    const auto entry = StaticCast<FcpTargetExchange>(exchange);
    const auto& sequence = reception->GetSequence();
    const auto task = entry->task;
    if (iu == FcIu::FCP_DATA_OUT &&
        task->dataOut.Receive(sequence->header.parameter, sequence->payload))
    {
        MoveDataOut(task);
        return;
    }
    NS_LOG_WARN("task failed: OX_ID " << FormatFcExchangeId(exchange->ids.oxId)
                                      << ", data do not fit");
    FcpResponseHeader response;
    response.responseCode = FcpResponseCode::DATA_LENGTH_DIFFERS;
    m_device->TaskLost(task);
    Respond(entry, response);
}

void
FcpTarget::ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss /* loss */)
{
    Lose(StaticCast<FcpTargetExchange>(exchange));
}

void
FcpTarget::LoopChanged(bool online)
{
    if (online)
    {
        return;
    }
    for (const auto& exchange : m_node->GetAccepted())
    {
        Lose(StaticCast<FcpTargetExchange>(exchange));
    }
    m_logins.clear();
}

void
FcpTarget::Respond(Ptr<FcpTargetExchange> exchange, const FcpResponseHeader& response)
{
    auto unit = Create<Packet>();
    unit->AddHeader(response);
    m_node->Send(exchange, FcIu::FCP_RSP, unit);
    if (exchange->task)
    {
        exchange->task->exchange = nullptr;
    }
    m_node->Close(exchange);
}

void
FcpTarget::Lose(Ptr<FcpTargetExchange> exchange)
{
    NS_LOG_INFO("task lost: OX_ID " << FormatFcExchangeId(exchange->ids.oxId));
    m_node->Close(exchange);
    exchange->task->exchange = nullptr;
    m_device->TaskLost(exchange->task);
}

void
FcpTarget::LoseNexus(uint32_t initiator)
{
    const auto login = m_logins.extract(initiator);
    if (login.empty())
    {
        return;
    }
    NS_LOG_INFO("login ends: port " << *login.mapped().name);
    for (const auto& exchange : m_node->GetAccepted())
    {
        if (exchange->ids.dId == initiator)
        {
            Lose(StaticCast<FcpTargetExchange>(exchange));
        }
    }
    m_device->NexusLost(*login.mapped().name);
}

} // namespace ns3
