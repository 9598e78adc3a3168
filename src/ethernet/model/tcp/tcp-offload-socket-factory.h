/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OFFLOAD_SOCKET_FACTORY_H
#define TCP_OFFLOAD_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Makes TCP sockets that leave segmentation to the adapter, with the algorithms that are set for
 * the host's TCP. It is aggregated to a node with TcpL4Protocol, and applications take its type as
 * their Protocol.
 */
class TcpOffloadSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Ptr<Socket> CreateSocket() override;
};

} // namespace ns3

#endif /* TCP_OFFLOAD_SOCKET_FACTORY_H */
