/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_CLIENT_H
#define SMB_CLIENT_H

#include "smb-file.h"
#include "smb2-protocol.h"

#include "ns3/file-service-client.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * A client of SMB 2.1 (MS-SMB2) over TCP: a file system whose files are on an SmbServer.
 *
 * It has no oplock or lease, so it caches nothing: each read and write of a program goes to the
 * server, cut into requests of ReadSize or WriteSize, of which Multiplex are outstanding for each
 * file as far as the credits go. A request uses a credit for each 64 KiB. A write with O_SYNC is
 * written through; fsync is a FLUSH. A name is looked at, removed or renamed by CREATE, a request,
 * and CLOSE. A write at the end of a file (O_APPEND) asks for the size first.
 *
 * If the connection is lost, requests under way fail with INPUT_OUTPUT, and open files are stale,
 * as they are without durable handles; the client logs in again for later requests.
 *
 * With ReadSize and WriteSize 61440 and Multiplex 1 its flow of requests is that of SMB1's
 * READ_ANDX and WRITE_ANDX; the headers are SMB2's, 64 bytes in place of 32.
 */
class SmbClient : public FileServiceClient, public SmbCaller
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Invoke(Smb2Command command, const Smb2Request& request, Answered answered) override;

    /**
     * @return credits that are left
     */
    uint32_t GetCredits() const;

    /**
     * @return requests sent that have no response
     */
    std::size_t GetNOutstanding() const;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<FileRequest> request) override;
    FileServiceFraming GetFraming() const override;
    void HandleConnected() override;
    void HandleMessage(const FileServiceMessage& message) override;
    void HandleLost() override;
    void HandleGivenUp() override;

  private:
    /// A request without a response.
    struct Pending
    {
        Smb2Command command{Smb2Command::NEGOTIATE}; //!< the command
        Smb2Request request;                         //!< the request
        Answered answered;                           //!< told the response
        Time issued;                                 //!< when it was issued
    };

    /// An open file.
    struct OpenFile
    {
        Ptr<SmbFile> file;   //!< the file; of a lost connection if it is stale
        FileOpenFlags flags; //!< how it was opened
        bool isStale{false}; //!< whether its connection is lost
    };

    /// Told what was opened.
    using Opened = std::function<void(const Smb2Response&)>;

    /**
     * Begin a request.
     *
     * @param request the request
     */
    void Start(Ptr<FileRequest> request);

    /**
     * @param request a request for an open file
     * @param open the file
     */
    void StartOnHandle(Ptr<FileRequest> request, const OpenFile& open);

    /// @param request an OPEN
    void Open(Ptr<FileRequest> request);
    /// @param request a CLOSE
    /// @param open the file
    void Close(Ptr<FileRequest> request, const OpenFile& open);
    /// @param request a WRITE
    /// @param open the file
    void Write(Ptr<FileRequest> request, const OpenFile& open);
    /// @param request a STAT
    void Stat(Ptr<FileRequest> request);
    /// @param request a LIST
    /// @param fileId the open directory
    void List(Ptr<FileRequest> request, uint64_t fileId);
    /// @param request an UNLINK or REMOVE_DIRECTORY
    void Remove(Ptr<FileRequest> request);
    /// @param request a RENAME
    void Rename(Ptr<FileRequest> request);
    /// @param request a MAKE_DIRECTORY
    void MakeDirectory(Ptr<FileRequest> request);

    /**
     * Open a name without its contents; the request ends if that fails.
     *
     * @param request the request
     * @param create what to open
     * @param opened told what was opened
     */
    void OpenName(Ptr<FileRequest> request, const Smb2Request& create, Opened opened);

    /**
     * Close what OpenName opened, and end the request.
     *
     * @param request the request
     * @param fileId what is open
     * @param status how the request ended so far
     */
    void CloseName(Ptr<FileRequest> request, uint64_t fileId, FileStatus status);

    /**
     * Ask for something to be set on an open name, close it, and end the request.
     *
     * @param request the request
     * @param set what to set
     */
    void SetAndClose(Ptr<FileRequest> request, const Smb2Request& set);

    /**
     * Log in and connect to the share.
     */
    void LogIn();

    /**
     * Send waiting requests as far as credits go.
     */
    void SendWaiting();

    /**
     * Send a request.
     *
     * @param pending the request
     * @param charge credits it uses
     */
    void Send(Pending pending, uint16_t charge);

    /**
     * @param pending a request
     * @return credits it uses
     */
    static uint16_t GetCharge(const Pending& pending);

    /**
     * Fail all requests, and have open files stale.
     */
    void FailAll();

    uint32_t m_readSize{0};                //!< most bytes of a READ
    uint32_t m_writeSize{0};               //!< most bytes of a WRITE
    uint32_t m_multiplex{0};               //!< most READs and WRITEs of a file
    RemoteReadAhead::Settings m_reading;   //!< how to read
    RemoteWriteBehind::Settings m_writing; //!< how to write
    uint32_t m_credits{0};                 //!< credits that are left
    uint64_t m_messageId{0};               //!< number of the next request
    uint64_t m_sessionId{0};               //!< number of the session
    uint32_t m_treeId{0};                  //!< number of the share
    bool m_isLoggedIn{false};              //!< whether the share is connected
    std::map<uint64_t, Pending> m_sent;    //!< requests by number
    std::deque<Pending> m_waiting;         //!< requests that wait for credits or the login
    std::map<FileHandle, OpenFile> m_open; //!< open files
    FileHandle m_lastHandle{0};            //!< the last handle given
};

} // namespace ns3

#endif /* SMB_CLIENT_H */
