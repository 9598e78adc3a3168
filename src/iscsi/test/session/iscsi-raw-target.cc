/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-raw-target.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

IscsiRawTarget::IscsiRawTarget(Ptr<Node> node, uint16_t port)
{
    m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    m_socket->Listen();
    m_socket->SetAcceptCallback(Callback<bool, Ptr<Socket>, const Address&>(
                                    [this](Ptr<Socket>, const Address&) { return m_isListening; }),
                                MakeCallback(&IscsiRawTarget::Accept, this));
}

void
IscsiRawTarget::Start()
{
    m_isListening = true;
}

void
IscsiRawTarget::Stop()
{
    m_isListening = false;
    for (auto& link : links)
    {
        link.stream->Close();
    }
}

void
IscsiRawTarget::Accept(Ptr<Socket> socket, const Address& /* from */)
{
    auto& link = links.emplace_back(*this, links.size());
    link.stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
    link.stream->SetMaxRecvDataSegmentLength(1 << 20);
    link.stream->SetOwner(&link);
}

IscsiRawTarget::Link::Link(IscsiRawTarget& target, uint32_t index)
    : target(target),
      index(index)
{
}

void
IscsiRawTarget::Link::PduArrived(Ptr<Packet> pdu)
{
    target.Receive(index, pdu);
}

void
IscsiRawTarget::Link::StreamEnded(const std::string& /* reason */)
{
    hasEnded = true;
}

void
IscsiRawTarget::Receive(uint32_t link, Ptr<Packet> pdu)
{
    IscsiBasicHeader basic;
    pdu->PeekHeader(basic);
    if (!links[link].isLoggedIn)
    {
        AnswerLogin(link, pdu);
        return;
    }
    const auto bytes = IscsiTestBench::GetBytes(pdu);
    const uint32_t cmdSn = uint32_t{bytes[24]} << 24 | bytes[25] << 16 | bytes[26] << 8 | bytes[27];
    const bool isNumbered = !basic.immediate && basic.GetOpcode() != IscsiOpcode::SCSI_DATA_OUT &&
                            basic.GetOpcode() != IscsiOpcode::SNACK_REQUEST;
    if (acknowledges && isNumbered)
    {
        m_numbers.insert(cmdSn);
        while (m_numbers.erase(expCmdSn) > 0)
        {
            ++expCmdSn;
        }
    }
    requests.push_back({link, basic.GetOpcode(), pdu, Simulator::Now()});
    const auto request = requests.back();
    if (!script || !script(request))
    {
        AnswerPlainly(request);
    }
}

