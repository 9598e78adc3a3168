/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_REDUCTION_H
#define TCP_WINDOW_REDUCTION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * What a reduction of the congestion window sees with an acknowledgement. All in segments.
 */
struct TcpReductionStep
{
    uint32_t window;    //!< congestion window
    uint32_t threshold; //!< slow start threshold, where the window has to go
    uint32_t inFlight;  //!< what the network holds, after the acknowledgement
    uint32_t delivered; //!< what has arrived newly
    bool isSafe;        //!< whether it acknowledged all up to somewhere, and nothing more was lost
};

/**
 * @ingroup host-tcp-recovery
 *
 * How the congestion window gets down in fast recovery. In segments.
 */
class TcpWindowReduction
{
  public:
    virtual ~TcpWindowReduction() = default;

    /**
     * Recovery begins.
     *
     * @param outstanding segments sent and not acknowledged
     */
    virtual void Start(uint32_t outstanding) = 0;

    /**
     * An acknowledgement has come, the one with which recovery begins, too.
     *
     * @param step what it brought
     * @return the congestion window
     */
    virtual uint32_t Reduce(const TcpReductionStep& step) = 0;

    /// A segment was sent.
    virtual void NoteSent() = 0;

    /**
     * Recovery is over.
     *
     * @param window congestion window
     * @param threshold slow start threshold
     * @return the congestion window
     */
    virtual uint32_t Finish(uint32_t window, uint32_t threshold) const = 0;
};

/**
 * @ingroup host-tcp-recovery
 *
 * The window is the threshold at once (RFC 6675).
 */
class TcpHalvingAtOnce : public TcpWindowReduction
{
  public:
    void Start(uint32_t outstanding) override;
    uint32_t Reduce(const TcpReductionStep& step) override;
    void NoteSent() override;
    uint32_t Finish(uint32_t window, uint32_t threshold) const override;
};

/**
 * @ingroup host-tcp-recovery
 *
 * Rate halving as Linux 2.4 has it: the window goes down by one segment for two acknowledgements,
 * to half of the threshold at most, and is never more than one above what is in flight. So it can
 * only send what acknowledgements let go, and loses as much as was lost.
 */
class TcpRateHalving : public TcpWindowReduction
{
  public:
    void Start(uint32_t outstanding) override;
    uint32_t Reduce(const TcpReductionStep& step) override;
    void NoteSent() override;
    uint32_t Finish(uint32_t window, uint32_t threshold) const override;

  private:
    bool m_isSecond{false}; //!< whether the next acknowledgement is the second of two
};

/**
 * @ingroup host-tcp-recovery
 *
 * Proportional rate reduction (RFC 6937): what is sent is in the same proportion to what arrives as
 * the threshold to what was outstanding; below the threshold the window grows with what arrives, by
 * one more where nothing more is lost.
 */
class TcpProportionalReduction : public TcpWindowReduction
{
  public:
    void Start(uint32_t outstanding) override;
    uint32_t Reduce(const TcpReductionStep& step) override;
    void NoteSent() override;
    uint32_t Finish(uint32_t window, uint32_t threshold) const override;

  private:
    uint32_t m_outstanding{1}; //!< RecoverFS
    uint32_t m_delivered{0};   //!< prr_delivered
    uint32_t m_sent{0};        //!< prr_out
};

} // namespace ns3

#endif /* TCP_WINDOW_REDUCTION_H */
