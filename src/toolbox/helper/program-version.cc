/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-version.h"

#include "ns3/simulator.h"

#include <dlfcn.h>
#include <filesystem>

namespace ns3
{

std::string
GetNs3Version()
{
    const std::string unknown = "unknown version";
    Dl_info about{};
    if (dladdr(reinterpret_cast<void*>(&Simulator::Run), &about) == 0 || !about.dli_fname)
    {
        return unknown;
    }
    // libns3.44-core.so, libns3.44-core-debug.so, libns3-dev-core.so; or all modules in one.
    const std::string begin = "libns";
    const auto name = std::filesystem::path(about.dli_fname).filename().string();
    for (const auto* module : {"-core", "-monolib"})
    {
        const auto end = name.find(module);
        if (name.starts_with(begin) && end != std::string::npos)
        {
            return name.substr(begin.size(), end - begin.size());
        }
    }
    return unknown;
}

} // namespace ns3
