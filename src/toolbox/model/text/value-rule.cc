/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "value-rule.h"

#include "quantity-text.h"
#include "user-error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ns3
{

namespace
{

/// Greatest size of a request: the whole blocks of a 32-bit number of bytes.
constexpr const char* MOST_BYTES = "4294966784";

/// Bytes of a block.
constexpr const char* BLOCK_BYTES = "512";

/**
 * @param words some words
 * @return them with commas between them
 */
std::string
Join(const std::vector<std::string>& words)
{
    std::string all;
    for (const auto& word : words)
    {
        all += (all.empty() ? "" : ", ") + word;
    }
    return all;
}

} // namespace

std::string
ValueRule::GetTypeName() const
{
    static constexpr std::array NAMES =
        {"boolean", "integer", "number", "time", "rate", "word", "sizes", "queue", "string"};
    return NAMES.at(static_cast<std::size_t>(type));
}

bool
ValueRule::Accepts(const std::string& text) const
{
    switch (type)
    {
    case Type::BOOLEAN: {
        static const std::vector<std::string> BOOLEANS = {"true", "t", "1", "false", "f", "0"};
        return std::find(BOOLEANS.begin(), BOOLEANS.end(), text) != BOOLEANS.end();
    }
    case Type::WORD:
        return std::find(words.begin(), words.end(), text) != words.end();
    case Type::SIZES:
        return AreSizes(text);
    case Type::STRING:
        return mayBeEmpty || !text.empty();
    default:
        return IsInRange(text);
    }
}

std::string
ValueRule::Describe() const
{
    const auto range = " from " + low + " to " + high;
    const auto numbers = range + (unit.empty() ? "" : " " + unit);
    const auto multiples = multiple.empty() ? "" : ", a multiple of " + multiple;
    const auto such = example.empty() ? "" : ", such as " + example;
    switch (type)
    {
    case Type::BOOLEAN:
        return "true or false";
    case Type::INTEGER:
        return "a whole number" + numbers + multiples + such;
    case Type::NUMBER:
        return "a number" + numbers + such;
    case Type::TIME:
        return "a time with its unit" + range + such;
    case Type::RATE:
        return "a rate with its unit" + range + such;
    case Type::WORD:
        return "one of " + Join(words);
    case Type::SIZES:
        return "a list of sizes with or without weights, each" + numbers + multiples + such;
    case Type::QUEUE:
        return "a whole number of packets or bytes with its unit" + range + such;
    case Type::STRING:
        return "a text" + such;
    }
    return "";
}

void
ValueRule::Check(const std::string& name, const std::string& text) const
{
    if (!Accepts(text))
    {
        throw UserError(name + ": " + ToMessageText(text) + " is not " + Describe());
    }
}

std::optional<long double>
ValueRule::Parse(std::string_view text) const
{
    switch (type)
    {
    case Type::INTEGER:
    case Type::SIZES:
        return ParseWholeNumber(text);
    case Type::NUMBER:
        return ParseDecimalNumber(text);
    case Type::TIME:
        return ParseTimeText(text);
    case Type::RATE:
        return ParseRateText(text);
    case Type::QUEUE:
        return ParseQueueSizeText(text);
    default:
        return std::nullopt;
    }
}

bool
ValueRule::IsInRange(std::string_view text) const
{
    const auto value = Parse(text);
    if (!value || *value < *Parse(low) || *value > *Parse(high))
    {
        return false;
    }
    return multiple.empty() || std::fmod(*value, *Parse(multiple)) == 0;
}

bool
ValueRule::AreSizes(std::string_view text) const
{
    // A list that ends with a comma has one more entry, which is empty.
    for (bool isLast = false; !isLast;)
    {
        const auto comma = text.find(',');
        isLast = comma == std::string_view::npos;
        const auto entry = text.substr(0, comma);
        const auto colon = entry.find(':');
        if (!IsInRange(entry.substr(0, colon)))
        {
            return false;
        }
        if (colon != std::string_view::npos)
        {
            const auto weight = ParseDecimalNumber(entry.substr(colon + 1));
            if (!weight || !(*weight > 0))
            {
                return false;
            }
        }
        text.remove_prefix(isLast ? 0 : comma + 1);
    }
    return true;
}

ValueRule
BooleanRule()
{
    return {.type = ValueRule::Type::BOOLEAN};
}

ValueRule
IntegerRule(const std::string& low,
            const std::string& high,
            const std::string& unit,
            const std::string& example)
{
    return {.type = ValueRule::Type::INTEGER,
            .unit = unit,
            .low = low,
            .high = high,
            .example = example};
}

ValueRule
NumberRule(const std::string& low,
           const std::string& high,
           const std::string& unit,
           const std::string& example)
{
    auto rule = IntegerRule(low, high, unit, example);
    rule.type = ValueRule::Type::NUMBER;
    return rule;
}

ValueRule
TimeRule(const std::string& low, const std::string& example)
{
    return {.type = ValueRule::Type::TIME, .low = low, .high = "100y", .example = example};
}

ValueRule
RateRule(const std::string& low, const std::string& example)
{
    return {.type = ValueRule::Type::RATE, .low = low, .high = "1000000Gbps", .example = example};
}

ValueRule
SizesRule()
{
    auto rule = RequestSizeRule();
    rule.type = ValueRule::Type::SIZES;
    rule.example = "4096:3,65536:1";
    return rule;
}

ValueRule
RequestSizeRule()
{
    auto rule = IntegerRule(BLOCK_BYTES, MOST_BYTES, "bytes");
    rule.multiple = BLOCK_BYTES;
    return rule;
}

ValueRule
QueueRule()
{
    return {.type = ValueRule::Type::QUEUE, .low = "1p", .high = "4294967295p", .multiple = "1p"};
}

ValueRule
WordRule(const std::vector<std::string>& words)
{
    return {.type = ValueRule::Type::WORD, .words = words};
}

ValueRule
TextRule(const std::string& example)
{
    return {.type = ValueRule::Type::STRING, .example = example};
}

std::string
ToMessageText(const std::string& text)
{
    auto line = text;
    std::replace_if(
        line.begin(),
        line.end(),
        [](unsigned char c) { return c < 0x20 || c == 0x7f; },
        ' ');
    return line.empty() ? "''" : line;
}

} // namespace ns3
