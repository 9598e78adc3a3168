/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-session-state.h"

namespace ns3
{

const char*
GetIscsiSessionStateName(IscsiSessionState state)
{
    switch (state)
    {
    case IscsiSessionState::FREE:
        return "FREE";
    case IscsiSessionState::ACTIVE:
        return "ACTIVE";
    case IscsiSessionState::LOGGED_IN:
        return "LOGGED_IN";
    case IscsiSessionState::FAILED:
        return "FAILED";
    case IscsiSessionState::IN_CONTINUE:
        return "IN_CONTINUE";
    }
    return "?";
}

} // namespace ns3
