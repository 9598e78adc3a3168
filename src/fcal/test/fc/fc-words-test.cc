/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fc-line-rate.h"
#include "ns3/fc-ordered-set.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * Ordered sets against the bytes that drive manuals print, and their names.
 */
class FcOrderedSetTest : public TestCase
{
  public:
    FcOrderedSetTest()
        : TestCase("the bytes and names of ordered sets")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param set an ordered set
     * @param bytes its four bytes as one number
     * @param name its name
     */
    void Check(const FcOrderedSet& set, uint32_t bytes, const std::string& name);
};

void
FcOrderedSetTest::Check(const FcOrderedSet& set, uint32_t bytes, const std::string& name)
{
    uint32_t word = 0;
    for (const auto byte : set.GetBytes())
    {
        word = word << 8 | byte;
    }
    NS_TEST_EXPECT_MSG_EQ(word, bytes, "the bytes of " << name);
    NS_TEST_EXPECT_MSG_EQ(GetFcOrderedSetName(set), name, "the name of " << std::hex << bytes);
}

void
FcOrderedSetTest::DoRun()
{
    Check(FC_SOFI3, 0xbcb55656, "SOFi3");
    Check(FC_SOFN3, 0xbcb53636, "SOFn3");
    Check(FC_SOFIL, 0xbcb55656, "SOFi3");
    Check(FC_EOFN_NEGATIVE, 0xbc95d5d5, "EOFn");
    Check(FC_EOFN_POSITIVE, 0xbcb5d5d5, "EOFn");
    Check(FC_EOFT_NEGATIVE, 0xbc957575, "EOFt");
    Check(FC_EOFT_POSITIVE, 0xbcb57575, "EOFt");
    Check(FC_IDLE, 0xbc95b5b5, "IDLE");
    Check(FC_R_RDY, 0xbc954a4a, "R_RDY");
    Check(FC_CLS, 0xbc85b5b5, "CLS");
    Check(FC_DHD, 0xbc8ab5b5, "DHD");
    Check(MakeFcArb(0xef), 0xbc94efef, "ARB(EF)");
    Check(MakeFcArb(FC_ARB_FAIRNESS), 0xbc94f0f0, "ARB(F0)");
    Check(MakeFcArb(FC_ARB_FILL), 0xbc94ffff, "ARB(FF)");
    Check(MakeFcOpenFullDuplex(0xe8, 0x01), 0xbc91e801, "OPN(E8,01)");
    Check(MakeFcOpenHalfDuplex(0xe8), 0xbc91e8e8, "OPN(E8,E8)");
    Check(MakeFcOpenReplicate(0xe8), 0xbc91e8ff, "OPN(E8,FF)");
    Check(MakeFcOpenReplicate(FC_ALL_PORTS), 0xbc91ffff, "OPN(FF,FF)");
    Check(MakeFcMark(0x02, 0xe8), 0xbc5f02e8, "MRK(02,E8)");
    Check(MakeFcLip(FC_LIP_INITIALISE, FC_LIP_INITIALISE), 0xbc15f7f7, "LIP(F7,F7)");
    Check(MakeFcLip(FC_LIP_FAILURE, FC_LIP_INITIALISE), 0xbc15f8f7, "LIP(F8,F7)");
    Check(MakeFcLip(FC_LIP_INITIALISE, 0xe8), 0xbc15f7e8, "LIP(F7,E8)");
    Check(MakeFcLip(FC_LIP_FAILURE, 0xe8), 0xbc15f8e8, "LIP(F8,E8)");
    Check(MakeFcLip(0xe8, 0x01), 0xbc15e801, "LIP(E8,01)");
    Check(MakeFcLip(FC_ALL_PORTS, 0x01), 0xbc15ff01, "LIP(FF,01)");
    Check(MakeFcPortBypass(0xe8, 0x01), 0xbc09e801, "LPB(E8,01)");
    Check(MakeFcPortEnable(0xe8, 0x01), 0xbc05e801, "LPE(E8,01)");
    // NOS, which no loop sends: it has no name here.
    Check(FcOrderedSet(0x55, 0xbf, 0x45), 0xbc55bf45, "BC 55 BF 45");
    // An ARB with two different addresses is none.
    Check(FcOrderedSet(0x94, 0x01, 0x02), 0xbc940102, "BC 94 01 02");
}

