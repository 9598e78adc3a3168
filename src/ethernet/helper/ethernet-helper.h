/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_HELPER_H
#define ETHERNET_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Joins nodes with Ethernet cables, and writes captures with Ethernet headers. Attributes apply to
 * what is installed after they were set.
 */
class EthernetHelper : public PcapHelperForDevice
{
  public:
    EthernetHelper();

    /**
     * @param name attribute of EthernetNetDevice
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param name attribute of EthernetChannel
     * @param value its value
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Let devices drop what has no room instead of stopping a queue disc. Ipv4AddressHelper then
     * installs no queue disc above them.
     */
    void DisableFlowControl();

    /**
     * Join two nodes.
     *
     * @param a one node
     * @param b the other node
     * @return the device of each
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

    /**
     * Join two nodes.
     *
     * @param nodes the nodes; there must be two
     * @return the device of each
     */
    NetDeviceContainer Install(const NodeContainer& nodes) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> netDevice,
                            bool promiscuous,
                            bool explicitFilename) override;

    /**
     * @param node a node
     * @return a new device of it
     */
    Ptr<NetDevice> CreateDevice(Ptr<Node> node) const;

    ObjectFactory m_device;      //!< makes devices
    ObjectFactory m_channel;     //!< makes cables
    bool m_hasFlowControl{true}; //!< whether devices stop queue discs
};

} // namespace ns3

#endif /* ETHERNET_HELPER_H */
