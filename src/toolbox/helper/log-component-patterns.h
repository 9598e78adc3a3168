/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOG_COMPONENT_PATTERNS_H
#define LOG_COMPONENT_PATTERNS_H

#include <string>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * Patterns in the environment variable NS_LOG: a name that ends with an asterisk stands for all log
 * components that begin with what is before it, as IscsiTarget* in
 * NS_LOG="IscsiTarget*=level_info|prefix_all". ns-3 itself knows whole names and a lone asterisk,
 * and stops at everything else when the simulation begins. Levels are written as ns-3 has them; a
 * component that several entries name has the levels of all.
 */
class LogComponentPatterns
{
  public:
    /**
     * Enable what the patterns in NS_LOG stand for. To be called when all libraries are loaded and
     * before the first event is scheduled; ProgramOptions does. A second call changes
     * nothing.
     *
     * @throw UserError naming the pattern, if it stands for no component
     */
    static void Enable();

    /**
     * @param name a name in NS_LOG
     * @return true if it is a pattern that ns-3 does not know
     */
    static bool IsPattern(const std::string& name);

    /**
     * @param pattern a pattern
     * @param component a component's name
     * @return true if the pattern stands for the component
     */
    static bool Matches(const std::string& pattern, const std::string& component);

  private:
    /**
     * Enable what one pattern stands for.
     *
     * @param pattern the pattern
     * @throw UserError naming it, if it stands for no component
     */
    static void EnableMatching(const std::string& pattern);
};

} // namespace ns3

#endif /* LOG_COMPONENT_PATTERNS_H */
