/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-commands.h"

#include "ns3/log.h"
#include "ns3/quantity-text.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanCommands");

namespace
{

/// Longest time of an argument, s: a day.
constexpr long double LONGEST = 86400;

/**
 * @param name a command
 * @param text its argument
 * @return the number that it is
 */
uint32_t
ParseNumber(const std::string& name, const std::string& text)
{
    const auto number = ParseWholeNumber(text);
    if (!number || *number < 0 || *number > std::numeric_limits<uint32_t>::max())
    {
        throw UserError(name + ": " + ToMessageText(text) + " is not a number such as 0");
    }
    return static_cast<uint32_t>(*number);
}

/**
 * @param name a command
 * @param text its argument
 * @return the time that it is
 */
Time
ParseTime(const std::string& name, const std::string& text)
{
    const auto seconds = ParseTimeText(text);
    if (!seconds || *seconds < 0 || *seconds > LONGEST)
    {
        throw UserError(name + ": " + ToMessageText(text) +
                        " is not a time up to a day, such as 100ms");
    }
    return NanoSeconds(static_cast<int64_t>(std::llround(*seconds * 1e9L)));
}

} // namespace

void
SanCommands::Add(const std::string& name, const std::string& help, Action action)
{
    AddPlan(name, help, [action = std::move(action)] { return action; });
}

void
SanCommands::AddPlan(const std::string& name, const std::string& help, Plan plan)
{
    m_commands[name] = {name, help, false, [plan = std::move(plan)](const auto&) {
                            return plan();
                        }};
}

void
SanCommands::AddWithNumber(const std::string& name, const std::string& help, NumberPlan plan)
{
    m_commands[name] = {name + " 0", help, true, [name, plan = std::move(plan)](const auto& text) {
                            return plan(ParseNumber(name, text));
                        }};
}

void
SanCommands::AddWithTime(const std::string& name, const std::string& help, TimePlan plan)
{
    m_commands[name] = {
        name + " 100ms",
        help,
        true,
        [name, plan = std::move(plan)](const auto& text) { return plan(ParseTime(name, text)); }};
}

void
SanCommands::AddWithText(const std::string& name,
                         const std::string& example,
                         const std::string& help,
                         TextPlan plan)
{
    m_commands[name] = {name + " " + example, help, true, std::move(plan)};
}

SanCommands::Action
SanCommands::Prepare(const std::string& line) const
{
    std::istringstream words(line);
    std::string name;
    std::string argument;
    std::string more;
    words >> name >> argument >> more;
    if (name.empty())
    {
        return [] {};
    }
    const auto found = m_commands.find(name);
    if (found == m_commands.end())
    {
        throw UserError("there is no command " + ToMessageText(name) + "; help names all");
    }
    const auto& command = found->second;
    if (command.hasArgument == argument.empty() || !more.empty())
    {
        throw UserError(ToMessageText(line) + ": the command is " + command.example);
    }
    return [line, action = command.plan(argument)] {
        NS_LOG_INFO("command: " << line);
        action();
    };
}

void
SanCommands::Execute(const std::string& line) const
{
    Prepare(line)();
}

std::string
SanCommands::GetHelp() const
{
    std::ostringstream text;
    for (const auto& [name, command] : m_commands)
    {
        text << std::left << std::setw(24) << command.example << command.help << "\n";
    }
    return text.str();
}

} // namespace ns3
