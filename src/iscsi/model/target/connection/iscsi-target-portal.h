/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_PORTAL_H
#define ISCSI_TARGET_PORTAL_H

#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-text.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The identity of a login, from the first Login Request of a connection (RFC 7143, 6.3.1).
 */
struct IscsiLoginIdentity
{
    std::string initiatorName;     //!< InitiatorName
    std::string targetName;        //!< TargetName, may be empty in a discovery session
    std::string portal;            //!< address of the portal, may be empty without a network
    bool discovery{false};         //!< SessionType is Discovery
    std::array<uint8_t, 6> isid{}; //!< initiator's part of the session identifier
    uint16_t tsih{0};              //!< target's part of it, 0 for a new session
    uint16_t cid{0};               //!< connection identifier

    /**
     * @return name of the initiator port: initiator name and ISID (RFC 7143, 4.4)
     */
    std::string GetInitiatorPortName() const;
};

/**
 * @ingroup iscsi-target-connection
 *
 * A target's answer to a login.
 */
struct IscsiLoginTerms
{
    /// what the target wants; for a further connection the session's values as agreed
    IscsiSessionParameters proposals;

    std::string redirect; //!< TargetAddress to go to, if the status is a redirection

    /// status of the login once the initiator has proved who it is: nobody else is told of sessions
    IscsiLoginStatus onceAuthenticated{IscsiLoginStatus::SUCCESS};
};

/**
 * @ingroup iscsi-target-connection
 *
 * Knows a target's names and sessions, and decides whether a login is admitted.
 */
class IscsiTargetPortal
{
  public:
    virtual ~IscsiTargetPortal() = default;

    /**
     * A login begins.
     *
     * @param who who logs in
     * @param terms filled in: on what terms
     * @return SUCCESS, or the status to refuse or redirect with
     */
    virtual IscsiLoginStatus Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) = 0;

    /**
     * A login is about to succeed: check once more whether the session can be had, and name it.
     *
     * @param who who logs in
     * @param tsih filled in: the identifier of the session, a new one if who.tsih is 0
     * @return SUCCESS, or the status to refuse with
     */
    virtual IscsiLoginStatus Complete(const IscsiLoginIdentity& who, uint16_t& tsih) = 0;

    /**
     * Answer SendTargets (RFC 7143, appendix C).
     *
     * @param session the negotiated values in the session that asks
     * @param request the key's value: All, the name of a target, or nothing
     * @return TargetName and TargetAddress of each target, or SendTargets=Reject
     */
    virtual IscsiTextKeys SendTargets(const IscsiSessionParameters& session,
                                      const std::string& request) const = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_PORTAL_H */
