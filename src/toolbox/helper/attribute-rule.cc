/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-rule.h"

#include "ns3/address.h"
#include "ns3/quantity-text.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string_view>

namespace ns3
{

namespace
{

/// Most seconds that a Time holds, in its nanoseconds.
constexpr long double MOST_SECONDS = 9.2e9L;

/// Most bits per second that a DataRate holds.
constexpr long double MOST_BITS = 1.8e19L;

/**
 * @param checker an attribute's checker
 * @return what its values are
 */
ValueRule::Type
GetType(const AttributeChecker& checker)
{
    static const std::map<std::string, ValueRule::Type> TYPES = {
        {"ns3::BooleanValue", ValueRule::Type::BOOLEAN},
        {"ns3::UintegerValue", ValueRule::Type::INTEGER},
        {"ns3::IntegerValue", ValueRule::Type::INTEGER},
        {"ns3::DoubleValue", ValueRule::Type::NUMBER},
        {"ns3::TimeValue", ValueRule::Type::TIME},
        {"ns3::DataRateValue", ValueRule::Type::RATE},
        {"ns3::QueueSizeValue", ValueRule::Type::QUEUE}};
    const auto name = checker.GetValueTypeName();
    // The name continues with the enumeration's.
    if (name.starts_with("ns3::EnumValue"))
    {
        return ValueRule::Type::WORD;
    }
    const auto found = TYPES.find(name);
    return found == TYPES.end() ? ValueRule::Type::STRING : found->second;
}

/**
 * @param text words with bars between them
 * @return the words
 */
std::vector<std::string>
Split(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; std::getline(stream, word, '|');)
    {
        words.push_back(word);
    }
    return words;
}

/**
 * @param checker an attribute's checker, which tells its type, a space, and a range with a colon
 * @return the range, or empty texts
 */
std::pair<std::string, std::string>
GetRange(const AttributeChecker& checker)
{
    const auto details = checker.GetUnderlyingTypeInformation();
    const auto space = details.find(' ');
    const auto colon = details.find(':', space);
    if (space == std::string::npos || colon == std::string::npos)
    {
        return {};
    }
    return {details.substr(space + 1, colon - space - 1), details.substr(colon + 1)};
}

/**
 * @param checker the checker of a time
 * @return its rule: from the checker's least time, or 0
 */
ValueRule
GetTimeRule(const AttributeChecker& checker)
{
    const auto low = ParseTimeText(GetRange(checker).first).value_or(0);
    return TimeRule(low > 0 ? ToQuantityText(Time(GetRange(checker).first)) : "0s");
}

/**
 * @param text the text
 * @param parse what reads it with a unit
 * @param most greatest number that the type holds
 * @return true if it is a number with a unit or without one
 */
bool
IsQuantity(const std::string& text,
           std::optional<long double> (*parse)(std::string_view),
           long double most)
{
    const auto plain = ParseDecimalNumber(text);
    const auto value = plain ? plain : parse(text);
    return value && *value <= most && *value >= -most;
}

/**
 * @param name what may be the name of a class
 * @param typeId where the class goes
 * @return true if there is such a class
 */
bool
FindClass(std::string_view name, TypeId& typeId)
{
    return TypeId::LookupByNameFailSafe(std::string(name), &typeId);
}

/**
 * @param typeId a class
 * @param assignment an attribute, an equals sign and a value
 * @return false if the class has no such attribute, or it does not take the value
 */
bool
IsAssignment(TypeId typeId, const std::string& assignment)
{
    const auto equals = assignment.find('=');
    TypeId::AttributeInformation information;
    if (equals == std::string::npos ||
        !typeId.LookupAttributeByName(assignment.substr(0, equals), &information))
    {
        return false;
    }
    const auto value = assignment.substr(equals + 1);
    return IsWellFormedAttributeText(*information.checker, value) &&
           information.checker->CreateValidValue(StringValue(value));
}

/**
 * Tell whether text names a class of which ns-3 can make an object, with attributes that can be
 * read.
 *
 * @param text the text: a class, and in brackets its attributes, with bars between them
 * @return false if ns-3 would abort on it
 */
bool
IsObject(const std::string& text)
{
    const auto bracket = text.find('[');
    TypeId typeId;
    if (!FindClass(text.substr(0, bracket), typeId) || !typeId.HasConstructor())
    {
        return false;
    }
    if (bracket == std::string::npos)
    {
        return true;
    }
    if (!text.ends_with(']'))
    {
        return false;
    }
    const auto assignments = Split(text.substr(bracket + 1, text.size() - bracket - 2));
    return std::all_of(assignments.begin(), assignments.end(), [typeId](const auto& assignment) {
        return IsAssignment(typeId, assignment);
    });
}

/**
 * Tell whether text is what ns-3 writes for an Address: type, length and bytes in hexadecimal.
 *
 * @param text the text
 * @return false if ns-3 would abort on it
 */
bool
IsAddress(const std::string& text)
{
    unsigned type = 0;
    unsigned length = 0;
    int head = 0;
    if (std::sscanf(text.c_str(), "%2x-%2x-%n", &type, &length, &head) != 2 || head != 6)
    {
        return false;
    }
    return length <= Address::MAX_SIZE && text.size() == head + (length > 0 ? 3 * length - 1 : 0) &&
           text.find_first_not_of("0123456789abcdefABCDEF:", head) == std::string::npos;
}

/**
 * Tell whether text of a type without a rule can be read.
 *
 * @param type the name of an attribute value's class
 * @param text the text
 * @return false if ns-3 would abort on it
 */
bool
IsOther(const std::string& type, const std::string& text)
{
    TypeId typeId;
    if (type == "ns3::StringValue")
    {
        return true;
    }
    if (type == "ns3::PointerValue")
    {
        return IsObject(text);
    }
    if (type == "ns3::TypeIdValue")
    {
        return FindClass(text, typeId);
    }
    if (type == "ns3::AddressValue")
    {
        return IsAddress(text);
    }
    // ns-3 aborts where something is left behind what it read.
    return text.find_first_of(" \t\n") == std::string::npos;
}

} // namespace

