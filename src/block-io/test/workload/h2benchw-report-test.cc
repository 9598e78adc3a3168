/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/h2benchw-report.h"
#include "ns3/test.h"

#include <sstream>

using namespace ns3;

namespace
{

/// What is measured: every request takes 1 ms, so 4 KiB have 3.90625 MiB/s.
const TextAttributes SHORT_RUN{{"BlockSize", "4096"},
                               {"InterfaceRequests", "2"},
                               {"Zones", "2"},
                               {"ZoneSize", "8192"},
                               {"Accesses", "2"}};

/**
 * @param attributes attributes
 * @param device the device
 * @return a workload that ran on it
 */
Ptr<H2benchwWorkload>
GetReportedRun(const TextAttributes& attributes, const Ptr<BlockDevice>& device)
{
    const auto workload = DynamicCast<H2benchwWorkload>(
        InstallWorkload("ns3::H2benchwWorkload", attributes, {device}));
    Simulator::Run();
    Simulator::Destroy();
    return workload;
}

/**
 * @param workload a workload
 * @return its report
 */
std::string
GetReport(const H2benchwWorkload& workload)
{
    std::ostringstream text;
    H2benchwReport(workload).Print(text);
    return text.str();
}

} // namespace

/**
 * @ingroup block-io
 *
 * Everything that is said of a measurement.
 */
class H2benchwReportTest : public TestCase
{
  public:
    H2benchwReportTest()
        : TestCase("The report, figures, zones and accesses, byte for byte")
    {
    }

  private:
    void DoRun() override
    {
        const auto workload =
            GetReportedRun(SHORT_RUN, CreateObject<RecordingDevice>(1000, MilliSeconds(1)));
        NS_TEST_EXPECT_MSG_EQ(
            GetReport(*workload),
            "Capacity: 1000 sectors of 512 bytes, 0.5 MiB\n"
            "\n"
            "Interface transfer rate, block size 8 sectors, at 0.0% of the capacity\n"
            "Sequential read rate medium (no delay):                          3.91 [MiB/s]\n"
            "Sequential transfer rate with read-ahead (delay: 1.00 ms):       3.91 [MiB/s]\n"
            "Repetitive sequential read (\"core test\"):                        3.91 [MiB/s]\n"
            "Sequential write rate medium (no delay):                         3.91 [MiB/s]\n"
            "Sequential transfer rate with write cache (delay: 1.00 ms):      3.91 [MiB/s]\n"
            "Repetitive sequential write:                                     3.91 [MiB/s]\n"
            "\n"
            "Sustained transfer rate, block size 8 sectors, 2 zones of 8 KiB\n"
            "Reading:       average 3.91, min 3.91, max 3.91 [MiB/s]\n"
            "Writing:       average 3.91, min 3.91, max 3.91 [MiB/s]\n"
            "\n"
            "Random access, 2 accesses of 1 sector\n"
            "Reading:       average 1.00, min 1.00, max 1.00 [ms]\n"
            "Writing:       average 1.00, min 1.00, max 1.00 [ms]\n",
            "the report");
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*workload).IsComplete(), true, "all is measured");
        CheckFigures(*workload);
        CheckTables(*workload);
    }

    /**
     * Figures have the names of the phases.
     *
     * @param workload the workload
     */
    void CheckFigures(const H2benchwWorkload& workload)
    {
        std::ostringstream text;
        for (const auto& figure : H2benchwReport(workload).GetFigures())
        {
            text << figure.name << "=" << figure.value << figure.unit << " ";
        }
        NS_TEST_EXPECT_MSG_EQ(
            text.str(),
            "sequential_read=3.90625MiB/s read_ahead=3.90625MiB/s read_ahead_delay=1ms "
            "repetitive_read=3.90625MiB/s sequential_write=3.90625MiB/s write_cache=3.90625MiB/s "
            "write_cache_delay=1ms repetitive_write=3.90625MiB/s sustained_read=3.90625MiB/s "
            "sustained_read_min=3.90625MiB/s sustained_read_max=3.90625MiB/s "
            "sustained_write=3.90625MiB/s sustained_write_min=3.90625MiB/s "
            "sustained_write_max=3.90625MiB/s random_read=1ms random_read_min=1ms "
            "random_read_max=1ms random_write=1ms random_write_min=1ms random_write_max=1ms ",
            "figures");
    }

    /**
     * Zones begin where the request before them ended.
     *
     * @param workload the workload
     */
    void CheckTables(const H2benchwWorkload& workload)
    {
        std::ostringstream zones;
        H2benchwReport(workload).WriteZones(zones, "7,");
        NS_TEST_EXPECT_MSG_EQ(zones.str(),
                              "7,R,8,0.800000,8192,0.002000000,3.906250\n"
                              "7,R,984,98.400000,8192,0.002000000,3.906250\n"
                              "7,W,8,0.800000,8192,0.002000000,3.906250\n"
                              "7,W,984,98.400000,8192,0.002000000,3.906250\n",
                              H2benchwReport::GetZoneColumns());
        std::ostringstream accesses;
        H2benchwReport(workload).WriteAccesses(accesses);
        std::ostringstream expected;
        for (const auto phase : {H2benchwPhase::RANDOM_READ, H2benchwPhase::RANDOM_WRITE})
        {
            for (const auto& access : workload.FindResult(phase)->GetParts())
            {
                expected << (IsH2benchwWrite(phase) ? "W," : "R,") << access.lba
                         << ",0.001000000\n";
            }
        }
        NS_TEST_EXPECT_MSG_EQ(accesses.str(), expected.str(), H2benchwReport::GetAccessColumns());
        NS_TEST_EXPECT_MSG_EQ(workload.FindResult(H2benchwPhase::RANDOM_READ)->GetParts().size(),
                              2,
                              "two of each");
    }
};

