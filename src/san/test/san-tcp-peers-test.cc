/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/tcp-sharing-installer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param kind of sockets
 * @return its name, behind a comma
 */
std::string
NameOf(TcpHostSocketFactory::Kind kind)
{
    return kind == TcpHostSocketFactory::Kind::LEAN ? ", lean" : ", offload";
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Initiators of different settings at one target: each connection has the options that its own
 * initiator offers, and all bytes arrive, with and without shared control blocks.
 */
class SanTcpPeersTestCase : public TestCase
{
  public:
    /**
     * @param kind of the sockets
     * @param modes what the target's connections share
     */
    SanTcpPeersTestCase(TcpHostSocketFactory::Kind kind, const TcpSharingModes& modes)
        : TestCase("peers of all kinds at one target" + NameOf(kind) +
                   (modes.ensemble ? ", ensemble" : "") + (modes.temporal ? ", temporal" : "")),
          m_kind(kind),
          m_modes(modes)
    {
    }

  private:
    /// Kinds of initiators: one bit for each option that they may offer.
    static constexpr uint32_t KINDS = 8;
    static constexpr uint8_t OPTIONS[] = {TcpOption::WINSCALE,
                                          TcpOption::SACKPERMITTED,
                                          TcpOption::TS};
    static constexpr const char* ATTRIBUTES[] = {"WindowScaling", "Sack", "Timestamp"};

    /// What the target sends to each.
    static constexpr uint32_t BYTES = 1'000'000;

    void DoRun() override
    {
        NodeContainer hosts(2);
        const auto devices = EthernetHelper().Install(hosts);
        InternetStackHelper().Install(hosts);
        m_target = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1);
        TcpOffloadHelper().Install(hosts);
        for (auto host = hosts.Begin(); host != hosts.End(); ++host)
        {
            TcpHostSocketFactory::Install(*host, m_kind);
        }
        m_host = hosts.Get(0);
        Listen(hosts.Get(1));
        // Each kind after a poorer one and after a richer one, while the others stay.
        for (uint32_t i = 0; i < 2 * KINDS; ++i)
        {
            const auto kind = i < KINDS ? i : 2 * KINDS - 1 - i;
            Simulator::Schedule(MilliSeconds(100 * i), &SanTcpPeersTestCase::Connect, this, kind);
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_answers, 2 * KINDS, "connections");
        NS_TEST_EXPECT_MSG_EQ(m_received, uint64_t{2} * KINDS * BYTES, "bytes");
        m_host = nullptr;
        m_listener = nullptr;
        m_sockets.clear();
        Simulator::Destroy();
    }

    /**
     * @param host of the target
     */
    void Listen(Ptr<Node> host)
    {
        m_listener = Socket::CreateSocket(host, TcpHostSocketFactory::GetTypeId());
        m_listener->SetAttribute("SegmentSize", UintegerValue(1448));
        m_listener->SetAttribute("SndBufSize", UintegerValue(BYTES));
        if (m_modes.ensemble || m_modes.temporal)
        {
            TcpSharingInstaller::Install(DynamicCast<TcpSocketBase>(m_listener), m_modes);
        }
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                m_sockets.push_back(socket);
                socket->Send(Create<Packet>(BYTES));
            }));
        m_listener->Listen();
    }

    /**
     * Let an initiator connect.
     *
     * @param kind its options
     */
    void Connect(uint32_t kind)
    {
        const auto socket = Socket::CreateSocket(m_host, TcpHostSocketFactory::GetTypeId());
        for (uint32_t i = 0; i < 3; ++i)
        {
            socket->SetAttribute(ATTRIBUTES[i], BooleanValue(bool(kind >> i & 1)));
        }
        socket->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [this, kind](Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>) {
                    Check(kind, header);
                }));
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> from) {
            while (const auto data = from->Recv())
            {
                m_received += data->GetSize();
            }
        }));
        socket->Bind();
        socket->Connect(InetSocketAddress(m_target, 3260));
        m_sockets.push_back(socket);
    }

    /**
     * Look at a segment that arrives.
     *
     * @param kind options of the initiator
     * @param header of the segment
     */
    void Check(uint32_t kind, const TcpHeader& header)
    {
        if ((header.GetFlags() & TcpHeader::SYN) == 0)
        {
            return;
        }
        ++m_answers;
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(header.HasOption(OPTIONS[i]),
                                  bool(kind >> i & 1),
                                  ATTRIBUTES[i] << " of kind " << kind);
        }
    }

    TcpHostSocketFactory::Kind m_kind;  //!< of the sockets
    TcpSharingModes m_modes;            //!< what the target's connections share
    Ptr<Node> m_host;                   //!< of the initiators
    Ipv4Address m_target;               //!< address of the target
    Ptr<Socket> m_listener;             //!< of the target
    std::vector<Ptr<Socket>> m_sockets; //!< of all connections
    uint32_t m_answers{0};              //!< SYNs that initiators got
    uint64_t m_received{0};             //!< bytes that initiators got
};

/**
 * @ingroup san-tests
 *
 * An initiator whose portal is on a host without a target hears of it at once.
 */
class SanRefusedTestCase : public TestCase
{
  public:
    /**
     * @param kind of the sockets
     */
    explicit SanRefusedTestCase(TcpHostSocketFactory::Kind kind)
        : TestCase("nobody listens" + NameOf(kind)),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer hosts(2);
        const auto devices = EthernetHelper().Install(hosts);
        InternetStackHelper().Install(hosts);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        TcpOffloadHelper().Install(hosts);
        TcpHostSocketFactory::Install(hosts.Get(0), m_kind);
        IscsiInitiatorHelper helper(InetSocketAddress(addresses.GetAddress(1), 3260),
                                    "iqn.2026-11.org.example:disk");
        helper.SetAttribute("Protocol", TypeIdValue(TcpHostSocketFactory::GetTypeId()));
        helper.Install(hosts.Get(0));
        std::string reason;
        try
        {
            Simulator::Run();
        }
        catch (const UserError& error)
        {
            reason = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(reason.ends_with("no session at 10.0.0.2:3260: connection refused"),
                              true,
                              reason);
        // Addresses are asked for first, with a jitter of up to 10 ms each.
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), MilliSeconds(25), "at once");
        Simulator::Destroy();
    }

    TcpHostSocketFactory::Kind m_kind; //!< of the sockets
};

/**
 * @ingroup san-tests
 *
 * @brief TCP of one target and many initiators.
 */
class SanTcpPeersTestSuite : public TestSuite
{
  public:
    SanTcpPeersTestSuite()
        : TestSuite("san-tcp-peers", Type::UNIT)
    {
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            for (const auto& modes : {TcpSharingModes{false, false},
                                      TcpSharingModes{true, false},
                                      TcpSharingModes{false, true}})
            {
                AddTestCase(new SanTcpPeersTestCase(kind, modes), Duration::QUICK);
            }
            AddTestCase(new SanRefusedTestCase(kind), Duration::QUICK);
        }
    }
};

/// Registers the suite.
static SanTcpPeersTestSuite g_sanTcpPeersTestSuite;
