/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-parameters-reader.h"

#include "ssd-keywords.h"

#include "ns3/user-error.h"

#include <filesystem>

namespace ns3
{

namespace
{

/**
 * @return a drive of which nothing is known that a file need not say
 */
SsdParameters
MakeEmpty()
{
    SsdParameters parameters;
    parameters.canSuspend = false;
    return parameters;
}

} // namespace

SsdParametersReader::SsdParametersReader(const std::string& fileName)
    : DriveFileReader(fileName),
      m_parameters(MakeEmpty())
{
}

SsdParametersReader::SsdParametersReader(const std::string& fileName, std::string_view text)
    : DriveFileReader(fileName, text),
      m_parameters(MakeEmpty())
{
}

SsdParameters
SsdParametersReader::Read(const std::string& name)
{
    ReadFile();
    m_parameters.name = name;
    return m_parameters;
}

SsdParameters
SsdParametersReader::ReadModel(const std::string& model)
{
    if (model.find('/') != std::string::npos)
    {
        return SsdParametersReader(model).Read(std::filesystem::path(model).stem().string());
    }
    const auto path = GetCatalogueFolders().FindFile(model);
    if (path.empty())
    {
        throw UserError(GetCatalogueFolders().DescribeUnknown(model));
    }
    return SsdParametersReader(path).Read(model);
}

const DriveFileFolders&
SsdParametersReader::GetCatalogueFolders()
{
    static const DriveFileFolders folders(".ssd", SSD_MODEL_DATA_FOLDER);
    return folders;
}

std::vector<std::string>
SsdParametersReader::GetWords() const
{
    std::vector<std::string> words;
    for (const auto& [word, keyword] : SsdKeywords::Get())
    {
        words.push_back(word);
    }
    return words;
}

const DriveKeyword*
SsdParametersReader::Find(std::string_view word) const
{
    return SsdKeywords::Find(word);
}

void
SsdParametersReader::Take(const DriveKeyword& keyword, const DriveFileValues& values)
{
    static_cast<const SsdKeyword&>(keyword).take(m_parameters, values);
}

void
SsdParametersReader::Begin(const std::string& fileName)
{
    SsdParametersReader other(fileName);
    other.ReadForOther();
    m_parameters = other.m_parameters;
}

void
SsdParametersReader::Finish()
{
    m_parameters.Check();
}

const DriveFileFolders&
SsdParametersReader::GetFolders() const
{
    return GetCatalogueFolders();
}

} // namespace ns3
