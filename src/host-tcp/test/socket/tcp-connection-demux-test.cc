/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/ethernet-helper.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/tcp-connection-demux.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Port of the server, and of the client where it is chosen.
constexpr uint16_t SERVER_PORT = 9;
constexpr uint16_t CLIENT_PORT = 4000;

/// What the client sends, bytes.
constexpr uint32_t SENT_BYTES = 100'000;

/// Counts the segments that reach ns-3's TCP.
class CountingTcp : public TcpL4Protocol
{
  public:
    /**
     * @param host the host whose TCP gets the segments
     */
    explicit CountingTcp(Ptr<Node> host)
        : m_tcp(host->GetObject<TcpL4Protocol>())
    {
    }

    RxStatus Receive(Ptr<Packet> segment,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> interface) override
    {
        ++segments;
        return m_tcp->Receive(segment, header, interface);
    }

    void ReceiveIcmp(Ipv4Address source,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv4Address payloadSource,
                     Ipv4Address payloadDestination,
                     const uint8_t payload[8]) override
    {
        ++errors;
        m_tcp->ReceiveIcmp(source,
                           ttl,
                           type,
                           code,
                           info,
                           payloadSource,
                           payloadDestination,
                           payload);
    }

    uint32_t segments{0}; //!< that arrived
    uint32_t errors{0};   //!< of ICMP that arrived

  private:
    Ptr<TcpL4Protocol> m_tcp; //!< of the host
};

/// Takes every segment.
class CountingConnection : public TcpConnection
{
  public:
    bool Receive(Ptr<Packet>,
                 const TcpSegmentStart&,
                 const Ipv4Header&,
                 Ptr<Ipv4Interface>) override
    {
        ++segments;
        return true;
    }

    uint32_t segments{0}; //!< that it took
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A client and a server on a cable.
 */
class TcpConnectionDemuxTestCase : public TestCase
{
  public:
    /**
     * @param name of the test case
     */
    explicit TcpConnectionDemuxTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * Make both hosts. The server listens.
     *
     * @param factory of the sockets
     */
    void SetUp(TypeId factory = TcpHostSocketFactory::GetTypeId())
    {
        m_factory = factory;
        m_hosts.Create(2);
        const auto devices = EthernetHelper().Install(m_hosts);
        InternetStackHelper().Install(m_hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        for (auto host = m_hosts.Begin(); host != m_hosts.End(); ++host)
        {
            m_tcp.push_back(CreateObject<CountingTcp>(*host));
            (*host)->GetObject<Ipv4>()->Insert(m_tcp.back());
            TcpHostSocketFactory::Install(*host, TcpHostSocketFactory::Kind::LEAN);
        }
        m_listener = Listen(Ipv4Address::GetAny());
    }

    /**
     * @param address where the server takes connections
     * @return its socket, which listens
     */
    Ptr<Socket> Listen(Ipv4Address address)
    {
        const auto listener = MakeSocket(1);
        listener->Bind(InetSocketAddress(address, SERVER_PORT));
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { Accept(socket); }));
        listener->Listen();
        return listener;
    }

    /// Forget the hosts.
    void TearDown()
    {
        m_listener = nullptr;
        m_accepted.clear();
        m_tcp.clear();
        m_hosts = NodeContainer();
        Simulator::Destroy();
    }

    /**
     * @param host 0 for the client, 1 for the server
     * @return a socket of it
     */
    Ptr<Socket> MakeSocket(uint32_t host)
    {
        return Socket::CreateSocket(m_hosts.Get(host), m_factory);
    }

