/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-content.h"
#include "ns3/block-stamp.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>; //!< contents of a block

/**
 * @param lba a block
 * @param generation a generation
 * @return the stamp of writer 3 in run 9
 */
BlockStamp
MakeStamp(uint64_t lba, uint64_t generation)
{
    BlockStamp stamp;
    stamp.writer = 3;
    stamp.run = 9;
    stamp.lba = lba;
    stamp.generation = generation;
    return stamp;
}

/**
 * @param stamp a stamp
 * @param size bytes in a block
 * @return the contents of the block
 */
Bytes
MakeBlock(const BlockStamp& stamp, uint32_t size)
{
    Bytes bytes(size);
    stamp.Write(bytes.data(), size);
    return bytes;
}

/**
 * @param bytes contents of a block
 * @return what they are found to be
 */
BlockContent
Look(const Bytes& bytes)
{
    return {bytes.data(), static_cast<uint32_t>(bytes.size())};
}

} // namespace

/**
 * @ingroup block-io
 *
 * Stamps of blocks of any size are read as they were written.
 */
class StampSizesTest : public TestCase
{
  public:
    StampSizesTest()
        : TestCase("blocks of any size")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t size : {64, 100, 512, 520, 528, 2048, 4096, 65536})
        {
            const auto stamp = MakeStamp(uint64_t{1} << 40, 77);
            const auto content = Look(MakeBlock(stamp, size));
            NS_TEST_EXPECT_MSG_EQ((content.GetKind() == BlockContent::Kind::STAMP), true, size);
            NS_TEST_EXPECT_MSG_EQ((content.GetStamp() == stamp), true, size);
            NS_TEST_EXPECT_MSG_EQ(content.GetText(),
                                  "generation 77 of writer 3, block 1099511627776",
                                  size);
        }
    }
};

/**
 * @ingroup block-io
 *
 * No byte can change without being noticed.
 */
class StampDamageTest : public TestCase
{
  public:
    StampDamageTest()
        : TestCase("every byte counts")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = MakeBlock(MakeStamp(5, 6), 520);
        for (std::size_t i = 0; i < block.size(); ++i)
        {
            auto damaged = block;
            damaged[i] ^= 1;
            const auto content = Look(damaged);
            NS_TEST_EXPECT_MSG_EQ((content.GetKind() == BlockContent::Kind::TORN), true, i);
            NS_TEST_EXPECT_MSG_EQ((content.GetStamp() == MakeStamp(5, 6)), true, "the rest says");
            NS_TEST_EXPECT_MSG_NE(content.GetDigest(), Look(block).GetDigest(), i);
        }
        auto shifted = MakeBlock(MakeStamp(5, 6), 1024);
        std::rotate(shifted.begin(), shifted.begin() + 64, shifted.end());
        NS_TEST_EXPECT_MSG_EQ((Look(shifted).GetKind() == BlockContent::Kind::FOREIGN),
                              true,
                              "cells have their places");
    }
};

/**
 * @ingroup block-io
 *
 * What blocks without one whole stamp are.
 */
class ContentKindsTest : public TestCase
{
  public:
    ContentKindsTest()
        : TestCase("torn blocks, zeros, foreign bytes")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Look(Bytes(512)).GetText(), "zeros", "zeros");
        NS_TEST_EXPECT_MSG_EQ((Look(Bytes(520)).GetKind() == BlockContent::Kind::ZEROS),
                              true,
                              "of any size");
        Bytes foreign(512, 0x5a);
        NS_TEST_EXPECT_MSG_EQ(Look(foreign).GetText(), "foreign bytes", "no stamp");
        std::fill_n(foreign.begin(), 256, 0);
        NS_TEST_EXPECT_MSG_EQ((Look(foreign).GetKind() == BlockContent::Kind::FOREIGN),
                              true,
                              "nor with zeros");
        auto torn = MakeBlock(MakeStamp(5, 6), 512);
        const auto newer = MakeBlock(MakeStamp(5, 7), 512);
        std::copy_n(newer.begin(), 128, torn.begin());
        NS_TEST_EXPECT_MSG_EQ(Look(torn).GetText(),
                              "from byte 0 generation 7 of writer 3, block 5, from byte 128 "
                              "generation 6 of writer 3, block 5",
                              "two writes");
        std::fill_n(torn.begin(), 64, 0);
        std::fill_n(torn.begin() + 200, 1, torn[200] ^ 0xff);
        NS_TEST_EXPECT_MSG_EQ(Look(torn).GetText(),
                              "from byte 0 zeros, from byte 64 generation 7 of writer 3, block 5, "
                              "from byte 128 generation 6 of writer 3, block 5, from byte 192 "
                              "foreign bytes, from byte 256 generation 6 of writer 3, block 5",
                              "five parts");
    }
};

/**
 * @ingroup block-io
 *
 * Contents of blocks that say what they are.
 */
class BlockStampTestSuite : public TestSuite
{
  public:
    BlockStampTestSuite()
        : TestSuite("block-io-stamp", Type::UNIT)
    {
        AddTestCase(new StampSizesTest, TestCase::Duration::QUICK);
        AddTestCase(new StampDamageTest, TestCase::Duration::QUICK);
        AddTestCase(new ContentKindsTest, TestCase::Duration::QUICK);
    }
};

static BlockStampTestSuite g_blockStampTestSuite; //!< registers the suite
