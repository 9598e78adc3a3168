/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_FABRIC_SWITCH_H
#define ETHERNET_FABRIC_SWITCH_H

#include "ns3/ethernet-net-device.h"
#include "ns3/mac48-address.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

class EthernetSharedBuffer;

/**
 * @ingroup ethernet-fabric
 *
 * A switch that shares frames among equal-cost paths (ECMP). It learns nothing: it is told by
 * which ports it reaches an address, as by the control plane of a fabric. A hash of the addresses,
 * ports and protocol of IP decides over which of them a frame goes, so that a flow keeps its path
 * while the ports are the same; with other ports, most flows change theirs. What is not IP goes
 * over the first. Frames for everybody, and for addresses that nobody told, go to the ports of a
 * tree. Trains of frames of hosts with Offload pass whole.
 */
class EthernetFabricSwitch : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * TracedCallback signature for a packet without a path.
     *
     * @param [in] packet payload of the frame, or of the train
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet);

    /**
     * Make a device a port of the switch.
     *
     * @param port a device of the switch's node
     */
    void AddPort(Ptr<EthernetNetDevice> port);

    /**
     * Let the frames of all ports wait in one memory. Call it before AddPort.
     *
     * @param buffer the memory
     */
    void SetSharedBuffer(Ptr<EthernetSharedBuffer> buffer);

    /**
     * Tell which ports lead to the same place.
     *
     * @param group number of the group, from 0
     * @param ports its ports; none if it cannot be reached
     */
    void SetGroup(uint32_t group, std::vector<Ptr<EthernetNetDevice>> ports);

    /**
     * Tell by which ports an address is reached.
     *
     * @param address the address of a host
     * @param group number of the group of ports
     */
    void SetDestination(Mac48Address address, uint32_t group);

    /**
     * Tell which ports frames for everybody take. With those of the other switches they must make a
     * tree.
     *
     * @param ports the ports
     */
    void SetTree(std::vector<Ptr<EthernetNetDevice>> ports);

  protected:
    void DoDispose() override;

  private:
    using Ports = std::vector<Ptr<EthernetNetDevice>>; //!< some ports

    /**
     * A frame, or a train, has arrived.
     *
     * @param port where
     * @param packet its payload
     * @param type EtherType of the payload
     * @param source who sent it
     * @param destination who shall receive it
     * @param kind of the destination
     */
    void Receive(Ptr<NetDevice> port,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& source,
                 const Address& destination,
                 NetDevice::PacketType kind);

    /**
     * Send a frame on along the tree.
     *
     * @param from where it came from
     * @param packet its payload
     * @param type EtherType of the payload
     * @param source who sent it
     * @param destination who shall receive it
     */
    void Flood(Ptr<NetDevice> from,
               Ptr<const Packet> packet,
               uint16_t type,
               const Address& source,
               const Address& destination);

    /**
     * @param ports several ports
     * @param packet payload of a frame
     * @param type EtherType of the payload
     * @return number of the port that the frame takes
     */
    std::size_t Choose(const Ports& ports, Ptr<const Packet> packet, uint16_t type) const;

    uint32_t m_seed{0};                                    //!< of the hash
    Ptr<EthernetSharedBuffer> m_buffer;                    //!< memory of all ports, or null
    std::vector<Ports> m_groups;                           //!< ports to the same place
    std::unordered_map<uint64_t, uint32_t> m_destinations; //!< group of each address
    Ports m_tree;                                          //!< for frames for everybody
    TracedCallback<Ptr<const Packet>> m_drop;              //!< there is no path
};

} // namespace ns3

#endif /* ETHERNET_FABRIC_SWITCH_H */
