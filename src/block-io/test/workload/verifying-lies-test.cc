/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "verifying-bench.h"

#include "ns3/block-stamp.h"
#include "ns3/block-verifier.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * Devices that lie: each lie is found and named.
 */
class VerifyingLiesTest : public TestCase
{
  public:
    VerifyingLiesTest()
        : TestCase("devices that lie")
    {
    }

  private:
    /**
     * Fill 64 blocks, write each 8 of them again in sequence, read them all.
     *
     * @param lie what the device does with the sixth write of the second time, blocks 40 to 47
     * @return what is found
     */
    std::string Find(const LyingDevice::Service& lie)
    {
        uint32_t writes = 0;
        const auto service = [&](LyingDevice& device, Ptr<BlockRequest> request) {
            const bool isLie = request->operation == BlockOperation::WRITE && ++writes == 14;
            return isLie ? lie(device, request) : device.Serve(request);
        };
        VerifyingBench bench(With(SMALL,
                                  {{"WorkCount", "8"},
                                   {"ReadFraction", "0"},
                                   {"AddressPattern", "ns3::SequentialAddressPattern"},
                                   {"RequestSize", "ns3::FixedRequestSize[Size=4096]"}}),
                             {CreateObject<LyingDevice>(64, service)});
        auto found = bench.Run();
        const auto& first = bench.workload->GetFirstMismatch();
        m_text = first ? first->GetText() : "";
        return found;
    }

    /**
     * @param lba a block
     * @param length bytes of it that are wrong
     * @param byte what they are
     * @return what scribbles on it after a write
     */
    static LyingDevice::Service Scribble(uint64_t lba, uint32_t length, uint8_t byte)
    {
        return [=](LyingDevice& device, Ptr<BlockRequest> request) {
            const auto status = device.Serve(request);
            std::vector<uint8_t> bytes(LyingDevice::BLOCK_SIZE);
            device.store.Read(lba, 1)->CopyData(bytes.data(), bytes.size());
            std::fill_n(bytes.end() - length, length, byte);
            device.store.Write(lba, Create<Packet>(bytes.data(), bytes.size()));
            return status;
        };
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(
            Find([](auto& device, auto request) { return device.Serve(request); }),
            "",
            "the truth");
        Find([](auto&, auto) { return BlockStatus::OK; });
        NS_TEST_EXPECT_MSG_EQ(m_text,
                              "block 40, older: expected generation 14; found generation 6 of "
                              "writer 0, block 40; read from +0.021s to +0.022s",
                              "a write that is dropped: 5 reads of 1 ms before");
        NS_TEST_EXPECT_MSG_EQ(Find([](auto& device, auto request) {
                                  request->blocks = 2;
                                  request->data = request->data->CreateFragment(0, 1024);
                                  return device.Serve(request);
                              }),
                              "older 0:42 older 0:43 older 0:44 older 0:45 older 0:46 older 0:47 ",
                              "a write that is cut short");
        NS_TEST_EXPECT_MSG_EQ(Find([](auto& device, auto request) {
                                  ++request->lba;
                                  device.Serve(request);
                                  --request->lba;
                                  return BlockStatus::OK;
                              }),
                              "older 0:40 other_block 0:41 other_block 0:42 other_block 0:43 "
                              "other_block 0:44 other_block 0:45 other_block 0:46 other_block "
                              "0:47 ",
                              "a write one block off; block 48 is written again after it");
        NS_TEST_EXPECT_MSG_EQ(Find(Scribble(45, 100, 0)), "torn 0:45 ", "torn");
        NS_TEST_EXPECT_MSG_EQ(m_text,
                              "block 45, torn: expected generation 14; found from byte 0 "
                              "generation 14 of writer 0, block 45, from byte 384 foreign bytes, "
                              "from byte 448 zeros; read from +0.021s to +0.022s",
                              "where");
        NS_TEST_EXPECT_MSG_EQ(Find(Scribble(12, 512, 0)), "zeros 0:12 ", "another block lost");
        NS_TEST_EXPECT_MSG_EQ(Find(Scribble(63, 512, 7)), "", "but written again");
        NS_TEST_EXPECT_MSG_EQ(Find(Scribble(47, 512, 7)), "foreign 0:47 ", "foreign bytes");
        CheckStaleRead();
        CheckDevicesSwapped();
        CheckFailedWrite();
        CheckDiverged();
        CheckForgotten();
        CheckUnknown();
    }

