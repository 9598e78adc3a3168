/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OFFLOAD_HELPER_H
#define TCP_OFFLOAD_HELPER_H

#include "ns3/node-container.h"

namespace ns3
{

/**
 * @ingroup host-tcp
 *
 * Lets hosts leave the segmentation of TCP to their Ethernet adapters. Applications of these hosts
 * use it whose Protocol is ns3::TcpHostSocketFactory.
 */
class TcpOffloadHelper
{
  public:
    /**
     * @param hosts nodes with TCP and devices that have the attribute Offload
     */
    void Install(const NodeContainer& hosts) const;
};

} // namespace ns3

#endif /* TCP_OFFLOAD_HELPER_H */
