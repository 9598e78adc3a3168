/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_OWNER_H
#define ISCSI_TARGET_SESSION_OWNER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The owner of a target's sessions: the target application.
 */
class IscsiTargetSessionOwner
{
  public:
    virtual ~IscsiTargetSessionOwner() = default;

    /**
     * A session is over: forget it.
     *
     * @param tsih its identifier
     */
    virtual void SessionClosed(uint16_t tsih) = 0;

    /**
     * A session asked for TARGET COLD RESET: end all sessions, those through other portals too
     * (RFC 7143, 11.5.1).
     */
    virtual void ResetAll() = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_OWNER_H */
