/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_GATEWAY_OPTIONS_H
#define SAN_GATEWAY_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-gateway
 *
 * Storage gateways in the place of plain targets, and their loops.
 */
class SanGatewayOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanGatewayOptions(ProgramOptions& list);

    /// Add the gateway.
    void AddGateway();

    /// Add the gateway's loops.
    void AddLoops();

    /// Add the files that say who uses the loops.
    void AddUse();

    bool isUsed{false};                 //!< whether each target is a storage gateway
    uint32_t loops{0};                  //!< loops of each gateway, 0: local ports
    bool use{false};                    //!< write who uses the loops
    Time useInterval{MilliSeconds(10)}; //!< interval of these files
};

} // namespace ns3

#endif /* SAN_GATEWAY_OPTIONS_H */
