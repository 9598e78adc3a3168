/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/enum.h"
#include "ns3/striped-array.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * A drive that sends a read block by block, one each millisecond, and the status with the last.
 */
class BlockwiseDevice : public ScsiDevice
{
  public:
    void CommandReceived(Ptr<ScsiTask> task) override
    {
        const uint32_t blocks = task->dataInLength / 512;
        for (uint32_t i = 0; i < blocks; ++i)
        {
            Simulator::Schedule(MilliSeconds(i + 1), [task, i, blocks] {
                task->port->SendDataIn(task, i * 512, Create<Packet>(512));
                if (i + 1 == blocks)
                {
                    task->port->SendCommandComplete(task);
                }
            });
        }
    }

    void DataOutReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void TaskLost(Ptr<ScsiTask>) override
    {
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Who gets room in a buffer pool, and when.
 */
class GatewayPoolTest : public TestCase
{
  public:
    GatewayPoolTest()
        : TestCase("Room in the pool goes to who came first")
    {
    }

  private:
    /**
     * @param who number of who got room
     */
    void Granted(int who)
    {
        m_granted.push_back(who);
    }

    void DoRun() override
    {
        auto pool = CreateObject<GatewayBufferPool>();
        pool->SetAttribute("Size", UintegerValue(1000));
        auto take = [this, pool](int who, uint32_t bytes) {
            pool->Acquire(bytes, MakeCallback(&GatewayPoolTest::Granted, this).Bind(who));
        };
        take(1, 600);
        take(2, 500);
        take(3, 100);
        // 3 would fit beside 1 but came behind 2.
        NS_TEST_EXPECT_MSG_EQ((m_granted == std::vector<int>{1}), true, "1000 - 600 < 500");
        NS_TEST_EXPECT_MSG_EQ(pool->GetWaiting(), 2, "two wait");
        pool->Release(100);
        NS_TEST_EXPECT_MSG_EQ(m_granted.size(), 1, "not from inside");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_granted == std::vector<int>{1, 2}), true, "500 + 500");
        NS_TEST_EXPECT_MSG_EQ(pool->GetUsed(), 1000, "full");
        pool->Release(500);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_granted == std::vector<int>{1, 2, 3}), true, "all");
        NS_TEST_EXPECT_MSG_EQ(pool->GetUsed(), 600, "500 + 100");
        NS_TEST_EXPECT_MSG_EQ(pool->GetMostUsed(), 1000, "never more than there is");
        Simulator::Destroy();
    }

    std::vector<int> m_granted; //!< who got room, in order
};

/**
 * @ingroup storage-gateway-tests
 *
 * Cut-through against store-and-forward, worked out by hand.
 */
class GatewayTransferModeTest : public TestCase
{
  public:
    GatewayTransferModeTest()
        : TestCase("Data move on as they come, or when all are there")
    {
    }

