/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-server.h"

#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NbdServer");

NbdServer::NbdServer(const std::string& path, LiveSimulatorImpl& simulator)
    : m_simulator(simulator),
      m_socket(path)
{
}

NbdServer::~NbdServer()
{
    m_isEnding = true;
    WatchSocket(false);
    for (const auto& connection : std::exchange(m_connections, {}))
    {
        connection->Close();
    }
}

std::string
NbdServer::GetUri(const std::string& name) const
{
    return m_socket.GetUri(name);
}

void
NbdServer::Start(const std::vector<NbdExport>& exports)
{
    NS_LOG_INFO("clients are taken: " << exports.size() << " exports");
    m_exports = exports;
    WatchSocket(!m_isEnding);
}

void
NbdServer::End(Callback<void> ended)
{
    NS_LOG_INFO("server ends: " << m_connections.size() << " clients");
    m_isEnding = true;
    m_ended = ended;
    WatchSocket(false);
    for (const auto& connection : std::set(m_connections))
    {
        connection->End();
    }
    TellEnded();
}

void
NbdServer::TellEnded()
{
    if (m_isEnding && m_connections.empty() && !m_ended.IsNull())
    {
        std::exchange(m_ended, Callback<void>())();
    }
}

uint32_t
NbdServer::GetConnectionCount() const
{
    return m_connections.size();
}

void
NbdServer::HandleWaiting()
{
    while (m_connections.size() < MOST_CONNECTIONS)
    {
        const auto fd = m_socket.Accept();
        if (fd < 0)
        {
            return;
        }
        NS_LOG_INFO("a client connects, beside " << m_connections.size());
        const auto connection =
            Create<NbdConnection>(fd,
                                  m_exports,
                                  m_simulator,
                                  MakeCallback(&NbdServer::ConnectionClosed, this));
        m_connections.insert(connection);
        connection->Start();
    }
    WatchSocket(false);
}

void
NbdServer::WatchSocket(bool isWanted)
{
    if (isWanted == m_isWatched)
    {
        return;
    }
    m_isWatched = isWanted;
    isWanted
        ? m_simulator.AddDescriptor(m_socket.Get(), MakeCallback(&NbdServer::HandleWaiting, this))
        : m_simulator.RemoveDescriptor(m_socket.Get());
}

void
NbdServer::ConnectionClosed(Ptr<NbdConnection> connection)
{
    m_connections.erase(connection);
    WatchSocket(!m_isEnding);
    TellEnded();
}

} // namespace ns3
