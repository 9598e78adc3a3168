/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SESSION_EVENTS_H
#define ISCSI_INITIATOR_SESSION_EVENTS_H

#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Notified when an initiator's session becomes usable and when it is abandoned.
 */
class IscsiInitiatorSessionEvents
{
  public:
    virtual ~IscsiInitiatorSessionEvents() = default;

    /**
     * The session stands: tell who waits for the port.
     */
    virtual void BecameReady() = 0;

    /**
     * Logins are no longer tried: notify the users that wait for the port.
     *
     * @param reason why, in words
     */
    virtual void GaveUp(const std::string& reason) = 0;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SESSION_EVENTS_H */
