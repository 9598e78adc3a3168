/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARING_BENCH_H
#define TCP_SHARING_BENCH_H

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/fair-tcp-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-control-block-sharing.h"
#include "ns3/tcp-ensemble-control-block.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Bytes of data in a segment.
inline constexpr uint32_t MSS = 1448;

/// TCP port of receivers.
inline constexpr uint16_t PORT = 5001;

/// Hosts on one fast link, and bulk connections from the first.
class Bench
{
  public:
    /// How the hosts are set up.
    struct Setup
    {
        uint32_t hosts{2};                                //!< number of hosts
        double loss{0};                                   //!< share of packets from the first host
        std::string algorithm{"ns3::TcpLinuxReno"};       //!< congestion control
        std::string factory{"ns3::TcpHostSocketFactory"}; //!< of sockets
        FairTcpHelper sharing{};                          //!< how connections share
        bool hasIpv6{false};                              //!< whether connections are over IPv6
        bool isLean{false}; //!< whether sockets are TcpLeanSockets, which may have rules of Linux
    };

    /**
     * @param setup how the hosts are set up
     */
    explicit Bench(const Setup& setup)
        : m_setup(setup)
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(setup.algorithm));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 << 20));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4 << 20));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
        hosts.Create(setup.hosts);
        SimpleNetDeviceHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate("10Gbps")));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("100000p"));
        link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(10)));
        const auto devices = link.Install(hosts);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(setup.hasIpv6);
        internet.Install(hosts);
        for (uint32_t i = 0; i < setup.hosts && setup.isLean; ++i)
        {
            TcpHostSocketFactory::Install(hosts.Get(i), TcpHostSocketFactory::Kind::LEAN);
        }
        setup.sharing.Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        if (setup.hasIpv6)
        {
            Ipv6AddressHelper().Assign(devices);
        }
        // Else a SYN may be lost while the address of the device is asked for.
        NeighborCacheHelper().PopulateNeighborCache();
        for (uint32_t i = 1; i < setup.hosts; ++i)
        {
            loss.push_back(CreateObject<RateErrorModel>());
            loss.back()->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss.back()->SetRate(setup.loss);
            loss.back()->AssignStreams(i);
            DynamicCast<SimpleNetDevice>(devices.Get(i))->SetReceiveErrorModel(loss.back());
            Listen(hosts.Get(i));
        }
        for (uint32_t i = 0; i < setup.hosts; ++i)
        {
            TcpControlBlockSharing::GetFor(hosts.Get(i))
                ->TraceConnectWithoutContext("Ensemble", MakeCallback(&Bench::NoteEnsemble, this));
        }
        // Devices work after their nodes have been initialized.
        Run(MilliSeconds(1));
    }

    ~Bench()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * Open a connection from the first host.
     *
     * @param to number of a host
     * @return its socket, which sends as much as it can
     */
    Ptr<TcpSocketBase> Connect(uint32_t to)
    {
        const auto socket = DynamicCast<TcpSocketBase>(CreateSocket(hosts.Get(0)));
        socket->SetSendCallback(MakeCallback(&Bench::Fill, this));
        socket->Connect(GetAddress(to));
        sockets.push_back(socket);
        return socket;
    }

    /**
     * @param to number of a host
     * @return where it listens
     */
    Address GetAddress(uint32_t to) const
    {
        if (m_setup.hasIpv6)
        {
            const auto ip = hosts.Get(to)->GetObject<Ipv6>();
            return Inet6SocketAddress(ip->GetAddress(1, 1).GetAddress(), PORT);
        }
        const auto ip = hosts.Get(to)->GetObject<Ipv4>();
        return InetSocketAddress(ip->GetAddress(1, 0).GetLocal(), PORT);
    }

    /**
     * Run for a time.
     *
     * @param time how long
     */
    void Run(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /**
     * @param to number of a host
     * @return the first host's ensemble of connections to it
     */
    Ptr<TcpEnsembleControlBlock> GetSender(uint32_t to) const
    {
        const auto from = hosts.Get(0)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
        return TcpControlBlockSharing::GetFor(hosts.Get(0))
            ->GetEnsemble({from, InetSocketAddress::ConvertFrom(GetAddress(to)).GetIpv4()});
    }

    /**
     * @param connection number of a connection
     * @return bytes that it has sent and that are acknowledged
     */
    uint64_t Sent(std::size_t connection) const
    {
        return sockets[connection]->GetTxBuffer()->HeadSequence() - SequenceNumber32(1);
    }

    NodeContainer hosts;                                 //!< the hosts
    std::vector<Ptr<RateErrorModel>> loss;               //!< of receivers
    std::vector<Ptr<TcpSocketBase>> sockets;             //!< of the first host
    std::vector<Ptr<Socket>> accepted;                   //!< of the others
    std::vector<Ptr<TcpEnsembleControlBlock>> ensembles; //!< in order of creation
    uint64_t received{0};                                //!< bytes
    bool isIdle{false};                                  //!< whether nothing more is sent

  private:
    /**
     * @param host a host
     * @return a socket of it
     */
    Ptr<Socket> CreateSocket(Ptr<Node> host) const
    {
        return Socket::CreateSocket(host, TypeId::LookupByName(m_setup.factory));
    }

    /**
     * @param host a host that receives
     */
    void Listen(Ptr<Node> host)
    {
        const auto listener = CreateSocket(host);
        if (m_setup.hasIpv6)
        {
            listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        }
        else
        {
            listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        }
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&Bench::Accept, this));
        m_listeners.push_back(listener);
    }

    /**
     * @param socket a new connection
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        accepted.push_back(socket);
        socket->SetRecvCallback(MakeCallback(&Bench::Receive, this));
    }

    /**
     * @param socket where data have arrived
     */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto data = socket->Recv())
        {
            if (data->GetSize() == 0)
            {
                break;
            }
            received += data->GetSize();
        }
    }

    /**
     * @param socket where data can be sent
     * @param available bytes
     */
    void Fill(Ptr<Socket> socket, uint32_t available)
    {
        if (!isIdle && available >= MSS)
        {
            socket->Send(Create<Packet>(available - available % MSS));
        }
    }

    /**
     * @param ensemble a new one
     */
    void NoteEnsemble(Ptr<TcpEnsembleControlBlock> ensemble)
    {
        ensembles.push_back(ensemble);
    }

    Setup m_setup;                        //!< how the hosts are set up
    std::vector<Ptr<Socket>> m_listeners; //!< of those that receive
};

/**
 * @param socket a socket that shares
 * @return its congestion control
 */
inline Ptr<TcpSharingCongestionOps>
GetOps(Ptr<Socket> socket)
{
    PointerValue ops;
    socket->GetAttribute("CongestionOps", ops);
    return ops.Get<TcpSharingCongestionOps>();
}

} // namespace ns3

#endif /* TCP_SHARING_BENCH_H */
