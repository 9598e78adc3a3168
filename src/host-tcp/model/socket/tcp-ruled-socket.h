/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RULED_SOCKET_H
#define TCP_RULED_SOCKET_H

#include "ns3/own-type-id.h"
#include "ns3/tcp-ack-policy.h"
#include "ns3/tcp-rules.h"
#include "ns3/tcp-sender.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-ticks.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
 *
 * ns-3's TCP socket that can follow other rules (TcpRules) as sender and as receiver of data. It
 * tells those what it does, and does what they say; without rules it is ns-3's.
 *
 * With rules of a sender, ns-3 sees no selective acknowledgements: what is in flight and what is
 * lost is the sender's, and ns-3 sends new data alone. A peer without selective acknowledgements
 * gets ns-3's sender.
 */
class TcpRuledSocket : public OwnTypeId<TcpRuledSocket, TcpSocketBase>, private TcpSenderSocket
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpRuledSocket() = default;
    /// The socket of an accepted connection. @param listener the listening socket
    TcpRuledSocket(const TcpRuledSocket& listener);
    ~TcpRuledSocket() override;

    /**
     * Follow rules from now on, before the connection is opened. They also choose congestion
     * control, estimator of round-trip times and initial window; what is chosen later replaces
     * these.
     *
     * @param rules which
     */
    void SetRules(const TcpRules& rules);

    /**
     * @return whether a sender's rules are followed, and not ns-3's
     */
    bool HasSenderRules() const;

    /**
     * @return whether the timeout of retransmission is Linux's
     */
    bool HasLinuxTimeout() const;

    /**
     * @param tick time between two ticks of the host's clock, for timers that are set from now on;
     * 0 for timers to the nanosecond
     */
    void SetTick(Time tick);

    /**
     * @return time between two ticks of the host's clock
     */
    Time GetTick() const;

    using TcpSocketBase::Send;
    int Send(Ptr<Packet> packet, uint32_t flags) override;

  protected:
    /**
     * @return bytes in flight, as the sender's rules count them
     */
    uint32_t BytesInFlight() const override;
    uint32_t AvailableWindow() const override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void SendEmptyPacket(uint8_t flags) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;
    void ProcessAck(const SequenceNumber32& ack,
                    bool scoreboardUpdated,
                    uint32_t currentDelivered,
                    const SequenceNumber32& oldHead,
                    bool receivedData) override;
    void ReTxTimeout() override;
    void DelAckTimeout() override;

    /**
     * @return what sends by rules, null if ns-3 does
     */
    TcpSender* GetSender() const;

    /// Stop the timers of what sends: the connection has ended.
    virtual void StopSender();

    /**
     * @return whether an acknowledgement is due by rules, and not by the count that is set
     */
    bool HasAckPolicy() const;

    /**
     * Let the rules say when an acknowledgement is due, before data is received.
     *
     * @param seq its first byte
     * @param bytes how much
     */
    void PrepareAck(SequenceNumber32 seq, uint32_t bytes);

    /**
     * Hand a segment down that ns-3 did not make.
     *
     * @param data its data
     * @param header its header, without ports
     */
    void SendSegment(Ptr<Packet> data, TcpHeader& header);

    /// A segment was processed: the connection may have begun or ended, of which metrics are kept.
    void FollowMetrics();

    /**
     * @return how many acknowledgements leave with a segment without data
     */
    virtual uint32_t CountAcksOut() const;

    // From TcpSenderSocket
    uint32_t GetAckCount() const override;
    bool IsHoldingBack() const override;
    void RestartTimeout() override;
    Time GetWait(Time timeout) const override;

  private:
    Ptr<TcpSocketState> GetControlState() const override;
    Ptr<TcpCongestionOps> GetCongestionOps() const override;
    Time GetRetransmissionTimeout() const override;
    std::optional<uint32_t> GetTimestampEcho() const override;
    void Resend(SequenceNumber32 begin, uint32_t bytes) override;
    bool HasNew() const override;
    void SendNewProbe() override;

    /// Acknowledge, and report what arrived twice (RFC 2883).
    void SendDuplicateAck();

    /// Begin with what earlier connections to the same host have learnt.
    void BeginWithMetrics();

    /// Keep what this connection has learnt.
    void StoreMetrics();

    /// Make what follows the rules.
    void MakeParts();

    /**
     * @return bytes that the peer's window has room for
     */
    uint32_t GetRoom() const;

    /**
     * @return bytes of new data that a probe takes, a segment at most
     */
    uint32_t GetProbeSize() const;

    /// The timeout of retransmission has come, and data is outstanding.
    void ResendByRules();

    TcpRules m_rules;                      //!< which are followed
    TcpTicks m_ticks{Time()};              //!< of the host's clock
    std::unique_ptr<TcpSender> m_sender;   //!< sends by rules, may be null
    std::unique_ptr<TcpAckPolicy> m_acker; //!< acknowledges by rules, may be null
    uint32_t m_usualAckCount{0};           //!< segments for an acknowledgement that is not quick
    std::optional<Address> m_measured;     //!< the other end, while metrics are learnt of it
    std::optional<TcpOptionSack::SackBlock>
        m_duplicate;          //!< what arrived twice and was not reported
    uint32_t m_lastWindow{0}; //!< what the peer offered last
};

} // namespace ns3

#endif /* TCP_RULED_SOCKET_H */
