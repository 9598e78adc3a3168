/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_LOGIN_H
#define SMB2_LOGIN_H

#include "smb-message.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The login of clients of other systems: NTLMSSP (MS-NLMP), alone or inside SPNEGO (RFC 4178,
 * MS-SPNG). Everybody gets in: whoever gives no name as anonymous, others as a guest, whatever the
 * password. There is no key therefore, and nothing is signed.
 */
class Smb2Login
{
  public:
    static constexpr uint16_t IS_GUEST = 1; //!< SMB2_SESSION_FLAG_IS_GUEST (MS-SMB2, 2.2.6)
    static constexpr uint16_t IS_NULL = 2;  //!< SMB2_SESSION_FLAG_IS_NULL

    /// What comes of a message.
    struct Reply
    {
        SmbStatus status{SmbStatus::LOGON_FAILURE}; //!< OK once the client is logged in
        uint16_t flags{0};                          //!< flags of the session then
        std::string blob;                           //!< the message to the client
    };

    /**
     * @return what a server offers: SPNEGO with NTLMSSP alone
     */
    static std::string GetOffer();

    /**
     * @param blob a client's message
     * @param challenge number that the client is to prove a password with
     * @return the reply
     */
    static Reply Answer(const std::string& blob, uint64_t challenge);
};

} // namespace ns3

#endif /* SMB2_LOGIN_H */
