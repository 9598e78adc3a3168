/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONGESTION_DECORATOR_H
#define TCP_CONGESTION_DECORATOR_H

#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * A congestion control around another one, which decides all that a subclass does not. The other
 * one is initialised already, so Init does nothing.
 */
class TcpCongestionDecorator : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpCongestionDecorator() = default;

    /**
     * @param algorithm what controls congestion
     */
    explicit TcpCongestionDecorator(Ptr<TcpCongestionOps> algorithm);

    /**
     * @return what controls congestion
     */
    Ptr<TcpCongestionOps> GetAlgorithm() const;

    // From TcpCongestionOps
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

    /**
     * @return a copy of what controls congestion, without the decorator
     */
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    Ptr<TcpCongestionOps> m_algorithm; //!< what controls congestion
};

} // namespace ns3

#endif /* TCP_CONGESTION_DECORATOR_H */
