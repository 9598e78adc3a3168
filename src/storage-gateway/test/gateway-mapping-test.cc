/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/gateway-block-range.h"
#include "ns3/mirrored-array.h"
#include "ns3/random-variable-stream.h"
#include "ns3/striped-array.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * @param action what may be a user's mistake
 * @return the message, empty if it was none
 */
template <typename Action>
static std::string
GetError(Action action)
{
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

/**
 * @ingroup storage-gateway-tests
 *
 * Translation of CDBs, capacities and sense data for a part of a drive.
 */
class GatewayBlockRangeTest : public TestCase
{
  public:
    GatewayBlockRangeTest()
        : TestCase("CDBs, capacities and sense data of a part are translated")
    {
    }

  private:
    /**
     * @param range the part
     * @param cdb a command of the host
     * @param expected the command for the drive
     */
    void CheckCdb(const GatewayBlockRange& range, const ScsiCdb& cdb, const ScsiCdb& expected)
    {
        NS_TEST_EXPECT_MSG_EQ(range.Check(cdb).has_value(), false, "in the part");
        NS_TEST_EXPECT_MSG_EQ((range.Translate(cdb) == expected), true, "opcode " << +cdb[0]);
    }

    /**
     * CDBs that keep their length and that grow.
     */
    void Cdbs()
    {
        const GatewayBlockRange near(0x1000, 0x100);
        CheckCdb(near, {0x08, 0, 0, 5, 2, 0}, {0x08, 0, 0x10, 5, 2, 0});
        // A length of 0 is 256 blocks in 6 bytes.
        CheckCdb(near, {0x0a, 0, 0, 0, 0, 0}, {0x0a, 0, 0x10, 0, 0, 0});
        CheckCdb(near,
                 {0x28, 0x08, 0, 0, 0, 7, 0, 0, 9, 0x04},
                 {0x28, 0x08, 0, 0, 0x10, 7, 0, 0, 9, 0x04});
        CheckCdb(near, {0xa8, 0, 0, 0, 0, 7, 0, 0, 0, 9}, {0xa8, 0, 0, 0, 0x10, 7, 0, 0, 0, 9});
        // No number of blocks: to the end of the part, 100h - 10h = F0h.
        CheckCdb(near, {0x35, 0, 0, 0, 0, 0x10}, {0x35, 0, 0, 0, 0x10, 0x10, 0, 0, 0xf0});
        // The block descriptor is left out.
        CheckCdb(near, {0x1a, 0, 0x08, 0, 24}, {0x1a, 0x08, 0x08, 0, 24});
        CheckCdb(near, {0x12, 0, 0, 0, 36}, {0x12, 0, 0, 0, 36});
        // Beyond 21 and 32 bits.
        const GatewayBlockRange middle(0x200000, 0x100);
        CheckCdb(middle, {0x08, 0, 0, 5, 2, 0x40}, {0x28, 0, 0, 0x20, 0, 5, 0, 0, 2, 0x40});
        const GatewayBlockRange far(0x100000000, 0x100000);
        CheckCdb(far,
                 {0x2a, 0x08, 0, 0, 0, 5, 0, 0, 2},
                 {0x8a, 0x08, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 2});
        CheckCdb(far,
                 {0xaf, 0x02, 0, 0, 0, 5, 0, 1, 0, 2},
                 {0x8f, 0x02, 0, 0, 0, 1, 0, 0, 0, 5, 0, 1, 0, 2});
        CheckCdb(far, {0x08, 0, 0, 5, 2}, {0x88, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 2});
        // To the end from block 0: 1048576 blocks, more than 16 bits hold.
        CheckCdb(GatewayBlockRange(0, 0x100000),
                 {0x35},
                 {0x91, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0});
        const GatewayBlockRange whole;
        CheckCdb(whole, {0x35, 0, 0, 0, 0, 0x10}, {0x35, 0, 0, 0, 0, 0x10});
        CheckCdb(whole, {0xff, 1, 2, 3}, {0xff, 1, 2, 3});
    }

    /**
     * Blocks and numbers of them that the fields can just hold (SBC-3, 5.11 to 5.14).
     */
    void Limits()
    {
        // 1fff00h + ffh is 1fffffh, the last of 21 bits.
        const GatewayBlockRange near(0x1fff00, 0x100);
        CheckCdb(near, {0x08, 0, 0, 0xff, 1, 0}, {0x08, 0x1f, 0xff, 0xff, 1, 0});
        // ffffff00h + ffh is the last of 32 bits.
        const GatewayBlockRange far(0xffffff00, 0x100);
        CheckCdb(far,
                 {0x28, 0, 0, 0, 0, 0xff, 0, 0, 1},
                 {0x28, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 1});
        // 65536 blocks are too many for 10 bytes, and not for 12.
        const GatewayBlockRange large(0x1000, 0x100000);
        CheckCdb(large, {0xa8, 0, 0, 0, 0, 7, 0, 1, 0, 0}, {0xa8, 0, 0, 0, 0x10, 7, 0, 1, 0, 0});
    }

    /**
     * Capacities and sense data of a part whose first block is the drive's last, and of a drive
     * whose last block is ffffffffh.
     */
    void LastBlocks()
    {
        const GatewayBlockRange range(0x1000, 0x100);
        Bytes one{0, 0, 0x10, 0, 0, 0, 2, 0};
        range.TranslateCapacity(one);
        NS_TEST_EXPECT_MSG_EQ((one == Bytes{0, 0, 0, 0, 0, 0, 2, 0}), true, "block 0 alone");
        const ScsiSense sense{ScsiSenseKey::MEDIUM_ERROR,
                              ScsiAdditionalSense::UNRECOVERED_READ_ERROR,
                              0x1000};
        const auto told = ScsiSense::Decode(range.TranslateSense(sense.Encode()));
        NS_TEST_EXPECT_MSG_EQ(*told->information, 0, "1000h - 1000h");
        // The long answer says where a drive of 2^32 blocks ends: 80h blocks are in the part.
        const GatewayBlockRange end(0xffffff80, 0x100);
        Bytes longAnswer(32);
        std::fill_n(longAnswer.begin() + 4, 4, 0xff);
        end.TranslateCapacity(longAnswer);
        NS_TEST_EXPECT_MSG_EQ(
            (Bytes(longAnswer.begin(), longAnswer.begin() + 8) == Bytes{0, 0, 0, 0, 0, 0, 0, 0x7f}),
            true,
            "ffffffffh - ffffff80h");
    }

    /**
     * Answers of the drive.
     */
    void Answers()
    {
        const GatewayBlockRange range(0x1000, 0x100);
        Bytes shortAnswer{0, 1, 0, 0, 0, 0, 2, 0};
        range.TranslateCapacity(shortAnswer);
        NS_TEST_EXPECT_MSG_EQ((shortAnswer == Bytes{0, 0, 0, 0xff, 0, 0, 2, 0}), true, "100h - 1");
        // The drive's last block is 107Fh: the part ends at 7Fh.
        Bytes cut{0, 0, 0x10, 0x7f, 0, 0, 2, 0};
        range.TranslateCapacity(cut);
        NS_TEST_EXPECT_MSG_EQ((cut == Bytes{0, 0, 0, 0x7f, 0, 0, 2, 0}), true, "1080h - 1000h - 1");
        Bytes longAnswer(32);
        longAnswer[2] = 1;
        range.TranslateCapacity(longAnswer);
        NS_TEST_EXPECT_MSG_EQ(+longAnswer[2], 0, "the drive's");
        NS_TEST_EXPECT_MSG_EQ(+longAnswer[7], 0xff, "the part's");
        const GatewayBlockRange big(0x200000000, 0x200000000);
        Bytes all{0xff, 0xff, 0xff, 0xff, 0, 0, 2, 0};
        big.TranslateCapacity(all);
        NS_TEST_EXPECT_MSG_EQ((all == Bytes{0xff, 0xff, 0xff, 0xff, 0, 0, 2, 0}),
                              true,
                              "more than 32 bits: ask READ CAPACITY(16)");
        const ScsiSense sense{ScsiSenseKey::MEDIUM_ERROR,
                              ScsiAdditionalSense::UNRECOVERED_READ_ERROR,
                              0x1005};
        const auto told = ScsiSense::Decode(range.TranslateSense(sense.Encode()));
        NS_TEST_EXPECT_MSG_EQ(*told->information, 5, "1005h - 1000h");
        NS_TEST_EXPECT_MSG_EQ((told->key == ScsiSenseKey::MEDIUM_ERROR), true, "key");
        NS_TEST_EXPECT_MSG_EQ(range.TranslateSense({}).empty(), true, "no sense data");
    }

    void DoRun() override
    {
        Cdbs();
        Limits();
        Answers();
        LastBlocks();
        NS_TEST_EXPECT_MSG_EQ(GetError([] { GatewayBlockRange(5, 0); }),
                              "GatewayBlockRange: 0 blocks from 5 on are not part of a drive",
                              "empty");
        NS_TEST_EXPECT_MSG_NE(GetError([] { GatewayBlockRange(UINT64_MAX, 2); }), "", "beyond");
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * A part of a drive beside the whole of it.
 */
class GatewayPartTest : public TestCase
{
  public:
    GatewayPartTest()
        : TestCase("A part of a drive is a disk of its own")
    {
    }

  private:
    /**
     * @param cdb a command to the part
     * @return the additional sense code of its refusal, 0 if it is GOOD
     */
    int GetRefusal(const ScsiCdb& cdb)
    {
        return m_host.Run(1, cdb, 512).GetAdditional();
    }

    /**
     * What the part says of itself.
     */
    void Identity()
    {
        const auto capacity = m_host.Run(1, MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
        NS_TEST_EXPECT_MSG_EQ((capacity.in == Bytes{0, 0, 0, 199, 0, 0, 2, 0}), true, "200 blocks");
        const auto serial = m_host.Run(1, ScsiInquiryCdb{true, 0x80, 96}.Encode(), 96);
        NS_TEST_EXPECT_MSG_EQ(std::string(serial.in.begin() + 4, serial.in.end()),
                              "0-5000",
                              "drive and first block");
        const auto whole = m_host.Run(0, ScsiInquiryCdb{true, 0x83, 96}.Encode(), 96);
        const auto part = m_host.Run(1, ScsiInquiryCdb{true, 0x83, 96}.Encode(), 96);
        NS_TEST_EXPECT_MSG_EQ((whole.in != part.in), true, "another disk");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(ScsiInquiryCdb{false, 0, 36}.Encode()), 0, "INQUIRY");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(ScsiModeSenseCdb{}.Encode()), 0, "MODE SENSE");
    }

    /**
     * What is written to the part is where it belongs at the drive.
     */
    void Place()
    {
        m_host.Run(1,
                   ScsiBlockCdb{ScsiOpcode::WRITE_10, 7, 2, 0}.Encode(),
                   0,
                   MakePattern(1024, 1));
        const auto there = m_host.Run(0, ScsiBlockCdb{ScsiOpcode::READ_10, 5007, 2}.Encode(), 1024);
        NS_TEST_EXPECT_MSG_EQ((there.in == MakePattern(1024, 1)), true, "5000 + 7");
    }

    /**
     * What a part refuses.
     */
    void Refusals()
    {
        const auto read = [](uint64_t lba, uint32_t blocks) {
            return ScsiBlockCdb{ScsiOpcode::READ_10, lba, blocks, 0}.Encode();
        };
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(read(199, 1)), 0, "the last block");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(read(199, 2)), 0x2100, "one more");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(read(200, 0)), 0, "none behind the last");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(read(200, 1)), 0x2100, "one behind the last");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(read(201, 0)), 0x2100, "none beyond that");
        const auto job = m_host.Run(1, read(300, 1), 512);
        NS_TEST_EXPECT_MSG_EQ(*job.sense->information, 300, "which block");
        const ScsiBlockCdb far{ScsiOpcode::READ_16, UINT64_MAX, 1, 0};
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(far.Encode()), 0x2100, "no wrap");
        // START STOP UNIT, MODE SELECT, FORMAT UNIT, WRITE SAME(16), UNMAP.
        for (const uint8_t opcode : {0x1b, 0x15, 0x55, 0x04, 0x93, 0x42})
        {
            NS_TEST_EXPECT_MSG_EQ(GetRefusal({opcode}), 0x2000, "opcode " << +opcode);
        }
        NS_TEST_EXPECT_MSG_EQ(GetRefusal({0x9e, 0x12}), 0x2400, "another service action");
    }

    /**
     * @param request what the drive was asked
     */
    void CheckPlace(Ptr<const BlockRequest> request)
    {
        ++m_asked;
        const bool isInside = request->lba >= 5000 && request->lba + request->blocks <= 5200;
        m_outside += isInside || request->operation == BlockOperation::FLUSH ? 0 : 1;
    }

    /**
     * Random commands, most of them to blocks near the part's edges.
     */
    void Property()
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        m_bench.devices[0]->TraceConnectWithoutContext(
            "Submit",
            MakeCallback(&GatewayPartTest::CheckPlace, this));
        for (int i = 0; i < 20000; ++i)
        {
            ScsiCdb cdb;
            for (auto& byte : cdb)
            {
                byte = static_cast<uint8_t>(random->GetInteger(0, 255));
            }
            if (i % 2 == 0)
            {
                static constexpr uint8_t OPCODES[] =
                    {0x08, 0x0a, 0x28, 0x2a, 0x2f, 0x35, 0x88, 0x8a, 0x8f, 0x91, 0xa8, 0xaa, 0xaf};
                ScsiBlockCdb fields;
                fields.opcode =
                    static_cast<ScsiOpcode>(OPCODES[random->GetInteger(0, std::size(OPCODES) - 1)]);
                fields.lba = random->GetInteger(0, 210);
                fields.blocks = random->GetInteger(1, 210);
                cdb = fields.Encode();
            }
            const uint32_t length = random->GetInteger(0, 4) * 512;
            const bool isWrite = random->GetInteger(0, 1) == 1;
            m_host.Send(1, cdb, isWrite ? 0 : length, Bytes(isWrite ? length : 0));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_asked, 1000, "many reached the drive");
        NS_TEST_EXPECT_MSG_EQ(m_outside, 0, "none outside the part");
        for (const auto& [task, job] : m_host.jobs)
        {
            NS_TEST_ASSERT_MSG_EQ(job.completions, 1, "each ends once");
        }
        NS_TEST_EXPECT_MSG_EQ(m_bench.IsIdle(), true, "nothing is left");
    }

    void DoRun() override
    {
        m_bench.Build();
        const auto drive = m_bench.AddDrive(MicroSeconds(10));
        m_bench.gateway->MapPart(m_bench.target, 1, drive, 5000, 200);
        m_bench.Connect(m_host);
        Identity();
        Place();
        Refusals();
        Property();
        Simulator::Destroy();
    }

    GatewayTestBench m_bench; //!< the gateway
    TestSession m_host;       //!< the host
    uint32_t m_asked{0};      //!< requests that the drive got
    uint32_t m_outside{0};    //!< those of them that reach outside the part
};

