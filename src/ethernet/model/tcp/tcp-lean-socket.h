/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LEAN_SOCKET_H
#define TCP_LEAN_SOCKET_H

#include "tcp-connection-demux.h"
#include "tcp-connection.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * A TCP socket that sends what ns-3's would, when it would, and knows sooner when there is nothing
 * to send. ns-3 walks the list of all segments on their way to find the next one, after each
 * acknowledgement once more than it sends, which is the dearest of TCP's work with long windows. It
 * also reads the header of each segment that arrives three times, each time with all options, and
 * searches a list for the socket; TcpConnectionDemux finds this one at once, and two of three
 * readings are saved.
 *
 * It also bears peers that are not ns-3's: it sends no longer segments than a peer's MSS option
 * allows, and keeps from ns-3 what that takes for impossible and stops at.
 */
class TcpLeanSocket : public TcpSocketBase, public TcpConnection
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpLeanSocket() = default;
    TcpLeanSocket(const TcpLeanSocket& listener);
    ~TcpLeanSocket() override;

    TypeId GetInstanceTypeId() const override;
    int Connect(const Address& address) override;
    int Listen() override;

    /**
     * Have segments of this socket's connections brought without a search.
     *
     * @param demux of the host, may be null
     */
    void SetDemux(Ptr<TcpConnectionDemux> demux);

    bool Take(Ptr<Packet> segment,
              const TcpSegmentStart& start,
              const Ipv4Header& header,
              Ptr<Ipv4Interface> interface) override;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> segment,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;

    /**
     * @return bytes that may be sent, 0 if none would be
     */
    uint32_t AvailableWindow() const override;

    /**
     * @return whether a short segment has to wait for the acknowledgement of an earlier one
     */
    bool MustHoldShort() const;

    /// Note where data begins that is not acknowledged, unless some waits already.
    void NoteUnacked();

  private:
    /// Have the connection's segments brought, now that both ends are known, or those that ask for
    /// one, now that the socket listens.
    void AddToDemux();

    /// Have none brought.
    void RemoveFromDemux();

    /**
     * Send no longer segments than the peer takes.
     *
     * @param header its SYN
     */
    void LimitSegmentSize(const TcpHeader& header);

    /**
     * @param header of a segment
     * @param block of its SACK option
     * @return whether it begins no later than what is acknowledged ends: it tells of data that
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
     * @param header of a segment with a SACK option
     * @return the same without its old blocks, and without the option if none is left
     */
    TcpHeader RemoveOldBlocks(const TcpHeader& header) const;

    /**
     * @param window bytes that may be sent
     * @return whether certainly no segment would be sent
     */
    bool HasNothingToSend(uint32_t window) const;

    Ptr<TcpConnectionDemux> m_demux;          //!< brings segments, may be null
    std::optional<TcpConnectionId> m_inDemux; //!< the connection whose segments it brings

    bool m_minshallNagle{false};    //!< whether at most one short segment is under way
    SequenceNumber32 m_shortEnd{0}; //!< end of the last short segment
    bool m_delAckFullSized{false};  //!< whether an acknowledgement waits for full segments
    SequenceNumber32 m_unacked{0};  //!< first byte received and not acknowledged
};

} // namespace ns3

#endif /* TCP_LEAN_SOCKET_H */
