/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_TEST_DRIVE_H
#define DISK_TEST_DRIVE_H

#include "ns3/disk-parameters.h"

#include <array>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A drive small enough to work out by hand. A revolution takes 10 ms (6000 rpm). Two heads.
 *
 * | zone | cylinders | sectors/track | sector  | skews | spare | blocks   |
 * | ---- | --------- | ------------- | ------- | ----- | ----- | -------- |
 * | 0    | 0 to 1    | 10            | 1 ms    | 2, 3  | 0     | 0 to 39  |
 * | 1    | 3 to 4    | 8             | 1.25 ms | 1, 2  | 4     | 40 to 67 |
 * | 2    | 5 to 7    | 5             | 2 ms    | 1, 1  | 0     | 68 to 89 |
 *
 * Zone 2 could hold 30 blocks, 68 to 97; the capacity ends it at 89. Cylinder 2 is in no zone.
 * Seeks: 2 ms over 1 cylinder, 3 ms over 3, 5 ms over 7. Head switch 1.5 ms, write settle 0.5 ms.
 *
 * @return the drive
 */
inline DiskParameters
MakeTinyDrive()
{
    DiskParameters drive;
    drive.name = "tiny";
    drive.blocks = 90;
    drive.blockSize = 512;
    drive.cylinders = 8;
    drive.heads = 2;
    drive.rpm = 6000;
    drive.headSwitch = MicroSeconds(1500);
    drive.writeSettle = MicroSeconds(500);
    for (const auto& [first, last, sectors, trackSkew, cylinderSkew, spares] :
         {std::array<uint32_t, 6>{0, 1, 10, 2, 3, 0}, {3, 4, 8, 1, 2, 4}, {5, 7, 5, 1, 1, 0}})
    {
        auto& zone = drive.zones.emplace_back();
        zone.firstCylinder = first;
        zone.lastCylinder = last;
        zone.sectorsPerTrack = sectors;
        zone.trackSkew = trackSkew;
        zone.cylinderSkew = cylinderSkew;
        zone.spares = spares;
    }
    drive.seekPoints = {{1, MilliSeconds(2)}, {3, MilliSeconds(3)}, {7, MilliSeconds(5)}};
    return drive;
}

} // namespace ns3

#endif /* DISK_TEST_DRIVE_H */
