/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-check.h"

#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

namespace ns3
{

namespace
{

/**
 * @param typeId the class
 * @param attribute the attribute's name
 * @return what ns-3 knows of the attribute
 * @throw UserError if the class has no such attribute
 */
TypeId::AttributeInformation
LookUp(TypeId typeId, const std::string& attribute)
{
    TypeId::AttributeInformation information;
    if (!typeId.LookupAttributeByName(attribute, &information))
    {
        throw UserError(typeId.GetName() + " has no attribute " + attribute);
    }
    return information;
}

/**
 * Read a number at the beginning of text.
 *
 * @tparam T the kind of number
 * @param text the text
 * @return what follows the number, or nothing if there is none
 */
template <typename T>
std::optional<std::string_view>
SkipNumber(std::string_view text)
{
    // from_chars takes no plus sign, ns-3's own printing of times puts one.
    if (text.starts_with('+'))
    {
        text.remove_prefix(1);
    }
    T number;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
    {
        return std::nullopt;
    }
    return text.substr(end - text.data());
}

// Attributes of objects may themselves be of any type.
bool IsWellFormed(std::string_view valueType, std::string_view text);

/**
 * Tell whether text names a class of which ns-3 can make an object, with attributes that can be
 * read.
 *
 * @param text the text: a class, and in brackets its attributes, with bars between them
 * @return false if ns-3 would abort on it
 */
bool
IsObject(std::string_view text)
{
    const auto bracket = text.find('[');
    TypeId typeId;
    if (!TypeId::LookupByNameFailSafe(std::string(text.substr(0, bracket)), &typeId) ||
        !typeId.HasConstructor())
    {
        return false;
    }
    if (bracket == std::string_view::npos)
    {
        return true;
    }
    if (!text.ends_with(']'))
    {
        return false;
    }
    auto rest = text.substr(bracket + 1, text.size() - bracket - 2);
    while (!rest.empty())
    {
        const auto assignment = rest.substr(0, rest.find('|'));
        const auto equals = assignment.find('=');
        TypeId::AttributeInformation information;
        if (equals == std::string_view::npos ||
            !typeId.LookupAttributeByName(std::string(assignment.substr(0, equals)), &information))
        {
            return false;
        }
        const auto value = assignment.substr(equals + 1);
        if (!IsWellFormed(information.checker->GetValueTypeName(), value) ||
            !information.checker->CreateValidValue(StringValue(std::string(value))))
        {
            return false;
        }
        rest.remove_prefix(std::min(rest.size(), assignment.size() + 1));
    }
    return true;
}

/**
 * Tell whether text has the form that its type is written in. ns-3 aborts on text that has not,
 * before its checkers see a value.
 *
 * @param valueType the attribute value's type
 * @param text the text
 * @return false if it cannot be read as that type
 */
bool
IsWellFormed(std::string_view valueType, std::string_view text)
{
    if (valueType == "ns3::UintegerValue")
    {
        return SkipNumber<uint64_t>(text) == "";
    }
    if (valueType == "ns3::IntegerValue")
    {
        return SkipNumber<int64_t>(text) == "";
    }
    if (valueType == "ns3::DoubleValue")
    {
        return SkipNumber<double>(text) == "";
    }
    if (valueType == "ns3::TimeValue")
    {
        static const std::set<std::string_view> UNITS =
            {"", "fs", "ps", "ns", "us", "ms", "s", "min", "h", "d", "y"};
        const auto unit = SkipNumber<double>(text);
        return unit && UNITS.contains(*unit);
    }
    if (valueType == "ns3::QueueSizeValue")
    {
        static const std::set<std::string_view> UNITS =
            {"p", "kp", "Kp", "Mp", "B", "kB", "KB", "MB", "KiB", "MiB"};
        const auto unit = SkipNumber<double>(text);
        return unit && UNITS.contains(*unit);
    }
    return valueType != "ns3::PointerValue" || IsObject(text);
}

} // namespace

void
CheckAttribute(TypeId typeId, const std::string& attribute, const AttributeValue& value)
{
    const auto information = LookUp(typeId, attribute);
    const auto* text = dynamic_cast<const StringValue*>(&value);
    if ((text && !IsWellFormed(information.checker->GetValueTypeName(), text->Get())) ||
        !information.checker->CreateValidValue(value))
    {
        throw UserError(typeId.GetName() + "::" + attribute + ": " +
                        value.SerializeToString(information.checker) +
                        " is not valid: " + information.help);
    }
}

void
SetCheckedAttribute(ObjectFactory& factory,
                    const std::string& attribute,
                    const AttributeValue& value)
{
    CheckAttribute(factory.GetTypeId(), attribute, value);
    factory.Set(attribute, value);
}

std::string
GetAttributeHelp(TypeId typeId, const std::string& attribute)
{
    return LookUp(typeId, attribute).help;
}

std::string
GetAttributeDefault(TypeId typeId, const std::string& attribute)
{
    const auto information = LookUp(typeId, attribute);
    return information.initialValue->SerializeToString(information.checker);
}

} // namespace ns3
