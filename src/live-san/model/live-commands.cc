/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-commands.h"

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

NS_LOG_COMPONENT_DEFINE("LiveCommands");

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
LiveCommands::Add(const std::string& name, const std::string& help, Action action)
{
    m_commands[name] = {name, help, false, [action = std::move(action)](const auto&) { action(); }};
}

void
LiveCommands::AddWithNumber(const std::string& name, const std::string& help, NumberAction action)
{
    m_commands[name] = {
        name + " 0",
        help,
        true,
        [name, action = std::move(action)](const auto& text) { action(ParseNumber(name, text)); }};
}

void
LiveCommands::AddWithTime(const std::string& name, const std::string& help, TimeAction action)
{
    m_commands[name] = {
        name + " 100ms",
        help,
        true,
        [name, action = std::move(action)](const auto& text) { action(ParseTime(name, text)); }};
}

void
LiveCommands::AddWithText(const std::string& name,
                          const std::string& example,
                          const std::string& help,
                          TextAction action)
{
    m_commands[name] = {name + " " + example, help, true, std::move(action)};
}

void
LiveCommands::Execute(const std::string& line) const
{
    std::istringstream words(line);
    std::string name;
    std::string argument;
    std::string more;
    words >> name >> argument >> more;
    if (name.empty())
    {
        return;
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
    NS_LOG_INFO("command: " << line);
    command.action(argument);
}

std::string
LiveCommands::GetHelp() const
{
    std::ostringstream text;
    for (const auto& [name, command] : m_commands)
    {
        text << std::left << std::setw(24) << command.example << command.help << "\n";
    }
    return text.str();
}

} // namespace ns3
