/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_MOUNTER_H
#define NFS_MOUNTER_H

#include "nfs-protocol.h"

#include "ns3/rpc-query.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * Finds the root of an export for an NFS client: asks the port mapper (RFC 1833) for the port of
 * the MOUNT service, if that is not known, and MOUNT, version 3 (RFC 1813, appendix I), for the
 * handle.
 */
class NfsMounter
{
  public:
    /// Makes a TCP socket of the client's node.
    using MakeSocket = std::function<Ptr<Socket>()>;

    /// Told the handle of the root; without one, why there is none.
    using Mounted = std::function<void(const std::optional<NfsFileHandle>&, const std::string&)>;

    /**
     * @param makeSocket makes sockets
     * @param server address of the server; the port does not matter
     * @param path the export's path
     * @param mounted told the handle, not from inside
     */
    NfsMounter(MakeSocket makeSocket,
               const Address& server,
               const std::string& path,
               Mounted mounted);

    /**
     * Begin.
     *
     * @param port port of the MOUNT service, 0 to ask for it
     */
    void Start(uint16_t port);

  private:
    /// Ask for the port.
    void FindPort();

    /**
     * Ask for the handle.
     *
     * @param port port of the MOUNT service
     */
    void Mount(uint16_t port);

    /**
     * The MOUNT service answered.
     *
     * @param results what it answered
     */
    void Read(FileServiceReader& results);

    /**
     * Tell the end, in which this may go.
     *
     * @param root the handle, nothing if there is none
     * @param fault why there is none
     */
    void End(const std::optional<NfsFileHandle>& root, const std::string& fault);

    /**
     * @param port a port
     * @return the server's address with that port
     */
    Address GetAddress(uint16_t port) const;

    MakeSocket m_makeSocket; //!< makes sockets
    Address m_server;        //!< address of the server
    std::string m_path;      //!< the export's path
    Mounted m_mounted;       //!< told the handle
    Ptr<RpcQuery> m_query;   //!< what is being asked
};

} // namespace ns3

#endif /* NFS_MOUNTER_H */
