/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAF_SPINE_HELPER_H
#define LEAF_SPINE_HELPER_H

#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-leaf-spine.h"
#include "ns3/node-container.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Builds a leaf-spine network of switches: each leaf gets a link to each spine. Hosts are added to
 * the control plane that it returns, see EthernetLeafSpine::AddHost. An EthernetFabricSwitch is
 * aggregated to each node, and the control plane to the first spine's.
 */
class LeafSpineHelper
{
  public:
    /**
     * @param links makes the links of leaves and spines
     */
    explicit LeafSpineHelper(const EthernetHelper& links);

    /**
     * Let the frames of all ports of a switch wait in one memory, each switch in its own.
     *
     * @param bytes of frames, 1 or more; 0 for no such memory
     */
    void SetSharedBuffer(uint32_t bytes);

    /**
     * @param leaves the switches of hosts, 1 or more
     * @param spines the switches that join leaves, 1 or more
     * @return the control plane
     */
    Ptr<EthernetLeafSpine> Install(const NodeContainer& leaves, const NodeContainer& spines) const;

  private:
    /**
     * @param node a node
     * @return a switch made of it
     */
    Ptr<EthernetFabricSwitch> MakeSwitch(Ptr<Node> node) const;

    EthernetHelper m_links;    //!< makes links
    uint32_t m_sharedBytes{0}; //!< of the memory of all ports of a switch, 0 for none
};

} // namespace ns3

#endif /* LEAF_SPINE_HELPER_H */
