/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/data-rate.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/ram-disk.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <sstream>

using namespace ns3;

namespace
{

const std::string H2BENCHW = "ns3::H2benchwWorkload"; //!< the class under test

/// A small measurement: two requests of 8 blocks, three zones of two, four accesses.
const TextAttributes SMALL_DISK{{"BlockSize", "4096"},
                                {"InterfaceRequests", "2"},
                                {"Zones", "3"},
                                {"ZoneSize", "8192"},
                                {"Accesses", "4"},
                                {"Pause", "0s"}};

/**
 * @param attributes attributes
 * @param more others, which replace those of the same name
 * @return both
 */
TextAttributes
Add(TextAttributes attributes, const TextAttributes& more)
{
    attributes.insert(attributes.end(), more.begin(), more.end());
    return attributes;
}

/**
 * @param attributes attributes of a workload
 * @param device its device
 * @return the workload, not yet run
 */
Ptr<H2benchwWorkload>
Install(const TextAttributes& attributes, const Ptr<BlockDevice>& device)
{
    return DynamicCast<H2benchwWorkload>(InstallWorkload(H2BENCHW, attributes, {device}));
}

/**
 * @param device a device
 * @param begin first of its requests
 * @param end the one behind the last
 * @return operation, first block and length of each
 */
std::string
GetRequests(const RecordingDevice& device, std::size_t begin, std::size_t end)
{
    std::ostringstream text;
    for (auto i = begin; i < end; ++i)
    {
        const auto& seen = device.seen.at(i);
        text << seen.operation << seen.lba << "+" << seen.blocks << " ";
    }
    return text.str();
}

/**
 * @param device a device
 * @param begin first of its requests
 * @param end the one behind the last
 * @return when each came, in microseconds
 */
std::string
GetTimes(const RecordingDevice& device, std::size_t begin, std::size_t end)
{
    std::string text;
    for (auto i = begin; i < end; ++i)
    {
        text += std::to_string(device.seen.at(i).when.GetMicroSeconds()) + " ";
    }
    return text;
}

} // namespace

/**
 * @ingroup block-io
 *
 * What it asks of a device and when.
 */
class H2benchwRequestsTest : public TestCase
{
  public:
    H2benchwRequestsTest()
        : TestCase("Requests one after the other, with delays and pauses; equal seeds")
    {
    }

  private:
    void DoRun() override
    {
        CheckRequests();
        CheckTimes();
        CheckAccesses();
    }

