/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace
{

const std::string SYNTHETIC_WORKLOAD = "ns3::SyntheticWorkload"; //!< the class under test

/**
 * @param device a device
 * @return when its requests came, in nanoseconds
 */
std::vector<int64_t>
GetTimes(const RecordingDevice& device)
{
    std::vector<int64_t> times;
    for (const auto& seen : device.seen)
    {
        times.push_back(seen.when.GetNanoSeconds());
    }
    return times;
}

/**
 * @param times some times
 * @return them as text
 */
std::string
ToText(const std::vector<int64_t>& times)
{
    std::string text;
    for (const auto time : times)
    {
        text += std::to_string(time) + " ";
    }
    return text;
}

} // namespace

/**
 * @ingroup block-io
 *
 * A closed loop keeps its depth, thinks between, and spreads evenly over the devices.
 */
class ClosedLoopTest : public TestCase
{
  public:
    ClosedLoopTest()
        : TestCase("Closed loop: depth, think time, even spread, count, finish")
    {
    }

  private:
    /// The workload finished.
    void Finished()
    {
        m_finishedAt.push_back(Simulator::Now().GetNanoSeconds());
    }

    void DoRun() override
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto workload =
            InstallWorkload(SYNTHETIC_WORKLOAD,
                            {{"QueueDepth", "3"},
                             {"Count", "7"},
                             {"ThinkTime", "ns3::ConstantRandomVariable[Constant=0.0005]"},
                             {"StartTime", "2s"}},
                            {a, b});
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&ClosedLoopTest::Finished, this));
        Simulator::Run();
        // Three at 2 s, each 1 ms + 0.5 ms: three more at 2.0015 s, the seventh at 2.003 s. The
        // devices take turns: a b a, b a b, a.
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*a)),
                              "2000000000 2000000000 2001500000 2003000000 ",
                              "first device");
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*b)), "2000000000 2001500000 2001500000 ", "second");
        NS_TEST_EXPECT_MSG_EQ(ToText(m_finishedAt), "2004000000 ", "once, after the last");
        NS_TEST_EXPECT_MSG_EQ(workload->GetCompleted(), 7, "completed");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished");
        Simulator::Destroy();
    }

    std::vector<int64_t> m_finishedAt; //!< when it finished
};

/**
 * @ingroup block-io
 *
 * A closed loop with random think times never has more than its depth outstanding.
 */
class QueueDepthTest : public TestCase
{
  public:
    QueueDepthTest()
        : TestCase("Closed loop never exceeds its depth, and reaches it")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        RunWorkload(SYNTHETIC_WORKLOAD,
                    {{"QueueDepth", "5"},
                     {"Count", "2000"},
                     {"ThinkTime", "ns3::UniformRandomVariable[Min=0|Max=0.002]"}},
                    device);
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 5, "most outstanding");
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 2000, "requests");
    }
};

/**
 * @ingroup block-io
 *
 * Fixed intervals are exact, however slow the device is.
 */
class FixedArrivalsTest : public TestCase
{
  public:
    FixedArrivalsTest()
        : TestCase("Fixed arrivals come at k over Rate, whatever is outstanding")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, Seconds(10));
        RunWorkload(SYNTHETIC_WORKLOAD,
                    {{"Arrivals", "Fixed"}, {"Rate", "3"}, {"Count", "4"}},
                    device);
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*device)),
                              "0 333333333 666666667 1000000000 ",
                              "k / 3 s");
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 4, "all outstanding at once");
    }
};

/**
 * @ingroup block-io
 *
 * After the stop time nothing is issued, and what is outstanding completes.
 */
class StopTimeTest : public TestCase
{
  public:
    /**
     * @param arrivals the kind of loop
     * @param times when requests come until the stop
     */
    StopTimeTest(const std::string& arrivals, const std::string& times)
        : TestCase("Stop time ends the workload: " + arrivals),
          m_arrivals(arrivals),
          m_times(times)
    {
    }

  private:
    /// The workload finished.
    void Finished()
    {
        m_finishedAt.push_back(Simulator::Now().GetNanoSeconds());
    }

    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto workload =
            InstallWorkload(SYNTHETIC_WORKLOAD,
                            {{"Arrivals", m_arrivals}, {"Rate", "1000"}, {"StopTime", "2500us"}},
                            {device});
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&StopTimeTest::Finished, this));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*device)), m_times, "until 2.5 ms");
        NS_TEST_EXPECT_MSG_EQ(workload->GetCompleted(), 3, "the last one completed, too");
        NS_TEST_EXPECT_MSG_EQ(ToText(m_finishedAt), "3000000 ", "when the last completed");
        Simulator::Destroy();
    }

    std::string m_arrivals;            //!< the kind of loop
    std::string m_times;               //!< when requests come
    std::vector<int64_t> m_finishedAt; //!< when it finished
};

