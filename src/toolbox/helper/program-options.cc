/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-options.h"

#include "attribute-check.h"
#include "attribute-rule.h"
#include "log-component-patterns.h"
#include "ns3-options.h"
#include "program-version.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/command-line.h"
#include "ns3/json-writer.h"
#include "ns3/nearest-word.h"
#include "ns3/quantity-text.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

namespace ns3
{

namespace
{

/// The option that prints the description of the others.
constexpr const char* DESCRIBE = "describe";

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
        return ToQuantityText(value);
    }
    else
    {
        std::ostringstream text;
        text << std::boolalpha << value;
        return text.str();
    }
}

/**
 * @tparam T type of an option's variable
 * @param text a value that the option's rule takes
 * @return the value
 */
template <typename T>
T
FromText(const std::string& text)
{
    if constexpr (std::is_same_v<T, bool>)
    {
        return text == "true" || text == "t" || text == "1";
    }
    else if constexpr (std::is_arithmetic_v<T>)
    {
        // from_chars takes no plus sign.
        const auto* begin = text.data() + (text.starts_with('+') ? 1 : 0);
        T value{};
        const auto result = std::from_chars(begin, text.data() + text.size(), value);
        NS_ASSERT_MSG(result.ec == std::errc(), "the rule is wider than the variable");
        return value;
    }
    else
    {
        return T(text);
    }
}

/**
 * @param typeId a class
 * @param attribute the name of one of its attributes
 * @param rule what the attribute takes
 * @return the attribute's default, as an option takes it
 */
std::string
GetDefaultText(TypeId typeId, const std::string& attribute, const ValueRule& rule)
{
    const auto text = GetAttributeDefault(typeId, attribute);
    switch (rule.type)
    {
    case ValueRule::Type::TIME:
        return ToQuantityText(Time(text));
    case ValueRule::Type::RATE:
        return ToQuantityText(DataRate(text));
    default:
        return text;
    }
}

/**
 * Put what is there of a text in the place of another.
 *
 * @param text a text
 * @param other the other
 */
void
Override(const std::string& text, std::string& other)
{
    other = text.empty() ? other : text;
}

/**
 * @param rule what an option takes
 * @param text a right value
 * @param other another one
 * @return true if they are the same text, or stand for the same truth value
 */
bool
IsSameValue(const ValueRule& rule, const std::string& text, const std::string& other)
{
    return rule.type == ValueRule::Type::BOOLEAN ? FromText<bool>(text) == FromText<bool>(other)
                                                 : text == other;
}

/**
 * @param attribute the name of an attribute
 * @return the name of an option for it
 */
std::string
ToOptionName(std::string attribute)
{
    attribute[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(attribute[0])));
    return attribute;
}

/**
 * @param word a word of the command line
 * @return true if it is an option
 */
bool
IsOption(const std::string& word)
{
    return word.size() > 1 && word.front() == '-';
}

/**
 * @param name an option
 * @return true if it asks for help
 */
bool
IsHelp(const std::string& name)
{
    return name == "help" || name == "h" || name == "PrintHelp";
}

/**
 * @param word an option
 * @return its name
 */
std::string
GetName(const std::string& word)
{
    const auto name = word.substr(word.starts_with("--") ? 2 : 1);
    return name.substr(0, name.find('='));
}

/**
 * @param word an option
 * @return its value, empty if it has none
 */
std::string
GetValueText(const std::string& word)
{
    const auto equals = word.find('=');
    return equals == std::string::npos ? "" : word.substr(equals + 1);
}

} // namespace

ProgramOptions::ProgramOptions(const std::string& program, const std::string& usage)
    : m_program(program),
      m_usage(usage)
{
}

void
ProgramOptions::BeginGroup(const std::string& group, const std::string& needs)
{
    m_group = group;
    m_groupNeeds = needs;
}

void
ProgramOptions::AddNeed(const std::string& group, const std::string& needs)
{
    for (auto& option : m_options)
    {
        if (option.group == group)
        {
            option.needs.emplace_back(needs);
        }
    }
}