    /// All of a small measurement: six sequences of three, two of nine, eight accesses.
    void CheckRequests()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        std::string phases;
        auto workload = Install(SMALL_DISK, device);
        for (const std::string source : {"PhaseStart", "PhaseEnd"})
        {
            workload->TraceConnectWithoutContext(
                source,
                Callback<void, const std::string&>([&phases, source](const std::string& name) {
                    phases += (source == "PhaseStart" ? "<" : ">") + name + " ";
                }));
        }
        NS_TEST_EXPECT_MSG_EQ(workload->GetCurrentPhase(), "", "none yet");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 44, "18 + 18 + 8");
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 1, "one at a time");
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*device, 0, 9),
                              "R0+8 R8+8 R16+8 R24+8 R32+8 R40+8 R0+8 R0+8 R0+8 ",
                              "reads at the interface");
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*device, 9, 18),
                              "W0+8 W8+8 W16+8 W24+8 W32+8 W40+8 W0+8 W0+8 W0+8 ",
                              "writes there");
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*device, 18, 27),
                              "R0+8 R8+8 R16+8 R488+8 R496+8 R504+8 R976+8 R984+8 R992+8 ",
                              "reads at zones");
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*device, 27, 30), "W0+8 W8+8 W16+8 ", "a zone written");
        NS_TEST_EXPECT_MSG_EQ(phases.substr(0, 62),
                              "<sequential_read >sequential_read <read_ahead >read_ahead <rep",
                              "each begins and ends");
        NS_TEST_EXPECT_MSG_EQ(workload->GetCurrentPhase(), "random_write", "the last");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished");
        Simulator::Destroy();
    }

    /// The delay is that of a request, or what the user says; a pause follows each phase but the
    /// last.
    void CheckTimes()
    {
        const TextAttributes interface{{"Zones", "0"}, {"Accesses", "0"}, {"Writes", "false"}};
        auto found = CreateObject<RecordingDevice>(1000, MicroSeconds(400));
        RunWorkload(H2BENCHW, Add(SMALL_DISK, interface), found);
        NS_TEST_EXPECT_MSG_EQ(GetTimes(*found, 0, 9),
                              "0 400 800 1200 2000 2800 3200 3600 4000 ",
                              "400 us, and as much between");
        auto given = CreateObject<RecordingDevice>(1000, MicroSeconds(400));
        RunWorkload(H2BENCHW,
                    Add(SMALL_DISK, Add(interface, {{"Delay", "7us"}, {"Pause", "100us"}})),
                    given);
        NS_TEST_EXPECT_MSG_EQ(GetTimes(*given, 0, 9),
                              "0 400 800 1300 1707 2114 2614 3014 3414 ",
                              "7 us, and 100 us after a phase");
        NS_TEST_EXPECT_MSG_EQ(given->seen.size(), 9, "no more");
    }

    /// Accesses go anywhere, equally often, and where they went with the same seed.
    void CheckAccesses()
    {
        const TextAttributes accesses{{"InterfaceRequests", "0"},
                                      {"Zones", "0"},
                                      {"Accesses", "5000"},
                                      {"Pause", "0s"}};
        auto device = CreateObject<RecordingDevice>(20, MicroSeconds(1));
        RunWorkload(H2BENCHW, accesses, device);
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 10000, "reads and writes");
        std::vector<uint32_t> counts(20);
        for (const auto& seen : device->seen)
        {
            NS_TEST_ASSERT_MSG_EQ(seen.blocks, 1, "a sector");
            ++counts.at(seen.lba);
        }
        // 0.1 % exceed 43.82 with 19 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, std::vector<double>(20, 0.05)), 43.82, "");
        NS_TEST_EXPECT_MSG_EQ(device->seen[4999].operation, BlockOperation::READ, "reads first");
        NS_TEST_EXPECT_MSG_EQ(device->seen[5000].operation, BlockOperation::WRITE, "then writes");
        auto again = CreateObject<RecordingDevice>(20, MicroSeconds(1));
        RunWorkload(H2BENCHW, accesses, again);
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*again, 0, 10000),
                              GetRequests(*device, 0, 10000),
                              "the same streams");
    }
};

/**
 * @ingroup block-io
 *
 * What it finds on devices whose times are known.
 */
class H2benchwRatesTest : public TestCase
{
  public:
    H2benchwRatesTest()
        : TestCase("Rates and access times against closed forms")
    {
    }

