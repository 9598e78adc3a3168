/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_BONDS_H
#define SAN_BONDS_H

#include "san-links.h"

#include "ns3/bond-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class SanPathOptions;

/**
 * @ingroup san-path
 *
 * Joins hosts to their switches: by one link each, or by several that are bonded at both ends.
 */
class SanBonds
{
  public:
    /**
     * @param o the options
     */
    explicit SanBonds(const SanPathOptions& o);

    /**
     * @param links makes links
     * @param settings each link
     * @param host the host
     * @param middle its switch, or router if links are not bonded
     * @return the device of the host, then that of the other node
     */
    NetDeviceContainer Join(const SanLinks& links,
                            const SanLinks::Settings& settings,
                            Ptr<Node> host,
                            Ptr<Node> middle) const;

    /**
     * @param device a device that may be a bond
     * @return its ports if it is one, otherwise the device itself
     */
    static NetDeviceContainer GetPorts(Ptr<NetDevice> device);

  private:
    BondHelper m_bonds;     //!< makes bonds
    const uint32_t m_links; //!< links of each bond, 1 for no bond
};

} // namespace ns3

#endif /* SAN_BONDS_H */
