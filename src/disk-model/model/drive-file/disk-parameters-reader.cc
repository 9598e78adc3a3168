/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-reader.h"

#include "disk-catalogue-folders.h"
#include "disk-parameters-checker.h"

#include "ns3/disk-seek-formula.h"
#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/// The keyword that names the drive which this one is like.
constexpr const char* LIKE = "like";

} // namespace

DiskParametersReader::DiskParametersReader(const std::string& fileName)
    : m_lines(fileName),
      m_names{fileName}
{
}

DiskParametersReader::DiskParametersReader(const std::string& fileName, std::string_view text)
    : m_lines(fileName, text),
      m_names{fileName}
{
}

DiskParameters
DiskParametersReader::Read(const std::string& name)
{
    m_draft.parameters.name = name;
    while (m_lines.Next())
    {
        ParseLine();
    }
    for (const auto& [word, keyword] : DiskKeywords::Get())
    {
        if (keyword.isRequired && !m_isLike && !m_seen.contains(word))
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
    return m_draft.parameters;
}

const std::vector<std::string>&
DiskParametersReader::GetFileNames() const
{
    return m_names;
}

void
DiskParametersReader::Finish()
{
    auto& parameters = m_draft.parameters;
    if (m_draft.seek)
    {
        parameters.seekPoints = DiskSeekFormula::Tabulate(
            [this, &parameters](uint32_t distance) {
                return m_draft.seek(distance, parameters.cylinders);
            },
            parameters.cylinders,
            parameters.seekPoints);
    }
    if (!m_isLike && !m_seen.contains("write_block_ms"))
    {
        parameters.controller.writeBlockTransfer = parameters.controller.blockTransfer;
    }
    DiskParametersChecker(parameters).Check();
}

void
DiskParametersReader::ParseLine()
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
    const auto* keyword = DiskKeywords::Find(word);
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
    keyword->take(m_draft, DiskKeywordValues(m_lines, fields));
}

void
DiskParametersReader::BeginLike(const std::string& model)
{
    if (m_isOther)
    {
        m_lines.Fail("a drive that others are like cannot be like " + model);
    }
    if (m_isLike || !m_seen.empty())
    {
        m_lines.Fail("the keyword like must be the first, and can occur only once");
    }
    const auto path = DiskCatalogueFolders::FindFile(model);
    if (path.empty())
    {
        m_lines.Fail("like the unknown drive \"" + model + "\"");
    }
    m_names.push_back(path);
    DiskParametersReader other(path);
    other.m_isOther = true;
    const auto name = m_draft.parameters.name;
    m_draft.parameters = other.Read(name);
    m_isLike = true;
}

} // namespace ns3
