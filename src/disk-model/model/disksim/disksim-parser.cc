/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-parser.h"

#include <charconv>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_BLOCK_DEPTH = 64; //!< lists and blocks that may be inside one another
constexpr uint32_t MAX_RANGE = 10000;    //!< items of a range

/**
 * @param word a word
 * @return where the number at its end begins
 */
std::size_t
FindNumber(const std::string& word)
{
    const auto last = word.find_last_not_of("0123456789");
    return last == std::string::npos ? 0 : last + 1;
}

} // namespace

class DiskSimParser::Step
{
  public:
    /**
     * @param parser the parser
     */
    explicit Step(DiskSimParser& parser)
        : m_parser(parser)
    {
        if (m_parser.m_depth == MAX_BLOCK_DEPTH)
        {
            m_parser.m_next.place.Fail("lists and blocks are nested too deeply");
        }
        ++m_parser.m_depth;
    }

    ~Step()
    {
        --m_parser.m_depth;
    }

    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

  private:
    DiskSimParser& m_parser; //!< the parser
};

DiskSimParser::DiskSimParser(DiskSimLexer lexer)
    : m_lexer(std::move(lexer))
{
}

void
DiskSimParser::Advance()
{
    m_next = m_lexer.Next();
}

bool
DiskSimParser::Sees(std::string_view mark) const
{
    return !m_next.isWord && m_next.text == mark;
}

void
DiskSimParser::FailUnless(const std::string& wanted) const
{
    m_next.place.Fail("expected " + wanted + ", found " +
                      (m_next.text.empty() ? "the end of the file" : m_next.text));
}

void
DiskSimParser::Expect(std::string_view text)
{
    if (m_next.text != text)
    {
        FailUnless(std::string(text));
    }
    Advance();
}

std::string
DiskSimParser::ExpectWord(const char* what)
{
    if (!m_next.isWord)
    {
        FailUnless(what);
    }
    auto word = m_next.text;
    Advance();
    return word;
}

DiskSimTree
DiskSimParser::Parse()
{
    Advance();
    while (!m_next.text.empty())
    {
        const auto place = m_next.place;
        const auto word = ExpectWord("a block");
        if (word == "topology")
        {
            m_tree.topologies.push_back(ParseValue());
        }
        else if (word == "instantiate")
        {
            ParseInstances(place);
        }
        else
        {
            const auto name = ExpectWord("the name of a block");
            m_tree.blocks.push_back(ParseBlock(word, name, place));
        }
    }
    return std::move(m_tree);
}

void
DiskSimParser::ParseInstances(const DiskSimPlace& place)
{
    std::vector<DiskSimValue> list;
    ParseList(list);
    Expect("as");
    DiskSimInstances instances{place, ExpectWord("the name of a block"), {}};
    for (const auto& item : list)
    {
        instances.names.push_back(item.GetWord("a name"));
    }
    m_tree.instances.push_back(std::move(instances));
}

DiskSimValue
DiskSimParser::ParseValue()
{
    DiskSimValue value;
    value.place = m_next.place;
    if (Sees("["))
    {
        value.kind = DiskSimValue::Kind::LIST;
        ParseList(value.items);
        return value;
    }
    value.text = ExpectWord("a value");
    if (m_next.isWord && m_next.text != "..")
    {
        value.name = ExpectWord("a name");
        if (Sees("["))
        {
            value.kind = DiskSimValue::Kind::NODE;
            ParseList(value.items);
            return value;
        }
    }
    if (Sees("{") || !value.name.empty())
    {
        value.kind = DiskSimValue::Kind::BLOCK;
        value.block = ParseBlock(value.text, value.name, value.place);
    }
    return value;
}

void
DiskSimParser::ParseList(std::vector<DiskSimValue>& list)
{
    const Step step(*this);
    Expect("[");
    while (!Sees("]"))
    {
        auto item = ParseValue();
        if (m_next.isWord && m_next.text == "..")
        {
            ParseRange(item, list);
        }
        else
        {
            list.push_back(std::move(item));
        }
        if (!Sees("]"))
        {
            Expect(",");
        }
    }
    Advance();
}

void
DiskSimParser::ParseRange(const DiskSimValue& first, std::vector<DiskSimValue>& list)
{
    Advance();
    const auto from = first.GetWord("the first of a range");
    const auto to = ExpectWord("the last of a range");
    const auto stem = from.substr(0, FindNumber(from));
    uint32_t begin = 0;
    uint32_t end = 0;
    const auto take = [](const std::string& word, uint32_t& number) {
        const auto* last = word.data() + word.size();
        return std::from_chars(word.data() + FindNumber(word), last, number).ec == std::errc();
    };
    if (!take(from, begin) || !take(to, end) || stem != to.substr(0, FindNumber(to)) ||
        begin > end || end - begin >= MAX_RANGE)
    {
        first.place.Fail("'" + from + " .. " + to + "' is not a range");
    }
    for (auto number = begin; number <= end; ++number)
    {
        list.push_back(first);
        list.back().text = stem + std::to_string(number);
    }
}

std::shared_ptr<const DiskSimBlock>
DiskSimParser::ParseBlock(const std::string& type,
                          const std::string& name,
                          const DiskSimPlace& place)
{
    const Step step(*this);
    auto block = std::make_shared<DiskSimBlock>();
    const auto base = m_named.find(type);
    if (base != m_named.end())
    {
        *block = *base->second;
    }
    else
    {
        block->type = type;
    }
    block->name = name;
    block->place = place;
    Expect("{");
    while (!Sees("}"))
    {
        ParseParameter(*block);
        if (!Sees("}"))
        {
            Expect(",");
        }
    }
    Advance();
    if (!name.empty())
    {
        m_named.emplace(name, block);
    }
    return block;
}

void
DiskSimParser::ParseParameter(DiskSimBlock& block)
{
    const auto place = m_next.place;
    std::vector<std::string> names(1);
    if (Sees("["))
    {
        names.clear();
        std::vector<DiskSimValue> list;
        ParseList(list);
        for (const auto& item : list)
        {
            names.push_back(item.GetWord("the name of a parameter"));
        }
    }
    else
    {
        names[0] = ExpectWord("a parameter");
        while (m_next.isWord)
        {
            names[0] += ' ';
            names[0] += ExpectWord("a parameter");
        }
    }
    Expect("=");
    const auto value = std::make_shared<const DiskSimValue>(ParseValue());
    for (const auto& name : names)
    {
        block.parameters.insert_or_assign(name, DiskSimParameter{place, value});
    }
}

} // namespace ns3
