/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-file-format.h"
#include "ns3/disk-geometry.h"
#include "ns3/drive-file-reader.h"
#include "ns3/user-error.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

/**
 * Read a drive file. What is accepted must also be laid out, from the first block to the last.
 *
 * @param data the file
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    try
    {
        const std::string_view text(reinterpret_cast<const char*>(data), size);
        const auto drive =
            ns3::DriveFileReader(ns3::DiskFileFormat::Get(), "input", text).Read("fuzz");
        const ns3::DiskGeometry geometry(drive);
        geometry.Locate(0);
        geometry.Locate(drive.blocks - 1);
    }
    catch (const ns3::UserError&)
    {
        // What a bad file is for.
    }
    return 0;
}
