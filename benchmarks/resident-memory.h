/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESIDENT_MEMORY_H
#define RESIDENT_MEMORY_H

#include "ns3/user-error.h"

#include <cstdint>
#include <fstream>
#include <string>

namespace ns3
{

/**
 * @return resident memory of this process, KiB (Linux, proc(5))
 * @throw UserError on another system
 */
inline uint64_t
GetResidentKib()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
    {
        if (line.starts_with("VmRSS:"))
        {
            return std::stoull(line.substr(6));
        }
    }
    throw UserError("/proc/self/status has no VmRSS: the measurement needs Linux");
}

} // namespace ns3

#endif /* RESIDENT_MEMORY_H */