void
IscsiRawTarget::AnswerLogin(uint32_t link, Ptr<Packet> pdu)
{
    auto& peer = links[link];
    pdu->RemoveHeader(peer.login);
    const auto& login = peer.login;
    if (login.tsih == 0)
    {
        expCmdSn = login.cmdSn;
        m_numbers.clear();
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(pdu, error);
    IscsiTextKeys reply;
    for (const auto& [key, value] : *keys)
    {
        peer.keys[key] = value;
        const bool isDeclared = key == "InitiatorName" || key == "TargetName" ||
                                key == "SessionType" || key == "InitiatorAlias";
        if (!isDeclared)
        {
            const auto other = answers.find(key);
            reply.Add(key, other == answers.end() ? value : other->second);
        }
    }
    if (login.currentStage == IscsiLoginStage::SECURITY_NEGOTIATION)
    {
        reply.Add("TargetPortalGroupTag", "1");
    }
    IscsiLoginResponseHeader header;
    header.transit = login.transit;
    header.currentStage = login.currentStage;
    header.nextStage = login.nextStage;
    header.isid = login.isid;
    header.initiatorTaskTag = login.initiatorTaskTag;
    const bool isLast = login.transit && login.nextStage == IscsiLoginStage::FULL_FEATURE_PHASE;
    header.tsih = isLast && login.tsih == 0 ? tsih : login.tsih;
    if (loginScript && !loginScript(peer, header))
    {
        return;
    }
    peer.isLoggedIn = isLast && header.statusClass == 0;
    SendStatus(link, header, reply.IsEmpty() ? nullptr : reply.ToPacket());
    if (peer.isLoggedIn)
    {
        peer.stream->SetDigests(peer.keys["HeaderDigest"] == "CRC32C",
                                peer.keys["DataDigest"] == "CRC32C");
    }
}

void
IscsiRawTarget::AnswerPlainly(const Request& request)
{
    switch (request.opcode)
    {
    case IscsiOpcode::NOP_OUT: {
        IscsiNopInHeader answer;
        answer.initiatorTaskTag = request.As<IscsiNopOutHeader>().initiatorTaskTag;
        if (answer.initiatorTaskTag != IscsiHeader::RESERVED_TAG)
        {
            SendStatus(request.link, answer);
        }
        break;
    }
    case IscsiOpcode::LOGOUT_REQUEST: {
        IscsiLogoutResponseHeader answer;
        answer.initiatorTaskTag = request.As<IscsiLogoutRequestHeader>().initiatorTaskTag;
        SendStatus(request.link, answer);
        break;
    }
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST: {
        IscsiTaskManagementResponseHeader answer;
        answer.initiatorTaskTag = request.As<IscsiTaskManagementRequestHeader>().initiatorTaskTag;
        SendStatus(request.link, answer);
        if (continuesTasks)
        {
            ContinueTask(request);
        }
        break;
    }
    case IscsiOpcode::TEXT_REQUEST: {
        IscsiTextResponseHeader answer;
        answer.initiatorTaskTag = request.As<IscsiTextRequestHeader>().initiatorTaskTag;
        SendStatus(request.link, answer);
        break;
    }
    case IscsiOpcode::SCSI_COMMAND: {
        const auto command = request.As<IscsiScsiCommandHeader>();
        IscsiDataInHeader answer;
        answer.initiatorTaskTag = command.initiatorTaskTag;
        answer.statusPresent = true;
        if (command.read)
        {
            SendStatus(request.link,
                       answer,
                       IscsiTestBench::MakeData(command.expectedDataTransferLength, 0));
        }
        else
        {
            SendGood(request.link, command.initiatorTaskTag);
        }
        break;
    }
    default:
        break;
    }
}

void
IscsiRawTarget::ContinueTask(const Request& request)
{
    const uint32_t tag = request.As<IscsiTaskManagementRequestHeader>().referencedTaskTag;
    for (const auto& command : Get(IscsiOpcode::SCSI_COMMAND))
    {
        if (command.As<IscsiScsiCommandHeader>().initiatorTaskTag == tag)
        {
            AnswerPlainly({request.link, command.opcode, command.pdu, command.when});
        }
    }
}

void
IscsiRawTarget::SendStatus(uint32_t link, IscsiResponseHeader& header, Ptr<Packet> data)
{
    Send(link, header, data);
    ++links[link].statSn;
}

void
IscsiRawTarget::Send(uint32_t link, IscsiResponseHeader& header, Ptr<Packet> data)
{
    header.statSn = links[link].statSn;
    header.expCmdSn = expCmdSn;
    header.maxCmdSn = expCmdSn + window - 1;
    SendRaw(link, header, data);
}

void
IscsiRawTarget::SendRaw(uint32_t link, IscsiHeader& header, Ptr<Packet> data)
{
    auto pdu = data ? data->Copy() : Create<Packet>();
    header.dataSegmentLength = pdu->GetSize();
    pdu->AddHeader(header);
    links[link].stream->Send(pdu);
}

uint32_t
IscsiRawTarget::LoseStatus(uint32_t link)
{
    return links[link].statSn++;
}

void
IscsiRawTarget::SendGood(uint32_t link, uint32_t tag, uint32_t expDataSn)
{
    IscsiScsiResponseHeader header;
    header.initiatorTaskTag = tag;
    header.expDataSn = expDataSn;
    SendStatus(link, header);
}

void
IscsiRawTarget::SendDataIn(uint32_t link,
                           uint32_t tag,
                           uint32_t dataSn,
                           uint32_t offset,
                           Ptr<Packet> data)
{
    IscsiDataInHeader header;
    header.final = false;
    header.initiatorTaskTag = tag;
    header.dataSn = dataSn;
    header.bufferOffset = offset;
    Send(link, header, data);
}

void
IscsiRawTarget::SendR2t(uint32_t link,
                        uint32_t tag,
                        uint32_t r2tSn,
                        uint32_t offset,
                        uint32_t length)
{
    IscsiR2tHeader header;
    for (const auto& command : Get(IscsiOpcode::SCSI_COMMAND))
    {
        const auto sent = command.As<IscsiScsiCommandHeader>();
        header.lun = sent.initiatorTaskTag == tag ? sent.lun : header.lun;
    }
    header.initiatorTaskTag = tag;
    header.targetTransferTag = r2tSn;
    header.r2tSn = r2tSn;
    header.bufferOffset = offset;
    header.desiredDataTransferLength = length;
    Send(link, header);
}

void
IscsiRawTarget::SendReject(uint32_t link, const Request& request, uint8_t reason)
{
    IscsiRejectHeader header;
    header.reason = static_cast<IscsiRejectReason>(reason);
    SendStatus(link, header, request.pdu->CreateFragment(0, IscsiHeader::BHS_SIZE));
}

std::vector<IscsiRawTarget::Request>
IscsiRawTarget::Get(IscsiOpcode opcode) const
{
    std::vector<Request> found;
    std::copy_if(requests.begin(),
                 requests.end(),
                 std::back_inserter(found),
                 [opcode](const auto& request) { return request.opcode == opcode; });
    return found;
}

Ptr<ScsiTask>
IscsiRecordingClient::Send(Ptr<ScsiInitiatorPort> port,
                           uint32_t bytesIn,
                           Ptr<Packet> out,
                           uint16_t lun)
{
    m_port = port;
    auto task = Create<ScsiTask>();
    task->lun = uint64_t{lun} << 48;
    task->dataInLength = bytesIn;
    task->dataOutLength = out ? out->GetSize() : 0;
    task->client = this;
    dataIn[task].resize(bytesIn);
    dataOut[task] = out;
    port->SendScsiCommand(task);
    return task;
}

void
IscsiRecordingClient::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    received[task] += data->GetSize();
    data->CopyData(dataIn[task].data() + offset, data->GetSize());
}

