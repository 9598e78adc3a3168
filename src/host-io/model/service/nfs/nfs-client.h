/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_CLIENT_H
#define NFS_CLIENT_H

#include "nfs-mounter.h"
#include "nfs-name-operations.h"
#include "nfs-node.h"
#include "nfs-path-finder.h"
#include "nfs-protocol.h"

#include "ns3/rpc-client.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * A client of NFS version 3 (RFC 1813) over TCP: a file system whose files are on an NfsServer, or
 * on any other server whose Export it mounts.
 *
 * Consistency is close-to-open: an open asks for the attributes of the file (by GETATTR, or LOOKUP
 * if the name is not known), a close waits until what was written is on the server's medium. Writes
 * are sent later, UNSTABLE, in pieces of WriteSize, and committed at close, fsync and fdatasync;
 * with O_SYNC, O_DSYNC or O_DIRECT at once, FILE_SYNC. A sequential reader is read ahead in pieces
 * of ReadSize.
 *
 * What was read and written stays in a page cache of CacheMemory bytes (CachedRemoteFile), after a
 * close too, until the server's attributes tell that others changed the file. Without one, what was
 * read and passed is read again, and what waits to be written is sent when a piece is full, when a
 * write goes elsewhere, or at a flush, and not because of its age. Attributes are believed for a
 * time that grows from AcRegMin to AcRegMax; names in a directory are believed until it is found
 * changed. A file that is unlinked while this client has it open is renamed, and removed at its
 * last close, as Linux does.
 *
 * If the connection is lost, calls are repeated on the next with the same XIDs. They fail with
 * INPUT_OUTPUT only after ReconnectAttempts.
 *
 * Left out: ACCESS, READDIRPLUS, names known not to exist, locks, permissions, and the processor
 * time of the client but for what its page cache takes.
 */
class NfsClient : public RpcClient
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return number of handles that are open
     */
    std::size_t GetNOpen() const;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<FileRequest> request) override;
    void HandleConnected() override;
    void HandleGivenUp() override;
    uint32_t GetProgram() const override;
    uint32_t GetVersion() const override;
    std::string GetProcedureName(uint32_t procedure) const override;

  private:
    /// An open file.
    struct OpenFile
    {
        Ptr<NfsNode> node;   //!< the file
        FileOpenFlags flags; //!< how it was opened
    };

    /**
     * Call a procedure.
     *
     * @param procedure the procedure
     * @param arguments its arguments
     * @param answered called with the results, never from inside
     */
    void Invoke(NfsProcedure procedure, const NfsArguments& arguments, NfsAnswered answered);

    /**
     * Make the page cache, if there is to be one and it is not there yet.
     */
    void MakeCache();

    /**
     * Begin a request.
     */
    void Start(Ptr<FileRequest> request);

    /**
     * @param request a request for an open file
     */
    void StartOnHandle(Ptr<FileRequest> request);

    /// @param request an OPEN
    void Open(Ptr<FileRequest> request);
    /// @param request an OPEN
    /// @param place where it leads: to a file
    void OpenExisting(Ptr<FileRequest> request, const NfsPlace& place);
    /// @param request an OPEN
    /// @param place where it leads: to nothing
    void OpenNew(Ptr<FileRequest> request, const NfsPlace& place);
    /// @param request an OPEN
    /// @param node its file, whose attributes are new
    void FinishOpen(Ptr<FileRequest> request, Ptr<NfsNode> node);
    /// @param request a CLOSE
    void Close(Ptr<FileRequest> request);
    /// @param request a CLOSE whose data is on the server
    /// @param node its file
    void FinishClose(Ptr<FileRequest> request, Ptr<NfsNode> node);
    /// @param request a READ
    /// @param open its file
    void Read(Ptr<FileRequest> request, const OpenFile& open);
    /// @param request a WRITE
    /// @param open its file
    void Write(Ptr<FileRequest> request, const OpenFile& open);

    /**
     * Set the size of a file; what was written before is sent first.
     *
     * @param node the file
     * @param bytes its size
     * @param done called with the outcome
     */
    void SetSize(Ptr<NfsNode> node, uint64_t bytes, std::function<void(FileStatus)> done);

    /// @param request a SYNC_ALL
    void SyncAll(Ptr<FileRequest> request);
    /// Ask for the root: by the MOUNT service, if there is an export, otherwise by LOOKUP.
    void FindRoot();
    /**
     * The MOUNT service was asked for the root.
     *
     * @param root its handle, nothing if there is none
     * @param fault why there is none
     */
    void ExportMounted(const std::optional<NfsFileHandle>& root, const std::string& fault);
    /**
     * The server was asked for the root.
     *
     * @param results its handle and attributes
     */
    void RootFound(const NfsResults& results);
    /**
     * The server was asked what it likes.
     *
     * @param results the results of the FSINFO
     */
    void SizesFound(const NfsResults& results);

    std::string m_export;               //!< path of the export, empty for the public root
    uint16_t m_mountPort{0};            //!< port of the MOUNT service, 0 to ask for it
    uint32_t m_readSize{0};             //!< most bytes of a READ, the attribute
    uint32_t m_writeSize{0};            //!< most bytes of a WRITE, the attribute
    uint32_t m_directoryReadSize{0};    //!< most bytes of a READDIR reply
    uint32_t m_readAhead{0};            //!< READs ahead of a sequential reader
    uint64_t m_dirtyLimit{0};           //!< most bytes of a file that are not committed
    Time m_acRegMin;                    //!< shortest time for files
    Time m_acRegMax;                    //!< longest time for files
    Time m_acDirMin;                    //!< shortest time for directories
    Time m_acDirMax;                    //!< longest time for directories
    uint64_t m_cacheMemory{0};          //!< bytes of the page cache, 0 for none
    NfsFile::Settings m_files;          //!< how to reach files
    NfsAttributeTimes m_directoryTimes; //!< how long attributes of directories are believed
    bool m_isMounting{false};           //!< whether the root was asked for
    /// Invoke, for the parts.
    const NfsCall m_call{[this](auto procedure, const auto& arguments, auto answered) {
        Invoke(procedure, arguments, std::move(answered));
    }};
    std::unique_ptr<NfsMounter> m_mounter;      //!< asks the MOUNT service, null without an export
    std::unique_ptr<NfsPathFinder> m_paths;     //!< follows paths, null before the root is known
    std::unique_ptr<NfsNameOperations> m_names; //!< requests on names, null likewise
    std::map<FileHandle, OpenFile> m_open;      //!< open files
    FileHandle m_lastHandle{0};                 //!< the last handle given
};

} // namespace ns3

#endif /* NFS_CLIENT_H */
