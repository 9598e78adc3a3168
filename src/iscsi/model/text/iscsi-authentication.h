/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_AUTHENTICATION_H
#define ISCSI_AUTHENTICATION_H

#include "iscsi-chap-settings.h"
#include "iscsi-negotiator.h"

#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * The authentication settings of one side: the attributes of an application in one place.
 */
struct IscsiAuthentication
{
    static constexpr std::size_t MIN_SECRET = 12; //!< shortest secret, bytes (RFC 7143, 9.2.1)

    std::string methods;                      //!< AuthMethod: a list of CHAP and None
    std::string algorithms;                   //!< a list of SHA256 and MD5
    std::map<std::string, std::string> users; //!< secrets of initiators by their names
    std::string mutualUser;                   //!< name of the target
    std::string mutualSecret;                 //!< its secret, empty if it does not prove itself

    /**
     * Check what was set.
     *
     * @param role which side this is
     * @return an empty text if all is well; otherwise one line that begins with the attribute, and
     *         holds no secret
     */
    std::string Validate(IscsiRole role) const;

    /**
     * @param role which side this is
     * @param random source of challenges
     * @return what that side needs for CHAP; Validate() finds no fault and there is CHAP
     */
    std::shared_ptr<const IscsiChapSettings> MakeSettings(IscsiRole role,
                                                          Ptr<RandomVariableStream> random) const;

    /**
     * @return true if CHAP is among the methods
     */
    bool HasChap() const;
};

} // namespace ns3

#endif /* ISCSI_AUTHENTICATION_H */
