/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-catalogue-folders.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>

namespace ns3
{

namespace
{

/// The ending of a drive file's name.
constexpr const char* EXTENSION = ".disk";

} // namespace

std::vector<std::string>
DiskCatalogueFolders::GetFolders()
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
    folders.emplace_back(DISK_MODEL_DATA_FOLDER);
    return folders;
}

std::vector<std::string>
DiskCatalogueFolders::GetNames()
{
    std::set<std::string> names;
    for (const auto& folder : GetFolders())
    {
        std::error_code unreadable; // such a folder counts as empty
        for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
        {
            if (entry.path().extension() == EXTENSION)
            {
                names.insert(entry.path().stem().string());
            }
        }
    }
    return {names.begin(), names.end()};
}

std::string
DiskCatalogueFolders::FindFile(const std::string& model)
{
    for (const auto& folder : GetFolders())
    {
        const auto path = std::filesystem::path(folder) / (model + EXTENSION);
        if (std::filesystem::exists(path))
        {
            return path.string();
        }
    }
    return "";
}

} // namespace ns3
