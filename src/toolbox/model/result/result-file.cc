/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-file.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes that are written at a time.
constexpr std::size_t WRITE_BYTES = 1 << 16;

/**
 * Keeps the thread from being ended by SIGPIPE while it lives: a write that nobody reads fails then
 * with EPIPE instead.
 */
class BrokenPipeGuard
{
  public:
    BrokenPipeGuard()
    {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }

    ~BrokenPipeGuard()
    {
        const int error = errno;
        const timespec now{};
        while (!m_wasPending && sigtimedwait(&m_signal, nullptr, &now) == -1 && errno == EINTR)
        {
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
        errno = error;
    }

    BrokenPipeGuard(const BrokenPipeGuard&) = delete;
    BrokenPipeGuard& operator=(const BrokenPipeGuard&) = delete;

  private:
    sigset_t m_signal; //!< SIGPIPE alone
    sigset_t m_before; //!< what was blocked before
    bool m_wasPending; //!< whether somebody else's signal waits
};

/**
 * @param descriptor where to
 * @param text what to write
 * @return false with an error number, if not everything could be written
 */
bool
WriteAll(int descriptor, std::string_view text)
{
    const BrokenPipeGuard guard;
    while (!text.empty())
    {
        const auto written = write(descriptor, text.data(), text.size());
        if (written >= 0)
        {
            text.remove_prefix(written);
        }
        else if (errno != EINTR)
        {
            return false;
        }
    }
    return true;
}

} // namespace

ResultFile::ResultFile(const std::string& fileName)
    : m_fileName(fileName),
      m_target(fileName)
{
    if (const auto* compression = FileCompression::FindByName(fileName))
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
}

void
ResultFile::StartCompression(const FileCompression& compression)
{
    // A socket and not a pipe: if the process dies, what it did not read yet is an error, too.
    int ends[2]{-1, -1};
    int error = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
    if (error == 0)
    {
        error = m_process.Start(compression.program,
                                compression.packOption,
                                ends[1],
                                m_target.GetDescriptor());
        close(ends[1]);
    }
    if (error != 0)
    {
        close(ends[0]);
        throw UserError(m_fileName + ": " + compression.program +
                        " is needed to write it and cannot be run: " + std::strerror(error));
    }
    m_socket = ends[0];
}

void
ResultFile::Write(std::string_view text)
{
    NS_ASSERT_MSG(m_target.GetDescriptor() >= 0, "the file has already been committed");
    m_waiting += text;
    if (m_waiting.size() >= WRITE_BYTES)
    {
        Flush();
    }
}

void
ResultFile::Flush()
{
    const bool isCompressed = m_socket >= 0;
    if (!WriteAll(isCompressed ? m_socket : m_target.GetDescriptor(), m_waiting))
    {
        m_target.Fail(isCompressed ? FindCompressionError() : errno);
    }
    m_waiting.clear();
}

int
ResultFile::FindCompressionError() const
{
    // The process does not say why it gave up. What stopped it stops this write as well.
    return WriteAll(m_target.GetDescriptor(), "\n") ? EIO : errno;
}

void
ResultFile::Commit()
{
    Flush();
    if (m_socket >= 0)
    {
        close(std::exchange(m_socket, -1));
        if (!m_process.Wait())
        {
            m_target.Fail(FindCompressionError());
        }
    }
    m_target.Commit();
}

} // namespace ns3
