/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-pcap-file.h"

namespace ns3
{

FcalPcapFile::FcalPcapFile(const std::string& fileName)
    : m_file(fileName, LINK_TYPE, CaptureFile::Resolution::NANOSECONDS)
{
}

void
FcalPcapFile::Write(Time time, const FcFrame& frame)
{
    m_file.Write(time, frame.ToPacket(FcFraming::SOF_TO_EOF));
}

void
FcalPcapFile::Close()
{
    m_file.Commit();
}

} // namespace ns3
