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
 * public file handle (RFC 2054 and 2055), or by the MOUNT protocol of an NfsMountServer.
 *
 * Each procedure is one request to the file system and one for each set of attributes in the reply.
 * The attributes before the call are those that the server saw last. A file stays open in the file
 * system between calls. A WRITE that is not UNSTABLE, and a COMMIT, wait for fsync of the file.
 *
 * Modes, owners and times that clients set have no place in the file system: the server keeps them
 * in memory, and writes nothing for them. A symbolic link is a file that contains where it leads,
 * and only the server knows that it is one. No permission is checked.
 *
 * Left out: LINK and MKNOD, which are answered with NFS3ERR_NOTSUPP, and locks (NLM).
 */
class NfsServer : public RpcServer
{
  public:
    /// Told whether a directory was found, and its handle.
    using Found = std::function<void(NfsStatus, const NfsFileHandle&)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetProgram() const override;
    uint32_t GetVersion() const override;

    /**
     * Find a directory, for a client that mounts it.
     *
     * @param path its path; empty parts are passed by
     * @param found told, perhaps from inside this call
     */
    void FindDirectory(const std::string& path, Found found);

  protected:
    uint16_t GetStandardPort() const override;
    void Restart() override;
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
     * Execute a call.
     *
     * @param work the call
     */
    void Serve(Ptr<Work> work);

    /**
     * Execute a call whose file is known.
     *
     * @param work the call
     */
    void ServeFile(Ptr<Work> work);

    /**
     * Execute a call that needs nothing of its file but attributes.
     *
     * @param work the call
     */
    void ServeAttributes(Ptr<Work> work);

    /**
     * Execute a call that changes a directory.
     *
     * @param work the call
     */
    void ServeName(Ptr<Work> work);

    /// @param work a LOOKUP
    void Lookup(Ptr<Work> work);
    /// @param work a LOOKUP of a directory that is known
    /// @param id number of the directory
    void LookupDirectory(Ptr<Work> work, uint64_t id);
    /// @param work an ACCESS, whose attributes are known
    static void Access(Ptr<Work> work);
    /// @param work a READLINK
    void ReadLink(Ptr<Work> work);
    /// @param work a READ
    void Read(Ptr<Work> work);
    /// @param work a WRITE
    void Write(Ptr<Work> work);
    /// @param work a COMMIT
    void Commit(Ptr<Work> work);
    /// @param work a SETATTR
    void SetAttributes(Ptr<Work> work);
    /// @param work a SETATTR, whose guard is right
    void SetSize(Ptr<Work> work);
    /// @param work a SETATTR, whose size is set
    void FinishSettings(Ptr<Work> work);
    /// @param work a READDIR or READDIRPLUS
    void ReadDirectory(Ptr<Work> work);
    /// @param work a RENAME, whose old name is right
    /// @param path path of the old name
    void Rename(Ptr<Work> work, const std::string& path);
    /// @param work a CREATE
    /// @param path path of the new file
    void CreateFile(Ptr<Work> work, const std::string& path);
    /// @param work a CREATE EXCLUSIVE of a name that exists
    /// @param path path of the file
    void RepeatCreate(Ptr<Work> work, const std::string& path);
    /// @param work a MKDIR
    /// @param path path of the new directory
    void MakeDirectory(Ptr<Work> work, const std::string& path);
    /// @param work a SYMLINK
    /// @param path path of the new link
    void MakeLink(Ptr<Work> work, const std::string& path);
    /// @param work a SYMLINK whose file is made
    /// @param request what opened it
    void FinishLink(Ptr<Work> work, Ptr<FileRequest> request);
    /// @param work a REMOVE or RMDIR
    /// @param path path of what is to go
    void Remove(Ptr<Work> work, const std::string& path);

    /**
     * The file of a call was made or found: it is in the reply.
     *
     * @param work a call that makes something
     * @param attributes what the file system knows of it
     * @return its entry
     */
    NfsHandleTable::Entry& NoteNew(Ptr<Work> work, const FileAttributes& attributes);

    /**
     * Reply to READDIR or READDIRPLUS.
     *
     * @param work the call
     * @param verifier number of the listing
     */
    void FillEntries(Ptr<Work> work, uint64_t verifier);

    /**
     * @param work a READDIR or READDIRPLUS
     * @param listing the names
     * @param at number of the name
     * @return the entry
     */
    NfsEntry MakeEntry(const Work& work, const NfsListings::Listing& listing, uint64_t at);

    /**
     * Add attributes and handles to the entries of a READDIRPLUS, one after the other, and reply.
     *
     * @param work the call
     * @param at number of the entry
     */
    void DescribeEntries(Ptr<Work> work, std::size_t at);

    /**
     * Find what is under a path, a part at a time.
     *
     * @param directory number of the directory that was reached
     * @param rest the rest of the path
     * @param found told
     */
    void Walk(uint64_t directory, const std::string& rest, Found found);

    /**
     * Keep what a client sets and the file system has no place for.
     *
     * @param entry the file
     * @param settings what is set
     */
    void Keep(NfsHandleTable::Entry& entry, const NfsSettings& settings) const;

    /**
     * @param entry a file, whose attributes are known
     * @return them with what clients set, as they are sent
     */
    NfsAttributes GetAttributes(const NfsHandleTable::Entry& entry) const;

    /**
     * @param entry a file
     * @return its attributes as they are sent, none if they are not known
     */
    std::optional<NfsAttributes> GetLastAttributes(const NfsHandleTable::Entry& entry) const;

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
    void Stat(uint64_t id, std::optional<NfsAttributes>& attributes, Next next);

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

    /**
     * @param operation an operation
     * @param path path of the file
     * @param handle the open file
     * @return a request
     */
    static Ptr<FileRequest> MakeRequest(FileOperation operation,
                                        const std::string& path,
                                        FileHandle handle = 0);

    uint32_t m_maxTransfer{0}; //!< most bytes of a READ or WRITE
    Time m_timeOfDay;          //!< what is added to times of files
    NfsHandleTable m_table;    //!< files with handles
    NfsOpenFiles m_openFiles;  //!< files that are open
    NfsListings m_listings;    //!< the last listings
    uint64_t m_verifier{0};    //!< number of this instance of the server
};

} // namespace ns3

#endif /* NFS_SERVER_H */
