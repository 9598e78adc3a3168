/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-request.h"
#include "ns3/cloud-volume.h"
#include "ns3/credit-bucket.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * How long a bucket lasts, and what it holds.
 */
class CreditBucketTest : public TestCase
{
  public:
    CreditBucketTest()
        : TestCase("Credits are spent in a burst and earned all the time")
    {
    }

  private:
    void DoRun() override
    {
        CheckPublished();
        CheckPauses();
        CheckEdges();
    }

    /// Amazon's table of how long a full bucket of a gp2 volume lasts: size, rate, seconds.
    void CheckPublished()
    {
        const std::vector<std::pair<double, double>> volumes{
            {300, 2000},  // 100 GiB: 5.4e6 / (3000 - 300)
            {750, 2400},  // 250 GiB
            {1500, 3600}, // 500 GiB
            {2250, 7200}, // 750 GiB
        };
        for (const auto& [rate, seconds] : volumes)
        {
            CreditBucket bucket(rate, 3000, 5.4e6);
            const auto end = bucket.Spend(3000 * seconds, Time());
            NS_TEST_EXPECT_MSG_EQ_TOL(end.GetSeconds(), seconds, 1e-6, "rate " << rate);
            NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetCredits(end), 0, 1e-3, "it is empty then");
            const auto next = bucket.Spend(rate, end);
            NS_TEST_EXPECT_MSG_EQ_TOL((next - end).GetSeconds(), 1, 1e-6, "and slow from then on");
        }
    }

    /// 90 credits, 10 earned in a second, 100 spent: a second of work.
    void CheckPauses()
    {
        CreditBucket bucket(10, 100, 90);
        // 50 units take half a second, in which 5 of them are earned.
        NS_TEST_EXPECT_MSG_EQ(bucket.Spend(50, Time()), MilliSeconds(500), "a burst");
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetCredits(Time()), 45, 1e-9, "50 less 5");
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetCredits(Seconds(1.5)), 55, 1e-9, "10 in a second");
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetCredits(Seconds(100)), 90, 1e-9, "no more than that");
        // 55 credits and 90 % of each unit: 61.1 units in 0.611 s, 38.9 units in 3.889 s.
        const auto end = bucket.Spend(100, Seconds(1.5));
        NS_TEST_EXPECT_MSG_EQ_TOL(end.GetSeconds(), 6, 1e-6, "a burst, and the rest at the rate");
        // What comes meanwhile waits.
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.Spend(10, Seconds(2)).GetSeconds(), 7, 1e-6, "in order");
    }

    /// Without credits, and with a burst that is none.
    void CheckEdges()
    {
        CreditBucket plain(10, 100, 0);
        NS_TEST_EXPECT_MSG_EQ(plain.Spend(5, Time()), MilliSeconds(500), "no credits");
        CreditBucket slow(10, 0, 90);
        NS_TEST_EXPECT_MSG_EQ(slow.Spend(5, Time()), MilliSeconds(500), "no burst");
        NS_TEST_EXPECT_MSG_EQ(slow.Spend(0, Seconds(2)), Seconds(2), "nothing to do");
        NS_TEST_EXPECT_MSG_EQ_TOL(slow.GetCredits(Seconds(2)), 90, 1e-9, "nothing is spent");
    }
};

/**
 * @ingroup block-io
 *
 * When requests end on a CloudVolume.
 */
class CloudVolumeTest : public TestCase
{
  public:
    /// Names and values of attributes.
    using Attributes = std::vector<std::pair<std::string, std::string>>;

    /// Requests that come together, and when the last of them should end.
    struct Load
    {
        Time when;                //!< when they come
        BlockOperation operation; //!< what they do
        uint32_t blocks;          //!< length of each
        uint32_t count;           //!< how many
        Time end;                 //!< when the last of them should end
    };

    /**
     * @param name the case
     * @param attributes of the volume
     * @param loads what is submitted, in order of time
     */
    CloudVolumeTest(const std::string& name, Attributes attributes, std::vector<Load> loads)
        : TestCase(name),
          m_attributes(std::move(attributes)),
          m_loads(std::move(loads))
    {
    }