void
ProgramOptions::AddNeedOf(const std::vector<std::string>& names, const std::string& needs)
{
    for (const auto& name : names)
    {
        const auto number = Find(name);
        NS_ASSERT_MSG(number < m_options.size(), "there is no option " << name);
        m_options[number].needs.emplace_back(needs);
    }
}

void
ProgramOptions::SetFixed(const std::string& name, const std::string& value)
{
    m_fixed[name] = value;
}

void
ProgramOptions::SetRenamed(const std::string& former, const std::string& name)
{
    m_former.emplace(name, former);
}

template <typename T>
void
ProgramOptions::Add(const std::string& name,
                    const std::string& help,
                    T& variable,
                    ValueRule rule,
                    const std::string& needs)
{
    const auto initial = ToText(variable);
    rule.mayBeEmpty = initial.empty();
    rule.example = rule.example.empty() ? initial : rule.example;
    NS_ASSERT_MSG(rule.Accepts(initial), "the default of " << name << " is wrong: " << initial);
    m_options.push_back({{m_group, name, help, initial, rule},
                         [&variable](const auto& text) { variable = FromText<T>(text); }});
    for (const auto& condition : {m_groupNeeds, needs})
    {
        if (!condition.empty())
        {
            m_options.back().needs.emplace_back(condition);
        }
    }
    const auto [begin, end] = m_former.equal_range(name);
    for (auto former = begin; former != end; ++former)
    {
        m_options.back().formerNames.push_back(former->second);
    }
}

// The types that options have.
#define ADD(T)                                                                                     \
    template void ProgramOptions::Add(const std::string&,                                          \
                                      const std::string&,                                          \
                                      T&,                                                          \
                                      ValueRule,                                                   \
                                      const std::string&)
ADD(bool);
ADD(int32_t);
ADD(uint32_t);
ADD(uint64_t);
ADD(double);
ADD(Time);
ADD(DataRate);
ADD(std::string);
#undef ADD

void
ProgramOptions::AddSwitch(const std::string& name,
                          const std::string& help,
                          bool& variable,
                          const std::string& needs)
{
    Add(name, help, variable, BooleanRule(), needs);
}

void
ProgramOptions::AddJson(bool& variable, const std::string& needs)
{
    AddSwitch("json",
              "Print results as JSON on standard output, instead of tables",
              variable,
              needs);
}

void
ProgramOptions::AddWord(const std::string& name,
                        const std::string& help,
                        std::string& variable,
                        const Words& words,
                        const std::string& needs)
{
    std::vector<std::string> known;
    for (const auto& [word, meaning] : words)
    {
        known.push_back(word);
    }
    Add(name, help, variable, WordRule(known), needs);
    m_words.insert({name, {&variable, words, m_options.back().rule}});
}

void
ProgramOptions::BindWord(const std::string& name, TypeId typeId, const std::string& attribute)
{
    TypeId::AttributeInformation information;
    typeId.LookupAttributeByName(attribute, &information);
    m_bindings.push_back({name, attribute, information.accessor});
}

void
ProgramOptions::AddAttribute(TypeId typeId,
                             const std::string& attribute,
                             const AttributeOption& own)
{
    TypeId::AttributeInformation information;
    typeId.LookupAttributeByName(attribute, &information);
    const auto name = own.name.empty() ? ToOptionName(attribute) : own.name;
    auto rule = GetAttributeRule(*information.checker);
    Override(own.unit, rule.unit);
    Override(own.low, rule.low);
    Override(own.high, rule.high);
    Override(own.example, rule.example);
    auto& value = m_values.emplace_back(GetDefaultText(typeId, attribute, rule));
    Add(name, own.help.empty() ? information.help : own.help, value, rule, own.needs);
    m_variable[name] = &value;
    m_bindings.push_back({name, attribute, information.accessor});
    m_options.back().set = [&value, name, information](const std::string& text) {
        if (!IsWellFormedAttributeText(*information.checker, text) ||
            !information.checker->CreateValidValue(StringValue(text)))
        {
            throw UserError(name + ": " + ToMessageText(text) +
                            " is not valid: " + information.help);
        }
        value = text;
    };
}

