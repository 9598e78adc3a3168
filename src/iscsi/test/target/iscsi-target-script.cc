/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param texts texts, which are taken out
 * @return the texts with commas between
 */
std::string
Join(std::vector<std::string>& texts)
{
    std::string joined;
    for (const auto& text : std::exchange(texts, {}))
    {
        joined += (joined.empty() ? "" : ",") + text;
    }
    return joined;
}

} // namespace

void
IscsiScriptDevice::CommandReceived(Ptr<ScsiTask> task)
{
    const uint8_t block = task->cdb[5];
    heard.push_back("command " + std::to_string(block));
    tasks[block] = task;
    if (task->dataOutLength > 0 && wantsAll)
    {
        task->port->ReceiveDataOut(task, 0, task->dataOutLength);
    }
}

void
IscsiScriptDevice::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    heard.push_back("data " + std::to_string(offset) + "+" + std::to_string(data->GetSize()));
    if (offset + data->GetSize() == task->dataOutLength)
    {
        Answer(task->cdb[5]);
    }
}

void
IscsiScriptDevice::TaskLost(Ptr<ScsiTask> task)
{
    heard.push_back("lost " + std::to_string(task->cdb[5]));
    tasks.erase(task->cdb[5]);
}

ScsiTaskManagementResponse
IscsiScriptDevice::ManageTasks(const ScsiTaskManagementRequest& request)
{
    heard.push_back("manage " + std::to_string(static_cast<int>(request.function)));
    if (!managesTasks)
    {
        return ScsiDevice::ManageTasks(request);
    }
    if (request.lun != 0)
    {
        return ScsiTaskManagementResponse::INCORRECT_LUN;
    }
    auto ended = tasks;
    if (request.task)
    {
        ended = {{request.task->cdb[5], request.task}};
    }
    for (const auto& [block, task] : ended)
    {
        tasks.erase(block);
        task->port->TaskAborted(task);
    }
    return ScsiTaskManagementResponse::FUNCTION_COMPLETE;
}

void
IscsiScriptDevice::NexusLost(const std::string& /* initiatorPort */)
{
    heard.push_back("nexus lost");
}

void
IscsiScriptDevice::Give(uint8_t block, bool answer)
{
    const auto task = tasks.at(block);
    task->port->SendDataIn(task, 0, IscsiTestBench::MakeData(task->dataInLength, block));
    if (answer)
    {
        Answer(block);
    }
}

void
IscsiScriptDevice::Answer(uint8_t block)
{
    const auto task = tasks.at(block);
    tasks.erase(block);
    task->port->SendCommandComplete(task);
}

IscsiScriptedConnection::IscsiScriptedConnection(IscsiTestBench& bench,
                                                 const IscsiSessionParameters& proposals,
                                                 uint16_t cid)
    : m_bench(bench),
      m_proposals(proposals),
      m_cid(cid)
{
}