    /**
     * @return a client's socket that connects, sends SENT_BYTES and closes
     */
    Ptr<Socket> Send()
    {
        const auto socket = MakeSocket(0);
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), CLIENT_PORT));
        socket->Connect(InetSocketAddress("10.0.0.2", SERVER_PORT));
        socket->Send(Create<Packet>(SENT_BYTES));
        socket->Close();
        return socket;
    }

    /**
     * Let an empty segment arrive at the server.
     *
     * @param flags of TCP
     */
    void Arrive(uint8_t flags)
    {
        TcpHeader tcp;
        tcp.SetSourcePort(CLIENT_PORT);
        tcp.SetDestinationPort(SERVER_PORT);
        tcp.SetFlags(flags);
        const auto packet = Create<Packet>();
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetSource("10.0.0.1");
        ip.SetDestination("10.0.0.2");
        ip.SetPayloadSize(packet->GetSize());
        ip.SetProtocol(IpProtocol::TCP);
        const auto server = m_hosts.Get(1)->GetObject<Ipv4L3Protocol>();
        server->GetProtocol(IpProtocol::TCP)->Receive(packet, ip, server->GetInterface(1));
    }

    /**
     * @param host 0 for the client, 1 for the server
     * @return segments that reached ns-3's TCP there
     */
    uint32_t GetSearched(uint32_t host) const
    {
        return m_tcp[host]->segments;
    }

    NodeContainer m_hosts;                       //!< client and server
    Ptr<Socket> m_listener;                      //!< of the server
    std::vector<Ptr<CountingTcp>> m_tcp;         //!< of both
    std::vector<Ptr<Socket>> m_accepted{};       //!< connections of the server
    uint32_t m_received{0};                      //!< bytes, by the server
    std::function<void()> m_whenAccepted{[] {}}; //!< is called at each new connection

  private:
    /**
     * @param socket of a new connection
     */
    void Accept(Ptr<Socket> socket)
    {
        m_accepted.push_back(socket);
        Simulator::ScheduleNow(m_whenAccepted);
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> from) {
            while (const auto data = from->Recv())
            {
                m_received += data->GetSize();
            }
        }));
        socket->SetCloseCallbacks(
            Callback<void, Ptr<Socket>>([](Ptr<Socket> from) { from->Close(); }),
            MakeNullCallback<void, Ptr<Socket>>());
    }

    TypeId m_factory; //!< of the sockets
};

/**
 * @ingroup host-tcp-tests
 *
 * No segment is searched for.
 */
class TcpConnectionDemuxCountTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxCountTestCase()
        : TcpConnectionDemuxTestCase("segments of a connection need no search")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Send();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, SENT_BYTES, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(0), 0, "the client's segments");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), 0, "the server's segments");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What ns-3's own TCP has to see still gets there.
 */
class TcpConnectionDemuxPassTestCase : public TcpConnectionDemuxTestCase
{
  public:
    /**
     * @param factory of the sockets
     * @param hasChecksums whether ns-3 checks them
     */
    TcpConnectionDemuxPassTestCase(TypeId factory, bool hasChecksums)
        : TcpConnectionDemuxTestCase("all segments of " + factory.GetName() +
                                     (hasChecksums ? " are checked" : " are searched for")),
          m_factory(factory),
          m_hasChecksums(hasChecksums)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_hasChecksums));
        SetUp(m_factory);
        Send();
        Simulator::Run();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(m_received, SENT_BYTES, "bytes received");
        NS_TEST_EXPECT_MSG_GT(GetSearched(0), 50, "the client's segments");
        NS_TEST_EXPECT_MSG_GT(GetSearched(1), 50, "the server's segments");
        TearDown();
    }

    TypeId m_factory;    //!< of the sockets
    bool m_hasChecksums; //!< whether ns-3 checks them
};

/**
 * @ingroup host-tcp-tests
 *
 * Sockets that are still open do not hold a closed connection's ports.
 */
class TcpConnectionDemuxReuseTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxReuseTestCase()
        : TcpConnectionDemuxTestCase("a connection follows one between the same ports")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        auto first = Send();
        Simulator::Run();
        const auto old = m_accepted.at(0);
        // There is no connection, so TCP answers with RST (RFC 9293, 3.5.2).
        Arrive(TcpHeader::ACK);
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), 1, "a late segment is for nobody");
        const auto second = Send();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 2, "connections");
        NS_TEST_EXPECT_MSG_EQ(m_received, 2 * SENT_BYTES, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), 1, "the late segment");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * An old socket that goes does not take its successor's connection along.
 */
class TcpConnectionDemuxSuccessorTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxSuccessorTestCase()
        : TcpConnectionDemuxTestCase("an old socket goes while its successor is connected")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        auto first = Send();
        Simulator::Run();
        const auto second = Send();
        m_whenAccepted = [this, &first] {
            NS_TEST_EXPECT_MSG_LT(m_received, 2 * SENT_BYTES, "under way");
            first = nullptr;
            m_accepted.erase(m_accepted.begin());
        };
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, 2 * SENT_BYTES, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(0), 0, "the client's segments");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), 0, "the server's segments");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A socket takes connections while it listens, and at its own address.
 */
class TcpConnectionDemuxListenTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxListenTestCase()
        : TcpConnectionDemuxTestCase("one listener follows another")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        m_listener->Close();
        auto refused = Send();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 0, "nobody listens");
        NS_TEST_EXPECT_MSG_GT(GetSearched(1), 0, "ns-3 answers with RST");
        refused = nullptr;
        auto searched = GetSearched(1);
        const auto atAddress = Listen("10.0.0.2");
        auto sent = Send();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "somebody listens at the server's address");
        NS_TEST_EXPECT_MSG_EQ(m_received, SENT_BYTES, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), searched, "the server's segments");
        atAddress->Close();
        sent = nullptr;
        const auto elsewhere = Listen("127.0.0.1");
        const auto lost = Send();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "nobody listens at this address");
        NS_TEST_EXPECT_MSG_GT(GetSearched(1), searched, "ns-3 answers with RST again");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A socket bound to a device takes no segment of another one.
 */
class TcpConnectionDemuxDeviceTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxDeviceTestCase()
        : TcpConnectionDemuxTestCase("segments of another device are left to ns-3")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        const auto socket = Send();
        m_whenAccepted = [this] {
            const auto before = GetSearched(1);
            m_accepted.at(0)->BindToNetDevice(m_hosts.Get(1)->GetDevice(1));
            Arrive(TcpHeader::ACK);
            NS_TEST_EXPECT_MSG_EQ(GetSearched(1), before + 1, "from the loopback device");
            m_accepted.at(0)->BindToNetDevice(m_hosts.Get(1)->GetDevice(0));
            Arrive(TcpHeader::ACK);
            NS_TEST_EXPECT_MSG_EQ(GetSearched(1), before + 1, "from its own");
        };
        Simulator::Run();
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What was removed gets nothing any more, and only that.
 */
class TcpConnectionDemuxRemoveTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxRemoveTestCase()
        : TcpConnectionDemuxTestCase("a removed connection gets no segment")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        const auto demux = TcpConnectionDemux::Install(m_hosts.Get(1));
        const TcpConnectionId id{"10.0.0.2", "10.0.0.1", SERVER_PORT, CLIENT_PORT};
        CountingConnection old;
        CountingConnection successor;
        demux->Add(id, &old);
        Arrive(TcpHeader::ACK);
        NS_TEST_EXPECT_MSG_EQ(old.segments, 1, "known");
        demux->Add(id, &successor);
        demux->Remove(id, &old);
        Arrive(TcpHeader::ACK);
        NS_TEST_EXPECT_MSG_EQ(successor.segments, 1, "the one that followed stays");
        demux->Remove(id, &successor);
        Arrive(TcpHeader::ACK);
        NS_TEST_EXPECT_MSG_EQ(successor.segments, 1, "removed");
        NS_TEST_EXPECT_MSG_EQ(old.segments, 1, "removed before");
        NS_TEST_EXPECT_MSG_EQ(GetSearched(1), 1, "left to ns-3");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Errors of the network reach TCP.
 */
class TcpConnectionDemuxIcmpTestCase : public TcpConnectionDemuxTestCase
{
  public:
    TcpConnectionDemuxIcmpTestCase()
        : TcpConnectionDemuxTestCase("errors of ICMP reach TCP")
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        constexpr uint8_t PORTS[8] = {0, SERVER_PORT, 0x0F, 0xA0};
        const Ipv4Address client("10.0.0.1");
        const Ipv4Address server("10.0.0.2");
        m_hosts.Get(1)
            ->GetObject<Ipv4>()
            ->GetProtocol(IpProtocol::TCP)
            ->ReceiveIcmp(client, 64, 3, 1, 0, server, client, PORTS);
        NS_TEST_EXPECT_MSG_EQ(m_tcp[1]->errors, 1, "errors that TCP got");
        TearDown();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * TcpConnectionDemux.
 */
class TcpConnectionDemuxTestSuite : public TestSuite
{
  public:
    TcpConnectionDemuxTestSuite()
        : TestSuite("tcp-connection-demux", Type::UNIT)
    {
        AddTestCase(new TcpConnectionDemuxCountTestCase);
        AddTestCase(new TcpConnectionDemuxPassTestCase(TcpHostSocketFactory::GetTypeId(), true));
        AddTestCase(new TcpConnectionDemuxPassTestCase(TcpSocketFactory::GetTypeId(), false));
        AddTestCase(new TcpConnectionDemuxReuseTestCase);
        AddTestCase(new TcpConnectionDemuxSuccessorTestCase);
        AddTestCase(new TcpConnectionDemuxListenTestCase);
        AddTestCase(new TcpConnectionDemuxDeviceTestCase);
        AddTestCase(new TcpConnectionDemuxRemoveTestCase);
        AddTestCase(new TcpConnectionDemuxIcmpTestCase);
    }
};

/// Registers the suite.
static TcpConnectionDemuxTestSuite g_tcpConnectionDemuxTestSuite;
