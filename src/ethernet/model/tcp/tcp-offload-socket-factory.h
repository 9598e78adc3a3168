/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OFFLOAD_SOCKET_FACTORY_H
#define TCP_OFFLOAD_SOCKET_FACTORY_H

#include "tcp-host-socket-factory.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Makes TCP sockets that leave segmentation to the adapter.
 */
class TcpOffloadSocketFactory : public TcpHostSocketFactory
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

#endif /* TCP_OFFLOAD_SOCKET_FACTORY_H */
