/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-key-definition.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace ns3
{

namespace
{

/**
 * Is this an iSCSI name (RFC 7143, 4.2.7)?
 *
 * @param name the name
 * @param longest most bytes it may have
 * @return true if its type is known and it is not too long
 */
bool
IsIscsiName(const std::string& name, std::size_t longest)
{
    const auto type = std::string_view(name).substr(0, 4);
    return name.size() > 4 && name.size() <= longest &&
           (type == "iqn." || type == "eui." || type == "naa.");
}

} // namespace

bool
IscsiKeyDefinition::IsBoolean() const
{
    return type == IscsiKeyType::BOOLEAN_OR || type == IscsiKeyType::BOOLEAN_AND;
}

bool
IscsiKeyDefinition::IsNumber() const
{
    return type == IscsiKeyType::MINIMUM || type == IscsiKeyType::MAXIMUM ||
           type == IscsiKeyType::DECLARED_NUMBER;
}

bool
IscsiKeyDefinition::IsNegotiated() const
{
    return IsBoolean() || type == IscsiKeyType::LIST ||
           (IsNumber() && type != IscsiKeyType::DECLARED_NUMBER);
}

bool
IscsiKeyDefinition::MayBeUnknown() const
{
    return isOptional || name.starts_with("X");
}

bool
IscsiKeyDefinition::IsLegal(const std::string& value) const
{
    if (IsBoolean())
    {
        return value == "Yes" || value == "No";
    }
    if (IsNumber())
    {
        const auto number = ParseIscsiNumber(value);
        return number && *number >= minimum && *number <= maximum;
    }
    if (type == IscsiKeyType::DECLARED_NAME)
    {
        return IsIscsiName(value, maxValueLength);
    }
    if (choices.empty())
    {
        return value.size() <= maxValueLength;
    }
    const auto values = SplitIscsiList(value);
    const auto known = [this](const std::string& item) {
        return std::find(choices.begin(), choices.end(), item) != choices.end();
    };
    return (type == IscsiKeyType::LIST || values.size() == 1) &&
           std::all_of(values.begin(), values.end(), known);
}

bool
IscsiKeyDefinition::IsDecidedBy(const std::string& value) const
{
    return (type == IscsiKeyType::BOOLEAN_OR && value == "Yes") ||
           (type == IscsiKeyType::BOOLEAN_AND && value == "No");
}

std::string
IscsiKeyDefinition::Join(const std::string& one, const std::string& other) const
{
    if (IsBoolean())
    {
        return IsDecidedBy(one) || one == other ? one : other;
    }
    const auto a = ParseIscsiNumber(one).value();
    const auto b = ParseIscsiNumber(other).value();
    return std::to_string(type == IscsiKeyType::MAXIMUM ? std::max(a, b) : std::min(a, b));
}

std::string
IscsiKeyDefinition::DescribeLegal() const
{
    if (IsBoolean())
    {
        return "Yes or No";
    }
    if (IsNumber())
    {
        return std::to_string(minimum) + " to " + std::to_string(maximum);
    }
    if (type == IscsiKeyType::DECLARED_NAME)
    {
        return "an iqn., eui. or naa. name of at most " + std::to_string(maxValueLength) + " bytes";
    }
    if (choices.empty())
    {
        return "at most " + std::to_string(maxValueLength) + " bytes long";
    }
    std::string description = type == IscsiKeyType::LIST ? "a list of " : "";
    for (std::size_t i = 0; i < choices.size(); i++)
    {
        description += (i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ") + choices[i];
    }
    return description;
}

bool
IsInIscsiList(const std::string& list, const std::string& value)
{
    const auto values = SplitIscsiList(list);
    return std::find(values.begin(), values.end(), value) != values.end();
}

std::optional<uint32_t>
ParseIscsiNumber(const std::string& text)
{
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (text.size() > 1 && text[0] == '0' && !hexadecimal)
    {
        return std::nullopt;
    }
    const auto first = text.data() + (hexadecimal ? 2 : 0);
    const auto last = text.data() + text.size();
    uint32_t number = 0;
    const auto [end, fault] = std::from_chars(first, last, number, hexadecimal ? 16 : 10);
    if (fault != std::errc() || end != last)
    {
        return std::nullopt;
    }
    return number;
}

std::vector<std::string>
SplitIscsiList(const std::string& list)
{
    std::vector<std::string> values;
    std::size_t from = 0;
    for (auto comma = list.find(','); comma != std::string::npos; comma = list.find(',', from))
    {
        values.push_back(list.substr(from, comma - from));
        from = comma + 1;
    }
    values.push_back(list.substr(from));
    return values;
}

} // namespace ns3
