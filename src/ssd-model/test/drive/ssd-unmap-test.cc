/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/simulator.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;

namespace
{

/// Blocks of a unit.
constexpr uint32_t UNIT_BLOCKS = 8;

/**
 * @param drive the drive
 * @param blocks how many of the first blocks are read
 * @return the first byte of each
 */
std::vector<uint8_t>
ReadFirstBytes(Ptr<SsdDrive> drive, uint32_t blocks)
{
    const auto request = RunOnIdle(drive, BlockOperation::READ, 0, blocks);
    std::vector<uint8_t> bytes(std::size_t{blocks} * drive->GetBlockSize());
    request->data->CopyData(bytes.data(), bytes.size());
    std::vector<uint8_t> values;
    for (uint32_t i = 0; i < blocks; ++i)
    {
        values.push_back(bytes[std::size_t{i} * drive->GetBlockSize()]);
    }
    return values;
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * What UNMAP costs, and what it saves.
 */
class SsdUnmapTestCase : public TestCase
{
  public:
    SsdUnmapTestCase()
        : TestCase("Unmapped units are neither programmed nor read")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOperation;
        SsdParameters parameters;
        parameters.readCommand = NanoSeconds(10000);
        parameters.writeCommand = NanoSeconds(8000);
        parameters.flushCommand = NanoSeconds(6000);
        // A unit takes 7,447 ns on the link and 10,240 ns on a channel.
        const auto aged = MakeSsdTestDrive(parameters, true);
        NS_TEST_EXPECT_MSG_EQ(aged->TakesUnmap(), true, "it can");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(aged, UNMAP, 4, 3 * UNIT_BLOCKS), 8000, "two whole units");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(aged, READ, UNIT_BLOCKS, UNIT_BLOCKS),
                              10000 + 7447,
                              "without flash");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(aged, READ, 0, UNIT_BLOCKS),
                              10000 + 50000 + 10240 + 7447,
                              "a unit of which a part was unmapped");

        const auto fresh = MakeSsdTestDrive(parameters, false, true);
        RunOnIdle(fresh, WRITE, 0, 2 * UNIT_BLOCKS, 7);
        RunOnIdle(fresh, UNMAP, 0, 2 * UNIT_BLOCKS);
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(fresh, FLUSH, 0, 0), 6000, "nothing is left to program");
        NS_TEST_EXPECT_MSG_EQ(fresh->GetTranslation().GetHostWrites(), 0, "nothing was");
        // Of a unit that is being programmed nothing is left.
        RunOnIdle(fresh, WRITE, 0, 8 * UNIT_BLOCKS, 7);
        RunOnIdle(fresh, UNMAP, 0, 8 * UNIT_BLOCKS);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fresh->GetTranslation().GetHostWrites(), 8, "a stripe");
        NS_TEST_EXPECT_MSG_EQ(fresh->GetTranslation().GetValid(0), 0, "none of it is valid");
        fresh->PowerOff();
        fresh->PowerOn();
        NS_TEST_EXPECT_MSG_EQ(
            (ReadFirstBytes(fresh, 8 * UNIT_BLOCKS) == std::vector<uint8_t>(8 * UNIT_BLOCKS)),
            true,
            "zeros, also after a power cut");
        // A SATA drive takes it up alone, as it does FLUSH.
        bool isRead = false;
        auto read = Create<BlockRequest>(READ, 0, UNIT_BLOCKS);
        read->completion = BlockRequest::Completion([&](Ptr<BlockRequest>) { isRead = true; });
        fresh->Submit(read);
        RunOnIdle(fresh, UNMAP, 800, UNIT_BLOCKS);
        NS_TEST_EXPECT_MSG_EQ(isRead, true, "after the read before it");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Writes, UNMAPs and FLUSHes of random blocks, and power cuts when all is flushed.
 */