  private:
    /**
     * A read of four blocks that come at 1, 2, 3 and 4 ms.
     *
     * @param mode the transfer mode
     * @param times when the host gets data
     */
    void Read(GatewayLogicalUnit::TransferMode mode, const std::vector<Time>& times)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.Build();
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(CreateObject<BlockwiseDevice>());
        bench.AddPort(port);
        TestSession host;
        bench.Connect(host);
        const auto task = host.Read(0, 0, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((host.Of(task).inTimes == times), true, "data");
        NS_TEST_EXPECT_MSG_EQ(host.Of(task).in.size(), 2048, "all of them");
        NS_TEST_EXPECT_MSG_EQ(host.Of(task).done, MilliSeconds(4), "status");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * A write of four blocks that come from the host 1, 2, 3 and 4 ms after it was asked. The drive
     * is 2 ms away and takes 5 ms.
     *
     * Cut-through: the command is at the drive at 2 and its request back at 4, when the last block
     * comes, too; data at the drive at 6, done at 11, status at 13. Store-and-forward: the command
     * goes at 4, request at 8, data at the drive at 10, done at 15, status at 17.
     *
     * @param mode the transfer mode
     * @param done when the status comes
     */
    void Write(GatewayLogicalUnit::TransferMode mode, Time done)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.Build();
        bench.AddDrive(MilliSeconds(5), MilliSeconds(2));
        TestSession host;
        host.outInterval = MilliSeconds(1);
        bench.Connect(host);
        const auto task = host.Write(0, 0, Bytes(2048));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((host.Of(task).asked == std::vector<Time>{Time(0)}), true, "R2T");
        NS_TEST_EXPECT_MSG_EQ(host.Of(task).done, done, "status");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const std::vector<Time> steps{MilliSeconds(1),
                                      MilliSeconds(2),
                                      MilliSeconds(3),
                                      MilliSeconds(4)};
        Read(GatewayLogicalUnit::CUT_THROUGH, steps);
        Read(GatewayLogicalUnit::STORE_AND_FORWARD, {MilliSeconds(4)});
        Write(GatewayLogicalUnit::CUT_THROUGH, MilliSeconds(13));
        Write(GatewayLogicalUnit::STORE_AND_FORWARD, MilliSeconds(17));
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * A full pool delays and loses nothing.
 */
class GatewayBackPressureTest : public TestCase
{
  public:
    GatewayBackPressureTest()
        : TestCase("A full pool delays data on both sides and drops none")
    {
    }

  private:
    /**
     * Two writes of four blocks and a read of four, with room for four, at a drive 2 ms away that
     * takes 5 ms; the host sends a block each millisecond.
     *
     * The first write's data go out at 4, see GatewayTransferModeTest, and its room is free. The
     * second is asked for then: blocks at 5 to 8, command at the drive at 6, request at 8, data out
     * at 8. The read goes then: at the drive at 10, done at 15, data at 17.
     */
    void Delays()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("BufferSize", UintegerValue(2048));
        bench.Build();
        bench.AddDrive(MilliSeconds(5), MilliSeconds(2));
        TestSession host;
        host.outInterval = MilliSeconds(1);
        bench.Connect(host);
        const auto first = host.Write(0, 1, Bytes(2048));
        const auto second = host.Write(0, 2, Bytes(2048));
        const auto read = host.Read(0, 3, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.Of(first).asked.at(0), Time(0), "first R2T");
        NS_TEST_EXPECT_MSG_EQ(host.Of(second).asked.at(0), MilliSeconds(4), "second R2T");
        NS_TEST_EXPECT_MSG_EQ(host.Of(first).done, MilliSeconds(13), "4 + 2 + 5 + 2");
        NS_TEST_EXPECT_MSG_EQ(host.Of(second).done, MilliSeconds(17), "8 + 2 + 5 + 2");
        NS_TEST_EXPECT_MSG_EQ(host.Of(read).done, MilliSeconds(17), "8 + 2 + 5 + 2");
        const std::vector<std::string> expected{"0:1 at 0", "0:2 at 4", "0:3 at 8"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "one after the other");
        NS_TEST_EXPECT_MSG_EQ(bench.gateway->GetBufferPool()->GetMostUsed(), 2048, "never more");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * Two reads of four and two blocks, with room for four, at a drive that sends a block each
     * millisecond. The second goes when the first gave back the room of two blocks, at 2 ms, or of
     * all, at 4 ms.
     *
     * @param mode the transfer mode
     * @param second when the second is dispatched, ms
     */
    void ReadsGiveRoom(GatewayLogicalUnit::TransferMode mode, int second)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.gateway->SetAttribute("BufferSize", UintegerValue(2048));
        bench.Build();
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(CreateObject<BlockwiseDevice>());
        bench.AddPort(port);
        TestSession host;
        bench.Connect(host);
        host.Read(0, 1, 4);
        host.Read(0, 2, 2);
        Simulator::Run();
        const std::vector<std::string> expected{"0:1 at 0", "0:2 at " + std::to_string(second)};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "when there is room");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * Several reads and writes at two drives and a set of both, in a pool of a given size.
     *
     * @param mode the transfer mode
     * @param bufferSize bytes of the pool
     * @param mostAsked most bytes of a write asked for at once
     */
    void SmallPool(GatewayLogicalUnit::TransferMode mode, uint32_t bufferSize, uint32_t mostAsked)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.gateway->SetAttribute("BufferSize", UintegerValue(bufferSize));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.gateway->SetAttribute("BackEndQueueDepth", UintegerValue(1));
        bench.gateway->SetAttribute("StoreData", BooleanValue(true));
        bench.Build();
        const auto one = bench.AddDrive(MicroSeconds(50), MicroSeconds(10));
        const auto two = bench.AddDrive(MicroSeconds(70), MicroSeconds(20));
        auto array = CreateObject<StripedArray>();
        array->SetAttribute("StripeUnit", UintegerValue(3));
        bench.gateway->MapSet(bench.target, 2, array, {one, two});
        TestSession host;
        host.outInterval = MicroSeconds(7);
        host.pieceSize = 300;
        bench.Connect(host);
        Simulator::Run();
        for (uint16_t lun = 0; lun < 3; ++lun)
        {
            const auto job = host.Run(lun, MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
            NS_TEST_ASSERT_MSG_EQ(job.in.size(), 8, "the block size is known now");
        }
        // Drive 0's blocks 0 to 99, drive 1's, and the set's from 1000 on are apart.
        std::vector<std::pair<uint16_t, uint32_t>> places;
        std::vector<Ptr<ScsiTask>> writes;
        for (uint32_t i = 0; i < 12; ++i)
        {
            const auto lun = static_cast<uint16_t>(i % 3);
            places.emplace_back(lun, (lun == 2 ? 1000 : 0) + i * 9);
            writes.push_back(host.Write(lun, places.back().second, MakePattern(4096, i)));
        }
        Simulator::Run();
        for (const auto& task : writes)
        {
            NS_TEST_EXPECT_MSG_EQ(host.Of(task).completions, 1, "written");
            NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::GOOD), true, "well");
            NS_TEST_EXPECT_MSG_EQ(task->residual, 0, "all of it");
            NS_TEST_EXPECT_MSG_EQ(host.Of(task).mostAsked, mostAsked, "an R2T asks for no more");
        }
        for (uint32_t i = 0; i < 12; ++i)
        {
            const auto job = host.Of(host.Read(places[i].first, places[i].second, 8));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((host.Of(job.task).in == MakePattern(4096, i)), true, "read");
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bench.gateway->GetBufferPool()->GetMostUsed(),
                                    bufferSize,
                                    "the limit");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Delays();
        ReadsGiveRoom(GatewayLogicalUnit::CUT_THROUGH, 2);
        ReadsGiveRoom(GatewayLogicalUnit::STORE_AND_FORWARD, 4);
        for (const auto mode :
             {GatewayLogicalUnit::CUT_THROUGH, GatewayLogicalUnit::STORE_AND_FORWARD})
        {
            // Less than a block; one block; one frame of 2112 bytes, which holds four blocks; all
            // of a command.
            SmallPool(mode, 300, 512);
            SmallPool(mode, 512, 512);
            SmallPool(mode, 2112, 2048);
            SmallPool(mode, 8192, 4096);
        }
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Hosts whose buffers do not fit the CDB, with less room than that, before and after the block size
 * is known.
 */
class GatewayOddBufferTest : public TestCase
{
  public:
    GatewayOddBufferTest()
        : TestCase("Buffers that do not fit the CDB end with the drive's residual")
    {
    }

