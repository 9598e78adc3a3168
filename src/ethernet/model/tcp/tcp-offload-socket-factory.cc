/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-socket-factory.h"

#include "tcp-offload-socket.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpOffloadSocketFactory);

TypeId
TcpOffloadSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpOffloadSocketFactory")
                            .SetParent<TcpHostSocketFactory>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<TcpOffloadSocketFactory>();
    return tid;
}

Ptr<TcpLeanSocket>
TcpOffloadSocketFactory::MakeSocket() const
{
    return CreateObject<TcpOffloadSocket>();
}

} // namespace ns3
