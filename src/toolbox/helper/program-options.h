/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_OPTIONS_H
#define PROGRAM_OPTIONS_H

#include "program-help.h"
#include "program-option.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"
#include "ns3/value-rule.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * The options of a program: parses its command line, and describes it to other programs. Each
 * option has a rule that checks the whole text of its value; an error throws a UserError. In
 * addition to its own options a program accepts ns-3's: help and other printing options, global
 * values such as RngRun, and defaults of attributes such as ns3::TcpSocket::SegmentSize.
 *
 * An option may need other options (OptionCondition). Where they are not as it needs them,
 * it has no effect, and any value of it but the default is an error.
 */
class ProgramOptions
{
  public:
    /// Words that an option takes, and what each stands for.
    using Words = std::map<std::string, std::string>;

    /// What an option that sets an attribute has of its own; what is empty is the attribute's.
    struct AttributeOption
    {
        std::string name{};    //!< the option's name; empty for the attribute's in camel case
        std::string help{};    //!< what it means
        std::string unit{};    //!< unit of a number
        std::string low{};     //!< least value
        std::string high{};    //!< greatest value
        std::string example{}; //!< a right text; empty for the default
        std::string needs{};   //!< when it has an effect, see Add
    };

    /// An option to which the command line gave another value than its default.
    struct Change
    {
        std::string group; //!< the part of the list it is in
        std::string name;  //!< its name
        std::string value; //!< the value, as it was given
    };

    /**
     * @param program the program's name
     * @param usage what it does, for its help
     */
    ProgramOptions(const std::string& program, const std::string& usage);

    /**
     * Begin a part of the list. Options added from now on belong to it.
     *
     * @param group the part's name
     * @param needs what all options of the part need, beside what they need themselves; empty for
     * nothing
     */
    void BeginGroup(const std::string& group, const std::string& needs = "");

    /**
     * Let all options of a part that were added need something more.
     *
     * @param group the part's name
     * @param needs what they need
     */
    void AddNeed(const std::string& group, const std::string& needs);

    /**
     * Let some options that were added need something more.
     *
     * @param names the names of the options
     * @param needs what they need
     */
    void AddNeedOf(const std::vector<std::string>& names, const std::string& needs);

    /**
     * Set the value of an option that this program does not have, for what others need.
     *
     * @param name the option's name
     * @param value its only value
     */
    void SetFixed(const std::string& name, const std::string& value);

    /**
     * Add an option. What its variable holds now is the default.
     *
     * @tparam T bool, int32_t, uint32_t, uint64_t, double, Time, DataRate or std::string
     * @param name the option's name
     * @param help what it means
     * @param variable where its value goes; it stays longer than this list
     * @param rule what it takes
     * @param needs what others must say for it to have an effect (OptionCondition), empty
     * for nothing
     */
    template <typename T>
    void Add(const std::string& name,
             const std::string& help,
             T& variable,
             ValueRule rule,
             const std::string& needs = "");

    /**
     * Add an option that is true or false.
     *
     * @param name the option's name
     * @param help what it means
     * @param variable where its value goes
     * @param needs when it has an effect, as for Add
     */
    void AddSwitch(const std::string& name,
                   const std::string& help,
                   bool& variable,
                   const std::string& needs = "");

    /**
     * Add the switch json, which has the same meaning in all programs: results go to standard
     * output as JSON, and no tables do.
     *
     * @param variable where its value goes
     * @param needs when it has an effect, as for Add
     */
    void AddJson(bool& variable, const std::string& needs = "");

    /**
     * Refuse a name that an option had, in a line that gives its new one. Without that option the
     * former name is as unknown as any.
     *
     * @param former the former name
     * @param name the name of an option that is added later
     */
    void SetRenamed(const std::string& former, const std::string& name);

    /**
     * Add an option that takes one of several words.
     *
     * @param name the option's name
     * @param help what it means
     * @param variable where the word goes
     * @param words the words
     * @param needs when it has an effect, as for Add
     */
    void AddWord(const std::string& name,
                 const std::string& help,
                 std::string& variable,
                 const Words& words,
                 const std::string& needs = "");

    /**
     * Let an option that AddWord added set an attribute, to what its word stands for.
     *
     * @param name the option's name
     * @param typeId a class that has the attribute
     * @param attribute the attribute's name
     */
    void BindWord(const std::string& name, TypeId typeId, const std::string& attribute);

    /**
     * Add an option that sets an attribute. Help, default, type and range are the attribute's; so
     * is its name, with a small letter first.
     *
     * @param typeId a class that has it
     * @param attribute the attribute's name
     * @param own what the option has of its own
     */
    void AddAttribute(TypeId typeId, const std::string& attribute, const AttributeOption& own);

    /**
     * Give an option another default: what it has now, and what its help says.
     *
     * @param name the name of an option that was added
     * @param text its default
     * @throw UserError if the option does not take that
     */
    void SetDefault(const std::string& name, const std::string& text);