  private:
    /**
     * @param workload a workload that ran
     * @param rate bytes per second of every transfer
     * @param access time of every access
     */
    void Expect(const H2benchwWorkload& workload, double rate, Time access)
    {
        NS_TEST_ASSERT_MSG_EQ(workload.GetResults().size(), 10, "all phases");
        for (const auto& result : workload.GetResults())
        {
            const auto phase = result.GetPhase();
            NS_TEST_EXPECT_MSG_EQ((result.GetState() == H2benchwResult::State::MEASURED),
                                  true,
                                  phase);
            if (H2benchwPlan::IsRandom(phase))
            {
                NS_TEST_EXPECT_MSG_EQ(result.GetMeanTime(), access, phase);
                NS_TEST_EXPECT_MSG_EQ(result.GetShortestTime(), access, phase);
                NS_TEST_EXPECT_MSG_EQ(result.GetLongestTime(), access, phase);
                NS_TEST_EXPECT_MSG_EQ(result.GetParts().size(), 100, phase);
            }
            else
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(result.GetRate(), rate, rate * 1e-12, phase);
                NS_TEST_EXPECT_MSG_EQ_TOL(result.GetLowestRate(), rate, rate * 1e-12, phase);
                NS_TEST_EXPECT_MSG_EQ_TOL(result.GetHighestRate(), rate, rate * 1e-12, phase);
            }
        }
    }

    void DoRun() override
    {
        const TextAttributes attributes{{"Zones", "10"},
                                        {"ZoneSize", "1048576"},
                                        {"Accesses", "100"},
                                        {"Pause", "250ms"}};
        // Every request takes 2 ms, so 64 KiB have 32.768 MB/s.
        auto fixed =
            CreateObjectWithAttributes<FixedLatencyDevice>("Latency", TimeValue(MilliSeconds(2)));
        auto workload = Install(attributes, fixed);
        Simulator::Run();
        Expect(*workload, 32768000, MilliSeconds(2));
        // Six times 65 requests, two delays of 2 ms after 64 of them, twice ten zones of 17, twice
        // 100 accesses, nine pauses.
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                              MilliSeconds(2 * (6 * 65 + 2 * 64 + 2 * 10 * 17 + 200) + 9 * 250),
                              "and the time it takes");
        NS_TEST_EXPECT_MSG_EQ(workload->FindResult(H2benchwPhase::READ_AHEAD)->GetDelay(),
                              MilliSeconds(2),
                              "the time of a block");
        Simulator::Destroy();

        // 50 us, and 65536 or 512 bytes at 1 Gb/s: 524.288 us or 4.096 us more.
        auto ram = CreateObjectWithAttributes<RamDisk>("Latency",
                                                       TimeValue(MicroSeconds(50)),
                                                       "Bandwidth",
                                                       DataRateValue(DataRate("1Gbps")));
        workload = Install(attributes, ram);
        Simulator::Run();
        Expect(*workload, 65536 / 574.288e-6, NanoSeconds(54096));
        Simulator::Destroy();
        CheckZones();
    }

    /// Zones of different rates: requests of the three zones take 1, 2 and 4 us.
    void CheckZones()
    {
        /// Takes longer behind each third of 1000 blocks.
        class SlowingDevice : public FixedLatencyDevice
        {
            Time StartService(Ptr<const BlockRequest> request) override
            {
                return MicroSeconds(1 << (3 * request->lba / 1000));
            }
        };

        auto device = CreateObject<SlowingDevice>();
        device->SetAttribute("BlockCount", UintegerValue(1000));
        auto workload =
            Install(Add(SMALL_DISK, {{"InterfaceRequests", "0"}, {"Writes", "false"}}), device);
        Simulator::Run();
        const auto& zones = *workload->FindResult(H2benchwPhase::SUSTAINED_READ);
        NS_TEST_ASSERT_MSG_EQ(zones.GetParts().size(), 3, "zones");
        NS_TEST_EXPECT_MSG_EQ(zones.GetParts()[1].lba, 496, "the first block that counts");
        NS_TEST_EXPECT_MSG_EQ(zones.GetParts()[1].time, MicroSeconds(4), "two requests");
        NS_TEST_EXPECT_MSG_EQ(zones.GetParts()[1].bytes, 8192, "two requests");
        NS_TEST_EXPECT_MSG_EQ_TOL(zones.GetHighestRate(), 8192 / 2e-6, 1, "the first");
        NS_TEST_EXPECT_MSG_EQ_TOL(zones.GetLowestRate(), 8192 / 8e-6, 1, "the last");
        NS_TEST_EXPECT_MSG_EQ_TOL(zones.GetRate(), 3 * 8192 / 14e-6, 1, "all bytes, all time");
        const auto& accesses = *workload->FindResult(H2benchwPhase::RANDOM_READ);
        Time sum;
        for (const auto& access : accesses.GetParts())
        {
            NS_TEST_EXPECT_MSG_EQ(access.time, MicroSeconds(1 << (3 * access.lba / 1000)), "");
            sum += access.time;
        }
        NS_TEST_EXPECT_MSG_EQ(accesses.GetMeanTime(), NanoSeconds(sum.GetNanoSeconds() / 4), "");
        NS_TEST_EXPECT_MSG_EQ((workload->FindResult(H2benchwPhase::RANDOM_WRITE) == nullptr),
                              true,
                              "no writes");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * Requests that fail, an early end, mistakes.
 */
class H2benchwFailureTest : public TestCase
{
  public:
    H2benchwFailureTest()
        : TestCase("Failed requests end their phase, a stop ends all; every mistake")
    {
    }

  private:
    using State = H2benchwResult::State;

    void DoRun() override
    {
        CheckFailures();
        CheckStop();
        CheckMistakes();
    }

    /// The second request of the delayed reads fails: 3 + 2 requests, then the phase after.
    void CheckFailures()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        device->fate = [](std::size_t number) {
            return number == 4 ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        auto workload = Install(SMALL_DISK, device);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 43, "one less");
        NS_TEST_EXPECT_MSG_EQ(GetRequests(*device, 3, 6), "R24+8 R32+8 R0+8 ", "the next phase");
        const auto& results = workload->GetResults();
        NS_TEST_ASSERT_MSG_EQ(results.size(), 10, "all phases");
        NS_TEST_EXPECT_MSG_EQ((results[1].GetState() == State::FAILED), true, "no result");
        NS_TEST_EXPECT_MSG_EQ((results[2].GetState() == State::MEASURED), true, "the next has");
        Simulator::Destroy();
    }

    /// 9.5 ms are enough for two phases of 3 and 5 ms; the third has begun.
    void CheckStop()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto workload = Install(Add(SMALL_DISK, {{"RunTime", "9500us"}}), device);
        Simulator::Run();
        const auto& results = workload->GetResults();
        NS_TEST_ASSERT_MSG_EQ(results.size(), 3, "three have begun");
        NS_TEST_EXPECT_MSG_EQ((results[1].GetState() == State::MEASURED), true, "it ended");
        NS_TEST_EXPECT_MSG_EQ((results[2].GetState() == State::UNFINISHED), true, "it did not");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "the workload did");
        Simulator::Destroy();
    }

    /// Each is one line.
    void CheckMistakes()
    {
        const auto expect = [this](const TextAttributes& attributes,
                                   const std::string& message,
                                   std::size_t devices = 1) {
            const std::vector<Ptr<BlockDevice>> some(
                devices,
                CreateObject<RecordingDevice>(1000, MilliSeconds(1)));
            NS_TEST_EXPECT_MSG_EQ(
                GetUserError([&] { InstallWorkload(H2BENCHW, Add(SMALL_DISK, attributes), some); }),
                H2BENCHW + ": " + message,
                "");
        };
        expect({{"QueueDepth", "4"}}, "QueueDepth is 4, but it has one request outstanding");
        expect({}, "it measures one device, but has 2", 2);
        expect({}, "it has no device", 0);
        expect({{"InterfaceRequests", "0"}, {"Zones", "0"}, {"Accesses", "0"}},
               "InterfaceRequests, Zones and Accesses are 0: there is nothing to measure");
        expect({{"ZoneSize", "8191"}}, "ZoneSize=8191 is not a multiple of BlockSize=4096");
        expect({{"ZoneSize", "4194304"}, {"InterfaceRequests", "0"}},
               "ZoneSize=4194304 and the request before need 8200 blocks, but the device has 1000");
        NS_TEST_EXPECT_MSG_NE(GetUserError([&] {
                                  InstallWorkload(H2BENCHW, {{"BlockSize", "0"}}, {});
                              }).find("BlockSize"),
                              std::string::npos,
                              "below its range");
        CheckLateDevice();
    }

    /// A device that is too small, and known only when it is ready.
    void CheckLateDevice()
    {
        auto device = CreateObject<RecordingDevice>(40, MilliSeconds(1));
        device->SetReady(false);
        auto workload = Install(SMALL_DISK, device);
        Simulator::Schedule(Seconds(1), &RecordingDevice::SetReady, device, true);
        NS_TEST_EXPECT_MSG_EQ(workload->GetPlan().has_value(), false, "not yet");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { Simulator::Run(); }),
                              H2BENCHW + ": InterfaceRequests=2 from Position=0 % on need 48 "
                                         "blocks, but there are 40 of the device's 40",
                              "");
    }
};

/**
 * @ingroup block-io
 *
 * The benchmark h2benchw.
 */
class H2benchwWorkloadTestSuite : public TestSuite
{
  public:
    H2benchwWorkloadTestSuite()
        : TestSuite("block-io-h2benchw", Type::UNIT)
    {
        AddTestCase(new H2benchwRequestsTest);
        AddTestCase(new H2benchwRatesTest);
        AddTestCase(new H2benchwFailureTest);
    }
};

static H2benchwWorkloadTestSuite g_h2benchwWorkloadTestSuite; //!< registers the suite
