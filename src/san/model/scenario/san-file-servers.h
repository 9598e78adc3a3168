/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FILE_SERVERS_H
#define SAN_FILE_SERVERS_H

#include "ns3/application-container.h"
#include "ns3/file-service-client.h"
#include "ns3/file-service-helper.h"
#include "ns3/san-file-system.h"
#include "ns3/san-host.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class SanNetwork;
class SanOptions;

/**
 * @ingroup san-scenario
 *
 * The file servers on the targets' nodes. Each logical unit that a target would have is a file
 * system there, served at a port of its own: the protocol's port and the unit's number.
 */
class SanFileServers
{
  public:
    /**
     * @param network the network
     * @param o the options, with a file service; both outlive this object
     * @throw UserError naming the option that is wrong
     */
    SanFileServers(const SanNetwork& network, const SanOptions& o);

    /**
     * @return number of file systems
     */
    uint32_t GetN() const;

    /**
     * @return the servers, one for each file system, node by node
     */
    const ApplicationContainer& GetApplications() const;

    /**
     * @return the drive, or array of drives, below each file system
     */
    std::vector<Ptr<BlockDevice>> GetUnits() const;

    /**
     * Install the program of the options on an initiator's node, with a client of its file system.
     *
     * @param initiator the initiator's number
     * @param number the file system's number
     * @return the program
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanHostedProgram> InstallProgram(uint32_t initiator, uint32_t number) const;

  private:
    /**
     * Serve a file system.
     *
     * @param target number of the target's node
     * @param unit number of the file system there
     */
    void AddServer(uint32_t target, uint32_t unit);

    const SanNetwork& m_network;             //!< the network
    const SanOptions& m_options;             //!< the options
    const SanHost m_host;                    //!< makes file systems and programs
    FileServiceHelper m_helper;              //!< makes servers and clients
    uint16_t m_port{0};                      //!< of the first file system of each node
    std::vector<Ptr<SanFileSystem>> m_files; //!< the file systems
    ApplicationContainer m_servers;          //!< their servers
};

/**
 * @ingroup san-scenario
 *
 * @param o the options, with a file service
 * @return makes its servers and clients as they say
 * @throw UserError naming the option that is wrong
 */
FileServiceHelper MakeSanFileServiceHelper(const SanOptions& o);

} // namespace ns3

#endif /* SAN_FILE_SERVERS_H */
