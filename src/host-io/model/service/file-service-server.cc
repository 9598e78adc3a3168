/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-server.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileServiceServer");

NS_OBJECT_ENSURE_REGISTERED(FileServiceServer);

namespace
{

/// Requests of a connection without a reply beyond which no others are read: more than a client of
/// any system sends.
constexpr uint32_t MOST_REQUESTS = 1024;
/// Bytes of replies that a client has not taken beyond which its requests are not read.
constexpr uint64_t MOST_REPLY_BYTES = 64 << 20;

} // namespace

TypeId
FileServiceServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FileServiceServer")
            .SetParent<Application>()
            .SetGroupName("HostIo")
            .AddAttribute("Protocol",
                          "TypeId of the factory that creates the TCP sockets",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&FileServiceServer::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Port",
                          "TCP port to listen on, 1 to 65535; 0 for the protocol's own",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FileServiceServer::m_port),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("Threads",
                          "Most requests served at a time, at least 1; others wait",
                          UintegerValue(8),
                          MakeUintegerAccessor(&FileServiceServer::m_threads),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StoreData",
                          "Pass contents of files on: for a file system that keeps them",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FileServiceServer::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("Call",
                            "A request arrived",
                            MakeTraceSourceAccessor(&FileServiceServer::m_callTrace),
                            "ns3::FileServiceServer::CallTracedCallback")
            .AddTraceSource("Reply",
                            "A reply is sent; the time is that since the request arrived",
                            MakeTraceSourceAccessor(&FileServiceServer::m_replyTrace),
                            "ns3::FileServiceServer::ReplyTracedCallback")
            .AddTraceSource("Socket",
                            "A connection was accepted; its TCP socket has trace sources of its "
                            "own, such as CongestionWindow",
                            MakeTraceSourceAccessor(&FileServiceServer::m_socketTrace),
                            "ns3::FileServiceServer::SocketTracedCallback");
    return tid;
}

FileServiceServer::~FileServiceServer()
{
    CloseAll();
}

void
FileServiceServer::SetFileSystem(Ptr<FileSystem> fileSystem)
{
    m_fileSystem = fileSystem;
}

const FileServiceCounters&
FileServiceServer::GetCounters() const
{
    return m_counters;
}

uint16_t
FileServiceServer::GetPort() const
{
    return m_port == 0 ? GetStandardPort() : m_port;
}

std::size_t
FileServiceServer::GetNConnections() const
{
    return m_connections.size();
}

void
FileServiceServer::Reboot(Time downTime)
{
    NS_LOG_INFO("reboot");
    ShutDown();
    m_rebootEvent = Simulator::Schedule(downTime, &FileServiceServer::StartApplication, this);
}

void
FileServiceServer::DoDispose()
{
    m_rebootEvent.Cancel();
    CloseAll();
    m_waiting.clear();
    m_fileSystem = nullptr;
    Application::DoDispose();
}

void
FileServiceServer::EnterThread(std::function<void()> serve)
{
    if (m_busyThreads >= m_threads)
    {
        m_waiting.push_back(std::move(serve));
        return;
    }
    ++m_busyThreads;
    serve();
}

void
FileServiceServer::LeaveThread()
{
    --m_busyThreads;
    if (!m_waiting.empty())
    {
        const auto serve = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_busyThreads;
        serve();
    }
}

void
FileServiceServer::Ask(Ptr<FileRequest> request, Answer answer)
{
    request->completion = Callback<void, Ptr<FileRequest>>(std::move(answer));
    m_fileSystem->Submit(request);
}

FileSystemSpace
FileServiceServer::GetSpace() const
{
    return m_fileSystem->GetSpace();
}

void
FileServiceServer::NoteCall(const std::string& procedure)
{
    NS_LOG_DEBUG("call: " << procedure);
    m_counters.CountCall(procedure);
    m_callTrace(procedure);
}

void
FileServiceServer::NoteReply(const std::string& procedure, Time arrived)
{
    const auto latency = Simulator::Now() - arrived;
    NS_LOG_DEBUG("reply: " << procedure << " after " << latency.As(Time::US));
    m_counters.CountReply(procedure, latency);
    m_replyTrace(procedure, latency);
}

void
FileServiceServer::Drop(Ptr<FileServiceConnection> connection)
{
    NS_LOG_WARN("a client sent what is no request; its connection is closed");
    connection->Close();
    ConnectionEnded(connection, "malformed request");
}

bool
FileServiceServer::StoresData() const
{
    return m_storeData;
}

void
FileServiceServer::StartApplication()
{
    NS_LOG_FUNCTION(this);
    Restart();
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), GetPort()));
    m_socket->Listen();
    m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&FileServiceServer::HandleAccept, this));
}

void
FileServiceServer::StopApplication()
{
    NS_LOG_FUNCTION(this);
    ShutDown();
}

void
FileServiceServer::ShutDown()
{
    m_rebootEvent.Cancel();
    CloseAll();
    Restart();
}

void
FileServiceServer::ConnectionMade(Ptr<FileServiceConnection> /* connection */)
{
}

void
FileServiceServer::MessageArrived(Ptr<FileServiceConnection> connection,
                                  const FileServiceMessage& message)
{
    HandleMessage(connection, message);
}

void
FileServiceServer::ConnectionEnded(Ptr<FileServiceConnection> connection, const std::string& reason)
{
    NS_LOG_INFO("a client has gone: " << reason);
    std::erase(m_connections, connection);
    HandleEnd(connection);
}

void
FileServiceServer::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_INFO("a client connects: " << from);
    if (const auto factory =
            DynamicCast<TcpHostSocketFactory>(GetNode()->GetObject<SocketFactory>(m_protocol)))
    {
        factory->SetUpAcceptedSocket(socket);
    }
    m_socketTrace(socket);
    m_connections.push_back(Create<FileServiceConnection>(socket,
                                                          GetFraming(),
                                                          FileServiceConnection::LARGEST_MESSAGE,
                                                          this));
    m_connections.back()->SetLimits(MOST_REQUESTS, MOST_REPLY_BYTES);
}

void
FileServiceServer::CloseAll()
{
    for (const auto& connection : std::exchange(m_connections, {}))
    {
        connection->Close();
    }
    if (m_socket)
    {
        m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

} // namespace ns3
