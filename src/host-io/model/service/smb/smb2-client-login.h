/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_CLIENT_LOGIN_H
#define SMB2_CLIENT_LOGIN_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * A client's part of a login by NTLMSSP inside SPNEGO (MS-NLMP, 3.1.5.1): it begins, and proves
 * that it knows the password by NTLM version 2. Without a user it is anonymous.
 */
class Smb2ClientLogin
{
  public:
    /**
     * @param user name of the user, empty for none
     * @param password the password
     * @param challenge the client's own number
     */
    Smb2ClientLogin(const std::string& user, const std::string& password, uint64_t challenge);

    /**
     * @return the first message
     */
    std::string Begin() const;

    /**
     * @param blob the server's challenge
     * @param time FILETIME, unless the server gives one
     * @return the next message, empty if that is no challenge
     */
    std::string Answer(const std::string& blob, uint64_t time);

    /**
     * @return the key of the session, 16 bytes; empty for an anonymous one
     */
    const std::string& GetSessionKey() const;

  private:
    std::string m_user;       //!< name of the user
    std::string m_password;   //!< the password
    uint64_t m_challenge;     //!< the client's own number
    std::string m_sessionKey; //!< the key
};

} // namespace ns3

#endif /* SMB2_CLIENT_LOGIN_H */
