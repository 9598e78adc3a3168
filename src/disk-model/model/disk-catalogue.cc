/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-catalogue.h"

#include "disk-parameters-reader.h"
#include "disksim-importer.h"

#include "ns3/user-error.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

/// The ending of a drive file's name.
constexpr const char* EXTENSION = ".disk";

} // namespace

std::vector<std::string>
DiskCatalogue::GetFolders()
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
DiskCatalogue::GetNames()
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

DiskParameters
DiskCatalogue::Get(const std::string& model)
{
    if (DiskSimImporter::IsDiskSimFile(model))
    {
        return DiskSimImporter(model).Import();
    }
    if (model.find('/') != std::string::npos)
    {
        return DiskParametersReader(model).Read(std::filesystem::path(model).stem().string());
    }
    if (const auto path = FindFile(model); !path.empty())
    {
        return DiskParametersReader(path).Read(model);
    }
    std::string known;
    for (const auto& name : GetNames())
    {
        known += (known.empty() ? "" : ", ") + name;
    }
    throw UserError("unknown drive \"" + model + "\"; known drives: " +
                    (known.empty() ? "none, set NS3_ISCSI_DATA to their folder" : known));
}

std::string
DiskCatalogue::FindFile(const std::string& model)
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
