/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORD_CHECKER_H
#define WORD_CHECKER_H

#include "value-rule.h"

#include "ns3/enum.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * The words that an attribute accepts and their values.
 *
 * @tparam T an enumeration
 */
template <typename T>
using WordList = std::vector<std::pair<T, std::string>>;

/**
 * @ingroup toolbox-text
 *
 * The value of an attribute that is an enumeration. An unknown word throws, where ns-3's own class
 * aborts.
 *
 * @tparam T the enumeration
 */
template <typename T>
class WordValue : public EnumValue<T>
{
  public:
    /**
     * @param attribute the attribute's name
     * @param rule the words that it takes
     */
    WordValue(const std::string& attribute, const ValueRule& rule);

    Ptr<AttributeValue> Copy() const override;

    /**
     * @param value a word
     * @param checker the attribute's checker
     * @return true
     * @throw UserError naming the attribute and all words, if it is none of them
     */
    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override;

  private:
    std::string m_attribute; //!< the attribute's name
    ValueRule m_rule;        //!< the words that it takes
};

/**
 * @ingroup toolbox-text
 *
 * Checks an attribute that is an enumeration.
 *
 * @tparam T the enumeration
 */
template <typename T>
class WordChecker : public EnumChecker<T>
{
  public:
    /**
     * @param attribute the attribute's name
     * @param words the words that it takes
     */
    WordChecker(const std::string& attribute, const WordList<T>& words);

    Ptr<AttributeValue> Create() const override;

  private:
    std::string m_attribute; //!< the attribute's name
    ValueRule m_rule;        //!< the words that it takes
};

/**
 * @ingroup toolbox-text
 *
 * Make the checker of an attribute that is an enumeration, as MakeEnumChecker does.
 *
 * @tparam T the enumeration
 * @param attribute the attribute's name, for messages
 * @param words the words that it takes
 * @return the checker: a word that is none of them throws a UserError, from wherever it is
 * set
 */
template <typename T>
Ptr<const AttributeChecker>
MakeWordChecker(const std::string& attribute, const WordList<T>& words)
{
    return Create<WordChecker<T>>(attribute, words);
}

template <typename T>
WordValue<T>::WordValue(const std::string& attribute, const ValueRule& rule)
    : m_attribute(attribute),
      m_rule(rule)
{
}

template <typename T>
Ptr<AttributeValue>
WordValue<T>::Copy() const
{
    return Create<WordValue<T>>(*this);
}

template <typename T>
bool
WordValue<T>::DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker)
{
    m_rule.Check(m_attribute, value);
    return EnumValue<T>::DeserializeFromString(value, checker);
}

template <typename T>
WordChecker<T>::WordChecker(const std::string& attribute, const WordList<T>& words)
    : m_attribute(attribute)
{
    for (const auto& [value, word] : words)
    {
        this->Add(value, word);
        m_rule.words.push_back(word);
    }
    m_rule.type = ValueRule::Type::WORD;
}

template <typename T>
Ptr<AttributeValue>
WordChecker<T>::Create() const
{
    return ns3::Create<WordValue<T>>(m_attribute, m_rule);
}

} // namespace ns3

#endif /* WORD_CHECKER_H */
