/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-folder.h"

#include "ns3/log.h"
#include "ns3/user-error.h"

#include <fstream>
#include <sstream>
#include <system_error>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ResultFolder");

namespace
{

/// The list of what a run wrote.
constexpr const char* LIST = ".results";

/// The folders that runs of this process hold: results know no more of them than where they are.
std::vector<ResultFolder*> g_folders;

/**
 * @param folder a folder, which is made if need be
 * @return its real path
 * @throw UserError naming it, if it cannot be made
 */
std::filesystem::path
MakeFolder(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    auto path = std::filesystem::canonical(folder, error);
    if (!error && !std::filesystem::is_directory(path))
    {
        error = std::make_error_code(std::errc::not_a_directory);
    }
    if (error)
    {
        throw UserError(folder + ": cannot be created: " + error.message());
    }
    return path;
}

/**
 * @param path a file
 * @param size where its size goes
 * @return true if there is such a regular file
 */
bool
GetSize(const std::filesystem::path& path, uint64_t& size)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error)))
    {
        return false;
    }
    size = std::filesystem::file_size(path, error);
    return !error;
}

} // namespace

ResultFolder::ResultFolder(const std::string& folder)
    : m_folder(folder),
      m_path(MakeFolder(folder)),
      m_lock(folder)
{
    ReadList();
    g_folders.push_back(this);
}

ResultFolder::~ResultFolder()
{
    std::erase(g_folders, this);
}

void
ResultFolder::NoteWritten(const std::filesystem::path& path)
{
    for (auto* folder : g_folders)
    {
        uint64_t size{0};
        if (path.parent_path() == folder->m_path && GetSize(path, size))
        {
            folder->m_written[path.filename().string()] = size;
        }
    }
}

void
ResultFolder::ReadList()
{
    std::ifstream file(m_path / LIST);
    std::string line;
    while (std::getline(file, line))
    {
        std::istringstream words(line);
        uint64_t size{0};
        std::string name;
        // Only names of the folder's own files: the list may have been edited.
        if (words >> size && std::getline(words >> std::ws, name) &&
            name.find('/') == std::string::npos && name != LIST)
        {
            m_earlier[name] = size;
        }
    }
}

std::vector<std::string>
ResultFolder::Commit()
{
    std::erase(g_folders, this);
    std::vector<std::string> kept;
    for (const auto& [name, size] : m_earlier)
    {
        uint64_t present{0};
        if (m_written.contains(name) || !GetSize(m_path / name, present))
        {
            continue;
        }
        if (present != size)
        {
            kept.push_back(m_folder + "/" + name +
                           ": an earlier run wrote it, and it was changed since, so it stays");
            continue;
        }
        NS_LOG_INFO(name << " of an earlier run is removed");
        std::error_code ignored;
        std::filesystem::remove(m_path / name, ignored);
    }
    WriteList();
    return kept;
}

void
ResultFolder::WriteList()
{
    if (m_written.empty() && m_earlier.empty())
    {
        return;
    }
    const auto part = m_path / (std::string(LIST) + ".part");
    std::ofstream file(part);
    for (const auto& [name, size] : m_written)
    {
        file << size << " " << name << "\n";
    }
    file.close();
    std::error_code error;
    std::filesystem::rename(part, m_path / LIST, error);
    if (!file || error)
    {
        std::filesystem::remove(part, error);
        throw UserError((m_path / LIST).string() + ": cannot be written");
    }
}

} // namespace ns3
