/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-reader.h"

#include "disk-seek-formula.h"

#include "ns3/user-error.h"

namespace ns3
{

DiskParametersReader::DiskParametersReader(const std::string& fileName)
    : m_lines(fileName)
{
}

DiskParametersReader::DiskParametersReader(const std::string& fileName, std::string_view text)
    : m_lines(fileName, text)
{
}

DiskParameters
DiskParametersReader::Read(const std::string& name)
{
    m_draft.parameters.name = name;
    while (m_lines.Next())
    {
        TakeLine();
    }
    for (const auto& [word, keyword] : DiskKeywords::Get())
    {
        if (keyword.isRequired && !m_seen.contains(word))
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
    if (!m_seen.contains("write_block_ms"))
    {
        parameters.controller.writeBlockTransfer = parameters.controller.blockTransfer;
    }
    parameters.Check();
}

void
DiskParametersReader::TakeLine()
{
    const auto fields = m_lines.Split(" \t", false);
    const std::string word(fields[0]);
    const auto* keyword = DiskKeywords::Find(word);
    if (!keyword)
    {
        m_lines.Fail("unknown keyword '" + word + "'");
    }
    if (!m_seen.insert(word).second && !keyword->repeats)
    {
        m_lines.Fail("the keyword " + word + " stands here a second time");
    }
    const auto values = fields.size() - 1;
    if (values < keyword->least || (keyword->most != 0 && values > keyword->most))
    {
        m_lines.Fail("the keyword " + word + " takes " + (keyword->most == 0 ? "at least " : "") +
                     std::to_string(keyword->least) + " values, not " + std::to_string(values));
    }
    keyword->take(m_draft, DiskKeywordValues(m_lines, fields));
}

} // namespace ns3
