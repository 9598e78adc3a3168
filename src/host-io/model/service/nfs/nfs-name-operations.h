/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_NAME_OPERATIONS_H
#define NFS_NAME_OPERATIONS_H

#include "nfs-node.h"
#include "nfs-path-finder.h"
#include "nfs-protocol.h"

#include "ns3/file-request.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * The requests of an NFS client for names: stat, list, unlink, rename, mkdir and rmdir.
 */
class NfsNameOperations
{
  public:
    /// Completes a request.
    using Completion = std::function<void(Ptr<FileRequest>, FileStatus)>;

    /**
     * @param call calls the server; outlives this
     * @param paths follows paths; outlives this
     * @param directoryTimes how long attributes of directories are believed
     * @param directoryReadSize most bytes of a READDIR reply
     * @param complete completes a request
     */
    NfsNameOperations(const NfsCall& call,
                      NfsPathFinder& paths,
                      const NfsAttributeTimes& directoryTimes,
                      uint32_t directoryReadSize,
                      Completion complete);

    /**
     * Begin a request.
     *
     * @param request the request: STAT, LIST, UNLINK, RENAME, MAKE_DIRECTORY or REMOVE_DIRECTORY
     */
    void Start(Ptr<FileRequest> request);

    /**
     * Remove a name.
     *
     * @param request the request that does it
     * @param procedure REMOVE or RMDIR
     * @param directory where
     * @param name the name
     */
    void RemoveName(Ptr<FileRequest> request,
                    NfsProcedure procedure,
                    Ptr<NfsNode> directory,
                    const std::string& name);

  private:
    /**
     * Find what a request's path names. The request is complete if there is nothing.
     *
     * @param request the request
     * @param found called with what there is
     */
    void Find(Ptr<FileRequest> request, std::function<void(const NfsPlace&)> found);

    /// @param request a SYNC_DIRECTORY: nothing is left to do where the directory exists, as calls
    ///        that change names return when the server has done it
    void SyncDirectory(Ptr<FileRequest> request);
    /// @param request a STAT
    void Stat(Ptr<FileRequest> request);
    /// @param request a LIST
    void List(Ptr<FileRequest> request);
    /// @param request an UNLINK
    void Unlink(Ptr<FileRequest> request);
    /// @param request a RENAME
    void Rename(Ptr<FileRequest> request);
    /// @param request a MAKE_DIRECTORY
    void MakeDirectory(Ptr<FileRequest> request);
    /// @param request a REMOVE_DIRECTORY
    void RemoveDirectory(Ptr<FileRequest> request);

    /**
     * Read names of a directory, from where the last reply ended.
     *
     * @param request the LIST
     * @param node the directory
     * @param cookie where to continue
     * @param verifier what the cookie belongs to
     */
    void ReadDirectory(Ptr<FileRequest> request,
                       Ptr<NfsNode> node,
                       uint64_t cookie,
                       uint64_t verifier);

    /**
     * Rename an open file that is unlinked, so that it stays until its last close.
     *
     * @param request the UNLINK
     * @param place where the file is
     */
    void Hide(Ptr<FileRequest> request, const NfsPlace& place);

    const NfsCall& m_call;              //!< calls the server
    NfsPathFinder& m_paths;             //!< follows paths
    NfsAttributeTimes m_directoryTimes; //!< how long attributes of directories are believed
    uint32_t m_directoryReadSize;       //!< most bytes of a READDIR reply
    Completion m_complete;              //!< completes a request
};

} // namespace ns3

#endif /* NFS_NAME_OPERATIONS_H */