void
IscsiRecordingClient::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    ++questions;
    m_port->SendDataOut(task, offset, dataOut[task]->CreateFragment(offset, length));
}

void
IscsiRecordingClient::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    completed.push_back(task);
    when.push_back(Simulator::Now());
}

IscsiRawBench::IscsiRawBench(uint32_t connections, uint32_t level)
    : bench("1Gbps", MilliSeconds(1)),
      target(bench.nodes.Get(1))
{
    bench.initiatorHelper.SetAttribute("Connections", UintegerValue(connections));
    bench.initiatorHelper.SetAttribute("ErrorRecoveryLevel", UintegerValue(level));
}

void
IscsiRawBench::At(Time time, std::function<void()> act)
{
    Simulator::Schedule(time - Simulator::Now(), act);
}

void
IscsiRawBench::Run(Time stop)
{
    initiator = bench.InstallInitiator();
    initiator->TraceConnectWithoutContext(
        "StateTransition",
        Callback<void, const std::string&, const std::string&, const std::string&>(
            [this](const std::string& machine, const std::string& from, const std::string& to) {
                auto& path = states[machine];
                path += path.empty() ? from + " " + to : " " + to;
            }));
    initiator->TraceConnectWithoutContext(
        "ProtocolError",
        Callback<void, const std::string&>(
            [this](const std::string& what) { errors.push_back(what); }));
    initiator->TraceConnectWithoutContext(
        "Recovery",
        Callback<void, const std::string&>(
            [this](const std::string& what) { recoveries.push_back(what); }));
    Simulator::Stop(stop);
    Simulator::Run();
}

Ptr<IscsiInitiatorSession>
IscsiRawBench::Session() const
{
    return initiator->GetSession();
}

std::string
IscsiRawBench::GetStates(const std::string& machine) const
{
    const auto found = states.find(machine);
    return found == states.end() ? "" : found->second;
}

uint32_t
IscsiRawBench::CountRecoveries(const std::string& action) const
{
    return std::count(recoveries.begin(), recoveries.end(), action);
}

} // namespace ns3
