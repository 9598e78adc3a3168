/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-target.h"

#include "result-folder.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/user-error.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ResultTarget");

namespace
{

/// Links that are followed, as many as Linux follows itself.
constexpr int MAX_LINKS = 40;

/// What a new file may be, before the process's mask takes its bits away.
constexpr mode_t NEW_MODE = 0666;

/**
 * @param descriptor an open file
 * @return its name in /proc
 */
std::string
GetProcName(int descriptor)
{
    return "/proc/self/fd/" + std::to_string(descriptor);
}

/**
 * @param path a path
 * @return the descriptor of this process that it stands for, -1 for none
 */
int
FindDescriptor(const std::filesystem::path& path)
{
    const auto name = path.filename().string();
    const auto own = "/proc/" + std::to_string(getpid()) + "/fd";
    const bool isNumber = name.find_first_not_of("0123456789") == std::string::npos;
    return isNumber && name.size() < 10 && path.parent_path() == own ? std::stoi(name) : -1;
}

} // namespace

ResultTarget::ResultTarget(const std::string& fileName)
    : m_fileName(fileName),
      m_path(fileName)
{
    FollowLinks();
    struct stat status{};
    // In /proc the kernel follows a link to something that may have no name.
    const int found = IsInProc() ? stat(m_path.c_str(), &status) : lstat(m_path.c_str(), &status);
    if (found != 0 && errno != ENOENT)
    {
        Refuse(errno);
    }
    if (found == 0 && S_ISDIR(status.st_mode))
    {
        RefuseKind("folder");
    }
    if (found == 0 && S_ISSOCK(status.st_mode) && !IsInProc())
    {
        RefuseKind("socket");
    }
    if (IsInProc() || (found == 0 && !S_ISREG(status.st_mode)))
    {
        OpenDirectly();
    }
    else
    {
        OpenBeside(found == 0 ? &status : nullptr);
    }
}

ResultTarget::~ResultTarget()
{
    if (m_descriptor >= 0)
    {
        close(m_descriptor);
    }
    if (!m_partName.empty())
    {
        std::remove(m_partName.c_str());
    }
}

int
ResultTarget::GetDescriptor() const
{
    return m_descriptor;
}

void
ResultTarget::Fail(int error) const
{
    throw UserError(m_fileName + ": cannot be written: " + std::strerror(error));
}

void
ResultTarget::Refuse(int error) const
{
    throw UserError(m_fileName + ": cannot be created: " + std::strerror(error));
}

void
ResultTarget::RefuseKind(const std::string& kind) const
{
    throw UserError(m_fileName + ": it is a " + kind + "; a result needs the name of a file");
}

bool
ResultTarget::IsInProc() const
{
    return m_path.string().starts_with("/proc/");
}

void
ResultTarget::FollowLinks()
{
    for (int i = 0; i <= MAX_LINKS; ++i)
    {
        const auto name = m_path.filename();
        if (name.empty() || name == "." || name == "..")
        {
            RefuseKind("folder");
        }
        std::error_code error;
        auto folder = std::filesystem::absolute(m_path, error).parent_path();
        std::filesystem::create_directories(folder, error);
        folder = error ? folder : std::filesystem::canonical(folder, error);
        if (error)
        {
            Refuse(error.value());
        }
        m_path = folder / name;
        const auto next = std::filesystem::read_symlink(m_path, error);
        if (error || IsInProc())
        {
            return;
        }
        m_path = folder / next;
    }
    Refuse(ELOOP);
}

void
ResultTarget::OpenDirectly()
{
    const int own = FindDescriptor(m_path);
    NS_LOG_INFO(m_path << " is written into");
    if (own >= 0)
    {
        // What the program printed before stands before.
        std::fflush(nullptr);
        m_descriptor = fcntl(own, F_DUPFD_CLOEXEC, 0);
    }
    else
    {
        do
        {
            m_descriptor = open(m_path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        } while (m_descriptor < 0 && errno == EINTR);
    }
    if (m_descriptor < 0)
    {
        Refuse(errno);
    }
}

void
ResultTarget::OpenBeside(const struct stat* old)
{
    // A file that may not be written may not be replaced either.
    if (old && faccessat(AT_FDCWD, m_path.c_str(), W_OK, AT_EACCESS) != 0)
    {
        Refuse(errno);
    }
    OpenUnnamed();
    if (m_descriptor < 0)
    {
        OpenNamed();
    }
    if (m_descriptor < 0)
    {
        Refuse(errno);
    }
    m_isReplaced = true;
    if (old)
    {
        // Who may not give a file away keeps it; the bits come last, as a new owner clears some.
        [[maybe_unused]] const int ignored = fchown(m_descriptor, old->st_uid, old->st_gid);
        fchmod(m_descriptor, old->st_mode & 07777);
    }
}

void
ResultTarget::NextPartName()
{
    static std::atomic<uint32_t> count{0};
    m_partName =
        m_path.string() + "." + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part";
}

void
ResultTarget::OpenUnnamed()
{
    const auto folder = m_path.parent_path();
    m_descriptor = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, NEW_MODE);
    // It gets its name through /proc, which need not be there.
    if (m_descriptor >= 0 && access(GetProcName(m_descriptor).c_str(), F_OK) != 0)
    {
        close(std::exchange(m_descriptor, -1));
    }
}

void
ResultTarget::OpenNamed()
{
    do
    {
        NextPartName();
        m_descriptor = open(m_partName.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, NEW_MODE);
    } while (m_descriptor < 0 && errno == EEXIST);
    if (m_descriptor < 0)
    {
        m_partName.clear();
    }
}

bool
ResultTarget::Link()
{
    const auto unnamed = GetProcName(m_descriptor);
    int status = 0;
    do
    {
        NextPartName();
        status = linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, m_partName.c_str(), AT_SYMLINK_FOLLOW);
    } while (status != 0 && errno == EEXIST);
    if (status != 0)
    {
        m_partName.clear();
    }
    return status == 0;
}

bool
ResultTarget::Replace()
{
    struct stat status{};
    if (lstat(m_path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    {
        // Somebody put it there during the run.
        errno = EEXIST;
        return false;
    }
    if (std::rename(m_partName.c_str(), m_path.c_str()) != 0)
    {
        return false;
    }
    m_partName.clear();
    return true;
}

void
ResultTarget::Commit()
{
    NS_ASSERT_MSG(m_descriptor >= 0, "the result has already been committed");
    if (m_isReplaced && m_partName.empty() && !Link())
    {
        Fail(errno);
    }
    // Some file systems tell only now that there was no room.
    if (close(std::exchange(m_descriptor, -1)) != 0 || (m_isReplaced && !Replace()))
    {
        Fail(errno);
    }
    ResultFolder::NoteWritten(m_path);
}

} // namespace ns3
