/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_CLIENT_H
#define SMB_CLIENT_H

#include "smb-codec.h"
#include "smb-file.h"
#include "smb-message.h"
#include "smb-names.h"
#include "smb-session.h"

#include "ns3/event-id.h"
#include "ns3/file-service-client.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * A client of SMB over TCP: a file system whose files are on an SmbServer. Dialect chooses between
 * SMB 2.1 (MS-SMB2) and NT LM 0.12, known as SMB1 or CIFS (MS-CIFS, MS-SMB).
 *
 * It has no oplock or lease, so it caches nothing: each read and write of a program goes to the
 * server, cut into requests of ReadSize or WriteSize, of which Multiplex are outstanding for each
 * file as far as the credits go. With SMB 2.1 a request uses a credit for each 64 KiB. With NT LM
 * 0.12 any request uses one, and the server's MaxMpxCount is how many there are. A write with
 * O_SYNC or O_DSYNC is written through; fsync and fdatasync are a FLUSH. SmbNames says how names
 * are looked at and changed. A write at the end of a file (O_APPEND) asks for the size first.
 *
 * With Share the server is of another system and speaks SMB 2.0.2 or 2.1: User logs in there by
 * NTLMSSP and NTLM version 2, or nobody does, and messages are signed if the server asks for that.
 *
 * If the connection is lost, requests under way fail with INPUT_OUTPUT, and open files are stale,
 * as they are without durable handles; the client logs in again for later requests.
 */
class SmbClient : public FileServiceClient
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return credits that are left
     */
    uint32_t GetCredits() const;

    /**
     * @return requests sent that have no response
     */
    std::size_t GetNOutstanding() const;

    /**
     * Assign a fixed random variable stream to the numbers of logins.
     *
     * @param stream the first stream index to use
     * @return the number of stream indices assigned
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<FileRequest> request) override;
    FileServiceFraming GetFraming() const override;
    void HandleConnected() override;
    void HandleMessage(const FileServiceMessage& message) override;
    void HandleLost(const std::string& reason) override;
    void HandleGivenUp() override;

  private:
    /**
     * Send a request.
     *
     * @param command the command
     * @param request the request
     * @param answered called with the response, never from inside
     */
    void Invoke(SmbCommand command, const SmbRequest& request, SmbAnswered answered);

    /// A request without a response.
    struct Pending
    {
        SmbCommand command{SmbCommand::NEGOTIATE}; //!< the command
        SmbRequest request;                        //!< the request
        SmbAnswered answered;                      //!< called with the response
        Time issued;                               //!< when it was issued
        Time sent;                                 //!< when it was sent, or last heard of
        uint16_t charge{0};                        //!< credits it uses
    };

    /// An open file.
    struct OpenFile
    {
        Ptr<SmbFile> file;   //!< the file; of a lost connection if it is stale
        FileOpenFlags flags; //!< how it was opened
        bool isStale{false}; //!< whether its connection is lost
    };

    /**
     * Begin a request.
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

    /**
     * Begin a request for a name, which is not open.
     */
    void StartOnName(Ptr<FileRequest> request);

    /**
     * Begin a SYNC_DIRECTORY, which only looks whether the directory exists: what a server has
     * answered it has done, and SMB has no FLUSH for a directory's names.
     */
    void SyncDirectory(Ptr<FileRequest> request);

    /**
     * Begin a RENAME.
     */
    void Rename(Ptr<FileRequest> request);

    /**
     * @param request a request
     * @return what completes it
     */
    SmbNames::Done MakeDone(Ptr<FileRequest> request);

    /**
     * @return who logs in to what
     */
    SmbSession::Settings MakeSettings();

    /**
     * @return source of the numbers of logins
     */
    Ptr<RandomVariableStream> GetChallengeSource();

    /**
     * The login has ended.
     *
     * @param fault why it failed, in words; empty if the share is connected
     */
    void LoggedIn(const std::string& fault);

    /// Take no more notice of the session.
    void CloseSession();

    /**
     * Take over what NEGOTIATE agreed on.
     *
     * @param limits what it agreed on
     */
    void SetLimits(const SmbLimits& limits);

    /// Give the connection up if a response is overdue.
    void CheckResponses();

    /**
     * @param charge credits that a request uses
     * @return the number of the request, one that no outstanding request has
     */
    uint64_t TakeMessageId(uint16_t charge);

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
    uint16_t GetCharge(const Pending& pending) const;

    /**
     * Fail all requests, and have open files stale.
     */
    void FailAll();

    SmbDialect m_dialect;                  //!< how to speak
    uint32_t m_readSize{0};                //!< most bytes of a READ, 0 for the dialect's own
    uint32_t m_writeSize{0};               //!< most bytes of a WRITE, 0 for the dialect's own
    uint32_t m_multiplex{0};               //!< most READs and WRITEs of a file
    RemoteReadAhead::Settings m_reading;   //!< how to read
    RemoteWriteBehind::Settings m_writing; //!< how to write
    const SmbCodec* m_codec{nullptr};      //!< messages of the dialect, since the first login
    /// Invoke, for the parts.
    const SmbCall m_call{[this](auto command, const auto& request, auto answered) {
        Invoke(command, request, std::move(answered));
    }};
    std::unique_ptr<SmbNames> m_names;           //!< operations on names, since the first login
    std::string m_share;                         //!< share of a server of another system, or empty
    std::string m_user;                          //!< who logs in there, empty for nobody
    std::string m_password;                      //!< his password
    Time m_responseTimeout;                      //!< time that the server has for a response
    EventId m_watch;                             //!< a response may be overdue
    Ptr<SmbSession> m_session;                   //!< the session, null before the first
    Ptr<RandomVariableStream> m_challengeSource; //!< made when it is first needed
    uint32_t m_credits{0};                       //!< credits that are left
    uint32_t m_spent{0};                         //!< credits of requests without a response
    uint64_t m_messageId{0};                     //!< number of the next request
    bool m_isLoggedIn{false};                    //!< whether the share is connected
    std::map<uint64_t, Pending> m_sent;          //!< requests by number
    std::deque<Pending> m_waiting;               //!< requests that wait for credits or the login
    std::map<FileHandle, OpenFile> m_open;       //!< open files
    FileHandle m_lastHandle{0};                  //!< the last handle given
};

} // namespace ns3

#endif /* SMB_CLIENT_H */
