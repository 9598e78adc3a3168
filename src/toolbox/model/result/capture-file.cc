/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capture-file.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// How a file with microseconds begins.
constexpr uint32_t MAGIC_MICROSECONDS = 0xa1b2c3d4;

/// How a file with nanoseconds begins.
constexpr uint32_t MAGIC_NANOSECONDS = 0xa1b23c4d;

/// Version of the format: two numbers of 16 bits, 2 and 4, as they lie in memory.
constexpr uint16_t VERSION[]{2, 4};

} // namespace

CaptureFile::CaptureFile(const std::string& fileName,
                         uint32_t linkType,
                         Resolution resolution,
                         uint32_t snapLength)
    : m_file(fileName),
      m_perSecond(resolution == Resolution::NANOSECONDS ? 1000000000 : 1000000),
      m_snapLength(snapLength)
{
    NS_ASSERT_MSG(snapLength >= 1 && snapLength <= MAX_SNAP_LENGTH, "bytes kept of a packet");
    WriteNumbers({resolution == Resolution::NANOSECONDS ? MAGIC_NANOSECONDS : MAGIC_MICROSECONDS});
    m_file.Write({reinterpret_cast<const char*>(VERSION), sizeof(VERSION)});
    // Times are those of UTC, of unknown accuracy.
    WriteNumbers({0, 0, m_snapLength, linkType});
}

void
CaptureFile::WriteNumbers(std::initializer_list<uint32_t> numbers)
{
    m_file.Write(
        {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(uint32_t)});
}

void
CaptureFile::Write(Time time, Ptr<const Packet> packet, uint32_t most)
{
    const auto stamps = time.GetNanoSeconds() / (1000000000 / m_perSecond);
    const auto length = packet->GetSize();
    const auto kept = std::min({length, m_snapLength, most});
    WriteNumbers({static_cast<uint32_t>(stamps / m_perSecond),
                  static_cast<uint32_t>(stamps % m_perSecond),
                  kept,
                  length});
    m_bytes.resize(kept);
    packet->CopyData(m_bytes.data(), kept);
    m_file.Write({reinterpret_cast<const char*>(m_bytes.data()), kept});
}

void
CaptureFile::Commit()
{
    m_file.Commit();
}

} // namespace ns3
