/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nearest-word.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup toolbox
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
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("ceunt", known), "count", "one is another");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("ceant", known), "", "two of five are others");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("cuont", known), "count", "two are swapped");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("docunt", known), "count", "one and one");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("coun", known), "count", "one is missing");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("dellay", known), "delay", "one too many");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("maxburstlenght", known), "MaxBurstLength", "case");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("links3", known), "links", "first of two");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("length", known), "MaxBurstLength", "its end");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("burst", known), "", "its middle");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("size", {"BlockSize", "RunSize", "EndSize"}),
                              "RunSize",
                              "the shortest of several");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("gth", known), "", "a short end");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("", known), "", "nothing");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord("ab", {"cd"}), "", "nothing in common");
        NS_TEST_EXPECT_MSG_EQ(FindNearestWord(std::string(1000, 'x'), known), "", "long");
    }
};

/**
 * @ingroup toolbox
 *
 * Hints at names.
 */
class NearestWordTestSuite : public TestSuite
{
  public:
    NearestWordTestSuite()
        : TestSuite("toolbox-nearest-word", Type::UNIT)
    {
        AddTestCase(new NearestWordTest, Duration::QUICK);
    }
};

static NearestWordTestSuite g_nearestWordTestSuite; //!< registers the suite
