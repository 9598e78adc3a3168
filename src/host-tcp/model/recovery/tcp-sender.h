/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SENDER_H
#define TCP_SENDER_H

#include "tcp-loss-detector.h"
#include "tcp-scoreboard.h"
#include "tcp-tail-probe.h"
#include "tcp-undo.h"
#include "tcp-window-reduction.h"
#include "tcp-window-use.h"
#include "tcp-window-validation.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * What of Linux's rules a sender follows. Those of which there are several kinds, and those that it
 * follows or not.
 */
struct TcpSenderRules
{
    /// How losses are found.
    enum class Detection
    {
        NS3,      //!< as ns-3 does; no other rule counts
        ARRIVALS, //!< three segments arrived behind (RFC 6675)
        FORWARD,  //!< more than three below the last that arrived (FACK)
        RACK      //!< by time, with tail loss probes (RFC 8985)
    };

    /// How the window gets down.
    enum class Reduction
    {
        AT_ONCE,      //!< RFC 6675
        RATE_HALVING, //!< Linux 2.4
        PROPORTIONAL  //!< RFC 6937
    };

    Detection detection{Detection::NS3};     //!< of losses
    Reduction reduction{Reduction::AT_ONCE}; //!< of the window
    bool countsAcks{false};      //!< whether the window grows per acknowledgement, not per segment
    bool needsFullWindow{false}; //!< whether it grows only if all of it was in use
    bool needsUsedWindow{false}; //!< whether it grows only if it was used in the last round trip
    bool isModerate{false}; //!< whether it exceeds what is in flight by three at most, after losses
    bool findsLostResends{false}; //!< whether what was sent again may be found lost again
    bool watchesHead{false}; //!< whether the first segment is lost after a timeout, in any case
    bool undoes{false};      //!< whether reductions for nothing are undone
    bool validates{false};   //!< whether a window that is not used gets smaller (RFC 2861)
};

/**
 * @ingroup host-tcp-recovery
 *
 * What a sender needs of its socket.
 */
class TcpSenderSocket
{
  public:
    virtual ~TcpSenderSocket() = default;

    /**
     * @return the state of congestion control
     */
    virtual Ptr<TcpSocketState> GetControlState() const = 0;

    /**
     * @return what decides the threshold and the growth of the window
     */
    virtual Ptr<TcpCongestionOps> GetCongestionOps() const = 0;

    /**
     * @return timeout of retransmission
     */
    virtual Time GetRetransmissionTimeout() const = 0;

    /**
     * @return how many acknowledgements the one stands for that is being processed
     */
    virtual uint32_t GetAckCount() const = 0;

    /**
     * @return whether data waits that the window has room for, to leave with more
     */
    virtual bool IsHoldingBack() const = 0;

    /**
     * @return the timestamp that the peer echoes; nothing without timestamps
     */
    virtual std::optional<uint32_t> GetTimestampEcho() const = 0;

    /**
     * @return whether there is new data, and the peer's window has room for it
     */
    virtual bool HasNew() const = 0;

    /**
     * Send data again.
     *
     * @param begin its first byte
     * @param bytes how much
     */
    virtual void Resend(SequenceNumber32 begin, uint32_t bytes) = 0;

    /**
     * Send a segment of new data, whatever the congestion window. HasNew is true.
     */
    virtual void SendNewProbe() = 0;

    /// Let the timeout of retransmission begin anew.
    virtual void RestartTimeout() = 0;

    /**
     * @param timeout a time, 0 or more
     * @return how long a timer takes that is set for it, as the host's clock ticks
     */
    virtual Time GetWait(Time timeout) const = 0;
};

/**
 * @ingroup host-tcp-recovery
 *
 * The sender of a TCP connection by Linux's rules: it takes acknowledgements, decides what is lost,
 * how large the congestion window is, and sends again. Each rule is an object of its own or one
 * that can be left out. Needs selective acknowledgements. Windows are counted in segments, short
 * ones as full ones, and are those of the socket's state.
 */
class TcpSender
{
  public:
    /**
     * @param socket that sends
     * @param rules which to follow, with a detection that is not NS3
     */
    TcpSender(TcpSenderSocket& socket, const TcpSenderRules& rules);
    ~TcpSender();

    TcpSender(const TcpSender&) = delete;
    TcpSender& operator=(const TcpSender&) = delete;

    /// Stop the timers: the connection has ended, and nothing more may be sent.
    void Stop();

    /**
     * @return bytes in flight; each segment counts as a full one
     */
    uint32_t GetBytesInFlight() const;

    /**
     * @return whether data waits to be sent again, and nothing new may be sent before
     */
    bool HasLost() const;

    /**
     * @return whether anything is not acknowledged
     */
    bool HasOutstanding() const;

    /// Data is about to be written. If nothing is in flight, the pause before may shrink the
    /// window.
    void Resume();

    /**
     * Data was sent.
     *
     * @param begin its first byte
     * @param bytes how much
     * @param isNew whether it was sent for the first time
     */
    void NoteSent(SequenceNumber32 begin, uint32_t bytes, bool isNew);

