/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-storage-options.h"

#include "san-array-kinds.h"

#include "ns3/block-array.h"
#include "ns3/cloud-volume.h"
#include "ns3/disk-drive.h"
#include "ns3/failing-device.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-disk.h"
#include "ns3/ssd-drive.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

SanStorageOptions::SanStorageOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanStorageOptions::AddDrives()
{
    m_list.BeginGroup("drives");
    m_list.Add("drives", "Drives of each target", drives, IntegerRule("1", "16384"));
    m_list.AddWord("device",
                   "Kind of drive: disk, ssd, ram, or volume (a disk as clouds rent them)",
                   device,
                   {{"disk", "ns3::DiskDrive"},
                    {"ssd", "ns3::SsdDrive"},
                    {"ram", "ns3::RamDisk"},
                    {"volume", "ns3::CloudVolume"}});
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Latency",
                        {.name = "ramLatency", .needs = "device=ram"});
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Bandwidth",
                        {.name = "ramBandwidth", .example = "1Gbps", .needs = "device=ram"});
    m_list.Add(
        "drive",
        "Model of disk or ssd: a name from the catalogue. Use Cheetah9LPFC or CheetahX15-36LPFC on "
        "loops; 850EVO, 870EVO, PM883, 7300PRO, PM9A3 and KC3000 are of device=ssd",
        drive,
        TextRule(),
        "device=disk|ssd");
    m_list.AddAttribute(SsdDrive::GetTypeId(), "Aged", {.name = "ssdAged", .needs = "device=ssd"});
    m_list.AddWord("scheduler",
                   "Which of its requests a disk serves next; drive is the model's own rule",
                   scheduler,
                   {{"fcfs", "ns3::DiskFcfsScheduler"},
                    {"sstf", "ns3::DiskSstfScheduler"},
                    {"look", "ns3::DiskLookScheduler"},
                    {"clook", "ns3::DiskClookScheduler"},
                    {"sptf", "ns3::DiskSptfScheduler"},
                    {"aged-sptf", "ns3::DiskAgedSptfScheduler"},
                    {"drive", ""}},
                   "device=disk");
    m_list.Add("schedulerDepth",
               "Requests among which the scheduler chooses; 0 for the disk model's own number",
               schedulerDepth,
               IntegerRule("0", MOST, "requests", "16"),
               "device=disk and scheduler=sstf|look|clook|sptf|aged-sptf");
    m_list.AddAttribute(DiskDrive::GetTypeId(), "IgnoreFlush", {.needs = "device=disk"});
    AddVolumes();
    AddWear();
    AddArrays();
}

void
SanStorageOptions::AddVolumes()
{
    const auto add = [this](const std::string& attribute,
                            const std::string& name,
                            const std::string& unit,
                            const std::string& example) {
        m_list.AddAttribute(
            CloudVolume::GetTypeId(),
            attribute,
            {.name = name, .unit = unit, .example = example, .needs = "device=volume"});
    };
    add("BlockCount", "volumeBlocks", "blocks", "209715200");
    add("Latency", "volumeLatency", "", "1ms");
    add("Rate", "volumeRate", "", "300");
    add("BurstRate", "volumeBurstRate", "", "3000");
    add("Credits", "volumeCredits", "requests", "5400000");
    add("IoSize", "volumeIoSize", "bytes", "262144");
    add("ReadCost", "volumeReadCost", "", "2");
    add("Bandwidth", "volumeBandwidth", "", "1Gbps");
    add("BurstBandwidth", "volumeBurstBandwidth", "", "2Gbps");
    add("BandwidthCredits", "volumeBandwidthCredits", "bytes", "126000000000");
}

void
SanStorageOptions::AddWear()
{
    const auto add =
        [this](const std::string& attribute, const std::string& example, const std::string& needs) {
            m_list.AddAttribute(FailingDevice::GetTypeId(),
                                attribute,
                                {.name = "drive" + attribute, .example = example, .needs = needs});
        };
    add("LatentSectors", "64", "");
    add("ErrorRate", "0.001", "");
    add("ErrorTime", "2s", "driveLatentSectors or driveErrorRate");
    add("SlowTime", "200ms", "");
    add("SlowBegin", "0.5", "driveSlowTime");
    add("SlowEnd", "0.6", "driveSlowTime");
    add("StallInterval", "60s", "");
    add("StallTime", "5s", "driveStallInterval");
}

void
SanStorageOptions::AddAccesses()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("diskAccesses",
                     "Write where the heads of disks went to disk-accesses.csv, a row for each "
                     "access to a medium; the page of ns3-iscsi explore draws it",
                     accesses,
                     "device=disk and fileService=none");
}

bool
SanStorageOptions::IsWorn() const
{
    const auto names = {"driveLatentSectors",
                        "driveErrorRate",
                        "driveSlowTime",
                        "driveStallInterval"};
    const auto changes = m_list.GetChanges();
    return std::any_of(changes.begin(), changes.end(), [&names](const auto& change) {
        return std::ranges::find(names, change.name) != names.end();
    });
}

void
SanStorageOptions::AddUnits()
{
    m_list.BeginGroup("luns", "fileService=none");
    m_list.AddAttribute(ScsiDisk::GetTypeId(), "ReadOnly", {});
}

uint32_t
SanStorageOptions::GetUnits() const
{
    if (array == "none")
    {
        return drives;
    }
    return members == 0 ? 1 : drives / members;
}

void
SanStorageOptions::CheckArrays() const
{
    if (array == "none")
    {
        return;
    }
    const uint32_t size = members == 0 ? drives : members;
    const auto least = GetLeastSanArrayMembers(array);
    if (size < least)
    {
        throw UserError(std::string(members == 0 ? "drives" : "arrayMembers") + ": " +
                        std::to_string(size) + " are too few for array=" + array +
                        ", which needs " + std::to_string(least));
    }
    if (drives % size != 0)
    {
        throw UserError("arrayMembers: the " + std::to_string(drives) +
                        " drives of a target are not arrays of " + std::to_string(members));
    }
}

void
SanStorageOptions::AddArrays()
{
    m_list.AddWord("array",
                   "What each logical unit is: none (a drive) or an array of drives: stripe (RAID "
                   "0), mirror (RAID 1) or raid5",
                   array,
                   GetSanArrayKinds());
    m_list.Add("arrayMembers",
               "Drives of each array; 0 for one array of all drives of a target",
               members,
               IntegerRule("0", "16384", "drives", "4"),
               "array=stripe|mirror|raid5");
    m_list.AddAttribute(BlockArray::GetTypeId(),
                        "StripeUnit",
                        {.name = "stripeUnit",
                         .help = "Consecutive blocks of 512 bytes on one drive of an array",
                         .unit = "blocks",
                         .needs = "array=stripe|raid5"});
}

} // namespace ns3
