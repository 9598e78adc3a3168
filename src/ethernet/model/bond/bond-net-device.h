/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_NET_DEVICE_H
#define BOND_NET_DEVICE_H

#include "bond-hash.h"
#include "bond-mode.h"

#include "ns3/bridge-channel.h"
#include "ns3/ethernet-adapter.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

class EthernetNetDevice;
class LacpPort;

/**
 * @ingroup ethernet-bond
 *
 * Several Ethernet ports of a node that act as one, as Linux's bonding does: of a host, or of a
 * switch, where it is one port of a BridgeNetDevice. A connection uses one link, so its frames stay
 * in order; others may use other links. Links that are down are left.
 *
 * All ports take the address of the bond, which is that of the first one unless another is set
 * before. The frames of LACP have each port's own address.
 */
class BondNetDevice : public EthernetAdapter
{
  public:
    /// How links share frames, as mode of Linux's bonding.
    enum class Mode : uint8_t
    {
        ACTIVE_BACKUP, //!< active-backup: one link is used, the others wait for its failure
        BALANCE_XOR,   //!< balance-xor: all links that are up
        LACP           //!< 802.3ad: those on which both ends agree
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BondNetDevice();
    ~BondNetDevice() override;

    /**
     * Add a port of the same node with a cable. Attributes of the mode must be set before.
     *
     * @param port the port; it must have no IP address
     */
    void AddLink(Ptr<EthernetNetDevice> port);

    /**
     * @return how many links there are, up or down
     */
    uint32_t GetNLinks() const;

    /**
     * @param link number of a link, from 0
     * @return its port
     */
    Ptr<EthernetNetDevice> GetLink(uint32_t link) const;

    /**
     * @return numbers of the links over which frames are sent now, in order
     */
    const std::vector<uint32_t>& GetDistributing() const;

    /**
     * @return ports with LACP, one for each link; none in other modes
     */
    std::size_t GetNLacpPorts() const;

    /**
     * @param link number of a link, from 0
     * @return its port as LACP sees it
     */
    Ptr<LacpPort> GetLacpPort(std::size_t link) const;

    /**
     * @return number of the aggregator that LACP has chosen, from 1; 0 for none, or in other modes
     */
    uint16_t GetActiveAggregator() const;

    /**
     * TracedCallback signature for links.
     *
     * @param link number of a link, from 0
     * @param isUsed whether frames are sent there from now on
     */
    using LinkTracedCallback = void (*)(uint32_t link, bool isUsed);

    // What adapters have.
    bool HasOffload() const override;
    DataRate GetDataRate() const override;
    Time GetBacklog() override;

    // What NetDevice asks for.
    void SetAddress(Address address) override;
    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A port.
    struct Link
    {
        Ptr<EthernetNetDevice> port; //!< the port
        Address ownAddress;          //!< what it had before it was part of the bond
        bool isUp;                   //!< whether it was up when that was last looked at
    };

    /**
     * Abort if a port cannot be a link.
     *
     * @param port the port
     */
    void CheckPort(Ptr<const EthernetNetDevice> port) const;

    /**
     * Make what the attribute Mode says.
     *
     * @return the mode
     */
    std::unique_ptr<BondMode> CreateMode();

    /// The cable of a port was disconnected or reconnected: notice it when the monitor next looks.
    void HandleLinkChange();

    /// Look which ports are up.
    void Monitor();

    /**
     * Tell the mode whether a port is up.
     *
     * @param link number of the link
     */
    void UpdateLink(uint32_t link);

    /// Find out over which links frames go from now on.
    void UpdateDistributing();

    /// Let switches know over which link this host is reached now (gratuitous ARP).
    void AnnounceAddresses();

    /**
     * Send a frame of the Slow Protocols.
     *
     * @param link number of the link
     * @param payload of the frame
     */
    void SendSlowProtocol(uint32_t link, Ptr<Packet> payload);

    /**
     * A frame arrived at a port.
     *
     * @param link number of its link
     * @param port the port
     * @param packet payload of the frame
     * @param type EtherType
     * @param source who sent it
     * @param destination who shall receive it
     * @param kind what that means to the port
     */
    void Receive(uint32_t link,
                 Ptr<NetDevice> port,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& source,
                 const Address& destination,
                 PacketType kind);

    Mode m_modeName;                      //!< how links share frames
    BondHashPolicy m_hashPolicy;          //!< which link a frame takes
    Time m_monitorInterval;               //!< how often ports are looked at, 0 for at once
    uint32_t m_primary;                   //!< preferred link
    bool m_isLacpActive;                  //!< whether LACP begins
    bool m_isLacpFast;                    //!< whether LACPDUs are wanted every second
    uint16_t m_systemPriority;            //!< of LACP
    uint16_t m_key;                       //!< of LACP
    std::unique_ptr<BondMode> m_mode;     //!< decides about links, null before the first
    std::vector<Link> m_links;            //!< the ports
    std::vector<uint32_t> m_distributing; //!< links over which frames go
    Ptr<BridgeChannel> m_channel;         //!< all cables
    bool m_willMonitor{false};            //!< whether ports will be looked at

    TracedCallback<uint32_t, bool> m_linkTrace;         //!< a link is used or left
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace; //!< there is no link
};

} // namespace ns3

#endif /* BOND_NET_DEVICE_H */
