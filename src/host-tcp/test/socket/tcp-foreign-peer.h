/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_FOREIGN_PEER_H
#define TCP_FOREIGN_PEER_H

#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node-container.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/// Options of a segment.
using TcpOptions = std::vector<Ptr<TcpOption>>;

/**
 * @ingroup host-tcp-tests
 *
 * A host that talks to a peer whose segments are written here, byte by byte, as no TCP of ns-3
 * would write them.
 */
class TcpForeignPeerTestCase : public TestCase
{
  public:
    /// Sequence numbers: the peer's is chosen, ns-3's hosts begin at 0.
    static constexpr uint32_t PEER_START = 1000;
    static constexpr uint32_t DATA_START = 1;

    /**
     * @param name of the test case
     * @param kind of the host's sockets
     */
    TcpForeignPeerTestCase(const std::string& name, TcpHostSocketFactory::Kind kind)
        : TestCase(name + (kind == TcpHostSocketFactory::Kind::LEAN ? ", lean" : ", offload")),
          m_kind(kind)
    {
    }

    /**
     * @param mss what it says
     * @return the option
     */
    static Ptr<TcpOption> MakeMss(uint16_t mss)
    {
        const auto option = CreateObject<TcpOptionMSS>();
        option->SetMSS(mss);
        return option;
    }

    /**
     * @param begin of a block, counted from the first byte of data
     * @param end of it
     * @return an option with this block
     */
    static Ptr<TcpOption> MakeSack(uint32_t begin, uint32_t end)
    {
        const auto option = CreateObject<TcpOptionSack>();
        option->AddSackBlock(
            {SequenceNumber32(DATA_START + begin), SequenceNumber32(DATA_START + end)});
        return option;
    }

    /**
     * @param shift of the peer's windows
     * @return the option
     */
    static Ptr<TcpOption> MakeScale(uint8_t shift)
    {
        const auto option = CreateObject<TcpOptionWinScale>();
        option->SetScale(shift);
        return option;
    }

    /**
     * @param value on the peer's clock
     * @param echo what it echoes
     * @return the option
     */
    static Ptr<TcpOption> MakeTimestamp(uint32_t value, uint32_t echo = 0)
    {
        const auto option = CreateObject<TcpOptionTS>();
        option->SetTimestamp(value);
        option->SetEcho(echo);
        return option;
    }

  protected:
    /// Data in a full segment of the host.
    static constexpr uint32_t SEGMENT = 1448;

    /// Ports of the host and of the peer.
    static constexpr uint16_t HOST_PORT = 9;
    static constexpr uint16_t PEER_PORT = 4000;

    /// Make the host. It listens.
    void SetUp()
    {
        NodeContainer nodes(2);
        const auto devices = EthernetHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        m_host = nodes.Get(0);
        TcpHostSocketFactory::Install(m_host, m_kind);
        m_listener = MakeSocket();
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), HOST_PORT));
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { m_connection = socket; }));
        m_listener->Listen();
    }

    /**
     * @return a socket of the host
     */
    Ptr<Socket> MakeSocket()
    {
        const auto socket = m_host->GetObject<TcpHostSocketFactory>()->CreateSocket();
        socket->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        socket->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [this](Ptr<const Packet> packet,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase>) {
                    m_ports.push_back(header.GetSourcePort());
                    m_sent.push_back(header);
                    if (packet->GetSize() > 0)
                    {
                        m_sizes.push_back(packet->GetSize());
                    }
                }));
        return socket;
    }

    /**
     * Let a segment of the peer arrive.
     *
     * @param flags of TCP
     * @param seq sequence number
     * @param ack what it acknowledges
     * @param options of TCP
     * @param port of the host
     * @param bytes of data
     */
    void Arrive(uint8_t flags,
                uint32_t seq,
                uint32_t ack,
                const TcpOptions& options = {},
                uint16_t port = HOST_PORT,
                uint32_t bytes = 0)
    {
        TcpHeader tcp;
        tcp.SetSourcePort(m_peerPort);
        tcp.SetDestinationPort(port);
        tcp.SetSequenceNumber(SequenceNumber32(seq));
        tcp.SetAckNumber(SequenceNumber32(ack));
        tcp.SetFlags(flags);
        tcp.SetWindowSize(m_window);
        for (const auto& option : options)
        {
            tcp.AppendOption(option);
        }
        const auto packet = Create<Packet>(bytes);
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetSource("10.0.0.9");
        ip.SetDestination("10.0.0.1");
        ip.SetPayloadSize(packet->GetSize());
        ip.SetProtocol(IpProtocol::TCP);
        const auto host = m_host->GetObject<Ipv4L3Protocol>();
        host->GetProtocol(IpProtocol::TCP)->Receive(packet, ip, host->GetInterface(1));
    }

    /**
     * Open a connection from the peer.
     *
     * @param options of its SYN
     */
    void Connect(const TcpOptions& options)
    {
        Arrive(TcpHeader::SYN, PEER_START, 0, options);
        At(1, [this] { Acknowledge(0); });
    }

    /**
     * Let an acknowledgement of the peer arrive.
     *
     * @param bytes of data that it acknowledges
     * @param options of TCP
     */
    void Acknowledge(uint32_t bytes, const TcpOptions& options = {})
    {
        Arrive(TcpHeader::ACK, PEER_START + 1, DATA_START + bytes, options);
    }

    /**
     * Let the host send.
     *
     * @param bytes how much
     */
    void Send(uint32_t bytes)
    {
        m_sizes.clear();
        m_connection->Send(Create<Packet>(bytes));
    }

    /**
     * @return bytes of the segments sent since Send was called
     */
    uint32_t GetSent() const
    {
        uint32_t sum = 0;
        for (const auto size : m_sizes)
        {
            sum += size;
        }
        return sum;
    }

    /**
     * @param milliseconds when
     * @param action what to do then; what the host sends, it sends a little later
     */
    static void At(uint32_t milliseconds, const std::function<void()>& action)
    {
        Simulator::Schedule(MilliSeconds(milliseconds), action);
    }

    /**
     * Run the simulation, and forget it.
     *
     * @param time how much of it
     */
    void Run(Time time = MilliSeconds(100))
    {
        Simulator::Stop(time);
        Simulator::Run();
        m_listener = nullptr;
        m_connection = nullptr;
        m_host = nullptr;
        Simulator::Destroy();
    }

    TcpHostSocketFactory::Kind m_kind; //!< of the host's sockets
    Ptr<Node> m_host;                  //!< the host
    Ptr<Socket> m_listener;            //!< its socket that listens
    Ptr<Socket> m_connection;          //!< its end of the connection
    std::vector<uint32_t> m_sizes;     //!< data of the segments it sent
    std::vector<uint16_t> m_ports;     //!< from which it sent
    std::vector<TcpHeader> m_sent;     //!< headers of the segments it sent
    uint16_t m_peerPort{PEER_PORT};    //!< of the peer
    uint16_t m_window{65'535};         //!< the peer's, as its segments say
};

} // namespace ns3

#endif /* TCP_FOREIGN_PEER_H */
