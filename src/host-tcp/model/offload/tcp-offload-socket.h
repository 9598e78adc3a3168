/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OFFLOAD_SOCKET_H
#define TCP_OFFLOAD_SOCKET_H

#include "tcp-ack-clock.h"
#include "tcp-offload-reader.h"
#include "tcp-written-pieces.h"

#include "ns3/ethernet-train.h"
#include "ns3/tcp-lean-socket.h"

#include <cstdint>
#include <deque>

namespace ns3
{

class EthernetAdapter;
class TcpAckGrowth;

/**
 * @ingroup host-tcp-offload
 *
 * A TCP socket that leaves segmentation to an Ethernet adapter with Offload. What may be sent at
 * once, up to 64 KB, goes down as one packet and travels as a train of frames; the receiver takes a
 * train as one segment (GRO) and answers with a train of acknowledgements, at the times at which it
 * would acknowledge the frames one by one. The sender lets new data follow at the pace of these
 * acknowledgements. So windows, rates and bytes on the wire are those of ns-3's TCP, at a fraction
 * of its events.
 *
 * Trains are sent while nothing is missing. When an acknowledgement reports a gap, or a
 * retransmission times out, what is on its way is cut into its segments, and loss recovery is that
 * of ns-3 frame by frame.
 *
 * Both ends must use this socket, and their devices Offload; TcpOffloadHelper does this.
 */
class TcpOffloadSocket : public OwnTypeId<TcpOffloadSocket, TcpLeanSocket>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpOffloadSocket();

    /**
     * @param other a listening socket, of which this becomes a connection
     */
    TcpOffloadSocket(const TcpOffloadSocket& other);
    ~TcpOffloadSocket() override;

    using TcpSocketBase::Recv;
    using TcpSocketBase::Send;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetRxAvailable() const override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;

  protected:
    uint32_t AvailableWindow() const override;
    Ptr<TcpSocketBase> Fork() override;
    void ProcessSegment(Ptr<Packet> packet,
                        const TcpSegmentStart& start,
                        const Address& from,
                        const Address& to) override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;
    void ProcessAck(const SequenceNumber32& ack,
                    bool scoreboardUpdated,
                    uint32_t currentDelivered,
                    const SequenceNumber32& oldHead,
                    bool receivedData) override;
    bool MaySendNew() override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;
    void UpdateRttHistory(const SequenceNumber32& seq,
                          uint32_t size,
                          bool isRetransmission) override;
    void EstimateRtt(const TcpHeader& header) override;
    void RetransmissionExpired() override;
    uint32_t CountAcksOut() const override;
    uint32_t GetAckCount() const override;
    bool IsHoldingBack() const override;
    void StopSender() override;

  private:
    /// What was sent for the first time as one packet.
    struct Sent
    {
        SequenceNumber32 begin; //!< sequence number of its first byte
        uint32_t bytes;         //!< how much
    };

    /// Connect what reports every segment that leaves.
    void TraceSegments();

    /**
     * Note for which train a segment stands that is about to leave.
     *
     * @param packet its data
     * @param header its header
     * @param socket this
     */
    void HandleSegment(Ptr<const Packet> packet,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase> socket);

    /**
     * @return the adapter of the connection if it has Offload, null otherwise
     */
    Ptr<EthernetAdapter> GetAdapter();

    /**
     * @param seq where new data begins
     * @param maxSize bytes that TCP would send as one segment
     * @return bytes to send as one packet, at least maxSize
     */
    uint32_t GetTrainSize(SequenceNumber32 seq, uint32_t maxSize);

    /**
     * Let the history of round trips have two parts of a train, of which one is acknowledged or
     * sent again.
     *
     * @param border sequence number where the second begins; the segment that it cuts is part of
     * that
     */
    void SplitHistory(SequenceNumber32 border);

    /// Check whether the congestion window is what limits the sender.
    void SetCwndLimited();

    /**
     * @return most full segments in a train
     */
    uint32_t GetMaxSegments() const;

    /**
     * @param window bytes that may be sent
     * @return whether they can wait until more may be sent: they would wait in the adapter
     */
    bool MayAwaitTrain(uint32_t window) const;

    /// Send what waits.
    void HandleAdapterFree();

    /**
     * Pace a train by the acknowledgements that let it go.
     *
     * @param bytes its data
     */
    void Pace(uint32_t bytes);

    /**
     * Receive acknowledgements, each at its time.
     *
     * @param packet a segment that stands for them
     * @param from its sender
     * @param to its receiver
     */
    void ReceiveAcksOneByOne(Ptr<Packet> packet, const Address& from, const Address& to);

    /**
     * @return whether congestion control looks for the end of slow start
     */
    bool IsProbing() const;

    /**
     * A segment of a train that came behind a gap is there, some time after the train began.
     *
     * @param packet its data
     * @param header its header
     */
    void ReceivedLater(Ptr<Packet> packet, const TcpHeader& header);

    /**
     * Receive data of a train that nothing is missing before.
     *
     * @param packet the data
     * @param header header of the segment
     * @param train the train
     */
    void ReceivedTrain(Ptr<Packet> packet, const TcpHeader& header, const EthernetTrain& train);

    /**
     * Pass data of a train to TCP.
     *
     * @param packet the data
     * @param header header of the segment
     */
    void ReceiveTrainData(Ptr<Packet> packet, const TcpHeader& header);

    /**
     * Echo the timestamp of a train in its acknowledgements (RFC 7323, 4.3).
     *
     * @param header header of the segment
     */
    void EchoTimestamp(const TcpHeader& header);

    /**
     * @param train frames with data
     * @param frames how many of them are acknowledged now
     * @param mss bytes of data in a full frame
     * @return the acknowledgements
     */
    EthernetTrain MakeAcks(const EthernetTrain& train, uint32_t frames, uint32_t mss) const;

    /// Let the application read what has arrived by now.
    void ReleaseData();

    /// Cut what was sent as trains, and is not acknowledged, into its segments.
    void SplitSent();

    uint32_t m_offloadSize; //!< most bytes of data in a train
    bool m_joinWrites;      //!< whether pieces written at the same time share trains
    bool m_ackPerTrain;     //!< whether a train gets one acknowledgement

    Ptr<EthernetAdapter> m_adapter; //!< of the connection, null without Offload
    bool m_isAdapterKnown{false};   //!< whether it was looked for
    Ptr<TcpAckGrowth> m_growth;     //!< grows the window by every acknowledgement of a train
    TcpWrittenPieces m_written;     //!< what the application wrote that was not sent
    mutable EventId m_adapterEvent; //!< when the adapter will be free, for what waits
    bool m_isAdapterFree{false};    //!< whether nothing may wait for it now
    std::deque<Sent> m_sent;        //!< not acknowledged
    bool m_hasSentTrains{false};    //!< whether trains are among them
    TcpAckClock m_clock;            //!< runs while acknowledgements are handled
    uint32_t m_ackCount{1};         //!< acknowledgements that the one stands for that is processed
    uint32_t m_ackedBytes{0};       //!< by the last train of acknowledgements
    Time m_ackedSpan;               //!< of that train
    Time m_ackedUntil;              //!< when its last acknowledgement has arrived
    Time m_pacedUntil;              //!< when the last segment leaves that was paced
    EthernetTrain m_dataOut;        //!< the data that leaves
    EthernetTrain m_acksOut;        //!< the acknowledgements that leave
    EthernetTrain m_in;             //!< what is being received
    TcpOffloadReader m_reader;      //!< what the application has not read
    EventId m_releaseEvent;         //!< when it may read more
};

} // namespace ns3

#endif /* TCP_OFFLOAD_SOCKET_H */
