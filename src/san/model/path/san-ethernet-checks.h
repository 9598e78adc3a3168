/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_ETHERNET_CHECKS_H
#define SAN_ETHERNET_CHECKS_H

#include "ns3/bond-link-checker.h"
#include "ns3/ethernet-buffer-checker.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-path
 *
 * Whether bonds leave links that are down (BondLinkChecker), and switches keep to their buffers
 * (EthernetBufferChecker). summary.json has how many bonds and ports with shared memory there are,
 * the most bytes in such memory, payloads that bonds lost to links that were down, and how often a
 * rule was broken, if anything is watched.
 */
class SanEthernetChecks : public SanReport
{
  public:
    SanEthernetChecks();

    /**
     * Watch the devices of all nodes from now on.
     */
    void Attach();

    /**
     * @return how often a rule was broken and the first time, one line; empty if none was
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    SanViolations m_violations;      //!< rules that were broken
    BondLinkChecker m_links;         //!< watches links of bonds
    EthernetBufferChecker m_buffers; //!< watches memory of switches
    uint32_t m_bonds{0};             //!< bonds that are watched
};

} // namespace ns3

#endif /* SAN_ETHERNET_CHECKS_H */