/**
 * @ingroup fcal
 *
 * Disparity of characters: how many are neutral, and that every ordered set leaves the disparity as
 * FC-PH says, negative behind everything but a start of frame.
 */
class FcDisparityTest : public TestCase
{
  public:
    FcDisparityTest()
        : TestCase("the disparity of characters and ordered sets")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param set an ordered set
     * @return true if the disparity behind it is what it was before: K28.5 changes it
     */
    static bool IsNeutral(const FcOrderedSet& set);
};

bool
FcDisparityTest::IsNeutral(const FcOrderedSet& set)
{
    const auto& bytes = set.GetBytes();
    bool neutral = false;
    for (const auto byte : {bytes[1], bytes[2], bytes[3]})
    {
        neutral = neutral == IsFcNeutralDisparity(byte);
    }
    return neutral;
}

void
FcDisparityTest::DoRun()
{
    // 13 of 32 low parts and 3 of 8 high parts are unbalanced: 13 * 3 + 19 * 5.
    uint32_t count = 0;
    for (uint32_t byte = 0; byte < 256; ++byte)
    {
        count += IsFcNeutralDisparity(byte);
    }
    NS_TEST_EXPECT_MSG_EQ(count, 134, "characters of neutral disparity");
    NS_TEST_EXPECT_MSG_EQ(IsFcNeutralDisparity(GetFcDataByte(21, 5)), true, "D21.5");
    NS_TEST_EXPECT_MSG_EQ(IsFcNeutralDisparity(GetFcDataByte(0, 0)), true, "D0.0: both parts");
    NS_TEST_EXPECT_MSG_EQ(IsFcNeutralDisparity(GetFcDataByte(7, 7)), false, "D7.7: high part");
    NS_TEST_EXPECT_MSG_EQ(IsFcNeutralDisparity(GetFcDataByte(31, 6)), false, "D31.6: low part");

    NS_TEST_EXPECT_MSG_EQ(IsNeutral(FC_SOFI3), false, "negative to positive");
    NS_TEST_EXPECT_MSG_EQ(IsNeutral(FC_SOFN3), false, "negative to positive");
    NS_TEST_EXPECT_MSG_EQ(IsNeutral(FC_EOFN_POSITIVE), false, "positive to negative");
    NS_TEST_EXPECT_MSG_EQ(IsNeutral(FC_EOFT_POSITIVE), false, "positive to negative");
    for (const auto& set : {FC_EOFN_NEGATIVE,
                            FC_EOFT_NEGATIVE,
                            FC_IDLE,
                            FC_R_RDY,
                            FC_CLS,
                            FC_DHD,
                            MakeFcArb(0xef),
                            MakeFcArb(FC_ARB_FAIRNESS),
                            MakeFcArb(FC_ARB_FILL),
                            MakeFcOpenFullDuplex(0xe8, 0x01),
                            MakeFcLip(FC_LIP_FAILURE, FC_LIP_INITIALISE),
                            MakeFcPortBypass(0xe8, 0x01),
                            MakeFcPortEnable(FC_ALL_PORTS, 0x01)})
    {
        NS_TEST_EXPECT_MSG_EQ(IsNeutral(set), true, set << " begins and ends negative");
    }
}

/**
 * @ingroup fcal
 *
 * Times of words at all four line rates, and other rates refused.
 */
class FcLineRateTest : public TestCase
{
  public:
    FcLineRateTest()
        : TestCase("the time of transmission words")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param baud a rate that does not exist
     */
    void ExpectRefused(uint64_t baud);
};

