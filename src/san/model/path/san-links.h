/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LINKS_H
#define SAN_LINKS_H

#include "ns3/data-rate.h"
#include "ns3/ethernet-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <string>

namespace ns3
{

class SanPathOptions;

/**
 * @ingroup san-path
 *
 * Makes the links of a network: Ethernet, or ns-3's point-to-point links with PPP.
 */
class SanLinks
{
  public:
    /// A link.
    struct Settings
    {
        DataRate rate;            //!< in each direction
        Time delay;               //!< one way
        std::string queue;        //!< longest queue at each end
        bool hasQueueDisc{false}; //!< whether a queue disc will be above it
    };

    /**
     * @param o the options
     */
    explicit SanLinks(const SanPathOptions& o);

    /**
     * @param settings the link
     * @param a one node
     * @param b the other node
     * @return the devices of both
     */
    NetDeviceContainer Join(const Settings& settings, Ptr<Node> a, Ptr<Node> b) const;

    /**
     * @param settings links of Ethernet
     * @return what makes them
     */
    EthernetHelper GetEthernet(const Settings& settings) const;

  private:
    const bool m_isEthernet; //!< otherwise PPP
    const uint16_t m_mtu;    //!< longest IP packet, bytes
};

} // namespace ns3

#endif /* SAN_LINKS_H */
