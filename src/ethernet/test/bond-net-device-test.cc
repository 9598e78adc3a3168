/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-test-bench.h"

#include "ns3/lacp-header.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * active-backup: one link is used; another takes over when its cable is pulled.
 */
class BondActiveBackupTestCase : public TestCase
{
  public:
    BondActiveBackupTestCase()
        : TestCase("active-backup")
    {
    }

  private:
    void DoRun() override
    {
        Failover(MilliSeconds(100), MilliSeconds(1300));
        Failover(Time(), MilliSeconds(1250));
        Primary();
        Switch();
        Broadcast();
    }

    /**
     * The cable of the active link is pulled at 1.25 s, and put back at 2 s.
     *
     * @param monitor how often links are looked at
     * @param noticed when it is noticed
     */
    void Failover(Time monitor, Time noticed)
    {
        BondSetup setup;
        setup.mode = "active-backup";
        setup.monitor = monitor;
        BondedHosts net(setup);
        std::vector<Time> times;
        net.bond->TraceConnectWithoutContext(
            "Link",
            Callback<void, uint32_t, bool>(
                [&times](uint32_t, bool) { times.push_back(Simulator::Now()); }));
        net.Send(0, 0, 0, Seconds(0));
        Simulator::Schedule(MilliSeconds(1250), &EthernetChannel::Disconnect, net.GetCable(0));
        Simulator::Schedule(MilliSeconds(2000), &EthernetChannel::Reconnect, net.GetCable(0));
        BondedHosts::Run(MilliSeconds(1249));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0}), true, "the first link");
        NS_TEST_EXPECT_MSG_EQ(net.GetSentFrames(1), 0, "alone");
        BondedHosts::Run(Seconds(4));
        const std::vector<Time> expected{Time(), noticed, noticed};
        NS_TEST_EXPECT_MSG_EQ((times == expected), true, "one begins, is left, the other begins");
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, "the other, also when the first is back");
        // At most 450 ms without a link and until the timeout, of 4 s.
        NS_TEST_EXPECT_MSG_GT(net.GetReceived(0), 350 * BondSetup::DATA_IN_10_MS, "goes on");
    }

    /// The primary link is used again when it is back.
    void Primary()
    {
        BondSetup setup;
        setup.mode = "active-backup";
        setup.primary = 1;
        BondedHosts net(setup);
        Simulator::Schedule(Seconds(1), &EthernetChannel::Disconnect, net.GetCable(1));
        Simulator::Schedule(Seconds(2), &EthernetChannel::Reconnect, net.GetCable(1));
        BondedHosts::Run(MilliSeconds(500));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, "primary");
        BondedHosts::Run(MilliSeconds(1500));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({0}), true, "the other");
        BondedHosts::Run(MilliSeconds(2500));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, "primary again");
        net.GetCable(0)->Disconnect();
        net.GetCable(1)->Disconnect();
        BondedHosts::Run(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({}), true, "none");
        NS_TEST_EXPECT_MSG_EQ(net.bond->IsLinkUp(), false, "no link");
        NS_TEST_EXPECT_MSG_EQ(net.bond->Send(Create<Packet>(100),
                                             Mac48Address::GetBroadcast(),
                                             LacpHeader::ETHER_TYPE),
                              false,
                              "nothing is sent");
    }

    /// A switch learns of the failover though the host itself has nothing to send.
    void Switch()
    {
        BondSetup setup;
        setup.mode = "active-backup";
        setup.isSwitched = true;
        setup.isSwitchBonded = false;
        BondedHosts net(setup);
        net.Send(1, 0, 2'000'000, Seconds(0));
        Simulator::Schedule(MilliSeconds(310), &EthernetChannel::Disconnect, net.GetCable(0));
        BondedHosts::Run(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, "failover");
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(0), 2'000'000, "all, none twice");
    }

    /// What a switch sends to both ports is taken from the active one alone.
    void Broadcast()
    {
        BondSetup setup;
        setup.mode = "active-backup";
        setup.isSwitched = true;
        setup.isSwitchBonded = false;
        BondedHosts net(setup);
        constexpr uint16_t EXPERIMENT = 0x88b5;
        uint32_t arrived = 0;
        net.hosts.Get(0)->RegisterProtocolHandler(
            Node::ProtocolHandler([&arrived](Ptr<NetDevice>,
                                             Ptr<const Packet>,
                                             uint16_t,
                                             const Address&,
                                             const Address&,
                                             NetDevice::PacketType) { ++arrived; }),
            EXPERIMENT,
            net.bond);
        Simulator::Schedule(Seconds(1), [&net]() {
            net.hosts.Get(1)->GetDevice(0)->Send(Create<Packet>(100),
                                                 Mac48Address::GetBroadcast(),
                                                 EXPERIMENT);
        });
        BondedHosts::Run(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(arrived, 1, "once");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Connections over two links: one is never faster than one link, and eight share both.
 */
class BondSharingTestCase : public TestCase
{
  public:
    BondSharingTestCase()
        : TestCase("one flow and eight")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* mode : {"balance-xor", "802.3ad"})
        {
            for (const auto isSwitched : {false, true})
            {
                BondSetup setup;
                setup.mode = mode;
                setup.isSwitched = isSwitched;
                OneFlow(setup);
                EightFlows(setup);
            }
        }
        Layer2();
    }

    /**
     * @param setup how hosts are joined
     */
    void OneFlow(const BondSetup& setup)
    {
        BondedHosts net(setup);
        net.Send(0, 0, 0, Seconds(4));
        BondedHosts::Run(Seconds(4));
        const auto before = GetSent(net);
        uint64_t last = 0;
        uint64_t most = 0;
        for (uint32_t i = 1; i <= 100; ++i)
        {
            BondedHosts::Run(Seconds(4) + MilliSeconds(10) * i);
            most = std::max(most, net.GetReceived(0) - last);
            last = net.GetReceived(0);
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(most,
                                    BondSetup::DATA_IN_10_MS + 1448,
                                    "never faster than a link");
        NS_TEST_EXPECT_MSG_GT(last, 95 * BondSetup::DATA_IN_10_MS, "but as fast");
        const auto after = GetSent(net);
        const auto fewest = std::min(after[0] - before[0], after[1] - before[1]);
        NS_TEST_EXPECT_MSG_LT(fewest, 10, "the other link has LACPDUs and ARP only");
    }

    /**
     * @param setup how hosts are joined
     */
    void EightFlows(const BondSetup& setup)
    {
        BondedHosts net(setup);
        for (uint32_t flow = 0; flow < 8; ++flow)
        {
            // One after the other: ARP keeps three packets.
            net.Send(0, flow, 0, Seconds(4) + MilliSeconds(flow));
        }
        BondedHosts::Run(Seconds(5));
        uint64_t sum = 0;
        for (uint32_t flow = 0; flow < 8; ++flow)
        {
            NS_TEST_EXPECT_MSG_GT(net.GetReceived(flow), 0, "flow " << flow);
            sum += net.GetReceived(flow);
        }
        NS_TEST_EXPECT_MSG_GT(sum, 2 * 95 * BondSetup::DATA_IN_10_MS, "two links");
        const auto sent = GetSent(net);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(sent[0]) / sent[1],
                                  1,
                                  0.1,
                                  "four flows on each");
    }

    /// By addresses of MAC all flows between two hosts have one link.
    void Layer2()
    {
        BondSetup setup;
        setup.policy = "layer2";
        BondedHosts net(setup);
        for (uint32_t flow = 0; flow < 8; ++flow)
        {
            // One after the other: ARP keeps three packets.
            net.Send(0, flow, 0, Seconds(4) + MilliSeconds(flow));
        }
        BondedHosts::Run(Seconds(5));
        const auto sent = GetSent(net);
        NS_TEST_EXPECT_MSG_LT(std::min(sent[0], sent[1]), 20, "one link");
    }

    /**
     * @param net the hosts
     * @return frames that the first host has sent over each link
     */
    static std::vector<uint64_t> GetSent(const BondedHosts& net)
    {
        return {net.GetSentFrames(0), net.GetSentFrames(1)};
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A cable is pulled and put back in mid-transfer. TCP completes, nothing is lost or doubled for the
 * application.
 */
class BondPullTestCase : public BondTransferTestCase
{
  public:
    BondPullTestCase()
        : BondTransferTestCase("cable pulled and put back in mid-transfer")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* mode : {"active-backup", "balance-xor", "802.3ad"})
        {
            BondSetup setup;
            setup.mode = mode;
            setup.rate = 10'000'000;
            Transfer(setup);
            setup.isSwitched = true;
            Transfer(setup);
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Bonds.
 */
class BondNetDeviceTestSuite : public TestSuite
{
  public:
    BondNetDeviceTestSuite()
        : TestSuite("ethernet-bond", Type::SYSTEM)
    {
        AddTestCase(new BondActiveBackupTestCase, Duration::QUICK);
        AddTestCase(new BondSharingTestCase, Duration::QUICK);
        AddTestCase(new BondPullTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static BondNetDeviceTestSuite g_bondNetDeviceTestSuite;
