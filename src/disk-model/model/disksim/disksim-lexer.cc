/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-lexer.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ns3
{

namespace
{

constexpr std::size_t MAX_DEPTH = 32;              //!< files that may source one another
constexpr std::string_view BLANKS = " \t\r\n\f\v"; //!< what is between words
constexpr std::string_view MARKS = ";{},[]:?=";    //!< what ends a word without a blank

} // namespace

DiskSimLexer::DiskSimLexer(const std::string& fileName)
    : DiskSimLexer(fileName, ReadFile(fileName))
{
}

DiskSimLexer::DiskSimLexer(const std::string& name, std::string text)
{
    Push(name, std::move(text));
}

void
DiskSimLexer::Push(const std::string& name, std::string text)
{
    auto& file = m_files.emplace_back();
    file.place = {std::make_shared<const std::string>(name), 1};
    file.text = std::move(text);
    if (std::find(m_names.begin(), m_names.end(), name) == m_names.end())
    {
        m_names.push_back(name);
    }
}

const std::vector<std::string>&
DiskSimLexer::GetFileNames() const
{
    return m_names;
}

std::string
DiskSimLexer::ReadFile(const std::string& fileName)
{
    std::error_code error;
    const auto isFolder = std::filesystem::is_directory(fileName, error);
    const std::ifstream file(fileName);
    if (!file || isFolder)
    {
        throw UserError(fileName +
                        ": cannot be opened: " + (isFolder ? "a folder" : std::strerror(errno)));
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

DiskSimLexer::Token
DiskSimLexer::Next()
{
    while (true)
    {
        SkipBlanks();
        const bool atEnd = m_files.back().position == m_files.back().text.size();
        if (atEnd && m_files.size() == 1)
        {
            return {"", m_files.back().place};
        }
        if (atEnd)
        {
            m_files.pop_back();
            continue;
        }
        auto token = Take();
        if (!token.isWord || token.text != "source")
        {
            return token;
        }
        OpenSource();
    }
}

void
DiskSimLexer::SkipBlanks()
{
    auto& file = m_files.back();
    for (; file.position < file.text.size(); ++file.position)
    {
        const auto character = file.text[file.position];
        if (character == '#')
        {
            file.position = std::min(file.text.find('\n', file.position), file.text.size()) - 1;
        }
        else if (BLANKS.find(character) == std::string_view::npos)
        {
            return;
        }
        file.place.line += character == '\n';
    }
}

DiskSimLexer::Token
DiskSimLexer::Take()
{
    auto& file = m_files.back();
    const auto begin = file.position;
    if (MARKS.find(file.text[begin]) != std::string_view::npos)
    {
        ++file.position;
        return {file.text.substr(begin, 1), file.place};
    }
    static const auto ends = std::string(BLANKS) + std::string(MARKS);
    file.position = std::min(file.text.find_first_of(ends, begin), file.text.size());
    return {file.text.substr(begin, file.position - begin), file.place, true};
}

void
DiskSimLexer::OpenSource()
{
    SkipBlanks();
    auto& file = m_files.back();
    const auto name = file.position < file.text.size() ? Take() : Token{"", file.place};
    if (!name.isWord)
    {
        name.place.Fail("source needs the name of a file");
    }
    if (m_files.size() == MAX_DEPTH)
    {
        name.place.Fail("too many files source one another");
    }
    const auto path = std::filesystem::path(*file.place.file).parent_path() / name.text;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
    {
        name.place.Fail("there is no file " + path.string());
    }
    Push(path.string(), ReadFile(path.string()));
}

} // namespace ns3
