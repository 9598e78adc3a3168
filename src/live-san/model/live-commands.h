/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_COMMANDS_H
#define LIVE_COMMANDS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * Commands that a user gives while a simulation runs: a line each, the command's name and perhaps
 * an argument.
 */
class LiveCommands
{
  public:
    /// Carries a command out.
    using Action = std::function<void()>;
    /// Carries a command with a number out.
    using NumberAction = std::function<void(uint32_t)>;
    /// Carries a command with a time out.
    using TimeAction = std::function<void(Time)>;
    /// Carries a command with a text out.
    using TextAction = std::function<void(const std::string&)>;

    /**
     * @param name its name
     * @param help what it does
     * @param action does it; may throw UserError
     */
    void Add(const std::string& name, const std::string& help, Action action);

    /**
     * @param name its name
     * @param help what it does with a number
     * @param action does it; may throw UserError
     */
    void AddWithNumber(const std::string& name, const std::string& help, NumberAction action);

    /**
     * @param name its name
     * @param help what it does with a time
     * @param action does it; may throw UserError
     */
    void AddWithTime(const std::string& name, const std::string& help, TimeAction action);

    /**
     * @param name its name
     * @param example a right argument, without spaces
     * @param help what it does with a text
     * @param action does it; may throw UserError
     */
    void AddWithText(const std::string& name,
                     const std::string& example,
                     const std::string& help,
                     TextAction action);

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
        std::string example;                            //!< the command with its argument
        std::string help;                               //!< what it does
        bool hasArgument{false};                        //!< whether it takes one
        std::function<void(const std::string&)> action; //!< does it, with the argument
    };

    std::map<std::string, Command> m_commands; //!< by name
};

} // namespace ns3

#endif /* LIVE_COMMANDS_H */
