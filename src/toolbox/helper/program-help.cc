/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-help.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

namespace ns3
{

namespace
{

/// Columns of a terminal.
constexpr std::size_t WIDTH = 80;

/// Most columns of an option's name in a list; behind longer ones the text begins on a new line.
constexpr std::size_t NAME_WIDTH = 24;

/// The group of ns-3's options.
constexpr const char* NS3_GROUP = "ns-3";

/// Options of ns-3 that a user looks for among a program's own.
const std::vector<std::pair<std::string, std::string>> NS3_OPTIONS = {
    {"RngRun", "Number of the run: another one draws other random numbers [1]"},
    {"RngSeed", "Seed of all runs [1]"},
    {"ns3::CLASS::ATTRIBUTE", "Default of an attribute, such as --ns3::TcpSocket::InitialCwnd=4"},
    {"PrintAttributes=CLASS", "Print the attributes of a class, such as ns3::TcpSocket"},
    {"PrintGlobals", "Print ns-3's global values"},
    {"describe", "Print all options as JSON"},
    {"version", "Print the version"}};

/**
 * @param text a text
 * @return it in small letters
 */
std::string
ToLower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return text;
}

/**
 * Break a text into lines.
 *
 * @param text words with spaces between them
 * @param head what the first line begins with
 * @param indent columns before the others, and before the text of the first line
 * @return lines of at most WIDTH columns, as far as words are shorter
 */
std::string
Wrap(const std::string& text, const std::string& head, std::size_t indent)
{
    std::string lines = head;
    auto column = head.size();
    if (column < indent)
    {
        lines.append(indent - column, ' ');
        column = indent;
    }
    else if (column > 0)
    {
        lines.erase(lines.find_last_not_of(' ') + 1);
        lines += "\n" + std::string(indent, ' ');
        column = indent;
    }
    std::istringstream words(text);
    bool isFirst = true;
    for (std::string word; words >> word; isFirst = false)
    {
        if (!isFirst && column + 1 + word.size() > WIDTH)
        {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
            isFirst = true;
        }
        lines += (isFirst ? "" : " ") + word;
        column += word.size() + (isFirst ? 0 : 1);
    }
    return lines + "\n";
}

/**
 * Cut a text to what fits into a line, at the end of a clause if there is one.
 *
 * @param text a text
 * @param room columns
 * @return its beginning
 */
std::string
Shorten(const std::string& text, std::size_t room)
{
    std::size_t end = text.size();
    for (const auto* stop : {". ", "; ", ": ", ", ", " ("})
    {
        const auto place = text.find(stop);
        if (end > room && place != std::string::npos && place <= room)
        {
            end = place;
        }
    }
    return end <= room ? text.substr(0, end) : text.substr(0, text.rfind(' ', room - 4)) + " ...";
}

/**
 * @param option an option
 * @return its default for a list, with a space before it
 */
std::string
GetDefault(const ProgramOption& option)
{
    return option.initial.empty() ? "" : " [" + option.initial + "]";
}

/**
 * @param option an option
 * @return the words that it takes, if it takes words, with a colon before them
 */
std::string
GetWords(const ProgramOption& option)
{
    std::string text;
    for (const auto& word : option.rule.words)
    {
        text += (text.empty() ? ": " : ", ") + word;
    }
    return text;
}

/**
 * @param option an option
 * @return a value other than its default, if there is one that makes sense for any network
 */
std::string
GetExample(const ProgramOption& option)
{
    if (option.rule.type == ValueRule::Type::BOOLEAN)
    {
        return option.initial == "true" ? "false" : "true";
    }
    const auto& words = option.rule.words;
    return words.empty() ? option.rule.example
                         : words[words.size() > 1 && words.front() == option.initial];
}

} // namespace

ProgramHelp::ProgramHelp(const std::string& program,
                         const std::string& usage,
                         const ProgramManual& manual,
                         const Options& options,
                         const Options& positionals)
    : m_program(program),
      m_usage(usage),
      m_manual(manual),
      m_options(options),
      m_positionals(positionals)
{
    for (const auto& [name, help] : NS3_OPTIONS)
    {
        m_options.push_back({NS3_GROUP, name, help, "", TextRule("1")});
    }
}

std::string
ProgramHelp::GetText(const std::string& topic) const
{
    if (topic.empty())
    {
        return GetSummary();
    }
    if (topic == "all")
    {
        return List(m_options, false);
    }
    Options found;
    std::copy_if(m_options.begin(),
                 m_options.end(),
                 std::back_inserter(found),
                 [&topic](const auto& option) { return option.group == topic; });
    if (!found.empty())
    {
        return List(found, false);
    }
    for (const auto& option : m_options)
    {
        if (ToLower(option.name) == ToLower(topic) && option.group != NS3_GROUP)
        {
            return Describe(option);
        }
    }
    found = Search(topic);
    if (found.empty())
    {
        throw UserError("help: no option has to do with " + ToMessageText(topic) +
                        "; --help=all lists them");
    }
    return List(found, false);
}

