/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "csv-cell.h"

#include <array>
#include <cstdio>

namespace ns3
{

std::string
GetCsvCell(double number, int decimals)
{
    // The largest number has 309 digits before the point.
    std::array<char, 400> text;
    const auto length = std::snprintf(text.data(), text.size(), ",%.*f", decimals, number);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string
GetCsvCell(uint64_t number)
{
    return "," + std::to_string(number);
}

std::string
GetCsvCell(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
    {
        return "," + text;
    }
    std::string cell = ",\"";
    for (const auto letter : text)
    {
        cell.append(letter == '"' ? 2 : 1, letter);
    }
    return cell + '"';
}

} // namespace ns3
