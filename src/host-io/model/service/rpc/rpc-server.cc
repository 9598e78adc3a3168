/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rpc-server.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RpcServer");

NS_OBJECT_ENSURE_REGISTERED(RpcServer);

namespace
{

/// Calls that the duplicate request cache remembers.
constexpr std::size_t MAX_REMEMBERED = 1024;

/// Bytes that calls are compared by, as in Linux.
constexpr std::size_t COMPARED_BYTES = 256;

/**
 * @param message a call
 * @return a number for its length and its first bytes
 */
std::size_t
HashCall(const FileServiceMessage& message)
{
    const std::string_view bytes(reinterpret_cast<const char*>(message.bytes.data()),
                                 std::min(message.bytes.size(), COMPARED_BYTES));
    return std::hash<std::string_view>()(bytes) ^ message.size;
}

} // namespace

TypeId
RpcServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RpcServer").SetParent<FileServiceServer>().SetGroupName("HostIo");
    return tid;
}

void
RpcServer::DoDispose()
{
    Restart();
    FileServiceServer::DoDispose();
}

FileServiceFraming
RpcServer::GetFraming() const
{
    return FileServiceFraming::RECORD_MARKING;
}

void
RpcServer::HandleMessage(Ptr<FileServiceConnection> connection, const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    RpcCallHeader header;
    header.Deserialize(reader);
    if (reader.HasFailed())
    {
        Drop(connection);
        return;
    }
    if (const auto status = Check(header); status != RpcStatus::SUCCESS)
    {
        Refuse(connection, header.xid, status);
        return;
    }
    auto call = Create<Call>();
    call->connection = connection;
    call->xid = header.xid;
    call->procedure = header.procedure;
    call->user = header.user;
    call->group = header.group;
    call->hash = HashCall(message);
    call->arrived = Simulator::Now();
    NoteCall(GetProcedureName(call->procedure));
    if (!IsIdempotent(call->procedure) && Repeats(call))
    {
        return;
    }
    if (!Execute(call, reader))
    {
        m_remembered.erase(GetKey(*call));
        Refuse(connection, header.xid, RpcStatus::GARBAGE_ARGS);
    }
}

void
RpcServer::HandleEnd(Ptr<FileServiceConnection> /* connection */)
{
}

void
RpcServer::Restart()
{
    m_remembered.clear();
    m_order.clear();
}

RpcServer::Key
RpcServer::GetKey(const Call& call)
{
    return {call.connection->GetPeer(), call.xid, call.hash};
}

RpcStatus
RpcServer::Check(const RpcCallHeader& header) const
{
    if (header.rpcVersion != 2)
    {
        return RpcStatus::RPC_MISMATCH;
    }
    if (header.program != GetProgram())
    {
        return RpcStatus::PROG_UNAVAIL;
    }
    if (header.version != GetVersion())
    {
        return RpcStatus::PROG_MISMATCH;
    }
    return GetProcedureName(header.procedure).empty() ? RpcStatus::PROC_UNAVAIL
                                                      : RpcStatus::SUCCESS;
}

void
RpcServer::Refuse(Ptr<FileServiceConnection> connection, uint32_t xid, RpcStatus status)
{
    NS_LOG_WARN("call " << xid << " is refused: " << static_cast<uint32_t>(status));
    RpcReplyHeader header;
    header.xid = xid;
    header.status = status;
    header.low = GetVersion();
    header.high = GetVersion();
    FileServiceWriter writer;
    header.Serialize(writer);
    connection->Send(writer);
}

bool
RpcServer::Repeats(Ptr<Call> call)
{
    const auto key = GetKey(*call);
    const auto [found, isNew] = m_remembered.try_emplace(key);
    auto& remembered = found->second;
    if (isNew)
    {
        remembered.call = call;
        m_order.push_back(key);
        if (m_order.size() > MAX_REMEMBERED)
        {
            m_remembered.erase(m_order.front());
            m_order.pop_front();
        }
        return false;
    }
    NS_LOG_INFO("call " << call->xid << " is a repetition");
    if (remembered.call)
    {
        remembered.call->connection = call->connection;
    }
    else
    {
        Send(call, remembered.results, {});
    }
    return true;
}

void
RpcServer::Reply(Ptr<Call> call,
                 const FileServiceWriter& results,
                 const FileServicePayload& payload)
{
    NoteReply(GetProcedureName(call->procedure), call->arrived);
    const auto found = m_remembered.find(GetKey(*call));
    if (found != m_remembered.end() && found->second.call == call)
    {
        found->second.call = nullptr;
        found->second.results = results;
    }
    Send(call, results, payload);
}

void
RpcServer::Send(Ptr<Call> call, const FileServiceWriter& results, const FileServicePayload& payload)
{
    RpcReplyHeader header;
    header.xid = call->xid;
    FileServiceWriter writer;
    header.Serialize(writer);
    const auto& bytes = results.GetBytes();
    writer.PutBytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    call->connection->Send(writer, payload, (4 - payload.bytes % 4) % 4);
}

} // namespace ns3
