/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-test-bench.h"

#include "ns3/bond-link-checker.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * A link goes down under load: until the bond looks at its links frames are lost there, and that is
 * all right.
 */
class BondLinkCheckerFailoverTestCase : public TestCase
{
  public:
    BondLinkCheckerFailoverTestCase()
        : TestCase("a bond that leaves a link in time")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* mode : {"active-backup", "balance-xor", "802.3ad"})
        {
            BondSetup setup;
            setup.mode = mode;
            BondedHosts net(setup);
            std::string said;
            BondLinkChecker checker([&said](const std::string& what) { said += what + "; "; });
            checker.Attach(net.bond);
            net.Send(0, 0, 0, Seconds(0));
            for (int64_t ms = 5; ms < 4000; ms += 10)
            {
                Simulator::Schedule(MilliSeconds(ms), [&net] {
                    net.bond->Send(Create<Packet>(100),
                                   Mac48Address::GetBroadcast(),
                                   LacpHeader::ETHER_TYPE);
                });
            }
            Simulator::Schedule(MilliSeconds(1250), &EthernetChannel::Disconnect, net.GetCable(0));
            Simulator::Schedule(MilliSeconds(2000), &EthernetChannel::Reconnect, net.GetCable(0));
            BondedHosts::Run(Seconds(4));
            NS_TEST_EXPECT_MSG_EQ(said, "", mode);
            // From 1.25 s to 1.3 s, when the monitor looks; by its hash, the others may use link 1.
            const auto lost = checker.GetLost();
            const bool isExpected = mode == std::string("active-backup") ? lost == 5 : lost <= 5;
            NS_TEST_EXPECT_MSG_EQ(isExpected, true, mode << ": " << lost << " frames are lost");
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Frames over a link that is down, when that can be known and when it cannot.
 */
class BondLinkCheckerBrokenTestCase : public TestCase
{
  public:
    BondLinkCheckerBrokenTestCase()
        : TestCase("frames over a link that is down")
    {
    }

  private:
    void DoRun() override
    {
        const std::string said = "the bond of node 0 uses its link 0, which is down; ";
        NS_TEST_EXPECT_MSG_EQ(Run(MilliSeconds(199), false), "", "so soon");
        NS_TEST_EXPECT_MSG_EQ(Run(MilliSeconds(201), false), said, "twice its interval later");
        NS_TEST_EXPECT_MSG_EQ(Run(MilliSeconds(201), true), "", "there is no other link");
    }

    /**
     * @param wait from the loss of the link to a frame
     * @param both whether the other link goes down, too
     * @return what the checker says
     */
    std::string Run(Time wait, bool both)
    {
        BondSetup setup;
        setup.mode = "active-backup";
        BondedHosts net(setup);
        std::string said;
        BondLinkChecker checker([&said](const std::string& what) { said += what + "; "; });
        checker.Attach(net.bond);
        Simulator::Schedule(Seconds(1), [&net, both] {
            net.GetCable(0)->Disconnect();
            if (both)
            {
                net.GetCable(1)->Disconnect();
            }
        });
        Simulator::Schedule(Seconds(1) + wait, [&net] {
            net.bond->GetLink(0)->Send(Create<Packet>(100),
                                       Mac48Address::GetBroadcast(),
                                       LacpHeader::ETHER_TYPE);
        });
        BondedHosts::Run(Seconds(2));
        NS_TEST_EXPECT_MSG_GT(checker.GetLost(), 0, "a frame is lost");
        return said;
    }
};

/**
 * @ingroup ethernet-tests
 *
 * What watches links of bonds.
 */
class BondLinkCheckerTestSuite : public TestSuite
{
  public:
    BondLinkCheckerTestSuite()
        : TestSuite("bond-link-checker", Type::UNIT)
    {
        AddTestCase(new BondLinkCheckerFailoverTestCase, Duration::QUICK);
        AddTestCase(new BondLinkCheckerBrokenTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static BondLinkCheckerTestSuite g_bondLinkCheckerTestSuite;
