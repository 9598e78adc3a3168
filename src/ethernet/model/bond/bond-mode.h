/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_MODE_H
#define BOND_MODE_H

#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * Over which links of a bond frames go, and from which they are accepted. Links have numbers from
 * 0.
 */
class BondMode
{
  public:
    virtual ~BondMode() = default;

    /// Add a link; it is down.
    virtual void AddLink() = 0;

    /**
     * @param link number of a link
     * @param isUp whether both ends of its cable are plugged in
     */
    virtual void SetLink(uint32_t link, bool isUp) = 0;

    /**
     * @param link number of a link
     * @return whether frames that arrive there are accepted
     */
    virtual bool IsCollecting(uint32_t link) const = 0;

    /**
     * @param link number of a link
     * @return whether frames may be sent there
     */
    virtual bool IsDistributing(uint32_t link) const = 0;

    /**
     * A frame of the Slow Protocols arrived. It is not passed on, whether it means something here
     * or not.
     *
     * The first parameter is the number of the link, the second the payload of the frame.
     */
    virtual void ReceiveSlowProtocol(uint32_t /* link */, Ptr<const Packet> /* payload */)
    {
    }
};

} // namespace ns3

#endif /* BOND_MODE_H */
