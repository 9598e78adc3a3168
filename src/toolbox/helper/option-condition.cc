/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-condition.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param text a text
 * @param separator what its parts have between them
 * @return the parts
 */
std::vector<std::string>
Split(const std::string& text, const std::string& separator)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (auto end = text.find(separator); end != std::string::npos;
         end = text.find(separator, begin))
    {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    parts.push_back(text.substr(begin));
    return parts;
}

} // namespace

OptionCondition::OptionCondition(const std::string& text)
    : m_text(text)
{
    for (const auto& alternative : Split(text, " or "))
    {
        auto& terms = m_alternatives.emplace_back();
        for (const auto& term : Split(alternative, " and "))
        {
            terms.push_back(ReadTerm(term));
        }
    }
}

OptionCondition::Term
OptionCondition::ReadTerm(const std::string& text)
{
    const auto end = text.find_first_of("=>");
    Term term{text.substr(0, end), {}, ""};
    NS_ASSERT_MSG(!term.name.empty() && term.name.find(' ') == std::string::npos,
                  "no condition: " << text);
    if (end != std::string::npos && text[end] == '=')
    {
        term.values = Split(text.substr(end + 1), "|");
    }
    else if (end != std::string::npos)
    {
        term.limit = text.substr(end + 1);
    }
    return term;
}

bool
OptionCondition::Term::IsMet(const State& state) const
{
    if (!values.empty())
    {
        return std::find(values.begin(), values.end(), state.value) != values.end();
    }
    return limit.empty() ? !state.isDefault : std::stod(state.value) > std::stod(limit);
}

std::string
OptionCondition::Term::Describe() const
{
    if (values.size() == 1 && values.front().empty())
    {
        return "an empty " + name;
    }
    auto text = name + (limit.empty() ? "" : ">" + limit);
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const auto* joint = i == 0 ? "=" : i + 1 < values.size() ? ", " : " or ";
        text += joint + values[i];
    }
    return text;
}

bool
OptionCondition::IsMet(const Lookup& lookup) const
{
    return std::any_of(m_alternatives.begin(), m_alternatives.end(), [&](const auto& terms) {
        return std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
            return term.IsMet(lookup(term.name));
        });
    });
}

const std::string&
OptionCondition::GetText() const
{
    return m_text;
}

std::string
OptionCondition::Describe() const
{
    std::string text;
    for (const auto& terms : m_alternatives)
    {
        text += text.empty() ? "" : ", or ";
        for (std::size_t i = 0; i < terms.size(); ++i)
        {
            text += (i == 0 ? "" : " and ") + terms[i].Describe();
        }
    }
    return text;
}

} // namespace ns3
