/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-reader.h"

#include "disk-parameters-checker.h"

#include "ns3/disk-seek-formula.h"

namespace ns3
{

DiskParametersReader::DiskParametersReader(const std::string& fileName)
    : DriveFileReader(fileName)
{
}

DiskParametersReader::DiskParametersReader(const std::string& fileName, std::string_view text)
    : DriveFileReader(fileName, text)
{
}

DiskParameters
DiskParametersReader::Read(const std::string& name)
{
    m_draft.parameters.name = name;
    ReadFile();
    return m_draft.parameters;
}

const DriveFileFolders&
DiskParametersReader::GetCatalogueFolders()
{
    static const DriveFileFolders folders(".disk", DISK_MODEL_DATA_FOLDER);
    return folders;
}

std::vector<std::string>
DiskParametersReader::GetWords() const
{
    std::vector<std::string> words;
    for (const auto& [word, keyword] : DiskKeywords::Get())
    {
        words.push_back(word);
    }
    return words;
}

const DriveKeyword*
DiskParametersReader::Find(std::string_view word) const
{
    return DiskKeywords::Find(word);
}

void
DiskParametersReader::Take(const DriveKeyword& keyword, const DriveFileValues& values)
{
    static_cast<const DiskKeyword&>(keyword).take(m_draft, values);
}

void
DiskParametersReader::Begin(const std::string& fileName)
{
    DiskParametersReader other(fileName);
    other.m_draft.parameters.name = m_draft.parameters.name;
    other.ReadForOther();
    m_draft.parameters = other.m_draft.parameters;
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
    if (!HasSeen("write_block_ms"))
    {
        parameters.controller.writeBlockTransfer = parameters.controller.blockTransfer;
    }
    DiskParametersChecker(parameters).Check();
}

const DriveFileFolders&
DiskParametersReader::GetFolders() const
{
    return GetCatalogueFolders();
}

} // namespace ns3