void
FcLineRateTest::ExpectRefused(uint64_t baud)
{
    std::string message;
    try
    {
        FcLineRate rate{DataRate(baud)};
    }
    catch (const UserError& error)
    {
        message = error.what();
    }
    NS_TEST_EXPECT_MSG_EQ(message,
                          "line rate " + std::to_string(baud) +
                              "bps: must be 1.0625, 2.125, 4.25 or 8.5 Gb/s",
                          "refusal");
}

void
FcLineRateTest::DoRun()
{
    const FcLineRate slow;
    NS_TEST_EXPECT_MSG_EQ(slow.GetBaud(), DataRate("1.0625Gb/s"), "rate unless said otherwise");
    // 40 bits at 1.0625 Gbaud are 640/17 = 37.647 ns.
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(0), NanoSeconds(0), "no word");
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(1), NanoSeconds(38), "one word");
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(2), NanoSeconds(75), "75.29 ns");
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(17), NanoSeconds(640), "17 words are whole");
    // A second has 1062500000 / 40 words; eleven and a half days of them are still exact.
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(26562500), Seconds(1), "a second");
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(26562500ULL * 1000000), Seconds(1000000), "many seconds");
    NS_TEST_EXPECT_MSG_EQ(slow.GetTime(26562500ULL * 1000000 + 1),
                          Seconds(1000000) + NanoSeconds(38),
                          "many seconds and a word");

    NS_TEST_EXPECT_MSG_EQ(FcLineRate(DataRate("2.125Gb/s")).GetTime(17), NanoSeconds(320), "half");
    // One word is 160/17 = 9.41 ns at 4.25 Gbaud and 80/17 = 4.71 ns at 8.5 Gbaud.
    NS_TEST_EXPECT_MSG_EQ(FcLineRate(DataRate("4.25Gb/s")).GetTime(17), NanoSeconds(160), "4");
    NS_TEST_EXPECT_MSG_EQ(FcLineRate(DataRate("4.25Gb/s")).GetTime(1), NanoSeconds(9), "4, one");
    NS_TEST_EXPECT_MSG_EQ(FcLineRate(DataRate("8.5Gb/s")).GetTime(17), NanoSeconds(80), "8");
    NS_TEST_EXPECT_MSG_EQ(FcLineRate(DataRate("8.5Gb/s")).GetTime(1), NanoSeconds(5), "8, one");

    NS_TEST_EXPECT_MSG_EQ(slow.GetWholeWords(NanoSeconds(37)), 0, "not yet a word");
    NS_TEST_EXPECT_MSG_EQ(slow.GetWholeWords(NanoSeconds(38)), 1, "a word");
    NS_TEST_EXPECT_MSG_EQ(slow.GetWholeWords(NanoSeconds(639)), 16, "not yet 17 words");
    NS_TEST_EXPECT_MSG_EQ(slow.GetWholeWords(NanoSeconds(640)), 17, "17 words");
    NS_TEST_EXPECT_MSG_EQ(slow.GetWholeWords(Seconds(1000000)), 26562500ULL * 1000000, "many");

    ExpectRefused(0);
    ExpectRefused(1000000000);
    ExpectRefused(1062500001);
    ExpectRefused(14025000000);
}

/**
 * @ingroup fcal
 *
 * Transmission words: ordered sets, disparity, times.
 */
class FcWordsTestSuite : public TestSuite
{
  public:
    FcWordsTestSuite()
        : TestSuite("fcal-words", Type::UNIT)
    {
        AddTestCase(new FcOrderedSetTest, Duration::QUICK);
        AddTestCase(new FcDisparityTest, Duration::QUICK);
        AddTestCase(new FcLineRateTest, Duration::QUICK);
    }
};

static FcWordsTestSuite g_fcWordsTestSuite; //!< registers the suite
