/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HOST_SOCKET_FACTORY_H
#define TCP_HOST_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"

namespace ns3
{

class TcpLeanSocket;

/**
 * @ingroup ethernet
 *
 * Makes TCP sockets of a class of our own, with the algorithms that are set for the host's TCP. A
 * factory is aggregated to a node with TcpL4Protocol, and applications take its type as their
 * Protocol.
 */
class TcpHostSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Ptr<Socket> CreateSocket() override;

  private:
    /**
     * @return a socket that has no host yet
     */
    virtual Ptr<TcpLeanSocket> MakeSocket() const = 0;

    bool m_minshallNagle;   //!< as sockets have it
    bool m_delAckFullSized; //!< as sockets have it
};

} // namespace ns3

#endif /* TCP_HOST_SOCKET_FACTORY_H */
