/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARING_SOCKET_FACTORY_H
#define TCP_SHARING_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * @ingroup fair-tcp
 *
 * Makes TCP sockets whose connections share their control blocks, by another factory of the node.
 * It is aggregated to a node, and applications take its type as their Protocol.
 */
class TcpSharingSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Ptr<Socket> CreateSocket() override;

  private:
    TypeId m_socketFactory; //!< what makes the sockets
    bool m_ensemble;        //!< whether connections share that are open at the same time
    bool m_temporal;        //!< whether they share with closed ones
};

} // namespace ns3

#endif /* TCP_SHARING_SOCKET_FACTORY_H */
