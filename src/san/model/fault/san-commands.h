/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_COMMANDS_H
#define SAN_COMMANDS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup san-fault
 *
 * Commands to a simulation that runs: a line each, the command's name and perhaps an argument. A
 * user gives them, or a schedule. Each is looked at first (Prepare), so that what cannot be done is
 * known before it is due.
 */
class SanCommands
{
  public:
    /// Carries a command out.
    using Action = std::function<void()>;
    /// Gives what carries a command out, or throws UserError if nothing can.
    using Plan = std::function<Action()>;
    /// Gives what carries a command with a number out, or throws UserError if nothing can.
    using NumberPlan = std::function<Action(uint32_t)>;
    /// Gives what carries a command with a time out, or throws UserError if nothing can.
    using TimePlan = std::function<Action(Time)>;
    /// Gives what carries a command with a text out, or throws UserError if nothing can.
    using TextPlan = std::function<Action(const std::string&)>;

    /**
     * @param name its name
     * @param help what it does
     * @param action does it; may throw UserError
     */
    void Add(const std::string& name, const std::string& help, Action action);

    /**
     * @param name its name
     * @param help what it does
     * @param plan how
     */
    void AddPlan(const std::string& name, const std::string& help, Plan plan);

    /**
     * @param name its name
     * @param help what it does with a number
     * @param plan how
     */
    void AddWithNumber(const std::string& name, const std::string& help, NumberPlan plan);

    /**
     * @param name its name
     * @param help what it does with a time
     * @param plan how
     */
    void AddWithTime(const std::string& name, const std::string& help, TimePlan plan);

    /**
     * @param name its name
     * @param example a right argument, without spaces
     * @param help what it does with a text
     * @param plan how
     */
    void AddWithText(const std::string& name,
                     const std::string& example,
                     const std::string& help,
                     TextPlan plan);

    /**
     * Look at a line, and do nothing yet.
     *
     * @param line the line
     * @return carries it out, as often as it is called; does nothing for an empty line
     * @throw UserError in one line, if it is no command or cannot be carried out
     */
    Action Prepare(const std::string& line) const;

    /**
     * Carry a line out.
     *
     * @param line the line; an empty one does nothing
     * @throw UserError in one line, if it is no command or cannot be carried out
     */
    void Execute(const std::string& line) const;

    /**
     * @return a line for each command
     */
    std::string GetHelp() const;

  private:
    /// A command.
    struct Command
    {
        std::string example;     //!< the command with its argument
        std::string help;        //!< what it does
        bool hasArgument{false}; //!< whether it takes one
        TextPlan plan;           //!< how, with the argument
    };

    std::map<std::string, Command> m_commands; //!< by name
};

} // namespace ns3

#endif /* SAN_COMMANDS_H */
