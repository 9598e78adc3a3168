/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_WORD_CHECKER_H
#define BLOCK_IO_WORD_CHECKER_H

#include "block-io-value-rule.h"

#include "ns3/enum.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * The words that an attribute accepts and their values.
 *
 * @tparam T an enumeration
 */
template <typename T>
using BlockIoWordList = std::vector<std::pair<T, std::string>>;

/**
 * @ingroup block-io
 *
 * The value of an attribute that is an enumeration. An unknown word throws, where ns-3's own class
 * aborts.
 *
 * @tparam T the enumeration
 */
template <typename T>
class BlockIoWordValue : public EnumValue<T>
{
  public:
    /**
     * @param attribute the attribute's name
     * @param rule the words that it takes
     */
    BlockIoWordValue(const std::string& attribute, const BlockIoValueRule& rule);

    Ptr<AttributeValue> Copy() const override;

    /**
     * @param value a word
     * @param checker the attribute's checker
     * @return true
     * @throw BlockIoUserError naming the attribute and all words, if it is none of them
     */
    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override;

  private:
    std::string m_attribute; //!< the attribute's name
    BlockIoValueRule m_rule; //!< the words that it takes
};

/**
 * @ingroup block-io
 *
 * Checks an attribute that is an enumeration.
 *
 * @tparam T the enumeration
 */
template <typename T>
class BlockIoWordChecker : public EnumChecker<T>
{
  public:
    /**
     * @param attribute the attribute's name
     * @param words the words that it takes
     */
    BlockIoWordChecker(const std::string& attribute, const BlockIoWordList<T>& words);

    Ptr<AttributeValue> Create() const override;

  private:
    std::string m_attribute; //!< the attribute's name
    BlockIoValueRule m_rule; //!< the words that it takes
};

/**
 * @ingroup block-io
 *
 * Make the checker of an attribute that is an enumeration, as MakeEnumChecker does.
 *
 * @tparam T the enumeration
 * @param attribute the attribute's name, for messages
 * @param words the words that it takes
 * @return the checker: a word that is none of them throws a BlockIoUserError, from wherever it is
 * set
 */
template <typename T>
Ptr<const AttributeChecker>
MakeBlockIoWordChecker(const std::string& attribute, const BlockIoWordList<T>& words)
{
    return Create<BlockIoWordChecker<T>>(attribute, words);
}

template <typename T>
BlockIoWordValue<T>::BlockIoWordValue(const std::string& attribute, const BlockIoValueRule& rule)
    : m_attribute(attribute),
      m_rule(rule)
{
}

template <typename T>
Ptr<AttributeValue>
BlockIoWordValue<T>::Copy() const
{
    return Create<BlockIoWordValue<T>>(*this);
}

template <typename T>
bool
BlockIoWordValue<T>::DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker)
{
    m_rule.Check(m_attribute, value);
    return EnumValue<T>::DeserializeFromString(value, checker);
}

template <typename T>
BlockIoWordChecker<T>::BlockIoWordChecker(const std::string& attribute,
                                          const BlockIoWordList<T>& words)
    : m_attribute(attribute)
{
    for (const auto& [value, word] : words)
    {
        this->Add(value, word);
        m_rule.words.push_back(word);
    }
    m_rule.type = BlockIoValueRule::Type::WORD;
}

template <typename T>
Ptr<AttributeValue>
BlockIoWordChecker<T>::Create() const
{
    return ns3::Create<BlockIoWordValue<T>>(m_attribute, m_rule);
}

} // namespace ns3

#endif /* BLOCK_IO_WORD_CHECKER_H */
