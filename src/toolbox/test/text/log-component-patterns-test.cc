/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/environment-variable.h"
#include "ns3/log-component-patterns.h"
#include "ns3/log.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>

using namespace ns3;

namespace
{

/// Three log components of which two begin alike.
LogComponent g_firstAlike("PatternTestAlikeFirst", __FILE__);
LogComponent g_secondAlike("PatternTestAlikeSecond", __FILE__); //!< the second of them
LogComponent g_other("PatternTestOther", __FILE__);             //!< the one that begins otherwise

} // namespace

/**
 * @ingroup toolbox
 *
 * What a pattern is, and what it stands for.
 */
class LogPatternMatchTest : public TestCase
{
  public:
    LogPatternMatchTest()
        : TestCase("Names that a log pattern stands for")
    {
    }

  private:
    void DoRun() override
    {
        using Patterns = LogComponentPatterns;
        NS_TEST_EXPECT_MSG_EQ(Patterns::IsPattern("Iscsi*"), true, "name with an asterisk");
        NS_TEST_EXPECT_MSG_EQ(Patterns::IsPattern("Iscsi"), false, "whole name");
        NS_TEST_EXPECT_MSG_EQ(Patterns::IsPattern("*"), false, "ns-3's own");
        NS_TEST_EXPECT_MSG_EQ(Patterns::IsPattern("***"), false, "ns-3's own");
        NS_TEST_EXPECT_MSG_EQ(Patterns::Matches("Iscsi*", "IscsiTarget"), true, "longer");
        NS_TEST_EXPECT_MSG_EQ(Patterns::Matches("Iscsi*", "Iscsi"), true, "just as long");
        NS_TEST_EXPECT_MSG_EQ(Patterns::Matches("Iscsi*", "Iscs"), false, "shorter");
        NS_TEST_EXPECT_MSG_EQ(Patterns::Matches("Target*", "IscsiTarget"), false, "in the middle");
        NS_TEST_EXPECT_MSG_EQ(Patterns::Matches("Iscsi*", "IscsiTarget*"), false, "a pattern");
    }
};

/**
 * @ingroup toolbox
 *
 * Patterns in NS_LOG enable the levels that stand behind them, and ns-3 takes them for names.
 */
class LogPatternEnableTest : public TestCase
{
  public:
    /**
     * @param name what is tested
     */
    explicit LogPatternEnableTest(const std::string& name = "Log patterns in NS_LOG")
        : TestCase(name)
    {
    }

  private:
    void DoRun() override
    {
        SetVariable("PatternTestAlike*=level_info|prefix_time:PatternTestAlikeFirst=debug");
        LogComponentPatterns::Enable();
        LogComponentPatterns::Enable();
        NS_TEST_EXPECT_MSG_EQ(g_firstAlike.IsEnabled(LOG_INFO), true, "the level");
        NS_TEST_EXPECT_MSG_EQ(g_firstAlike.IsEnabled(LOG_WARN), true, "one below it");
        NS_TEST_EXPECT_MSG_EQ(g_firstAlike.IsEnabled(LOG_DEBUG), false, "one above it");
        NS_TEST_EXPECT_MSG_EQ(g_secondAlike.IsEnabled(LOG_PREFIX_TIME), true, "the prefix");
        NS_TEST_EXPECT_MSG_EQ(g_secondAlike.IsEnabled(LOG_PREFIX_NODE), false, "another prefix");
        NS_TEST_EXPECT_MSG_EQ(g_other.IsNoneEnabled(), true, "another name");
        NS_TEST_EXPECT_MSG_EQ(LogComponent::GetComponentList()->contains("PatternTestAlike*"),
                              true,
                              "known to ns-3");
    }

    void DoTeardown() override
    {
        SetVariable("");
        g_firstAlike.Disable(LOG_ALL);
        g_secondAlike.Disable(LOG_ALL);
        g_firstAlike.Disable(LOG_PREFIX_ALL);
        g_secondAlike.Disable(LOG_PREFIX_ALL);
    }

  protected:
    /**
     * Give NS_LOG another value, of which ns-3 would not learn otherwise.
     *
     * @param value the value
     */
    static void SetVariable(const std::string& value)
    {
        EnvironmentVariable::Set("NS_LOG", value);
        *EnvironmentVariable::GetDictionary("NS_LOG", ":") =
            EnvironmentVariable::Dictionary("NS_LOG", ":");
    }
};

/**
 * @ingroup toolbox
 *
 * A pattern that stands for nothing is a mistake.
 */
class LogPatternMistakeTest : public LogPatternEnableTest
{
  public:
    LogPatternMistakeTest()
        : LogPatternEnableTest("A log pattern that stands for nothing")
    {
    }

  private:
    void DoRun() override
    {
        SetVariable("PatternTestNone*=info");
        std::string message;
        try
        {
            LogComponentPatterns::Enable();
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "NS_LOG: PatternTestNone* matches no log component",
                              "the mistake is named");
    }
};

/**
 * @ingroup toolbox
 *
 * Log patterns.
 */
class LogComponentPatternsTestSuite : public TestSuite
{
  public:
    LogComponentPatternsTestSuite()
        : TestSuite("toolbox-log-patterns", Type::UNIT)
    {
        AddTestCase(new LogPatternMatchTest, Duration::QUICK);
        AddTestCase(new LogPatternEnableTest, Duration::QUICK);
        AddTestCase(new LogPatternMistakeTest, Duration::QUICK);
    }
};

static LogComponentPatternsTestSuite g_logComponentPatternsTestSuite; //!< registers the suite
