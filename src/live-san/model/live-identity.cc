/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-identity.h"

#include "ns3/config.h"
#include "ns3/string.h"

#include <iomanip>
#include <random>
#include <sstream>

namespace ns3
{

std::string
UseLiveIdentity(const std::string& wanted)
{
    auto identity = wanted;
    if (identity.empty())
    {
        std::ostringstream text;
        text << std::hex << std::setfill('0') << std::setw(8) << std::random_device()();
        identity = text.str();
    }
    Config::SetDefault("ns3::ScsiDisk::SerialPrefix", StringValue(identity + "-"));
    return identity;
}

} // namespace ns3
