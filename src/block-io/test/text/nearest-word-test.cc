/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-io-nearest-word.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup block-io
 *
 * The nearest of known words is found, if one is near.
 */
class NearestWordTest : public TestCase
{
  public:
    NearestWordTest()
        : TestCase("The nearest word")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> known{"count", "delay", "MaxBurstLength", "links", "links2"};
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("ceunt", known), "count", "one is another");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("ceant", known), "", "two of five are others");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("cuont", known), "count", "two are swapped");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("docunt", known), "count", "one and one");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("coun", known), "count", "one is missing");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("dellay", known), "delay", "one too many");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("maxburstlenght", known),
                              "MaxBurstLength",
                              "case");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("links3", known), "links", "first of two");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("", known), "", "nothing");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord("ab", {"cd"}), "", "nothing in common");
        NS_TEST_EXPECT_MSG_EQ(FindBlockIoNearestWord(std::string(1000, 'x'), known), "", "long");
    }
};

/**
 * @ingroup block-io
 *
 * Hints at names.
 */
class NearestWordTestSuite : public TestSuite
{
  public:
    NearestWordTestSuite()
        : TestSuite("block-io-nearest-word", Type::UNIT)
    {
        AddTestCase(new NearestWordTest, Duration::QUICK);
    }
};

static NearestWordTestSuite g_nearestWordTestSuite; //!< registers the suite
