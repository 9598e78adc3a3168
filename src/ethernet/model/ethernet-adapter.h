/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_ADAPTER_H
#define ETHERNET_ADAPTER_H

#include "ns3/data-rate.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * An Ethernet device as its node sees it, whether a port or several ports that act as one. It has
 * an address and passes frames up; how they get onto a cable is left to those who derive from it.
 */
class EthernetAdapter : public NetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    EthernetAdapter();
    ~EthernetAdapter() override;

    /**
     * @return whether trains of frames pass whole
     */
    virtual bool HasOffload() const = 0;

    /**
     * @return rate of the link, of the slowest one if there are several, bits per second
     */
    virtual DataRate GetDataRate() const = 0;

    /**
     * @return time until a further frame could leave at once, at the earliest
     */
    virtual Time GetBacklog() = 0;

    // What NetDevice asks for.
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

    /**
     * @param destination of a frame
     * @return what that means here
     */
    PacketType Classify(const Address& destination) const;

    /**
     * Pass a payload to those who receive all that arrive.
     *
     * @param payload of a frame
     * @param type EtherType
     * @param source who sent it
     * @param destination who shall receive it
     * @param kind what the destination means here
     */
    void PassToListeners(Ptr<const Packet> payload,
                         uint16_t type,
                         const Address& source,
                         const Address& destination,
                         PacketType kind);

    /**
     * Pass a payload that is meant for this node to its protocols.
     *
     * @param payload of a frame
     * @param type EtherType
     * @param source who sent it
     */
    void PassUp(Ptr<const Packet> payload, uint16_t type, const Address& source);

    /// Tell those who asked that the link came or went.
    void NotifyLinkChange();

  private:
    /**
     * @param address of the device
     */
    void SetMac48Address(Mac48Address address);

    /**
     * @return address of the device
     */
    Mac48Address GetMac48Address() const;

    Ptr<Node> m_node;                    //!< the node of the device
    Address m_address;                   //!< a Mac48Address
    uint32_t m_ifIndex{0};               //!< number of the device in its node
    ReceiveCallback m_receive;           //!< receives frames for this node
    PromiscReceiveCallback m_receiveAll; //!< receives all frames
    TracedCallback<> m_linkChange;       //!< the link came or went
};

} // namespace ns3

#endif /* ETHERNET_ADAPTER_H */
