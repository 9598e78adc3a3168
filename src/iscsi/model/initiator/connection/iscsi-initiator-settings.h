/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SETTINGS_H
#define ISCSI_INITIATOR_SETTINGS_H

#include "iscsi-initiator-connection-policy.h"
#include "iscsi-initiator-connection-settings.h"

#include "ns3/address.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The settings with which an initiator's session logs in, from the application's attributes.
 */
struct IscsiInitiatorSettings : IscsiInitiatorConnectionSettings
{
    /// The portals of the target's portal group, at least one; connections use them in turn.
    std::vector<Address> portals;
    IscsiSessionParameters proposals;           //!< what the initiator wants
    Ptr<IscsiInitiatorConnectionPolicy> policy; //!< chooses among connections
    uint16_t connections{1};                    //!< connections wanted, 1 or more
    Time recoveryTimeout{Seconds(2)}; //!< time without progress after which PDUs are asked for
                                      //!< or sent again, with ErrorRecoveryLevel 1 or 2
    Time textTimeout{Seconds(15)};    //!< longest time a Text Request is unanswered
    Time taskManagementTimeout{Seconds(75)}; //!< longest time a function is unanswered
    bool sessionRecovery{true};              //!< whether a lost session is made again
    uint32_t loginRetries{10};               //!< how often a login that failed is tried again
    Time loginRetryDelay{Seconds(2)};        //!< how long after it failed
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SETTINGS_H */
