/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-option-text.h"

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <set>
#include <utility>

namespace ns3
{

std::string
ToOptionText(Time time)
{
    static constexpr std::pair<int64_t, const char*> UNITS[] = {{1000000000, "s"},
                                                                {1000000, "ms"},
                                                                {1000, "us"}};
    const auto ns = time.GetNanoSeconds();
    for (const auto& [size, name] : UNITS)
    {
        if (ns % size == 0)
        {
            return std::to_string(ns / size) + name;
        }
    }
    return std::to_string(ns) + "ns";
}

std::string
ToOptionText(DataRate rate)
{
    static constexpr std::pair<double, const char*> UNITS[] = {{1e9, "Gbps"},
                                                               {1e6, "Mbps"},
                                                               {1e3, "kbps"}};
    const auto bits = static_cast<double>(rate.GetBitRate());
    char text[40];
    for (const auto& [size, name] : UNITS)
    {
        if (bits >= size)
        {
            std::snprintf(text, sizeof(text), "%.12g%s", bits / size, name);
            return text;
        }
    }
    return std::to_string(rate.GetBitRate()) + "bps";
}

std::string
FindUnit(const std::string& help)
{
    static const std::set<std::string> UNITS = {"bytes",
                                                "commands",
                                                "frames",
                                                "metres",
                                                "nanoseconds",
                                                "requests",
                                                "seconds",
                                                "segments",
                                                "sequences",
                                                "words"};
    std::string word;
    for (const char c : help + " ")
    {
        if (std::isalpha(static_cast<unsigned char>(c)))
        {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            continue;
        }
        if (UNITS.contains(word))
        {
            return word;
        }
        word.clear();
    }
    return "";
}

std::string
QuoteJson(const std::string& text)
{
    std::string json = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
        {
            json += '\\';
        }
        json += c == '\n' ? ' ' : c;
    }
    return json + "\"";
}

} // namespace ns3
