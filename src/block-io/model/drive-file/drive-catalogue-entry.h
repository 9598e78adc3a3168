/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_CATALOGUE_ENTRY_H
#define DRIVE_CATALOGUE_ENTRY_H

#include "drive-parameters.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup block-io-drive-file
 *
 * What is known of a drive: what its file says of it, where that is, and what is wrong with it. A
 * drive that cannot be read has an entry, too.
 */
struct DriveCatalogueEntry
{
    std::string name;               //!< its name or path
    std::string kind;               //!< the word of its kind, empty if nothing has it
    std::vector<std::string> files; //!< those that say what the drive is, its own first: with it
                                    //!< the one of the drive that it is like, or those that a
                                    //!< DiskSim file sources; none if there is no such drive
    std::string about; //!< first sentence of the comment at the top of its file, or nothing
    std::string error; //!< why it cannot be read; empty if it can

    // What holds if it can be read
    DriveParameters drive; //!< its year and size
    uint32_t cylinders{0}; //!< number of cylinders, 0 for a drive without platters
    uint32_t heads{0};     //!< number of heads, likewise
    double rpm{0};         //!< revolutions per minute, likewise

    /**
     * Write a JSON object: name, kind, files, about, error, year, blocks, block_size, cylinders,
     * heads and rpm. What is unknown, or what a drive does not have, is null.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;
};

} // namespace ns3

#endif /* DRIVE_CATALOGUE_ENTRY_H */
