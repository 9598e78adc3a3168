/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/tcp-byte-stream.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/test.h"

#include <cstdint>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

/// Port of the server.
constexpr uint16_t STREAM_PORT = 3260;

/// What becomes of a stream.
struct End
{
    /**
     * @param socket the end's socket
     */
    void Open(Ptr<Socket> socket)
    {
        stream = std::make_unique<TcpByteStream>(socket,
                                                 MakeCallback(&End::Read, this),
                                                 MakeCallback(&End::Note, this));
    }

    /// Bytes have arrived.
    void Read(Ptr<Socket>)
    {
        while (stream->IsOpen())
        {
            const auto bytes = stream->Read(UINT32_MAX);
            if (!bytes)
            {
                return;
            }
            received += bytes->GetSize();
        }
    }

    /**
     * @param reason why the stream has ended
     */
    void Note(const std::string& reason)
    {
        ended += reason + ";";
        stream->Close();
    }

    /// It is connected.
    void NoteConnected(Ptr<Socket>)
    {
        ++connected;
    }

    std::unique_ptr<TcpByteStream> stream; //!< the stream
    std::string ended;                     //!< reasons why it has ended
    uint64_t received{0};                  //!< bytes
    uint32_t connected{0};                 //!< how often it was connected
};

/// Two hosts, the second of which may listen.
class Hosts
{
  public:
    /**
     * @param kind of their sockets
     * @param isListening whether the second host listens
     */
    Hosts(TcpHostSocketFactory::Kind kind, bool isListening)
        : m_hosts(2)
    {
        const auto devices = EthernetHelper().Install(m_hosts);
        InternetStackHelper().Install(m_hosts);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        remote = InetSocketAddress(addresses.GetAddress(1), STREAM_PORT);
        TcpHostSocketFactory::Install(m_hosts.Get(0), kind);
        m_listener = TcpHostSocketFactory::Install(m_hosts.Get(1), kind)->CreateSocket();
        if (isListening)
        {
            m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), STREAM_PORT));
            m_listener->SetAcceptCallback(
                MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                Callback<void, Ptr<Socket>, const Address&>(
                    [this](Ptr<Socket> socket, const Address&) { server.Open(socket); }));
            m_listener->Listen();
        }
        client.Open(MakeSocket());
    }

    ~Hosts()
    {
        client.stream.reset();
        server.stream.reset();
        m_listener = nullptr;
        Simulator::Destroy();
    }

    Hosts(const Hosts&) = delete;
    Hosts& operator=(const Hosts&) = delete;

    /**
     * @return another socket of the first host
     */
    Ptr<Socket> MakeSocket() const
    {
        return m_hosts.Get(0)->GetObject<TcpHostSocketFactory>()->CreateSocket();
    }

    /**
     * Connect the client.
     *
     * @return the fault
     */
    std::string Connect()
    {
        return client.stream->Connect(remote, 0, MakeCallback(&End::NoteConnected, &client));
    }

  private:
    NodeContainer m_hosts;  //!< both
    Ptr<Socket> m_listener; //!< of the second

  public:
    Address remote; //!< the server's
    End client;     //!< at the first host
    End server;     //!< at the second
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A connection from its beginning to its end, of each kind of socket.
 */
