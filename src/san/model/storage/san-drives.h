/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_DRIVES_H
#define SAN_DRIVES_H

#include "ns3/block-device.h"
#include "ns3/disk-drive.h"
#include "ns3/powered-device.h"
#include "ns3/ssd-drive.h"

#include <functional>
#include <vector>

namespace ns3
{

class SanStorageOptions;

/// Makes a drive.
using SanDriveMaker = std::function<Ptr<BlockDevice>()>;

/**
 * @param o the options
 * @param storeData true if contents are stored
 * @return makes drives as the options say, which are not worn; it may outlive the options
 */
SanDriveMaker MakeSanDriveMaker(const SanStorageOptions& o, bool storeData);

/**
 * Make what is behind a logical unit, or below the file system of a file server.
 *
 * @param o the options
 * @param storeData true if contents are stored
 * @return a drive, or an array of drives
 */
Ptr<BlockDevice> MakeSanUnit(const SanStorageOptions& o, bool storeData);

/**
 * @param units drives and arrays of drives
 * @return the drives, those of an array in its order
 */
std::vector<Ptr<BlockDevice>> GetSanDrives(const std::vector<Ptr<BlockDevice>>& units);

/**
 * @param drive a drive, perhaps a worn one (FailingDevice)
 * @return the drive whose power can be cut, null if it has none
 */
Ptr<PoweredDevice> FindSanPoweredDrive(Ptr<BlockDevice> drive);

/**
 * @param drives drives of any kind
 * @return those whose power can be cut, in their order
 */
std::vector<Ptr<PoweredDevice>> FindSanPoweredDrives(const std::vector<Ptr<BlockDevice>>& drives);

/**
 * @param drives drives of any kind
 * @return those that are disks, in their order
 */
std::vector<Ptr<DiskDrive>> FindSanDisks(const std::vector<Ptr<BlockDevice>>& drives);

/**
 * @param drives drives of any kind
 * @return those that are flash drives, in their order
 */
std::vector<Ptr<SsdDrive>> FindSanSsds(const std::vector<Ptr<BlockDevice>>& drives);

} // namespace ns3

#endif /* SAN_DRIVES_H */
