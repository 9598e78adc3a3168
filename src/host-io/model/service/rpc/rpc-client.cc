/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rpc-client.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RpcClient");

NS_OBJECT_ENSURE_REGISTERED(RpcClient);

TypeId
RpcClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RpcClient")
            .SetParent<FileServiceClient>()
            .SetGroupName("HostIo")
            .AddAttribute("SlotTableEntries",
                          "Most calls without a reply, at least 1; 16 is Linux's",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RpcClient::m_slots),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Timeout",
                          "Time without a reply after which the connection is given up, above 0; "
                          "60 s is Linux's",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&RpcClient::m_timeout),
                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

std::size_t
RpcClient::GetNOutstanding() const
{
    return m_sent.size();
}

void
RpcClient::DoDispose()
{
    m_timer.Cancel();
    m_sent.clear();
    m_waiting.clear();
    FileServiceClient::DoDispose();
}

FileServiceFraming
RpcClient::GetFraming() const
{
    return FileServiceFraming::RECORD_MARKING;
}

void
RpcClient::HandleConnected()
{
    for (auto& [xid, call] : m_sent)
    {
        NS_LOG_INFO("send call " << xid << " again");
        Send(xid, call);
    }
    FillSlots();
}

void
RpcClient::HandleMessage(const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    RpcReplyHeader header;
    header.Deserialize(reader);
    if (reader.HasFailed())
    {
        LoseConnection("what arrived is no reply");
        return;
    }
    const auto found = m_sent.find(header.xid);
    if (found == m_sent.end())
    {
        // The reply to the first of two transmissions.
        return;
    }
    const auto call = std::move(found->second);
    m_sent.erase(found);
    NoteReply(GetProcedureName(call.procedure), call.issued);
    FillSlots();
    if (header.status != RpcStatus::SUCCESS)
    {
        NoteFault(GetProcedureName(call.procedure) + ": " + GetRpcStatusText(header.status));
    }
    call.handler(header.status == RpcStatus::SUCCESS ? &reader : nullptr);
}

void
RpcClient::HandleLost(const std::string& /* reason */)
{
}

void
RpcClient::HandleGivenUp()
{
    const auto sent = std::exchange(m_sent, {});
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& [xid, call] : sent)
    {
        call.handler(nullptr);
    }
    for (const auto& call : waiting)
    {
        call.handler(nullptr);
    }
}

void
RpcClient::Call(uint32_t procedure,
                const FileServiceWriter& arguments,
                const FileServicePayload& payload,
                Handler handler)
{
    const auto now = Simulator::Now();
    m_waiting.push_back({procedure, arguments, payload, std::move(handler), now, now});
    NeedConnection();
    FillSlots();
}

void
RpcClient::FillSlots()
{
    while (!m_waiting.empty() && m_sent.size() < m_slots)
    {
        const auto xid = ++m_xid;
        auto& call = m_sent[xid] = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (GetConnection())
        {
            Send(xid, call);
        }
    }
}

void
RpcClient::Send(uint32_t xid, Pending& call)
{
    RpcCallHeader header;
    header.xid = xid;
    header.program = GetProgram();
    header.version = GetVersion();
    header.procedure = call.procedure;
    FileServiceWriter writer;
    header.Serialize(writer);
    const auto& bytes = call.arguments.GetBytes();
    writer.PutBytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    NoteCall(GetProcedureName(call.procedure));
    call.sent = Simulator::Now();
    if (!m_timer.IsPending())
    {
        m_timer = Simulator::Schedule(m_timeout, &RpcClient::CheckTimeout, this);
    }
    GetConnection()->Send(writer, call.payload, (4 - call.payload.bytes % 4) % 4);
}

void
RpcClient::CheckTimeout()
{
    if (m_sent.empty() || !GetConnection())
    {
        return;
    }
    // Calls are sent in the order of their numbers, so the first has waited longest.
    const auto left = m_sent.begin()->second.sent + m_timeout - Simulator::Now();
    if (left.IsStrictlyPositive())
    {
        m_timer = Simulator::Schedule(left, &RpcClient::CheckTimeout, this);
    }
    else
    {
        LoseConnection("no reply in time");
    }
}

} // namespace ns3
