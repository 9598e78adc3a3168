/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/live-options.h"
#include "ns3/live-profile.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param words a command line
 * @return why it is refused, empty if it is not
 */
std::string
GetMistake(const std::vector<std::string>& words)
{
    try
    {
        LiveOptions options;
        options.Parse(words);
        return "";
    }
    catch (const UserError& error)
    {
        return error.what();
    }
}

} // namespace

/**
 * @ingroup live-san-tests
 *
 * Each profile is a command line that san-live takes.
 */
class LiveProfileTestCase : public TestCase
{
  public:
    LiveProfileTestCase()
        : TestCase("profiles are command lines")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& profile : LiveProfile::GetAll())
        {
            LiveOptions options;
            options.Parse({"--profile=" + profile.name});
            NS_TEST_EXPECT_MSG_EQ(options.profile, profile.name, "it is known");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(options.GetList().GetChanges().size(),
                                        2,
                                        profile.name << " changes something");
            NS_TEST_EXPECT_MSG_EQ(GetMistake({"--profile=" + profile.name, "--nbd=x"}),
                                  "",
                                  profile.name);
        }
    }
};

/**
 * @ingroup live-san-tests
 *
 * What the user says wins, wherever it stands, and mistakes name the profile.
 */
class LiveProfileUseTestCase : public TestCase
{
  public:
    LiveProfileUseTestCase()
        : TestCase("the user's options win")
    {
    }

  private:
    void DoRun() override
    {
        LiveOptions options;
        options.Parse({"--volumeCredits=7", "--profile=aws-gp2", "--drives=2"});
        const auto& list = options.GetList();
        NS_TEST_EXPECT_MSG_EQ(options.storage.device, "volume", "of the profile");
        NS_TEST_EXPECT_MSG_EQ(list.GetValue("volumeRate"), "300", "of the profile");
        NS_TEST_EXPECT_MSG_EQ(list.GetValue("volumeCredits"), "7", "of the user, in front");
        NS_TEST_EXPECT_MSG_EQ(options.storage.drives, 2, "of the user, behind");
        LiveOptions two;
        two.Parse({"--profile=wan", "--profile=lying"});
        NS_TEST_EXPECT_MSG_EQ(two.storage.device, "disk", "the last one");
        NS_TEST_EXPECT_MSG_EQ(two.path.delay.IsZero(), LiveOptions().path.delay.IsZero(), "alone");

        NS_TEST_EXPECT_MSG_EQ(GetMistake({"--profile=aws-gp2", "--device=ram"}),
                              "volumeBlocks: 209715200 needs device=volume (profile=aws-gp2 sets "
                              "it)",
                              "what does not go together");
        NS_TEST_EXPECT_MSG_EQ(GetMistake({"--profile=aws-gp2", "--ramLatency=1ms"}),
                              "ramLatency: 1ms needs device=ram",
                              "a mistake of the user alone");
        const auto unknown = GetMistake({"--profile=gp2"});
        NS_TEST_EXPECT_MSG_EQ(unknown.substr(0, 20), "profile: gp2 is not ", "no such profile");
        for (const auto& profile : LiveProfile::GetAll())
        {
            NS_TEST_EXPECT_MSG_NE(unknown.find(profile.name),
                                  std::string::npos,
                                  profile.name << " is named");
        }
    }
};

/**
 * @ingroup live-san-tests
 *
 * Sets of options.
 */
class LiveProfileTestSuite : public TestSuite
{
  public:
    LiveProfileTestSuite()
        : TestSuite("live-profile", Type::UNIT)
    {
        AddTestCase(new LiveProfileTestCase, Duration::QUICK);
        AddTestCase(new LiveProfileUseTestCase, Duration::QUICK);
    }
};

static LiveProfileTestSuite g_liveProfileTestSuite; //!< registers the suite
