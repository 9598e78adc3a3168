/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_ATTACHMENT_H
#define LIVE_ATTACHMENT_H

#include "ns3/live-net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

namespace ns3
{

class LiveOptions;

/**
 * @ingroup live-san
 *
 * Connect a host of a simulated network to the real network.
 *
 * @param node the host, which gets the live device and its address
 * @param o the options
 * @return the live device
 * @throw UserError if it cannot be opened
 */
Ptr<LiveNetDevice> AttachLiveNetwork(Ptr<Node> node, const LiveOptions& o);

/**
 * @ingroup live-san
 *
 * Let a real host stand for a host of a simulated network, beyond the live device: it has the
 * addresses of the simulated host, which forwards what comes for them.
 *
 * @param node the simulated host
 * @param device its live device
 */
void GiveAddressesToLiveHost(Ptr<Node> node, Ptr<LiveNetDevice> device);

} // namespace ns3

#endif /* LIVE_ATTACHMENT_H */
