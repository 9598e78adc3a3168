/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-capture.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// LINKTYPE_PPP of the pcap format, which is what a point-to-point link speaks.
constexpr uint32_t LINK_TYPE = 9;

/// Bytes of PPP before an IP packet.
constexpr std::size_t PPP_LENGTH = 2;

/**
 * @param head begin of a packet of a point-to-point link
 * @return bytes of its headers from PPP to TCP; all of the head if they are not all in it
 */
std::size_t
GetHeaderLength(const std::vector<uint8_t>& head)
{
    constexpr std::size_t LEAST_IP = 20;
    constexpr std::size_t LEAST_TCP = 20;
    constexpr uint8_t TCP = 6;
    if (head.size() < PPP_LENGTH + LEAST_IP + LEAST_TCP || head[PPP_LENGTH] >> 4 != 4 ||
        head[PPP_LENGTH + 9] != TCP)
    {
        return head.size();
    }
    // Both lengths are numbers of 32-bit words.
    const std::size_t tcp = PPP_LENGTH + (head[PPP_LENGTH] & 0x0f) * 4;
    return tcp + 12 < head.size() ? std::min(head.size(), tcp + (head[tcp + 12] >> 4) * 4)
                                  : head.size();
}

} // namespace

SanCapture::SanCapture(const std::string& fileName, Ptr<NetDevice> device, uint32_t snapLength)
    : m_snapLength(snapLength > 0 ? snapLength : BlockIoCaptureFile::MAX_SNAP_LENGTH),
      m_file(fileName, LINK_TYPE, BlockIoCaptureFile::Resolution::MICROSECONDS, m_snapLength)
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
    const auto payload = m_head.begin() + GetHeaderLength(m_head);
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
