/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FABRIC_H
#define SAN_FABRIC_H

#include "san-links.h"

#include "ns3/ethernet-leaf-spine.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <cstdint>

namespace ns3
{

class SanPathOptions;

/**
 * @ingroup san-path
 *
 * A leaf-spine network in the place of the path. Some leaves have the initiators and the other ones
 * the targets, in turn, so that each packet goes from leaf to leaf by a spine.
 */
class SanFabric
{
  public:
    /**
     * @param o the options, with spines
     * @param links makes links
     */
    SanFabric(const SanPathOptions& o, const SanLinks& links);

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return links of the initiators' leaves: the leaf's end, then the spine's
     */
    NetDeviceContainer GetUplinks() const;

    /**
     * Make the way between leaves longer or shorter.
     *
     * @param delay its one-way delay, half of which each of its two links has
     */
    void SetDelay(Time delay) const;

    /**
     * @param access the link
     * @param initiator a host
     * @param number its number
     * @return its end of its link to a leaf, and the leaf's
     */
    NetDeviceContainer JoinInitiator(const SanLinks::Settings& access,
                                     Ptr<Node> initiator,
                                     uint32_t number);

    /**
     * @param access the link
     * @param target a host
     * @param number its number
     * @return its end of its link to a leaf, and the leaf's
     */
    NetDeviceContainer JoinTarget(const SanLinks::Settings& access,
                                  Ptr<Node> target,
                                  uint32_t number);

  private:
    /**
     * @param access the link
     * @param host a host
     * @param leaf number of its leaf
     * @return its end of its link, and the leaf's
     */
    NetDeviceContainer Join(const SanLinks::Settings& access, Ptr<Node> host, uint32_t leaf);

    const SanLinks& m_links;         //!< makes links
    const uint32_t m_near;           //!< leaves of initiators, which are the first ones
    NodeContainer m_leaves;          //!< switches of hosts
    NodeContainer m_spines;          //!< switches that join leaves
    Ptr<EthernetLeafSpine> m_fabric; //!< the control plane
};

} // namespace ns3

#endif /* SAN_FABRIC_H */
