/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-socket.h"

#include "ns3/user-error.h"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Clients that may wait to be taken.
constexpr int BACKLOG = 64;

/**
 * @param path a path, not too long
 * @return the address of a socket there
 */
sockaddr_un
MakeAddress(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

/**
 * @param address a socket's address
 * @return whether somebody listens there
 */
bool
HasListener(const sockaddr_un& address)
{
    const auto fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const auto result = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const bool isRefused = result < 0 && errno == ECONNREFUSED;
    close(fd);
    return !isRefused;
}

/**
 * @param text a text
 * @return the same, with what may not be in a URI's query in percent encoding (RFC 3986, 2.1)
 */
std::string
Encode(const std::string& text)
{
    std::ostringstream encoded;
    encoded << std::hex << std::uppercase << std::setfill('0');
    for (const unsigned char byte : text)
    {
        if (std::isalnum(byte) || std::strchr("/-._~", byte))
        {
            encoded << byte;
        }
        else
        {
            encoded << '%' << std::setw(2) << +byte;
        }
    }
    return encoded.str();
}

} // namespace

NbdSocket::NbdSocket(const std::string& path)
    : m_path(path),
      m_fd(-1)
{
    const auto most = sizeof sockaddr_un{}.sun_path - 1;
    if (path.size() > most)
    {
        Fail("a path of " + std::to_string(path.size()) + " bytes, but a socket's has at most " +
             std::to_string(most));
    }
    RemoveLeftOver();
    m_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    Listen();
}

NbdSocket::~NbdSocket()
{
    close(m_fd);
    unlink(m_path.c_str());
}

void
NbdSocket::Fail(const std::string& what) const
{
    throw UserError("nbd: " + m_path + ": " + what);
}

void
NbdSocket::RemoveLeftOver() const
{
    struct stat status;
    if (lstat(m_path.c_str(), &status) < 0)
    {
        return;
    }
    if (!S_ISSOCK(status.st_mode))
    {
        Fail("is there, but it is no socket");
    }
    if (HasListener(MakeAddress(m_path)))
    {
        Fail("is in use by another server");
    }
    unlink(m_path.c_str());
}

void
NbdSocket::Listen()
{
    const auto address = MakeAddress(m_path);
    // The path gets this mode: it is its owner's alone.
    const bool isBound =
        m_fd >= 0 && fchmod(m_fd, 0600) == 0 &&
        bind(m_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (isBound && listen(m_fd, BACKLOG) == 0)
    {
        return;
    }
    const std::string reason = std::strerror(errno);
    if (isBound)
    {
        unlink(m_path.c_str());
    }
    close(m_fd);
    Fail("cannot be made: " + reason);
}

int
NbdSocket::Get() const
{
    return m_fd;
}

int
NbdSocket::Accept() const
{
    return accept4(m_fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

std::string
NbdSocket::GetUri(const std::string& name) const
{
    return "nbd+unix:///" + Encode(name) +
           "?socket=" + Encode(std::filesystem::absolute(m_path).string());
}

} // namespace ns3
