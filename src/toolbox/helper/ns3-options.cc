/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3-options.h"

#include "attribute-check.h"
#include "attribute-rule.h"

#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/nearest-word.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace ns3
{

namespace
{

/// Options with which ns-3 prints something and ends.
const std::vector<std::string> PRINTING = {"PrintHelp",
                                           "help",
                                           "h",
                                           "PrintVersion",
                                           "version",
                                           "PrintGlobals",
                                           "PrintGroups",
                                           "PrintTypeIds",
                                           "PrintGroup",
                                           "PrintAttributes"};

/**
 * @param name a global value
 * @return the class whose objects its own class makes, empty if it names none
 */
std::string
GetBase(const std::string& name)
{
    static const std::map<std::string, std::string> BASES = {
        {"SimulatorImplementationType", "ns3::SimulatorImpl"},
        {"SchedulerType", "ns3::Scheduler"}};
    const auto found = BASES.find(name);
    return found == BASES.end() ? "" : found->second;
}

/**
 * @param name a global value
 * @param text what it is set to
 * @return true if the text names a class that it may be, or the global value is no class
 */
bool
IsSuchClass(const std::string& name, const std::string& text)
{
    TypeId typeId;
    const auto base = GetBase(name);
    return base.empty() ||
           (TypeId::LookupByNameFailSafe(text, &typeId) && typeId.HasConstructor() &&
            typeId.IsChildOf(TypeId::LookupByName(base)));
}

/**
 * @param typeId a class
 * @param attribute the name of an attribute
 * @return true if the class has it itself, and not from one above it
 */
bool
HasOwnAttribute(TypeId typeId, const std::string& attribute)
{
    for (std::size_t i = 0; i < typeId.GetAttributeN(); ++i)
    {
        if (typeId.GetAttribute(i).name == attribute)
        {
            return true;
        }
    }
    return false;
}

/**
 * @param name the option
 * @param className a class
 * @return the class
 * @throw UserError naming the option, if there is no such class
 */
TypeId
FindClass(const std::string& name, const std::string& className)
{
    TypeId typeId;
    if (TypeId::LookupByNameFailSafe(className, &typeId))
    {
        return typeId;
    }
    std::vector<std::string> known;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        known.push_back(TypeId::GetRegistered(i).GetName());
    }
    const auto nearest = FindNearestWord(className, known);
    throw UserError(name + ": there is no class " + ToMessageText(className) +
                    (nearest.empty() ? "" : ", did you mean " + nearest + "?"));
}

} // namespace

bool
IsPrintingOption(const std::string& name, const std::string& value)
{
    if (std::find(PRINTING.begin(), PRINTING.end(), name) == PRINTING.end())
    {
        return false;
    }
    if (name == "PrintAttributes")
    {
        FindClass(name, value);
    }
    return true;
}

bool
SetGlobalOption(const std::string& name, const std::string& value)
{
    const auto global = std::find_if(GlobalValue::Begin(),
                                     GlobalValue::End(),
                                     [&](const auto* one) { return one->GetName() == name; });
    if (global == GlobalValue::End())
    {
        return false;
    }
    auto rule = GetAttributeRule(*(*global)->GetChecker());
    if (rule.type == ValueRule::Type::INTEGER)
    {
        rule = IntegerRule(rule.low, rule.high, "", "1");
    }
    if (name == "RngSeed")
    {
        // What the generator takes, MRG32k3a: more than nothing, less than its second modulus.
        rule = IntegerRule("1", "4294944442", "", "1");
    }
    rule.Check(name, value);
    if (!IsWellFormedAttributeText(*(*global)->GetChecker(), value) || !IsSuchClass(name, value) ||
        !(*global)->SetValue(StringValue(value)))
    {
        throw UserError(name + ": " + ToMessageText(value) +
                        " is not valid: " + (*global)->GetHelp());
    }
    return true;
}

bool
SetDefaultOption(const std::string& name, const std::string& value)
{
    const auto colons = name.rfind("::");
    if (colons == std::string::npos)
    {
        return false;
    }
    const auto attribute = name.substr(colons + 2);
    const auto typeId = FindClass(name, name.substr(0, colons));
    if (!HasOwnAttribute(typeId, attribute))
    {
        throw UserError(name + ": " + typeId.GetName() + " has no attribute " +
                        ToMessageText(attribute) + GetAttributeHint(typeId, attribute));
    }
    CheckAttribute(typeId, attribute, StringValue(value));
    if (!Config::SetDefaultFailSafe(name, StringValue(value)))
    {
        throw UserError(name + ": it cannot be set");
    }
    return true;
}

std::vector<std::string>
GetNs3OptionNames()
{
    auto names = PRINTING;
    for (auto it = GlobalValue::Begin(); it != GlobalValue::End(); ++it)
    {
        names.push_back((*it)->GetName());
    }
    return names;
}

} // namespace ns3
