/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_HELPER_H
#define BOND_HELPER_H

#include "ethernet-helper.h"

#include "ns3/bond-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Bonds Ethernet ports of a node. Attributes apply to what is installed after they were set.
 */
class BondHelper
{
  public:
    BondHelper();

    /**
     * @param name attribute of BondNetDevice
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Bond ports.
     *
     * @param node the node
     * @param ports its ports, EthernetNetDevices with cables
     * @return the bond
     */
    Ptr<BondNetDevice> Install(Ptr<Node> node, const NetDeviceContainer& ports) const;

    /**
     * Join two nodes with several cables, and bond them at both ends.
     *
     * @param a one node
     * @param b the other node
     * @param links how many cables
     * @param cable makes them
     * @return the bond of each
     */
    NetDeviceContainer Install(Ptr<Node> a,
                               Ptr<Node> b,
                               uint32_t links,
                               const EthernetHelper& cable) const;

  private:
    ObjectFactory m_bond; //!< makes bonds
};

} // namespace ns3

#endif /* BOND_HELPER_H */
