/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_MOUNT_SERVER_H
#define NFS_MOUNT_SERVER_H

#include "nfs-server.h"

#include "ns3/rpc-server.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * The MOUNT protocol, version 3 (RFC 1813, appendix I), over TCP: gives clients of an NfsServer the
 * handle of a directory. All is exported to everybody, as "/export"; each directory below can be
 * mounted. The export has a name because libnfs cannot mount what is above the first slash.
 */
class NfsMountServer : public RpcServer
{
  public:
    /// The path of the file system's root.
    static constexpr const char* EXPORT_PATH = "/export";

    /// Mounts that are remembered for DUMP; of more, the oldest are forgotten.
    static constexpr std::size_t MAX_MOUNTS = 1024;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetProgram() const override;
    uint32_t GetVersion() const override;

    /**
     * @param server whose handles are given, before this starts
     */
    void SetServer(Ptr<NfsServer> server);

  protected:
    void DoDispose() override;
    uint16_t GetStandardPort() const override;
    void Restart() override;
    std::string GetProcedureName(uint32_t procedure) const override;
    bool IsIdempotent(uint32_t procedure) const override;
    bool Execute(Ptr<Call> call, FileServiceReader& arguments) override;

  private:
    /// Host and path of a client that mounted something.
    using Mount = std::pair<std::string, std::string>;

    /**
     * Execute a MNT.
     *
     * @param call the call
     * @param path what is to be mounted
     */
    void Find(Ptr<Call> call, const std::string& path);

    /**
     * @param call a call
     * @param path a path
     * @return the client that calls, and the path
     */
    static Mount MakeMount(const Call& call, const std::string& path);

    /**
     * @param to where to write all that is mounted: mountlist
     */
    void PutMounts(FileServiceWriter& to) const;

    Ptr<NfsServer> m_server;    //!< whose handles are given
    std::deque<Mount> m_mounts; //!< what is mounted, the oldest first
};

} // namespace ns3

#endif /* NFS_MOUNT_SERVER_H */
