/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_SETTINGS_H
#define ISCSI_INITIATOR_CONNECTION_SETTINGS_H

#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-observer.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * Settings of each connection of an initiator's session.
 */
struct IscsiInitiatorConnectionSettings
{
    Ptr<Node> node; //!< the host; null where addresses are all good
    std::function<Ptr<IscsiPduStream>()> openStream; //!< makes a stream that is not connected
    std::array<uint8_t, 6> isid{};    //!< the initiator's part of the session identifier, as
                                      //!< RFC 7143, 11.12.5, builds it
    Ptr<IscsiHostCost> cost;          //!< the host's processor
    IscsiObserver* observer{nullptr}; //!< what is notified; outlives the session
    Time nopInterval;                 //!< time between pings, zero for none
    Time nopTimeout;                  //!< longest time a ping is unanswered, zero for no limit
    Time loginTimeout{Seconds(15)};   //!< longest time of a login or a logout
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_SETTINGS_H */
