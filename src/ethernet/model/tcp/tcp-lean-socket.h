/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LEAN_SOCKET_H
#define TCP_LEAN_SOCKET_H

#include "ns3/tcp-socket-base.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * A TCP socket that sends what ns-3's would, when it would, and knows sooner when there is nothing
 * to send. ns-3 walks the list of all segments on their way to find the next one, after each
 * acknowledgement once more than it sends, which is the dearest of TCP's work with long windows.
 */
class TcpLeanSocket : public TcpSocketBase
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;

  protected:
    Ptr<TcpSocketBase> Fork() override;

    /**
     * @return bytes that may be sent, 0 if none would be
     */
    uint32_t AvailableWindow() const override;

  private:
    /**
     * @param window bytes that may be sent
     * @return whether certainly no segment would be sent
     */
    bool HasNothingToSend(uint32_t window) const;
};

} // namespace ns3

#endif /* TCP_LEAN_SOCKET_H */
