/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-file-reader.h"

#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/// The keyword that names the drive which this one is like.
constexpr const char* LIKE = "like";

} // namespace

DriveFileReader::DriveFileReader(const std::string& fileName)
    : m_lines(fileName),
      m_names{fileName}
{
}

DriveFileReader::DriveFileReader(const std::string& fileName, std::string_view text)
    : m_lines(fileName, text),
      m_names{fileName}
{
}

DriveFileReader::~DriveFileReader() = default;

const std::vector<std::string>&
DriveFileReader::GetFileNames() const
{
    return m_names;
}

void
DriveFileReader::ReadFile()
{
    while (m_lines.Next())
    {
        ParseLine();
    }
    for (const auto& word : GetWords())
    {
        if (Find(word)->isRequired && !HasSeen(word))
        {
            throw UserError(m_lines.GetFileName() + ": the keyword " + word + " is missing");
        }
    }
    try
    {
        Finish();
    }
    catch (const UserError& error)
    {
        throw UserError(m_lines.GetFileName() + ": " + error.what());
    }
}

void
DriveFileReader::ReadForOther()
{
    m_isOther = true;
    ReadFile();
}

bool
DriveFileReader::HasSeen(const std::string& word) const
{
    return m_isLike || m_seen.contains(word);
}

void
DriveFileReader::ParseLine()
{
    const auto& fields = m_lines.Split(" \t", false);
    const std::string word(fields[0]);
    if (word == LIKE)
    {
        if (fields.size() != 2)
        {
            m_lines.Fail("the keyword like takes the name of one drive");
        }
        BeginLike(std::string(fields[1]));
        return;
    }
    const auto* keyword = Find(word);
    if (!keyword)
    {
        m_lines.Fail("unknown keyword '" + word + "'");
    }
    if (!m_seen.insert(word).second && !keyword->repeats)
    {
        m_lines.Fail("the keyword " + word + " is repeated");
    }
    if (m_isLike && keyword->repeats)
    {
        m_lines.Fail("a drive that is like another inherits all lines of the keyword " + word);
    }
    const auto values = fields.size() - 1;
    if (values < keyword->least || (keyword->most != 0 && values > keyword->most))
    {
        m_lines.Fail("the keyword " + word + " takes " + (keyword->most == 0 ? "at least " : "") +
                     std::to_string(keyword->least) + " values, not " + std::to_string(values));
    }
    Take(*keyword, DriveFileValues(m_lines, fields));
}

void
DriveFileReader::BeginLike(const std::string& model)
{
    if (m_isOther)
    {
        m_lines.Fail("a drive that others are like cannot be like " + model);
    }
    if (m_isLike || !m_seen.empty())
    {
        m_lines.Fail("the keyword like must be the first, and can occur only once");
    }
    const auto path = GetFolders().FindFile(model);
    if (path.empty())
    {
        m_lines.Fail("like the unknown drive \"" + model + "\"");
    }
    m_names.push_back(path);
    Begin(path);
    m_isLike = true;
}

} // namespace ns3
