/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-capture.h"

#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// LINKTYPE_ETHERNET and LINKTYPE_PPP of the pcap format.
constexpr uint32_t ETHERNET = 1;
constexpr uint32_t PPP = 9;

/// Bytes of PPP before an IP packet.
constexpr std::size_t PPP_LENGTH = 2;

/**
 * @param device end of a link
 * @return whether it is an Ethernet link, otherwise a point-to-point one
 */
bool
IsEthernet(Ptr<NetDevice> device)
{
    return DynamicCast<EthernetNetDevice>(device) != nullptr;
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
    : m_snapLength(snapLength > 0 ? snapLength : BlockIoCaptureFile::MAX_SNAP_LENGTH),
      m_linkHeader(IsEthernet(device) ? EthernetFraming::HEADER : PPP_LENGTH),
      m_file(fileName,
             IsEthernet(device) ? ETHERNET : PPP,
             BlockIoCaptureFile::Resolution::MICROSECONDS,
             m_snapLength)
{
    device->TraceConnectWithoutContext("PromiscSniffer", MakeCallback(&SanCapture::Write, this));
}

uint32_t
SanCapture::GetKept(Ptr<const Packet> packet)
{
    if (m_snapLength == BlockIoCaptureFile::MAX_SNAP_LENGTH)
    {
        return m_snapLength;
    }
    m_head.resize(std::min(packet->GetSize(), m_snapLength));
    packet->CopyData(m_head.data(), m_head.size());
    const auto payload = m_head.begin() + GetHeaderLength(m_head, m_linkHeader);
    const bool isEmpty = std::all_of(payload, m_head.end(), [](uint8_t byte) { return byte == 0; });
    return isEmpty ? payload - m_head.begin() : m_head.size();
}

void
SanCapture::Write(Ptr<const Packet> packet)
{
    m_file.Write(Simulator::Now(), packet, GetKept(packet));
}

void
SanCapture::Commit()
{
    m_file.Commit();
}

} // namespace ns3
