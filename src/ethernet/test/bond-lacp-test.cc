/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-test-bench.h"

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/lacp-header.h"
#include "ns3/lacp-port.h"
#include "ns3/pointer.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * LACP between devices: both ends see the aggregator; silence; an end without LACP.
 */
class BondLacpTestCase : public TestCase
{
  public:
    BondLacpTestCase()
        : TestCase("LACP")
    {
    }

  private:
    void DoRun() override
    {
        Agreement();
        Silence();
        NoLacp();
        PlainSwitch();
        Marker();
    }

    /// Each end knows the other, as a system and by its ports, and has one aggregator.
    void Agreement()
    {
        BondedHosts net(BondSetup{});
        std::string path;
        Config::ConnectWithoutContext(
            "/NodeList/0/DeviceList/*/$ns3::BondNetDevice/LacpPorts/1/MuxState",
            Callback<void, LacpMuxState, LacpMuxState>(
                [&path](LacpMuxState, LacpMuxState to) { path += GetLacpMuxStateName(to)[0]; }));
        BondedHosts::Run(Seconds(4));
        // It waits for the partner that is assumed first, then for the one that is heard.
        NS_TEST_EXPECT_MSG_EQ(path, "WDWACD", "the way to DISTRIBUTING");
        CheckEnd(*net.bond, *net.peer);
        CheckEnd(*net.peer, *net.bond);
        NS_TEST_EXPECT_MSG_EQ(net.bond->GetLink(1)->GetAddress(),
                              net.bond->GetAddress(),
                              "ports have the address of the bond");
        NS_TEST_EXPECT_MSG_EQ(net.bond->GetLink(0)->GetAddress(),
                              net.bond->GetAddress(),
                              "which is that of the first");
    }

