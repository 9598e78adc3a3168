/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/disk-drive.h"
#include "ns3/json-writer.h"
#include "ns3/nstime.h"
#include "ns3/san-flash-figures.h"
#include "ns3/san-scenario.h"
#include "ns3/simulator.h"
#include "ns3/ssd-catalogue.h"
#include "ns3/ssd-drive.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"

#include <fstream>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param report a report
 * @return an object with what it adds to summary.json
 */
std::string
GetFlashSummary(const SanReport& report)
{
    JsonWriter json;
    json.BeginObject();
    report.WriteSummary(json, {});
    json.EndObject();
    return json.GetText();
}

/**
 * @param drive writes
 * @param lba first block
 * @param blocks how many
 */
void
WriteFlash(Ptr<SsdDrive> drive, uint64_t lba, uint32_t blocks)
{
    auto request = Create<BlockRequest>(BlockOperation::WRITE, lba, blocks);
    request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
    drive->Submit(request);
}

} // namespace

/**
 * @ingroup san-tests
 *
 * The figures of a few writes, by hand.
 */
class SanFlashFiguresTestCase : public TestCase
{
  public:
    SanFlashFiguresTestCase()
        : TestCase("figures by hand")
    {
    }

  private:
    void DoRun() override
    {
        SanFlashFigures none;
        none.Attach({CreateObject<DiskDrive>()});
        NS_TEST_EXPECT_MSG_EQ(GetFlashSummary(none), "{}", "a disk has none");

        // 8 dies of 72 blocks, stripes of 8 units.
        auto plain = CreateObject<SsdDrive>();
        plain->SetParameters({});
        auto other = CreateObject<SsdDrive>();
        other->SetParameters({});
        SanFlashFigures figures;
        figures.Attach({CreateObject<DiskDrive>(), plain});
        NS_TEST_EXPECT_MSG_NE(GetFlashSummary(figures).find("\"write_amplification\": null"),
                              std::string::npos,
                              "nothing is written");
        figures.Attach({other});
        // Of 21 units 16 are programmed; the rest waits to fill a stripe.
        WriteFlash(plain, 0, 21 * 8);
        WriteFlash(other, 80, 8 * 8);
        Simulator::Run();
        figures.Stop();
        WriteFlash(plain, 0, 16 * 8);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetFlashSummary(figures),
                              "{\n\"flash\": {\"drives\": 2, \"host_bytes\": 98304, "
                              "\"moved_bytes\": 0, \"empty_bytes\": 0, "
                              "\"programmed_bytes\": 98304, \"write_amplification\": 1.000000, "
                              "\"erased_blocks\": 0, \"least_erases\": 0, "
                              "\"mean_erases\": 0.000000, \"most_erases\": 0}}",
                              "until the load ended");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * The figures of what only some drives have.
 */
class SanFlashPartsTestCase : public TestCase
{
  public:
    SanFlashPartsTestCase()
        : TestCase("SLC cache, mapping cache and power states, by hand")
    {
    }

