/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/san-options.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * What words mean, and what they leave as it was.
 */
class SanOptionsValuesTestCase : public TestCase
{
  public:
    SanOptionsValuesTestCase()
        : TestCase("values of options")
    {
    }

  private:
    void DoRun() override
    {
        SanOptions options;
        const bool isToRun = options.Parse({"--linkRate=1Gbps",
                                            "--delay=10ms",
                                            "--workload=closed",
                                            "--count=20",
                                            "--Connections=4"});
        NS_TEST_EXPECT_MSG_EQ(isToRun, true, "no description was asked for");
        NS_TEST_EXPECT_MSG_EQ(options.linkRate, DataRate(1000000000), "a rate");
        NS_TEST_EXPECT_MSG_EQ(options.delay, MilliSeconds(10), "a time");
        NS_TEST_EXPECT_MSG_EQ(options.workload, "closed", "a word");
        NS_TEST_EXPECT_MSG_EQ(options.count, 20, "a number");
        NS_TEST_EXPECT_MSG_EQ(options.GetList().GetValue("Connections"), "4", "an attribute");
        NS_TEST_EXPECT_MSG_EQ(options.drives, 4, "the default");
    }
};

/**
 * @ingroup san-tests
 *
 * Values out of range and options that contradict each other are refused in one line.
 */
class SanOptionsMistakesTestCase : public TestCase
{
  public:
    SanOptionsMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--count=1e4"},
             "count: 1e4 is not a whole number from 1 to 1000000000000 requests, such as 1000"},
            {{"--delay=-5ms"},
             "delay: -5ms is not a time with its unit from 0s to 100y, such as "
             "5ms"},
            {{"--readFraction=1.5"}, "readFraction: 1.5 is not a number from 0 to 1, such as 0.67"},
            {{"--HeaderDigest=crc32"}, "HeaderDigest: crc32 is not one of CRC32C, None"},
            {{"--qeueDepth=3"}, "there is no option --qeueDepth, did you mean --queueDepth?"},
            {{"--loops=2"}, "loops: 2 need gateway=true"},
            {{"--use=true"}, "use: there is no loop, because loops is 0"},
            {{"--fio=a", "--iometer=b"}, "fio, iometer: only one of them can be given"},
            {{"--SegmentSize=9000"},
             "SegmentSize: 9000 and 52 bytes of headers do not fit into the mtu of 1500"},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetError(words), line, words.front());
        }
        NS_TEST_EXPECT_MSG_EQ(GetError({"--gateway=true", "--loops=2", "--use=true"}),
                              "",
                              "loops of a gateway");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--SegmentSize=8948", "--mtu=9000"}),
                              "",
                              "8948 and 52 are 9000");
    }

    /**
     * @param words a command line
     * @return what is wrong with it, or nothing
     */
    static std::string GetError(const std::vector<std::string>& words)
    {
        try
        {
            SanOptions options;
            options.Parse(words);
            return "";
        }
        catch (const UserError& error)
        {
            return error.what();
        }
    }
};

/**
 * @ingroup san-tests
 *
 * The options of a scenario.
 */
class SanOptionsTestSuite : public TestSuite
{
  public:
    SanOptionsTestSuite()
        : TestSuite("san-options", Type::UNIT)
    {
        AddTestCase(new SanOptionsValuesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanOptionsMistakesTestCase, TestCase::Duration::QUICK);
    }
};

static SanOptionsTestSuite g_sanOptionsTestSuite; //!< registers the suite
