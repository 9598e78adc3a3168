/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/scsi-disk.h"
#include "ns3/user-error.h"

#include <string>

namespace ns3
{

void
SanOptions::AddUnits()
{
    m_list.BeginGroup("luns");
    const auto tid = ScsiDisk::GetTypeId();
    m_list.AddAttribute(tid, "Removable", {});
    m_list.AddAttribute(tid, "ReadOnly", {});
    m_list.AddAttribute(tid, "PhysicalBlockExponent", {.example = "3"});
    m_list.AddAttribute(tid, "LowestAlignedBlock", {.unit = "blocks"});
    m_list.AddAttribute(tid, "WriteSameNonZero", {});
    m_list.AddAttribute(tid, "MaxAtomicLength", {.unit = "bytes"});
    m_list.AddAttribute(tid, "AtomicAlignment", {.unit = "blocks", .example = "8"});
    m_list.AddAttribute(tid, "AtomicGranularity", {.unit = "blocks", .example = "8"});
    m_list.AddAttribute(tid, "SanitizeTime", {.example = "10s"});
}

void
SanOptions::CheckUnits() const
{
    const auto units = m_list.GetAttributes(ScsiDisk::GetTypeId());
    if (units.empty())
    {
        // A program without logical units.
        return;
    }
    const auto lowest = std::stoul(units.at("LowestAlignedBlock"));
    const auto& exponent = units.at("PhysicalBlockExponent");
    if (lowest >> std::stoul(exponent) != 0)
    {
        throw UserError("LowestAlignedBlock: " + std::to_string(lowest) +
                        " is not in the first physical block of 2^" + exponent +
                        " logical ones (PhysicalBlockExponent)");
    }
}

} // namespace ns3
