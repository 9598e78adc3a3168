/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONTEXT_H
#define ISCSI_INITIATOR_CONTEXT_H

#include "iscsi-initiator-settings.h"

#include "ns3/iscsi-session-parameters.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The settings of an initiator's session and the values negotiated with its target. Its parts read
 * it; it is written when the session begins and ends.
 */
struct IscsiInitiatorContext
{
    /**
     * @return true if PDUs that are lost are asked for and sent again: ErrorRecoveryLevel 1 or 2
     */
    bool Recovers() const
    {
        return parameters.errorRecoveryLevel > 0;
    }

    IscsiInitiatorSettings settings;   //!< what the session was told
    IscsiSessionParameters parameters; //!< values proposed, then agreed
    uint16_t tsih{0};                  //!< target's part of the session identifier, 0 before login
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONTEXT_H */