/**
 * @ingroup storage-gateway-tests
 *
 * Striped and mirrored sets of drives.
 */
class GatewaySetTest : public TestCase
{
  public:
    GatewaySetTest()
        : TestCase("Sets put blocks where their arrays do")
    {
    }

  private:
    void DoRun() override
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("StoreData", BooleanValue(true));
        bench.Build();
        const auto one = bench.AddDrive(MicroSeconds(10));
        const auto two = bench.AddDrive(MicroSeconds(10));
        const auto three = bench.AddDrive(MicroSeconds(10));
        auto striped = CreateObject<StripedArray>();
        striped->SetAttribute("StripeUnit", UintegerValue(2));
        bench.gateway->MapSet(bench.target, 3, striped, {one, two});
        bench.gateway->MapSet(bench.target, 4, CreateObject<MirroredArray>(), {two, three});
        TestSession host;
        bench.Connect(host);
        Simulator::Run();
        const auto size = host.Run(3, MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
        // 20000 blocks: the last is 19999 = 4E1Fh.
        NS_TEST_EXPECT_MSG_EQ((size.in == Bytes{0, 0, 0x4e, 0x1f, 0, 0, 2, 0}), true, "2 x 10000");
        // Block 5 is the second of unit 2, which is the second of drive 0: block 3 there. Block 6
        // is the first of unit 3, the second of drive 1: block 2 there.
        host.Write(3, 5, MakePattern(1024, 1));
        Simulator::Run();
        const auto pattern = MakePattern(1024, 1);
        const auto left = host.Read(0, 3);
        const auto right = host.Read(1, 2);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((host.Of(left).in == Bytes(pattern.begin(), pattern.begin() + 512)),
                              true,
                              "first half");
        NS_TEST_EXPECT_MSG_EQ((host.Of(right).in == Bytes(pattern.begin() + 512, pattern.end())),
                              true,
                              "second half");
        host.Write(4, 700, pattern);
        Simulator::Run();
        const auto copy = host.Read(1, 700, 2);
        const auto other = host.Read(2, 700, 2);
        const auto both = host.Read(4, 700, 2);
        Simulator::Run();
        for (const auto& task : {copy, other, both})
        {
            NS_TEST_EXPECT_MSG_EQ((host.Of(task).in == pattern), true, "on each of the two");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        NS_TEST_EXPECT_MSG_NE(
            GetError([&] {
                bench.gateway->MapSet(bench.target, 9, CreateObject<MirroredArray>(), {one});
            }),
            "",
            "one drive is no mirror");
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { bench.gateway->MapDrive(bench.target, 3, one); }),
                              "GatewayTarget: LUN 3 is already in use",
                              "taken");
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { bench.gateway->AddDrive(nullptr, bench.backEnd); }),
                              "StorageGateway: a drive needs a port and a back end",
                              "no port");
        Simulator::Destroy();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Logical units of a gateway.
 */
class GatewayMappingTestSuite : public TestSuite
{
  public:
    GatewayMappingTestSuite()
        : TestSuite("gateway-mapping", Type::UNIT)
    {
        AddTestCase(new GatewayBlockRangeTest, Duration::QUICK);
        AddTestCase(new GatewayPartTest, Duration::QUICK);
        AddTestCase(new GatewaySetTest, Duration::QUICK);
    }
};

static GatewayMappingTestSuite g_gatewayMappingTestSuite; //!< registers the suite
