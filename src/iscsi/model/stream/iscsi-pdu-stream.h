/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_STREAM_H
#define ISCSI_PDU_STREAM_H

#include "iscsi-damage.h"
#include "iscsi-node-faults.h"
#include "iscsi-pdu-assembler.h"
#include "iscsi-pdu-framer.h"
#include "iscsi-resettable-stream.h"
#include "iscsi-send-queue.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-byte-stream.h"
#include "ns3/tcp-segment-boundaries.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The owner of a stream of PDUs, notified of its events. Nothing is called after the stream is
 * closed.
 */
class IscsiPduStreamOwner
{
  public:
    virtual ~IscsiPduStreamOwner();

    /**
     * A PDU arrived.
     *
     * @param pdu its header segments and its data segment
     */
    virtual void PduArrived(Ptr<Packet> pdu) = 0;

    /**
     * A PDU arrived and is left out because a digest is bad.
     *
     * @param damage what is wrong with it
     * @param headers its header segments if they are good, null if not
     * @return true if the owner deals with it; false, as here, if it is to be the stream's end
     */
    virtual bool PduDamaged(IscsiDamage damage, Ptr<Packet> headers);

    /**
     * The stream ended, not closed by this end, and is closed: the peer closed, the connection
     * broke or could not be made, or what arrives is no PDU.
     *
     * @param reason why, as text
     */
    virtual void StreamEnded(const std::string& reason) = 0;
};

/**
 * @ingroup iscsi-stream
 *
 * The byte stream of one TCP connection, cut into PDUs (RFC 7143, 4.2.9). It sends and delivers
 * whole PDUs, independent of TCP's segmentation. It fills the socket's send buffer, with part of a
 * PDU if necessary, and refills it once a third of it is free, which is when Linux wakes a writer.
 * Pieces end at TCP's segment boundaries. Received bytes are collected until a PDU is complete.
 * Padding and digests are added and removed here.
 */
class IscsiPduStream : public IscsiResettableStream
{
  public:
    /// Which end this is, and so which PDUs may arrive.
    using Side = IscsiPduAssembler::Side;

    /// Called when the TCP connection is established.
    using ConnectedCallback = Callback<void>;

    /**
     * Take over a socket.
     *
     * @param socket a TCP socket of this end alone, connected or to be connected
     * @param side which end this is
     */
    IscsiPduStream(Ptr<Socket> socket, Side side);
    ~IscsiPduStream() override;

    IscsiPduStream(const IscsiPduStream&) = delete;
    IscsiPduStream& operator=(const IscsiPduStream&) = delete;

    /**
     * Set the owner, which is notified of events.
     *
     * @param owner the owner, who closes the stream before it goes
     */
    void SetOwner(IscsiPduStreamOwner* owner);

    /**
     * Set the source port of the connection. Without this, TCP chooses one.
     *
     * @param port port of this end; the connection cannot be made while it is in use
     */
    void SetSourcePort(uint16_t port);

    /**
     * Make the TCP connection.
     *
     * @param remote the peer's address and port
     * @param connected called when it is established; if it fails, the owner is notified of the end
     */
    void Connect(const Address& remote, ConnectedCallback connected);

    /**
     * @return this end's address and port, of no type if the stream is closed
     */
    Address GetLocalAddress() const;

    /**
     * @return the peer's address and port, of no type if there is none
     */
    Address GetPeerAddress() const;

    /**
     * Set the maximum length of data segments: a longer one ends the stream.
     *
     * @param length the MaxRecvDataSegmentLength of this end, bytes
     */
    void SetMaxRecvDataSegmentLength(uint32_t length);

    /**
     * Set the digests of PDUs in both directions from the next one on. To be called when the
     * login is over and before any other PDU is sent; PDUs of the login have none anyway.
     *
     * @param header true if CRC32C was agreed on for HeaderDigest
     * @param data true if CRC32C was agreed on for DataDigest
     */
    void SetDigests(bool header, bool data);

    /**
     * @param part a part of a PDU
     * @return true if it has a digest
     */
    bool HasDigest(IscsiDamage part) const;

    /**
     * Leave what arrives with TCP until Resume: what it means depends on a PDU that is still worked
     * on.
     */
    void Hold();

    /**
     * Continue after Hold.
     */
    void Resume();

    /**
     * Leave what arrives with TCP as long as what is returned exists.
     *
     * @return what holds the stream; releasing it is safe at any time
     */
    std::shared_ptr<const void> Pause();

    /**
     * Send a PDU after all that were given before.
     *
     * @param pdu the header segments and the data segment without padding; belongs to the stream
     *        from now on
     * @param task its Initiator Task Tag; PDUs of one task are handed to TCP together
     */
    void Send(Ptr<Packet> pdu, uint32_t task = IscsiHeader::RESERVED_TAG);

