/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_NET_DEVICE_H
#define ETHERNET_NET_DEVICE_H

#include "ethernet-ack-joiner.h"
#include "ethernet-interrupt-moderation.h"
#include "ethernet-port.h"
#include "ethernet-transmitter.h"

#include "ns3/traced-callback.h"

#include <vector>

namespace ns3
{

class ErrorModel;
class EthernetChannel;
class EthernetSharedBuffer;
class NetDeviceQueue;

/**
 * @ingroup ethernet
 *
 * A port of a full-duplex Ethernet link: a network adapter, or a port of a switch, which is a
 * BridgeNetDevice. Frames take the time of their bytes with preamble, padding and gap. Those that
 * cannot leave at once wait, first in, first out, and are dropped where there is no room.
 *
 * With Offload, an adapter takes packets of up to 64 KB that stand for trains of frames, and gives
 * such packets to the host; a port of a switch passes trains on. Each frame takes its time and its
 * room, and can be damaged. Where a train does not fit as it is, it continues frame by frame.
 *
 * With InterruptDelay, the host is notified of several frames at once, see
 * EthernetInterruptModeration.
 *
 * There are no collisions, VLANs and pause frames.
 */
class EthernetNetDevice : public EthernetPort
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * TracedCallback signature for interrupts.
     *
     * @param [in] frames how many the host is notified of
     */
    typedef void (*InterruptTracedCallback)(uint32_t frames);

    EthernetNetDevice();
    ~EthernetNetDevice() override;

    /**
     * Plug the device into a cable.
     *
     * @param channel the cable
     */
    void Attach(Ptr<EthernetChannel> channel);

    /**
     * Receive a frame from elsewhere than the cable, such as an error model that held it back.
     *
     * @param frame its bytes from the header to the frame check sequence
     */
    void Receive(Ptr<Packet> frame);

    /**
     * Drop what has no room instead of telling a queue disc to wait: frames come from elsewhere,
     * such as from a bond.
     */
    void DisableFlowControl();

    /**
     * @return longest payload of a frame, bytes; GetMtu is that of a packet
     */
    uint16_t GetFrameMtu() const;

    /**
     * @return frames that wait
     */
    uint32_t GetWaitingFrames();

    /**
     * @return memory that this port shares with others, or null
     */
    Ptr<EthernetSharedBuffer> GetSharedBuffer() const;

    /**
     * @return frames sent, including those that wait
     */
    uint64_t GetSentFrames() const;

    /**
     * @return bytes of these frames on the link, from preamble to gap
     */
    uint64_t GetSentWireBytes() const;

    // What cables ask for.
    void Arrive(const EthernetFrame& frame) override;
    void LinkUp() override;
    void LinkDown() override;

    // What adapters have.
    bool HasOffload() const override;
    DataRate GetDataRate() const override;
    Time GetBacklog() override;

    // What NetDevice asks for.
    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

  protected:
    void NotifyNewAggregate() override;
    void DoDispose() override;

  private:
    /**
     * @param rate bits per second, 1 or more
     */
    void SetDataRate(DataRate rate);

    /**
     * @param size frames or bytes that may wait
     */
    void SetQueueSize(QueueSize size);

    /**
     * @return frames or bytes that may wait
     */
    QueueSize GetQueueSize() const;

    /**
     * @param buffer memory that this port shares with others, null for none
     */
    void SetSharedBuffer(Ptr<EthernetSharedBuffer> buffer);

    /**
     * @param frame a frame, or a train, from above or from another port
     * @return whether it can leave at once or wait
     */
    bool HasRoom(const EthernetFrame& frame);

    /**
     * @param train a frame, or several
     * @return whether they can leave at once or wait
     */
    bool HasRoom(const EthernetTrain& train);

    /**
     * @return whether there is room for the longest frame
     */
    bool HasRoomForFrame();

    /**
     * Send the frames of a train one by one, each at its time.
     *
     * @param frame the train
     */
    void SendOneByOne(const EthernetFrame& frame);