std::string
ProgramHelp::GetSummary() const
{
    auto line = m_program;
    for (const auto& positional : m_positionals)
    {
        line += " [" + positional.name + "]";
    }
    std::string text = line + " [--OPTION=VALUE ...]\n\n";
    std::istringstream usage(m_usage);
    for (std::string paragraph; std::getline(usage, paragraph);)
    {
        text += Wrap(paragraph, "", 0);
    }
    for (const auto& positional : m_positionals)
    {
        text += "\n" + Wrap(positional.help, "  " + positional.name + "  ", NAME_WIDTH);
    }
    const auto& names = m_manual.mainOptions;
    if (names.empty())
    {
        return text + List(m_options, false) + GetFooter();
    }
    Options shown;
    std::copy_if(m_options.begin(),
                 m_options.end(),
                 std::back_inserter(shown),
                 [&names](const auto& option) {
                     return std::find(names.begin(), names.end(), option.name) != names.end();
                 });
    return text + List(shown, true) + GetFooter();
}

std::string
ProgramHelp::List(const Options& options, bool isShort)
{
    std::string text;
    std::string group;
    for (const auto& option : options)
    {
        if (option.group != group || text.empty())
        {
            group = option.group;
            text += "\n" + (group.empty() ? "Options" : group) + ":\n";
        }
        const auto head = "  --" + option.name + " ";
        const auto end = GetDefault(option);
        if (isShort)
        {
            const auto help = Shorten(option.help, WIDTH - NAME_WIDTH - end.size());
            text += Wrap(help + GetWords(option) + end, head, NAME_WIDTH);
            continue;
        }
        const auto needs = option.DescribeNeeds();
        text += Wrap(option.help + end + (needs.empty() ? "" : " Needs " + needs + "."),
                     head,
                     NAME_WIDTH + 2);
    }
    return text;
}

std::string
ProgramHelp::Describe(const ProgramOption& option) const
{
    constexpr std::size_t column = 11;
    const auto needs = option.DescribeNeeds();
    auto text = "--" + option.name + "\n" + Wrap(option.help + ".", "", 2);
    text += Wrap(option.rule.Describe(), "  value", column);
    text += Wrap(option.initial.empty() ? "empty" : option.initial, "  default", column);
    text += needs.empty() ? "" : Wrap(needs, "  needs", column);
    text += Wrap("--" + option.name + "=" + GetExample(option), "  example", column);
    return option.group.empty()
               ? text
               : text + Wrap(option.group + ", see --help=" + option.group, "  group", column);
}

std::string
ProgramHelp::GetFooter() const
{
    std::string text;
    for (const auto& example : m_manual.examples)
    {
        text += text.empty() ? "\nExamples:\n" : "";
        text += "  " + m_program + " " + example + "\n";
    }
    if (m_manual.mainOptions.empty())
    {
        return text;
    }
    std::string groups;
    for (const auto& option : m_options)
    {
        const auto& name = option.group;
        if ((groups + ",").find(" " + name + ",") == std::string::npos)
        {
            groups += (groups.empty() ? " " : ", ") + name;
        }
    }
    text += "\nMore:\n";
    text += Wrap("Options of a group:" + groups, "  --help=GROUP ", NAME_WIDTH);
    text +=
        Wrap("Meaning, values, default, what it needs, example", "  --help=OPTION ", NAME_WIDTH);
    text += Wrap("Options that have to do with a word, such as iodepth, bs, seed or RTT",
                 "  --help=WORD ",
                 NAME_WIDTH);
    return text + Wrap("Every option", "  --help=all ", NAME_WIDTH);
}

ProgramHelp::Options
ProgramHelp::Search(const std::string& word) const
{
    const auto small = ToLower(word);
    std::vector<std::string> meant;
    for (const auto& [known, names] : m_manual.words)
    {
        if (ToLower(known) == small)
        {
            meant = names;
        }
    }
    Options found;
    for (const auto& option : m_options)
    {
        const bool isMeant = std::find(meant.begin(), meant.end(), option.name) != meant.end();
        auto text = ToLower(option.name + " " + option.help + " " + option.group);
        for (const auto& former : option.formerNames)
        {
            text += " " + ToLower(former);
        }
        if (isMeant || text.find(small) != std::string::npos)
        {
            found.push_back(option);
        }
    }
    return found;
}

} // namespace ns3
