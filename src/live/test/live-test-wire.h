/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_TEST_WIRE_H
#define LIVE_TEST_WIRE_H

#include "ns3/abort.h"
#include "ns3/live-net-device.h"
#include "ns3/live-network-helper.h"
#include "ns3/node.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-tests
 *
 * Bytes of a frame.
 */
using LiveTestBytes = std::vector<uint8_t>;

/**
 * @ingroup live-tests
 *
 * @param hex pairs of hexadecimal digits; spaces do not count
 * @return the bytes
 */
inline LiveTestBytes
FromHex(const std::string& hex)
{
    LiveTestBytes bytes;
    std::string digits;
    for (const auto digit : hex)
    {
        if (digit == ' ')
        {
            continue;
        }
        digits += digit;
        if (digits.size() == 2)
        {
            bytes.push_back(static_cast<uint8_t>(std::stoi(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return bytes;
}

/**
 * @ingroup live-tests
 *
 * A node with a live device whose other end is here, in a pair of sockets.
 */
class LiveTestWire
{
  public:
    /**
     * @param helper installs the device
     */
    explicit LiveTestWire(const LiveNetworkHelper& helper = LiveNetworkHelper())
        : node(CreateObject<Node>())
    {
        int ends[2];
        NS_ABORT_MSG_IF(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0,
                        "no pair of sockets");
        m_end = ends[0];
        device = helper.InstallDescriptor(node, ends[1]);
    }

    ~LiveTestWire()
    {
        Close();
    }

    LiveTestWire(const LiveTestWire&) = delete;
    LiveTestWire& operator=(const LiveTestWire&) = delete;

    /// Close this end.
    void Close()
    {
        if (m_end >= 0)
        {
            close(m_end);
            m_end = -1;
        }
    }

    /**
     * Let a frame arrive at the device.
     *
     * @param frame its bytes
     */
    void Write(const LiveTestBytes& frame) const
    {
        const auto written = send(m_end, frame.data(), frame.size(), 0);
        NS_ABORT_MSG_IF(written != static_cast<ssize_t>(frame.size()), "not written");
    }

    /**
     * @return the next frame that the device has sent, nothing if there is none
     */
    std::optional<LiveTestBytes> Read() const
    {
        LiveTestBytes frame(70'000);
        const auto got = recv(m_end, frame.data(), frame.size(), MSG_DONTWAIT);
        if (got <= 0)
        {
            return std::nullopt;
        }
        frame.resize(got);
        return frame;
    }

    Ptr<Node> node;            //!< the node
    Ptr<LiveNetDevice> device; //!< its device

  private:
    int m_end; //!< the other end, below 0 once closed
};

} // namespace ns3

#endif /* LIVE_TEST_WIRE_H */