  private:
    /**
     * @param volume where to
     * @param index which load
     */
    void Submit(Ptr<CloudVolume> volume, std::size_t index)
    {
        for (uint32_t i = 0; i < m_loads[index].count; ++i)
        {
            auto request = Create<BlockRequest>(m_loads[index].operation, 0, m_loads[index].blocks);
            request->completion = BlockRequest::Completion(
                [this, index](Ptr<BlockRequest>) { m_ends[index] = Simulator::Now(); });
            volume->Submit(request);
        }
    }

    void DoRun() override
    {
        auto volume = CreateObject<CloudVolume>();
        volume->SetAttribute("Latency", TimeValue(MilliSeconds(1)));
        for (const auto& [name, value] : m_attributes)
        {
            volume->SetAttribute(name, StringValue(value));
        }
        m_ends.resize(m_loads.size());
        for (std::size_t i = 0; i < m_loads.size(); ++i)
        {
            Simulator::Schedule(m_loads[i].when, &CloudVolumeTest::Submit, this, volume, i);
        }
        Simulator::Run();
        for (std::size_t i = 0; i < m_loads.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_ends[i], m_loads[i].end, NanoSeconds(200), "load " << i);
        }
        Simulator::Destroy();
    }

    Attributes m_attributes;   //!< of the volume
    std::vector<Load> m_loads; //!< what is submitted
    std::vector<Time> m_ends;  //!< when the last request of each ended
};

/**
 * @ingroup block-io
 *
 * A disk with a budget.
 */
class CloudVolumeTestSuite : public TestSuite
{
  public:
    CloudVolumeTestSuite()
        : TestSuite("block-io-cloud-volume", Type::UNIT)
    {
        using enum BlockOperation;
        const auto ms = [](int64_t n) { return MilliSeconds(n); };
        const CloudVolumeTest::Attributes burst{{"Rate", "10"},
                                                {"BurstRate", "100"},
                                                {"Credits", "90"}};
        AddTestCase(new CreditBucketTest, Duration::QUICK);
        AddTestCase(new CloudVolumeTest("A budget of requests",
                                        burst,
                                        {
                                            {ms(0), READ, 8, 1, ms(10)},
                                            // 100 requests empty the bucket after a second.
                                            {ms(0), WRITE, 8, 99, ms(1000)},
                                            {ms(0), READ, 8, 5, ms(1500)},
                                            // It costs nothing, and waits for nothing.
                                            {ms(500), FLUSH, 0, 1, ms(501)},
                                            // A second without work earns ten credits, enough for
                                            // 11.1 requests in a burst: 111 ms; 8.9 at the rate.
                                            {ms(2500), READ, 8, 20, ms(3500)},
                                        }),
                    Duration::QUICK);
        // 1 MB/s, 10 MB/s in bursts, for which 9 MB are saved: a second. 2,000 blocks are 1.024 MB.
        AddTestCase(new CloudVolumeTest("A budget of bytes",
                                        {{"Rate", "1000"},
                                         {"Bandwidth", "8Mbps"},
                                         {"BurstBandwidth", "80Mbps"},
                                         {"BandwidthCredits", "9000000"}},
                                        {
                                            {ms(0), READ, 2000, 1, MicroSeconds(102400)},
                                            {ms(0), VERIFY, 2000, 1, ms(2)},
                                            {ms(0), WRITE, 15625, 1, MicroSeconds(902400)},
                                            // 0.976 MB until the bucket is empty, 7.024 MB then.
                                            {ms(0), WRITE, 15625, 1, MicroSeconds(8024000)},
                                        }),
                    Duration::QUICK);
        AddTestCase(new CloudVolumeTest("What counts as one request",
                                        {{"Rate", "100"}, {"IoSize", "4096"}, {"ReadCost", "2"}},
                                        {
                                            {ms(0), WRITE, 8, 1, ms(10)},
                                            {ms(0), WRITE, 9, 1, ms(30)},
                                            {ms(0), READ, 8, 1, ms(50)},
                                            {ms(0), READ, 17, 1, ms(110)},
                                            // Nothing is faster than the latency.
                                            {ms(200), VERIFY, 1, 1, ms(220)},
                                        }),
                    Duration::QUICK);
        AddTestCase(new CloudVolumeTest("The latency",
                                        {{"Rate", "1000000"}},
                                        {{ms(0), READ, 8, 1, ms(1)}, {ms(0), WRITE, 8, 9, ms(1)}}),
                    Duration::QUICK);
    }
};

static CloudVolumeTestSuite g_cloudVolumeTestSuite; //!< registers the suite
