/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-control.h"

#include "ns3/callback.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/user-error.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// Longest line, bytes; what is longer is no command.
constexpr std::size_t LONGEST_LINE = 4096;

} // namespace

LiveControl::LiveControl(const std::string& name, LiveSimulatorImpl& simulator, Handler handler)
    : m_name(name),
      m_simulator(simulator),
      m_handler(std::move(handler))
{
    name == "-" ? static_cast<void>(m_fd = STDIN_FILENO) : OpenFifo();
    m_simulator.AddDescriptor(m_fd, MakeCallback(&LiveControl::HandleReadable, this));
}

LiveControl::~LiveControl()
{
    m_simulator.RemoveDescriptor(m_fd);
    if (m_fd != STDIN_FILENO)
    {
        close(m_fd);
    }
    if (m_isMade)
    {
        unlink(m_name.c_str());
    }
}

void
LiveControl::OpenFifo()
{
    m_isMade = mkfifo(m_name.c_str(), 0600) == 0;
    struct stat status;
    if (stat(m_name.c_str(), &status) == 0 && !S_ISFIFO(status.st_mode))
    {
        throw UserError("control: " + m_name + " is there, but it is no FIFO");
    }
    // Open for writing, too: otherwise it is at its end whenever nobody else writes.
    m_fd = open(m_name.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (m_fd < 0)
    {
        throw UserError("control: " + m_name + ": " + std::strerror(errno));
    }
}

void
LiveControl::HandleReadable()
{
    std::array<char, 1024> bytes;
    const auto count = read(m_fd, bytes.data(), bytes.size());
    if (count > 0)
    {
        m_text.append(bytes.data(), count);
        TakeLines();
    }
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
    {
        m_simulator.RemoveDescriptor(m_fd);
    }
}

void
LiveControl::TakeLines()
{
    std::size_t begin = 0;
    for (auto end = m_text.find('\n'); end != std::string::npos; end = m_text.find('\n', begin))
    {
        m_handler(m_text.substr(begin, end - begin));
        begin = end + 1;
    }
    m_text.erase(0, begin);
    if (m_text.size() > LONGEST_LINE)
    {
        m_text.clear();
    }
}

} // namespace ns3
