/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_SERVER_H
#define SMB_SERVER_H

#include "smb-codec.h"
#include "smb-message.h"
#include "smb2-information.h"

#include "ns3/file-service-server.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * A server of SMB over TCP, port 445. Dialect chooses between SMB 2.1 (MS-SMB2) and NT LM 0.12,
 * known as SMB1 or CIFS (MS-CIFS, MS-SMB). Headers and bodies are those of the specification; a
 * client logs in without a password, in one round trip.
 *
 * With ForeignClients it serves clients of other systems, by SMB 2.0.2 or 2.1: they agree on a
 * dialect, perhaps beginning as SMB1 does, log in by SPNEGO and NTLMSSP as a guest or anonymously,
 * connect to the share that SHARE names or to IPC$, which has no pipes, and find what is not here
 * by a status. Such requests may be compound; each has a response of its own. Of times only the
 * last write can be set, and is kept in memory; a write forgets it. Names are as they are written:
 * case counts.
 *
 * With SMB 2.1 each client gets credits: at first none but one, then as many as it asks for, up to
 * Credits at a time. With NT LM 0.12 a client learns MaxMpxCount and has no more requests
 * outstanding. Files that are open when a connection ends are closed.
 *
 * Left out: signing, encryption, oplocks and leases (so clients do not cache), locks, AndX chains,
 * compound requests without ForeignClients, durable handles, sharing modes, change notification,
 * raw reads and writes.
 */
class SmbServer : public FileServiceServer
{
  public:
    static constexpr const char* SHARE = "share"; //!< name of the share

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return number of files and directories that clients have open
     */
    std::size_t GetNOpen() const;

  protected:
    uint16_t GetStandardPort() const override;
    FileServiceFraming GetFraming() const override;
    void HandleMessage(Ptr<FileServiceConnection> connection,
                       const FileServiceMessage& message) override;
    void HandleEnd(Ptr<FileServiceConnection> connection) override;
    void Restart() override;

  private:
    /// A file or directory that a client has open.
    struct OpenFile
    {
        Ptr<FileServiceConnection> connection; //!< the client's
        uint32_t treeId{0};                    //!< the share that it is of
        std::string path;                      //!< its path
        FileHandle handle{0};                  //!< in the file system, 0 without contents
        uint64_t inode{0};                     //!< number of its inode
        uint32_t access{0};                    //!< what it was opened for
        bool isDirectory{false};               //!< whether it is a directory
        bool deleteOnClose{false};             //!< whether it goes when it is closed
        bool isListed{false};                  //!< whether the names were asked for
        bool isSearch{false};                  //!< whether it is closed behind the last name
        bool hasNames{false};                  //!< whether a name was told
        std::vector<std::string> names;        //!< names still to be told, the last first
    };

    /// The requests of a message that are left, and what they go on with.
    struct Chain : public SimpleRefCount<Chain>
    {
        std::deque<FileServiceMessage> left; //!< requests
        SmbHeader header;                    //!< of the last that was served, with its status
        SmbFileId fileId;                    //!< its file
    };

    /// A request that is executed.
    struct Work : public SimpleRefCount<Work>
    {
        Ptr<FileServiceConnection> connection;    //!< where the response goes
        SmbHeader header;                         //!< its header
        SmbCommand command{SmbCommand::UNKNOWN};  //!< what is asked for
        SmbRequest request;                       //!< with what
        SmbResponse response;                     //!< the outcome
        Time arrived;                             //!< when it arrived
        Ptr<Chain> chain;                         //!< the message that it is of, null if all of it
        std::vector<Smb2Information::File> files; //!< QUERY_DIRECTORY: names to tell
    };

    /// A client that is logging in or logged in.
    struct Session
    {
        bool isValid{false};            //!< whether it is logged in
        std::map<uint32_t, bool> trees; //!< shares by number, true for that of pipes
    };

    /// The other end of a connection.
    struct Client
    {
        uint32_t credits{1};                  //!< that it has
        uint16_t dialect{0};                  //!< what was agreed on, 0 before
        std::map<uint64_t, Session> sessions; //!< by number
    };

    /// Says of an open file whether it is meant.
    using OpenFilter = std::function<bool(const OpenFile&)>;

    /**
     * Accept a request.
     *
     * @param connection where it arrived
     * @param message the request
     * @param chain the message that it is of, null if all of it
     */
    void Accept(Ptr<FileServiceConnection> connection,
                const FileServiceMessage& message,
                Ptr<Chain> chain);

