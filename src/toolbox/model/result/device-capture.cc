/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "device-capture.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

namespace ns3
{

DeviceCapture::DeviceCapture(const std::string& fileName,
                             Ptr<NetDevice> device,
                             uint32_t linkType,
                             uint32_t snapLength)
{
    if (fileName.empty())
    {
        return;
    }
    m_file.emplace(fileName, linkType, CaptureFile::Resolution::NANOSECONDS, snapLength);
    const bool isTraced =
        device->TraceConnectWithoutContext("PromiscSniffer",
                                           MakeCallback(&DeviceCapture::Write, this));
    NS_ABORT_MSG_UNLESS(isTraced,
                        device->GetInstanceTypeId().GetName() << " has no PromiscSniffer");
}

void
DeviceCapture::Commit()
{
    if (m_file)
    {
        m_file->Commit();
    }
}

void
DeviceCapture::Write(Ptr<const Packet> frame)
{
    m_file->Write(Simulator::Now(), frame);
}

} // namespace ns3
