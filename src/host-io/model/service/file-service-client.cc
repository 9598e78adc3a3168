/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-client.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileServiceClient");

NS_OBJECT_ENSURE_REGISTERED(FileServiceClient);

namespace
{

/// Most bytes of a name in a directory.
constexpr std::size_t MAX_NAME = 255;

} // namespace

TypeId
FileServiceClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FileServiceClient")
            .SetParent<FileSystem>()
            .SetGroupName("HostIo")
            .AddAttribute("Protocol",
                          "TypeId of the factory that creates the TCP sockets",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&FileServiceClient::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("ReconnectDelay",
                          "Time from the loss of a connection to the next try, 0 or more",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&FileServiceClient::m_reconnectDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ReconnectAttempts",
                          "Tries to connect again before requests fail, 0 or more",
                          UintegerValue(10),
                          MakeUintegerAccessor(&FileServiceClient::m_reconnectAttempts),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StoreData",
                          "Keep contents of files: reads return what was written",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FileServiceClient::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("Call",
                            "A request is sent",
                            MakeTraceSourceAccessor(&FileServiceClient::m_callTrace),
                            "ns3::FileServiceClient::CallTracedCallback")
            .AddTraceSource("Reply",
                            "A reply arrived; the time is that since the request was issued",
                            MakeTraceSourceAccessor(&FileServiceClient::m_replyTrace),
                            "ns3::FileServiceClient::ReplyTracedCallback")
            .AddTraceSource("Socket",
                            "A TCP socket was created to connect to the server; it has trace "
                            "sources of its own, such as CongestionWindow",
                            MakeTraceSourceAccessor(&FileServiceClient::m_socketTrace),
                            "ns3::FileServiceClient::SocketTracedCallback")
            .AddTraceSource("GivenUp",
                            "The file system could not be mounted, or no connection could be made "
                            "again; the text says why",
                            MakeTraceSourceAccessor(&FileServiceClient::m_givenUpTrace),
                            "ns3::FileServiceClient::GivenUpTracedCallback");
    return tid;
}

FileServiceClient::~FileServiceClient()
{
    if (m_connection)
    {
        m_connection->Close();
    }
}

const char*
FileServiceClient::GetStateName(State state)
{
    switch (state)
    {
    case State::CONNECTING:
        return "CONNECTING";
    case State::MOUNTING:
        return "MOUNTING";
    case State::MOUNTED:
        return "MOUNTED";
    case State::WAITING:
        return "WAITING";
    case State::IDLE:
    default:
        return "IDLE";
    }
}

FileServiceClient::State
FileServiceClient::GetState() const
{
    if (!m_connection)
    {
        return m_reconnectEvent.IsPending() ? State::WAITING : State::IDLE;
    }
    if (!m_isConnected)
    {
        return State::CONNECTING;
    }
    return m_isMounted ? State::MOUNTED : State::MOUNTING;
}

bool
FileServiceClient::IsReady() const
{
    return m_isMounted;
}

void
FileServiceClient::SetUp(Ptr<Node> node, const Address& server)
{
    m_node = node;
    m_server = server;
}

void
FileServiceClient::Mount()
{
    NS_LOG_FUNCTION(this);
    NeedConnection();
}

void
FileServiceClient::Unmount()
{
    NS_LOG_INFO("unmounted");
    m_reconnectEvent.Cancel();
    if (m_connection)
    {
        m_connection->Close();
        m_connection = nullptr;
        m_isConnected = false;
        HandleGivenUp();
    }
}

const Address&
FileServiceClient::GetServer() const
{
    return m_server;
}

const FileServiceCounters&
FileServiceClient::GetCounters() const
{
    return m_counters;
}

const std::string&
FileServiceClient::GetFault() const
{
    return m_fault;
}

void
FileServiceClient::DoDispose()
{
    m_reconnectEvent.Cancel();
    if (m_connection)
    {
        m_connection->Close();
        m_connection = nullptr;
    }
    m_node = nullptr;
    FileSystem::DoDispose();
}

void
FileServiceClient::SetMounted()
{
    m_attempts = 0;
    if (!std::exchange(m_isMounted, true))
    {
        NS_LOG_INFO("mounted");
        NotifyReady();
    }
}

void
FileServiceClient::FailMount(const std::string& reason)
{
    NS_LOG_WARN("not mounted: " << reason);
    NoteFault(reason);
    Unmount();
    m_givenUpTrace(reason);
}

void
FileServiceClient::NoteFault(const std::string& fault)
{
    if (m_fault.empty())
    {
        NS_LOG_INFO("fault: " << fault);
        m_fault = fault;
    }
}

void
FileServiceClient::NeedConnection()
{
    if (!m_connection && !m_reconnectEvent.IsPending() && m_node)
    {
        m_attempts = 0;
        Connect();
    }
}

void
FileServiceClient::LoseConnection(const std::string& reason)
{
    if (m_connection)
    {
        const auto connection = m_connection;
        connection->Close();
        ConnectionEnded(connection, reason);
    }
}

Ptr<FileServiceConnection>
FileServiceClient::GetConnection() const
{
    return m_isConnected ? m_connection : nullptr;
}

void
FileServiceClient::NoteCall(const std::string& procedure)
{
    NS_LOG_DEBUG("call: " << procedure);
    m_counters.CountCall(procedure);
    m_callTrace(procedure);
}

void
FileServiceClient::NoteReply(const std::string& procedure, Time issued)
{
    const auto latency = Simulator::Now() - issued;
    m_attempts = m_isMounted ? 0 : m_attempts;
    NS_LOG_DEBUG("reply: " << procedure << " after " << latency.As(Time::US));
    m_counters.CountReply(procedure, latency);
    m_replyTrace(procedure, latency);
}

bool
FileServiceClient::StoresData() const
{
    return m_storeData;
}

void
FileServiceClient::ConnectionMade(Ptr<FileServiceConnection> /* connection */)
{
    NS_LOG_INFO("connected");
    m_isConnected = true;
    HandleConnected();
}

void
FileServiceClient::MessageArrived(Ptr<FileServiceConnection> /* connection */,
                                  const FileServiceMessage& message)
{
    HandleMessage(message);
}

void
FileServiceClient::ConnectionEnded(Ptr<FileServiceConnection> /* connection */,
                                   const std::string& reason)
{
    NS_LOG_INFO("connection lost: " << reason);
    m_connection = nullptr;
    m_isConnected = false;
    if (m_attempts >= m_reconnectAttempts)
    {
        NS_LOG_WARN("no connection to the server: " << reason);
        NoteFault("no connection: " + reason);
        HandleGivenUp();
        m_givenUpTrace(reason);
        return;
    }
    ++m_attempts;
    m_reconnectEvent = Simulator::Schedule(m_reconnectDelay, &FileServiceClient::Connect, this);
    HandleLost(reason);
}

Ptr<Socket>
FileServiceClient::MakeSocket()
{
    const auto socket = Socket::CreateSocket(m_node, m_protocol);
    m_socketTrace(socket);
    return socket;
}

void
FileServiceClient::Connect()
{
    const auto socket = MakeSocket();
    m_connection = Create<FileServiceConnection>(socket,
                                                 GetFraming(),
                                                 FileServiceConnection::LARGEST_MESSAGE,
                                                 this);
    m_connection->Connect(m_server);
}

std::vector<std::string>
SplitFilePath(const std::string& path)
{
    std::vector<std::string> parts;
    for (auto begin = path.find_first_not_of('/'); begin < path.size();)
    {
        const auto end = std::min(path.find('/', begin), path.size());
        parts.push_back(path.substr(begin, end - begin));
        begin = std::min(path.find_first_not_of('/', end), path.size());
    }
    return parts;
}

FileStatus
CheckFilePath(const std::string& path)
{
    if (path.empty())
    {
        return FileStatus::NOT_FOUND;
    }
    if (path.front() != '/')
    {
        return FileStatus::INVALID_ARGUMENT;
    }
    for (const auto& part : SplitFilePath(path))
    {
        if (part == "." || part == "..")
        {
            return FileStatus::INVALID_ARGUMENT;
        }
        if (part.size() > MAX_NAME)
        {
            return FileStatus::NAME_TOO_LONG;
        }
    }
    return FileStatus::OK;
}

} // namespace ns3