    /**
     * Execute a request once a thread is free.
     *
     * @param work the request
     * @param status why it is not executed, OK if it is
     */
    void Enter(Ptr<Work> work, SmbStatus status);

    /**
     * Take a message of several requests apart, and accept the first.
     *
     * @param connection where it arrived
     * @param message the message
     */
    void AcceptChain(Ptr<FileServiceConnection> connection, const FileServiceMessage& message);

    /**
     * Accept the next request of a message.
     *
     * @param work the one in front of it, which is served
     */
    void ServeNext(Ptr<const Work> work);

    /**
     * Let a request go on with the one in front of it, if it says so.
     *
     * @param work the request, of a chain
     * @return the status that it ends with at once, OK if it does not
     */
    static SmbStatus Inherit(Work& work);

    /**
     * Agree on a dialect with a client that begins with SMB1.
     *
     * @param connection where it arrived
     * @param message the NEGOTIATE of SMB1
     */
    void AcceptMultiProtocol(Ptr<FileServiceConnection> connection,
                             const FileServiceMessage& message);

    /**
     * @param work a request of a foreign client
     * @return the session that it is of, null if the client is not logged in
     */
    Session* FindSession(const Work& work);

    /**
     * @param work a request of a foreign client
     * @return OK if the client may ask for that now
     */
    SmbStatus Admit(const Work& work);

    /// @param work a NEGOTIATE
    void Negotiate(Ptr<Work> work);
    /// @param work a SESSION_SETUP
    void SetUpSession(Ptr<Work> work);
    /// @param work a TREE_CONNECT
    void ConnectTree(Ptr<Work> work);
    /// @param work a TREE_DISCONNECT or LOGOFF
    void Leave(Ptr<Work> work);
    /// @param work an IOCTL
    void Control(Ptr<Work> work);

    /**
     * Close files, and remove those that are to go.
     *
     * @param isMeant which
     */
    void CloseOpen(const OpenFilter& isMeant);

    /**
     * Remove a file or directory that was to go when it is closed.
     *
     * @param open what was open
     * @param answer called with the outcome
     */
    void RemoveClosed(const OpenFile& open, Answer answer);

    /// @param work a CREATE of a foreign client
    void CreateForeign(Ptr<Work> work);
    /// @param work a CREATE of a foreign client
    /// @param attributes attributes of what exists
    void CreateExisting(Ptr<Work> work, const FileAttributes& attributes);
    /// @param work a CREATE of a foreign client, of what does not exist
    void CreateMissing(Ptr<Work> work);
    /// @param work a CREATE of a file with its contents
    /// @param create whether to make it
    /// @param truncate whether to empty it
    void OpenContents(Ptr<Work> work, bool create, bool truncate);
    /// @param work a CREATE of a directory of a foreign client
    /// @param attributes its attributes
    void OpenDirectory(Ptr<Work> work, const FileAttributes& attributes);

    /**
     * @param work a request of a foreign client for an open file
     * @param open the file
     * @return OK if it was opened for that
     */
    SmbStatus CheckAccess(const Work& work, const OpenFile& open) const;

    /// @param work a FLUSH
    /// @param open its file
    void Flush(Ptr<Work> work, const OpenFile& open);
    /// @param work a QUERY_INFO
    /// @param open its file
    void QueryInformation(Ptr<Work> work, const OpenFile& open);
    /// @param work a SET_INFO of a foreign client
    /// @param open its file
    void SetForeignInformation(Ptr<Work> work, OpenFile& open);
    /// @param work a SET_INFO that renames
    /// @param open its file
    void RenameForeign(Ptr<Work> work, const OpenFile& open);
    /// @param work a SET_INFO that deletes
    /// @param open its file
    void SetDisposition(Ptr<Work> work, OpenFile& open);

    /**
     * A name is another: so are those of files that are open there and below.
     *
     * @param from the old path
     * @param to the new path
     */
    void MoveOpen(const std::string& from, const std::string& to);

    /// @param work a QUERY_DIRECTORY of a foreign client
    /// @param open its directory
    void QueryForeignDirectory(Ptr<Work> work, OpenFile& open);

    /**
     * Find out about names, one after the other, until the reply is full.
     *
     * @param work a QUERY_DIRECTORY of a foreign client
     * @param room bytes that are left
     */
    void DescribeNames(Ptr<Work> work, uint32_t room);

    /**
     * @param attributes attributes of the file system
     * @return the same with the times that clients see
     */
    FileAttributes GetForeignAttributes(const FileAttributes& attributes) const;

