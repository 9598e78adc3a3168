/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CACHED_DRIVE_H
#define DISK_CACHED_DRIVE_H

#include "disk-test-drive.h"

#include "ns3/boolean.h"
#include "ns3/disk-drive.h"

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * @return the tiny drive with a cache of four segments of 16 blocks, three of them for writes that
 *         are complete in it; without any overhead
 */
inline DiskParameters
MakeCachedTinyDrive()
{
    auto drive = MakeTinyDrive();
    drive.cache.segments = 4;
    drive.cache.writeSegments = 3;
    drive.cache.segmentBlocks = 16;
    drive.cache.readAhead = DiskReadAhead::SEGMENT_FULL;
    drive.cache.maxReadAhead = 16;
    drive.cache.writeCache = DiskWriteCache::WRITE_BACK;
    return drive;
}

/**
 * @ingroup disk-model
 *
 * @param parameters a drive
 * @return the drive, with contents
 */
inline Ptr<DiskDrive>
MakeStoringDrive(const DiskParameters& parameters)
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetParameters(parameters);
    drive->SetAttribute("StoreData", BooleanValue(true));
    return drive;
}

} // namespace ns3

#endif /* DISK_CACHED_DRIVE_H */
