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
 * Estimates the round-trip time as another estimator does, but while its connection is in an
 * ensemble that shares it, each measurement updates the ensemble's estimate and not one of its own.
 */
class TcpSharingRttEstimator : public OwnTypeId<TcpSharingRttEstimator, RttEstimator>
{
  public:
    /// Estimate as ns-3 does.
    TcpSharingRttEstimator();

    /**
     * @param estimator estimates; it has measured nothing yet, and is a TcpPresetRtt
     */
    explicit TcpSharingRttEstimator(Ptr<RttEstimator> estimator);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Measurement(Time measure) override;
    Ptr<RttEstimator> Copy() const override;
    /// Forget what was measured. What the ensemble has measured comes back with Refresh.
    void Reset() override;

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
     * Begin with what an earlier connection has left, see TcpPresetRtt.
     *
     * @param srtt smoothed round-trip time, above 0
     * @param rttVar its variation
     */
    void BeginWith(Time srtt, Time rttVar);

  private:
    /**
     * Take over an estimate.
     *
     * @param estimator has it
     */
    void Follow(const RttEstimator& estimator);

    Ptr<RttEstimator> m_estimator;           //!< estimates outside of an ensemble
    Ptr<TcpEnsembleControlBlock> m_ensemble; //!< null outside
};

} // namespace ns3

#endif /* TCP_SHARING_RTT_ESTIMATOR_H */