ValueRule
GetAttributeRule(const AttributeChecker& checker)
{
    const auto [low, high] = GetRange(checker);
    switch (GetType(checker))
    {
    case ValueRule::Type::BOOLEAN:
        return BooleanRule();
    case ValueRule::Type::INTEGER:
        return IntegerRule(low, high);
    case ValueRule::Type::NUMBER:
        return NumberRule(low, high);
    case ValueRule::Type::TIME:
        return GetTimeRule(checker);
    case ValueRule::Type::RATE:
        return RateRule("0bps");
    case ValueRule::Type::WORD:
        return WordRule(Split(checker.GetUnderlyingTypeInformation()));
    case ValueRule::Type::QUEUE:
        return QueueRule();
    default:
        return TextRule();
    }
}

bool
IsWellFormedAttributeText(const AttributeChecker& checker, const std::string& text)
{
    switch (GetType(checker))
    {
    case ValueRule::Type::INTEGER:
        return ParseWholeNumber(text).has_value() &&
               (checker.GetValueTypeName() == "ns3::IntegerValue" || !text.starts_with('-'));
    case ValueRule::Type::NUMBER:
        return ParseDecimalNumber(text).has_value();
    case ValueRule::Type::TIME:
        return IsQuantity(text, &ParseTimeText, MOST_SECONDS);
    case ValueRule::Type::RATE:
        return IsQuantity(text, &ParseRateText, MOST_BITS);
    case ValueRule::Type::WORD:
        return GetAttributeRule(checker).Accepts(text);
    case ValueRule::Type::QUEUE:
        return ParseQueueSizeText(text).has_value();
    default:
        return IsOther(checker.GetValueTypeName(), text);
    }
}

} // namespace ns3
