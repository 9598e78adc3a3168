/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sample-load.h"

#include "ns3/global-value.h"
#include "ns3/program-options.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A program with an option of each kind.
class Sample
{
  public:
    Sample()
    {
        options.SetRenamed("number", "count");
        options.SetRenamed("Rate", "rate");
        options.SetRenamed("speed", "velocity");
        options.BeginGroup("all");
        options.Add("count", "How many", count, IntegerRule("1", "1000", "requests"));
        options.Add("failed", "Which", failed, IntegerRule("-1", "9"));
        options.Add("share", "What part", share, NumberRule("0", "1"));
        options.Add("delay", "How long", delay, TimeRule());
        options.Add("rate", "How fast", rate, RateRule());
        options.Add("trace", "Which file", trace, TextRule("a.csv"));
        options.Add("folder", "Where", folder, TextRule());
        options.AddSwitch("fair", "Whether", fair);
        options.AddWord("pattern", "In what order", pattern, {{"up", "Up"}, {"down", "Down"}});
        options.AddAttribute(SampleLoad::GetTypeId(),
                             "Alignment",
                             {.name = "align", .unit = "bytes", .example = "4096"});
        options.AddAttribute(SampleLoad::GetTypeId(), "Arrivals", {});
        options.AddPositional("in", "The file", in);
    }

    /**
     * @param words a command line
     * @return the text of the error that it throws, empty if it throws none
     */
    std::string GetComplaint(const std::vector<std::string>& words)
    {
        try
        {
            options.Parse(words);
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    uint64_t count{5};                             //!< a whole number
    int32_t failed{-1};                            //!< one with a sign
    double share{0.5};                             //!< a number
    Time delay{0};                                 //!< a time
    DataRate rate{"1Mbps"};                        //!< a rate
    std::string trace;                             //!< a text that may be empty
    std::string folder{"out"};                     //!< a text that may not
    bool fair{true};                               //!< a truth value
    std::string pattern{"up"};                     //!< a word
    std::string in;                                //!< a word that is no option
    ProgramOptions options{"sample", "A sample."}; //!< the options
};

} // namespace

/**
 * @ingroup toolbox
 *
 * Right options reach their variables.
 */
class ProgramOptionsTakenTest : public TestCase
{
  public:
    ProgramOptionsTakenTest()
        : TestCase("Options reach their variables")
    {
    }

