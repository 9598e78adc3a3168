/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-net-device.h"

#include "ethernet-arrival.h"
#include "ethernet-channel.h"
#include "ethernet-framing.h"
#include "ethernet-shared-buffer.h"
#include "ethernet-train-cutter.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(EthernetNetDevice);

namespace
{

/**
 * @param destination of a frame
 * @return whether bridges do not forward it (IEEE 802.1D, reserved addresses)
 */
bool
IsReserved(const Address& destination)
{
    uint8_t bytes[6];
    Mac48Address::ConvertFrom(destination).CopyTo(bytes);
    const uint8_t prefix[]{0x01, 0x80, 0xc2, 0x00, 0x00};
    return std::equal(std::begin(prefix), std::end(prefix), bytes) && bytes[5] < 0x10;
}

} // namespace

TypeId
EthernetNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EthernetNetDevice")
            .SetParent<EthernetAdapter>()
            .SetGroupName("Ethernet")
            .AddConstructor<EthernetNetDevice>()
            .AddAttribute(
                "Mtu",
                "Longest payload of a frame, bytes, 46 to 9216: 1500, or 9000 for jumbo frames",
                UintegerValue(1500),
                MakeUintegerAccessor(&EthernetNetDevice::SetMtu, &EthernetNetDevice::GetFrameMtu),
                MakeUintegerChecker<uint16_t>(EthernetFraming::MIN_PAYLOAD,
                                              EthernetFraming::MAX_PAYLOAD))
            .AddAttribute(
                "Offload",
                "Whether packets that stand for trains of frames pass whole: from TCP, "
                "to it, and from port to port of a switch. IP then leaves packets longer "
                "than Mtu to the device, which drops those that are not of TcpOffloadSocket",
                BooleanValue(false),
                MakeBooleanAccessor(&EthernetNetDevice::m_offload),
                MakeBooleanChecker())
            .AddAttribute("DataRate",
                          "Rate of the link from this port, above 0",
                          DataRateValue(DataRate("1Gbps")),
                          MakeDataRateAccessor(&EthernetNetDevice::SetDataRate,
                                               &EthernetNetDevice::GetDataRate),
                          MakeDataRateChecker())
            .AddAttribute("QueueSize",
                          "Frames (such as 100p) or bytes of frames (64kB) that may wait beside "
                          "the one that is leaving; further ones are dropped",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&EthernetNetDevice::SetQueueSize,
                                                &EthernetNetDevice::GetQueueSize),
                          MakeQueueSizeChecker())
            .AddAttribute("FilterReserved",
                          "Whether frames end here that no bridge forwards, those to "
                          "01-80-C2-00-00-00 to 0F, as at a port of a switch",
                          BooleanValue(false),
                          MakeBooleanAccessor(&EthernetNetDevice::m_filterReserved),
                          MakeBooleanChecker())
            .AddAttribute("SharedBuffer",
                          "Memory of a switch in which frames of several ports wait; null if only "
                          "QueueSize is a limit",
                          PointerValue(),
                          MakePointerAccessor(&EthernetNetDevice::SetSharedBuffer,
                                              &EthernetNetDevice::GetSharedBuffer),
                          MakePointerChecker<EthernetSharedBuffer>())
            .AddAttribute("ReceiveErrorModel",
                          "What damages frames that arrive; it sees all of a frame but preamble "
                          "and gap",
                          PointerValue(),
                          MakePointerAccessor(&EthernetNetDevice::m_errorModel),
                          MakePointerChecker<ErrorModel>())
            .AddAttribute("InterruptDelay",
                          "Time without a frame after which the host is notified of those that "
                          "arrived, all at once; 0 to tell it of each frame at once",
                          TimeValue(Time()),
                          MakeTimeAccessor(&EthernetNetDevice::SetInterruptDelay,
                                           &EthernetNetDevice::GetInterruptDelay),
                          MakeTimeChecker(Time()))
            .AddAttribute(
                "InterruptDelayLimit",
                "Longest time until the host is notified of a frame, whatever follows it, "
                "0 or more; it has a meaning with InterruptDelay",
                TimeValue(MicroSeconds(600)),
                MakeTimeAccessor(&EthernetNetDevice::SetInterruptDelayLimit,
                                 &EthernetNetDevice::GetInterruptDelayLimit),
                MakeTimeChecker(Time()))
            .AddTraceSource("Interrupt",
                            "How many frames the host is notified of at once, with InterruptDelay",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_interruptTrace),
                            "ns3::EthernetNetDevice::InterruptTracedCallback")
            .AddTraceSource("MacTx",
                            "A payload from above, before it is accepted or dropped",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A payload that is not sent: longer than the MTU, no room, no cable",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A payload that arrived for this port",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A payload that arrived, for whomever",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A payload whose frame arrived damaged",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A frame, without preamble and frame check sequence, that begins to "
                            "leave or has arrived for this port",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same for all frames that arrive",
                            MakeTraceSourceAccessor(&EthernetNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

EthernetNetDevice::EthernetNetDevice()
{
    m_moderation.SetHandler(MakeCallback(&EthernetNetDevice::Interrupt, this));
}

EthernetNetDevice::~EthernetNetDevice() = default;

void
EthernetNetDevice::Attach(Ptr<EthernetChannel> channel)
{
    m_channel = channel;
    channel->Attach(this);
}

void
EthernetNetDevice::Receive(Ptr<Packet> frame)
{
    frame->RemoveAtEnd(EthernetFraming::FCS);
    Arrive(EthernetFrame::FromPacket(frame));
}

void
EthernetNetDevice::DisableFlowControl()
{
    m_flowControl = nullptr;
}

bool
EthernetNetDevice::HasOffload() const
{
    return m_offload;
}

uint16_t
EthernetNetDevice::GetFrameMtu() const
{
    return m_mtu;
}

uint32_t
EthernetNetDevice::GetWaitingFrames()
{
    return m_transmitter.GetWaitingFrames(Simulator::Now());
}

Time
EthernetNetDevice::GetBacklog()
{
    return m_transmitter.GetBacklog(Simulator::Now());
}

uint64_t
EthernetNetDevice::GetSentFrames() const
{
    return m_sentFrames;
}

uint64_t
EthernetNetDevice::GetSentWireBytes() const
{
    return m_sentWireBytes;
}

Ptr<Channel>
EthernetNetDevice::GetChannel() const
{
    return m_channel;
}

bool
EthernetNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < EthernetFraming::MIN_PAYLOAD || mtu > EthernetFraming::MAX_PAYLOAD)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
EthernetNetDevice::GetMtu() const
{
    return m_offload ? std::numeric_limits<uint16_t>::max() : m_mtu;
}

bool
EthernetNetDevice::IsLinkUp() const
{
    return m_peer != nullptr;
}

bool
EthernetNetDevice::SendFrom(Ptr<Packet> packet,
                            const Address& source,
                            const Address& dest,
                            uint16_t protocolNumber)
{
    m_macTxTrace(packet);
    auto train = EthernetTrain::Single(packet->GetSize());
    if (packet->GetPacketTagIterator().HasNext())
    {
        EthernetTrainTag tag;
        train = packet->RemovePacketTag(tag) ? tag.GetTrain() : train;
    }
    const EthernetFrame frame{packet, dest, source, protocolNumber, train};
    if (train.frames == 1)
    {
        return SendIfRoom(frame);
    }
    if (!m_offload || !HasRoom(frame))
    {
        SendOneByOne(frame);
        return true;
    }
    return SendFrame(frame);
}

bool
EthernetNetDevice::SendIfRoom(const EthernetFrame& frame)
{
    if (HasRoom(frame))
    {
        return SendFrame(frame);
    }
    Drop(frame);
    return false;
}

bool
EthernetNetDevice::SendFrame(const EthernetFrame& frame)
{
    if (!IsLinkUp() || frame.train.payload > m_mtu)
    {
        Drop(frame);
        return false;
    }
    Transmit(frame);
    if (m_flowControl)
    {
        StopQueueDiscIfFull();
    }
    return true;
}

void
EthernetNetDevice::Drop(const EthernetFrame& frame)
{
    NS_LOG_DEBUG("dropped: " << frame.payload->GetSize() << " bytes");
    m_macTxDropTrace(frame.payload);
}

void
EthernetNetDevice::SendOneByOne(const EthernetFrame& frame)
{
    const EthernetTrainCutter cutter(frame);
    for (uint32_t i = 0; i < frame.train.frames; ++i)
    {
        Simulator::Schedule(frame.train.GetTime(i),
                            &EthernetNetDevice::SendIfRoom,
                            this,
                            cutter.Cut(i));
    }
}

bool
EthernetNetDevice::HasRoom(const EthernetFrame& frame)
{
    if (m_flowControl && frame.train.frames > 1 && frame.source == GetAddress())
    {
        // The queue disc is told to wait in time, and a train is one packet to it.
        return HasRoomForFrame();
    }
    return HasRoom(frame.train);
}

bool
EthernetNetDevice::HasRoom(const EthernetTrain& train)
{
    const auto now = Simulator::Now();
    return m_transmitter.HasRoom(now, train) &&
           (!m_sharedBuffer || (train.frames == 1 && m_transmitter.IsFree(now)) ||
            m_sharedBuffer->HasRoom(now, train));
}

bool
EthernetNetDevice::HasRoomForFrame()
{
    return HasRoom(EthernetTrain::Single(m_mtu));
}

void
EthernetNetDevice::Transmit(const EthernetFrame& frame)
{
    const auto now = Simulator::Now();
    const auto slot = m_transmitter.Accept(now, frame.train);
    NS_LOG_LOGIC(frame.train.frames << " frames, first leaves at " << slot.begin.As(Time::US)
                                    << ", last " << slot.span.As(Time::US) << " later");
    m_sentFrames += frame.train.frames;
    m_sentWireBytes += frame.train.GetWireBytes();
    auto arrival = Create<EthernetArrival>(m_channel, m_peer, frame, slot.span);
    if (!m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        Simulator::Schedule(slot.begin - now,
                            &EthernetNetDevice::Sniff,
                            this,
                            arrival->GetFrame(),
                            m_channel->GetDisconnections());
    }
    const auto delay = slot.end - now + m_channel->GetDelay();
    if (frame.train.ackStep > 0 && m_offload)
    {
        if (m_joiner.Join(arrival->GetFrame(), now, now + delay))
        {
            return;
        }
        m_joiner.Add(arrival, now, now + delay);
    }
    Simulator::ScheduleWithContext(m_peer->GetNode()->GetId(), delay, GetPointer(arrival));
}

void
EthernetNetDevice::StopQueueDiscIfFull()
{
    if (!m_flowControl->IsStopped() && !HasRoomForFrame())
    {
        m_flowControl->Stop();
        ScheduleWake();
    }
}

void
EthernetNetDevice::ScheduleWake()
{
    const auto now = Simulator::Now();
    Simulator::Schedule(m_transmitter.GetNextBegin(now) - now,
                        &EthernetNetDevice::WakeQueueDisc,
                        this);
}

void
EthernetNetDevice::WakeQueueDisc()
{
    if (HasRoomForFrame())
    {
        m_flowControl->Wake();
        return;
    }
    ScheduleWake();
}

void
EthernetNetDevice::Arrive(const EthernetFrame& frame)
{
    if (frame.train.frames > 1 && (m_errorModel || !m_offload))
    {
        ArriveOneByOne(frame);
    }
    else if (!IsDamaged(frame))
    {
        ReceiveUndamaged(frame);
    }
}

void
EthernetNetDevice::ArriveOneByOne(const EthernetFrame& frame)
{
    const EthernetTrainCutter cutter(frame);
    std::vector<std::pair<Time, EthernetFrame>> undamaged;
    for (uint32_t i = 0; i < frame.train.frames; ++i)
    {
        auto one = cutter.Cut(i);
        if (!IsDamaged(one))
        {
            undamaged.emplace_back(frame.train.GetTime(i), std::move(one));
        }
    }
    if (m_offload && undamaged.size() == frame.train.frames)
    {
        ReceiveUndamaged(frame);
        return;
    }
    for (const auto& [time, one] : undamaged)
    {
        Simulator::Schedule(time, &EthernetNetDevice::ReceiveUndamaged, this, one);
    }
}

bool
EthernetNetDevice::IsDamaged(const EthernetFrame& frame)
{
    if (!m_errorModel)
    {
        return false;
    }
    auto bytes = frame.ToPacket();
    bytes->AddPaddingAtEnd(EthernetFraming::FCS);
    if (!m_errorModel->IsCorrupt(bytes))
    {
        return false;
    }
    NS_LOG_DEBUG("damaged: " << bytes->GetSize() << " bytes");
    m_phyRxDropTrace(frame.payload);
    return true;
}

void
EthernetNetDevice::ReceiveUndamaged(const EthernetFrame& frame)
{
    if (!m_moderation.Hold(frame))
    {
        Deliver(frame);
    }
}

void
EthernetNetDevice::Interrupt(const std::vector<EthernetFrame>& frames)
{
    uint32_t count = 0;
    for (const auto& frame : frames)
    {
        count += frame.train.frames;
    }
    m_interruptTrace(count);
    for (const auto& frame : frames)
    {
        Deliver(frame);
    }
}

void
EthernetNetDevice::Deliver(const EthernetFrame& frame)
{
    if (frame.train.frames > 1 || frame.train.ackStep > 0)
    {
        frame.payload->AddPacketTag(EthernetTrainTag(frame.train));
    }
    const auto kind = Classify(frame.destination);
    if (!m_promiscSnifferTrace.IsEmpty())
    {
        m_promiscSnifferTrace(frame.ToPacket());
    }
    m_macPromiscRxTrace(frame.payload);
    if (kind == PACKET_MULTICAST && m_filterReserved && IsReserved(frame.destination))
    {
        return;
    }
    PassToListeners(frame.payload, frame.type, frame.source, frame.destination, kind);
    if (kind == PACKET_OTHERHOST)
    {
        return;
    }
    if (!m_snifferTrace.IsEmpty())
    {
        m_snifferTrace(frame.ToPacket());
    }
    m_macRxTrace(frame.payload);
    PassUp(frame.payload, frame.type, frame.source);
}

void
EthernetNetDevice::Sniff(const EthernetFrame& frame, uint32_t disconnections)
{
    if (m_channel->GetDisconnections() != disconnections)
    {
        return;
    }
    const auto packet = frame.ToPacket();
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
}

void
EthernetNetDevice::NotifyNewAggregate()
{
    if (const auto queues = GetObject<NetDeviceQueueInterface>())
    {
        m_flowControl = queues->GetTxQueue(0);
    }
    EthernetPort::NotifyNewAggregate();
}

void
EthernetNetDevice::DoDispose()
{
    m_channel = nullptr;
    m_peer = nullptr;
    m_errorModel = nullptr;
    m_sharedBuffer = nullptr;
    m_flowControl = nullptr;
    m_moderation.Clear();
    EthernetPort::DoDispose();
}

void
EthernetNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "EthernetNetDevice: DataRate must be above 0");
    m_transmitter.SetRate(rate);
}

