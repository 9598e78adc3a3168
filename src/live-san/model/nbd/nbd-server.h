/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_SERVER_H
#define NBD_SERVER_H

#include "nbd-connection.h"
#include "nbd-protocol.h"
#include "nbd-socket.h"

#include "ns3/callback.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * A server of the Network Block Device protocol on a Unix socket, in a live simulation. Clients
 * may connect at once; they are taken, up to MOST_CONNECTIONS at a time, once the exports are
 * known.
 */
class NbdServer
{
  public:
    /// Most clients at a time; others wait.
    static constexpr std::size_t MOST_CONNECTIONS = 32;

    /**
     * @param path path of the socket
     * @param simulator calls when sockets are ready; outlives this
     * @throw UserError if the socket cannot be made, or somebody listens there
     */
    NbdServer(const std::string& path, LiveSimulatorImpl& simulator);
    ~NbdServer();
    NbdServer(const NbdServer&) = delete;
    NbdServer& operator=(const NbdServer&) = delete;

    /**
     * @param name name of an export
     * @return its URI for clients
     */
    std::string GetUri(const std::string& name) const;

    /**
     * Take clients from now on.
     *
     * @param exports the exports, the default one first
     */
    void Start(const std::vector<NbdExport>& exports);

    /**
     * Take no more clients, answer what was asked for, and close all connections.
     *
     * @param ended called when all are closed, perhaps from inside this call
     */
    void End(Callback<void> ended);

    /**
     * @return number of clients
     */
    uint32_t GetConnectionCount() const;

  private:
    /// Take clients that wait.
    void HandleWaiting();

    /**
     * Look for clients that wait, or do so no longer.
     *
     * @param isWanted whether there is room for one
     */
    void WatchSocket(bool isWanted);

    /**
     * A connection was closed.
     *
     * @param connection the connection
     */
    void ConnectionClosed(Ptr<NbdConnection> connection);

    /// Tell who wanted the end, once all connections are closed.
    void TellEnded();

    LiveSimulatorImpl& m_simulator;             //!< calls when sockets are ready
    NbdSocket m_socket;                         //!< where clients connect
    std::vector<NbdExport> m_exports;           //!< the exports
    std::set<Ptr<NbdConnection>> m_connections; //!< clients
    Callback<void> m_ended;                     //!< called when all are closed
    bool m_isWatched{false};                    //!< whether the socket is watched
    bool m_isEnding{false};                     //!< whether no more clients are taken
};

} // namespace ns3

#endif /* NBD_SERVER_H */
