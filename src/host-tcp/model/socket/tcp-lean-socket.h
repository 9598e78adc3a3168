/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LEAN_SOCKET_H
#define TCP_LEAN_SOCKET_H

#include "tcp-connection-demux.h"
#include "tcp-connection.h"
#include "tcp-movable-timer.h"
#include "tcp-ordinary-header.h"
#include "tcp-recent-timestamp.h"
#include "tcp-ruled-socket.h"
#include "tcp-sacked-ranges.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/own-type-id.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
 *
 * A TCP socket that sends what ns-3's would, when it would, and knows sooner when there is nothing
 * to send. ns-3 walks the list of all segments on their way to find the next one, after each
 * acknowledgement once more than it sends, which is the most expensive part of TCP with long
 * windows. It also reads the header of each segment that arrives three times, each time with an
 * object for each option, and searches a list for the socket; TcpConnectionDemux finds this one at
 * once, and TcpOrdinaryHeader reads what most segments have.
 *
 * It also tolerates peers other than ns-3's: it sends no longer segments than a peer's MSS option
 * allows, and hides from ns-3 what it takes for impossible and stops at. What a SYN says holds
 * for the connection that it opens; ns-3's socket that listens would keep it for all later ones.
 * Timestamps are echoed as RFC 7323 says, a refused connection fails at once, and timers that are
 * set again and again leave nothing behind in the simulator's list of events. A socket whose
 * connection ends lives until the events are over that ns-3 has scheduled for it.
 */
