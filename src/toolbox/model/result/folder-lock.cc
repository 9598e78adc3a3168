/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "folder-lock.h"

#include "ns3/log.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FolderLock");

namespace
{

/// The file that is locked; the Python package locks the same.
constexpr const char* NAME = ".lock";

/// Most bytes that are reported of a command.
constexpr std::size_t MOST_COMMAND = 100;

/**
 * @return the command line of this process, the end of a long one left out
 */
std::string
GetCommand()
{
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    while (text.ends_with('\0'))
    {
        text.pop_back();
    }
    std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    if (text.size() > MOST_COMMAND)
    {
        text = text.substr(0, MOST_COMMAND - 4) + " ...";
    }
    return text;
}

/**
 * @return date and time of the wall clock, by which people find a process
 */
std::string
GetDate()
{
    const auto now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[sizeof("2026-01-01 00:00:00")];
    return {text, std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &parts)};
}

/**
 * @return the name of this machine
 */
std::string
GetHost()
{
    char name[256]{};
    gethostname(name, sizeof(name) - 1);
    return name;
}

} // namespace

FolderLock::FolderLock(const std::string& folder)
    : m_folder(folder),
      m_fileName((std::filesystem::path(folder) / NAME).string())
{
    while (!Acquire())
    {
    }
    NS_LOG_INFO(folder << (m_descriptor < 0 ? " cannot be locked" : " is locked"));
    if (m_descriptor >= 0 && m_isWritable)
    {
        WriteHolder();
    }
}

FolderLock::~FolderLock()
{
    if (m_descriptor < 0)
    {
        return;
    }
    if (m_isWritable && IsInPlace())
    {
        std::remove(m_fileName.c_str());
    }
    close(m_descriptor);
}

bool
FolderLock::Acquire()
{
    m_descriptor = open(m_fileName.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    m_isWritable = m_descriptor >= 0;
    if (!m_isWritable)
    {
        // Somebody else's file can be locked, too.
        m_descriptor = open(m_fileName.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    }
    if (m_descriptor < 0)
    {
        return true;
    }
    if (flock(m_descriptor, LOCK_EX | LOCK_NB) == 0)
    {
        const bool isInPlace = IsInPlace();
        if (!isInPlace)
        {
            close(std::exchange(m_descriptor, -1));
        }
        return isInPlace;
    }
    const bool isHeld = errno == EWOULDBLOCK;
    const auto holder = ReadHolder();
    close(std::exchange(m_descriptor, -1));
    if (isHeld)
    {
        throw UserError(m_folder + ": it is in use by " + holder +
                        "; wait until that ends, or use another folder");
    }
    return true;
}

void
FolderLock::WriteHolder() const
{
    const auto line = "process " + std::to_string(getpid()) + " on " + GetHost() + " since " +
                      GetDate() + " (" + GetCommand() + ")\n";
    // Who cannot write it holds the folder nevertheless.
    [[maybe_unused]] const bool isWritten =
        ftruncate(m_descriptor, 0) == 0 && pwrite(m_descriptor, line.data(), line.size(), 0) > 0;
}

std::string
FolderLock::ReadHolder() const
{
    char bytes[1024];
    const auto read = pread(m_descriptor, bytes, sizeof(bytes), 0);
    std::string line(bytes, std::max<ssize_t>(read, 0));
    line = line.substr(0, line.find('\n'));
    // It has not written yet who it is.
    return line.empty() ? "another process" : line;
}

bool
FolderLock::IsInPlace() const
{
    struct stat own{};
    struct stat present{};
    return fstat(m_descriptor, &own) == 0 && lstat(m_fileName.c_str(), &present) == 0 &&
           own.st_dev == present.st_dev && own.st_ino == present.st_ino;
}

} // namespace ns3