    /**
     * @param bond one end
     * @param other the other end
     */
    void CheckEnd(const BondNetDevice& bond, const BondNetDevice& other)
    {
        NS_TEST_ASSERT_MSG_EQ(bond.GetNLacpPorts(), 2, "ports");
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto& variables = bond.GetLacpPort(i)->GetVariables();
            NS_TEST_EXPECT_MSG_EQ(variables.partner.system, other.GetAddress(), "partner");
            NS_TEST_EXPECT_MSG_EQ(variables.partner.port, i + 1, "its port");
            NS_TEST_EXPECT_MSG_EQ(variables.aggregator, bond.GetActiveAggregator(), "aggregator");
            NS_TEST_EXPECT_MSG_EQ(+variables.actor.state, 0x3f, "all but defaulted and expired");
            NS_TEST_EXPECT_MSG_EQ(
                (bond.GetLacpPort(i)->GetMuxState() == LacpMuxState::DISTRIBUTING),
                true,
                "mux machine");
        }
    }

    /// The first link swallows all frames though it is up: left after 3 s, a flow continues.
    void Silence()
    {
        BondSetup setup;
        setup.rate = 2'000'000;
        BondedHosts net(setup);
        for (uint32_t flow = 0; flow < 4; ++flow)
        {
            // One after the other: ARP keeps three packets.
            net.Send(0, flow, 0, Seconds(4) + MilliSeconds(flow));
        }
        BondedHosts::Run(Seconds(5));
        for (const auto& bond : {net.bond, net.peer})
        {
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(1);
            bond->GetLink(0)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        BondedHosts::Run(Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0, 1}), true, "the partner has 3 s");
        BondedHosts::Run(Seconds(8.1));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, "given up");
        BondedHosts::Run(Seconds(20));
        for (uint32_t flow = 0; flow < 4; ++flow)
        {
            const auto before = net.GetReceived(flow);
            BondedHosts::Run(Seconds(21 + flow));
            NS_TEST_EXPECT_MSG_GT(net.GetReceived(flow), before, "flow " << flow << " goes on");
        }
        for (const auto& bond : {net.bond, net.peer})
        {
            PointerValue errors;
            bond->GetLink(0)->GetAttribute("ReceiveErrorModel", errors);
            errors.Get<RateErrorModel>()->SetRate(0);
        }
        BondedHosts::Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0, 1}), true, "heard again");
    }

    /// The other end is active-backup: after 3 s both use the first link.
    void NoLacp()
    {
        BondSetup setup;
        setup.peerMode = "active-backup";
        BondedHosts net(setup);
        net.Send(0, 0, 1'000'000, Seconds(4));
        net.Send(1, 1, 1'000'000, Seconds(4));
        BondedHosts::Run(Seconds(8));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0}), true, "one link");
        NS_TEST_EXPECT_MSG_EQ(
            (net.bond->GetLacpPort(0)->GetReceiveState() == LacpReceiveState::DEFAULTED),
            true,
            "no partner");
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(0), 1'000'000, "there");
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(1), 1'000'000, "and back");
    }

    /// A switch without LACP: its ports pass no LACPDUs on, so none comes back.
    void PlainSwitch()
    {
        BondSetup setup;
        setup.isSwitched = true;
        setup.isSwitchBonded = false;
        BondedHosts net(setup);
        net.Send(0, 0, 1'000'000, Seconds(6));
        net.Send(1, 1, 1'000'000, Seconds(6));
        uint32_t arrived = 0;
        net.bond->GetLink(1)->TraceConnectWithoutContext(
            "MacPromiscRx",
            Callback<void, Ptr<const Packet>>([&arrived](Ptr<const Packet> packet) {
                arrived += packet->GetSize() == LacpHeader::SIZE;
            }));
        BondedHosts::Run(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(arrived, 0, "LACPDUs that came back");
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0}), true, "one link");
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(0), 1'000'000, "there");
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(1), 1'000'000, "and back");
    }

    /// A marker comes back as its answer, with the address of the port that answers.
    void Marker()
    {
        BondSetup setup;
        setup.isPeerBonded = false;
        BondedHosts net(setup);
        const auto own = net.bond->GetLink(0)->GetAddress();
        const auto far = DynamicCast<EthernetNetDevice>(net.hosts.Get(1)->GetDevice(0));
        std::vector<uint8_t> answer;
        net.hosts.Get(1)->RegisterProtocolHandler(
            Node::ProtocolHandler([&answer, own](Ptr<NetDevice>,
                                                 Ptr<const Packet> packet,
                                                 uint16_t,
                                                 const Address& source,
                                                 const Address&,
                                                 NetDevice::PacketType) {
                std::vector<uint8_t> bytes(packet->GetSize());
                packet->CopyData(bytes.data(), bytes.size());
                if (bytes[0] == 2 && source == own)
                {
                    answer = bytes;
                }
            }),
            LacpHeader::ETHER_TYPE,
            far,
            true);
        // Subtype, version, Marker Information of 16 bytes: port, system, transaction, padding.
        std::vector<uint8_t> marker{2, 1, 1, 16, 0, 1, 2, 0, 0, 0, 0, 9, 1, 2, 3, 4};
        marker.resize(LacpHeader::SIZE);
        for (const auto size : {std::size_t{20}, marker.size()})
        {
            Simulator::Schedule(Seconds(1), [&marker, far, size]() {
                far->Send(Create<Packet>(marker.data(), size),
                          LacpHeader::GetSlowProtocolsAddress(),
                          LacpHeader::ETHER_TYPE);
            });
        }
        BondedHosts::Run(Seconds(2));
        marker[2] = 2;
        NS_TEST_EXPECT_MSG_EQ((answer == marker), true, "Marker Response");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Bonds with LACP.
 */
class BondLacpTestSuite : public TestSuite
{
  public:
    BondLacpTestSuite()
        : TestSuite("ethernet-bond-lacp", Type::SYSTEM)
    {
        AddTestCase(new BondLacpTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static BondLacpTestSuite g_bondLacpTestSuite;
