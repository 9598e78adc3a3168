/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LEAN_SOCKET_FACTORY_H
#define TCP_LEAN_SOCKET_FACTORY_H

#include "tcp-host-socket-factory.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Makes TCP sockets that spare themselves searches without a result.
 */
class TcpLeanSocketFactory : public TcpHostSocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    Ptr<TcpLeanSocket> MakeSocket() const override;
};

} // namespace ns3

#endif /* TCP_LEAN_SOCKET_FACTORY_H */
