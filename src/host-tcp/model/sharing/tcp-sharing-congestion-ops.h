/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARING_CONGESTION_OPS_H
#define TCP_SHARING_CONGESTION_OPS_H

#include "tcp-ensemble-control-block.h"
#include "tcp-sharing-rtt-estimator.h"

#include "ns3/tcp-congestion-decorator.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * The congestion control of a connection that may be in an ensemble: an algorithm of any kind
 * (TcpLinuxReno, TcpCubic, ...) that sees the connection's share as its window, and whose changes
 * go to the ensemble's sums.
 *
 * - Normally, the share is taken at each acknowledgement and before data after a pause, and what
 * the algorithm adds goes to the sum.
 * - In fast recovery (and after ECN) the window belongs to ns-3's recovery algorithm, which may
 *   inflate it; the ensemble does not see it. The recovery ends with the share.
 * - After a timeout, the connection starts again with one segment, of which the ensemble sees
 * nothing until it has grown to the share. The same happens if someone else lowers its window, such
 * as a restart after a pause.
 *
 * In an ensemble without congestion window, an algorithm sees a window of its own, and only the
 * threshold is shared. An algorithm that sets the window itself (TcpBbr) shares neither.
 */
class TcpSharingCongestionOps : public TcpCongestionDecorator
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpSharingCongestionOps() = default;

    /**
     * @param algorithm what controls congestion
     */
    explicit TcpSharingCongestionOps(Ptr<TcpCongestionOps> algorithm);
    ~TcpSharingCongestionOps() override;

    /**
     * @param rtt what estimates the connection's round-trip time
     */
    void SetRtt(Ptr<TcpSharingRttEstimator> rtt);

    /**
     * @return what estimates the connection's round-trip time, null in a copy
     */
    Ptr<TcpSharingRttEstimator> GetRtt() const;

    /**
     * @return the ensemble that it is in, null if none
     */
    Ptr<TcpEnsembleControlBlock> GetEnsemble() const;

    /**
     * Join an ensemble and take a share.
     *
     * @param ensemble the ensemble
     */
    void Join(Ptr<TcpEnsembleControlBlock> ensemble);

    /**
     * Leave the ensemble, if in one, with the share.
     */
    void Leave();

    /**
     * Begin with what an earlier connection has left.
     *
     * @param cWnd congestion window, bytes; 0 to keep the initial one
     * @param ssThresh slow start threshold, bytes; UINT32_MAX to keep the initial one
     */
    void BeginWith(uint32_t cWnd, uint32_t ssThresh);

    /**
     * @return the congestion window: the share in an ensemble, else the connection's, bytes
     */
    uint32_t GetCwnd() const;

    /**
     * @return the slow start threshold, bytes; UINT32_MAX for none
     */
    uint32_t GetSsThresh() const;

    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /// Whose the window is.
    enum class Phase
    {
        SHARING,    //!< the ensemble's
        RECOVERY,   //!< that of fast recovery
        RESTARTING, //!< the connection's own, below its share
    };

    /**
     * @return whether the algorithm's window or threshold is shared
     */
    bool IsSharing() const;

    /**
     * Set window and threshold to the share, if it may. A connection that starts again takes it
     * when its window has grown to it.
     */
    void SetShare();

    /// Set window and threshold to the share.
    void SetToShare();

    /// End fast recovery with the share.
    void EndRecovery();

    /**
     * @return the share of the window, bytes
     */
    uint32_t UpdateCwndShare();

    /**
     * Let the algorithm change window and threshold.
     *
     * @tparam Change callable without arguments
     * @param change calls the algorithm
     */
    template <typename Change>
    void Apply(const Change& change);

    /**
     * Report to the ensemble what the algorithm has changed.
     *
     * @param cWnd window before, bytes
     * @param ssThresh threshold before, bytes
     */
    void UpdateEnsemble(uint32_t cWnd, uint32_t ssThresh);

    Ptr<TcpSharingRttEstimator> m_rtt;        //!< of the connection
    uint32_t m_weight;                        //!< in an ensemble
    Ptr<TcpSocketState> m_tcb;                //!< of the connection
    Ptr<TcpEnsembleControlBlock> m_ensemble;  //!< null outside
    uint64_t m_member{0};                     //!< number in it
    Phase m_phase{Phase::SHARING};            //!< whose the window is
    uint32_t m_taken{0};                      //!< window that was set last, bytes
    uint32_t m_afterRecovery{0};              //!< most that recovery may end with, bytes
    TracedValue<uint32_t> m_cWndShare{0};     //!< share of the window, bytes
    TracedValue<uint32_t> m_ssThreshShare{0}; //!< share of the threshold, bytes
};

} // namespace ns3

#endif /* TCP_SHARING_CONGESTION_OPS_H */
