/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_GROWTH_H
#define TCP_ACK_GROWTH_H

#include "ns3/tcp-congestion-ops.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * A congestion control that takes a train of acknowledgements as what it is: another one that grows
 * the window for each of them and not once for all.
 */
class TcpAckGrowth : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param algorithm what controls congestion
     */
    explicit TcpAckGrowth(Ptr<TcpCongestionOps> algorithm);

    /**
     * @param acks how many acknowledgements the next call to grow stands for, 1 or more
     */
    void SetAcks(uint32_t acks);

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    bool HasCongControl() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& rc,
                     const TcpRateOps::TcpRateSample& rs) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    Ptr<TcpCongestionOps> m_algorithm; //!< what controls congestion
    uint32_t m_acks{1};                //!< acknowledgements per call
};

} // namespace ns3

#endif /* TCP_ACK_GROWTH_H */
