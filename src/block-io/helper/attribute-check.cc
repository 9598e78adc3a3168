/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-check.h"

#include "ns3/string.h"
#include "ns3/user-error.h"

#include <map>
#include <regex>

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
 * Tell whether text has the form that its type is written in. ns-3 aborts on text that has not,
 * before its checkers see a value.
 *
 * @param valueType the attribute value's type
 * @param text the text
 * @return false if it cannot be read as that type
 */
bool
IsWellFormed(const std::string& valueType, const std::string& text)
{
    static const std::string NUMBER = R"([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)";
    static const std::map<std::string, std::regex> FORMS = {
        {"ns3::UintegerValue", std::regex(R"(\d+)")},
        {"ns3::IntegerValue", std::regex(R"([+-]?\d+)")},
        {"ns3::DoubleValue", std::regex(NUMBER)},
        {"ns3::TimeValue", std::regex(NUMBER + "(fs|ps|ns|us|ms|s|min|h|d|y)?")},
        {"ns3::QueueSizeValue", std::regex(NUMBER + "[kKmMgG]?i?[pB]")},
    };
    const auto form = FORMS.find(valueType);
    return form == FORMS.end() || std::regex_match(text, form->second);
}

} // namespace

void
CheckAttribute(TypeId typeId, const std::string& attribute, const std::string& value)
{
    const auto information = LookUp(typeId, attribute);
    if (!IsWellFormed(information.checker->GetValueTypeName(), value) ||
        !information.checker->CreateValidValue(StringValue(value)))
    {
        throw UserError(typeId.GetName() + "::" + attribute + ": " + value +
                        " is not valid: " + information.help);
    }
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
