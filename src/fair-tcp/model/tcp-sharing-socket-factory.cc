/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-socket-factory.h"

#include "tcp-sharing-installer.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpSharingSocketFactory);

TypeId
TcpSharingSocketFactory::GetTypeId()
{
    using Self = TcpSharingSocketFactory;
    static TypeId tid =
        TypeId("ns3::TcpSharingSocketFactory")
            .SetParent<SocketFactory>()
            .SetGroupName("FairTcp")
            .AddConstructor<Self>()
            .AddAttribute("SocketFactory",
                          "TypeId of the factory of the node that makes the TCP sockets.",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&Self::m_socketFactory),
                          MakeTypeIdChecker())
            .AddAttribute("EnsembleSharing",
                          "Whether connections that are open at the same time share.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_ensemble),
                          MakeBooleanChecker())
            .AddAttribute("TemporalSharing",
                          "Whether a connection begins with what closed ones have left.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_temporal),
                          MakeBooleanChecker());
    return tid;
}

Ptr<Socket>
TcpSharingSocketFactory::CreateSocket()
{
    const auto socket =
        DynamicCast<TcpSocketBase>(Socket::CreateSocket(GetObject<Node>(), m_socketFactory));
    NS_ABORT_MSG_UNLESS(socket, "TcpSharingSocketFactory: SocketFactory makes no TCP sockets");
    TcpSharingInstaller::Install(socket, {m_ensemble, m_temporal});
    return socket;
}

} // namespace ns3
