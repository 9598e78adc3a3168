/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSS_DETECTOR_H
#define TCP_LOSS_DETECTOR_H

#include "tcp-scoreboard.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * Decides which segments are lost, when an acknowledgement has come.
 */
class TcpLossDetector
{
  public:
    virtual ~TcpLossDetector() = default;

    /**
     * Take segments for lost.
     *
     * @param board all segments, after the acknowledgement
     * @param delivery what the acknowledgement told
     * @param rtt smoothed round-trip time, 0 if it is not known
     * @return how long until this is to be called again without an acknowledgement, 0 if it need
     *         not be
     */
    virtual Time Detect(TcpScoreboard& board, const TcpDelivery& delivery, Time rtt) = 0;

    /**
     * @return segments by which one may be late before it is taken for lost
     */
    virtual uint32_t GetReordering() const = 0;
};

/**
 * @ingroup host-tcp-recovery
 *
 * Lost is what lies more than a number of segments below the last one that arrived (forward
 * acknowledgement, FACK), or what that many segments arrived behind (RFC 6675). The number begins
 * with three, and grows when a segment that was sent once fills a gap; from then on arrivals are
 * counted.
 */
class TcpCountingDetector : public TcpLossDetector
{
  public:
    /**
     * @param isForward whether segments below the last one that arrived count, and not arrivals
     * @param findsLostResends whether what was sent again is lost again when later data has arrived
     */
    TcpCountingDetector(bool isForward, bool findsLostResends);

    Time Detect(TcpScoreboard& board, const TcpDelivery& delivery, Time rtt) override;
    uint32_t GetReordering() const override;

    /**
     * @param reordering segments by which one may be late, 3 to 127; more than 3 counts arrivals
     */
    void SetReordering(uint32_t reordering);

  private:
    /**
     * @param board all segments
     */
    void MarkForward(TcpScoreboard& board) const;

    /**
     * @param board all segments
     */
    void MarkByArrivals(TcpScoreboard& board) const;

    /**
     * @param board all segments
     */
    static void MarkLostResends(TcpScoreboard& board);

    bool m_isForward;        //!< whether segments count
    bool m_findsLostResends; //!< whether what was sent again may be lost again
    uint32_t m_reordering;   //!< segments by which one may be late
};

/**
 * @ingroup host-tcp-recovery
 *
 * Lost is what was sent longer than a reordering window before the segment that was sent last of
 * those that arrived (RACK, RFC 8985, 6.2). The window is a quarter of the least round-trip time
 * once reordering was seen; before that it is nothing in recovery, or when three segments have
 * arrived.
 */
class TcpRackDetector : public TcpLossDetector
{
  public:
    Time Detect(TcpScoreboard& board, const TcpDelivery& delivery, Time rtt) override;
    uint32_t GetReordering() const override;

  private:
    /**
     * Note the segment that was sent last of those that arrived (RFC 8985, 6.2, step 2).
     *
     * @param delivery what an acknowledgement told
     */
    void Update(const TcpDelivery& delivery);

    /**
     * @param board all segments
     * @param rtt smoothed round-trip time
     * @return how much later than the latest a segment may arrive
     */
    Time GetWindow(const TcpScoreboard& board, Time rtt) const;

    Time m_sent{Time::Min()};     //!< when the last segment was sent of those that arrived
    SequenceNumber32 m_end{0};    //!< its end
    Time m_rtt;                   //!< its round-trip time
    Time m_leastRtt{Time::Max()}; //!< least of these
    bool m_isReordered{false};    //!< whether a segment has come late
};

} // namespace ns3

#endif /* TCP_LOSS_DETECTOR_H */
