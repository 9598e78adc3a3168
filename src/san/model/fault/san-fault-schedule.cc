/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fault-schedule.h"

#include "san-commands.h"

#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/quantity-text.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFaultSchedule");

namespace
{

/// Latest time of a fault, s: a day.
constexpr long double LATEST_FAULT = 86400;

/// Between faults.
constexpr char SEPARATOR = ';';

} // namespace

SanFaultSchedule::SanFaultSchedule(const std::string& option, const std::string& text)
    : m_option(option)
{
    std::istringstream faults(text);
    for (std::string fault; std::getline(faults, fault, SEPARATOR);)
    {
        std::istringstream words(fault);
        std::string at;
        if (!(words >> at))
        {
            continue;
        }
        const auto seconds = ParseTimeText(at);
        if (!seconds || *seconds < 0 || *seconds > LATEST_FAULT)
        {
            Reject(fault, ToMessageText(at) + " is not a time up to a day, such as 500ms");
        }
        std::string command;
        std::getline(words >> std::ws, command);
        if (command.empty())
        {
            Reject(fault, "no command; a fault is such as 500ms reset-connections");
        }
        const auto name = command.substr(0, command.find_first_of(" \t"));
        const auto time = NanoSeconds(static_cast<int64_t>(std::llround(*seconds * 1e9L)));
        m_faults.push_back({time, name, command});
    }
}

void
SanFaultSchedule::Reject(const std::string& fault, const std::string& reason) const
{
    throw UserError(m_option + ": " + ToMessageText(fault) + ": " + reason);
}

bool
SanFaultSchedule::IsAny() const
{
    return !m_faults.empty();
}

bool
SanFaultSchedule::Has(const std::string& name) const
{
    return std::any_of(m_faults.begin(), m_faults.end(), [&](const auto& fault) {
        return fault.name == name;
    });
}

void
SanFaultSchedule::Schedule(const SanCommands& commands, const States& states)
{
    for (const auto& [at, name, command] : m_faults)
    {
        SanCommands::Action action;
        try
        {
            action = commands.Prepare(command);
        }
        catch (const UserError& error)
        {
            throw UserError(m_option + ": " + error.what());
        }
        auto& count = m_counts[name];
        auto& met = m_met[name];
        m_events.push_back(Simulator::Schedule(at, [action, states, &count, &met] {
            for (const auto& state : states())
            {
                ++met[state];
            }
            action();
            ++count;
        }));
    }
}

void
SanFaultSchedule::Stop()
{
    for (auto& event : m_events)
    {
        Simulator::Remove(event);
    }
}

std::string
SanFaultSchedule::GetNote() const
{
    auto missing = m_faults.size();
    for (const auto& [name, count] : m_counts)
    {
        missing -= count;
    }
    return missing == 0
               ? ""
               : m_option + ": " + std::to_string(missing) + " of " +
                     std::to_string(m_faults.size()) + " did not happen, as the run ended before";
}

void
SanFaultSchedule::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (!IsAny())
    {
        return;
    }
    json.BeginLine().Key("faults").BeginObject();
    for (const auto& [name, count] : m_counts)
    {
        json.Key(name).Integer(count);
    }
    json.EndObject();
    json.BeginLine().Key("fault_states").BeginObject();
    for (const auto& [name, states] : m_met)
    {
        json.Key(name).BeginObject();
        for (const auto& [state, count] : states)
        {
            json.Key(state).Integer(count);
        }
        json.EndObject();
    }
    json.EndObject();
}

} // namespace ns3