    /**
     * Note what an acknowledgement says that is processed next.
     *
     * @param ack acknowledgement number
     * @param blocks of its SACK option, in the order in which they are there
     */
    void NoteSacked(SequenceNumber32 ack, const TcpOptionSack::SackList& blocks);

    /**
     * Process an acknowledgement.
     *
     * @param ack acknowledgement number
     * @param isNew whether it acknowledges more than those before
     * @param isDuplicate whether it brings nothing else: no data, no other window
     */
    void ProcessAck(SequenceNumber32 ack, bool isNew, bool isDuplicate);

    /**
     * The timeout of retransmission has come. If a probe was to be sent later, it is sent now in
     * place of all that a timeout does (RFC 8985, 7.2).
     *
     * @return whether there was one
     */
    bool SendDueProbe();

    /// The timeout of retransmission has come, and was doubled. Something is outstanding.
    void ProcessTimeout();

    /**
     * @return segments by which one may be late before it is lost
     */
    uint32_t GetReordering() const;

    /**
     * @param reordering what an earlier connection to the same host has seen, segments
     */
    void SetReordering(uint32_t reordering);

  private:
    /**
     * @return congestion window, segments
     */
    uint32_t GetWindow() const;

    /**
     * @param window congestion window, segments
     */
    void SetWindow(uint32_t window);

    /**
     * @param windows congestion window and threshold, segments
     */
    void SetWindows(const TcpWindowValidation::Windows& windows);

    /**
     * @return congestion window and threshold, segments
     */
    TcpWindowValidation::Windows GetWindows() const;

    /**
     * Change the state of congestion control.
     *
     * @param state the new one
     */
    void SetState(TcpSocketState::TcpCongState_t state);

    /**
     * Note what is acknowledged.
     *
     * @param ack acknowledgement number
     * @return what it tells
     */
    TcpDelivery Update(SequenceNumber32 ack);

    /**
     * Find losses.
     *
     * @param delivery what an acknowledgement told
     */
    void Detect(const TcpDelivery& delivery);

    /// Take the first segment for lost if it was sent longer than a timeout ago.
    void WatchHead();

    /**
     * @return whether all of the congestion window is in use, or is about to be
     */
    bool IsFull() const;

    /**
     * @param wasFull whether all of the window was in use
     * @return whether the congestion window may grow
     */
    bool MayGrow(bool wasFull) const;

    /**
     * Let the congestion window grow.
     *
     * @param segments acknowledged
     * @param wasFull whether all of the window was in use
     */
    void Grow(uint32_t segments, bool wasFull);

    /// Leave recovery, as all is acknowledged that was sent when it began.
    void Leave();

    /**
     * Something is missing, or was: change the state, and reduce the window.
     *
     * @param delivery what an acknowledgement told
     */
    void React(const TcpDelivery& delivery);

    /// Nothing is lost as far as is known.
    void TryToOpen();

    /// Begin recovery. Segments are lost.
    void Recover();

    /// Note what the windows are that are about to be reduced, and reduce the threshold.
    void ReduceThreshold();

    /**
     * Reduce the window as far as the acknowledgement lets it.
     *
     * @param delivery what it told
     */
    void Reduce(const TcpDelivery& delivery);

    /**
     * Undo the reduction, if it was for nothing.
     *
     * @param isPartial whether recovery goes on if not, and timestamps alone count
     * @return whether it was
     */
    bool Undo(bool isPartial);

    /// Let the window not be more than three segments above what is in flight.
    void Moderate();

    /// In recovery the first segment is lost if a duplicate comes, whatever lies behind it.
    void MarkFirst();

    /// Send again what the window lets go.
    void SendLost();

    /// Send again what may be missing, where the window would stay unused (RFC 6675, 4, NextSeg 3).
    void SendForward();

    /// The time has come to look for losses again.
    void ProcessReordering();

    /// Set the time of the next probe, if it is one for which there is a reason.
    void SetProbe();

    /// Send a probe, as no acknowledgement has come for a while.
    void SendProbe();

    /// A probe has repaired a loss: reduce the window.
    void AnswerProbe();

    TcpSenderSocket& m_socket;                       //!< that sends
    TcpSenderRules m_rules;                          //!< which to follow
    Ptr<TcpSocketState> m_state;                     //!< of congestion control
    TcpScoreboard m_board;                           //!< what is outstanding
    std::unique_ptr<TcpLossDetector> m_detector;     //!< finds losses
    std::unique_ptr<TcpWindowReduction> m_reduction; //!< gets the window down
    TcpUndo m_undo;                                  //!< of the last reduction
    TcpWindowUse m_use;                              //!< of the window
    TcpWindowValidation m_validation;                //!< of what is not used
    TcpOptionSack::SackList m_blocks;                //!< of the acknowledgement that comes next
    SequenceNumber32 m_recoveryEnd{0}; //!< where what was sent ended when recovery began
    uint32_t m_lostBefore{0};          //!< segments lost before an acknowledgement
    bool m_hasTimedOut{false};         //!< whether the first was sent again by a timeout
    EventId m_reorderingEvent;         //!< looks for losses again
    TcpTailProbe m_probe;              //!< of the end of what is sent
    bool m_hasDuplicate{false};        //!< whether the acknowledgement that comes next tells of one
};

} // namespace ns3

#endif /* TCP_SENDER_H */
