/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_NET_DEVICE_H
#define LIVE_NET_DEVICE_H

#include "live-descriptor.h"
#include "live-frame-layout.h"
#include "live-frame.h"

#include "ns3/ethernet-adapter.h"
#include "ns3/ethernet-frame.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class LiveSimulatorImpl;

/**
 * @ingroup live
 *
 * What a live device has seen and done, in frames of the network: a train counts all of its frames.
 */
struct LiveNetDeviceCounters
{
    uint64_t sentFrames{0};     //!< handed over to the kernel
    uint64_t sentBytes{0};      //!< theirs, from destination to payload; a train has one header
    uint64_t fullDrops{0};      //!< not sent because the kernel had no room
    uint64_t refusedDrops{0};   //!< not sent: longer than the MTU, link down, or another error
    uint64_t receivedFrames{0}; //!< read, whether usable or not
    uint64_t receivedBytes{0};  //!< theirs
    uint64_t lateDrops{0};      //!< read, with too many waiting for a simulation that is late
    uint64_t malformedDrops{
        0}; //!< read, with lengths that are wrong or content that ns-3 cannot read
    uint64_t checksumDrops{0}; //!< read with a wrong checksum
};

/**
 * @ingroup live
 *
 * A network adapter of a simulated node on a real network: its frames go to a file descriptor, and
 * what is read from there is received. The simulator must be LiveSimulatorImpl.
 *
 * The device does what real adapters do for their hosts. It fills in checksums and checks them, so
 * the simulation needs none. With Offload it takes trains of TCP segments of up to 64 KB from
 * TcpOffloadSocket, and gives it such trains; the kernel at the other end cuts and joins them, or
 * never does. Without, a train is cut into frames here.
 *
 * It says in each SYN that leaves how long segments may be, because ns-3's TCP does not. It drops
 * what ns-3 could not read.
 *
 * Frames leave at once, whatever times a train has. When the kernel has no room they are dropped.
 */
class LiveNetDevice : public EthernetAdapter
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LiveNetDevice();
    ~LiveNetDevice() override;

    /**
     * Connect the device to a network, before the simulation starts.
     *
     * @param descriptor where frames go and come from
     */
    void Attach(Ptr<LiveDescriptor> descriptor);

    /**
     * @return what it has done
     */
    const LiveNetDeviceCounters& GetCounters() const;

    /**
     * @return longest payload of a frame, bytes; GetMtu is that of a packet
     */
    uint16_t GetFrameMtu() const;

    // What adapters have.
    bool HasOffload() const override;
    DataRate GetDataRate() const override;
    Time GetBacklog() override;

    // What NetDevice asks for.
    Ptr<Channel> GetChannel() const override;
    bool SetMtu(uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// Stop reading, because there will be nothing more.
    void Detach();

    /**
     * Send a frame, or a train as it is.
     *
     * @param frame the frame
     * @return whether the kernel took it
     */
    bool Transmit(const EthernetFrame& frame);

    /**
     * Turn a frame into bytes.
     *
     * @param frame the frame
     */
    void Write(const EthernetFrame& frame);

    /**
     * Fill in checksums and what the kernel shall do about a train.
     *
     * @param frame the frame as the simulation has it
     * @param layout where headers are in its bytes
     */
    void PrepareOffload(const EthernetFrame& frame, const LiveFrameLayout& layout);

    /// Read what has arrived, up to a limit.
    void HandleReadable();

    /// Check the frame that was read, and take it if it is usable.
    void Receive();

    /**
     * Receive a frame, now or when the simulation has reached the time at which it was read.
     *
     * @param frame the frame
     */
    void ReceiveFrame(const EthernetFrame& frame);

    /**
     * Receive a frame that waited.
     *
     * @param frame the frame
     */
    void ReceiveLate(const EthernetFrame& frame);

    /**
     * Receive a frame, or the frames of a train one by one where it cannot pass whole.
     *
     * @param frame the frame
     */
    void Arrive(const EthernetFrame& frame);

    /**
     * @param layout where headers are in the frame that was read
     * @param train the frames for which it stands
     * @return the frame
     */
    EthernetFrame MakeFrame(const LiveFrameLayout& layout, const EthernetTrain& train) const;

    /**
     * @param layout where headers are in the frame that was read
     * @return whether its checksums are right, and complete if the simulation checks them
     */
    bool VerifyChecksums(const LiveFrameLayout& layout);

    /**
     * @param layout where headers are in the frame that was read
     * @return the frames for which it stands
     */
    EthernetTrain GetTrain(const LiveFrameLayout& layout) const;

    /**
     * Pass a frame to those who wait for it.
     *
     * @param frame the frame
     */
    void Deliver(const EthernetFrame& frame);

    /**
     * Show a frame to captures, with its checksums.
     *
     * @param frame its bytes
     * @param isOurs whether it is to or from this node
     */
    void Sniff(const LiveFrame& frame, bool isOurs);

    Ptr<LiveDescriptor> m_descriptor;   //!< where frames go and come from
    Ptr<LiveSimulatorImpl> m_simulator; //!< calls when there are frames, null before it does
    uint16_t m_mtu{1500};               //!< longest payload of a frame
    bool m_offload{false};              //!< whether trains pass whole
    uint32_t m_readLimit{64};           //!< most frames to read before events are looked at
    uint32_t m_lateLimit{1000};         //!< most frames that wait while events are late
    uint32_t m_late{0};                 //!< frames that wait
    LiveFrame m_out;                    //!< what is being sent
    LiveFrame m_in;                     //!< what was read
    LiveNetDeviceCounters m_counters;   //!< what was done

    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< from above
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< not sent
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< for this node
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< for anybody
    TracedCallback<Ptr<const Packet>> m_macRxDropTrace;      //!< no room while late
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;      //!< malformed or damaged
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< captures
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< captures of all frames
};

} // namespace ns3

#endif /* LIVE_NET_DEVICE_H */