  private:
    void DoRun() override
    {
        Sample s;
        NS_TEST_EXPECT_MSG_EQ(s.GetComplaint({"--count=1",
                                              "-failed=+3",
                                              "--share=1e-1",
                                              "--delay=5ms",
                                              "--rate=2Gbps",
                                              "--trace=a b.csv",
                                              "file",
                                              "--fair",
                                              "--pattern=down",
                                              "--align=512",
                                              "--arrivals=Fixed",
                                              "--count=7"}),
                              "",
                              "all right");
        NS_TEST_EXPECT_MSG_EQ(s.count, 7, "the last one counts");
        NS_TEST_EXPECT_MSG_EQ(s.failed, 3, "sign");
        NS_TEST_EXPECT_MSG_EQ(s.share, 0.1, "number");
        NS_TEST_EXPECT_MSG_EQ(s.delay, MilliSeconds(5), "time");
        NS_TEST_EXPECT_MSG_EQ(s.rate, DataRate("2Gbps"), "rate");
        NS_TEST_EXPECT_MSG_EQ(s.trace, "a b.csv", "whole text");
        NS_TEST_EXPECT_MSG_EQ(s.in, "file", "positional");
        NS_TEST_EXPECT_MSG_EQ(s.fair, false, "a switch without a value is the other");
        NS_TEST_EXPECT_MSG_EQ(s.options.GetMeaning("pattern"), "Down", "meaning");
        const auto attributes = s.options.GetAttributes(SampleLoad::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(attributes.size(), 2, "of each option that sets one");
        NS_TEST_EXPECT_MSG_EQ(attributes.at("Arrivals"), "Fixed", "of the option in camel case");
        NS_TEST_EXPECT_MSG_EQ(attributes.at("Alignment"), "512", "of an option of another name");
        NS_TEST_EXPECT_MSG_EQ(s.options.GetValue("align"), "512", "of another name");
        NS_TEST_EXPECT_MSG_EQ(s.GetComplaint({"--fair=true", "--trace="}), "", "back again");
        NS_TEST_EXPECT_MSG_EQ(s.fair, true, "switch with a value");
        NS_TEST_EXPECT_MSG_EQ(s.trace, "", "empty text");
        CheckDefault();
        CheckWords();
    }

    /// A word that sets an attribute, beside another option that does.
    void CheckWords()
    {
        std::string when{"now"};
        ProgramOptions options("sample", "A sample.");
        options.AddWord("when", "When", when, {{"now", "Closed"}, {"later", "Fixed"}});
        options.BindWord("when", SampleLoad::GetTypeId(), "Arrivals");
        options.AddAttribute(SampleLoad::GetTypeId(), "Arrivals", {.name = "ownArrivals"});
        options.Parse({"--when=later", "--ownArrivals=Closed"});
        const auto attributes = options.GetAttributes(SampleLoad::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(attributes.size(), 1, "one attribute");
        NS_TEST_EXPECT_MSG_EQ(attributes.at("Arrivals"), "Fixed", "the first option's");
        NS_TEST_EXPECT_MSG_EQ(options.GetValue("ownArrivals"), "Closed", "the other's value");
        NS_TEST_EXPECT_MSG_EQ(options.GetAttributes(SampleCounter::GetTypeId()).size(),
                              0,
                              "a class that does not have it");
    }

    /// An option that a program gives another default, also one that sets an attribute.
    void CheckDefault()
    {
        Sample s;
        s.options.SetDefault("fair", "false");
        s.options.SetDefault("arrivals", "Fixed");
        NS_TEST_EXPECT_MSG_EQ(s.GetComplaint({}), "", "nothing is given");
        NS_TEST_EXPECT_MSG_EQ(s.fair, false, "the new default");
        const auto attributes = s.options.GetAttributes(SampleLoad::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(attributes.at("Arrivals"), "Fixed", "of an attribute");
        NS_TEST_EXPECT_MSG_EQ(s.options.GetChanges().size(), 0, "it is the default");
        NS_TEST_EXPECT_MSG_EQ(s.GetComplaint({"--fair", "--arrivals=Poisson"}), "", "others");
        NS_TEST_EXPECT_MSG_EQ(s.fair, true, "a switch without a value is the other");
        NS_TEST_EXPECT_MSG_EQ(s.options.GetChanges().size(), 2, "both");
    }
};

/**
 * @ingroup toolbox
 *
 * What a command line changed is known, in the order of the options.
 */
class ProgramOptionsChangesTest : public TestCase
{
  public:
    ProgramOptionsChangesTest()
        : TestCase("Options that are not their default")
    {
    }

  private:
    /**
     * @param words a command line
     * @return group, name and value of each change
     */
    static std::string GetChanges(const std::vector<std::string>& words)
    {
        Sample s;
        s.options.Parse(words);
        std::string text;
        for (const auto& change : s.options.GetChanges())
        {
            text += change.group + " " + change.name + "=" + change.value + ";";
        }
        return text;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetChanges({}), "", "none");
        NS_TEST_EXPECT_MSG_EQ(GetChanges({"--align=512", "--count=7", "--fair"}),
                              "all count=7;all fair=false;all align=512;",
                              "three");
        NS_TEST_EXPECT_MSG_EQ(GetChanges({"--count=5", "--fair=1", "--pattern=up"}),
                              "",
                              "what is given but is the default");
        NS_TEST_EXPECT_MSG_EQ(GetChanges({"--count=7", "--count=5"}), "", "and changed back");
    }
};

/**
 * @ingroup toolbox
 *
 * Every mistake on a command line is one line.
 */
class ProgramOptionsRefusedTest : public TestCase
{
  public:
    ProgramOptionsRefusedTest()
        : TestCase("Mistakes are named in one line with what is right")
    {
    }

  private:
    void DoRun() override
    {
        const std::string count = " is not a whole number from 1 to 1000 requests, such as 5";
        const std::vector<std::pair<std::string, std::string>> mistakes = {
            {"--count=1e4", "count: 1e4" + count},
            {"--count=0", "count: 0" + count},
            {"--count=-5", "count: -5" + count},
            {"--count=", "count: ''" + count},
            {"--count",
             "count: it needs a value: a whole number from 1 to 1000 requests, such as 5"},
            {"--count=99999999999999999999", "count: 99999999999999999999" + count},
            {"--count=1\n2", "count: 1 2" + count},
            {"--delay=10mss",
             "delay: 10mss is not a time with its unit from 0s to 100y, such as 0s"},
            {"--fair=maybe", "fair: maybe is not true or false"},
            {"--pattern=Up", "pattern: Up is not one of down, up"},
            {"--folder=", "folder: '' is not a text, such as out"},
            {"--align=5x",
             "align: 5x is not a whole number from 0 to 4294967295 bytes, such as 4096"},
            {"--arrivals=poisson", "arrivals: poisson is not one of Closed, Poisson, Fixed"},
            {"--coumt=5", "there is no option --coumt, did you mean --count?"},
            {"--RngRum=5", "there is no option --RngRum, did you mean --RngRun?"},
            {"--number=5", "number: now called count"},
            {"--Rate=5x", "Rate: now called rate"},
            {"--speed=5", "there is no option --speed, --help lists them"},
            {"--zebra", "there is no option --zebra, --help lists them"},
            {"--", "there is no option --, --help lists them"},
            {"--RngRun=abc",
             "RngRun: abc is not a whole number from 0 to 18446744073709551615, such as 1"},
            {"--ns3::SampleLoad::Arrivals=poisson",
             "ns3::SampleLoad::Arrivals: poisson is not one of Closed, Poisson, Fixed"},
            {"--ns3::SampleLoad::Rate=5x",
             "ns3::SampleLoad::Rate: 5x is not valid: Requests per second, above 0"},
            {"--ns3::SampleLoad::Count=5",
             "ns3::SampleLoad::Count: ns3::SampleLoad has no attribute Count, did "
             "you mean ns3::SampleCounter::Count?"},
            {"--ns3::SampelLoad::Rate=5",
             "ns3::SampelLoad::Rate: there is no class ns3::SampelLoad, did you mean "
             "ns3::SampleLoad?"},
            {"--PrintAttributes=ns3::Nonsense", "PrintAttributes: there is no class ns3::Nonsense"},
            {"--SchedulerType=ns3::Object",
             "SchedulerType: ns3::Object is not valid: The object class to use as the scheduler "
             "implementation"}};
        for (const auto& [word, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(Sample().GetComplaint({word}), line, word);
        }
        NS_TEST_EXPECT_MSG_EQ(Sample().GetComplaint({"a", "b"}),
                              "b: sample takes at most 1 words; --help lists them",
                              "one word too many");
        CheckWordNeeded();
        Sample s;
        s.pattern = "sideways";
        bool isRefused = false;
        try
        {
            s.options.GetMeaning("pattern");
        }
        catch (const UserError&)
        {
            isRefused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(isRefused, true, "a variable that a program set wrongly");
    }

    /// An option has an effect with some words only.
    void CheckWordNeeded()
    {
        const std::vector<std::vector<std::string>> mistakes{{"--json"}, {"show", "--json"}};
        for (const auto& words : mistakes)
        {
            bool isJson = false;
            Sample s;
            s.options.AddJson(isJson, "in=list");
            NS_TEST_EXPECT_MSG_EQ(s.GetComplaint(words), "json: true needs in=list", words[0]);
        }
        bool isJson = false;
        Sample s;
        s.options.AddJson(isJson, "in=list");
        NS_TEST_EXPECT_MSG_EQ(s.GetComplaint({"--json", "list"}), "", "the word that it needs");
        NS_TEST_EXPECT_MSG_EQ(isJson, true, "it has its effect");
    }
};

/**
 * @ingroup toolbox
 *
 * The description names every option with all that other programs need.
 */
class ProgramOptionsDescriptionTest : public TestCase
{
  public:
    ProgramOptionsDescriptionTest()
        : TestCase("The description has type, unit, range and example")
    {
    }

  private:
    void DoRun() override
    {
        Sample s;
        const auto json = s.options.ToJson();
        for (const std::string line :
             {"{\"group\": \"all\", \"name\": \"count\", \"type\": \"integer\", \"unit\": "
              "\"requests\", \"range\": \"1:1000\", \"multiple\": \"\", \"values\": [], "
              "\"default\": \"5\", \"example\": \"5\", \"needs\": [], \"former_names\": "
              "[\"number\"], \"expected\": \"a whole "
              "number from 1 to "
              "1000 requests, such as 5\", \"help\": \"How many\"}",
              "\"name\": \"delay\", \"type\": \"time\", \"unit\": \"\", \"range\": \"0s:100y\"",
              "\"values\": [\"down\", \"up\"], \"default\": \"up\"",
              "\"name\": \"align\", \"type\": \"integer\", \"unit\": \"bytes\", \"range\": "
              "\"0:4294967295\""})
        {
            NS_TEST_EXPECT_MSG_NE(json.find(line), std::string::npos, line);
        }
    }
};

/**
 * @ingroup toolbox
 *
 * Options that need something more than what they were added with.
 */
class AddedNeedsTest : public TestCase
{
  public:
    AddedNeedsTest()
        : TestCase("Needs that are added later")
    {
    }

  private:
    void DoRun() override
    {
        const auto complain = [](const std::vector<std::string>& words) {
            Sample sample;
            sample.options.AddNeedOf({"count", "share"}, "fair=false");
            sample.options.AddNeedOf({"count"}, "trace");
            return sample.GetComplaint(words);
        };
        NS_TEST_EXPECT_MSG_EQ(complain({"--share=0.2"}), "share: 0.2 needs fair=false", "one");
        NS_TEST_EXPECT_MSG_EQ(complain({"--share=0.2", "--fair"}), "", "met");
        NS_TEST_EXPECT_MSG_EQ(complain({"--count=7"}), "count: 7 needs fair=false", "two");
        NS_TEST_EXPECT_MSG_EQ(complain({"--count=7", "--fair"}),
                              "count: 7 needs trace",
                              "one left");
        NS_TEST_EXPECT_MSG_EQ(complain({"--count=7", "--fair", "--trace=a"}), "", "both are met");
        NS_TEST_EXPECT_MSG_EQ(complain({"--delay=5ms"}), "", "another option");
    }
};

/**
 * @ingroup toolbox
 *
 * Options of programs.
 */
class ProgramOptionsTestSuite : public TestSuite
{
  public:
    ProgramOptionsTestSuite()
        : TestSuite("toolbox-program-options", Type::UNIT)
    {
        AddTestCase(new ProgramOptionsTakenTest, Duration::QUICK);
        AddTestCase(new ProgramOptionsChangesTest, Duration::QUICK);
        AddTestCase(new ProgramOptionsRefusedTest, Duration::QUICK);
        AddTestCase(new ProgramOptionsDescriptionTest, Duration::QUICK);
        AddTestCase(new AddedNeedsTest);
    }
};

static ProgramOptionsTestSuite g_programOptionsTestSuite; //!< registers the suite
