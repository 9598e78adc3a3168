/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_HELP_H
#define PROGRAM_HELP_H

#include "program-option.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * What a program with many options says of itself beside them.
 */
struct ProgramManual
{
    std::vector<std::string> mainOptions{}; //!< what its short help lists; empty for all
    std::vector<std::string> examples{};    //!< command lines, without the program
    /// Words that people search for, and the options that they mean.
    std::map<std::string, std::vector<std::string>> words{};
};

/**
 * @ingroup toolbox
 *
 * The help of a program, for a terminal of 80 columns: on one screen, by group, of an option, or of
 * all options in which a word is.
 */
class ProgramHelp
{
  public:
    /// Options of a program, in its order.
    using Options = std::vector<ProgramOption>;

    /**
     * @param program the program's name
     * @param usage what it does
     * @param manual what it says beside its options
     * @param options its options
     * @param positionals words of its command line that are no options
     */
    ProgramHelp(const std::string& program,
                const std::string& usage,
                const ProgramManual& manual,
                const Options& options,
                const Options& positionals);

    /**
     * @param topic empty for the program, all, a group, an option, or a word to search for
     * @return the help
     * @throw UserError if no option has anything to do with the topic
     */
    std::string GetText(const std::string& topic) const;

  private:
    /**
     * @return what the program does, its main options, examples, and where the rest is
     */
    std::string GetSummary() const;

    /**
     * @param options some options, those of a group together
     * @param isShort whether an option has one line
     * @return their groups and what they mean
     */
    static std::string List(const Options& options, bool isShort);

    /**
     * @param option an option
     * @return all that is known of it
     */
    std::string Describe(const ProgramOption& option) const;

    /**
     * @return what else may be on the command line
     */
    std::string GetFooter() const;

    /**
     * @param word a word
     * @return the options that have it in name, text or group, or are meant by it
     */
    Options Search(const std::string& word) const;

    std::string m_program;  //!< the program's name
    std::string m_usage;    //!< what it does
    ProgramManual m_manual; //!< what it says beside its options
    Options m_options;      //!< its options, and those of ns-3 that are looked for
    Options m_positionals;  //!< words that are no options
};

} // namespace ns3

#endif /* PROGRAM_HELP_H */
