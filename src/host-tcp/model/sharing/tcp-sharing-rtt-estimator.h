/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARING_RTT_ESTIMATOR_H
#define TCP_SHARING_RTT_ESTIMATOR_H

#include "tcp-ensemble-control-block.h"

#include "ns3/own-type-id.h"
#include "ns3/rtt-estimator.h"

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * Estimates the round-trip time as ns-3 does, but while its connection is in an ensemble that
 * shares it, each measurement updates the ensemble's estimate and not one of its own.
 */
class TcpSharingRttEstimator : public OwnTypeId<TcpSharingRttEstimator, RttMeanDeviation>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Measurement(Time measure) override;
    Ptr<RttEstimator> Copy() const override;

    /**
     * Take part in an ensemble.
     *
     * @param ensemble the ensemble; null to leave
     */
    void SetEnsemble(Ptr<TcpEnsembleControlBlock> ensemble);

    /**
     * Take over what others of the ensemble have measured.
     */
    void Refresh();

    /**
     * Begin with what an earlier connection has left. What was measured already, in the handshake,
     * is a measurement after it.
     *
     * @param srtt smoothed round-trip time, above 0
     * @param rttVar its variation
     */
    void BeginWith(Time srtt, Time rttVar);

  private:
    /**
     * @param srtt smoothed round-trip time
     * @param rttVar its variation
     */
    void Set(Time srtt, Time rttVar);

    Ptr<TcpEnsembleControlBlock> m_ensemble; //!< null outside
};

} // namespace ns3

#endif /* TCP_SHARING_RTT_ESTIMATOR_H */
