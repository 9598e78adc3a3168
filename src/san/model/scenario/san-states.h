/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STATES_H
#define SAN_STATES_H

#include "ns3/application-container.h"
#include "ns3/block-array.h"
#include "ns3/extent-file-system.h"
#include "ns3/fcp-initiator.h"
#include "ns3/file-service-client.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/multipath-device.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class SanSessions;
class SanTargets;

/**
 * @ingroup san-scenario
 *
 * The states that the parts of a storage area network are in: sessions and connections of
 * initiators and of targets, tasks of initiators, ports of loops and exchanges on them, members of
 * arrays, paths of multipath I/O, journals of file systems, connections of clients of file servers.
 */
class SanStates
{
  public:
    /**
     * Watch a network from now on; its sessions are not open yet.
     *
     * @param targets its targets
     * @param sessions its sessions
     */
    SanStates(const SanTargets& targets, const SanSessions& sessions);

    /**
     * Watch the journal of a file system, too.
     *
     * @param files the file system
     */
    void AddFileSystem(Ptr<ExtentFileSystem> files);

    /**
     * Watch a client of a file server, too.
     *
     * @param client the client
     */
    void AddFileClient(Ptr<FileServiceClient> client);

    /**
     * @return every state that some part is in now, behind the kind of the part, such as
     *         "target session LOGGED_IN"; sessions and connections that are FREE are none
     */
    std::set<std::string> Get() const;

  private:
    /**
     * Watch the sessions and connections of applications.
     *
     * @param ends the applications
     * @param role "initiator" or "target"
     */
    void Watch(const ApplicationContainer& ends, const std::string& role);

    /**
     * A session or connection changed its state.
     *
     * @param role "initiator" or "target"
     * @param machine "session" or "connection" and its CID
     * @param from the state before
     * @param to the state now
     */
    void Note(std::string role,
              const std::string& machine,
              const std::string& from,
              const std::string& to);

    /**
     * Find the ends of exchanges on the loops of gateways.
     *
     * @param targets the targets
     */
    void FindExchanges(const SanTargets& targets);

    std::map<std::string, int64_t> m_counts;          //!< sessions and connections by their state
    std::vector<Ptr<IscsiInitiator>> m_initiators;    //!< have tasks
    std::vector<Ptr<FcpInitiator>> m_exchanges;       //!< have exchanges, and ports on loops
    std::vector<Ptr<BlockArray>> m_arrays;            //!< have members
    std::vector<Ptr<MultipathDevice>> m_multipath;    //!< have paths
    std::vector<Ptr<ExtentFileSystem>> m_fileSystems; //!< have journals
    std::vector<Ptr<FileServiceClient>> m_clients;    //!< have connections to file servers
};

} // namespace ns3

#endif /* SAN_STATES_H */
