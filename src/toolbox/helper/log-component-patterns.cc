/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "log-component-patterns.h"

#include "ns3/environment-variable.h"
#include "ns3/log.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <list>

namespace ns3
{

namespace
{

/**
 * @param component a log component
 * @return its levels and prefixes
 */
LogLevel
GetLevels(const LogComponent& component)
{
    uint32_t levels = LOG_NONE;
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
    {
        levels |= component.IsEnabled(static_cast<LogLevel>(bit)) ? bit : 0;
    }
    return static_cast<LogLevel>(levels);
}

/**
 * Make a log component that has a pattern for its name. ns-3 gives it the levels that NS_LOG has
 * for the pattern, and takes the pattern for a name that exists.
 *
 * @param pattern the pattern
 * @return the component, which stays until the process ends
 */
const LogComponent&
Register(const std::string& pattern)
{
    static std::list<LogComponent> patterns;
    return patterns.emplace_back(pattern, __FILE__);
}

} // namespace

void
LogComponentPatterns::Enable()
{
    for (const auto& [name, levels] : EnvironmentVariable::GetDictionary("NS_LOG", ":")->GetStore())
    {
        if (IsPattern(name) && !LogComponent::GetComponentList()->contains(name))
        {
            EnableMatching(name);
        }
    }
}

bool
LogComponentPatterns::IsPattern(const std::string& name)
{
    return name.ends_with('*') && name != "*" && name != "***";
}

bool
LogComponentPatterns::Matches(const std::string& pattern, const std::string& component)
{
    return component.starts_with(pattern.substr(0, pattern.size() - 1)) && !IsPattern(component);
}

void
LogComponentPatterns::EnableMatching(const std::string& pattern)
{
    const auto levels = GetLevels(Register(pattern));
    bool isKnown = false;
    for (const auto& [name, component] : *LogComponent::GetComponentList())
    {
        if (Matches(pattern, name))
        {
            component->Enable(levels);
            isKnown = true;
        }
    }
    if (!isKnown)
    {
        throw UserError("NS_LOG: " + pattern + " matches no log component");
    }
}

} // namespace ns3
