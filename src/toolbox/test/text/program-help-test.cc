/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/program-help.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <sstream>
#include <string>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * The help of a program with two groups: what each topic prints.
 */
class ProgramHelpTestCase : public TestCase
{
  public:
    ProgramHelpTestCase()
        : TestCase("topics")
    {
    }

  private:
    /**
     * @param topic a topic
     * @return its help
     */
    static std::string GetText(const std::string& topic)
    {
        return MakeHelp({"delay"}).GetText(topic);
    }

    /**
     * @param mainOptions what the short help lists
     * @return the help of the program
     */
    static ProgramHelp MakeHelp(const std::vector<std::string>& mainOptions)
    {
        const ProgramHelp::Options options{
            {"path",
             "delay",
             "One-way delay of the path, which is half of what a ping measures, but for the time "
             "that packets take to be sent",
             "1ms",
             TimeRule("0s", "5ms")},
            {"path", "kind", "What there is", "cable", WordRule({"cable", "radio"})},
            {"load",
             "queueDepth",
             "Requests outstanding",
             "1",
             IntegerRule("1", "64", "requests", "1"),
             {OptionCondition("kind=radio")},
             {"OldDepth"}},
        };
        return {"sample",
                "A sample.",
                {mainOptions, {"--delay=2ms"}, {{"iodepth", {"queueDepth"}}}},
                options,
                {}};
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(
            GetText(""),
            "sample [--OPTION=VALUE ...]\n\n"
            "A sample.\n"
            "\npath:\n"
            "  --delay               One-way delay of the path [1ms]\n"
            "\nExamples:\n"
            "  sample --delay=2ms\n"
            "\nMore:\n"
            "  --help=GROUP          Options of a group: path, load, ns-3\n"
            "  --help=OPTION         Meaning, values, default, what it needs, example\n"
            "  --help=WORD           Options that have to do with a word, such as "
            "iodepth,\n"
            "                        bs, seed or RTT\n"
            "  --help=all            Every option\n",
            "one screen");
        NS_TEST_EXPECT_MSG_EQ(GetText("queuedepth"),
                              "--queueDepth\n"
                              "  Requests outstanding.\n"
                              "  value    a whole number from 1 to 64 requests, such as 1\n"
                              "  default  1\n"
                              "  needs    kind=radio\n"
                              "  example  --queueDepth=1\n"
                              "  group    load, see --help=load\n",
                              "an option");
        const ProgramHelp plain("sample",
                                "A sample.",
                                {},
                                {{"", "tag", "A word", "none", TextRule("x")}},
                                {});
        NS_TEST_EXPECT_MSG_EQ(
            plain.GetText("tag"),
            "--tag\n  A word.\n  value    a text, such as x\n  default  none\n  example  "
            "--tag=x\n",
            "an option without a group");
        const std::string depth =
            "\nload:\n"
            "  --queueDepth            Requests outstanding [1] Needs kind=radio.\n";
        NS_TEST_EXPECT_MSG_EQ(GetText("load"), depth, "a group");
        NS_TEST_EXPECT_MSG_EQ(GetText("IODepth"), depth, "a word that means it");
        NS_TEST_EXPECT_MSG_EQ(GetText("outstand"), depth, "a part of its text");
        NS_TEST_EXPECT_MSG_EQ(GetText("OldDepth"), depth, "a name that it had");
        NS_TEST_EXPECT_MSG_NE(GetText("RngRun").find("--RngRun "), std::string::npos, "ns-3's");
        NS_TEST_EXPECT_MSG_NE(GetText("kind").find("--kind=radio"),
                              std::string::npos,
                              "an example that is not the default");
        NS_TEST_EXPECT_MSG_NE(MakeHelp({}).GetText("").find("--queueDepth "),
                              std::string::npos,
                              "all options of a program that has few");
        std::string error;
        try
        {
            GetText("zebra");
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "help: no option has to do with zebra; --help=all lists them",
                              "nothing");
        std::istringstream lines(GetText("all"));
        for (std::string line; std::getline(lines, line);)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(line.size(), 80, line);
        }
    }
};

/**
 * @ingroup toolbox-tests
 *
 * The help of programs.
 */
class ProgramHelpTestSuite : public TestSuite
{
  public:
    ProgramHelpTestSuite()
        : TestSuite("toolbox-program-help", Type::UNIT)
    {
        AddTestCase(new ProgramHelpTestCase, Duration::QUICK);
    }
};

static ProgramHelpTestSuite g_programHelpTestSuite; //!< the suite
