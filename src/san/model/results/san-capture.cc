/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-capture.h"

#include "san-output-options.h"

#include "ns3/ampdu-subframe-header.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/llc-snap-header.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-trailer.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// LINKTYPE_ETHERNET, LINKTYPE_PPP and LINKTYPE_IEEE802_11 of the pcap format, by link.
constexpr uint32_t LINK_TYPES[] = {1, 9, 105};

/// Bytes of PPP before an IP packet.
constexpr std::size_t PPP_LENGTH = 2;

/**
 * @param head begin of a frame of IEEE 802.11
 * @return bytes before its IP packet; all of the head if it carries none (IEEE 802.11-2020, 9.2.4)
 */
std::size_t
GetWifiHeaderLength(const std::vector<uint8_t>& head)
{
    constexpr uint8_t TYPE = 0x0c;
    constexpr uint8_t DATA = 0x08;
    constexpr uint8_t QOS = 0x80;
    constexpr uint8_t NO_BODY = 0x40;
    constexpr std::size_t HEADER = 24;
    constexpr std::size_t QOS_CONTROL = 2;
    if (head.empty() || (head[0] & TYPE) != DATA || (head[0] & NO_BODY) != 0)
    {
        return head.size();
    }
    return HEADER + ((head[0] & QOS) != 0 ? QOS_CONTROL : 0) + LLC_SNAP_HEADER_LENGTH;
}

/**
 * @param head begin of a frame
 * @param ip bytes before its IP packet
 * @return bytes of its headers up to TCP's; all of the head if they are not all in it
 */
std::size_t
GetHeaderLength(const std::vector<uint8_t>& head, std::size_t ip)
{
    constexpr std::size_t LEAST_IP = 20;
    constexpr std::size_t LEAST_TCP = 20;
    constexpr uint8_t TCP = 6;
    if (head.size() < ip + LEAST_IP + LEAST_TCP || head[ip] >> 4 != 4 || head[ip + 9] != TCP)
    {
        return head.size();
    }
    // Both lengths are numbers of 32-bit words.
    const std::size_t tcp = ip + (head[ip] & 0x0f) * 4;
    return tcp + 12 < head.size() ? std::min(head.size(), tcp + (head[tcp + 12] >> 4) * 4)
                                  : head.size();
}

} // namespace

SanCapture::SanCapture(const std::string& fileName, Ptr<NetDevice> device, uint32_t snapLength)
    : m_snapLength(snapLength > 0 ? snapLength : CaptureFile::MAX_SNAP_LENGTH),
      m_link(GetLink(device)),
      m_file(fileName,
             LINK_TYPES[static_cast<std::size_t>(m_link)],
             CaptureFile::Resolution::MICROSECONDS,
             m_snapLength)
{
    Connect(device);
}

SanCapture::SanCapture(const SanOutputOptions& o, Ptr<NetDevice> device)
    : SanCapture(o.folder + (o.snaplen < 0 ? "/san.pcap.gz" : "/san.pcap"),
                 device,
                 std::max(o.snaplen, 0))
{
}

SanCapture::Link
SanCapture::GetLink(Ptr<NetDevice> device)
{
    if (DynamicCast<WifiNetDevice>(device))
    {
        return Link::WIFI;
    }
    return DynamicCast<EthernetNetDevice>(device) ? Link::ETHERNET : Link::PPP;
}

void
SanCapture::Connect(Ptr<NetDevice> device)
{
    if (const auto radio = DynamicCast<WifiNetDevice>(device))
    {
        const auto phy = radio->GetPhy();
        phy->TraceConnectWithoutContext("MonitorSnifferRx",
                                        MakeCallback(&SanCapture::Received, this));
        phy->TraceConnectWithoutContext("MonitorSnifferTx", MakeCallback(&SanCapture::Sent, this));
        return;
    }
    device->TraceConnectWithoutContext("PromiscSniffer", MakeCallback(&SanCapture::Write, this));
}

void
SanCapture::Received(Ptr<const Packet> packet,
                     uint16_t /* frequency */,
                     WifiTxVector /* vector */,
                     MpduInfo info,
                     SignalNoiseDbm /* signal */,
                     uint16_t /* station */)
{
    Write(Unwrap(packet, info));
}

void
SanCapture::Sent(Ptr<const Packet> packet,
                 uint16_t /* frequency */,
                 WifiTxVector /* vector */,
                 MpduInfo info,
                 uint16_t /* station */)
{
    Write(Unwrap(packet, info));
}

Ptr<Packet>
SanCapture::Unwrap(Ptr<const Packet> packet, MpduInfo info)
{
    uint32_t delimiter = 0;
    uint32_t length = packet->GetSize();
    if (info.type != NORMAL_MPDU)
    {
        AmpduSubframeHeader header;
        delimiter = packet->PeekHeader(header);
        length = header.GetLength();
    }
    return packet->CreateFragment(delimiter, length - WIFI_MAC_FCS_LENGTH);
}

std::size_t
SanCapture::GetLinkHeader() const
{
    switch (m_link)
    {
    case Link::ETHERNET:
        return EthernetFraming::HEADER;
    case Link::PPP:
        return PPP_LENGTH;
    default:
        return GetWifiHeaderLength(m_head);
    }
}

uint32_t
SanCapture::GetKept(Ptr<const Packet> packet)
{
    if (m_snapLength == CaptureFile::MAX_SNAP_LENGTH)
    {
        return m_snapLength;
    }
    m_head.resize(std::min(packet->GetSize(), m_snapLength));
    packet->CopyData(m_head.data(), m_head.size());
    const auto payload = m_head.begin() + GetHeaderLength(m_head, GetLinkHeader());
    const bool isEmpty = std::all_of(payload, m_head.end(), [](uint8_t byte) { return byte == 0; });
    return isEmpty ? payload - m_head.begin() : m_head.size();
}

void
SanCapture::Write(Ptr<const Packet> packet)
{
    m_file.Write(Simulator::Now(), packet, GetKept(packet));
}

void
SanCapture::WriteFiles()
{
    m_file.Commit();
}

} // namespace ns3
