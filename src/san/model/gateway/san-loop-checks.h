/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LOOP_CHECKS_H
#define SAN_LOOP_CHECKS_H

#include "ns3/fcal-access-checker.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"
#include "ns3/storage-gateway.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-gateway
 *
 * Whether ports share the loops of gateways fairly (FcalAccessChecker). summary.json has how often
 * loops were won and how often that broke a rule, if any loop is watched.
 */
class SanLoopChecks : public SanReport
{
  public:
    /**
     * Watch the loops of gateways from now on.
     *
     * @param gateways the gateways
     */
    void Attach(const std::vector<Ptr<StorageGateway>>& gateways);

    /**
     * @return how often a rule was broken and the first time, one line; empty if none was
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    std::vector<std::unique_ptr<FcalAccessChecker>> m_checkers; //!< of each loop
    SanViolations m_violations;                                 //!< rules that were broken
};

} // namespace ns3

#endif /* SAN_LOOP_CHECKS_H */