/**
 * @ingroup block-io
 *
 * A workload begins when the last device is ready, and its times count from there.
 */
class WaitUntilReadyTest : public TestCase
{
  public:
    WaitUntilReadyTest()
        : TestCase("A workload begins when all its devices are ready")
    {
    }

  private:
    void DoRun() override
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        a->SetReady(false);
        b->SetReady(false);
        Simulator::Schedule(MilliSeconds(3), &RecordingDevice::SetReady, b, true);
        Simulator::Schedule(MilliSeconds(7), &RecordingDevice::SetReady, a, true);
        InstallWorkload(SYNTHETIC_WORKLOAD,
                        {{"Arrivals", "Fixed"}, {"Rate", "1000"}, {"Count", "3"}},
                        {a, b});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*a)), "7000000 9000000 ", "first and third");
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*b)), "8000000 ", "second");
        Simulator::Destroy();
        StoppedBefore();
    }

    /**
     * One that was stopped before does not begin, and leaves no event of its run time behind.
     */
    void StoppedBefore()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        device->SetReady(false);
        Simulator::Schedule(MilliSeconds(3), &RecordingDevice::SetReady, device, true);
        auto workload =
            InstallWorkload(SYNTHETIC_WORKLOAD, {{"RunTime", "1s"}, {"StopTime", "2ms"}}, {device});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(workload->GetIssued(), 0, "nothing");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "it is over");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(3), "when the device is ready");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * A closed loop waits for a device that is not ready any more instead of spinning.
 */
class LostDeviceTest : public TestCase
{
  public:
    LostDeviceTest()
        : TestCase("A closed loop waits while its device is not ready, and goes on after errors")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        device->fate = [](std::size_t i) {
            return i == 2 ? BlockStatus::TRANSPORT_ERROR : BlockStatus::OK;
        };
        Simulator::Schedule(MicroSeconds(2500), &RecordingDevice::SetReady, device, false);
        Simulator::Schedule(MilliSeconds(10), &RecordingDevice::SetReady, device, true);
        auto workload = InstallWorkload(SYNTHETIC_WORKLOAD, {{"Count", "5"}}, {device});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*device)),
                              "0 1000000 2000000 10000000 11000000 ",
                              "nothing from 3 ms to 10 ms");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * A workload ends with a device that fails permanently, before it begins or later.
 */
class FailedDeviceTest : public TestCase
{
  public:
    /**
     * @param arrivals Closed or Fixed
     */
    explicit FailedDeviceTest(const std::string& arrivals)
        : TestCase("A workload of " + arrivals + " arrivals ends with a device that fails"),
          m_arrivals(arrivals)
    {
    }

  private:
    /// The workload finished.
    void Finished()
    {
        m_finishedAt.push_back(Simulator::Now().GetNanoSeconds());
    }

    /**
     * One of two devices fails.
     *
     * @param start when the workload starts
     * @param ready whether that device is ready until then
     * @param when when it fails
     * @param requests how many requests the other one gets
     * @param end when the workload finishes, in nanoseconds
     */
    void Fail(Time start, bool ready, Time when, std::size_t requests, int64_t end)
    {
        auto good = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto bad = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto failure = CreateObject<BlockIoPermanentFailure>();
        bad->AggregateObject(failure);
        bad->SetReady(ready);
        Simulator::Schedule(when, [bad, failure]() {
            bad->SetReady(false);
            failure->Declare("gone");
        });
        auto workload = InstallWorkload(SYNTHETIC_WORKLOAD,
                                        {{"Arrivals", m_arrivals},
                                         {"Rate", "1000"},
                                         {"StartTime", std::to_string(start.GetSeconds()) + "s"}},
                                        {good, bad});
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&FailedDeviceTest::Finished, this));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(good->seen.size(), requests, "requests");
        NS_TEST_EXPECT_MSG_EQ(ToText(m_finishedAt), std::to_string(end) + " ", "once");
        NS_TEST_EXPECT_MSG_EQ(workload->GetIssued(), workload->GetCompleted(), "all completed");
        m_finishedAt.clear();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Fail(Seconds(1), false, Seconds(2), 0, 2000000000);
        Fail(Seconds(2), false, Seconds(1), 0, 2000000000);
        // A request each millisecond, for the good one at 0 and 2 ms; the last at 3 ms takes 1 ms.
        Fail(Seconds(0), true, MicroSeconds(3500), 2, 4000000);
    }

    std::string m_arrivals;            //!< how requests arrive
    std::vector<int64_t> m_finishedAt; //!< when it finished
};

