/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-drive-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive.h"
#include "ns3/string.h"

namespace ns3
{

DiskDriveHelper::DiskDriveHelper()
    : m_factory("ns3::DiskDrive")
{
}

void
DiskDriveHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    if (name == "Model")
    {
        // An unknown drive is better reported before there is anything half made.
        DiskCatalogue::Get(value.SerializeToString(MakeStringChecker()));
    }
    SetCheckedAttribute(m_factory, name, value);
}

std::vector<Ptr<BlockDevice>>
DiskDriveHelper::Create(uint32_t count) const
{
    std::vector<Ptr<BlockDevice>> drives;
    for (uint32_t i = 0; i < count; ++i)
    {
        drives.push_back(m_factory.Create<BlockDevice>());
    }
    return drives;
}

int64_t
DiskDriveHelper::AssignStreams(const std::vector<Ptr<BlockDevice>>& devices, int64_t stream)
{
    const auto first = stream;
    for (const auto& device : devices)
    {
        if (auto drive = DynamicCast<DiskDrive>(device))
        {
            stream += drive->AssignStreams(stream);
        }
    }
    return stream - first;
}

} // namespace ns3
