/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-descriptor.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Bytes of frames that a packet socket holds until they are read.
constexpr int PACKET_BUFFER = 8 << 20;

/**
 * Check the name of a network interface.
 *
 * @param name the name
 * @return the same
 * @throw UserError if it is no such name
 */
const std::string&
CheckName(const std::string& name)
{
    if (name.empty() || name.size() >= IFNAMSIZ)
    {
        throw UserError("\"" + name + "\" names no network interface: 1 to " +
                        std::to_string(IFNAMSIZ - 1) + " characters, such as tap0");
    }
    return name;
}

/**
 * @param error of a system call that sent or received
 * @return what it means for the frame
 */
LiveDescriptor::Result
Interpret(int error)
{
    switch (error)
    {
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM:
    case EINTR:
        return LiveDescriptor::Result::FULL;
    case EBADFD:
    case EPIPE:
    case ECONNRESET:
    case ENOTCONN:
        return LiveDescriptor::Result::CLOSED;
    default:
        return LiveDescriptor::Result::REFUSED;
    }
}

} // namespace

LiveDescriptor::LiveDescriptor(int fd, Kind kind, const std::string& name)
    : m_fd(fd),
      m_kind(kind),
      m_name(name)
{
    Check(fd, "cannot be opened");
}

LiveDescriptor::~LiveDescriptor()
{
    close(m_fd);
}

void
LiveDescriptor::Check(int result, const std::string& what) const
{
    if (result < 0)
    {
        const std::string reason = std::strerror(errno);
        throw UserError(m_name + ": " + what + ": " + reason);
    }
}

Ptr<LiveDescriptor>
LiveDescriptor::OpenTap(const std::string& name)
{
    const auto fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    const Ptr<LiveDescriptor> tap(
        new LiveDescriptor(fd, Kind::TAP, "TAP device " + CheckName(name)),
        false);
    ifreq request{};
    request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    name.copy(request.ifr_name, IFNAMSIZ - 1);
    tap->Check(ioctl(fd, TUNSETIFF, &request), "cannot be used");
    tap->SetUpTap();
    return tap;
}

void
LiveDescriptor::SetUpTap()
{
    int size = sizeof(LiveVirtioHeader);
    Check(ioctl(m_fd, TUNSETVNETHDRSZ, &size), "has no virtio headers");
}

Ptr<LiveDescriptor>
LiveDescriptor::OpenInterface(const std::string& name)
{
    const auto fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const Ptr<LiveDescriptor> packets(
        new LiveDescriptor(fd, Kind::PACKET, "network interface " + CheckName(name)),
        false);
    const auto index = if_nametoindex(name.c_str());
    packets->Check(index == 0 ? -1 : 0, "cannot be used");
    packets->SetUpPacketSocket(static_cast<int>(index));
    return packets;
}

void
LiveDescriptor::SetUpPacketSocket(int index)
{
    const auto set = [this](int level, int option, const auto& value) {
        return setsockopt(m_fd, level, option, &value, sizeof value);
    };
    const int on = 1;
    Check(set(SOL_PACKET, PACKET_VNET_HDR, on), "has no virtio headers");
    // What this host sends by the interface is none of ours.
    Check(set(SOL_PACKET, PACKET_IGNORE_OUTGOING, on), "shows what it sends");
    if (set(SOL_SOCKET, SO_RCVBUFFORCE, PACKET_BUFFER) < 0)
    {
        set(SOL_SOCKET, SO_RCVBUF, PACKET_BUFFER);
    }
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(ETH_P_ALL);
    address.sll_ifindex = index;
    Check(bind(m_fd, reinterpret_cast<sockaddr*>(&address), sizeof address), "cannot be used");
    // The simulated node has an address of its own.
    packet_mreq membership{};
    membership.mr_ifindex = index;
    membership.mr_type = PACKET_MR_PROMISC;
    Check(set(SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership), "cannot be made promiscuous");
}

Ptr<LiveDescriptor>
LiveDescriptor::Adopt(int fd)
{
    const auto name = "file descriptor " + std::to_string(fd);
    const auto flags = fcntl(fd, F_GETFL);
    ifreq request{};
    const auto isTap = flags >= 0 && ioctl(fd, TUNGETIFF, &request) == 0;
    const Ptr<LiveDescriptor> taken(
        new LiveDescriptor(flags < 0 ? -1 : fd, isTap ? Kind::TAP : Kind::SOCKET, name),
        false);
    taken->Check(fcntl(fd, F_SETFL, flags | O_NONBLOCK), "cannot be made non-blocking");
    if (isTap)
    {
        const auto hasHeader = (request.ifr_flags & IFF_VNET_HDR) != 0;
        errno = EINVAL;
        taken->Check(hasHeader ? 0 : -1, "is a TAP device without virtio headers");
        taken->SetUpTap();
    }
    return taken;
}

int
LiveDescriptor::Get() const
{
    return m_fd;
}

bool
LiveDescriptor::HasOffload() const
{
    return m_kind != Kind::SOCKET;
}

void
LiveDescriptor::SetSegmentOffload(bool isWanted)
{
    if (m_kind == Kind::TAP)
    {
        const unsigned long segments = TUN_F_TSO4 | TUN_F_TSO6;
        Check(ioctl(m_fd, TUNSETOFFLOAD, TUN_F_CSUM | (isWanted ? segments : 0)),
              "cannot offload to us");
    }
}

LiveDescriptor::Result
LiveDescriptor::Read(LiveFrame& frame)
{
    iovec parts[]{{&frame.offload, sizeof frame.offload}, {frame.bytes.data(), frame.bytes.size()}};
    const auto skipped = HasOffload() ? 0 : 1;
    const auto header = HasOffload() ? sizeof frame.offload : 0;
    const auto got = readv(m_fd, parts + skipped, 2 - skipped);
    if (got < 0)
    {
        return Interpret(errno);
    }
    frame.size = std::max<std::size_t>(got, header) - header;
    return got == 0 ? Result::CLOSED : Result::DONE;
}

LiveDescriptor::Result
LiveDescriptor::Write(const LiveFrame& frame)
{
    auto& content = const_cast<LiveFrame&>(frame);
    iovec parts[]{{&content.offload, sizeof content.offload}, {content.bytes.data(), frame.size}};
    if (m_kind == Kind::TAP)
    {
        return writev(m_fd, parts, 2) < 0 ? Interpret(errno) : Result::DONE;
    }
    const auto skipped = HasOffload() ? 0 : 1;
    msghdr message{};
    message.msg_iov = parts + skipped;
    message.msg_iovlen = 2 - skipped;
    return sendmsg(m_fd, &message, MSG_NOSIGNAL) < 0 ? Interpret(errno) : Result::DONE;
}

} // namespace ns3
