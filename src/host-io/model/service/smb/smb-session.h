/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_SESSION_H
#define SMB_SESSION_H

#include "smb-codec.h"
#include "smb-file.h"
#include "smb-message.h"
#include "smb2-client-login.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The session of an SMB client on a connection: agrees on a dialect, logs in, connects to the
 * share, and signs messages if the server asks for that. SmbServer without ForeignClients takes a
 * login in one round trip; servers of other systems (a share is named) take one in two.
 */
class SmbSession : public SimpleRefCount<SmbSession>
{
  public:
    /// Whose session it is, and what for.
    struct Settings
    {
        std::string server;    //!< the server's address, in words
        std::string share;     //!< name of the share; empty for that of SmbServer
        std::string user;      //!< name of the user, empty for none
        std::string password;  //!< the password
        uint64_t challenge{0}; //!< the client's number of the login
    };

    /// Told that the share is connected, or why not, in words. Not told from inside.
    using Ended = std::function<void(const std::string& fault)>;

    /**
     * @param codec messages of the dialect
     * @param settings whose session it is
     * @param send sends a request of the login
     * @param ended told how the login ends
     */
    SmbSession(const SmbCodec& codec, const Settings& settings, SmbCall send, Ended ended);

    /// Log in and connect to the share.
    void Start();

    /// The connection is lost: tell nobody.
    void Close();

    /**
     * @return what was agreed on
     */
    const SmbLimits& GetLimits() const;

    /**
     * @param header a header of a request, to which session and share are added
     * @param body what is behind it up to the contents
     * @param payload the contents
     * @return header and body, signed if need be
     */
    FileServiceWriter Seal(SmbHeader header,
                           const FileServiceWriter& body,
                           const FileServicePayload& payload) const;

    /**
     * @param header the header of a response
     * @param message all of it
     * @return what is wrong with the signature, empty if nothing is
     */
    std::string Accept(const SmbHeader& header, const FileServiceMessage& message);

  private:
    /**
     * Send a request of the login.
     *
     * @param command the command
     * @param request the request
     * @param next called with the response, whose status is OK or asks for more
     * @param refused what is in front of another status
     */
    void Send(SmbCommand command,
              const SmbRequest& request,
              std::function<void(SmbStatus, const SmbResponse&)> next,
              const std::string& refused);

    /// @param response what NEGOTIATE agrees on
    void Negotiated(const SmbResponse& response);

    /**
     * @param response the response to NEGOTIATE, of a server of another system
     * @return why it will not do, empty if it does
     */
    std::string CheckForeign(const SmbResponse& response) const;

    /// @param blob message of a login of a server of another system
    void LogIn(const std::string& blob);

    /// @param response the end of the login
    void LoggedIn(const SmbResponse& response);

    /// Connect to the share.
    void ConnectTree();

    /// @param fault how the login ends, empty for well
    void End(const std::string& fault);

    /// @return what is in front of the status of a login that is refused
    std::string DescribeLogin() const;

    const SmbCodec& m_codec;                //!< messages of the dialect
    Settings m_settings;                    //!< whose session it is
    SmbCall m_send;                         //!< sends a request of the login
    Ended m_ended;                          //!< told how the login ends, null since then
    SmbLimits m_limits;                     //!< what was agreed on
    std::optional<Smb2ClientLogin> m_login; //!< proves who the user is, until it has
    std::string m_key;                      //!< signs, empty for none
    bool m_signs{false};                    //!< whether all messages are signed
    uint64_t m_sessionId{0};                //!< number of the session
    uint32_t m_treeId{0};                   //!< number of the share
};

} // namespace ns3

#endif /* SMB_SESSION_H */