class TcpLeanSocket : public OwnTypeId<TcpLeanSocket, TcpRuledSocket>, public TcpConnection
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpLeanSocket();
    /// The socket of an accepted connection. @param listener the listening socket
    TcpLeanSocket(const TcpLeanSocket& listener);
    ~TcpLeanSocket() override;

    int Connect(const Address& address) override;
    int Listen() override;
    /// End the connection. @return 0, or -1 for an error
    int Close() override;

    /**
     * Let the demultiplexer forward segments of this socket's connections.
     *
     * @param demux of the host, may be null
     */
    void SetDemux(Ptr<TcpConnectionDemux> demux);

    bool Receive(Ptr<Packet> segment,
                 const TcpSegmentStart& start,
                 const Ipv4Header& header,
                 Ptr<Ipv4Interface> interface) override;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> segment,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) final;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void SendEmptyPacket(uint8_t flags) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;
    void ProcessAck(const SequenceNumber32& ack,
                    bool scoreboardUpdated,
                    uint32_t currentDelivered,
                    const SequenceNumber32& oldHead,
                    bool receivedData) override;
    void NewAck(const SequenceNumber32& seq, bool resetRTO) override;
    void RestartTimeout() final;
    void ReTxTimeout() final;
    void DelAckTimeout() override;
    void PersistTimeout() override;

    /**
     * Process a segment, whoever forwarded it.
     *
     * @param packet the segment
     * @param start its start
     * @param from address and port of the peer
     * @param to address and port of this socket
     */
    virtual void ProcessSegment(Ptr<Packet> packet,
                                const TcpSegmentStart& start,
                                const Address& from,
                                const Address& to);

    /// The timeout of retransmission, which ReTxTimeout is called for too early if it has moved.
    virtual void RetransmissionExpired();

    /**
     * Let the acknowledgement that waits, wait from now on.
     *
     * @param delay how long
     */
    void DelayAck(Time delay);

    /**
     * Echo the timestamp of a segment from now on.
     *
     * @param timestamp on the peer's clock
     */
    void Echo(uint32_t timestamp);

    /**
     * @return bytes that may be sent, 0 if none would be
     */
    uint32_t AvailableWindow() const override;

    /// Send full segments of new data as the window allows, while nothing is missing.
    void SendNew();

    /**
     * @return whether a full segment of new data may be sent without a look at what was sent, and
     * without asking the application for more
     */
    virtual bool MaySendNew();

    /**
     * @return whether nothing that was sent is missing, and TCP does not pace
     */
    bool IsOpen() const;

    /**
     * @return bytes of data that were not sent
     */
    uint32_t GetUnsent() const;

    /**
     * @return whether a short segment has to wait for the acknowledgement of an earlier one
     */
    bool MustHoldShort() const;

    /// Note where data begins that is not acknowledged, unless some waits already.
    void NoteUnacked();

    /// @return whether ns3::TcpL4Protocol knows this socket: it forgets a connection that ended
    bool IsAttached() const;

  private:
    /**
     * Keeps a socket while its connection may end. Nothing but ns-3's TCP may refer to it, which
     * then forgets it, but has scheduled events with bare pointers: to the socket, at the moment
     * when data is sent, to tell the application so; and to its congestion control, if that is
     * TcpWestwoodPlus, a round trip after an acknowledgement. Once the connection has ended, the
     * socket is kept until these are over.
     */
    class Keeper
    {
      public:
        /// @param socket to keep
        explicit Keeper(TcpLeanSocket* socket);
        ~Keeper();

        Keeper(const Keeper&) = delete;
        Keeper& operator=(const Keeper&) = delete;

      private:
        Ptr<TcpLeanSocket> m_socket; //!< what is kept
        bool m_wasAttached;          //!< whether ns-3's TCP knew it at first
    };

    /// Have the connection's segments forwarded, now that both ends are known, or those that ask
    /// for one, now that the socket listens.
    void AddToDemux();

    /// Have none forwarded.
    void RemoveFromDemux();

    /**
     * Receive a segment while the socket listens. A connection takes over what a SYN says; the
     * socket that listens keeps nothing of it.
     *
     * @param packet the segment
     * @param from its sender
     * @param to its receiver
     */
    void ReceiveConnectionRequest(Ptr<Packet> packet, const Address& from, const Address& to);

    /**
     * Process the options of the peer for its side of the connection. ns-3 processes the rest.
     *
     * @param header its SYN
     */
    void ProcessSynOptions(const TcpHeader& header);

    /**
     * Send no longer segments than the peer takes.
     *
     * @param header its SYN
     */
    void LimitSegmentSize(const TcpHeader& header);

    /**
     * Process a segment that ns-3 would take for something else, or one that is not acceptable.
     *
     * @param packet the segment
     * @param start its start
     * @return whether there is nothing left to do
     */
    bool HandleUnusual(Ptr<Packet> packet, const TcpSegmentStart& start);

    /**
     * Process a reset (RFC 9293, 3.10.7).
     *
     * @param packet the segment; ns-3 answers one that also acknowledges something, or misses its
     * timestamp, and gets it without
     * @param start its start
     * @return whether there is nothing left to do
     */
    bool HandleReset(Ptr<Packet> packet, const TcpSegmentStart& start);

    /// Nobody listens where this socket wants to connect to.
    void HandleRefusal();

    /**
     * Report a segment that goes no further.
     *
     * @param packet the segment
     */
    void TraceReceived(Ptr<const Packet> packet);

    /**
     * A segment was taken, which may have closed or opened the peer's window.
     *
     * @param wasPersisting whether it was closed before
     */
    void NoteWindow(bool wasPersisting);

    /**
     * Process selective acknowledgements.
     *
     * @param header of a segment, without old blocks
     */
    void NoteSacked(const TcpHeader& header);

    /**
     * @param start of a segment
     * @return whether it has nothing that takes more than the work that each segment takes
     */
    bool IsOrdinary(const TcpSegmentStart& start) const;

    /**
     * Receive an ordinary segment, as ns-3 does.
     *
     * @param packet the segment
     * @param start its start
     */
    void ReceiveOrdinary(Ptr<Packet> packet, const TcpSegmentStart& start);

    /// Send a segment that the peer must answer with the window that it has (RFC 9293, 3.8.6.1).
    void SendProbe();

    /**
     * @param header of a segment
     * @param block of its SACK option
     * @return whether it begins no later than what is acknowledged ends: it reports data that
     *         arrived twice (RFC 2883), or is late itself. ns-3 (3.44) looks for such a block in
     * the list of what is under way, and ends if that is empty or the block is its first; with an
     * option without blocks, too
     */
    bool IsOld(const TcpHeader& header, const TcpOptionSack::SackBlock& block) const;

    /**
     * @param header of a segment
     * @return whether its SACK option has old blocks, or none
     */
    bool HasUselessSack(const TcpHeader& header) const;

    /**
     * @param window bytes that may be sent
     * @return whether certainly no segment would be sent
     */
    bool HasNothingToSend(uint32_t window) const;

    TcpMovableTimer m_retxTimer;   //!< of retransmission
    TcpMovableTimer m_delAckTimer; //!< of acknowledgements

    TcpRecentTimestamp m_recent;       //!< of the peer
    SequenceNumber32 m_lastAckSent{0}; //!< acknowledgement number that was sent last
    TcpOrdinaryHeader m_ordinary;      //!< headers of ordinary segments
    TcpSackedRanges m_sacked;          //!< what the peer holds beyond gaps
    Time m_firstPersist;               //!< how long the first probe waited, while one waits

    Ptr<TcpConnectionDemux> m_demux;          //!< forwards segments, may be null
    std::optional<TcpConnectionId> m_inDemux; //!< the connection whose segments it forwards

    bool m_minshallNagle{false};    //!< whether at most one short segment is under way
    SequenceNumber32 m_shortEnd{0}; //!< end of the last short segment
    bool m_delAckFullSized{false};  //!< whether an acknowledgement waits for full segments
    bool m_restartsAtResend{false}; //!< whether what is sent again restarts the timer
    bool m_keepsBackoff{false};     //!< whether a doubled timeout lasts until a measurement
    /// How many round-trip times had been measured at the last timeout; none is that many.
    uint32_t m_samplesAtTimeout{std::numeric_limits<uint32_t>::max()};
    SequenceNumber32 m_unacked{0}; //!< first byte received and not acknowledged
};

} // namespace ns3

#endif /* TCP_LEAN_SOCKET_H */