DataRate
EthernetNetDevice::GetDataRate() const
{
    return m_transmitter.GetRate();
}

void
EthernetNetDevice::SetQueueSize(QueueSize size)
{
    m_transmitter.SetLimit(size);
}

QueueSize
EthernetNetDevice::GetQueueSize() const
{
    return m_transmitter.GetLimit();
}

void
EthernetNetDevice::SetSharedBuffer(Ptr<EthernetSharedBuffer> buffer)
{
    m_sharedBuffer = buffer;
    if (buffer)
    {
        buffer->Add(&m_transmitter);
    }
}

Ptr<EthernetSharedBuffer>
EthernetNetDevice::GetSharedBuffer() const
{
    return m_sharedBuffer;
}

void
EthernetNetDevice::SetInterruptDelay(Time delay)
{
    m_moderation.SetDelay(delay);
}

Time
EthernetNetDevice::GetInterruptDelay() const
{
    return m_moderation.GetDelay();
}

void
EthernetNetDevice::SetInterruptDelayLimit(Time limit)
{
    m_moderation.SetLimit(limit);
}

Time
EthernetNetDevice::GetInterruptDelayLimit() const
{
    return m_moderation.GetLimit();
}

void
EthernetNetDevice::LinkUp()
{
    m_peer = m_channel->GetPeer(this);
    NotifyLinkChange();
}

void
EthernetNetDevice::LinkDown()
{
    NS_LOG_INFO("link down");
    m_peer = nullptr;
    m_transmitter.Clear();
    m_joiner = EthernetAckJoiner();
    NotifyLinkChange();
}

} // namespace ns3