    /**
     * Execute a request.
     *
     * @param work the request
     */
    void Serve(Ptr<Work> work);

    /**
     * Execute a request for an open file.
     *
     * @param work the request
     */
    void ServeFile(Ptr<Work> work);

    /**
     * Execute a request for a name.
     *
     * @param work the request
     */
    void ServeName(Ptr<Work> work);

    /// @param work a RENAME
    void Rename(Ptr<Work> work);
    /// @param work a FIND_FIRST
    void FindFirst(Ptr<Work> work);
    /// @param work a CREATE
    void CreateFile(Ptr<Work> work);
    /// @param work a CREATE of what has no contents
    /// @param status OK if it exists
    /// @param attributes its attributes
    void CreateWithoutData(Ptr<Work> work, FileStatus status, const FileAttributes& attributes);
    /// @param work a CLOSE
    void CloseFile(Ptr<Work> work);
    /// @param work a READ
    /// @param open its file
    void Read(Ptr<Work> work, const OpenFile& open);
    /// @param work a WRITE
    /// @param open its file
    void Write(Ptr<Work> work, const OpenFile& open);
    /// @param work a QUERY_DIRECTORY
    /// @param open its directory
    void QueryDirectory(Ptr<Work> work, const OpenFile& open);
    /// @param work a SET_INFO
    /// @param open its file
    void SetInformation(Ptr<Work> work, OpenFile& open);

    /**
     * Have names told.
     *
     * @param open a directory or search
     * @param names the names in it
     */
    static void SetNames(OpenFile& open, const std::vector<std::string>& names);

    /**
     * Tell names that have not been told; a search ends with the last.
     *
     * @param work a QUERY_DIRECTORY
     */
    void FillNames(Ptr<Work> work);

    /**
     * @param operation an operation
     * @param path path of the file
     * @param handle the open file
     * @return a request
     */
    static Ptr<FileRequest> MakeRequest(FileOperation operation,
                                        const std::string& path,
                                        FileHandle handle = 0);

    /**
     * Submit a request; end the work if it fails.
     *
     * @param work the work
     * @param request the request
     * @param answer called when it is complete and well
     */
    void Try(Ptr<Work> work, Ptr<FileRequest> request, Answer answer);

    /**
     * @param work a request of a client
     * @return the file that it names, null if the client has none of that number open
     */
    OpenFile* FindOpen(Ptr<const Work> work);

    /**
     * Give a file, directory or search a number.
     *
     * @param work the request that opens it
     * @return it, null if no number is left; the response has the number
     */
    OpenFile* AddOpen(Ptr<Work> work);

    /**
     * @return what NEGOTIATE agrees on with a client
     */
    SmbLimits GetLimits() const;

    /**
     * Open a file or directory for a client, and respond.
     *
     * @param work a CREATE
     * @param attributes the attributes
     * @param handle the handle in the file system, 0 for none
     */
    void Opened(Ptr<Work> work, const FileAttributes& attributes, FileHandle handle);

    /**
     * Respond.
     *
     * @param work the request
     * @param status how it ended
     */
    void Finish(Ptr<Work> work, SmbStatus status = SmbStatus::OK);

    /**
     * @param request what a client asks for
     * @return credits that it gets
     */
    uint16_t Grant(Ptr<const Work> request);

    SmbDialect m_dialect;                                   //!< how to speak
    const SmbCodec* m_codec{nullptr};                       //!< messages of the dialect
    uint32_t m_credits{0};                                  //!< most credits of a client
    uint16_t m_maxMpxCount{0};                              //!< most requests of a client
    uint32_t m_maxBufferSize{0};                            //!< most bytes of a message
    bool m_largeTransfers{false};                           //!< whether contents may be more
    uint32_t m_maxReadSize{0};                              //!< most bytes of a READ
    uint32_t m_maxWriteSize{0};                             //!< most bytes of a WRITE
    std::map<SmbFileId, OpenFile> m_open;                   //!< open files by number
    uint64_t m_lastFile{0};                                 //!< the last number given
    uint64_t m_lastSession{0};                              //!< number of the last session
    uint32_t m_lastTree{1};                                 //!< number of the last share
    bool m_isForeign{false};                                //!< whether clients are of others
    Time m_timeOfDay;                                       //!< what is added to times of files
    std::map<Ptr<FileServiceConnection>, Client> m_clients; //!< clients
    std::map<uint64_t, uint64_t> m_lastWrites;              //!< FILETIMEs that were set, by inode
};

} // namespace ns3

#endif /* SMB_SERVER_H */
