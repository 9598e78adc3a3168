/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param rule a rule
 * @param text what a user gave
 * @return the text of the error that the check throws, empty if it throws none
 */
std::string
GetComplaint(const ValueRule& rule, const std::string& text)
{
    try
    {
        rule.Check("it", text);
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup toolbox
 *
 * A rule takes what is right and refuses the rest in one line with an example.
 */
class ValueRuleTest : public TestCase
{
  public:
    /// A rule, what it takes, what it refuses, and how it says so.
    struct Sample
    {
        ValueRule rule;                //!< the rule
        std::vector<std::string> good; //!< what it takes
        std::vector<std::string> bad;  //!< what it refuses
        std::string words;             //!< what it says
    };

    /**
     * @param sample what is tested
     */
    explicit ValueRuleTest(const Sample& sample)
        : TestCase("It takes " + sample.words),
          m_sample(sample)
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& text : m_sample.good)
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint(m_sample.rule, text), "", text);
        }
        for (const auto& text : m_sample.bad)
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint(m_sample.rule, text),
                                  "it: " + (text.empty() ? "''" : text) + " is not " +
                                      m_sample.words,
                                  "bad");
        }
    }

    Sample m_sample; //!< what is tested
};

/**
 * @ingroup toolbox
 *
 * Rules of values.
 */
class ValueRuleTestSuite : public TestSuite
{
  public:
    ValueRuleTestSuite()
        : TestSuite("toolbox-value-rule", Type::UNIT)
    {
        const std::vector<ValueRuleTest::Sample> samples = {
            {IntegerRule("1", "18446744073709551615", "", "500"),
             {"1", "+500", "18446744073709551615"},
             {"", "0", "-5", "1e4", "5x", "18446744073709551616", "99999999999999999999"},
             "a whole number from 1 to 18446744073709551615, such as 500"},
            {IntegerRule("-1", "9", "members", "0"),
             {"-1", "9"},
             {"-2", "10"},
             "a whole number from -1 to 9 members, such as 0"},
            {NumberRule("0", "1", "", "0.67"),
             {"0", "1", "0.5", "1e-3"},
             {"", "-0.1", "1.01", "nan", "inf", "0.5x", "all"},
             "a number from 0 to 1, such as 0.67"},
            {TimeRule("1ns", "5ms"),
             {"1ns", "100y", "0.5ms", "1e-3s"},
             {"", "abc", "10mss", "5", "-5ms", "0s", "0.9ns", "101y", "1e300s"},
             "a time with its unit from 1ns to 100y, such as 5ms"},
            {RateRule("1bps", "100Mbps"),
             {"1bps", "100Mbps", "1000000Gbps"},
             {"", "100", "fast", "0bps", "-1Mbps", "1000001Gbps"},
             "a rate with its unit from 1bps to 1000000Gbps, such as 100Mbps"},
            {BooleanRule(),
             {"true", "false", "1", "0", "t", "f"},
             {"", "yes", "True", "2"},
             "true or false"},
            {WordRule({"fcfs", "sstf"}),
             {"fcfs", "sstf"},
             {"", "FCFS", "fcf"},
             "one of fcfs, sstf"},
            {SizesRule(),
             {"4096", "4096:3,65536:1", "512:0.5", "4294966784"},
             {"",
              "-4096",
              "1000",
              "4096:0",
              "4096:",
              "4096,",
              ",4096",
              "4096:nan",
              "4096:1:1",
              "4294967296",
              "4k"},
             "a list of sizes with or without weights, each from 512 to 4294966784 bytes, a "
             "multiple of 512, such as 4096:3,65536:1"},
            {QueueRule(),
             {"1p", "64kB", "1.5kB"},
             {"", "100", "0p", "lots", "-1p", "1.5p"},
             "a whole number of packets or bytes with its unit from 1p to 4294967295p"},
            {TextRule("out"), {"x"}, {""}, "a text, such as out"}};
        for (const auto& sample : samples)
        {
            AddTestCase(new ValueRuleTest(sample), Duration::QUICK);
        }
    }
};

static ValueRuleTestSuite g_valueRuleTestSuite; //!< registers the suite
