/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-check.h"

#include "ns3/string.h"
#include "ns3/user-error.h"

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

} // namespace

void
CheckAttribute(TypeId typeId, const std::string& attribute, const std::string& value)
{
    const auto information = LookUp(typeId, attribute);
    if (!information.checker->CreateValidValue(StringValue(value)))
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
