/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-kind.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param fileName a drive file
 * @return first sentence of the comment at its top, without the licence
 */
std::string
ReadAbout(const std::string& fileName)
{
    std::string comment;
    std::ifstream file(fileName);
    for (std::string line; std::getline(file, line) && line.starts_with('#');)
    {
        const auto begin = line.find_first_not_of("# \r");
        if (begin != std::string::npos && line.find("SPDX") == std::string::npos)
        {
            comment += (comment.empty() ? "" : " ") + line.substr(begin);
        }
    }
    return comment.substr(0, std::min(comment.find(". "), comment.find(": ")));
}

} // namespace

DriveKind::DriveKind(std::string word, std::string name, const DriveFileFolders& folders)
    : m_word(std::move(word)),
      m_name(std::move(name)),
      m_folders(folders)
{
}

DriveKind::~DriveKind() = default;

const std::string&
DriveKind::GetWord() const
{
    return m_word;
}

const std::string&
DriveKind::GetName() const
{
    return m_name;
}

const DriveFileFolders&
DriveKind::GetFolders() const
{
    return m_folders;
}

bool
DriveKind::Has(const std::string& model) const
{
    return m_folders.Has(model);
}

DriveCatalogueEntry
DriveKind::Describe(const std::string& model) const
{
    DriveCatalogueEntry entry;
    entry.name = model;
    entry.kind = m_word;
    try
    {
        entry.files = FindFileNames(model);
        entry.about = entry.files.empty() ? "" : ReadAbout(entry.files.front());
        Read(model, entry);
    }
    catch (const UserError& error)
    {
        entry.error = error.what();
    }
    return entry;
}

} // namespace ns3
