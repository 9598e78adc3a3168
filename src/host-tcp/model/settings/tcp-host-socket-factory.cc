/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-host-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-lean-socket.h"
#include "ns3/tcp-offload-socket.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/word-checker.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpHostSocketFactory);

namespace
{

/**
 * @tparam T a kind of algorithm
 * @param tcp TCP of a host
 * @param attribute its attribute that names the algorithm
 * @return the algorithm
 */
template <typename T>
Ptr<T>
MakeAlgorithm(Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

} // namespace

TypeId
TcpHostSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpHostSocketFactory")
            .SetParent<SocketFactory>()
            .SetGroupName("HostTcp")
            .AddConstructor<TcpHostSocketFactory>()
            .AddAttribute(
                "Kind",
                "Class of the sockets: Plain (ns3::TcpSocketBase), Lean "
                "(ns3::TcpLeanSocket) or Offload (ns3::TcpOffloadSocket).",
                EnumValue(Kind::LEAN),
                MakeEnumAccessor<Kind>(&TcpHostSocketFactory::m_kind),
                MakeWordChecker<Kind>(
                    "Kind",
                    {{Kind::PLAIN, "Plain"}, {Kind::LEAN, "Lean"}, {Kind::OFFLOAD, "Offload"}}));
    return tid;
}

Ptr<TcpHostSocketFactory>
TcpHostSocketFactory::GetFor(Ptr<Node> node)
{
    auto factory = node->GetObject<TcpHostSocketFactory>();
    if (!factory)
    {
        factory = CreateObject<TcpHostSocketFactory>();
        node->AggregateObject(factory);
    }
    return factory;
}

Ptr<TcpHostSocketFactory>
TcpHostSocketFactory::Install(Ptr<Node> node, Kind kind)
{
    const auto factory = GetFor(node);
    factory->m_kind = kind;
    return factory;
}

void
TcpHostSocketFactory::Set(const std::string& name, const AttributeValue& value)
{
    m_settings.Set(name, value);
}

Ptr<Socket>
TcpHostSocketFactory::CreateSocket()
{
    const auto socket = MakeSocket();
    m_settings.Apply(socket, GetTypeId().GetName());
    return socket;
}

void
TcpHostSocketFactory::SetUpAcceptedSocket(Ptr<Socket> socket) const
{
    m_settings.SetUpAcceptedSocket(socket);
}

Ptr<TcpSocketBase>
TcpHostSocketFactory::MakeSocket() const
{
    const auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, GetTypeId().GetName() << ": the node has no TCP");
    if (m_kind == Kind::PLAIN)
    {
        return DynamicCast<TcpSocketBase>(tcp->CreateSocket());
    }
    const auto socket = m_kind == Kind::OFFLOAD
                            ? Ptr<TcpLeanSocket>(CreateObject<TcpOffloadSocket>())
                            : CreateObject<TcpLeanSocket>();
    const auto node = GetObject<Node>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetDemux(TcpConnectionDemux::Install(node));
    socket->SetRtt(MakeAlgorithm<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakeAlgorithm<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakeAlgorithm<TcpRecoveryOps>(tcp, "RecoveryType"));
    return socket;
}

} // namespace ns3
