/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../ethernet/test/bond-test-bench.h"

#include "ns3/ethernet-meter.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/test.h"
#include "ns3/transfer-meter.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param setup of hosts whose TCP leaves segmentation to their adapters
 */
void
Offload(BondSetup& setup)
{
    setup.prepare = [](const NodeContainer& hosts) { TcpOffloadHelper().Install(hosts); };
    setup.factory = "ns3::TcpHostSocketFactory";
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Cables are pulled and put back under trains of frames.
 */
class BondOffloadPullTestCase : public BondTransferTestCase
{
  public:
    BondOffloadPullTestCase()
        : BondTransferTestCase("cable pulled and put back under trains")
    {
    }

  private:
    void DoRun() override
    {
        BondSetup setup;
        Offload(setup);
        // So that the longest trains, of 1 ms, have four frames.
        setup.rate = 50'000'000;
        Transfer(setup);
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A switch is between the hosts: after a cable is pulled, no connection waits for long.
 */
class BondPauseTestCase : public TestCase
{
  public:
    BondPauseTestCase()
        : TestCase("cable pulled over a switch")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* mode : {"active-backup", "balance-xor", "802.3ad"})
        {
            for (const auto isOffloaded : {false, true})
            {
                BondSetup setup;
                setup.mode = mode;
                setup.isSwitched = true;
                setup.rate = 50'000'000;
                if (isOffloaded)
                {
                    Offload(setup);
                }
                Pull(setup);
            }
        }
    }

    /**
     * Eight connections, of which some are on a link that is pulled for a second.
     *
     * @param setup how hosts are joined
     */
    void Pull(const BondSetup& setup)
    {
        constexpr uint32_t FLOWS = 8;
        constexpr uint64_t BYTES = 1'500'000;
        BondedHosts net(setup);
        const EthernetMeter lost(net.GetCable(0), "Lose");
        TransferMeter transfers;
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            const auto start = Seconds(4) + MilliSeconds(20) * flow;
            net.Send(0, flow, BYTES, start);
            transfers.Follow(net.sinks.Get(flow), start);
        }
        Simulator::Schedule(Seconds(4.5), &EthernetChannel::Disconnect, net.GetCable(0));
        Simulator::Schedule(Seconds(5.5), &EthernetChannel::Reconnect, net.GetCable(0));
        BondedHosts::Run(Seconds(20));
        const auto what = setup.mode + ", " + setup.factory;
        NS_TEST_EXPECT_MSG_EQ(transfers.GetBytes(), FLOWS * BYTES, what << ": all");
        NS_TEST_EXPECT_MSG_GT(lost.GetFrames(), 0, what << ": frames in flight");
        // A timeout of TCP is at least 200 ms.
        const auto pause = transfers.GetLongestPause();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(pause, MilliSeconds(200), what << ": a timeout");
        NS_TEST_EXPECT_MSG_LT(pause, MilliSeconds(1500), what << ": goes on");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Trains of frames over a bond: as many frames as without offload, in fewer packets, over one link.
 */
class BondOffloadTestCase : public TestCase
{
  public:
    BondOffloadTestCase()
        : TestCase("segmentation offload")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* mode : {"active-backup", "balance-xor"})
        {
            const auto plain = Run(mode, false);
            const auto offloaded = Run(mode, true);
            NS_TEST_EXPECT_MSG_EQ(offloaded.frames, plain.frames, mode << ": frames");
            NS_TEST_EXPECT_MSG_EQ(offloaded.bytes, plain.bytes, mode << ": bytes");
            NS_TEST_EXPECT_MSG_LT(offloaded.packets * 2, plain.packets, mode << ": packets");
        }
    }

    /// What the first host has sent.
    struct Sent
    {
        uint64_t frames;  //!< frames on both links
        uint64_t bytes;   //!< their bytes on the links
        uint64_t packets; //!< packets that the second host got for them
    };

    /**
     * @param mode of the bonds
     * @param isOffloaded whether TCP leaves segmentation to the adapters
     * @return what was sent
     */
    Sent Run(const std::string& mode, bool isOffloaded)
    {
        BondSetup setup;
        setup.mode = mode;
        if (isOffloaded)
        {
            Offload(setup);
        }
        setup.rate = 1'000'000'000;
        BondedHosts net(setup);
        net.Send(0, 0, 1'448'000, Seconds(1));
        Sent sent{0, 0, 0};
        for (uint32_t link = 0; link < 2; ++link)
        {
            net.peer->GetLink(link)->TraceConnectWithoutContext(
                "MacRx",
                Callback<void, Ptr<const Packet>>([&sent](Ptr<const Packet>) { ++sent.packets; }));
        }
        BondedHosts::Run(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(net.GetReceived(0), 1'448'000, "all");
        NS_TEST_EXPECT_MSG_EQ(net.bond->HasOffload(), isOffloaded, "offload");
        NS_TEST_EXPECT_MSG_EQ(net.bond->GetMtu(), (isOffloaded ? 65535 : 1500), "MTU");
        for (uint32_t link = 0; link < 2; ++link)
        {
            sent.frames += net.bond->GetLink(link)->GetSentFrames();
            sent.bytes += net.bond->GetLink(link)->GetSentWireBytes();
        }
        return sent;
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Bonds under TCP with segmentation offload.
 */
class BondOffloadTestSuite : public TestSuite
{
  public:
    BondOffloadTestSuite()
        : TestSuite("tcp-offload-bond", Type::SYSTEM)
    {
        AddTestCase(new BondOffloadPullTestCase, Duration::QUICK);
        AddTestCase(new BondPauseTestCase, Duration::QUICK);
        AddTestCase(new BondOffloadTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static BondOffloadTestSuite g_bondOffloadTestSuite;
