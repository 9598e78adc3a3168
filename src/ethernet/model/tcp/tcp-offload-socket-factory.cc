/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-socket-factory.h"

#include "tcp-offload-socket.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpOffloadSocketFactory);

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
TcpOffloadSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpOffloadSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<TcpOffloadSocketFactory>();
    return tid;
}

Ptr<Socket>
TcpOffloadSocketFactory::CreateSocket()
{
    const auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, "TcpOffloadSocketFactory: the node has no TCP");
    const auto socket = CreateObject<TcpOffloadSocket>();
    socket->SetNode(GetObject<Node>());
    socket->SetTcp(tcp);
    socket->SetRtt(MakeAlgorithm<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakeAlgorithm<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakeAlgorithm<TcpRecoveryOps>(tcp, "RecoveryType"));
    return socket;
}

} // namespace ns3
