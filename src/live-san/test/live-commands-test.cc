/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/live-commands.h"
#include "ns3/live-faults.h"
#include "ns3/live-options.h"
#include "ns3/san-network.h"
#include "ns3/san-program-options.h"
#include "ns3/san-targets.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param action what may fail
 * @return what the user is told, empty if it does not fail
 */
std::string
GetError(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup live-san-tests
 *
 * Lines of a user, and what becomes of them.
 */
class LiveCommandsTestCase : public TestCase
{
  public:
    LiveCommandsTestCase()
        : TestCase("commands, their arguments and mistakes")
    {
    }

  private:
    void DoRun() override
    {
        LiveCommands commands;
        std::vector<std::string> done;
        commands.Add("status", "print the state", [&] { done.emplace_back("status"); });
        commands.AddWithNumber("pull-drive", "cut the power of a drive", [&](uint32_t number) {
            done.push_back("drive " + std::to_string(number));
        });
        commands.AddWithTime("pull-cable", "pull a cable", [&](Time pause) {
            done.push_back("cable " + std::to_string(pause.GetNanoSeconds()));
        });
        commands.AddWithText("portal-state", "2=standby", "change a state", [&](const auto& text) {
            done.push_back("portal " + text);
        });
        for (const auto* line :
             {"status", "  pull-drive   3 ", "", "pull-cable 1.5ms", "\r", " portal-state 1=ready"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { commands.Execute(line); }), "", line);
        }
        const std::vector<std::string> wanted{"status",
                                              "drive 3",
                                              "cable 1500000",
                                              "portal 1=ready"};
        NS_TEST_EXPECT_MSG_EQ((done == wanted), true, "each command, once and in order");
        const std::vector<std::pair<std::string, std::string>> mistakes{
            {"fire", "there is no command fire; help names all"},
            {"status now", "status now: the command is status"},
            {"pull-drive", "pull-drive: the command is pull-drive 0"},
            {"portal-state", "portal-state: the command is portal-state 2=standby"},
            {"pull-drive 1 2", "pull-drive 1 2: the command is pull-drive 0"},
            {"pull-drive one", "pull-drive: one is not a number such as 0"},
            {"pull-drive -1", "pull-drive: -1 is not a number such as 0"},
            {"pull-drive 4294967296", "pull-drive: 4294967296 is not a number such as 0"},
            {"pull-cable 2", "pull-cable: 2 is not a time up to a day, such as 100ms"},
            {"pull-cable 2000h", "pull-cable: 2000h is not a time up to a day, such as 100ms"}};
        for (const auto& [line, error] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { commands.Execute(line); }), error, line);
        }
        NS_TEST_EXPECT_MSG_EQ(done.size(), 4, "mistakes do nothing");
        NS_TEST_EXPECT_MSG_EQ(commands.GetHelp(),
                              "portal-state 2=standby  change a state\n"
                              "pull-cable 100ms        pull a cable\n"
                              "pull-drive 0            cut the power of a drive\n"
                              "status                  print the state\n",
                              "help");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Faults of a network: what they do to drives and cables, and which cannot be.
 */
class LiveFaultsTestCase : public TestCase
{
  public:
    LiveFaultsTestCase()
        : TestCase("faults on command")
    {
    }

  private:
    /**
     * @param words options
     * @param commands lines
     * @return what the user is told of each
     */
    std::vector<std::string> Run(const std::vector<std::string>& words,
                                 const std::vector<std::string>& lines)
    {
        LiveOptions o;
        o.Parse(words);
        const SanNetwork network(o);
        const SanTargets targets(network, o);
        LiveFaults faults(network, targets);
        LiveCommands commands;
        faults.AddTo(commands);
        std::vector<std::string> errors;
        for (const auto& line : lines)
        {
            errors.push_back(GetError([&] { commands.Execute(line); }));
        }
        m_drives.clear();
        for (const auto& drive : targets.GetDrives())
        {
            m_drives.push_back({drive->IsReady(), drive->GetOutstanding()});
        }
        m_states.clear();
        for (uint32_t i = 0; i < targets.GetN(); ++i)
        {
            for (uint16_t group = 1; targets.GetPortGroups(i) && group <= 2; ++group)
            {
                m_states.push_back(targets.GetPortGroups(i)->GetState(group));
            }
        }
        TimeValue delay;
        network.pathDevices.Get(0)->GetChannel()->GetAttribute("Delay", delay);
        m_delay = delay.Get();
        m_isLinkUp = network.targetDevices.Get(0)->IsLinkUp();
        Simulator::Destroy();
        return errors;
    }

