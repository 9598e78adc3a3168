/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../loop/fcal-test-bench.h"

#include "ns3/fcp-data-out.h"
#include "ns3/fcp-xfer-rdy-header.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

/**
 * @ingroup fcal
 *
 * Bursts of a write, asked for or not, that are as long as they may be and longer (FCP-4, 9.5).
 */
class FcpDataOutLimitsTest : public TestCase
{
  public:
    FcpDataOutLimitsTest()
        : TestCase("bursts of a write")
    {
    }

  private:
    /**
     * A first burst that comes unasked may be shorter than the write, but not longer.
     *
     * @param size its bytes, of a write of 1024
     * @param fits whether it is taken
     */
    void FirstBurst(uint32_t size, bool fits)
    {
        FcpDataOut data;
        data.Begin(1024, true);
        data.Want(1024);
        FcpXferRdyHeader ready;
        NS_TEST_EXPECT_MSG_EQ(data.Ask(0, ready), false, "it is under way");
        NS_TEST_EXPECT_MSG_EQ(data.Receive(0, Create<Packet>(size)), fits, size << " bytes");
    }

    /**
     * A write of 1024 bytes of which 300 come unasked, in bursts of 512.
     */
    void Bursts()
    {
        FcpDataOut data;
        data.Begin(1024, true);
        data.Want(1024);
        data.Receive(0, Create<Packet>(300));
        FcpXferRdyHeader ready;
        NS_TEST_ASSERT_MSG_EQ(data.Ask(512, ready), true, "the second");
        NS_TEST_EXPECT_MSG_EQ(ready.dataOffset, 300, "behind the first");
        NS_TEST_EXPECT_MSG_EQ(ready.burstLength, 512, "no longer");
        NS_TEST_EXPECT_MSG_EQ(data.Ask(512, ready), false, "one at a time");
        NS_TEST_EXPECT_MSG_EQ(data.Receive(300, Create<Packet>(511)), false, "too short");
        NS_TEST_EXPECT_MSG_EQ(data.Receive(301, Create<Packet>(512)), false, "elsewhere");
        NS_TEST_EXPECT_MSG_EQ(data.Receive(300, Create<Packet>(512)), true, "as asked for");
        NS_TEST_ASSERT_MSG_EQ(data.Ask(512, ready), true, "the last");
        NS_TEST_EXPECT_MSG_EQ(ready.dataOffset, 812, "300 + 512");
        NS_TEST_EXPECT_MSG_EQ(ready.burstLength, 212, "the rest");
    }

    void DoRun() override
    {
        FirstBurst(300, true);
        FirstBurst(1024, true);
        FirstBurst(1028, false);
        Bursts();
    }
};

/**
 * @ingroup fcal
 *
 * Frames carry no more than the smaller port of the two sends or takes.
 */
class FcalFramePayloadTest : public TestCase
{
  public:
    FcalFramePayloadTest()
        : TestCase("frame payload of ports that differ")
    {
    }

  private:
    /**
     * Send 2048 bytes.
     *
     * @param from index of the sender; port 0 has 2048 bytes in a frame, port 1 512
     * @param to index of the receiver
     */
    void Check(uint32_t from, uint32_t to)
    {
        FcalBench bench(2, [](uint32_t index, Ptr<FcalPort> port) {
            port->SetAttribute("FramePayload", UintegerValue(index == 0 ? 2048 : 512));
        });
        bench.Initialise();
        bench.Send(from, to, 2048);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.recorders[to]->receptions.size(), 1, "arrived");
        const auto& cut = bench.recorders[to]->receptions[0]->GetCut();
        NS_TEST_EXPECT_MSG_EQ(cut.frames, 4, "2048 / 512");
        NS_TEST_EXPECT_MSG_EQ(cut.framePayload, 512, "the smaller");
    }

    void DoRun() override
    {
        Check(0, 1);
        Check(1, 0);
    }
};

/**
 * @ingroup fcal
 *
 * How data are cut into bursts and frames.
 */
class FcpDataOutTestSuite : public TestSuite
{
  public:
    FcpDataOutTestSuite()
        : TestSuite("fcp-data-out", Type::UNIT)
    {
        AddTestCase(new FcpDataOutLimitsTest);
        AddTestCase(new FcalFramePayloadTest);
    }
};

static FcpDataOutTestSuite g_fcpDataOutTestSuite; //!< registers the suite
