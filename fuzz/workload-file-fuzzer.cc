/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fio-job-reader.h"
#include "ns3/iometer-configuration.h"
#include "ns3/user-error.h"

#include <cstddef>
#include <cstdint>
#include <string>

/**
 * Read a job file of fio, and the same as a configuration of IOMeter.
 *
 * @param data the file
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // What has a line break in it is a text and no file's name.
    const auto text = std::string(reinterpret_cast<const char*>(data), size) + "\n";
    try
    {
        const ns3::FioJobReader reader(text);
    }
    catch (const ns3::UserError&)
    {
        // What a bad file is for.
    }
    try
    {
        ns3::IometerConfiguration::Read(text).Choose("", nullptr);
    }
    catch (const ns3::UserError&)
    {
        // What a bad file is for.
    }
    return 0;
}
