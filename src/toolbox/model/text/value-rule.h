/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VALUE_RULE_H
#define VALUE_RULE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * The valid values of an option or an attribute: type, unit and range. The whole text must be
 * valid. A rule describes as text what it accepts, and its parts go into the description for other
 * programs, so that they reject the same texts with the same words.
 */
struct ValueRule
{
    /// What a text stands for.
    enum class Type
    {
        BOOLEAN, //!< true, t, 1, false, f or 0
        INTEGER, //!< a whole number
        NUMBER,  //!< a decimal number
        TIME,    //!< a number and a unit of time
        RATE,    //!< a number and a unit of rate
        WORD,    //!< one of several words
        SIZES,   //!< numbers of bytes with commas between them, each with a weight if it likes
        QUEUE,   //!< a number of packets or bytes
        STRING   //!< anything
    };

    Type type{Type::STRING};          //!< what the text stands for
    std::string unit{};               //!< unit of a number, or empty
    std::string low{};                //!< least value as a text; empty for types without a range
    std::string high{};               //!< greatest value, likewise
    std::string multiple{};           //!< number that each number is a multiple of, or empty
    std::vector<std::string> words{}; //!< the words there are, for a WORD
    bool mayBeEmpty{false};           //!< true if a STRING may be empty
    std::string example{};            //!< a right text

    /**
     * @return the type's name in a description: boolean, integer, number, time, rate, word, sizes,
     *         queue or string
     */
    std::string GetTypeName() const;

    /**
     * @param text what a user gave
     * @return true if it may be given
     */
    bool Accepts(const std::string& text) const;

    /**
     * @return what may be given, for example "a whole number from 1 to 64, such as 4"
     */
    std::string Describe() const;

    /**
     * Refuse what may not be given.
     *
     * @param name the option's or the attribute's name
     * @param text what a user gave
     * @throw UserError naming both, and what may be given
     */
    void Check(const std::string& name, const std::string& text) const;

  private:
    /**
     * @param text a number as the type has it
     * @return it in the type's own unit, or nothing if the text is none
     */
    std::optional<long double> Parse(std::string_view text) const;

    /**
     * @param text a number as the type has it
     * @return true if it is one, in the range and a multiple
     */
    bool IsInRange(std::string_view text) const;

    /**
     * @param text a list of sizes
     * @return true if each is in the range and a multiple, with a weight above 0 or none
     */
    bool AreSizes(std::string_view text) const;
};

/**
 * @ingroup toolbox-text
 *
 * @return the rule of a truth value
 */
ValueRule BooleanRule();

/**
 * @ingroup toolbox-text
 *
 * @param low least number
 * @param high greatest number
 * @param unit its unit, or empty
 * @param example a right text; empty for the default
 * @return the rule of a whole number
 */
ValueRule IntegerRule(const std::string& low,
                      const std::string& high,
                      const std::string& unit = "",
                      const std::string& example = "");

/**
 * @ingroup toolbox-text
 *
 * @param low least number
 * @param high greatest number
 * @param unit its unit, or empty
 * @param example a right text; empty for the default
 * @return the rule of a decimal number
 */
ValueRule NumberRule(const std::string& low,
                     const std::string& high,
                     const std::string& unit = "",
                     const std::string& example = "");

/**
 * @ingroup toolbox-text
 *
 * @param low least time
 * @param example a right text; empty for the default
 * @return the rule of a time, at most 100 years: two such times still fit into ns-3's
 */
ValueRule TimeRule(const std::string& low = "0s", const std::string& example = "");

/**
 * @ingroup toolbox-text
 *
 * @param low least rate
 * @param example a right text; empty for the default
 * @return the rule of a rate, at most 1000000 Gb/s
 */
ValueRule RateRule(const std::string& low = "1bps", const std::string& example = "");

/**
 * @ingroup toolbox-text
 *
 * @return the rule of a list of request sizes, blocks of 512 bytes, that a 32-bit number holds
 */
ValueRule SizesRule();

/**
 * @ingroup toolbox-text
 *
 * @return the rule of a request's size, blocks of 512 bytes, that a 32-bit number holds
 */
ValueRule RequestSizeRule();

/**
 * @ingroup toolbox-text
 *
 * @return the rule of a queue's length
 */
ValueRule QueueRule();

/**
 * @ingroup toolbox-text
 *
 * @param words the words there are
 * @return the rule of a word
 */
ValueRule WordRule(const std::vector<std::string>& words);

/**
 * @ingroup toolbox-text
 *
 * @param example a right text; empty for the default
 * @return the rule of any text
 */
ValueRule TextRule(const std::string& example = "");

/**
 * @ingroup toolbox-text
 *
 * Quote what a user gave in a message of one line.
 *
 * @param text the text
 * @return it with spaces for control characters; '' if it is empty
 */
std::string ToMessageText(const std::string& text);

} // namespace ns3

#endif /* VALUE_RULE_H */
