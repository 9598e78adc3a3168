/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-io-attribute-check.h"

#include "block-io-attribute-rule.h"

#include "ns3/block-io-user-error.h"
#include "ns3/block-io-value-rule.h"
#include "ns3/string.h"

namespace ns3
{

namespace
{

/**
 * @param typeId the class
 * @param attribute the attribute's name
 * @return what ns-3 knows of the attribute
 * @throw BlockIoUserError if the class has no such attribute
 */
TypeId::AttributeInformation
LookUp(TypeId typeId, const std::string& attribute)
{
    TypeId::AttributeInformation information;
    if (!typeId.LookupAttributeByName(attribute, &information))
    {
        throw BlockIoUserError(typeId.GetName() + " has no attribute " + attribute);
    }
    return information;
}

} // namespace

void
CheckBlockIoAttribute(TypeId typeId, const std::string& attribute, const AttributeValue& value)
{
    const auto information = LookUp(typeId, attribute);
    const auto name = typeId.GetName() + "::" + attribute;
    const auto* text = dynamic_cast<const StringValue*>(&value);
    const auto rule = GetBlockIoAttributeRule(*information.checker);
    if (text && rule.type == BlockIoValueRule::Type::WORD)
    {
        rule.Check(name, text->Get());
    }
    if ((text && !IsWellFormedBlockIoText(*information.checker, text->Get())) ||
        !information.checker->CreateValidValue(value))
    {
        throw BlockIoUserError(name + ": " +
                               ToBlockIoMessageText(value.SerializeToString(information.checker)) +
                               " is not valid: " + information.help);
    }
}

void
SetCheckedBlockIoAttribute(ObjectFactory& factory,
                           const std::string& attribute,
                           const AttributeValue& value)
{
    CheckBlockIoAttribute(factory.GetTypeId(), attribute, value);
    factory.Set(attribute, value);
}

std::string
GetBlockIoAttributeHelp(TypeId typeId, const std::string& attribute)
{
    return LookUp(typeId, attribute).help;
}

std::string
GetBlockIoAttributeDefault(TypeId typeId, const std::string& attribute)
{
    const auto information = LookUp(typeId, attribute);
    return information.initialValue->SerializeToString(information.checker);
}

} // namespace ns3
