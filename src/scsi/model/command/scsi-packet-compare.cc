/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-packet-compare.h"

#include "ns3/assert.h"

namespace ns3
{

std::vector<uint8_t>
GetScsiBytes(Ptr<const Packet> data, uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    if (data)
    {
        data->CopyData(bytes.data(), size);
    }
    return bytes;
}

std::optional<uint32_t>
FindScsiDifference(Ptr<const Packet> data, Ptr<const Packet> expected, uint32_t size)
{
    NS_ASSERT_MSG(expected && expected->GetSize() > 0, "nothing to compare with");
    const auto found = GetScsiBytes(data, size);
    const auto period = expected->GetSize();
    const auto wanted = GetScsiBytes(expected, period);
    for (uint32_t i = 0; i < size; ++i)
    {
        if (found[i] != wanted[i % period])
        {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace ns3
