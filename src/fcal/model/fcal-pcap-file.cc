/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-pcap-file.h"

#include "ns3/user-error.h"

#include <cerrno>
#include <cstring>
#include <ios>

namespace ns3
{

namespace
{

/// Nanoseconds of a second.
constexpr int64_t NANOSECONDS = 1000000000;

} // namespace

FcalPcapFile::FcalPcapFile(const std::string& fileName)
    : m_fileName(fileName)
{
    m_file.Open(fileName, std::ios::out | std::ios::binary | std::ios::trunc);
    if (m_file.Fail())
    {
        throw UserError(fileName + ": cannot be created: " + std::strerror(errno));
    }
    m_file.Init(LINK_TYPE, PcapFile::SNAPLEN_DEFAULT, PcapFile::ZONE_DEFAULT, false, true);
    ThrowOnFailure();
}

void
FcalPcapFile::Write(Time time, const FcFrame& frame)
{
    const auto nanoseconds = time.GetNanoSeconds();
    m_file.Write(static_cast<uint32_t>(nanoseconds / NANOSECONDS),
                 static_cast<uint32_t>(nanoseconds % NANOSECONDS),
                 frame.ToPacket(FcFraming::SOF_TO_EOF));
    ThrowOnFailure();
}

void
FcalPcapFile::Close()
{
    m_file.Close();
    ThrowOnFailure();
}

void
FcalPcapFile::ThrowOnFailure() const
{
    if (m_file.Fail())
    {
        throw UserError(m_fileName + ": cannot be written");
    }
}

} // namespace ns3
