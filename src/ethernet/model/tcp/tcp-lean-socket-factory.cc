/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lean-socket-factory.h"

#include "tcp-lean-socket.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLeanSocketFactory);

TypeId
TcpLeanSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLeanSocketFactory")
                            .SetParent<TcpHostSocketFactory>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<TcpLeanSocketFactory>();
    return tid;
}

Ptr<TcpLeanSocket>
TcpLeanSocketFactory::MakeSocket() const
{
    return CreateObject<TcpLeanSocket>();
}

} // namespace ns3
