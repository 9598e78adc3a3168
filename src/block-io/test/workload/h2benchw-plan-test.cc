/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/h2benchw-plan.h"
#include "ns3/test.h"

#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/**
 * @return a small plan: two requests of 8 blocks at the interface, three zones of two, four
 *         accesses
 */
H2benchwPlan::Settings
GetSmall()
{
    return {.requestBytes = 4096,
            .position = 0,
            .interfaceRequests = 2,
            .zones = 3,
            .zoneBytes = 8192,
            .accesses = 4,
            .writes = true};
}

/**
 * @param settings what the user chooses
 * @return the phases, with spaces between
 */
std::string
GetPhaseNames(const H2benchwPlan::Settings& settings)
{
    const H2benchwPlan plan(settings, 1000, 512);
    std::ostringstream text;
    for (const auto phase : plan.GetPhases())
    {
        text << phase << " ";
    }
    return text.str();
}

/**
 * @param plan a plan
 * @param phase a phase that is not random
 * @return first block of each request; those that do not count are in brackets
 */
std::string
GetAddresses(const H2benchwPlan& plan, H2benchwPhase phase)
{
    std::ostringstream text;
    for (uint32_t part = 0; part < plan.GetParts(phase); ++part)
    {
        for (uint32_t request = 0; request < plan.GetRequests(phase); ++request)
        {
            const bool counts = plan.IsCounted(phase, request);
            text << (counts ? "" : "(") << plan.GetLba(phase, part, request)
                 << (counts ? " " : ") ");
        }
    }
    return text.str();
}

} // namespace

/**
 * @ingroup block-io
 *
 * Which phases there are, and where their requests go.
 */
class H2benchwPlanTest : public TestCase
{
  public:
    H2benchwPlanTest()
        : TestCase("Phases, their parts and requests, and where these go")
    {
    }

  private:
    void DoRun() override
    {
        CheckPhases();
        CheckAddresses();
        CheckZones();
    }

    /// Each measurement can be left out, and all writes.
    void CheckPhases()
    {
        const std::string reads = "sequential_read read_ahead repetitive_read ";
        const std::string writes = "sequential_write write_cache repetitive_write ";
        auto settings = GetSmall();
        NS_TEST_EXPECT_MSG_EQ(GetPhaseNames(settings),
                              reads + writes +
                                  "sustained_read sustained_write random_read random_write ",
                              "all");
        settings.writes = false;
        NS_TEST_EXPECT_MSG_EQ(GetPhaseNames(settings),
                              reads + "sustained_read random_read ",
                              "reads");
        settings.interfaceRequests = 0;
        NS_TEST_EXPECT_MSG_EQ(GetPhaseNames(settings), "sustained_read random_read ", "no rates");
        settings.zones = 0;
        NS_TEST_EXPECT_MSG_EQ(GetPhaseNames(settings), "random_read ", "accesses");
        settings.accesses = 0;
        NS_TEST_EXPECT_MSG_EQ(GetPhaseNames(settings), "", "nothing");
    }

