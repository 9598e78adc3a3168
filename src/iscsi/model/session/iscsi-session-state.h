/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SESSION_STATE_H
#define ISCSI_SESSION_STATE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * The states of a session (RFC 7143, 8.3): an initiator's are FREE, LOGGED_IN and FAILED, a
 * target's all five.
 */
enum class IscsiSessionState : uint8_t
{
    FREE,       //!< Q1: no session
    ACTIVE,     //!< Q2: the first connection is logging in
    LOGGED_IN,  //!< Q3: a connection is in full feature phase
    FAILED,     //!< Q4: all connections are lost
    IN_CONTINUE //!< Q5: a new connection is about to continue the session
};

/**
 * @ingroup iscsi-session
 *
 * @param state a state
 * @return its name as RFC 7143 prints it
 */
const char* GetIscsiSessionStateName(IscsiSessionState state);

} // namespace ns3

#endif /* ISCSI_SESSION_STATE_H */