class TcpByteStreamTestCase : public TestCase
{
  public:
    /**
     * @param kind of the sockets
     * @param name of the kind
     */
    TcpByteStreamTestCase(TcpHostSocketFactory::Kind kind, const std::string& name)
        : TestCase("streams over sockets: " + name),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        Transfer();
        CloseInHandshake();
        Reset();
        Refuse();
    }

    /// Bytes both ways, then one end closes.
    void Transfer()
    {
        Hosts net(m_kind, true);
        NS_TEST_EXPECT_MSG_EQ(net.Connect(), "", "possible");
        NS_TEST_EXPECT_MSG_EQ(net.client.stream->IsConnecting(), true, "handshake");
        Simulator::Schedule(Seconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(net.client.stream->IsConnecting(), false, "established");
            NS_TEST_EXPECT_MSG_EQ((net.client.stream->GetPeer() == net.remote), true, "peer");
            NS_TEST_EXPECT_MSG_EQ((net.server.stream->GetPeer() == net.client.stream->GetLocal()),
                                  true,
                                  "the other's");
            NS_TEST_EXPECT_MSG_EQ(net.client.stream->Write(Create<Packet>(1000)), true, "there");
            NS_TEST_EXPECT_MSG_EQ(net.server.stream->Write(Create<Packet>(500)), true, "back");
        });
        Simulator::Schedule(Seconds(2), [&] { net.client.stream->Close(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.client.connected, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(net.server.received, 1000, "there");
        NS_TEST_EXPECT_MSG_EQ(net.client.received, 500, "back");
        NS_TEST_EXPECT_MSG_EQ(net.client.ended, "", "closed by itself");
        NS_TEST_EXPECT_MSG_EQ(net.server.ended, "the peer closed the TCP connection;", "told");
        NS_TEST_EXPECT_MSG_EQ(net.client.stream->IsOpen(), false, "closed");
        NS_TEST_EXPECT_MSG_EQ(net.client.stream->GetPeer().IsInvalid(), true, "no peer");
    }

    /// ns-3 stops when such a socket is closed at once.
    void CloseInHandshake()
    {
        Hosts net(m_kind, true);
        net.Connect();
        net.client.stream->Reset();
        net.client.stream->Close();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.client.connected, 0, "not told");
        NS_TEST_EXPECT_MSG_EQ(net.client.ended, "", "nor of its end");
        NS_TEST_EXPECT_MSG_EQ(net.server.ended, "the peer closed the TCP connection;", "closed");
    }

    /// Both ends get a reset.
    void Reset()
    {
        Hosts net(m_kind, true);
        net.Connect();
        Simulator::Schedule(Seconds(1), [&] { net.client.stream->Reset(); });
        Simulator::Run();
        // ns-3 takes a reset for an end as any other.
        const std::string reason = "the peer closed the TCP connection;";
        NS_TEST_EXPECT_MSG_EQ(net.client.ended, reason, "one end");
        NS_TEST_EXPECT_MSG_EQ(net.server.ended, reason, "the other");
    }

    /// What cannot be connected.
    void Refuse()
    {
        Hosts net(m_kind, false);
        net.Connect();
        End other;
        other.Open(net.MakeSocket());
        const auto nowhere = InetSocketAddress("192.168.7.7", STREAM_PORT);
        NS_TEST_EXPECT_MSG_EQ(other.stream->Connect(nowhere, 0, {}), "no route to the peer", "no");
        const auto taken = net.MakeSocket();
        taken->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5000));
        End second;
        second.Open(net.MakeSocket());
        NS_TEST_EXPECT_MSG_EQ(second.stream->Connect(net.remote, 5000, {}),
                              "source port 5000 is in use",
                              "port");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.client.ended, std::string(TcpByteStream::REFUSED) + ";", "told");
    }

    TcpHostSocketFactory::Kind m_kind; //!< of the sockets
};

/**
 * @ingroup host-tcp-tests
 *
 * Streams of bytes.
 */
class TcpByteStreamTestSuite : public TestSuite
{
  public:
    TcpByteStreamTestSuite()
        : TestSuite("tcp-byte-stream", Type::UNIT)
    {
        using Kind = TcpHostSocketFactory::Kind;
        AddTestCase(new TcpByteStreamTestCase(Kind::LEAN, "lean"), Duration::QUICK);
        AddTestCase(new TcpByteStreamTestCase(Kind::OFFLOAD, "offload"), Duration::QUICK);
    }
};

/// Registers the suite.
static TcpByteStreamTestSuite g_tcpByteStreamTestSuite;
