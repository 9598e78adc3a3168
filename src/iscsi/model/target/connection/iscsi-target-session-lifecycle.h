/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_LIFECYCLE_H
#define ISCSI_TARGET_SESSION_LIFECYCLE_H

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The parts' view of the state of a target's session (RFC 7143, 8.3). The session implements it.
 */
class IscsiTargetSessionLifecycle
{
  public:
    virtual ~IscsiTargetSessionLifecycle() = default;

    /**
     * @return true if the session takes requests
     */
    virtual bool IsLoggedIn() const = 0;

    /**
     * Connections went: work out the state anew, and end the session if none is left.
     */
    virtual void UpdateState() = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_LIFECYCLE_H */
