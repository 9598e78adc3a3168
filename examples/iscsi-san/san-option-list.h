/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_OPTION_LIST_H
#define SAN_OPTION_LIST_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class CommandLine;

/**
 * The options of a program: what the command line may say, and a description of it for other
 * programs.
 */
class SanOptionList
{
  public:
    /// Words that an option takes, and what each stands for.
    using Words = std::map<std::string, std::string>;

    /**
     * Begin a part of the list. Options added from now on belong to it.
     *
     * @param group the part's name
     */
    void BeginGroup(const std::string& group);

    /**
     * Add an option. What its variable holds now is the default.
     *
     * @tparam T bool, uint32_t, uint64_t, double, Time, DataRate or std::string
     * @param name the option's name
     * @param help what it means
     * @param variable where its value goes; it stays longer than this list
     * @param unit unit of a number, empty if it has none
     * @param range lowest and highest number with a colon, empty for no limits
     */
    template <typename T>
    void Add(const std::string& name,
             const std::string& help,
             T& variable,
             const std::string& unit = "",
             const std::string& range = "");

    /**
     * Add an option that takes one of several words. If a class has an attribute of the option's
     * name, the option sets it to what its word stands for.
     *
     * @param name the option's name
     * @param help what it means
     * @param variable where the word goes
     * @param words the words
     */
    void AddWord(const std::string& name,
                 const std::string& help,
                 std::string& variable,
                 const Words& words);

    /**
     * Add an option that sets an attribute. Help, default and type are the attribute's.
     *
     * @param typeId a class that has it
     * @param attribute the attribute's name
     * @param name the option's name if it is another than the attribute's
     */
    void AddAttribute(TypeId typeId, const std::string& attribute, const std::string& name = "");

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
     * @return name and value of each attribute for which there is an option of the attribute's name
     * @throw UserError naming the option and all words, if one takes words and has none of them
     */
    std::map<std::string, std::string> GetAttributes(TypeId typeId) const;

    /**
     * @param name an option that AddAttribute made
     * @return its value
     */
    const std::string& GetValue(const std::string& name) const;

    /**
     * Add all options to a command line.
     *
     * @param command the command line
     */
    void AddTo(CommandLine& command);

    /**
     * @return all options as JSON: group, name, type, unit, values, default, help
     */
    std::string ToJson() const;

  private:
    /// What is known of an option.
    struct Option
    {
        std::string group;               //!< the part of the list it is in
        std::string name;                //!< its name
        std::string type;                //!< boolean, integer, number, time, rate, word or string
        std::string unit;                //!< unit of a number, or empty
        std::string help;                //!< what it means
        std::string initial;             //!< its default
        std::vector<std::string> values; //!< the words it takes
        std::string range;               //!< lowest and highest value with a colon, or empty
        std::function<void(CommandLine&)> add; //!< adds it to a command line
    };

    /// An option with words.
    struct Word
    {
        const std::string* variable; //!< holds the word
        Words words;                 //!< what may be given
    };

    std::string m_group;                            //!< the part that options are added to
    std::vector<Option> m_options;                  //!< in the order they were added
    std::map<std::string, Word> m_words;            //!< by the option's name
    std::deque<std::string> m_values;               //!< of options that set attributes
    std::map<std::string, std::string*> m_variable; //!< where those of an option are
};

} // namespace ns3

#endif /* SAN_OPTION_LIST_H */