void
IscsiScriptedConnection::Connect(uint16_t tsih, uint32_t cmdSn)
{
    m_cmdSn = cmdSn;
    m_socket = Socket::CreateSocket(m_bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
    m_stream = Create<IscsiPduStream>(m_socket, IscsiPduStream::Side::INITIATOR);
    m_stream->SetOwner(this);
    m_login = std::make_unique<IscsiInitiatorLogin>(m_proposals, isid, m_cid, tsih);
    m_stream->Connect(InetSocketAddress(m_bench.targetAddress, 3260),
                      MakeCallback(&IscsiScriptedConnection::SendLogin, this));
}

void
IscsiScriptedConnection::Send(IscsiInitiatorHeader& header,
                              Ptr<Packet> data,
                              const std::vector<uint8_t>& ahs)
{
    auto pdu = Create<Packet>(ahs.data(), ahs.size());
    if (data)
    {
        pdu->AddAtEnd(data);
        header.dataSegmentLength = data->GetSize();
    }
    header.totalAhsLength = ahs.size() / 4;
    if (header.expStatSn == 0)
    {
        header.expStatSn = expStatSn;
    }
    pdu->AddHeader(header);
    m_stream->Send(pdu);
}

void
IscsiScriptedConnection::Command(bool write,
                                 uint32_t cmdSn,
                                 uint8_t block,
                                 uint8_t blocks,
                                 bool immediate)
{
    IscsiScsiCommandHeader header;
    header.immediate = immediate;
    header.write = write;
    header.read = !write;
    header.expectedDataTransferLength = blocks * 512;
    header.initiatorTaskTag = 100 + block;
    header.cmdSn = cmdSn;
    header.cdb[0] = write ? 0x2a : 0x28;
    header.cdb[5] = block;
    header.cdb[8] = blocks;
    Send(header);
}

void
IscsiScriptedConnection::Manage(IscsiTaskManagementFunction function,
                                uint32_t cmdSn,
                                uint32_t referenced,
                                uint32_t refCmdSn,
                                uint32_t expDataSn)
{
    IscsiTaskManagementRequestHeader header;
    header.immediate = true;
    header.initiatorTaskTag = 200;
    header.function = function;
    header.cmdSn = cmdSn;
    header.referencedTaskTag = referenced;
    header.refCmdSn = refCmdSn;
    header.expDataSn = expDataSn;
    Send(header);
}

void
IscsiScriptedConnection::DataOut(uint32_t tag,
                                 uint32_t transferTag,
                                 uint32_t dataSn,
                                 uint32_t offset,
                                 uint32_t length,
                                 bool final)
{
    IscsiDataOutHeader header;
    header.initiatorTaskTag = tag;
    header.targetTransferTag = transferTag;
    header.dataSn = dataSn;
    header.bufferOffset = offset;
    header.final = final;
    Send(header, Create<Packet>(length));
}

void
IscsiScriptedConnection::LogOut(IscsiLogoutReason reason, uint16_t cid, uint32_t cmdSn)
{
    IscsiLogoutRequestHeader header;
    header.immediate = true;
    header.initiatorTaskTag = 201;
    header.reason = reason;
    header.cid = cid;
    header.cmdSn = cmdSn;
    Send(header);
}

void
IscsiScriptedConnection::Ping(uint32_t tag, uint32_t cmdSn, uint32_t bytes)
{
    IscsiNopOutHeader header;
    header.immediate = true;
    header.initiatorTaskTag = tag;
    header.cmdSn = cmdSn;
    Send(header, bytes > 0 ? IscsiTestBench::MakeData(bytes, tag) : nullptr);
}

void
IscsiScriptedConnection::SendBytes(const std::vector<uint8_t>& bytes)
{
    m_socket->Send(Create<Packet>(bytes.data(), bytes.size()));
}

void
IscsiScriptedConnection::Acknowledge()
{
    IscsiNopOutHeader header;
    header.immediate = true;
    Send(header);
}

void
IscsiScriptedConnection::StopReading()
{
    m_pause = m_stream->Pause();
}

void
IscsiScriptedConnection::Break()
{
    m_stream->Close();
}

std::string
IscsiScriptedConnection::GetNames() const
{
    std::string names;
    for (const auto& pdu : received)
    {
        IscsiBasicHeader basic;
        pdu->PeekHeader(basic);
        names += (names.empty() ? "" : ",") + GetIscsiOpcodeName(basic.GetOpcode());
    }
    return names;
}

void
IscsiScriptedConnection::SendLogin()
{
    IscsiLoginRequestHeader header;
    header.cmdSn = m_cmdSn;
    auto text = m_login->NextRequest(header);
    lastLogin = header;
    header.dataSegmentLength = text ? text->GetSize() : 0;
    auto pdu = text ? text : Create<Packet>();
    pdu->AddHeader(header);
    m_stream->Send(pdu);
}

void
IscsiScriptedConnection::PduArrived(Ptr<Packet> pdu)
{
    IscsiBasicHeader basic;
    pdu->PeekHeader(basic);
    if (!m_login)
    {
        IscsiDataInHeader data;
        pdu->PeekHeader(data);
        const auto opcode = basic.GetOpcode();
        const bool isNumbered = opcode == IscsiOpcode::SCSI_DATA_IN
                                    ? data.statusPresent
                                    : opcode != IscsiOpcode::R2T &&
                                          (opcode != IscsiOpcode::NOP_IN ||
                                           basic.initiatorTaskTag != IscsiHeader::RESERVED_TAG);
        if (isNumbered && data.statSn == expStatSn)
        {
            expStatSn++;
        }
        received.push_back(pdu->Copy());
        return;
    }
    IscsiLoginResponseHeader header;
    pdu->RemoveHeader(header);
    loginExpCmdSn = header.expCmdSn;
    if (stopsInLogin)
    {
        Break();
        return;
    }
    if (waitsInLogin)
    {
        if (header.statusClass != 0)
        {
            refusals.push_back(header.GetStatus());
        }
        return;
    }
    const auto progress = m_login->Handle(header, pdu);
    if (progress == IscsiInitiatorLogin::Progress::CONTINUES)
    {
        SendLogin();
        return;
    }
    if (progress == IscsiInitiatorLogin::Progress::DONE)
    {
        tsih = m_login->GetTsih();
        expStatSn = header.statSn + 1;
        agreed = m_login->GetResult();
        m_stream->SetMaxRecvDataSegmentLength(agreed.maxRecvDataSegmentLength);
        m_stream->SetDigests(agreed.headerDigest == "CRC32C", agreed.dataDigest == "CRC32C");
    }
    else
    {
        refusals.push_back(header.GetStatus());
    }
    m_login.reset();
}

void
IscsiScriptedConnection::StreamEnded(const std::string& /* reason */)
{
    ended = true;
}

void
IscsiTargetScriptTestCase::Begin(uint32_t level, uint32_t connections)
{
    if (!bench)
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
    }
    device = CreateObject<IscsiScriptDevice>();
    bench->targetHelper.SetAttribute("ErrorRecoveryLevel", UintegerValue(level));
    bench->targetHelper.SetAttribute("MaxConnections", UintegerValue(2));
    bench->target = bench->targetHelper.Install(bench->nodes.Get(1), device);
    bench->target->TraceConnectWithoutContext(
        "StateTransition",
        Callback<void, const std::string&, const std::string&, const std::string&>(
            [this](const std::string& machine, const std::string& from, const std::string& to) {
                m_states.push_back(machine + " " + from + " " + to);
            }));
    bench->target->TraceConnectWithoutContext(
        "Recovery",
        Callback<void, const std::string&>(
            [this](const std::string& action) { m_recovery.push_back(action); }));
    bench->target->TraceConnectWithoutContext(
        "ProtocolError",
        Callback<void, const std::string&>(
            [this](const std::string& what) { errors.push_back(what); }));
    proposals.initiatorName = "iqn.2026-01.com.example:script";
    proposals.targetName = "iqn.2026-01.com.example:disk";
    proposals.errorRecoveryLevel = 2;
    proposals.maxConnections = 8;
    for (uint32_t i = 0; i < connections; i++)
    {
        auto& connection = Add(i + 1);
        connection.Connect(i == 0 ? 0 : C(0).tsih, 1);
        Pass();
    }
    States();
}

IscsiScriptedConnection&
IscsiTargetScriptTestCase::Add(uint16_t cid)
{
    m_connections.push_back(std::make_unique<IscsiScriptedConnection>(*bench, proposals, cid));
    return *m_connections.back();
}

void
IscsiTargetScriptTestCase::Pass(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}

void
IscsiTargetScriptTestCase::Finish()
{
    m_connections.clear();
    device->tasks.clear();
    device = nullptr;
    Simulator::Destroy();
    bench.reset();
}

IscsiScriptedConnection&
IscsiTargetScriptTestCase::C(std::size_t c)
{
    return *m_connections.at(c);
}

void
IscsiTargetScriptTestCase::Expect(const std::string& actual,
                                  const std::string& expected,
                                  const std::string& what)
{
    NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
}

std::string
IscsiTargetScriptTestCase::Heard()
{
    return Join(device->heard);
}

std::string
IscsiTargetScriptTestCase::States()
{
    return Join(m_states);
}

std::string
IscsiTargetScriptTestCase::Recovery()
{
    return Join(m_recovery);
}

} // namespace ns3
