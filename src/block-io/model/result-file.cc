/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-file.h"

#include "user-error.h"

#include "ns3/assert.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
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
    if (const auto* compression = Compression::FindByName(fileName))
    {
        StartCompression(*compression);
    }
}

ResultFile::~ResultFile()
{
    if (m_socket >= 0)
    {
        close(m_socket);
    }
    if (m_file)
    {
        m_process.Wait();
        std::fclose(m_file);
        std::remove(m_partName.c_str());
    }
}

void
ResultFile::StartCompression(const Compression& compression)
{
    // A socket and not a pipe: if the process dies, writing is an error and not a signal.
    int ends[2]{-1, -1};
    int error = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
    if (error == 0)
    {
        error =
            m_process.Start(compression.program, compression.packOption, ends[1], fileno(m_file));
        close(ends[1]);
    }
    if (error != 0)
    {
        close(ends[0]);
        std::fclose(m_file);
        std::remove(m_partName.c_str());
        throw UserError(m_fileName + ": " + compression.program +
                        " is needed to write it and cannot be run: " + std::strerror(error));
    }
    m_socket = ends[0];
}

void
ResultFile::Send(std::string_view text)
{
    while (!text.empty() && m_error == 0)
    {
        const auto sent = send(m_socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent >= 0)
        {
            text.remove_prefix(sent);
        }
        else if (errno != EINTR)
        {
            m_error = errno;
        }
    }
}

void
ResultFile::Write(std::string_view text)
{
    NS_ASSERT_MSG(m_file, "the file was committed");
    if (m_socket >= 0)
    {
        Send(text);
    }
    else
    {
        std::fwrite(text.data(), 1, text.size(), m_file);
    }
}

void
ResultFile::Commit()
{
    NS_ASSERT_MSG(m_file, "the file was committed");
    bool failed = std::ferror(m_file) != 0 || m_error != 0;
    int error = m_error != 0 ? m_error : errno;
    if (m_socket >= 0)
    {
        close(std::exchange(m_socket, -1));
        if (!m_process.Wait() && !failed)
        {
            failed = true;
            error = EIO;
        }
    }
    if (std::fclose(std::exchange(m_file, nullptr)) != 0 && !failed)
    {
        failed = true;
        error = errno;
    }
    if (!failed && std::rename(m_partName.c_str(), m_fileName.c_str()) != 0)
    {
        failed = true;
        error = errno;
    }
    if (failed)
    {
        std::remove(m_partName.c_str());
        throw UserError(m_fileName + ": cannot be written: " + std::strerror(error));
    }
}

} // namespace ns3
