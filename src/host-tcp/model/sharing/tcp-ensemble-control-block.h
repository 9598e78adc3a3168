/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ENSEMBLE_CONTROL_BLOCK_H
#define TCP_ENSEMBLE_CONTROL_BLOCK_H

#include "tcp-ensemble-allotment.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rtt-estimator.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * Which variables of the TCP control block connections share (RFC 9040, sections 6 and 7).
 */
struct TcpSharedVariables
{
    bool rtt{true};      //!< smoothed round-trip time and its variation
    bool cWnd{true};     //!< congestion window
    bool ssThresh{true}; //!< slow start threshold
};

/**
 * @ingroup host-tcp-sharing
 *
 * The ensemble control block (ECB) of Fair-TCP: what the connections between the same two hosts
 * know of the path together. Congestion window and slow start threshold are kept in sum and
 * allotted by TcpEnsembleAllotment; of round-trip times the latest report counts (RFC 9040, section
 * 7).
 *
 * - Joining changes no sum, except that no share may be less than two segments.
 * - Leaving takes away the member's share, no more and no less.
 * - After a loss, the block gives back what congestion control takes from one share. What is left
 * is the sum of thresholds too, so that all members are in congestion avoidance.
 */
class TcpEnsembleControlBlock : public Object
{
  public:
    /// Sum of the thresholds before the first loss: there is none.
    static constexpr uint64_t NO_THRESHOLD = UINT64_MAX;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpEnsembleControlBlock() = default;

    /**
     * @param variables what is shared
     */
    explicit TcpEnsembleControlBlock(const TcpSharedVariables& variables);

    /**
     * @return what is shared
     */
    const TcpSharedVariables& GetVariables() const;

    /**
     * Add a member. The sums are those of the first one, and no other changes them, unless they do
     * not suffice for the least shares.
     *
     * @param weight its weight, 1 or more
     * @param segmentSize its segment size, bytes; the least share is two segments
     * @param cWnd its congestion window, bytes
     * @param ssThresh its slow start threshold, bytes; UINT32_MAX for none
     * @return its number
     */
    uint64_t Join(uint32_t weight, uint32_t segmentSize, uint32_t cWnd, uint32_t ssThresh);

    /**
     * Remove a member with its shares.
     *
     * @param member its number
     */
    void Leave(uint64_t member);

    /**
     * @return number of members
     */
    uint32_t GetN() const;

    /**
     * @return sum of the congestion windows, bytes
     */
    uint64_t GetCwnd() const;

    /**
     * @return sum of the slow start thresholds, bytes, or NO_THRESHOLD
     */
    uint64_t GetSsThresh() const;

    /**
     * @param member its number
     * @return its share of the congestion window, bytes
     */
    uint32_t GetCwndShare(uint64_t member) const;

    /**
     * @param member its number
     * @return its share of the slow start threshold, bytes; UINT32_MAX if there is none
     */
    uint32_t GetSsThreshShare(uint64_t member) const;

    /**
     * Let a member change the window.
     *
     * @param bytes what its congestion control added to its share; negative for less
     */
    void ChangeCwnd(int64_t bytes);

    /**
     * Let a member change the threshold beside losses, such as at the end of slow start by HyStart.
     * If there was none, the sum of windows becomes the threshold.
     *
     * @param member its number
     * @param ssThresh its new threshold, bytes
     */
    void ChangeSsThresh(uint64_t member, uint32_t ssThresh);

    /**
     * Reduce the sums by what congestion control takes from one share.
     *
     * @param member whose loss it is
     * @param kept window that congestion control would keep, bytes
     * @param of window it decided on, bytes: the share, or less while the member starts again
     */
    void Reduce(uint64_t member, uint32_t kept, uint32_t of);

    /**
     * @return whether a round-trip time was reported
     */
    bool HasRtt() const;

    /**
     * @return smoothed round-trip time
     */
    Time GetSrtt() const;

    /**
     * @return variation of the round-trip time
     */
    Time GetRttVar() const;

    /**
     * @return estimates the round-trip time for all; null before one was reported
     */
    Ptr<const RttEstimator> GetRttEstimator() const;

    /**
     * Use the estimate of a member for all.
     *
     * @param estimator has measured, and belongs to the ensemble from now on
     */
    void ShareRtt(Ptr<RttEstimator> estimator);

    /**
     * Take in what a member has measured.
     *
     * @param measure a round-trip time
     */
    void MeasureRtt(Time measure);

  private:
    /// Tell what the estimate is now.
    void ReportRtt();

    TcpSharedVariables m_variables;                 //!< what is shared
    Ptr<RttEstimator> m_rtt;                        //!< of all; null before the first estimate
    TcpEnsembleAllotment m_allotment;               //!< who gets what
    TracedValue<uint64_t> m_cWnd{0};                //!< sum, bytes
    TracedValue<uint64_t> m_ssThresh{NO_THRESHOLD}; //!< sum, bytes
    TracedValue<Time> m_srtt;                       //!< latest
    TracedValue<Time> m_rttVar;                     //!< latest
    TracedValue<uint32_t> m_members{0};             //!< how many
};

} // namespace ns3

#endif /* TCP_ENSEMBLE_CONTROL_BLOCK_H */
