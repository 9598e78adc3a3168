/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/object-map.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What a user set of TCP.
using TcpAttributes = std::map<std::string, std::string>;

/// What a socket has.
struct SocketState
{
    Time minRto;            //!< least retransmission timeout
    uint32_t initialCwnd;   //!< initial window, segments
    bool sack;              //!< whether it may use selective acknowledgements
    bool timestamps;        //!< whether it may use timestamps
    std::string congestion; //!< its congestion control
    std::string recovery;   //!< its fast recovery
};

/**
 * @param socket a socket
 * @return what it has
 */
SocketState
GetState(Ptr<TcpSocketBase> socket)
{
    UintegerValue initialCwnd;
    socket->GetAttribute("InitialCwnd", initialCwnd);
    BooleanValue sack;
    socket->GetAttribute("Sack", sack);
    BooleanValue timestamps;
    socket->GetAttribute("Timestamp", timestamps);
    PointerValue congestion;
    socket->GetAttribute("CongestionOps", congestion);
    PointerValue recovery;
    socket->GetAttribute("RecoveryOps", recovery);
    return {socket->GetMinRto(),
            static_cast<uint32_t>(initialCwnd.Get()),
            sack.Get(),
            timestamps.Get(),
            congestion.Get<TcpCongestionOps>()->GetName(),
            recovery.Get<TcpRecoveryOps>()->GetName()};
}

/**
 * @param socket a socket
 * @return whether its connection is in an ensemble
 */
bool
IsInEnsemble(Ptr<Object> socket)
{
    PointerValue congestion;
    socket->GetAttribute("CongestionOps", congestion);
    const auto sharing = congestion.Get<TcpSharingCongestionOps>();
    return sharing && sharing->GetEnsemble();
}

/**
 * A session that reads 64 KiB, with settings of TCP at both ends.
 */
class TcpSession
{
  public:
    /**
     * @param attributes the settings
     */
    explicit TcpSession(const TcpAttributes& attributes)
        : m_bench("100Mbps", MilliSeconds(1))
    {
        for (const auto& [name, value] : attributes)
        {
            m_bench.initiatorHelper.SetAttribute(name, StringValue(value));
            m_bench.targetHelper.SetAttribute(name, StringValue(value));
        }
        m_bench.InstallTarget();
        const auto port = m_bench.InstallInitiator()->GetPort();
        m_bench.nodes.Get(1)->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&TcpSession::NotePacket, this));
        Simulator::Schedule(Seconds(1), [this, port] { m_bench.client.Read(port, 0, 65536); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NoteSockets();
        completed = m_bench.client.GetCompleted();
        Simulator::Destroy();
    }

    std::vector<SocketState> sockets; //!< of both ends, the listening one too
    uint32_t capable{0};              //!< packets of the target that a queue disc may mark
    uint32_t completed;               //!< tasks complete
    uint32_t sharing{0};              //!< connections in ensembles, of both ends

  private:
    /// Look at the sockets.
    void NoteSockets()
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            ObjectMapValue map;
            m_bench.nodes.Get(i)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", map);
            for (auto it = map.Begin(); it != map.End(); ++it)
            {
                sockets.push_back(GetState(DynamicCast<TcpSocketBase>(it->second)));
                sharing += IsInEnsemble(it->second) ? 1 : 0;
            }
        }
    }

    /**
     * @param packet a packet that the target sends, with its IP header
     */
    void NotePacket(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        Ipv4Header header;
        packet->PeekHeader(header);
        capable += header.GetEcn() == Ipv4Header::ECN_ECT0 ? 1 : 0;
    }

    IscsiTestBench m_bench; //!< the session
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Attributes of TCP reach the sockets of both ends, those that the target accepts too; what is not
 * set stays as ns-3 has it.
 */
class IscsiTcpAttributesTestCase : public TestCase
{
  public:
    IscsiTcpAttributesTestCase()
        : TestCase("attributes of TCP at the sockets")
    {
    }

