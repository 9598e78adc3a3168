/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-option-list.h"

#include "san-option-text.h"

#include "ns3/attribute-check.h"
#include "ns3/command-line.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <cstdlib>
#include <sstream>
#include <type_traits>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @tparam T type of an option's variable
 * @return its name in the description
 */
template <typename T>
std::string
GetTypeName()
{
    if constexpr (std::is_same_v<T, bool>)
    {
        return "boolean";
    }
    else if constexpr (std::is_integral_v<T>)
    {
        return "integer";
    }
    else if constexpr (std::is_same_v<T, double>)
    {
        return "number";
    }
    else if constexpr (std::is_same_v<T, Time>)
    {
        return "time";
    }
    else if constexpr (std::is_same_v<T, DataRate>)
    {
        return "rate";
    }
    else
    {
        return "string";
    }
}

/**
 * @tparam T type of an option's variable
 * @param value its value
 * @return the value as the command line takes it
 */
template <typename T>
std::string
ToText(const T& value)
{
    if constexpr (std::is_same_v<T, Time> || std::is_same_v<T, DataRate>)
    {
        return ToOptionText(value);
    }
    else
    {
        std::ostringstream text;
        text << std::boolalpha << value;
        return text.str();
    }
}

/**
 * Let a command line set an option's variable.
 *
 * @tparam T type of the variable
 * @param name the option's name
 * @param help what it means
 * @param variable where its value goes
 * @param command the command line
 */
template <typename T>
void
AddToCommandLine(const std::string& name,
                 const std::string& help,
                 T& variable,
                 CommandLine& command)
{
    if constexpr (std::is_same_v<T, std::string>)
    {
        // By itself, a command line takes a text's first word only.
        const Callback<bool, const std::string&> take([&variable](const std::string& value) {
            variable = value;
            return true;
        });
        command.AddValue(name, help, take, variable);
    }
    else
    {
        command.AddValue(name, help, variable);
    }
}

/**
 * @param valueType name of an attribute value's class
 * @return the type's name in the description
 */
std::string
NameAttributeType(const std::string& valueType)
{
    static const std::map<std::string, std::string> NAMES = {{"ns3::BooleanValue", "boolean"},
                                                             {"ns3::UintegerValue", "integer"},
                                                             {"ns3::IntegerValue", "integer"},
                                                             {"ns3::DoubleValue", "number"},
                                                             {"ns3::TimeValue", "time"},
                                                             {"ns3::DataRateValue", "rate"}};
    // The name goes on with the enumeration's.
    if (valueType.starts_with("ns3::EnumValue"))
    {
        return "word";
    }
    const auto found = NAMES.find(valueType);
    return found == NAMES.end() ? "string" : found->second;
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

} // namespace

void
SanOptionList::BeginGroup(const std::string& group)
{
    m_group = group;
}

template <typename T>
void
SanOptionList::Add(const std::string& name,
                   const std::string& help,
                   T& variable,
                   const std::string& unit,
                   const std::string& range)
{
    Option option;
    option.group = m_group;
    option.name = name;
    option.type = GetTypeName<T>();
    option.unit = unit;
    option.help = help;
    option.initial = ToText(variable);
    option.range = range;
    option.add = [name, help, &variable](auto& command) {
        AddToCommandLine(name, help, variable, command);
    };
    m_options.push_back(option);
}

// The types that options have.
#define ADD(T)                                                                                     \
    template void SanOptionList::Add(const std::string&,                                           \
                                     const std::string&,                                           \
                                     T&,                                                           \
                                     const std::string&,                                           \
                                     const std::string&)
ADD(bool);
ADD(uint32_t);
ADD(uint64_t);
ADD(double);
ADD(Time);
ADD(DataRate);
ADD(std::string);
#undef ADD

void
SanOptionList::AddWord(const std::string& name,
                       const std::string& help,
                       std::string& variable,
                       const Words& words)
{
    Add(name, help, variable);
    m_options.back().type = "word";
    for (const auto& [word, meaning] : words)
    {
        m_options.back().values.push_back(word);
    }
    m_words.insert({name, {&variable, words}});
}

void
SanOptionList::AddAttribute(TypeId typeId, const std::string& attribute, const std::string& name)
{
    TypeId::AttributeInformation information;
    typeId.LookupAttributeByName(attribute, &information);
    const auto& option = name.empty() ? attribute : name;
    auto& value = m_values.emplace_back(GetAttributeDefault(typeId, attribute));
    const auto type = NameAttributeType(information.checker->GetValueTypeName());
    if (type == "time")
    {
        value = ToOptionText(Time(value));
    }
    else if (type == "rate")
    {
        value = ToOptionText(DataRate(value));
    }
    Add(option, GetAttributeHelp(typeId, attribute), value);
    m_variable[option] = &value;
    auto& added = m_options.back();
    added.type = type;
    const auto details = information.checker->GetUnderlyingTypeInformation();
    if (type == "word")
    {
        added.values = Split(details);
    }
    else if (type == "integer" || type == "number")
    {
        added.unit = FindUnit(added.help);
        const auto space = details.find(' ');
        added.range = space == std::string::npos ? "" : details.substr(space + 1);
    }
}

std::string
SanOptionList::GetMeaning(const std::string& name) const
{
    const auto& [variable, words] = m_words.at(name);
    const auto meaning = words.find(*variable);
    if (meaning != words.end())
    {
        return meaning->second;
    }
    std::string all;
    for (const auto& [known, value] : words)
    {
        all += (all.empty() ? "" : ", ") + known;
    }
    throw UserError(name + ": " + *variable + " is not one of " + all);
}

std::map<std::string, std::string>
SanOptionList::GetAttributes(TypeId typeId) const
{
    std::map<std::string, std::string> attributes;
    TypeId::AttributeInformation unused;
    for (const auto& [name, variable] : m_variable)
    {
        if (typeId.LookupAttributeByName(name, &unused))
        {
            attributes[name] = *variable;
        }
    }
    for (const auto& [name, word] : m_words)
    {
        if (typeId.LookupAttributeByName(name, &unused))
        {
            attributes[name] = GetMeaning(name);
        }
    }
    return attributes;
}

const std::string&
SanOptionList::GetValue(const std::string& name) const
{
    return *m_variable.at(name);
}

void
SanOptionList::AddTo(CommandLine& command)
{
    for (const auto& option : m_options)
    {
        option.add(command);
    }
}

std::string
SanOptionList::ToJson() const
{
    std::string json = "[";
    for (const auto& option : m_options)
    {
        json += json.size() == 1 ? "\n" : ",\n";
        json += "{\"group\": " + QuoteJson(option.group) + ", \"name\": " + QuoteJson(option.name) +
                ", \"type\": " + QuoteJson(option.type) + ", \"unit\": " + QuoteJson(option.unit) +
                ", \"range\": " + QuoteJson(option.range) + ", \"values\": [";
        for (std::size_t i = 0; i < option.values.size(); ++i)
        {
            json += (i == 0 ? "" : ", ") + QuoteJson(option.values[i]);
        }
        json += "], \"default\": " + QuoteJson(option.initial) +
                ", \"help\": " + QuoteJson(option.help) + "}";
    }
    return json + "\n]\n";
}

} // namespace ns3
