/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_CONDITION_H
#define OPTION_CONDITION_H

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * When an option of a program has an effect: what other options must say. Its text is read by
 * users, by this class, and by other programs that check a command line in advance:
 *
 *     workload=closed|verify or workload=trace and traceMode=closed
 *
 * Terms are joined by "and" first, then by "or". A term is NAME=VALUE, with further values behind
 * bars; NAME= for a text that is empty; NAME>NUMBER; or NAME alone, for any value but the default.
 *
 * ProgramOptions refuses an option whose condition is not met.
 */
class OptionCondition
{
  public:
    /// What an option says.
    struct State
    {
        std::string value; //!< its value
        bool isDefault;    //!< whether that is its default
    };

    /// Gives what an option says, by its name.
    using Lookup = std::function<State(const std::string&)>;

    /**
     * @param text the condition; it is part of a program, so it has to be right
     */
    explicit OptionCondition(const std::string& text);

    /**
     * @param lookup what the options say
     * @return true if they meet the condition
     */
    bool IsMet(const Lookup& lookup) const;

    /**
     * @return the text
     */
    const std::string& GetText() const;

    /**
     * @return the condition for a message: "workload=closed, verify or trace"
     */
    std::string Describe() const;

  private:
    /// What is asked of one option.
    struct Term
    {
        std::string name;                //!< the option
        std::vector<std::string> values; //!< it has one of these; none for another kind of term
        std::string limit;               //!< it is above this number; empty for another kind

        /**
         * @param state what the option says
         * @return true if that is what is asked
         */
        bool IsMet(const State& state) const;

        /**
         * @return the term for a message
         */
        std::string Describe() const;
    };

    /**
     * @param text a term
     * @return its parts
     */
    static Term ReadTerm(const std::string& text);

    std::string m_text;                            //!< the text
    std::vector<std::vector<Term>> m_alternatives; //!< all terms of one of these must be met
};

} // namespace ns3

#endif /* OPTION_CONDITION_H */