  private:
    void DoRun() override
    {
        Check({}, {Seconds(1), 10, true, true, "TcpCubic", "PrrRecovery"});
        // A timeout as long as the delay of an acknowledgement takes that for a loss.
        Check({{"MinRto", "200ms"},
               {"DelAckTimeout", "40ms"},
               {"InitialCwnd", "3"},
               {"Sack", "false"},
               {"Timestamps", "false"},
               {"CongestionControl", "ns3::TcpLinuxReno"},
               {"LossRecovery", "ns3::TcpClassicRecovery"}},
              {MilliSeconds(200), 3, false, false, "TcpLinuxReno", "TcpClassicRecovery"});
        // A default of the simulation is not overwritten.
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("300ms"));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
        Check({}, {MilliSeconds(300), 10, false, true, "TcpCubic", "PrrRecovery"});
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("1s"));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(TcpSession(TcpAttributes()).capable, 0, "no ECN by default");
        NS_TEST_EXPECT_MSG_EQ(TcpSession(TcpAttributes()).sharing, 0, "no sharing by default");
        const TcpAttributes sharing{{"EnsembleSharing", "true"},
                                    {"CongestionControl", "ns3::TcpLinuxReno"}};
        Check(sharing, {Seconds(1), 10, true, true, "TcpLinuxReno", "PrrRecovery"});
        NS_TEST_EXPECT_MSG_EQ(TcpSession(sharing).sharing, 2, "both ends");
        const TcpSession ecn(TcpAttributes{{"Ecn", "true"}});
        NS_TEST_EXPECT_MSG_GT(ecn.capable, 65536 / 1448, "each segment of the data");
    }

    /**
     * @param attributes what is set
     * @param expected what the sockets have
     */
    void Check(const TcpAttributes& attributes, const SocketState& expected)
    {
        const TcpSession session(attributes);
        NS_TEST_EXPECT_MSG_EQ(session.completed, 1, "the read");
        NS_TEST_ASSERT_MSG_EQ(session.sockets.size(), 3, "a listening one and two connected");
        for (const auto& socket : session.sockets)
        {
            NS_TEST_EXPECT_MSG_EQ(socket.minRto, expected.minRto, "MinRto");
            NS_TEST_EXPECT_MSG_EQ(socket.initialCwnd, expected.initialCwnd, "InitialCwnd");
            NS_TEST_EXPECT_MSG_EQ(socket.sack, expected.sack, "Sack");
            NS_TEST_EXPECT_MSG_EQ(socket.timestamps, expected.timestamps, "Timestamps");
            NS_TEST_EXPECT_MSG_EQ(socket.congestion, expected.congestion, "CongestionControl");
            NS_TEST_EXPECT_MSG_EQ(socket.recovery, expected.recovery, "LossRecovery");
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Names that are no algorithm of TCP end the run in one line.
 */
class IscsiTcpAttributesErrorTestCase : public TestCase
{
  public:
    IscsiTcpAttributesErrorTestCase()
        : TestCase("names that are no algorithm of TCP")
    {
    }

  private:
    void DoRun() override
    {
        Check("CongestionControl", "ns3::TcpPrrRecovery", "congestion control");
        Check("LossRecovery", "ns3::TcpCubic", "fast recovery");
        Check("LossRecovery",
              "ns3::TcpRecoveryOps",
              "fast recovery",
              ", did you mean ns3::TcpPrrRecovery?");
        Check("LossRecovery", "Prr", "fast recovery");
    }

    /**
     * @param attribute the attribute
     * @param name what it is set to
     * @param what what it should be
     * @param hint what else the message says
     */
    void Check(const std::string& attribute,
               const std::string& name,
               const std::string& what,
               const std::string& hint = "")
    {
        std::string error;
        try
        {
            const TcpSession session(TcpAttributes{{attribute, name}});
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "ns3::IscsiInitiator::" + attribute + ": \"" + name + "\" names no " +
                                  what + " of TCP" + hint,
                              attribute);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Connections are made from SourcePort and the ports after it, or from those that TCP chooses.
 */
class IscsiSourcePortTestCase : public TestCase
{
  public:
    IscsiSourcePortTestCase()
        : TestCase("source ports of an initiator")
    {
    }

  private:
    void DoRun() override
    {
        const std::set<uint16_t> chosen{50000, 50001, 50002};
        NS_TEST_EXPECT_MSG_EQ((GetPorts(50000) == chosen), true, "one after the other");
        const std::set<uint16_t> byTcp{49153, 49154, 49155};
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0) == byTcp), true, "ns-3's ephemeral ports");
        const std::set<uint16_t> last{65534, 65535};
        NS_TEST_EXPECT_MSG_EQ((GetPorts(65534) == last), true, "the third is in use");
    }

    /**
     * @param first SourcePort
     * @return ports of the connections of a session that wants three
     */
    static std::set<uint16_t> GetPorts(uint16_t first)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.initiatorHelper.SetAttribute("SourcePort", UintegerValue(first));
        bench.initiatorHelper.SetAttribute("Connections", UintegerValue(3));
        bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(3));
        bench.InstallTarget();
        bench.InstallInitiator();
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        ObjectMapValue map;
        bench.nodes.Get(0)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", map);
        std::set<uint16_t> ports;
        for (auto it = map.Begin(); it != map.End(); ++it)
        {
            Address local;
            DynamicCast<Socket>(it->second)->GetSockName(local);
            ports.insert(InetSocketAddress::ConvertFrom(local).GetPort());
        }
        Simulator::Destroy();
        return ports;
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Tests of the attributes of TCP.
 */
class IscsiTcpAttributesTestSuite : public TestSuite
{
  public:
    IscsiTcpAttributesTestSuite()
        : TestSuite("iscsi-tcp-attributes", Type::UNIT)
    {
        AddTestCase(new IscsiTcpAttributesTestCase);
        AddTestCase(new IscsiTcpAttributesErrorTestCase);
        AddTestCase(new IscsiSourcePortTestCase);
    }
};

static IscsiTcpAttributesTestSuite g_iscsiTcpAttributesTestSuite; //!< registers the suite
