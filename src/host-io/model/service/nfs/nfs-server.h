/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_SERVER_H
#define NFS_SERVER_H

#include "nfs-handle-table.h"
#include "nfs-listings.h"
#include "nfs-protocol.h"

#include "ns3/rpc-server.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * A server of NFS version 3 (RFC 1813) over TCP. Clients find the root by a LOOKUP of "/" in the
 * public file handle (RFC 2054 and 2055), so there is no MOUNT protocol.
 *
 * Each procedure is one request to the file system and one for each set of attributes in the reply.
 * The attributes before the call are those that the server saw last. A file stays open in the file
 * system between calls. A WRITE that is not UNSTABLE, and a COMMIT, wait for fsync of the file.
 *
 * Left out: ACCESS, READLINK, SYMLINK, MKNOD, LINK, READDIRPLUS, FSSTAT and PATHCONF; users and
 * permissions; setting of times; locks (NLM). CREATE EXCLUSIVE is treated as GUARDED.
 */
class NfsServer : public RpcServer
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    uint16_t GetStandardPort() const override;
    void Restart() override;
    uint32_t GetProgram() const override;
    uint32_t GetVersion() const override;
    std::string GetProcedureName(uint32_t procedure) const override;
    bool IsIdempotent(uint32_t procedure) const override;
    bool Execute(Ptr<Call> call, FileServiceReader& arguments) override;

  private:
    /// A call that is executed.
    struct Work : public SimpleRefCount<Work>
    {
        Ptr<Call> call;                             //!< where the reply goes
        NfsProcedure procedure{NfsProcedure::NONE}; //!< what is asked for
        NfsArguments arguments;                     //!< with what
        NfsResults results;                         //!< the outcome
        uint64_t file{0};                           //!< number of the file or directory
        uint64_t used{0};                           //!< number of the open file it uses, 0 for none
    };

    /// What to do next.
    using Next = std::function<void()>;

    /**
     * Execute a call whose file is known.
     *
     * @param work the call
     */
    void Serve(Ptr<Work> work);

    /**
     * Execute a call that changes a directory.
     *
     * @param work the call, whose name is right
     * @param path path of the name
     */
    void ServeName(Ptr<Work> work, const std::string& path);

    /// @param work a LOOKUP
    void Lookup(Ptr<Work> work);
    /// @param work a READ
    void Read(Ptr<Work> work);
    /// @param work a WRITE
    void Write(Ptr<Work> work);
    /// @param work a COMMIT
    void Commit(Ptr<Work> work);
    /// @param work a SETATTR
    void SetAttributes(Ptr<Work> work);
    /// @param work a READDIR
    void ReadDirectory(Ptr<Work> work);
    /// @param work a RENAME, whose old name is right
    /// @param path path of the old name
    void Rename(Ptr<Work> work, const std::string& path);
    /// @param work a CREATE
    /// @param path path of the new file
    void CreateFile(Ptr<Work> work, const std::string& path);
    /// @param work a MKDIR
    /// @param path path of the new directory
    void MakeDirectory(Ptr<Work> work, const std::string& path);
    /// @param work a REMOVE or RMDIR
    /// @param path path of what is to go
    void Remove(Ptr<Work> work, const std::string& path);

    /**
     * Fill a reply to READDIR.
     *
     * @param work the call
     * @param listing the names
     */
    void FillEntries(Ptr<Work> work, const NfsListings::Listing& listing);

    /**
     * Submit a request for a path or an open file; end the call if it fails.
     *
     * @param work the call
     * @param request the request
     * @param answer called when the request is complete and well
     */
    void Try(Ptr<Work> work, Ptr<FileRequest> request, Answer answer);

    /**
     * Have the file of a call open.
     *
     * @param work the call
     * @param next called with the handle
     */
    void Open(Ptr<Work> work, std::function<void(FileHandle)> next);

    /**
     * Ask for attributes.
     *
     * @param id number of the file
     * @param attributes where to put them; none if the file is gone
     * @param next what to do then
     */
    void Stat(uint64_t id, std::optional<FileAttributes>& attributes, Next next);

    /**
     * End a call that changed its file or directory.
     *
     * @param work the call
     */
    void FinishChange(Ptr<Work> work);

    /**
     * End a call.
     *
     * @param work the call
     */
    void Finish(Ptr<Work> work);

    /**
     * End a call that failed.
     *
     * @param work the call
     * @param status how
     */
    void Fail(Ptr<Work> work, NfsStatus status);

    /**
     * Close a file in the file system.
     *
     * @param handle its handle, 0 to do nothing
     */
    void Close(FileHandle handle);

    /**
     * Forget a file that is no more.
     *
     * @param id its number
     */
    void Forget(uint64_t id);

    uint32_t m_maxTransfer{0}; //!< most bytes of a READ or WRITE
    NfsHandleTable m_table;    //!< files with handles
    NfsOpenFiles m_openFiles;  //!< files that are open
    NfsListings m_listings;    //!< the last listings
    uint64_t m_verifier{0};    //!< number of this instance of the server
};

} // namespace ns3

#endif /* NFS_SERVER_H */
