/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-drives.h"

#include "san-array-kinds.h"
#include "san-storage-options.h"

#include "ns3/attribute-check.h"
#include "ns3/block-array.h"
#include "ns3/boolean.h"
#include "ns3/disk-catalogue.h"
#include "ns3/drive-catalogue.h"
#include "ns3/failing-device.h"
#include "ns3/object-factory.h"
#include "ns3/ssd-catalogue.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Attributes of a CloudVolume, and the options that set them.
constexpr std::pair<const char*, const char*> VOLUME[] = {
    {"BlockCount", "volumeBlocks"},
    {"Latency", "volumeLatency"},
    {"Rate", "volumeRate"},
    {"BurstRate", "volumeBurstRate"},
    {"Credits", "volumeCredits"},
    {"IoSize", "volumeIoSize"},
    {"ReadCost", "volumeReadCost"},
    {"Bandwidth", "volumeBandwidth"},
    {"BurstBandwidth", "volumeBurstBandwidth"},
    {"BandwidthCredits", "volumeBandwidthCredits"}};

/**
 * @param o the options
 * @return attributes of a drive
 */
std::map<std::string, std::string>
GetDriveAttributes(const SanStorageOptions& o)
{
    if (o.device == "volume")
    {
        std::map<std::string, std::string> attributes;
        for (const auto& [attribute, option] : VOLUME)
        {
            attributes[attribute] = o.GetList().GetValue(option);
        }
        return attributes;
    }
    if (o.device == "ram")
    {
        return {{"Latency", o.GetList().GetValue("ramLatency")},
                {"Bandwidth", o.GetList().GetValue("ramBandwidth")}};
    }
    if (o.device == "ssd")
    {
        return {{"Model", o.drive}, {"Aged", o.GetList().GetValue("ssdAged")}};
    }
    std::map<std::string, std::string> attributes{
        {"Model", o.drive},
        {"QueueDepth", std::to_string(o.schedulerDepth)},
        {"IgnoreFlush", o.GetList().GetValue("ignoreFlush")}};
    if (o.scheduler != "drive")
    {
        attributes["Scheduler"] = o.GetList().GetMeaning("scheduler");
    }
    return attributes;
}

/**
 * Check that the model is one of this kind of drive.
 *
 * @param o the options
 * @throw UserError naming the option drive if it is not
 */
void
CheckKind(const SanStorageOptions& o)
{
    const DriveCatalogue catalogue({&DiskCatalogue::GetKind(), &SsdCatalogue::GetKind()});
    try
    {
        catalogue.CheckKind(o.drive, o.device);
    }
    catch (const UserError& error)
    {
        throw UserError("drive: " + std::string(error.what()));
    }
}

/**
 * Make one drive.
 *
 * @param o the options
 * @param storeData whether it keeps contents
 * @return a drive as the options say
 */
Ptr<BlockDevice>
MakeDrive(const SanStorageOptions& o, bool storeData)
{
    const auto drive = MakeSanDriveMaker(o, storeData)();
    if (!o.IsWorn())
    {
        return drive;
    }
    ObjectFactory wear("ns3::FailingDevice");
    for (const auto& [name, value] : o.GetList().GetAttributes(FailingDevice::GetTypeId()))
    {
        SetCheckedAttribute(wear, name, StringValue(value));
    }
    const auto worn = wear.Create<FailingDevice>();
    worn->SetDevice(drive);
    return worn;
}

/**
 * @tparam Kind a class of drives whose power can be cut
 * @param drives drives of any kind
 * @return those of that kind, in their order
 */
template <typename Kind>
std::vector<Ptr<Kind>>
FindKind(const std::vector<Ptr<BlockDevice>>& drives)
{
    std::vector<Ptr<Kind>> found;
    for (const auto& drive : FindSanPoweredDrives(drives))
    {
        if (const auto one = DynamicCast<Kind>(drive))
        {
            found.push_back(one);
        }
    }
    return found;
}

} // namespace

SanDriveMaker
MakeSanDriveMaker(const SanStorageOptions& o, bool storeData)
{
    CheckKind(o);
    ObjectFactory factory(o.GetList().GetMeaning("device"));
    factory.Set("StoreData", BooleanValue(storeData));
    for (const auto& [name, value] : GetDriveAttributes(o))
    {
        SetCheckedAttribute(factory, name, StringValue(value));
    }
    return [factory] { return factory.Create<BlockDevice>(); };
}

Ptr<BlockDevice>
MakeSanUnit(const SanStorageOptions& o, bool storeData)
{
    if (o.array == "none")
    {
        return MakeDrive(o, storeData);
    }
    std::vector<Ptr<BlockDevice>> members;
    for (uint32_t i = 0; i < o.drives / o.GetUnits(); ++i)
    {
        members.push_back(MakeDrive(o, storeData));
    }
    return MakeSanArray(o.GetList(), "array", "stripeUnit", members);
}

std::vector<Ptr<BlockDevice>>
GetSanDrives(const std::vector<Ptr<BlockDevice>>& units)
{
    std::vector<Ptr<BlockDevice>> drives;
    for (const auto& unit : units)
    {
        const auto array = DynamicCast<BlockArray>(unit);
        for (uint32_t i = 0; array && i < array->GetNMembers(); ++i)
        {
            drives.push_back(array->GetMember(i));
        }
        if (!array)
        {
            drives.push_back(unit);
        }
    }
    return drives;
}

Ptr<PoweredDevice>
FindSanPoweredDrive(Ptr<BlockDevice> drive)
{
    const auto worn = DynamicCast<FailingDevice>(drive);
    return DynamicCast<PoweredDevice>(worn ? worn->GetDevice() : drive);
}

std::vector<Ptr<PoweredDevice>>
FindSanPoweredDrives(const std::vector<Ptr<BlockDevice>>& drives)
{
    std::vector<Ptr<PoweredDevice>> found;
    for (const auto& drive : drives)
    {
        if (const auto powered = FindSanPoweredDrive(drive))
        {
            found.push_back(powered);
        }
    }
    return found;
}

std::vector<Ptr<DiskDrive>>
FindSanDisks(const std::vector<Ptr<BlockDevice>>& drives)
{
    return FindKind<DiskDrive>(drives);
}

std::vector<Ptr<SsdDrive>>
FindSanSsds(const std::vector<Ptr<BlockDevice>>& drives)
{
    return FindKind<SsdDrive>(drives);
}

} // namespace ns3