    /// A read that brings what was there before, once, and after all of it the truth.
    void CheckStaleRead()
    {
        Ptr<Packet> old;
        uint32_t reads = 0;
        const auto service = [&](LyingDevice& device, Ptr<BlockRequest> request) {
            if (request->operation == BlockOperation::WRITE && request->lba == 8)
            {
                old = old ? old : device.store.Read(8, 8);
            }
            device.Serve(request);
            if (request->operation == BlockOperation::READ && request->lba == 8 && ++reads == 1)
            {
                request->data = old;
            }
            return BlockStatus::OK;
        };
        VerifyingBench bench(With(SMALL,
                                  {{"WorkCount", "8"},
                                   {"AddressPattern", "ns3::SequentialAddressPattern"},
                                   {"RequestSize", "ns3::FixedRequestSize[Size=4096]"}}),
                             {CreateObject<LyingDevice>(64, service)});
        std::string found;
        for (const auto* lba : {"8", "9", "10", "11", "12", "13", "14", "15"})
        {
            found += std::string("zeros 0:") + lba + " ";
        }
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), found, "not again in the last phase");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetMismatches(), 8, "blocks");
    }

    /// Two devices that have each other's contents: their blocks have the same numbers.
    void CheckDevicesSwapped()
    {
        auto one = CreateObject<LyingDevice>(8);
        auto two = CreateObject<LyingDevice>(8, [one](LyingDevice&, Ptr<BlockRequest> request) {
            return one->Serve(request);
        });
        VerifyingBench bench(With(SMALL, {{"WorkCount", "2"}}), {one, two});
        NS_TEST_EXPECT_MSG_EQ(bench.Run().starts_with("other_write 0:"), true, "of the other one");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetMismatches(), 8, "those of the first are lost");
    }

    /// A write that fails and is done only after a later one.
    void CheckFailedWrite()
    {
        Ptr<BlockRequest> late;
        const auto service = [&](LyingDevice& device, Ptr<BlockRequest> request) {
            if (request->operation == BlockOperation::WRITE && request->number == 1)
            {
                late = request;
                return BlockStatus::TRANSPORT_ERROR;
            }
            device.Serve(request);
            if (request->number == 2)
            {
                device.store.Write(late->lba, late->data);
            }
            return BlockStatus::OK;
        };
        const TextAttributes attributes{{"PassSize", "512"},
                                        {"WorkCount", "2"},
                                        {"ReadFraction", "0"},
                                        {"RequestSize", "ns3::FixedRequestSize[Size=512]"}};
        VerifyingBench bench(attributes, {CreateObject<LyingDevice>(1, service)});
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "older 0:0 ", "generation 2 after 3");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetFailedWrites(), 1, "failed");
    }

    /// Two writes at once, one of which is last on either of two copies.
    void CheckDiverged()
    {
        std::vector<std::string> kinds;
        BlockVerifier verifier(512, {}, [&kinds](const BlockMismatch& mismatch) {
            kinds.push_back(mismatch.expected + " " + mismatch.found);
        });
        BlockRequest first(BlockOperation::WRITE, 3, 1);
        BlockRequest second(BlockOperation::WRITE, 3, 1);
        second.number = 1;
        const auto one = verifier.Begin(first);
        const auto two = verifier.Begin(second);
        verifier.End(one, first);
        verifier.End(two, second);
        for (const auto& contents : {first.data, second.data})
        {
            BlockRequest read(BlockOperation::READ, 3, 1);
            const auto operation = verifier.Begin(read);
            read.data = contents;
            verifier.End(operation, read);
        }
        NS_TEST_ASSERT_MSG_EQ(kinds.size(), 1, "they differ");
        NS_TEST_EXPECT_MSG_EQ(kinds[0], "generation 1 generation 2 of writer 0, block 3", "so");
        NS_TEST_EXPECT_MSG_EQ(verifier.GetChecked(), 2, "blocks");
    }

    /// A page cache forgets a block: it may have zeros and what was written there, nothing else.
    void CheckForgotten()
    {
        std::vector<std::string> found;
        BlockVerifier verifier(512, {}, [&found](const BlockMismatch& mismatch) {
            found.push_back(std::to_string(mismatch.lba) + " " + mismatch.found);
        });
        std::vector<Ptr<Packet>> written;
        for (uint64_t number = 0; number < 2; ++number)
        {
            BlockRequest write(BlockOperation::WRITE, 3, 2);
            write.number = number;
            verifier.End(verifier.Begin(write), write);
            written.push_back(write.data);
        }
        verifier.Forget(3, 1);
        const std::vector<uint8_t> foreign(1024, 7);
        for (const auto& contents : {written[1],
                                     written[0],
                                     written[1],
                                     Create<Packet>(1024),
                                     Create<Packet>(foreign.data(), foreign.size())})
        {
            BlockRequest read(BlockOperation::READ, 3, 2);
            const auto operation = verifier.Begin(read);
            read.data = contents;
            verifier.End(operation, read);
        }
        const std::vector<std::string> wrong{"4 generation 1 of writer 0, block 4",
                                             "4 zeros",
                                             "3 foreign bytes",
                                             "4 foreign bytes"};
        NS_TEST_ASSERT_MSG_EQ(found.size(), wrong.size(), "what cannot be");
        for (std::size_t i = 0; i < wrong.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(found[i], wrong[i], "block 4 was not forgotten");
        }
    }

    /// Blocks of which nothing is known: they stay as they are, and have nothing of this writer.
    void CheckUnknown()
    {
        uint32_t reads = 0;
        const auto changes = [&reads](LyingDevice& device, Ptr<BlockRequest> request) {
            const std::vector<uint8_t> bytes(512, ++reads == 4 ? 1 : 2);
            device.Serve(request);
            request->data = Create<Packet>(bytes.data(), bytes.size());
            return BlockStatus::OK;
        };
        const TextAttributes attributes{{"PassSize", "512"},
                                        {"Fill", "false"},
                                        {"WorkCount", "4"},
                                        {"RequestSize", "ns3::FixedRequestSize[Size=512]"}};
        VerifyingBench bench(attributes, {CreateObject<LyingDevice>(1, changes)});
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "foreign 0:0 ", "it changed, and changed back");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetFirstMismatch()->expected,
                              "what was read before",
                              "so");
        auto used = CreateObject<LyingDevice>(2);
        BlockStamp stamp;
        stamp.generation = 5;
        std::vector<uint8_t> bytes(512);
        stamp.Write(bytes.data(), bytes.size());
        used->store.Write(1, Create<Packet>(bytes.data(), bytes.size()));
        VerifyingBench stray(With(attributes, {{"WorkCount", "9"}}), {used});
        NS_TEST_EXPECT_MSG_EQ(stray.Run(), "other_block 0:1 ", "block 0 at block 1");
        VerifyingBench foreign(With(attributes, {{"WorkCount", "9"}, {"Run", "1"}}), {used});
        NS_TEST_EXPECT_MSG_EQ(foreign.Run(), "", "of another run");
    }

    std::string m_text; //!< the first mismatch as a line
};

/**
 * @ingroup block-io
 *
 * Devices that lie are found out.
 */
class VerifyingLiesTestSuite : public TestSuite
{
  public:
    VerifyingLiesTestSuite()
        : TestSuite("block-io-verifying-lies", Type::UNIT)
    {
        AddTestCase(new VerifyingLiesTest, TestCase::Duration::QUICK);
    }
};

static VerifyingLiesTestSuite g_verifyingLiesTestSuite; //!< registers the suite
