/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SETTINGS_H
#define ISCSI_INITIATOR_SETTINGS_H

#include "iscsi-connection-policy.h"
#include "iscsi-host-cost.h"
#include "iscsi-observer.h"
#include "iscsi-pdu-stream.h"
#include "iscsi-session-parameters.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * What an initiator's session is told when it is to log in, as the application's attributes say.
 */
struct IscsiInitiatorSettings
{
    std::function<Ptr<IscsiPduStream>()> openStream; //!< makes a stream that is not connected
    /// The portals of the target's portal group, at least one; connections use them in turn.
    std::vector<Address> portals;
    IscsiSessionParameters proposals;  //!< what the initiator wants
    std::array<uint8_t, 6> isid{};     //!< its part of the session identifier, as RFC 7143,
                                       //!< 11.12.5, builds it
    Ptr<IscsiHostCost> cost;           //!< the host's processor
    IscsiObserver* observer{nullptr};  //!< who is told; outlives the session
    Ptr<IscsiConnectionPolicy> policy; //!< chooses among connections
    uint16_t connections{1};           //!< connections wanted, 1 or more
    Time nopInterval;                  //!< time between pings, zero for none
    Time nopTimeout;                   //!< longest time a ping is unanswered, zero for no limit
    Time loginTimeout{Seconds(15)};    //!< longest time of a login or a logout
    Time recoveryTimeout{Seconds(2)};  //!< time without progress after which PDUs are asked for
                                       //!< or sent again, with ErrorRecoveryLevel 1 or 2
    Time textTimeout{Seconds(15)};     //!< longest time a Text Request is unanswered
    bool sessionRecovery{true};        //!< whether a lost session is made again
    uint32_t loginRetries{10};         //!< how often a login that failed is tried again
    Time loginRetryDelay{Seconds(2)};  //!< how long after it failed
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SETTINGS_H */
