/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-binary-value.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

/// The digits of Base64 by value (RFC 4648, table 1).
constexpr std::string_view BASE64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * @param digit a character
 * @return its value as a hexadecimal digit, or nothing
 */
std::optional<uint8_t>
GetHexDigit(char digit)
{
    if (digit >= '0' && digit <= '9')
    {
        return digit - '0';
    }
    const char lower = static_cast<char>(digit | 0x20);
    if (lower >= 'a' && lower <= 'f')
    {
        return lower - 'a' + 10;
    }
    return std::nullopt;
}

/**
 * @param digits hexadecimal digits
 * @return the bytes, or nothing
 */
std::optional<std::vector<uint8_t>>
ParseHex(std::string_view digits)
{
    std::vector<uint8_t> bytes((digits.size() + 1) / 2);
    auto place = digits.size() % 2;
    for (const char digit : digits)
    {
        const auto value = GetHexDigit(digit);
        if (!value)
        {
            return std::nullopt;
        }
        auto& byte = bytes[place / 2];
        byte = static_cast<uint8_t>(byte << 4 | *value);
        ++place;
    }
    return bytes;
}

/**
 * @param digits Base64 with its padding
 * @return the bytes, or nothing
 */
std::optional<std::vector<uint8_t>>
ParseBase64(std::string_view digits)
{
    if (digits.size() % 4 != 0)
    {
        return std::nullopt;
    }
    const uint32_t padding = digits.ends_with("==") ? 2 : digits.ends_with("=") ? 1 : 0;
    digits.remove_suffix(padding);
    std::vector<uint8_t> bytes;
    uint32_t bits = 0;
    uint32_t count = 0;
    for (const char digit : digits)
    {
        const auto value = BASE64.find(digit);
        if (value == std::string_view::npos)
        {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<uint32_t>(value);
        count += 6;
        if (count >= 8)
        {
            count -= 8;
            bytes.push_back(static_cast<uint8_t>(bits >> count));
            bits &= (1u << count) - 1;
        }
    }
    return bits == 0 ? std::optional(bytes) : std::nullopt;
}

} // namespace

std::optional<std::vector<uint8_t>>
ParseIscsiBinary(const std::string& text)
{
    const auto digits = std::string_view(text).substr(std::min<std::size_t>(text.size(), 2));
    if (digits.empty())
    {
        return std::nullopt;
    }
    if (text.starts_with("0x") || text.starts_with("0X"))
    {
        return ParseHex(digits);
    }
    return text.starts_with("0b") || text.starts_with("0B") ? ParseBase64(digits) : std::nullopt;
}

std::string
FormatIscsiBinary(const std::vector<uint8_t>& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "0x";
    for (const auto byte : bytes)
    {
        text.push_back(digits[byte >> 4]);
        text.push_back(digits[byte & 15]);
    }
    return text;
}

} // namespace ns3
