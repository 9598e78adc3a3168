/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RULED_RENO_H
#define TCP_RULED_RENO_H

#include "tcp-window-counter.h"

#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * Reno's congestion control as Linux has it. It differs from TcpLinuxReno of ns-3 in what is
 * counted towards the next segment: a loss lets it be forgotten. Growth per acknowledgement, as in
 * Linux 2.4, is one more segment when the window is the threshold, and afterwards one segment for
 * one acknowledgement more than the window has segments.
 */
class TcpRuledReno : public TcpCongestionOps
{
  public:
    /// What a window grows for.
    enum class Growth
    {
        SEGMENTS,        //!< segments that are acknowledged (RFC 3465)
        ACKNOWLEDGEMENTS //!< acknowledgements, as in Linux 2.4
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param growth what the window grows for
     */
    explicit TcpRuledReno(Growth growth = Growth::SEGMENTS);

    // From TcpCongestionOps
    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /**
     * Let the window grow for one acknowledgement.
     *
     * @param window congestion window, segments
     * @param threshold slow start threshold, segments
     * @return the new window, segments
     */
    uint32_t GrowForAcknowledgement(uint32_t window, uint32_t threshold);

    /**
     * Let the window grow for segments.
     *
     * @param window congestion window, segments
     * @param threshold slow start threshold, segments
     * @param segments acknowledged
     * @return the new window, segments
     */
    uint32_t GrowForSegments(uint32_t window, uint32_t threshold, uint32_t segments);

    Growth m_growth;            //!< what the window grows for
    TcpWindowCounter m_counter; //!< in congestion avoidance
};

} // namespace ns3

#endif /* TCP_RULED_RENO_H */