    /**
     * Keep something until TCP has taken all that was given to Send so far, or it is dropped.
     *
     * @param kept what to keep, in the order of these calls
     */
    void KeepUntilSent(const std::shared_ptr<const void>& kept);

    // From IscsiResettableStream
    void Reset() override;

    /**
     * Close the TCP connection after the data given to Send. Nothing more is received and no
     * callback is called.
     */
    void Close();

    /**
     * @return bytes given to Send that TCP did not take yet
     */
    uint64_t GetQueuedBytes() const;

    /**
     * @return true until the stream was closed or ended
     */
    bool IsOpen() const;

  private:
    /// What holds the stream while it exists.
    class Holder;

    /// Something that is kept until bytes are sent.
    struct Kept
    {
        uint64_t end;                     //!< the bytes: all up to this one
        std::shared_ptr<const void> what; //!< what is kept
    };

    /**
     * @return true if what arrives is left with TCP
     */
    bool IsHeld() const;

    /**
     * Receive what was left with TCP.
     */
    void ReceiveHeld();

    /**
     * Release what was kept for bytes that are no longer in the queue.
     */
    void ReleaseKept();

    /**
     * Forget the bytes that TCP did not take.
     */
    void DropQueue();

    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * @param socket the socket with bytes to read
     */
    void HandleReceive(Ptr<Socket> socket);

    /**
     * @param socket the socket with space to write
     * @param available how much, bytes
     */
    void HandleSend(Ptr<Socket> socket, uint32_t available);

    /**
     * Send as much of the queue as the socket accepts.
     */
    void Flush();

    /**
     * The same, after all PDUs of this moment.
     */
    void FlushBurst();

    /**
     * Close the socket once and release it as far as this end is concerned.
     */
    void ReleaseSocket();

    /**
     * End the stream and notify the owner.
     *
     * @param reason why
     */
    void End(const std::string& reason);

    /**
     * @param part bytes to send
     * @return whether nothing is before them, and they fit into the socket and a segment
     */
    bool GoesAtOnce(const Packet& part) const;

    /**
     * Send bytes to the socket.
     *
     * @param part as many as it takes
     */
    void SendToSocket(Ptr<Packet> part);

    /**
     * Put bytes behind what is to be sent.
     *
     * @param part some bytes, or null for none
     * @param task its Initiator Task Tag
     */
    void Enqueue(Ptr<Packet> part, uint32_t task);

    /**
     * Take more bytes from TCP if those taken before are used up.
     *
     * @return true if there are some to put into PDUs
     */
    bool HasArrived();

    /**
     * Continue putting PDUs together out of what arrived, up to the end of one.
     */
    void Assemble();

    /**
     * Hand a PDU to the owner, or report it as damaged if a fault strikes it.
     */
    void Deliver(Ptr<Packet> pdu);

    /**
     * Tell of a PDU that is left out.
     *
     * @param damage what is wrong with it
     * @param headers its header segments or null
     */
    void Damaged(IscsiDamage damage, Ptr<Packet> headers);

    /**
     * The socket takes no more: be notified when it does.
     */
    void AwaitRoom();

    TcpByteStream m_tcp;                   //!< the connection
    IscsiPduStreamOwner* m_owner{nullptr}; //!< notified of events, null once closed
    bool m_open{true};                     //!< not closed and not ended
    uint16_t m_sourcePort{0};              //!< port of this end, 0 for one that TCP chooses
    bool m_isHeld{false};                  //!< leave with TCP what arrives
    bool m_isFull{false};                  //!< the socket was filled up and is waited for
    bool m_isTold{false};                  //!< the socket tells when it has room
    bool m_isReleased{false};              //!< the socket is released
    std::optional<TcpSegmentBoundaries> m_boundaries; //!< where TCP will cut, nothing once released

    std::weak_ptr<Holder> m_hold; //!< holds the stream, as long as it exists
    std::list<Kept> m_kept;       //!< what is kept until it is sent, in order
    uint64_t m_queued{0};         //!< bytes that ever went into the queue

    IscsiSendQueue m_queue;   //!< PDUs to send, the first perhaps partly sent
    bool m_isFlushDue{false}; //!< the socket is given what waits once this moment's PDUs are there
    IscsiPduFramer m_framer;  //!< makes the PDUs to send what they are on the wire

    Ptr<IscsiNodeFaults> m_faults; //!< what strikes the PDUs, null for none
    Ptr<Packet> m_arrived;         //!< bytes taken from TCP and not yet put into PDUs, or null
    IscsiPduAssembler m_assembler; //!< cuts what arrives into PDUs
    uint32_t m_number{0};          //!< number of this stream among those of the faults
    uint32_t m_lowWater;           //!< free space that ends a wait for the socket, bytes
    ConnectedCallback m_connected; //!< called when TCP is established
};

} // namespace ns3

#endif /* ISCSI_PDU_STREAM_H */
