/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * The latency of one read equals what its bytes need on the wire, to the nanosecond.
 *
 * At 8 Mb/s a byte takes 1 us. Each TCP segment has 20 bytes of IP and 32 of TCP with timestamps;
 * ns-3 hands data to IP 1 ns after Send. The command is a header of 48 bytes in one segment. The
 * answer is one Data-In per 8192 bytes, 48 bytes each, in segments of 1448 bytes, and its last PDU
 * carries the status. The device takes 3 ms and the link 5 ms each way.
 */
class IscsiReadLatencyTestCase : public TestCase
{
  public:
    /**
     * @param bytes size of the read
     */
    explicit IscsiReadLatencyTestCase(uint32_t bytes)
        : TestCase("latency of a read of " + std::to_string(bytes) + " bytes"),
          m_bytes(bytes)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("8Mbps", MilliSeconds(5));
        bench.device->latency = MilliSeconds(3);
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        Ptr<ScsiTask> task;
        Simulator::Schedule(Seconds(1), [&]() {
            task = bench.client.Read(initiator->GetPort(), 7, m_bytes);
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        const uint32_t pdus = (m_bytes + 8191) / 8192;
        const uint32_t stream = m_bytes + 48 * pdus;
        const uint32_t segments = (stream + 1447) / 1448;
        const Time expected = NanoSeconds(1) + MicroSeconds(48 + 52) + MilliSeconds(5) +
                              MilliSeconds(3) + NanoSeconds(1) +
                              MicroSeconds(stream + 52 * segments) + MilliSeconds(5);
        const auto& outcome = bench.client.Of(task);
        NS_TEST_EXPECT_MSG_EQ(outcome.completions, 1, "completes once");
        NS_TEST_EXPECT_MSG_EQ(outcome.bytesIn, m_bytes, "all data is there");
        NS_TEST_EXPECT_MSG_EQ(outcome.done - outcome.sent, expected, "latency");
        NS_TEST_EXPECT_MSG_EQ(bench.device->order.at(0), 7, "the device saw the block number");
        Simulator::Destroy();
    }

    uint32_t m_bytes; //!< size of the read
};

/**
 * @ingroup iscsi-tests
 *
 * Sessions end to end over simulated TCP.
 */
class IscsiSessionTestSuite : public TestSuite
{
  public:
    IscsiSessionTestSuite()
        : TestSuite("iscsi-session", Type::UNIT)
    {
        for (const uint32_t bytes : {512, 4096, 8192, 12288})
        {
            AddTestCase(new IscsiReadLatencyTestCase(bytes), TestCase::Duration::QUICK);
        }
    }
};

static IscsiSessionTestSuite g_iscsiSessionTestSuite; //!< registers the suite
