/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job-file.h"

#include "ns3/file-or-text.h"
#include "ns3/line-reader.h"

#include <filesystem>

namespace ns3
{

namespace
{

/// What a line that names another file begins with.
constexpr std::string_view INCLUDE = "include";

/// Files that may include each other, one in the other.
constexpr uint32_t MOST_NESTED = 16;

/**
 * @param line a line
 * @return true if it names a file to include
 */
bool
IsInclude(std::string_view line)
{
    return line.starts_with(INCLUDE) && line.substr(INCLUDE.size()).find_first_of(" \t") == 0;
}

/**
 * @param name a file as a job file names it
 * @param includer the job file
 * @return where it is
 */
std::string
FindIncluded(const std::string& name, const std::string& includer)
{
    const auto beside = std::filesystem::path(includer).parent_path() / name;
    return std::filesystem::exists(name) ? name : beside.string();
}

} // namespace

FioJobFile::FioJobFile(const std::string& job)
{
    const auto lines = OpenFileOrText(job, "fio job");
    m_name = lines->GetFileName();
    Read(*lines, 0);
}

const std::string&
FioJobFile::GetName() const
{
    return m_name;
}

const std::vector<FioJobFile::Section>&
FioJobFile::GetSections() const
{
    return m_sections;
}

void
FioJobFile::Read(LineReader& lines, uint32_t depth)
{
    while (lines.Next())
    {
        const auto line = lines.GetLine();
        if (line.front() == '[' && depth > 0)
        {
            lines.Fail("an included file has no sections");
        }
        if (line.front() == '[')
        {
            BeginSection(lines);
            continue;
        }
        if (line.front() == ';')
        {
            continue;
        }
        const FioOption option(lines.GetFileName(), lines.GetLineNumber(), line);
        if (m_sections.empty())
        {
            lines.Fail("'" + option.GetKey() + "' is before the first section, such as [global]");
        }
        if (IsInclude(line))
        {
            Include(lines, depth);
            continue;
        }
        if (option.GetText().empty())
        {
            lines.Fail(option.GetKey() + " has no value");
        }
        m_sections.back().options.push_back(option);
    }
}

void
FioJobFile::BeginSection(const LineReader& lines)
{
    const std::string line(lines.GetLine());
    const auto end = line.find(']');
    if (end == std::string::npos || end == 1)
    {
        lines.Fail("a section is a name in brackets");
    }
    const auto name = line.substr(1, end - 1);
    m_sections.push_back({lines.GetFileName(), lines.GetLineNumber(), name, name == "global", {}});
}

void
FioJobFile::Include(const LineReader& lines, uint32_t depth)
{
    if (depth == MOST_NESTED)
    {
        lines.Fail("files include each other more than " + std::to_string(MOST_NESTED) + " deep");
    }
    const auto line = lines.GetLine().substr(INCLUDE.size());
    const auto name = line.substr(line.find_first_not_of(" \t"));
    LineReader included(FindIncluded(std::string(name), lines.GetFileName()));
    Read(included, depth + 1);
}

} // namespace ns3
