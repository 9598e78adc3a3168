/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/scsi-disk.h"

namespace ns3
{

void
SanOptions::AddUnits()
{
    m_list.BeginGroup("luns", "fileService=none");
    m_list.AddAttribute(ScsiDisk::GetTypeId(), "ReadOnly", {});
}

} // namespace ns3
