/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rpc-query.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RpcQuery");

namespace
{

/// Time that a server has to answer.
const Time QUERY_PATIENCE = Seconds(30);

/// The longest reply: a file handle or a port, and what is around it.
constexpr uint32_t LARGEST_QUERY_REPLY = 65536;

} // namespace

RpcQuery::RpcQuery(Ptr<Socket> socket,
                   const Address& server,
                   const RpcCallHeader& call,
                   const FileServiceWriter& arguments,
                   Answered answered)
    : m_call(call),
      m_arguments(arguments),
      m_answered(std::move(answered)),
      m_connection(Create<FileServiceConnection>(socket,
                                                 FileServiceFraming::RECORD_MARKING,
                                                 LARGEST_QUERY_REPLY,
                                                 this))
{
    NS_LOG_FUNCTION(this << call.program << call.procedure);
    m_timer = Simulator::Schedule(QUERY_PATIENCE, [this] { End(nullptr, "no reply in time"); });
    m_connection->Connect(server);
}

RpcQuery::~RpcQuery()
{
    m_timer.Cancel();
    m_connection->Close();
}

void
RpcQuery::ConnectionMade(Ptr<FileServiceConnection> connection)
{
    m_call.xid = 1;
    FileServiceWriter writer;
    m_call.Serialize(writer);
    writer.Append(m_arguments);
    connection->Send(writer);
}

void
RpcQuery::MessageArrived(Ptr<FileServiceConnection> /* connection */,
                         const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    RpcReplyHeader reply;
    reply.Deserialize(reader);
    if (reader.HasFailed() || reply.xid != m_call.xid)
    {
        End(nullptr, "what arrived is no reply");
    }
    else if (reply.status != RpcStatus::SUCCESS)
    {
        End(nullptr, "the server refuses the call: " + GetRpcStatusText(reply.status));
    }
    else
    {
        End(&reader, "");
    }
}

void
RpcQuery::ConnectionEnded(Ptr<FileServiceConnection> /* connection */, const std::string& reason)
{
    End(nullptr, reason);
}

void
RpcQuery::End(FileServiceReader* results, const std::string& fault)
{
    m_timer.Cancel();
    m_connection->Close();
    const Ptr<RpcQuery> self(this);
    std::exchange(m_answered, nullptr)(results, fault);
}

} // namespace ns3
