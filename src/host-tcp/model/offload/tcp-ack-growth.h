/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_GROWTH_H
#define TCP_ACK_GROWTH_H

#include "ns3/tcp-congestion-decorator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-offload
 *
 * A congestion control that takes a train of acknowledgements as what it is: another one that grows
 * the window for each of them and not once for all.
 */
class TcpAckGrowth : public TcpCongestionDecorator
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

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;

  private:
    uint32_t m_acks{1}; //!< acknowledgements per call
};

} // namespace ns3

#endif /* TCP_ACK_GROWTH_H */