    /**
     * Let the frames of a train arrive one by one, each at its time, without those that arrive
     * damaged.
     *
     * @param frame the train
     */
    void ArriveOneByOne(const EthernetFrame& frame);

    /**
     * @param frame a frame that arrived
     * @return whether it is damaged
     */
    bool IsDamaged(const EthernetFrame& frame);

    /**
     * Send a frame, or drop it where there is no room.
     *
     * @param frame the frame
     * @return whether it is sent
     */
    bool SendIfRoom(const EthernetFrame& frame);

    /**
     * Send a frame for which there is room, or drop it where the link is down or it is too long.
     *
     * @param frame the frame, or a train that can be sent as it is
     * @return whether it is sent
     */
    bool SendFrame(const EthernetFrame& frame);

    /**
     * @param frame a frame, or a train, that is not sent
     */
    void Drop(const EthernetFrame& frame);

    /**
     * Put a frame on the cable, now or after those that wait.
     *
     * @param frame the frame
     */
    void Transmit(const EthernetFrame& frame);

    /// Tell a queue disc to wait while there is no room for a frame of the MTU.
    void StopQueueDiscIfFull();

    /// Wake the queue disc when the next frame can leave.
    void ScheduleWake();

    /// Tell a queue disc to continue if there is room again.
    void WakeQueueDisc();

    /**
     * Pass an undamaged frame to those who wait for it, now or with an interrupt for several.
     *
     * @param frame the frame
     */
    void ReceiveUndamaged(const EthernetFrame& frame);

    /**
     * Pass frames to those who wait for them.
     *
     * @param frames of which the host is notified at once
     */
    void Interrupt(const std::vector<EthernetFrame>& frames);

    /**
     * Pass an undamaged frame to those who wait for it.
     *
     * @param frame the frame
     */
    void Deliver(const EthernetFrame& frame);

    /**
     * @param delay time without a frame after which the host is notified of those that arrived
     */
    void SetInterruptDelay(Time delay);

    /**
     * @return time without a frame after which the host is notified of those that arrived
     */
    Time GetInterruptDelay() const;

    /**
     * @param limit longest time until the host is notified of a frame
     */
    void SetInterruptDelayLimit(Time limit);

    /**
     * @return longest time until the host is notified of a frame
     */
    Time GetInterruptDelayLimit() const;

    /**
     * Show a frame to captures.
     *
     * @param frame the frame
     * @param disconnections how often the cable had been disconnected when it was sent
     */
    void Sniff(const EthernetFrame& frame, uint32_t disconnections);

    Ptr<EthernetChannel> m_channel;           //!< the cable
    Ptr<EthernetPort> m_peer;                 //!< at its other end, null until it is there
    Ptr<ErrorModel> m_errorModel;             //!< damages frames that arrive
    Ptr<EthernetSharedBuffer> m_sharedBuffer; //!< memory shared with other ports
    Ptr<NetDeviceQueue> m_flowControl;        //!< towards a queue disc, null without
    EthernetTransmitter m_transmitter;        //!< when frames leave
    EthernetAckJoiner m_joiner;               //!< joins acknowledgements on their way
    EthernetInterruptModeration m_moderation; //!< when the host is notified of frames
    uint16_t m_mtu{1500};                     //!< longest payload of a frame
    bool m_offload{false};                    //!< whether trains pass whole
    bool m_filterReserved{false};             //!< whether what bridges do not forward ends here
    uint64_t m_sentFrames{0};                 //!< accepted for the link
    uint64_t m_sentWireBytes{0};              //!< their bytes

    TracedCallback<uint32_t> m_interruptTrace;               //!< an interrupt for so many frames
    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< from above
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< too long, no room or no cable
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< for this port
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< for anybody
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;      //!< damaged
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< captures
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< captures of all frames
};

} // namespace ns3

#endif /* ETHERNET_NET_DEVICE_H */
