/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LEAN_SOCKET_H
#define TCP_LEAN_SOCKET_H

#include "ns3/tcp-socket-base.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * A TCP socket that sends what ns-3's would, when it would, and knows sooner when there is nothing
 * to send. ns-3 walks the list of all segments on their way to find the next one, after each
 * acknowledgement once more than it sends, which is the dearest of TCP's work with long windows.
 */
class TcpLeanSocket : public TcpSocketBase
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;

  protected:
    Ptr<TcpSocketBase> Fork() override;

    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
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
    /**
     * @param window bytes that may be sent
     * @return whether certainly no segment would be sent
     */
    bool HasNothingToSend(uint32_t window) const;

    bool m_minshallNagle{false};    //!< whether at most one short segment is under way
    SequenceNumber32 m_shortEnd{0}; //!< end of the last short segment
    bool m_delAckFullSized{false};  //!< whether an acknowledgement waits for full segments
    SequenceNumber32 m_unacked{0};  //!< first byte received and not acknowledged
};

} // namespace ns3

#endif /* TCP_LEAN_SOCKET_H */
