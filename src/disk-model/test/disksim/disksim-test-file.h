/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_TEST_FILE_H
#define DISKSIM_TEST_FILE_H

#include <string>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A DiskSim file of a small drive, in its parts.
 */
struct DiskSimTestFile
{
    std::string mechanics =
        "dm_mech_g1 {\n"
        "  Access time type = trackSwitchPlusRotation,\n"
        "  Seek type = hplplus10,\n"
        "  HPL seek equation values = [ 15, 2.0, 0.5, 3.0, 0.1, -1.0 ],\n"
        "  First ten seek times = [ 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9 ],\n"
        "  Add. write settling delay = -0.5, Head switch time = 0.75,\n"
        "  Rotation speed (in rpms) = 6000, Percent error in rpms = 0.5\n"
        "}"; //!< the mechanics

    std::string scheme = "LBN-to-PBN mapping scheme = 1, Sparing scheme used = 9,\n"
                         "Rangesize for sparing = 1"; //!< the scheme of the layout

    std::string zones =
        "dm_layout_g1_zone {\n"
        "  First cylinder number = 0, Last cylinder number = 9, Blocks per track = 10,\n"
        "  Offset of first block = 1.9, Empty space at zone front = 3,\n"
        "  Skew for track switch = 2.0, Skew for cylinder switch = 3.0,\n"
        "  Number of spares = 4, slips = [ 6, 5, 0x1e ], defects = [ 40, 199 ]\n"
        "},\n"
        "dm_layout_g1_zone {\n"
        "  First cylinder number = 10, Last cylinder number = 19, Blocks per track = 8,\n"
        "  Skew units = revolutions, Offset of first block = 0.125,\n"
        "  Empty space at zone front = 0, Number of spares = 0, slips = [], defects = [ ]\n"
        "}"; //!< the zones

    std::string controller = "Max queue length = 1, Print stats = 1"; //!< more of the disk's block

    std::string rest; //!< what stands behind the disk's block

    /**
     * @return the model, on lines of its own
     */
    std::string GetModel() const
    {
        return "dm_disk SMALL_MODEL {\n"
               "Block count = 300, Number of data surfaces = 2, Number of cylinders = 20,\n"
               "Mechanical Model = " +
               mechanics + ",\nLayout Model = dm_layout_g1 {\n" + scheme + ", Zones = [\n" + zones +
               "\n]\n}\n}\n";
    }

    /**
     * @return the whole file
     */
    std::string Get() const
    {
        return "disksim_disk SMALL {\n" + controller + ",\nModel = " + GetModel() + "}\n" + rest;
    }
};

} // namespace ns3

#endif /* DISKSIM_TEST_FILE_H */