  private:
    void DoRun() override
    {
        SsdParameters parameters;
        parameters.slc = {.blocksPerPlane = 1,
                          .pagesPerBlock = 2,
                          .readTime = MicroSeconds(20),
                          .programTime = MicroSeconds(200),
                          .idleTime = MilliSeconds(1)};
        parameters.mappingCachePages = 2;
        parameters.wearLevellingSpread = 3;
        parameters.freeBlocks = 3;
        parameters.power = {.activePower = 4,
                            .lower = {{.power = 1,
                                       .idleTime = MilliSeconds(100),
                                       .entryTime = Time(0),
                                       .exitTime = Time(0)}}};
        auto drive = CreateObject<SsdDrive>();
        drive->SetParameters(parameters);
        SanFlashFigures figures;
        figures.Attach({drive});
        // Two writes to one page of the table: a stripe, that goes to the SLC cache and is folded.
        WriteFlash(drive, 0, 4 * 8);
        WriteFlash(drive, 4 * 8, 4 * 8);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const auto states = drive->GetPowerStates();
        const auto active = states[0].time.GetSeconds();
        // Until 1 ms after the stripe came, for a step of folding and an erase of 3 ms, and for
        // 100 ms of idleness.
        NS_TEST_EXPECT_MSG_GT(active, 0.104, "active");
        NS_TEST_EXPECT_MSG_LT(active, 0.106, "active");
        const auto text = GetFlashSummary(figures);
        for (const std::string part : {"\"host_bytes\": 32768",
                                       "\"moved_bytes\": 0, \"levelled_bytes\": 0",
                                       "\"folded_bytes\": 32768",
                                       "\"mapping_bytes\": 0",
                                       "\"programmed_bytes\": 65536",
                                       "\"write_amplification\": 2.000000",
                                       "\"slc_erased_blocks\": 1",
                                       "\"mapping_hits\": 1",
                                       "\"mapping_misses\": 1",
                                       "\"power_states\": [{\"entries\": 0, \"seconds\": 0.10",
                                       "{\"entries\": 1, \"seconds\": 0.89",
                                       "\"joules\": 1.3"})
        {
            NS_TEST_EXPECT_MSG_NE(text.find(part), std::string::npos, part << " in " << text);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(drive->GetEnergy(), 1 + 3 * active, 1e-9, "energy");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * Write amplification of runs: 1 of writes in sequence to new drives, that of the closed form of
 * random writes in the steady state.
 */
class SanFlashRunsTestCase : public TestCase
{
  public:
    SanFlashRunsTestCase()
        : TestCase("write amplification of runs")
    {
    }

  private:
    /// Name of a drive file of 1 GiB.
    std::string m_drive;

    /**
     * @param name of the run
     * @param words options beside those of all runs
     * @return its summary.json
     */
    std::string Run(const std::string& name, std::vector<std::string> words)
    {
        const auto folder = CreateTempDirFilename(name);
        words.insert(words.end(),
                     {"--output=" + folder, "--drives=1", "--workload=closed", "--readFraction=0"});
        SanScenario(ParsedSanOptions(words)).Run();
        return ReadSanFile(folder + "/summary.json");
    }

    /**
     * @param summary a summary.json
     * @param name of a figure of flash drives
     * @return the figure
     */
    static double GetFigure(const std::string& summary, const std::string& name)
    {
        const auto found = summary.find("\"" + name + "\": ", summary.find("\"flash\": {"));
        return found == std::string::npos ? -1 : std::stod(summary.substr(found + name.size() + 4));
    }

    void DoRun() override
    {
        m_drive = CreateTempDirFilename("small.ssd");
        std::ofstream(m_drive) << "blocks 262144\nblock_size 4096\ntags 32\nflush_queued no\n"
                                  "link_mb_s 550\nread_command_us 10\nwrite_command_us 8\n"
                                  "flush_us 6\nchannels 4\ndies_per_channel 2\nplanes 2\n"
                                  "blocks_per_plane 72\npages_per_block 64\npage_bytes 16384\n"
                                  "channel_mb_s 400\nread_us 50\nprogram_us 600\nerase_us 3000\n"
                                  "buffer_kib 4096\npower_loss_protection no\n";
        const std::string ssd = "--drive=" + m_drive;
        NS_TEST_EXPECT_MSG_EQ(Run("disk", {"--count=10"}).find("\"flash\""),
                              std::string::npos,
                              "a disk has no such figures");

        const auto fresh =
            Run("fresh",
                {"--device=ssd", ssd, "--pattern=sequential", "--size=65536", "--count=500"});
        NS_TEST_EXPECT_MSG_EQ(GetFigure(fresh, "write_amplification"), 1, "a new drive");
        // 500 writes, less what its buffer of 4 MiB may still have.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(GetFigure(fresh, "host_bytes"), 500 * 65536, "written");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(GetFigure(fresh, "host_bytes"),
                                    500 * 65536 - (4 << 20),
                                    "written");

        const auto aged = Run(
            "aged",
            {"--device=ssd", ssd, "--ssdAged", "--size=4096", "--queueDepth=32", "--count=20000"});
        const auto layout = SsdCatalogue::Get(m_drive).GetLayout();
        const SsdSteadyState state(layout.GetUtilisation(), layout.unitsPerBlock, 0);
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFigure(aged, "write_amplification") /
                                      state.GetWriteAmplification(),
                                  1,
                                  0.05,
                                  "the steady state");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFigure(aged, "mean_erases"),
                                  GetFigure(aged, "erased_blocks") / (8 * 72),
                                  1e-6,
                                  "erases");
        NS_TEST_EXPECT_MSG_GT(GetFigure(aged, "most_erases"), 0, "blocks were erased");
    }
};

/**
 * @ingroup san-tests
 *
 * What flash drives did.
 */
class SanFlashFiguresTestSuite : public TestSuite
{
  public:
    SanFlashFiguresTestSuite()
        : TestSuite("san-flash-figures", Type::UNIT)
    {
        AddTestCase(new SanFlashFiguresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanFlashPartsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanFlashRunsTestCase, TestCase::Duration::QUICK);
    }
};

static SanFlashFiguresTestSuite g_sanFlashFiguresTestSuite; //!< registers the suite
