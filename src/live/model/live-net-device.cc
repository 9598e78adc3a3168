/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-net-device.h"

#include "live-checksum.h"
#include "live-frame-check.h"
#include "live-simulator-impl.h"
#include "live-tcp-options.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-train-cutter.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LiveNetDevice);

namespace
{

/// What TCP is told of the rate: the kernel takes a train of the greatest length at once.
const DataRate KERNEL_RATE(10'000'000'000);

} // namespace

TypeId
LiveNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LiveNetDevice")
            .SetParent<EthernetAdapter>()
            .SetGroupName("Live")
            .AddConstructor<LiveNetDevice>()
            .AddAttribute("Mtu",
                          "Longest payload of a frame, bytes, 576 to 9216: that of the network. "
                          "Peers are told to send segments that fit",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&LiveNetDevice::SetMtu, &LiveNetDevice::GetFrameMtu),
                          MakeUintegerChecker<uint16_t>(576, EthernetFraming::MAX_PAYLOAD))
            .AddAttribute(
                "Offload",
                "Whether trains of TCP segments pass whole, for TcpOffloadSocket. IP then "
                "leaves packets longer than Mtu to the device, which drops those that are "
                "not of this socket",
                BooleanValue(false),
                MakeBooleanAccessor(&LiveNetDevice::m_offload),
                MakeBooleanChecker())
            .AddAttribute("ReadLimit",
                          "Most frames, or trains, that are read before the simulator looks at its "
                          "events again, 1 or more",
                          UintegerValue(64),
                          MakeUintegerAccessor(&LiveNetDevice::m_readLimit),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "LateLimit",
                "Most frames, or trains, that wait for the simulation to reach the time at "
                "which they were read, while it is late; further ones are dropped",
                UintegerValue(1000),
                MakeUintegerAccessor(&LiveNetDevice::m_lateLimit),
                MakeUintegerChecker<uint32_t>())
            .AddTraceSource("MacTx",
                            "A payload from above, before it is sent or dropped",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A payload that is not sent: longer than the MTU, no room, link down",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A payload that arrived for this node",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A payload that arrived, for whomever",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRxDrop",
                            "A payload for which there is no room, while the simulation is late",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_macRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame that is malformed or has a wrong checksum",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A frame, without preamble and frame check sequence, that leaves or "
                            "has arrived for this node; a train as one",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same for all frames that arrive",
                            MakeTraceSourceAccessor(&LiveNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

LiveNetDevice::LiveNetDevice() = default;

LiveNetDevice::~LiveNetDevice() = default;

void
LiveNetDevice::Attach(Ptr<LiveDescriptor> descriptor)
{
    m_descriptor = descriptor;
}

const LiveNetDeviceCounters&
LiveNetDevice::GetCounters() const
{
    return m_counters;
}

uint16_t
LiveNetDevice::GetFrameMtu() const
{
    return m_mtu;
}

bool
LiveNetDevice::HasOffload() const
{
    return m_offload;
}

DataRate
LiveNetDevice::GetDataRate() const
{
    return KERNEL_RATE;
}

Time
LiveNetDevice::GetBacklog()
{
    // Acknowledgements that came meanwhile wait to be seen: what leaves then is a longer train.
    const auto late = m_simulator ? m_simulator->GetWallTime() - Simulator::Now() : Time();
    return std::max(late, Time());
}

Ptr<Channel>
LiveNetDevice::GetChannel() const
{
    return nullptr;
}

bool
LiveNetDevice::SetMtu(uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
LiveNetDevice::GetMtu() const
{
    return m_offload ? std::numeric_limits<uint16_t>::max() : m_mtu;
}

bool
LiveNetDevice::IsLinkUp() const
{
    return m_descriptor != nullptr;
}

void
LiveNetDevice::DoInitialize()
{
    m_simulator = LiveSimulatorImpl::Get();
    NS_ABORT_MSG_UNLESS(m_simulator, "LiveNetDevice: the simulator must be LiveSimulatorImpl");
    if (m_descriptor)
    {
        m_descriptor->SetSegmentOffload(m_offload);
        m_simulator->AddDescriptor(m_descriptor->Get(),
                                   MakeCallback(&LiveNetDevice::HandleReadable, this),
                                   GetNode()->GetId());
    }
    EthernetAdapter::DoInitialize();
}

void
LiveNetDevice::Detach()
{
    if (m_descriptor && m_simulator)
    {
        m_simulator->RemoveDescriptor(m_descriptor->Get());
    }
    m_descriptor = nullptr;
}

void
LiveNetDevice::DoDispose()
{
    Detach();
    m_simulator = nullptr;
    EthernetAdapter::DoDispose();
}

bool
LiveNetDevice::SendFrom(Ptr<Packet> packet,
                        const Address& source,
                        const Address& dest,
                        uint16_t protocolNumber)
{
    m_macTxTrace(packet);
    EthernetTrainTag tag;
    auto train = EthernetTrain::Single(packet->GetSize());
    // A train of acknowledgements is its last one: peers need no others.
    if (packet->RemovePacketTag(tag) && tag.GetTrain().ackStep == 0)
    {
        train = tag.GetTrain();
    }
    const EthernetFrame frame{packet, dest, source, protocolNumber, train};
    if (train.frames == 1 || (m_offload && m_descriptor && m_descriptor->HasOffload()))
    {
        return Transmit(frame);
    }
    const EthernetTrainCutter cutter(frame);
    bool isSent = true;
    for (uint32_t i = 0; i < train.frames; ++i)
    {
        isSent = Transmit(cutter.Cut(i)) && isSent;
    }
    return isSent;
}

bool
LiveNetDevice::Transmit(const EthernetFrame& frame)
{
    auto result = LiveDescriptor::Result::REFUSED;
    if (m_descriptor && frame.train.payload <= m_mtu)
    {
        Write(frame);
        result = m_descriptor->Write(m_out);
    }
    if (result == LiveDescriptor::Result::DONE)
    {
        m_counters.sentFrames += frame.train.frames;
        m_counters.sentBytes += m_out.size;
        Sniff(m_out, true);
        return true;
    }
    NS_LOG_DEBUG("dropped: " << frame.payload->GetSize() << " bytes");
    const auto isFull = result == LiveDescriptor::Result::FULL;
    (isFull ? m_counters.fullDrops : m_counters.refusedDrops) += frame.train.frames;
    m_macTxDropTrace(frame.payload);
    return false;
}

void
LiveNetDevice::Write(const EthernetFrame& frame)
{
    auto* bytes = m_out.bytes.data();
    Mac48Address::ConvertFrom(frame.destination).CopyTo(bytes);
    Mac48Address::ConvertFrom(frame.source).CopyTo(bytes + 6);
    WriteLiveU16(bytes + 12, frame.type);
    const auto size = frame.payload->GetSize();
    frame.payload->CopyData(bytes + LiveFrameLayout::IP, size);
    m_out.size = LiveFrameLayout::IP + size;
    m_out.offload = {};
    if (auto layout = LiveFrameLayout::Parse(bytes, m_out.size))
    {
        LiveTcpOptions::SetMss(m_out, *layout, m_mtu);
        PrepareOffload(frame, *layout);
    }
}

void
LiveNetDevice::PrepareOffload(const EthernetFrame& frame, const LiveFrameLayout& layout)
{
    auto* bytes = m_out.bytes.data();
    if (!layout.IsTcp() || !m_descriptor->HasOffload())
    {
        LiveChecksum::Fill(bytes, layout);
        return;
    }
    LiveChecksum::FillPartial(bytes, layout);
    auto& offload = m_out.offload;
    offload.flags = LiveVirtioHeader::NEEDS_CHECKSUM;
    offload.checksumStart = layout.transport;
    offload.checksumOffset = LiveChecksum::TCP_OFFSET;
    if (frame.train.frames > 1)
    {
        const auto isIpv4 = layout.type == LiveFrameLayout::TYPE_IPV4;
        const auto headers = layout.GetTcpData(bytes);
        offload.trainType = isIpv4 ? LiveVirtioHeader::TCPV4 : LiveVirtioHeader::TCPV6;
        offload.headerSize = headers;
        offload.segmentSize = LiveFrameLayout::IP + frame.train.payload - headers;
    }
}

void
LiveNetDevice::HandleReadable()
{
    for (uint32_t i = 0; i < m_readLimit && m_descriptor; ++i)
    {
        switch (m_descriptor->Read(m_in))
        {
        case LiveDescriptor::Result::DONE:
            Receive();
            break;
        case LiveDescriptor::Result::CLOSED:
            NS_LOG_INFO("the network is gone");
            Detach();
            NotifyLinkChange();
            return;
        default:
            return;
        }
    }
}

void
LiveNetDevice::Receive()
{
    const auto* bytes = m_in.bytes.data();
    if (!m_descriptor->HasOffload())
    {
        m_in.offload = {};
    }
    const auto layout = LiveFrameLayout::Parse(bytes, m_in.size);
    const auto isGood = layout && LiveFrameCheck::IsWellFormed(bytes, m_in.size, *layout) &&
                        (m_in.offload.trainType == 0 || (m_in.IsTcpTrain() && layout->IsTcp()));
    const auto train = isGood ? GetTrain(*layout) : EthernetTrain();
    m_counters.receivedFrames += train.frames;
    m_counters.receivedBytes += m_in.size;
    if (!isGood || !VerifyChecksums(*layout))
    {
        NS_LOG_DEBUG((isGood ? "damaged: " : "malformed: ") << m_in.size << " bytes");
        ++(isGood ? m_counters.checksumDrops : m_counters.malformedDrops);
        m_phyRxDropTrace(Create<Packet>(bytes, m_in.size));
        return;
    }
    LiveTcpOptions::LimitWindowScale(m_in.bytes.data(), *layout);
    const auto frame = MakeFrame(*layout, train);
    Sniff(m_in, Classify(frame.destination) != PACKET_OTHERHOST);
    ReceiveFrame(frame);
}

EthernetFrame
LiveNetDevice::MakeFrame(const LiveFrameLayout& layout, const EthernetTrain& train) const
{
    const auto* bytes = m_in.bytes.data();
    Mac48Address destination;
    destination.CopyFrom(bytes);
    Mac48Address source;
    source.CopyFrom(bytes + 6);
    const auto payload =
        Create<Packet>(bytes + LiveFrameLayout::IP, m_in.size - LiveFrameLayout::IP);
    return {payload, destination, source, layout.type, train};
}

void
LiveNetDevice::ReceiveFrame(const EthernetFrame& frame)
{
    const auto delay = m_simulator->GetPollTime() - Simulator::Now();
    if (delay.IsZero())
    {
        Arrive(frame);
        return;
    }
    if (m_late >= m_lateLimit)
    {
        m_counters.lateDrops += frame.train.frames;
        m_macRxDropTrace(frame.payload);
        return;
    }
    ++m_late;
    Simulator::Schedule(delay, &LiveNetDevice::ReceiveLate, this, frame);
}

void
LiveNetDevice::ReceiveLate(const EthernetFrame& frame)
{
    --m_late;
    Arrive(frame);
}

void
LiveNetDevice::Arrive(const EthernetFrame& frame)
{
    if (frame.train.frames == 1 || m_offload)
    {
        Deliver(frame);
        return;
    }
    const EthernetTrainCutter cutter(frame);
    for (uint32_t i = 0; i < frame.train.frames; ++i)
    {
        Deliver(cutter.Cut(i));
    }
}

bool
LiveNetDevice::VerifyChecksums(const LiveFrameLayout& layout)
{
    auto* bytes = m_in.bytes.data();
    if (layout.transport == 0)
    {
        return true;
    }
    if (!LiveChecksum::IsIpGood(bytes, layout))
    {
        return false;
    }
    if (!m_in.IsChecksumVouchedFor())
    {
        return LiveChecksum::IsTransportGood(bytes, layout);
    }
    if (m_in.HasPartialChecksum() && Node::ChecksumEnabled())
    {
        LiveChecksum::Fill(bytes, layout);
    }
    return true;
}

EthernetTrain
LiveNetDevice::GetTrain(const LiveFrameLayout& layout) const
{
    auto train = EthernetTrain::Single(m_in.size - LiveFrameLayout::IP);
    if (!m_in.IsTcpTrain() || m_in.offload.segmentSize == 0)
    {
        return train;
    }
    const auto segment = uint32_t{m_in.offload.segmentSize};
    const auto header = layout.GetTcpData(m_in.bytes.data());
    const auto data = layout.end - header;
    train.frames = std::max((data + segment - 1) / segment, 1U);
    train.lastPayload = header - LiveFrameLayout::IP + data - (train.frames - 1) * segment;
    train.payload = train.frames == 1 ? train.lastPayload : header - LiveFrameLayout::IP + segment;
    return train;
}

void
LiveNetDevice::Deliver(const EthernetFrame& frame)
{
    if (frame.train.frames > 1)
    {
        frame.payload->AddPacketTag(EthernetTrainTag(frame.train));
    }
    const auto kind = Classify(frame.destination);
    m_macPromiscRxTrace(frame.payload);
    PassToListeners(frame.payload, frame.type, frame.source, frame.destination, kind);
    if (kind != PACKET_OTHERHOST)
    {
        m_macRxTrace(frame.payload);
        PassUp(frame.payload, frame.type, frame.source);
    }
}

void
LiveNetDevice::Sniff(const LiveFrame& frame, bool isOurs)
{
    if (m_promiscSnifferTrace.IsEmpty() && m_snifferTrace.IsEmpty())
    {
        return;
    }
    auto bytes = frame.bytes;
    if (frame.HasPartialChecksum())
    {
        LiveChecksum::Fill(bytes.data(), *LiveFrameLayout::Parse(bytes.data(), frame.size));
    }
    const auto packet = Create<Packet>(bytes.data(), frame.size);
    m_promiscSnifferTrace(packet);
    if (isOurs)
    {
        m_snifferTrace(packet);
    }
}

} // namespace ns3
