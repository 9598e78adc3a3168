/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_NETWORK_HELPER_H
#define LIVE_NETWORK_HELPER_H

#include "ns3/ipv4-address.h"
#include "ns3/live-net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup live
 *
 * Puts simulated nodes on real networks, and writes captures. Attributes apply to what is installed
 * after they were set. LiveSimulatorImpl::Select must have been called.
 */
class LiveNetworkHelper : public PcapHelperForDevice
{
  public:
    LiveNetworkHelper();

    /**
     * @param name attribute of LiveNetDevice
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Put a node on a TAP device: it is what is plugged into the network interface of that name.
     *
     * @param node the node
     * @param name of the interface, which is made if there is none
     * @return device of the node
     * @throw UserError if that is not possible
     */
    Ptr<LiveNetDevice> InstallTap(Ptr<Node> node, const std::string& name) const;

    /**
     * Put a node on a network interface of this host beside the host itself, or in its place where
     * the host has no address there, such as at one end of a veth pair.
     *
     * @param node the node
     * @param name of the interface
     * @return device of the node
     * @throw UserError if that is not possible
     */
    Ptr<LiveNetDevice> InstallInterface(Ptr<Node> node, const std::string& name) const;

    /**
     * Put a node on a descriptor that is open: see LiveDescriptor::Adopt.
     *
     * @param node the node
     * @param fd the descriptor, which is the device's from now on
     * @return device of the node
     * @throw UserError if that is not possible
     */
    Ptr<LiveNetDevice> InstallDescriptor(Ptr<Node> node, int fd) const;

    /**
     * @param text an address of IPv4, such as 192.0.2.2
     * @return the address
     * @throw UserError if it is none
     */
    static Ipv4Address ParseAddress(const std::string& text);

    /**
     * Give a device an address of IPv4.
     *
     * @param device a device of a node with InternetStackHelper's protocols
     * @param address the address and the length of its network's prefix, such as 192.0.2.2/24
     * @throw UserError if it is none
     */
    static void AssignAddress(Ptr<NetDevice> device, const std::string& address);

    /**
     * Let a node send what is for other networks by a router.
     *
     * @param device by which the router is reached; it has an address
     * @param router address of the router, such as 192.0.2.1
     * @throw UserError if it is none
     */
    static void SetDefaultRoute(Ptr<NetDevice> device, const std::string& router);

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> netDevice,
                            bool promiscuous,
                            bool explicitFilename) override;

    /**
     * @param node a node
     * @param descriptor where its frames go
     * @return a new device of the node
     */
    Ptr<LiveNetDevice> Install(Ptr<Node> node, Ptr<LiveDescriptor> descriptor) const;

    ObjectFactory m_device; //!< makes devices
};

} // namespace ns3

#endif /* LIVE_NETWORK_HELPER_H */
