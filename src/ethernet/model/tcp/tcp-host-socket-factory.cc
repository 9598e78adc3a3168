/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-host-socket-factory.h"

#include "tcp-lean-socket.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

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
            .SetGroupName("Ethernet")
            .AddAttribute("MinshallNagle",
                          "The attribute of sockets of this host made from now on.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpHostSocketFactory::m_minshallNagle),
                          MakeBooleanChecker())
            .AddAttribute("DelAckFullSized",
                          "The attribute of sockets of this host made from now on.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpHostSocketFactory::m_delAckFullSized),
                          MakeBooleanChecker());
    return tid;
}

Ptr<Socket>
TcpHostSocketFactory::CreateSocket()
{
    const auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, GetInstanceTypeId().GetName() << ": the node has no TCP");
    const auto socket = MakeSocket();
    socket->SetAttribute("MinshallNagle", BooleanValue(m_minshallNagle));
    socket->SetAttribute("DelAckFullSized", BooleanValue(m_delAckFullSized));
    socket->SetNode(GetObject<Node>());
    socket->SetTcp(tcp);
    socket->SetDemux(TcpConnectionDemux::Install(GetObject<Node>()));
    socket->SetRtt(MakeAlgorithm<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakeAlgorithm<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakeAlgorithm<TcpRecoveryOps>(tcp, "RecoveryType"));
    return socket;
}

} // namespace ns3
