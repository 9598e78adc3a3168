/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-io-file-or-text.h"

#include <string_view>

namespace ns3
{

std::unique_ptr<BlockLineReader>
OpenBlockIoFileOrText(const std::string& value, const std::string& name)
{
    if (value.find('\n') == std::string::npos)
    {
        return std::make_unique<BlockLineReader>(value);
    }
    return std::make_unique<BlockLineReader>(name, std::string_view(value));
}

} // namespace ns3