void
ProgramOptions::SetDefault(const std::string& name, const std::string& text)
{
    const auto number = Find(name);
    NS_ASSERT_MSG(number < m_options.size(), "there is no option " << name);
    auto& option = m_options[number];
    option.rule.Check(name, text);
    option.set(text);
    option.initial = text;
    option.value = text;
}

void
ProgramOptions::AddPositional(const std::string& name,
                              const std::string& help,
                              std::string& variable)
{
    m_positionals.push_back(
        {{"", name, help, "", TextRule()}, [&variable](const auto& text) { variable = text; }});
}

bool
ProgramOptions::Parse(const std::vector<std::string>& words)
{
    LogComponentPatterns::Enable();
    for (const auto& word : words)
    {
        if (IsOption(word) && IsPrintingOption(GetName(word), GetValueText(word)))
        {
            Print(word);
        }
    }
    bool isDescribed = false;
    std::size_t positionals = 0;
    for (const auto& word : words)
    {
        if (!IsOption(word))
        {
            ParsePositional(word, positionals++);
        }
        else if (word == std::string("--") + DESCRIBE)
        {
            isDescribed = true;
        }
        else
        {
            ParseOption(word);
        }
    }
    if (isDescribed)
    {
        std::cout << ToJson();
        return false;
    }
    CheckNeeds();
    return true;
}

std::size_t
ProgramOptions::Find(const std::string& name) const
{
    const auto option = std::find_if(m_options.begin(), m_options.end(), [&](const auto& one) {
        return one.name == name;
    });
    return option - m_options.begin();
}

OptionCondition::State
ProgramOptions::GetState(const std::string& name) const
{
    if (const auto number = Find(name); number < m_options.size())
    {
        const auto& option = m_options[number];
        const bool isBoolean = option.rule.type == ValueRule::Type::BOOLEAN;
        return {isBoolean ? ToText(FromText<bool>(option.value)) : option.value,
                !option.IsChanged()};
    }
    for (const auto& positional : m_positionals)
    {
        if (positional.name == name)
        {
            return {positional.value, !positional.IsChanged()};
        }
    }
    const auto fixed = m_fixed.find(name);
    NS_ABORT_MSG_IF(fixed == m_fixed.end(), "there is no option " << name << ", which is needed");
    return {fixed->second, true};
}

void
ProgramOptions::CheckNeeds() const
{
    const auto lookup = [this](const auto& name) { return GetState(name); };
    for (const auto& option : m_options)
    {
        for (const auto& need : option.needs)
        {
            if (!need.IsMet(lookup) && option.IsChanged())
            {
                throw UserError(option.name + ": " + ToMessageText(option.value) + " needs " +
                                need.Describe());
            }
        }
    }
}

bool
ProgramOptions::Option::IsChanged() const
{
    return !IsSameValue(rule, value, initial);
}

int
ProgramOptions::Run(int argc, char* argv[], const std::function<int()>& body)
{
    return RunReportingUserErrors([&] { return Parse({argv + 1, argv + argc}) ? body() : 0; });
}

void
ProgramOptions::Print(const std::string& word) const
{
    if (GetName(word) == "version" || GetName(word) == "PrintVersion")
    {
        std::cout << m_program << " of ns3-iscsi " << NS3_ISCSI_VERSION << ", with ns-"
                  << GetNs3Version() << std::endl;
        std::exit(0);
    }
    if (IsHelp(GetName(word)))
    {
        std::cout << GetHelp(GetValueText(word)) << std::flush;
        std::exit(0);
    }
    CommandLine command(m_program);
    command.Parse(std::vector<std::string>{m_program, word});
}

