/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LINUX_CUBIC_H
#define TCP_LINUX_CUBIC_H

#include "tcp-hystart.h"
#include "tcp-window-counter.h"

#include "ns3/nstime.h"
#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * CUBIC (RFC 9438) as Linux has it. It differs from TcpCubic of ns-3 in what counts at small
 * windows and short round trips:
 *
 * - While the window stays as it is, the rate at which it grows is found again only after 1/32 s.
 *   Until then a window below its former maximum grows by one segment and then hardly at all.
 * - The round trip counts that an acknowledgement tells, none within the first second after a loss,
 *   and HyStart has the constants of today.
 * - A timeout lets it forget the former maximum.
 * - A pause does not count as time since the loss.
 */
class TcpLinuxCubic : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // From TcpCongestionOps
    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /// Since the last loss.
    struct Epoch
    {
        Time start;          //!< when the window grew for the first time
        double rise;         //!< time until the window is its former maximum again, s
        uint32_t origin;     //!< that maximum, or where the window began, segments
        uint32_t acked;      //!< segments acknowledged that are not in renoWindow yet, 1 or more
        uint32_t renoWindow; //!< window that Reno would have, segments
    };

    /**
     * Find out after how many segments the window grows by one.
     *
     * @param window congestion window, segments
     * @param acked segments that were acknowledged
     */
    void Update(uint32_t window, uint32_t acked);

    /**
     * @return where the window is to be a round trip later, segments
     */
    uint32_t GetTarget() const;

    /**
     * @param window congestion window, segments
     * @return after how many segments a window grows by one that is not to be below Reno's
     */
    uint32_t GetRenoCount(uint32_t window);

    TcpHystart m_hystart;         //!< ends slow start
    bool m_isFull{false};         //!< whether it has
    Time m_leastRtt;              //!< least round trip; 0 is none
    Time m_lastAcked;             //!< when something was acknowledged last
    std::optional<Epoch> m_epoch; //!< since the last loss
    uint32_t m_maximum{0};        //!< window at the last loss; 0 is none, segments
    uint32_t m_count{1};          //!< segments after which the window grows by one
    TcpWindowCounter m_counter;   //!< of these
    uint32_t m_updatedWindow{0};  //!< window for which m_count was found, segments
    Time m_updated;               //!< when it was
};

} // namespace ns3

#endif /* TCP_LINUX_CUBIC_H */
