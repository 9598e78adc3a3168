/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_SERVICES_H
#define LIVE_SERVICES_H

#include "live-side.h"

#include "ns3/block-device.h"
#include "ns3/file-request.h"
#include "ns3/file-service-server.h"
#include "ns3/nstime.h"
#include "ns3/portmap-server.h"
#include "ns3/san-file-system.h"
#include "ns3/san-host.h"
#include "ns3/san-targets.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class LiveOptions;
class SanNetwork;

/**
 * @ingroup live-san
 *
 * Simulated file servers for real clients, in the place of targets. Each logical unit that a target
 * would have is a file system of its own, made at the start; it is served once it is mounted. The
 * first of a target is at the ports of the protocol, where a port mapper says that it is; the
 * others are at the ports behind these.
 */
class LiveServices : public LiveSide
{
  public:
    /**
     * @param network the simulated network, which outlives this
     * @param o the options, with a file service; they outlive this
     * @throw UserError naming what is wrong
     */
    LiveServices(const SanNetwork& network, const LiveOptions& o);

    /**
     * @return targets, of which there are none
     */
    const SanTargets& GetTargets() const;

    /**
     * @return the drives of all file systems
     */
    std::vector<Ptr<BlockDevice>> GetDrives() const;

    /**
     * Restart all servers: connections break, and what they remembered of clients is lost.
     *
     * @param pause how long nobody listens
     */
    void Restart(Time pause);

    // From LiveSide
    uint32_t GetSessionCount() const override;
    ApplicationContainer GetApplications() const override;
    std::map<std::string, uint64_t> GetCalls() const override;
    std::vector<Ptr<BlockDevice>> GetStorage() const override;
    std::vector<std::string> Describe() const override;
    LiveFigures& GetFigures() override;
    void End() override;
    bool Finish() override;
    std::vector<std::string> GetFailures() const override;
    std::string GetError() const override;

  private:
    /// A file system and its servers.
    struct Share
    {
        Ptr<Node> node;                                //!< the host
        std::string address;                           //!< of the host
        uint32_t unit{0};                              //!< number of the drive there
        Ptr<BlockDevice> device{};                     //!< what the file system is on
        Ptr<PortmapServer> portmap{};                  //!< of the host, null but for its first
        Ptr<SanFileSystem> files{};                    //!< the file system
        std::vector<Ptr<FileServiceServer>> servers{}; //!< the file server first, none until made
    };

    /**
     * Make the file systems of a target.
     *
     * @param network the network
     * @param target its number
     */
    void AddTarget(const SanNetwork& network, uint32_t target);

    /**
     * A file system is made, or could not be.
     *
     * @param number its number
     * @param fault what went wrong, empty if nothing did
     */
    void FilesMade(std::size_t number, const std::string& fault);

    /**
     * Serve a file system.
     *
     * @param share the file system
     */
    void Serve(Share& share);

    /**
     * Serve a file system by NFS.
     *
     * @param share the file system
     */
    void ServeNfs(Share& share);

    /**
     * Serve a file system by SMB.
     *
     * @param share the file system
     */
    void ServeSmb(Share& share);

    /**
     * @return whether clients are of SMB, otherwise of NFS
     */
    bool IsSmb() const;

    /**
     * Start a server at its port and so many behind.
     *
     * @param share what it serves
     * @param server the server
     */
    void Start(Share& share, Ptr<FileServiceServer> server) const;

    /**
     * @param share a file system that is served
     * @return how clients call it
     */
    std::string GetUrl(const Share& share) const;

    /**
     * A request to a file system ended.
     *
     * @param request the request
     */
    void RequestCompleted(Ptr<const FileRequest> request);

    const LiveOptions& m_options;        //!< the options
    const SanTargets m_targets;          //!< none
    const SanHost m_host;                //!< makes file systems
    const Time m_timeOfDay;              //!< what time it was at the start, since 1970
    std::vector<Share> m_shares;         //!< file systems, target by target
    std::vector<std::string> m_failures; //!< what could not be made
    LiveFigures m_figures;               //!< what was done
};

} // namespace ns3

#endif /* LIVE_SERVICES_H */
