/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-or-text.h"

#include <string_view>

namespace ns3
{

std::unique_ptr<LineReader>
OpenFileOrText(const std::string& value, const std::string& name)
{
    if (value.find('\n') == std::string::npos)
    {
        return std::make_unique<LineReader>(value);
    }
    return std::make_unique<LineReader>(name, std::string_view(value));
}

} // namespace ns3
