/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-capture.h"

#include "ns3/point-to-point-helper.h"

#include <cstdio>

namespace ns3
{

SanCapture::SanCapture(const std::string& fileName, Ptr<NetDevice> device)
    : m_fileName(fileName),
      m_partName(fileName + ".part")
{
    PointToPointHelper().EnablePcap(m_partName, device, false, true);
}

SanCapture::~SanCapture()
{
    std::remove(m_partName.c_str());
}

void
SanCapture::Commit()
{
    std::rename(m_partName.c_str(), m_fileName.c_str());
}

} // namespace ns3
