/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-file.h"

#include "user-error.h"

#include "ns3/assert.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ns3
{

ResultFile::ResultFile(const std::string& fileName)
    : m_fileName(fileName),
      m_partName(fileName + ".part")
{
    // What keeps the folder from being made keeps the file from being opened, which is told below.
    std::error_code ignored;
    const auto folder = std::filesystem::path(fileName).parent_path();
    std::filesystem::create_directories(folder, ignored);
    m_file = std::fopen(m_partName.c_str(), "we");
    if (!m_file)
    {
        throw UserError(fileName + ": cannot be created: " + std::strerror(errno));
    }
}

ResultFile::~ResultFile()
{
    if (m_file)
    {
        std::fclose(m_file);
        std::remove(m_partName.c_str());
    }
}

void
ResultFile::Write(std::string_view text)
{
    NS_ASSERT_MSG(m_file, "the file was committed");
    std::fwrite(text.data(), 1, text.size(), m_file);
}

void
ResultFile::Commit()
{
    NS_ASSERT_MSG(m_file, "the file was committed");
    const bool failed = std::ferror(m_file) != 0;
    if (std::fclose(std::exchange(m_file, nullptr)) != 0 || failed ||
        std::rename(m_partName.c_str(), m_fileName.c_str()) != 0)
    {
        const auto* reason = std::strerror(errno);
        std::remove(m_partName.c_str());
        throw UserError(m_fileName + ": cannot be written: " + reason);
    }
}

} // namespace ns3
