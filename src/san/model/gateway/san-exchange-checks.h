/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_EXCHANGE_CHECKS_H
#define SAN_EXCHANGE_CHECKS_H

#include "ns3/fc-exchange-checker.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"
#include "ns3/storage-gateway.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class FcpNode;

/**
 * @ingroup san-gateway
 *
 * Whether the identifiers of all exchanges on the loops of gateways obey their rules
 * (FcExchangeChecker). summary.json has how many units the N_Ports sent and how often they broke a
 * rule, if any N_Port is watched.
 */
class SanExchangeChecks : public SanReport
{
  public:
    /**
     * Watch the N_Ports of gateways and of drives on their loops from now on.
     *
     * @param gateways the gateways
     */
    void Attach(const std::vector<Ptr<StorageGateway>>& gateways);

    /**
     * @return how often a rule was broken and the first time, one line; empty if none was
     */
    std::string GetError() const;

    /**
     * @return exchanges that are open or wait to be, a line for each N_Port that has any
     */
    std::vector<std::string> GetLeftovers() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// An N_Port that is watched.
    struct Watched
    {
        std::string name;                           //!< gateway and address of its port
        Ptr<FcpNode> node;                          //!< its exchanges
        std::unique_ptr<FcExchangeChecker> checker; //!< what watches them
    };

    /**
     * Watch an N_Port, once.
     *
     * @param name its name
     * @param node its exchanges
     */
    void Watch(const std::string& name, Ptr<FcpNode> node);

    std::vector<Watched> m_nodes; //!< those that are watched
    SanViolations m_violations;   //!< rules that were broken
};

} // namespace ns3

#endif /* SAN_EXCHANGE_CHECKS_H */