    /**
     * Add a word of the command line that is no option. Such words go to these in turn. What
     * options need may name it, as it does options.
     *
     * @param name what it is called
     * @param help what it means
     * @param variable where it goes
     */
    void AddPositional(const std::string& name, const std::string& help, std::string& variable);

    /**
     * Set what the help says beside the options.
     *
     * @param manual what it says
     */
    void SetManual(const ProgramManual& manual);

    /**
     * Read the command line, and the patterns in NS_LOG (LogComponentPatterns). Options such
     * as help print something and end the process.
     *
     * @param words its words, without the program
     * @return false if it asked for the description of the options, which is printed then
     * @throw UserError naming the option, if there is no such option, it does not take its
     * value, or it has no effect; or naming a pattern in NS_LOG that stands for nothing
     */
    bool Parse(const std::vector<std::string>& words);

    /**
     * Run a program: read its command line, do its work, report a mistake of the user in one line.
     *
     * @param argc number of words of the command line
     * @param argv the words
     * @param body what the program does; what it returns is the exit status
     * @return the exit status, 1 after a mistake
     */
    int Run(int argc, char* argv[], const std::function<int()>& body);

    /**
     * @param name an option that AddWord made
     * @return what its word stands for
     * @throw UserError naming the option and all words, if it has none of them
     */
    std::string GetMeaning(const std::string& name) const;

    /**
     * Give the options that set attributes of a class.
     *
     * @param typeId the class
     * @return name and value of each of its attributes that an option sets; where several do,
     *         the value of the first
     * @throw UserError naming the option and all words, if one takes words and has none of
     * them
     */
    std::map<std::string, std::string> GetAttributes(TypeId typeId) const;

    /**
     * @param name an option that AddAttribute made
     * @return its value
     */
    const std::string& GetValue(const std::string& name) const;

    /**
     * @return the options whose value is not their default, in the order they were added
     */
    std::vector<Change> GetChanges() const;

    /**
     * @return all options as JSON: group, name, type, unit, range, multiple, values, default,
     *         example, needs (conditions, all of which must be met), former_names, help, and
     *         expected: what is right, as text
     */
    std::string ToJson() const;

  private:
    /// An option and its value.
    struct Option : ProgramOption
    {
        std::function<void(const std::string&)> set{}; //!< sets its variable to a right text
        std::string value{initial};                    //!< its value as text

        /**
         * @return true if its value is not its default
         */
        bool IsChanged() const;
    };

    /// An option with words.
    struct Word
    {
        const std::string* variable; //!< holds the word
        Words words;                 //!< what may be given
        ValueRule rule;              //!< its rule
    };

    /// An attribute that an option sets.
    struct Binding
    {
        std::string option;                    //!< the option's name
        std::string attribute;                 //!< the attribute's name
        Ptr<const AttributeAccessor> accessor; //!< the same for all classes that inherit it
    };

    /**
     * Print the help, the version, or what ns-3 prints for one of its own options, and end the
     * process.
     *
     * @param word the option
     */
    void Print(const std::string& word) const;

    /**
     * @param topic what is asked for
     * @return the help
     */
    std::string GetHelp(const std::string& topic) const;

    /**
     * Read a word that is no option.
     *
     * @param word the word
     * @param number how many such words came before
     */
    void ParsePositional(const std::string& word, std::size_t number);

    /**
     * Read an option.
     *
     * @param word the option, with dashes and value
     */
    void ParseOption(const std::string& word);

    /**
     * Find what an option or a word that is none says, or what an option would say if this program
     * had it.
     *
     * @param name its name
     * @return its value
     */
    OptionCondition::State GetState(const std::string& name) const;

    /**
     * Check that each option that was given has an effect.
     *
     * @throw UserError naming one that has none, and what it needs
     */
    void CheckNeeds() const;

    /**
     * @param name a name
     * @return number of the option of that name, as many as there are options if there is none
     */
    std::size_t Find(const std::string& name) const;

    /**
     * @param name a name that no option has
     * @throw UserError naming it, and the option that had it or that it is like
     */
    [[noreturn]] void RejectName(const std::string& name) const;

    std::string m_program;                            //!< the program's name
    std::string m_usage;                              //!< what it does
    ProgramManual m_manual;                           //!< what its help says beside the options
    std::string m_group;                              //!< the part that options are added to
    std::string m_groupNeeds;                         //!< what its options need
    std::deque<Option> m_options;                     //!< in the order they were added
    std::vector<Option> m_positionals;                //!< words that are no options
    std::map<std::string, Word> m_words;              //!< by the option's name
    std::vector<Binding> m_bindings;                  //!< in the order they were added
    std::deque<std::string> m_values;                 //!< of options that set attributes
    std::map<std::string, std::string*> m_variable;   //!< where those of an option are
    std::multimap<std::string, std::string> m_former; //!< former names by the new one
    std::map<std::string, std::string> m_fixed;       //!< what options of other programs would say
};

} // namespace ns3

#endif /* PROGRAM_OPTIONS_H */