class SsdUnmapContentsTestCase : public TestCase
{
  public:
    SsdUnmapContentsTestCase()
        : TestCase("Unmapped blocks read as zeros")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BLOCKS = 200;
        SsdParameters parameters;
        parameters.bufferUnits = 16;
        const auto drive = MakeSsdTestDrive(parameters, false, true);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(5);
        std::vector<uint8_t> values(BLOCKS);
        uint32_t unmaps = 0;
        for (uint32_t step = 1; step <= 3000; ++step)
        {
            const auto lba = random->GetInteger(0, BLOCKS - 1);
            const auto blocks = random->GetInteger(1, std::min(40U, BLOCKS - lba));
            const auto what = random->GetInteger(0, 9);
            if (what == 0)
            {
                RunOnIdle(drive, BlockOperation::FLUSH, 0, 0);
                drive->PowerOff();
                drive->PowerOn();
                NS_TEST_ASSERT_MSG_EQ((ReadFirstBytes(drive, BLOCKS) == values),
                                      true,
                                      "step " << step);
                continue;
            }
            const bool isUnmap = what < 4;
            const uint8_t value = isUnmap ? 0 : 1 + step % 255;
            unmaps += isUnmap;
            RunOnIdle(drive,
                      isUnmap ? BlockOperation::UNMAP : BlockOperation::WRITE,
                      lba,
                      blocks,
                      value);
            std::fill_n(values.begin() + lba, blocks, value);
            if (what == 9)
            {
                NS_TEST_ASSERT_MSG_EQ((ReadFirstBytes(drive, BLOCKS) == values),
                                      true,
                                      "step " << step);
            }
        }
        NS_TEST_EXPECT_MSG_GT(unmaps, 800, "blocks were unmapped");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Write amplification of a drive half of whose units were unmapped, against the closed form for
 * half of the utilisation.
 */
class SsdUnmapAmplificationTestCase : public TestCase
{
  public:
    SsdUnmapAmplificationTestCase()
        : TestCase("Unmapped units are spare flash")
    {
    }

  private:
    void DoRun() override
    {
        SsdParameters parameters;
        parameters.channelRate = 1e12;
        parameters.linkRate = 1e12;
        const auto drive = MakeSsdTestDrive(parameters, true);
        const auto& layout = drive->GetTranslation().GetLayout();
        const uint64_t half = layout.logicalUnits / 2;
        RunOnIdle(drive,
                  BlockOperation::UNMAP,
                  half * UNIT_BLOCKS,
                  (layout.logicalUnits - half) * UNIT_BLOCKS);
        const auto& translation = drive->GetTranslation();
        SsdTestLoad(drive, BlockOperation::WRITE, 32, 4 * layout.logicalUnits, half);
        const auto moves = translation.GetMoves();
        const auto writes = translation.GetHostWrites();
        SsdTestLoad(drive, BlockOperation::WRITE, 32, layout.logicalUnits, half);
        const auto measured = 1 + static_cast<double>(translation.GetMoves() - moves) /
                                      (translation.GetHostWrites() - writes);
        const SsdSteadyState state(layout.GetUtilisation() / 2, layout.unitsPerBlock, 0);
        NS_TEST_EXPECT_MSG_EQ_TOL(measured / state.GetWriteAmplification(),
                                  1,
                                  0.05,
                                  measured << ", " << state.GetWriteAmplification());
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of UNMAP.
 */
class SsdUnmapTestSuite : public TestSuite
{
  public:
    SsdUnmapTestSuite()
        : TestSuite("ssd-unmap", Type::UNIT)
    {
        AddTestCase(new SsdUnmapTestCase, Duration::QUICK);
        AddTestCase(new SsdUnmapContentsTestCase, Duration::QUICK);
        AddTestCase(new SsdUnmapAmplificationTestCase, Duration::QUICK);
    }
};

static SsdUnmapTestSuite g_ssdUnmapTestSuite; //!< registers the suite
