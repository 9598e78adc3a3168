/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_SELECTION_LOGIC_H
#define LACP_SELECTION_LOGIC_H

#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LacpPort;

/**
 * @ingroup ethernet-lacp
 *
 * The selection logic of a system (IEEE 802.1AX): which ports share an aggregator. There are as
 * many aggregators as ports, numbered as these are.
 */
class LacpSelectionLogic
{
  public:
    /**
     * @param ports of the system; outlive this
     */
    explicit LacpSelectionLogic(const std::vector<Ptr<LacpPort>>& ports);

    /**
     * Select an aggregator for each detached port that has none, and say of each aggregator whether
     * ports that wait for it may be attached.
     */
    void Select();

    /**
     * Choose the aggregator over which the system's frames go. It remains the same while it can be
     * used, but one that has a partner takes the place of a single link without one.
     *
     * @return number of the aggregator, 0 if none can be used
     */
    uint16_t ChooseActive();

  private:
    /// The rank of an aggregator.
    struct Rank
    {
        bool hasPartner; //!< whether a partner with LACP is there
        uint32_t links;  //!< how many links receive frames
    };

    /**
     * @param port a port without an aggregator
     * @return number of the aggregator that it can have
     */
    uint16_t FindAggregator(const LacpPort& port) const;

    /**
     * @param aggregator number of an aggregator
     * @return whether no port has it
     */
    bool IsFree(uint16_t aggregator) const;

    /**
     * @param aggregator number of an aggregator
     * @return whether no port still waits for others to join it
     */
    bool IsReady(uint16_t aggregator) const;

    /**
     * @param aggregator number of an aggregator
     * @return its rank
     */
    Rank GetRank(uint16_t aggregator) const;

    const std::vector<Ptr<LacpPort>>& m_ports; //!< of the system
    uint16_t m_active{0};                      //!< aggregator over which frames go
};

} // namespace ns3

#endif /* LACP_SELECTION_LOGIC_H */