std::string
ProgramOptions::GetHelp(const std::string& topic) const
{
    const ProgramHelp::Options options(m_options.begin(), m_options.end());
    const ProgramHelp::Options positionals(m_positionals.begin(), m_positionals.end());
    return ProgramHelp(m_program, m_usage, m_manual, options, positionals).GetText(topic);
}

void
ProgramOptions::SetManual(const ProgramManual& manual)
{
    m_manual = manual;
}

void
ProgramOptions::ParsePositional(const std::string& word, std::size_t number)
{
    if (number >= m_positionals.size())
    {
        throw UserError(ToMessageText(word) + ": " + m_program + " takes " +
                        (m_positionals.empty()
                             ? "options only, with two dashes"
                             : "at most " + std::to_string(m_positionals.size()) + " words") +
                        "; --help lists them");
    }
    auto& positional = m_positionals[number];
    positional.rule.Check(positional.name, word);
    positional.set(word);
    positional.value = word;
}

void
ProgramOptions::ParseOption(const std::string& word)
{
    const auto name = GetName(word);
    const bool hasValue = word.find('=') != std::string::npos;
    auto value = GetValueText(word);
    const auto number = Find(name);
    if (number == m_options.size())
    {
        if (!SetGlobalOption(name, value) && !SetDefaultOption(name, value))
        {
            RejectName(name);
        }
        return;
    }
    auto& option = m_options[number];
    if (!hasValue && option.rule.type == ValueRule::Type::BOOLEAN)
    {
        value = option.initial == "true" ? "false" : "true";
    }
    else if (!hasValue)
    {
        throw UserError(name + ": it needs a value: " + option.rule.Describe());
    }
    option.rule.Check(name, value);
    option.set(value);
    option.value = value;
}

void
ProgramOptions::RejectName(const std::string& name) const
{
    for (const auto& option : m_options)
    {
        if (std::ranges::find(option.formerNames, name) != option.formerNames.end())
        {
            throw UserError(name + ": now called " + option.name);
        }
    }
    auto known = GetNs3OptionNames();
    known.push_back(DESCRIBE);
    for (const auto& option : m_options)
    {
        known.push_back(option.name);
    }
    const auto nearest = FindNearestWord(name, known);
    throw UserError("there is no option " + ToMessageText("--" + name) + ", " +
                    (nearest.empty() ? "--help lists them" : "did you mean --" + nearest + "?"));
}

std::string
ProgramOptions::GetMeaning(const std::string& name) const
{
    const auto& [variable, words, rule] = m_words.at(name);
    rule.Check(name, *variable);
    return words.at(*variable);
}

std::map<std::string, std::string>
ProgramOptions::GetAttributes(TypeId typeId) const
{
    // One pass over the class: to look each attribute up copies all of the class's.
    std::set<std::pair<std::string, Ptr<const AttributeAccessor>>> own;
    for (auto tid = typeId;; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto information = tid.GetAttribute(i);
            own.emplace(information.name, information.accessor);
        }
        if (!tid.HasParent())
        {
            break;
        }
    }
    std::map<std::string, std::string> attributes;
    for (const auto& [option, attribute, accessor] : m_bindings)
    {
        if (own.contains({attribute, accessor}))
        {
            const bool isWord = m_words.contains(option);
            attributes.emplace(attribute, isWord ? GetMeaning(option) : GetValue(option));
        }
    }
    return attributes;
}

const std::string&
ProgramOptions::GetValue(const std::string& name) const
{
    return *m_variable.at(name);
}

std::vector<ProgramOptions::Change>
ProgramOptions::GetChanges() const
{
    std::vector<Change> changes;
    for (const auto& option : m_options)
    {
        if (option.IsChanged())
        {
            changes.push_back({option.group, option.name, option.value});
        }
    }
    return changes;
}

std::string
ProgramOptions::ToJson() const
{
    JsonWriter json;
    json.BeginArray();
    for (const auto& option : m_options)
    {
        json.BeginLine();
        option.WriteTo(json);
    }
    json.BeginLine().EndArray();
    return json.GetText() + "\n";
}

} // namespace ns3
