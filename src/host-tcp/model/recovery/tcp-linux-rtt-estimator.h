/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LINUX_RTT_ESTIMATOR_H
#define TCP_LINUX_RTT_ESTIMATOR_H

#include "ns3/own-type-id.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-preset-rtt.h"

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * The round-trip time as Linux estimates it (Sarolahti and Kuznetsov 2002, 4): the timeout is the
 * smoothed time and four mean deviations, and these are at least 200 ms. RFC 6298 has a least value
 * of the sum. A sample below what is expected, which says that the path got faster, counts an
 * eighth of what it would in the deviation; the deviation grows at once and shrinks once in a round
 * trip.
 */
class TcpLinuxRttEstimator : public OwnTypeId<TcpLinuxRttEstimator, RttEstimator>,
                             public TcpPresetRtt
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Measurement(Time sample) override;
    Ptr<RttEstimator> Copy() const override;
    /// Forget all that was measured.
    void Reset() override;

    /**
     * Begin with what is known already, if that is longer than what was measured.
     *
     * @param rtt round-trip time
     * @param variation its deviation
     */
    void BeginWith(Time rtt, Time variation) override;

  private:
    /**
     * @param error of a sample against what was expected
     */
    void Deviate(Time error);

    Time m_deviation; //!< mean deviation of the samples
    Time m_longest;   //!< longest of these in this round trip
    Time m_roundEnd;  //!< when this round trip ends
};

} // namespace ns3

#endif /* TCP_LINUX_RTT_ESTIMATOR_H */