    /// Sequences of the interface follow each other, at a share of 1000 blocks.
    void CheckAddresses()
    {
        using enum H2benchwPhase;
        auto settings = GetSmall();
        const H2benchwPlan first(settings, 1000, 512);
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, SEQUENTIAL_READ), "(0) 8 16 ", "a sequence");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, READ_AHEAD), "(24) 32 40 ", "the next");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, REPETITIVE_READ), "(0) 0 0 ", "the same");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, SEQUENTIAL_WRITE), "(0) 8 16 ", "where it read");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, WRITE_CACHE), "(24) 32 40 ", "where it read");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(first, REPETITIVE_WRITE), "(0) 0 0 ", "the same");
        NS_TEST_EXPECT_MSG_EQ(first.GetBlocks(READ_AHEAD), 8, "4096 bytes");

        settings.position = 12.55;
        const H2benchwPlan later(settings, 1000, 512);
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(later, SEQUENTIAL_READ), "(125) 133 141 ", "rounded");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(later, READ_AHEAD), "(149) 157 165 ", "behind it");

        NS_TEST_EXPECT_MSG_EQ(first.GetParts(RANDOM_WRITE), 4, "each access is timed");
        NS_TEST_EXPECT_MSG_EQ(first.GetRequests(RANDOM_WRITE), 1, "alone");
        NS_TEST_EXPECT_MSG_EQ(first.IsCounted(RANDOM_WRITE, 0), true, "all count");
        NS_TEST_EXPECT_MSG_EQ(first.GetBlocks(RANDOM_READ), 1, "one sector");
    }

    /// Zones are 24 blocks with what does not count, and reach from the first block to the last.
    void CheckZones()
    {
        using enum H2benchwPhase;
        auto settings = GetSmall();
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(H2benchwPlan(settings, 1000, 512), SUSTAINED_READ),
                              "(0) 8 16 (488) 496 504 (976) 984 992 ",
                              "(1000 - 24) / 2 apart");
        settings.zones = 4;
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(H2benchwPlan(settings, 1000, 512), SUSTAINED_WRITE),
                              "(0) 8 16 (325) 333 341 (650) 658 666 (976) 984 992 ",
                              "325 1/3 apart");
        settings.zones = 1;
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(H2benchwPlan(settings, 1000, 512), SUSTAINED_READ),
                              "(0) 8 16 ",
                              "the first");
        // Larger blocks make smaller numbers of them.
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(H2benchwPlan(settings, 1000, 4096), SUSTAINED_READ),
                              "(0) 1 2 ",
                              "of one block");
        settings.zones = 100000;
        const H2benchwPlan huge(settings, UINT64_MAX, 512);
        NS_TEST_EXPECT_MSG_EQ(huge.GetLba(SUSTAINED_READ, 99999, 2),
                              UINT64_MAX - 8,
                              "the last zone ends with the largest device");
    }
};

/**
 * @ingroup block-io
 *
 * What does not fit a device.
 */
class H2benchwMistakeTest : public TestCase
{
  public:
    H2benchwMistakeTest()
        : TestCase("Mistakes name their attribute; what just fits is none")
    {
    }

  private:
    /**
     * @param settings what the user chooses
     * @param blockCount blocks of the device
     * @param mistake what is wrong
     */
    void Expect(const H2benchwPlan::Settings& settings,
                uint64_t blockCount,
                const std::string& mistake)
    {
        NS_TEST_EXPECT_MSG_EQ(H2benchwPlan(settings, blockCount, 512).FindMistake(), mistake, "");
    }

    void DoRun() override
    {
        auto settings = GetSmall();
        Expect(settings, 48, "");
        Expect(settings,
               47,
               "InterfaceRequests=2 from Position=0 % on need 48 blocks, but there are 47 of the "
               "device's 47");
        settings.position = 95.2;
        Expect(settings, 1000, "");
        settings.position = 100;
        Expect(settings,
               1000,
               "InterfaceRequests=2 from Position=100 % on need 48 blocks, but there are 0 of the "
               "device's 1000");
        settings.interfaceRequests = 0;
        Expect(settings, 24, "");
        Expect(settings,
               23,
               "ZoneSize=8192 and the request before need 24 blocks, but the device has 23");
        settings.zones = 0;
        Expect(settings, 1, "");
        settings.requestBytes = 700;
        Expect(settings,
               1000,
               "BlockSize=700 is not a multiple of the device's block size, 512 bytes");
    }
};

/**
 * @ingroup block-io
 *
 * The plan of h2benchw.
 */
class H2benchwPlanTestSuite : public TestSuite
{
  public:
    H2benchwPlanTestSuite()
        : TestSuite("block-io-h2benchw-plan", Type::UNIT)
    {
        AddTestCase(new H2benchwPlanTest);
        AddTestCase(new H2benchwMistakeTest);
    }
};

static H2benchwPlanTestSuite g_h2benchwPlanTestSuite; //!< registers the suite
