/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONTEXT_H
#define ISCSI_INITIATOR_CONTEXT_H

#include "iscsi-initiator-recovery-clock.h"
#include "iscsi-initiator-task-table.h"

#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-connection-set.h"
#include "ns3/iscsi-initiator-pending-requests.h"
#include "ns3/iscsi-initiator-settings.h"
#include "ns3/iscsi-session-parameters.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-task
 *
 * What the parts of an initiator's session work on together: the settings and the values negotiated
 * with the target, which are written when the session begins and ends, the order of commands, the
 * tasks, the requests that wait for answers, and the connections.
 */
struct IscsiInitiatorContext
{
    IscsiInitiatorContext()
        : numbering(settings),
          connections(settings, parameters),
          clock(settings, parameters)
    {
    }

    /**
     * @return true if PDUs that are lost are asked for and sent again: ErrorRecoveryLevel 1 or 2
     */
    bool Recovers() const
    {
        return parameters.errorRecoveryLevel > 0;
    }

    IscsiInitiatorSettings settings;   //!< settings of the session
    IscsiSessionParameters parameters; //!< values proposed, then agreed
    uint16_t tsih{0};                  //!< target's part of the session identifier, 0 before login
    IscsiInitiatorCommandNumbering numbering;      //!< the order and the window of commands
    IscsiInitiatorTaskTable tasks;                 //!< tasks and tags
    IscsiInitiatorPendingRequests pendingRequests; //!< other requests that wait for answers
    IscsiInitiatorConnectionSet connections;       //!< connections that logged in
    IscsiInitiatorRecoveryClock clock;             //!< when to look for lost PDUs
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONTEXT_H */