    void DoRun() override
    {
        auto errors = Run({"--drives=2"},
                          {"pull-drive 1", "queue-full 0", "slow-path 100ms", "pull-cable 1s"});
        NS_TEST_EXPECT_MSG_EQ((errors == std::vector<std::string>(4)), true, "all can be done");
        NS_TEST_EXPECT_MSG_EQ(m_drives[0].isReady, true, "the first drive goes on");
        NS_TEST_EXPECT_MSG_EQ(m_drives[1].isReady, false, "the second one has no power");
        NS_TEST_EXPECT_MSG_EQ(m_drives[0].outstanding, 256, "its queue is full");
        NS_TEST_EXPECT_MSG_EQ(m_delay, MilliSeconds(100), "the path is longer");
        NS_TEST_EXPECT_MSG_EQ(m_isLinkUp, false, "the cable is out");

        errors = Run({"--device=ram", "--drives=1", "--linkType=ppp"},
                     {"pull-drive 0", "pull-drive 1", "pull-cable 1s", "lip-storm 1s"});
        NS_TEST_EXPECT_MSG_EQ(errors[0],
                              "drive 0 has no power that can be cut; device=disk has",
                              "no power to cut");
        NS_TEST_EXPECT_MSG_EQ(errors[1], "there is no drive 1; they are 0 to 0", "no such drive");
        NS_TEST_EXPECT_MSG_EQ(errors[2], "pull-cable: it needs linkType=ethernet", "no cable");
        NS_TEST_EXPECT_MSG_EQ(errors[3],
                              "lip-storm: there are no loops; gateway=true and loops make some",
                              "no loop");

        CheckPortalStates();

        errors = Run({"--gateway=true", "--loops=2", "--drive=Cheetah9LPFC", "--drives=4"},
                     {"pull-drive 3", "return-drive 3", "pull-drive 2", "lip-storm 200ms"});
        NS_TEST_EXPECT_MSG_EQ((errors == std::vector<std::string>(4)), true, "all on loops");
        NS_TEST_EXPECT_MSG_EQ(m_drives.size(), 4, "the drives of a gateway");
        NS_TEST_EXPECT_MSG_EQ(m_drives[3].isReady, true, "returned");
        NS_TEST_EXPECT_MSG_EQ(m_drives[2].isReady, false, "pulled");
    }

    /// Access states of portal groups: of all targets, and what is none.
    void CheckPortalStates()
    {
        const auto errors = Run({"--device=ram", "--targets=2", "--portals=2"},
                                {"portal-state 2=standby",
                                 "portal-state 3=standby",
                                 "portal-state standby",
                                 "portal-state 1=ready"});
        const std::string wrong =
            " is not a portal group of 1 to 2 and its state, such as 1=standby";
        NS_TEST_EXPECT_MSG_EQ(errors[0], "", "can be done");
        NS_TEST_EXPECT_MSG_EQ(errors[1], "portal-state: 3=standby" + wrong, "no such group");
        NS_TEST_EXPECT_MSG_EQ(errors[2], "portal-state: standby" + wrong, "no group");
        NS_TEST_EXPECT_MSG_EQ(errors[3],
                              "portal-state: ready is none of active-optimized, "
                              "active-non-optimized, standby, unavailable",
                              "no state");
        NS_TEST_ASSERT_MSG_EQ(m_states.size(), 4, "two targets with two groups");
        using enum ScsiAccessState;
        const std::vector wanted{ACTIVE_OPTIMIZED, STANDBY, ACTIVE_OPTIMIZED, STANDBY};
        NS_TEST_EXPECT_MSG_EQ((m_states == wanted), true, "the second group of each");
        NS_TEST_EXPECT_MSG_EQ(Run({"--device=ram"}, {"portal-state 1=standby"})[0],
                              "portal-state: there is one portal; portals=2 makes two",
                              "no groups");
    }