/**
 * @ingroup block-io
 *
 * What was not measured, or could not be.
 */
class H2benchwPartialReportTest : public TestCase
{
  public:
    H2benchwPartialReportTest()
        : TestCase("Reports of parts, of failures and of devices without time")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        device->fate = [](std::size_t number) {
            return number == 2 ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        // Zones are read at 0 to 2 ms, where one fails; accesses from 3 ms on, until 4.5 ms.
        const auto workload = GetReportedRun({{"BlockSize", "4096"},
                                              {"InterfaceRequests", "0"},
                                              {"Zones", "2"},
                                              {"ZoneSize", "8192"},
                                              {"Accesses", "5"},
                                              {"Writes", "false"},
                                              {"RunTime", "4500us"}},
                                             device);
        NS_TEST_EXPECT_MSG_EQ(GetReport(*workload),
                              "Capacity: 1000 sectors of 512 bytes, 0.5 MiB\n"
                              "\n"
                              "Sustained transfer rate, block size 8 sectors, 2 zones of 8 KiB\n"
                              "\n"
                              "Random access, 5 accesses of 1 sector\n"
                              "sustained_read: no result, because a request failed\n"
                              "random_read: no result, stopped before its end\n",
                              "what has no result is said");
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*workload).IsComplete(), false, "something is not");
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*workload).GetFigures().size(), 0, "no figures");
        std::ostringstream rows;
        H2benchwReport(*workload).WriteZones(rows);
        H2benchwReport(*workload).WriteAccesses(rows);
        NS_TEST_EXPECT_MSG_EQ(rows.str(), "", "no rows");

        // A rate cannot be told where nothing takes time.
        const auto timeless =
            GetReportedRun(SHORT_RUN, CreateObject<RecordingDevice>(1000, Time(0)));
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*timeless).GetFigures()[0].value, 0, "no time");

        const auto never = CreateObject<H2benchwWorkload>();
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*never).IsComplete(), false, "nothing is measured");
        NS_TEST_EXPECT_MSG_EQ(GetReport(*never), "h2benchw: the device was never ready\n", "");
    }
};

/**
 * @ingroup block-io
 *
 * The report of h2benchw.
 */
class H2benchwReportTestSuite : public TestSuite
{
  public:
    H2benchwReportTestSuite()
        : TestSuite("block-io-h2benchw-report", Type::UNIT)
    {
        AddTestCase(new H2benchwReportTest);
        AddTestCase(new H2benchwPartialReportTest);
    }
};

static H2benchwReportTestSuite g_h2benchwReportTestSuite; //!< registers the suite
