/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-file-folders.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

namespace ns3
{

DriveFileFolders::DriveFileFolders(std::string ending, std::string folder)
    : m_ending(std::move(ending)),
      m_folder(std::move(folder))
{
}

std::vector<std::string>
DriveFileFolders::GetFolders() const
{
    std::vector<std::string> folders;
    const char* variable = std::getenv("NS3_ISCSI_DATA");
    std::istringstream list(variable ? variable : "");
    for (std::string folder; std::getline(list, folder, ':');)
    {
        if (!folder.empty())
        {
            folders.push_back(folder);
        }
    }
    folders.push_back(m_folder);
    return folders;
}

std::vector<std::string>
DriveFileFolders::GetNames() const
{
    std::set<std::string> names;
    for (const auto& folder : GetFolders())
    {
        std::error_code unreadable; // such a folder counts as empty
        for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
        {
            if (entry.path().extension() == m_ending)
            {
                names.insert(entry.path().stem().string());
            }
        }
    }
    return {names.begin(), names.end()};
}

std::string
DriveFileFolders::FindFile(const std::string& model) const
{
    for (const auto& folder : GetFolders())
    {
        const auto path = std::filesystem::path(folder) / (model + m_ending);
        if (std::filesystem::exists(path))
        {
            return path.string();
        }
    }
    return "";
}

std::string
DriveFileFolders::GetPath(const std::string& model) const
{
    return model.find('/') == std::string::npos ? FindFile(model) : model;
}

bool
DriveFileFolders::Has(const std::string& model) const
{
    return model.find('/') == std::string::npos ? !FindFile(model).empty()
                                                : model.ends_with(m_ending);
}

std::string
DriveFileFolders::ListNames() const
{
    std::string names;
    for (const auto& name : GetNames())
    {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

std::string
DriveFileFolders::DescribeUnknown(const std::string& model) const
{
    return DescribeUnknown(model, ListNames());
}

std::string
DriveFileFolders::DescribeUnknown(const std::string& model, const std::string& names)
{
    return "unknown drive \"" + model + "\"; known drives: " +
           (names.empty() ? "none, set NS3_ISCSI_DATA to their folder" : names);
}

} // namespace ns3
