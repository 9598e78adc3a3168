/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "quantity-text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iomanip>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace ns3
{

namespace
{

/// Units and what a quantity is multiplied by.
using Units = std::map<std::string_view, long double>;

/**
 * Read a number at the beginning of text.
 *
 * @tparam T the kind of number
 * @tparam Format nothing for an integer and std::chars_format otherwise
 * @param text the text; what is read is removed from it
 * @param format how the number may be written
 * @return the number, or nothing if there is none or it is not finite
 */
template <typename T, typename... Format>
std::optional<long double>
ParseNumber(std::string_view& text, Format... format)
{
    T number;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
    if (error != std::errc() || !std::isfinite(static_cast<long double>(number)))
    {
        return std::nullopt;
    }
    text.remove_prefix(rest - text.data());
    return static_cast<long double>(number);
}

/**
 * from_chars takes no plus sign, ns-3's own printing of times puts one.
 *
 * @param text a number
 * @return the number without a plus sign
 */
std::string_view
SkipPlus(std::string_view text)
{
    const bool isSigned = text.starts_with('+') && !text.starts_with("+-");
    return isSigned ? text.substr(1) : text;
}

/**
 * @param number a number, or nothing
 * @param unit what stands behind it
 * @param units the units that there are
 * @return the number times its unit, or nothing if either is missing
 */
std::optional<long double>
ApplyUnit(std::optional<long double> number, std::string_view unit, const Units& units)
{
    const auto found = units.find(unit);
    if (!number || found == units.end())
    {
        return std::nullopt;
    }
    return *number * found->second;
}

} // namespace

std::optional<long double>
ParseWholeNumber(std::string_view text)
{
    text = SkipPlus(text);
    const auto number =
        text.starts_with('-') ? ParseNumber<int64_t>(text) : ParseNumber<uint64_t>(text);
    return text.empty() ? number : std::nullopt;
}

std::optional<long double>
ParseDecimalNumber(std::string_view text)
{
    text = SkipPlus(text);
    const auto number = ParseNumber<double>(text, std::chars_format::general);
    return text.empty() ? number : std::nullopt;
}

std::optional<long double>
ParseTimeText(std::string_view text)
{
    static const Units UNITS = {{"fs", 1e-15L},
                                {"ps", 1e-12L},
                                {"ns", 1e-9L},
                                {"us", 1e-6L},
                                {"ms", 1e-3L},
                                {"s", 1},
                                {"min", 60},
                                {"h", 3600},
                                {"d", 86400},
                                {"y", 365 * 86400.0L}};
    text = SkipPlus(text);
    const auto number = ParseNumber<double>(text, std::chars_format::general);
    return ApplyUnit(number, text, UNITS);
}

std::optional<long double>
ParseRateText(std::string_view text)
{
    static const Units UNITS = {{"bps", 1},      {"b/s", 1},      {"Bps", 8},     {"B/s", 8},
                                {"kbps", 1e3L},  {"kb/s", 1e3L},  {"Kbps", 1e3L}, {"Kb/s", 1e3L},
                                {"kBps", 8e3L},  {"kB/s", 8e3L},  {"KBps", 8e3L}, {"KB/s", 8e3L},
                                {"Kib/s", 1024}, {"KiB/s", 8192}, {"Mbps", 1e6L}, {"Mb/s", 1e6L},
                                {"MBps", 8e6L},  {"MB/s", 8e6L},  {"Gbps", 1e9L}, {"Gb/s", 1e9L},
                                {"GBps", 8e9L},  {"GB/s", 8e9L}};
    const auto number = ParseNumber<double>(text, std::chars_format::fixed);
    return ApplyUnit(number, text, UNITS);
}

std::optional<long double>
ParseQueueSizeText(std::string_view text)
{
    static const Units UNITS = {{"p", 1},
                                {"kp", 1e3L},
                                {"Kp", 1e3L},
                                {"Mp", 1e6L},
                                {"B", 1},
                                {"kB", 1e3L},
                                {"KB", 1e3L},
                                {"MB", 1e6L},
                                {"KiB", 1024},
                                {"MiB", 1048576}};
    const auto number = ParseNumber<double>(text, std::chars_format::fixed);
    return ApplyUnit(number, text, UNITS);
}

std::string
ToQuantityText(Time time)
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
ToQuantityText(DataRate rate)
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
ToGroupedText(double number, int decimals)
{
    std::ostringstream digits;
    digits << std::fixed << std::setprecision(decimals) << number;
    auto text = digits.str();
    const std::size_t first = std::signbit(number) ? 1 : 0;
    for (auto end = std::min(text.find('.'), text.size()); end > first + 3;)
    {
        end -= 3;
        text.insert(end, ",");
    }
    return text;
}

} // namespace ns3
