/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_STREAM_H
#define ISCSI_PDU_STREAM_H

#include "iscsi-header.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The byte stream of one TCP connection, cut into PDUs (RFC 7143, 4.2.9). Whole PDUs go in and
 * whole PDUs come out, however TCP cuts them. The socket's send buffer is filled up, with a piece
 * of a PDU if need be, and filled again once a third of it is free, which is when Linux wakes a
 * writer. The bytes that arrive are gathered until a PDU is complete. Padding is added and removed
 * here. Nobody else touches the socket.
 *
 * A data segment of nothing but zeros comes out as virtual payload, so simulated data that is not
 * kept costs no memory.
 */
class IscsiPduStream : public SimpleRefCount<IscsiPduStream>
{
  public:
    /// Which PDUs may arrive: those of initiators or those of targets.
    enum class Side : uint8_t
    {
        INITIATOR, //!< this end is the initiator: PDUs of targets arrive
        TARGET     //!< this end is the target: PDUs of initiators arrive
    };

    /// Called with each PDU that arrived: its header segments and its data segment.
    using PduCallback = Callback<void, Ptr<Packet>>;
    /// Called when the TCP connection stands.
    using ConnectedCallback = Callback<void>;
    /// Called once when the stream ended by no wish of this end, with the reason in words.
    using EndedCallback = Callback<void, const std::string&>;

    /**
     * Take over a socket.
     *
     * @param socket a TCP socket of this end alone, connected or to be connected
     * @param side which end this is
     */
    IscsiPduStream(Ptr<Socket> socket, Side side);
    ~IscsiPduStream();

    IscsiPduStream(const IscsiPduStream&) = delete;
    IscsiPduStream& operator=(const IscsiPduStream&) = delete;

    /**
     * Say whom to tell of what.
     *
     * @param received each PDU that arrived
     * @param ended the peer closed, the connection broke or could not be made, or what arrives is
     *        no PDU; the stream is closed then
     */
    void SetCallbacks(PduCallback received, EndedCallback ended);

    /**
     * Make the TCP connection.
     *
     * @param remote the peer's address and port
     * @param connected called when it stands; if it fails, the ended callback is called
     */
    void Connect(const Address& remote, ConnectedCallback connected);

    /**
     * Say how long data segments may be: a longer one ends the stream.
     *
     * @param length the MaxRecvDataSegmentLength of this end, bytes
     */
    void SetMaxRecvDataSegmentLength(uint32_t length);

    /**
     * Send a PDU after all that were given before.
     *
     * @param pdu the header segments and the data segment without padding; belongs to the stream
     *        from now on
     */
    void Send(Ptr<Packet> pdu);

    /**
     * Close the TCP connection after what was given to Send. Nothing is received any more and no
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
    /// Longest header segments: the basic one and 255 words of additional ones.
    static constexpr uint32_t MAX_HEADER_LENGTH = IscsiHeader::BHS_SIZE + 255 * 4;
    /// Most bytes taken from the socket at a time.
    static constexpr uint32_t READ_SIZE = 16384;

    /**
     * @param socket the socket that stands
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * @param socket the socket that does not stand
     */
    void HandleConnectFailed(Ptr<Socket> socket);

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
     * @param socket the socket closed by the peer
     */
    void HandlePeerClosed(Ptr<Socket> socket);

    /**
     * @param socket the socket that broke
     */
    void HandleError(Ptr<Socket> socket);

    /**
     * Give the socket as much of the queue as it takes.
     */
    void Flush();

    /**
     * Take the next bytes out of the queue.
     *
     * @param most how many at most
     * @return the first PDU or the front of it, null if there is no room at all
     */
    Ptr<Packet> TakePiece(uint32_t most);

    /**
     * Close the socket once and let go of it as far as this end is concerned.
     */
    void ReleaseSocket();

    /**
     * End the stream and tell the owner.
     *
     * @param reason why
     */
    void End(const std::string& reason);

    /**
     * Take header bytes from the front of what arrived.
     *
     * @param bytes what arrived; what is taken is removed
     */
    void TakeHeader(Ptr<Packet> bytes);

    /**
     * Take bytes of the data segment and its padding from the front of what arrived.
     *
     * @param bytes what arrived; what is taken is removed
     */
    void TakeData(Ptr<Packet> bytes);

    /**
     * Look at a complete basic header segment: learn the lengths or end the stream.
     */
    void ReadLengths();

    /**
     * Hand the complete PDU to the owner and make ready for the next.
     */
    void Deliver();

    Ptr<Socket> m_socket;          //!< the socket, null once released
    Side m_side;                   //!< which end this is
    PduCallback m_received;        //!< gets the PDUs
    ConnectedCallback m_connected; //!< told when TCP stands
    EndedCallback m_ended;         //!< told when the stream ended
    bool m_open{true};             //!< not closed and not ended
    uint32_t m_maxRecv;            //!< longest data segment taken, bytes
    uint32_t m_lowWater;           //!< free space that ends a wait for the socket, bytes

    std::deque<Ptr<Packet>> m_queue; //!< PDUs to send, the first perhaps partly sent
    bool m_isFull{false};            //!< the socket was filled up and is waited for
    uint64_t m_queuedBytes{0};       //!< bytes in the queue

    std::vector<uint8_t> m_header;   //!< header bytes of the PDU that is arriving
    uint32_t m_headerLength;         //!< bytes its header segments have, as far as known
    uint32_t m_dataLength{0};        //!< bytes of its data segment without padding
    uint32_t m_dataTaken{0};         //!< bytes taken of its data segment and padding
    std::vector<uint8_t> m_data;     //!< its data as far as taken, empty while all are zero
    uint64_t m_timelineHandle{0};    //!< timeline handle found beside its header
    bool m_hasTimelineHandle{false}; //!< whether there is one
};

} // namespace ns3

#endif /* ISCSI_PDU_STREAM_H */
