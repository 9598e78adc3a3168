/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_GATEWAY_FIGURES_H
#define SAN_GATEWAY_FIGURES_H

#include "ns3/fcal-use-recorder.h"
#include "ns3/san-report.h"
#include "ns3/storage-gateway.h"

#include <string>
#include <vector>

namespace ns3
{

class SanGatewayOptions;

/**
 * @ingroup san-gateway
 *
 * What storage gateways did, and on request who used their loops when, in
 * loop-use-GATEWAY-LOOP.csv.
 */
class SanGatewayFigures : public SanReport
{
  public:
    /**
     * @param o the options
     * @param folder where the files go
     * @param gateways the gateways, none with another kind of targets
     * @throw UserError if a file cannot be created
     */
    SanGatewayFigures(const SanGatewayOptions& o,
                      const std::string& folder,
                      const std::vector<Ptr<StorageGateway>>& gateways);

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    std::vector<Ptr<FcalUseRecorder>> m_uses;    //!< one for each loop, none if not asked for
    std::vector<Ptr<StorageGateway>> m_gateways; //!< the gateways
};

} // namespace ns3

#endif /* SAN_GATEWAY_FIGURES_H */