/**
 * @ingroup block-io
 *
 * Poisson interarrival times are exponential: Kolmogorov-Smirnov at the 1 % level.
 */
class PoissonTest : public TestCase
{
  public:
    PoissonTest()
        : TestCase("Poisson interarrivals pass a Kolmogorov-Smirnov test")
    {
    }

  private:
    void DoRun() override
    {
        constexpr std::size_t N = 10000;
        constexpr double RATE = 200;
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        RunWorkload(
            SYNTHETIC_WORKLOAD,
            {{"Arrivals", "Poisson"}, {"Rate", std::to_string(RATE)}, {"Count", std::to_string(N)}},
            device);
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), N, "requests");
        std::vector<double> intervals;
        Time last;
        for (const auto& seen : device->seen)
        {
            intervals.push_back((seen.when - last).GetSeconds());
            last = seen.when;
        }
        std::sort(intervals.begin(), intervals.end());
        double statistic = 0;
        for (std::size_t i = 0; i < N; ++i)
        {
            const double cdf = 1 - std::exp(-RATE * intervals[i]);
            statistic = std::max({statistic,
                                  std::abs(cdf - static_cast<double>(i) / N),
                                  std::abs(cdf - static_cast<double>(i + 1) / N)});
        }
        NS_TEST_EXPECT_MSG_LT(statistic, 1.63 / std::sqrt(N), "largest distance of the CDFs");
    }
};

/**
 * @ingroup block-io
 *
 * A workload begins late, warms up and ends after its time.
 */
class WorkloadTimesTest : public TestCase
{
  public:
    WorkloadTimesTest()
        : TestCase("StartDelay, RampTime and RunTime: what is issued, what counts, when it ends")
    {
    }

  private:
    /**
     * A request completed that counts.
     *
     * @param request the request
     * @param device number of its device
     */
    void Measured(Ptr<const BlockRequest> request, uint32_t device)
    {
        m_measured.push_back(request->issueTime.GetMilliSeconds() + 1000 * device);
    }

    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        device->SetReady(false);
        auto workload = InstallWorkload(SYNTHETIC_WORKLOAD,
                                        {{"Arrivals", "Fixed"},
                                         {"Rate", "100"},
                                         {"StartDelay", "100ms"},
                                         {"RampTime", "25ms"},
                                         {"RunTime", "30ms"}},
                                        {device});
        workload->TraceConnectWithoutContext("Measure",
                                             MakeCallback(&WorkloadTimesTest::Measured, this));
        Simulator::Schedule(Seconds(1), &RecordingDevice::SetReady, device, true);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(GetTimes(*device)),
                              "1100000000 1110000000 1120000000 1130000000 1140000000 1150000000 ",
                              "from 1.1 s to 1.155 s");
        NS_TEST_EXPECT_MSG_EQ(ToText(m_measured), "1130 1140 1150 ", "from 1.125 s on");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished");
        Simulator::Destroy();
        auto brief = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallWorkload(SYNTHETIC_WORKLOAD, {{"RunTime", "1s"}, {"Count", "2"}}, {brief});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(2), "it does not wait for RunTime");
        Simulator::Destroy();
    }

    std::vector<int64_t> m_measured; //!< when those were issued that count, ms
};

/**
 * @ingroup block-io
 *
 * The pacing of workloads.
 */
class BlockWorkloadTestSuite : public TestSuite
{
  public:
    BlockWorkloadTestSuite()
        : TestSuite("block-io-workload", Type::UNIT)
    {
        AddTestCase(new ClosedLoopTest);
        AddTestCase(new QueueDepthTest);
        AddTestCase(new FixedArrivalsTest);
        AddTestCase(new StopTimeTest("Closed", "0 1000000 2000000 "));
        AddTestCase(new StopTimeTest("Fixed", "0 1000000 2000000 "));
        AddTestCase(new WaitUntilReadyTest);
        AddTestCase(new LostDeviceTest);
        AddTestCase(new FailedDeviceTest("Closed"));
        AddTestCase(new FailedDeviceTest("Fixed"));
        AddTestCase(new PoissonTest);
        AddTestCase(new WorkloadTimesTest);
    }
};

static BlockWorkloadTestSuite g_blockWorkloadTestSuite; //!< registers the suite
