/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_LINK_CHECKER_H
#define BOND_LINK_CHECKER_H

#include "bond-net-device.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * Watches the links of bonds, and says where one is used that cannot carry frames: a bond sends
 * nothing over a link that has been down for twice its MonitorInterval, if another one was up all
 * the time.
 */
class BondLinkChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     */
    explicit BondLinkChecker(Report report);

    BondLinkChecker(const BondLinkChecker&) = delete;
    BondLinkChecker& operator=(const BondLinkChecker&) = delete;

    /**
     * Watch a bond from now on. It must have all of its links, and the checker has to live as long
     * as it does.
     *
     * @param bond the bond
     */
    void Attach(Ptr<BondNetDevice> bond);

    /**
     * @return number of payloads that bonds lost to links that were down
     */
    uint64_t GetLost() const;

  private:
    /// A link.
    struct Link
    {
        Ptr<EthernetNetDevice> port; //!< its end at the bond
        bool isUp{false};            //!< whether it was up at the last change
        Time since;                  //!< when that was
    };

    /// A bond.
    struct Bond
    {
        Ptr<BondNetDevice> device; //!< the device
        Time patience;             //!< for how long it may use a link that is down
        std::vector<Link> links;   //!< its links, in order
    };

    /**
     * A link may have come up or gone down.
     *
     * @param bond number of its bond
     * @param link its number there
     */
    void NoteChange(std::size_t bond, std::size_t link);

    /**
     * A link did not send a payload.
     *
     * @param bond number of its bond
     * @param link its number there
     * @param payload the payload
     */
    void NoteDrop(std::size_t bond, std::size_t link, Ptr<const Packet> payload);

    Report m_report;           //!< gets what is wrong
    std::vector<Bond> m_bonds; //!< those that are watched
    uint64_t m_lost{0};        //!< payloads lost to links that were down
};

} // namespace ns3

#endif /* BOND_LINK_CHECKER_H */