  private:
    /**
     * @param mode the transfer mode
     */
    void Check(GatewayLogicalUnit::TransferMode mode)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.gateway->SetAttribute("BufferSize", UintegerValue(600));
        bench.Build();
        bench.AddDrive(MilliSeconds(1));
        TestSession host;
        bench.Connect(host);
        const auto read = ScsiBlockCdb{ScsiOpcode::READ_10, 5, 4, 0}.Encode();
        const auto write = ScsiBlockCdb{ScsiOpcode::WRITE_10, 5, 4, 0}.Encode();
        for (int round = 0; round < 2; ++round)
        {
            // Four blocks are 2048 bytes.
            auto job = host.Run(0, read, 3000);
            NS_TEST_EXPECT_MSG_EQ(job.task->residual, 952, "3000 - 2048");
            NS_TEST_EXPECT_MSG_EQ(job.in.size(), 2048, "what there is");
            job = host.Run(0, read, 1000);
            NS_TEST_EXPECT_MSG_EQ(job.task->residual, -1048, "1000 - 2048");
            NS_TEST_EXPECT_MSG_EQ(job.in.size(), 1000, "what fits");
            job = host.Run(0, write, 0, Bytes(3000));
            NS_TEST_EXPECT_MSG_EQ(job.task->residual, 952, "3000 - 2048");
            job = host.Run(0, write, 0, Bytes(1024));
            NS_TEST_EXPECT_MSG_EQ(job.task->residual, -1024, "1024 - 2048");
            job = host.Run(0, read, 2048);
            NS_TEST_EXPECT_MSG_EQ(job.task->residual, 0, "all");
            NS_TEST_EXPECT_MSG_EQ(job.in.size(), 2048, "all");
            // From the second round on the unit knows the size of a block.
            NS_TEST_EXPECT_MSG_EQ(job.inTimes.size(), (round == 0 ? 1 : 4), "block by block");
            host.Run(0, ScsiReadCapacity16Cdb{0x10, 32}.Encode(), 32);
        }
        for (const auto opcode : {ScsiOpcode::READ_10, ScsiOpcode::WRITE_10})
        {
            const bool isWrite = opcode == ScsiOpcode::WRITE_10;
            const auto job = host.Run(0,
                                      ScsiBlockCdb{opcode, 9998, 4, 0}.Encode(),
                                      isWrite ? 0 : 2048,
                                      Bytes(isWrite ? 2048 : 0));
            NS_TEST_EXPECT_MSG_EQ(job.GetAdditional(), 0x2100, "past the end, in the third piece");
            NS_TEST_EXPECT_MSG_EQ(job.completions, 1, "once");
            NS_TEST_EXPECT_MSG_EQ(job.in.size(), (isWrite ? 0U : 1024U), "what came before");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(GatewayLogicalUnit::CUT_THROUGH);
        Check(GatewayLogicalUnit::STORE_AND_FORWARD);
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Data on their way through a gateway.
 */
class GatewayBufferTestSuite : public TestSuite
{
  public:
    GatewayBufferTestSuite()
        : TestSuite("gateway-buffer", Type::UNIT)
    {
        AddTestCase(new GatewayPoolTest, Duration::QUICK);
        AddTestCase(new GatewayTransferModeTest, Duration::QUICK);
        AddTestCase(new GatewayBackPressureTest, Duration::QUICK);
        AddTestCase(new GatewayOddBufferTest, Duration::QUICK);
    }
};

static GatewayBufferTestSuite g_gatewayBufferTestSuite; //!< registers the suite