    /// State of a drive.
    struct Drive
    {
        bool isReady;         //!< whether it has power
        uint32_t outstanding; //!< its requests
    };

    std::vector<ScsiAccessState> m_states; //!< of portal groups, target by target
    std::vector<Drive> m_drives;           //!< all drives, before anything ran
    Time m_delay;                          //!< of the path
    bool m_isLinkUp{true};                 //!< whether the first target's link is up
};

/**
 * @ingroup live-san-tests
 *
 * Options that contradict each other.
 */
class LiveOptionsTestCase : public TestCase
{
  public:
    LiveOptionsTestCase()
        : TestCase("options of san-live")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--initiators=2"}, "initiators: 2, but san-live has one, real or simulated"},
            {{"--linkType=wifi"}, "linkType: wifi is for iscsi-san and wireless-san only"},
            {{"--workload=closed"}, "workload: closed needs role=initiator"},
            {{"--workload=h2benchw",
              "--role=initiator",
              "--targetName=iqn.2026-11.org.nsnam:a",
              "--portal=192.0.2.10"},
             "workload: h2benchw is not one of closed, fio, fixed, iometer, poisson, trace, "
             "verify"},
            {{"--interface=veth0", "--descriptor=3"},
             "interface, descriptor: only one of them can be given"},
            {{"--role=initiator"},
             "targetName: role=initiator needs the name of the real target, such as "
             "iqn.2026-11.org.nsnam:target-0"},
            {{"--role=initiator", "--attach=direct", "--targetName=iqn.2026-11.org.nsnam:a"},
             "portal: role=initiator with attach=direct needs the address of the real target, such "
             "as 192.0.2.10"}};
        for (const auto& [words, error] : mistakes)
        {
            LiveOptions o;
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { o.Parse(words); }), error, words.front());
        }
        LiveOptions o;
        o.Parse({});
        NS_TEST_EXPECT_MSG_EQ(o.output.storeData, true, "contents are kept");
        NS_TEST_EXPECT_MSG_EQ(o.output.folder, "out/san-live", "a folder of its own");
        const auto units = o.GetList().GetAttributes(ScsiDisk::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(units.at("Removable"), "true", "a medium that can be ejected");
        NS_TEST_EXPECT_MSG_EQ(units.at("SanitizeTime"), "8s", "SANITIZE takes a moment");
        NS_TEST_EXPECT_MSG_EQ(units.at("PhysicalBlockExponent"), "3", "4096 bytes, as drives have");
        NS_TEST_EXPECT_MSG_EQ(o.GetList().GetChanges().size(), 0, "these are defaults");
        IscsiSanOptions plain;
        plain.Parse({});
        const auto others = plain.GetList().GetAttributes(ScsiDisk::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(others.contains("ReadOnly"), true, "of every program");
        NS_TEST_EXPECT_MSG_EQ(others.contains("Removable"), false, "of san-live alone");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Commands and faults of a user.
 */
class LiveCommandsTestSuite : public TestSuite
{
  public:
    LiveCommandsTestSuite()
        : TestSuite("live-commands", Type::UNIT)
    {
        AddTestCase(new LiveCommandsTestCase, Duration::QUICK);
        AddTestCase(new LiveFaultsTestCase, Duration::QUICK);
        AddTestCase(new LiveOptionsTestCase, Duration::QUICK);
    }
};

static LiveCommandsTestSuite g_liveCommandsTestSuite; //!< the suite
