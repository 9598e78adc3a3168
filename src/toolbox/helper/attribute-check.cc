/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-check.h"

#include "attribute-rule.h"

#include "ns3/nearest-word.h"
#include "ns3/string.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <cstddef>
#include <map>
#include <vector>

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
        throw UserError(typeId.GetName() + " has no attribute " + ToMessageText(attribute) +
                        GetAttributeHint(typeId, attribute));
    }
    return information;
}

} // namespace

void
CheckAttribute(TypeId typeId, const std::string& attribute, const AttributeValue& value)
{
    const auto information = LookUp(typeId, attribute);
    const auto name = typeId.GetName() + "::" + attribute;
    const auto* text = dynamic_cast<const StringValue*>(&value);
    const auto rule = GetAttributeRule(*information.checker);
    if (text && rule.type == ValueRule::Type::WORD)
    {
        rule.Check(name, text->Get());
    }
    if ((text && !IsWellFormedAttributeText(*information.checker, text->Get())) ||
        !information.checker->CreateValidValue(value))
    {
        throw UserError(name + ": " + ToMessageText(value.SerializeToString(information.checker)) +
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

std::string
GetAttributeHint(TypeId typeId, const std::string& attribute)
{
    std::map<std::string, std::string> owners;
    std::vector<std::string> names;
    for (auto owner = typeId;; owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
        {
            names.push_back(owner.GetAttribute(i).name);
            owners.insert({names.back(), owner.GetName()});
        }
        if (!owner.HasParent())
        {
            break;
        }
    }
    const auto nearest = FindNearestWord(attribute, names);
    return nearest.empty() ? "" : ", did you mean " + owners[nearest] + "::" + nearest + "?";
}

} // namespace ns3
