/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_PRESET_MEAN_DEVIATION_H
#define TCP_PRESET_MEAN_DEVIATION_H

#include "ns3/own-type-id.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-preset-rtt.h"

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * ns-3's estimator (RFC 6298), which can begin with what an earlier connection has left. What was
 * measured already, in the handshake, is a measurement after it.
 */
class TcpPresetMeanDeviation : public OwnTypeId<TcpPresetMeanDeviation, RttMeanDeviation>,
                               public TcpPresetRtt
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Ptr<RttEstimator> Copy() const override;
    void BeginWith(Time rtt, Time variation) override;
};

} // namespace ns3

#endif /* TCP_PRESET_MEAN_DEVIATION_H */
