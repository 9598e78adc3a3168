/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/io-summary.h"
#include "ns3/json-writer.h"
#include "ns3/san-commands.h"
#include "ns3/san-fault-schedule.h"
#include "ns3/san-faults.h"
#include "ns3/san-network.h"
#include "ns3/san-program-options.h"
#include "ns3/san-scenario.h"
#include "ns3/san-targets.h"
#include "ns3/san-verification.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <fstream>
#include <functional>
#include <set>
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
 * @ingroup san-tests
 *
 * Lines of a user, and what becomes of them.
 */
class SanCommandsTestCase : public TestCase
{
  public:
    SanCommandsTestCase()
        : TestCase("commands, their arguments and mistakes")
    {
    }

  private:
    void DoRun() override
    {
        SanCommands commands;
        std::vector<std::string> done;
        commands.Add("status", "print the state", [&] { done.emplace_back("status"); });
        commands.AddWithNumber("pull-drive", "cut the power of a drive", [&](uint32_t number) {
            return [&done, number] { done.push_back("drive " + std::to_string(number)); };
        });
        commands.AddWithTime("pull-cable", "pull a cable", [&](Time pause) {
            return [&done, pause] {
                done.push_back("cable " + std::to_string(pause.GetNanoSeconds()));
            };
        });
        commands.AddWithText("portal-state", "2=standby", "change a state", [&](const auto& text) {
            return [&done, text] { done.push_back("portal " + text); };
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
 * @ingroup san-tests
 *
 * Faults of a network: what they do to drives and cables, and which cannot be.
 */
class SanFaultsTestCase : public TestCase
{
  public:
    SanFaultsTestCase()
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
        IscsiSanOptions o;
        o.Parse(words);
        const SanNetwork network(o);
        const SanTargets targets(network, o);
        SanFaults faults(network, targets);
        SanCommands commands;
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
        if (network.pathDevices.GetN() > 0)
        {
            TimeValue delay;
            network.pathDevices.Get(0)->GetChannel()->GetAttribute("Delay", delay);
            m_delay = delay.Get();
        }
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
                              "drive 0 has no power that can be cut; device=disk or ssd has",
                              "no power to cut");
        NS_TEST_EXPECT_MSG_EQ(errors[1], "there is no drive 1; they are 0 to 0", "no such drive");
        NS_TEST_EXPECT_MSG_EQ(errors[2], "pull-cable: it needs linkType=ethernet", "no cable");
        NS_TEST_EXPECT_MSG_EQ(errors[3],
                              "lip-storm: there are no loops; gateway=true and loops make some",
                              "no loop");

        CheckPortalStates();
        CheckFileServers();
        CheckPower();
        CheckArrays();

        errors = Run({"--gateway=true", "--loops=2", "--drive=Cheetah9LPFC", "--drives=4"},
                     {"pull-drive 3",
                      "return-drive 3",
                      "pull-drive 2",
                      "lip-storm 200ms",
                      "lose-frames 1s",
                      "lose-credit 1s"});
        NS_TEST_EXPECT_MSG_EQ((errors == std::vector<std::string>(6)), true, "all on loops");
        NS_TEST_EXPECT_MSG_EQ(m_drives.size(), 4, "the drives of a gateway");
        NS_TEST_EXPECT_MSG_EQ(m_drives[3].isReady, true, "returned");
        NS_TEST_EXPECT_MSG_EQ(m_drives[2].isReady, false, "pulled");
    }

    /// The power of a target: all its drives have none; without cables nobody is silent.
    void CheckPower()
    {
        NS_TEST_EXPECT_MSG_EQ(Run({"--drives=2"}, {"cut-target-power 1s"})[0], "", "can be done");
        NS_TEST_EXPECT_MSG_EQ(m_drives[0].isReady, false, "no power");
        NS_TEST_EXPECT_MSG_EQ(m_drives[1].isReady, false, "no power");
        NS_TEST_EXPECT_MSG_EQ(
            Run({"--linkType=wifi"}, {"cut-target-power 1s"})[0],
            "cut-target-power: there is no path of cables; it needs linkType=ethernet or ppp",
            "no cables");
    }

    /// Members of arrays are replaced one at a time, if the others have all data.
    void CheckArrays()
    {
        const std::string wrong = " is no member of an array that can do without it; array=mirror "
                                  "or raid5 makes some";
        auto errors = Run({"--array=raid5", "--drives=6", "--arrayMembers=3", "--gateway"},
                          {"replace-drive 4", "replace-drive 5", "replace-drive 0"});
        NS_TEST_EXPECT_MSG_EQ(errors[0], "", "of the second array");
        NS_TEST_EXPECT_MSG_EQ(errors[1], "replace-drive: drive 5" + wrong, "it rebuilds another");
        NS_TEST_EXPECT_MSG_EQ(errors[2], "", "of the first array");
        NS_TEST_EXPECT_MSG_EQ(Run({"--array=stripe"}, {"replace-drive 0"})[0],
                              "replace-drive: drive 0" + wrong,
                              "no redundancy");
        NS_TEST_EXPECT_MSG_EQ(Run({}, {"replace-drive 3"})[0],
                              "replace-drive: drive 3" + wrong,
                              "no array");
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

    /// File servers in the place of targets.
    void CheckFileServers()
    {
        const std::vector<std::string> words{"--fileService=nfs",
                                             "--workload=postmark",
                                             "--cache=64"};
        NS_TEST_EXPECT_MSG_EQ(Run(words, {"pull-drive 0"})[0],
                              "there are no drives of iSCSI targets; they need fileService=none",
                              "none is known");
        IscsiSanOptions o;
        o.Parse(words);
        const SanNetwork network(o);
        const SanTargets targets(network, o);
        SanFaults faults(network, targets);
        const auto drive = CreateObject<DiskDrive>();
        std::vector<Time> pauses;
        faults.SetFileServers({drive}, [&pauses](Time pause) { pauses.push_back(pause); });
        SanCommands commands;
        faults.AddTo(commands);
        commands.Execute("pull-drive 0");
        commands.Execute("restart-target 2s");
        commands.Execute("reset-connections");
        NS_TEST_EXPECT_MSG_EQ(drive->IsReady(), false, "it has no power");
        NS_TEST_EXPECT_MSG_EQ((pauses == std::vector{Seconds(2), Seconds(0)}), true, "restarts");
        for (const std::string name : {"portal-state",
                                       "lip-storm",
                                       "lose-frames",
                                       "lose-credit",
                                       "damage-pdus",
                                       "ask-logout",
                                       "cut-target-power"})
        {
            const auto line = name + (name == "portal-state" ? " 1=standby" : " 1s");
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { commands.Execute(line); }),
                                  name + ": there are no iSCSI targets; it needs fileService=none",
                                  "refused");
        }
        Simulator::Destroy();
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
 * @ingroup san-tests
 *
 * A schedule of faults: it names what it cannot read or do, and counts what was done and which
 * states that met.
 */
class SanFaultScheduleTestCase : public TestCase
{
  public:
    SanFaultScheduleTestCase()
        : TestCase("schedule")
    {
    }

  private:
    /**
     * @param text the schedule
     * @return why there is none, or what summary.json has of it after 2 s
     */
    static std::string Run(const std::string& text)
    {
        std::string happened;
        SanCommands commands;
        commands.Add("fire", "burn", [&] {
            happened += std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
        });
        commands.AddWithNumber("flood", "rise", [&](uint32_t metres) -> SanCommands::Action {
            if (metres > 3)
            {
                throw UserError("flood: too high");
            }
            return [&, metres] { happened += std::to_string(metres) + "m "; };
        });
        const auto error = GetError([&] {
            SanFaultSchedule schedule("faults", text);
            schedule.Schedule(commands, [&] {
                return std::set<std::string>{happened.empty() ? "calm" : "troubled"};
            });
            Simulator::Stop(Seconds(2));
            Simulator::Run();
            JsonWriter json;
            json.BeginObject();
            schedule.WriteSummary(json, IoSummary());
            json.EndObject();
            happened += json.GetText() + schedule.GetNote();
        });
        Simulator::Destroy();
        return error.empty() ? happened : error;
    }

    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> cases{
            {"", "{}"},
            {" ; ;", "{}"},
            {"1s fire; 500ms fire;0s flood 2",
             "2m 500 1000 {\n\"faults\": {\"fire\": 2, \"flood\": 1},\n\"fault_states\": "
             "{\"fire\": {\"troubled\": 2}, \"flood\": {\"calm\": 1}}}"},
            {"1s fire; 3s fire",
             "1000 {\n\"faults\": {\"fire\": 1},\n\"fault_states\": {\"fire\": {\"calm\": "
             "1}}}faults: 1 of 2 did not happen, as the run ended "
             "before"},
            {"fire", "faults: fire: fire is not a time up to a day, such as 500ms"},
            {"1s fire; 2 fire", "faults:  2 fire: 2 is not a time up to a day, such as 500ms"},
            {"-1s fire", "faults: -1s fire: -1s is not a time up to a day, such as 500ms"},
            {"25h fire", "faults: 25h fire: 25h is not a time up to a day, such as 500ms"},
            {"1s", "faults: 1s: no command; a fault is such as 500ms reset-connections"},
            {"1s quake", "faults: there is no command quake; help names all"},
            {"1s flood", "faults: flood: the command is flood 0"},
            {"1s flood 4", "faults: flood: too high"}};
        for (const auto& [text, result] : cases)
        {
            NS_TEST_EXPECT_MSG_EQ(Run(text), result, text);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * The power of a drive is cut again and again. What was flushed is there afterwards, and what was
 * not may be lost; a drive that lies about FLUSH is found.
 */
class SanPowerCutTestCase : public TestCase
{
  public:
    SanPowerCutTestCase()
        : TestCase("power cuts")
    {
    }

  private:
    /**
     * @param words options
     * @return what is wrong with what was read
     */
    std::string Run(std::vector<std::string> words)
    {
        std::string faults;
        for (int second = 4; second <= 13; ++second)
        {
            const auto at = std::to_string(second);
            faults += at + "s pull-drive 0;" + at + ".05s return-drive 0;";
        }
        words.insert(words.end(), {"--count=4000", "--readFraction=0.3"});
        return Run(words, faults);
    }

    /**
     * @param words options
     * @param faults cuts the power
     * @return what is wrong with what was read
     */
    std::string Run(std::vector<std::string> words, const std::string& faults)
    {
        words.insert(words.end(),
                     {"--workload=verify",
                      "--verifyBlocks=8192",
                      "--drives=1",
                      "--faults=" + faults,
                      "--output=" + CreateTempDirFilename("power-cuts")});
        SanScenario scenario(words);
        scenario.Run();
        NS_TEST_EXPECT_MSG_GT(scenario.GetVerification().GetCheckedBlocks(), 8192, "checked");
        return scenario.GetError();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run({"--verifyFlushInterval=16"}), "", "flushed writes are there");
        NS_TEST_EXPECT_MSG_EQ(Run({}), "", "what was never flushed may be lost");
        NS_TEST_EXPECT_MSG_EQ(Run({"--driveErrorRate=1e-9"}), "", "by worn drives too");
        const auto lie = Run({"--verifyFlushInterval=16", "--ignoreFlush"});
        NS_TEST_EXPECT_MSG_NE(lie.find("blocks differ from what was written, the first: initiator "
                                       "0, drive 0, block "),
                              std::string::npos,
                              "a FLUSH that did nothing");
        NS_TEST_EXPECT_MSG_NE(lie.find(", older: expected generation "),
                              std::string::npos,
                              "what was there before it");
        std::string target;
        for (int second = 1; second <= 22; second += 3)
        {
            target += std::to_string(second) + "s cut-target-power 50ms;";
        }
        const std::vector<std::string> words{"--count=6000",
                                             "--readFraction=0.1",
                                             "--verifyFlushInterval=1",
                                             "--queueDepth=1",
                                             "--delay=0s",
                                             "--verifyFill=false",
                                             "--mayFail"};
        NS_TEST_EXPECT_MSG_EQ(Run(words, target), "", "flushed writes are there");
        auto lying = words;
        lying.emplace_back("--ignoreFlush");
        NS_TEST_EXPECT_MSG_NE(Run(lying, target).find("blocks differ from what was written"),
                              std::string::npos,
                              "a FLUSH that did nothing");
    }
};

/**
 * @ingroup san-tests
 *
 * The states that faults meet: of a session that logs in, is lost and comes back, of a member
 * without power, of paths, of ports on a loop, of a journal.
 */
class SanStatesTestCase : public TestCase
{
  public:
    SanStatesTestCase()
        : TestCase("states that faults meet")
    {
    }

  private:
    /**
     * @param words options
     * @return the line fault_states of summary.json
     */
    std::string Run(std::vector<std::string> words)
    {
        const auto folder = CreateTempDirFilename("states");
        words.push_back("--mayFail");
        words.push_back("--output=" + folder);
        SanScenario scenario(words);
        scenario.Run();
        std::ifstream file(folder + "/summary.json");
        for (std::string line; std::getline(file, line);)
        {
            if (line.rfind("\"fault_states\"", 0) == 0)
            {
                return line;
            }
        }
        return "";
    }

    /**
     * @param states what is to be found in the line
     * @param words options
     */
    void Expect(const std::vector<std::string>& states, const std::vector<std::string>& words)
    {
        const auto line = Run(words);
        for (const auto& state : states)
        {
            NS_TEST_EXPECT_MSG_NE(line.find(state), std::string::npos, state + " in " + line);
        }
    }

    void DoRun() override
    {
        // Each command is met once: the first while TCP connects, the others later.
        Expect({"\"queue-full\": {\"initiator connection XPT_WAIT\": 1}",
                "\"restart-target\": {\"initiator connection LOGGED_IN\": 1, "
                "\"initiator session LOGGED_IN\": 1, \"target connection LOGGED_IN\": 1, "
                "\"target session LOGGED_IN\": 1}",
                "\"reset-connections\": {\"initiator connection CLEANUP_WAIT\": 1, "
                "\"initiator session FAILED\": 1}"},
               {"--workload=poisson",
                "--device=ram",
                "--drives=1",
                "--count=4",
                "--rate=1",
                "--faults=50us queue-full 0; 500ms restart-target 3s; 2s reset-connections"});
        // A host whose login is refused tries again: its sessions are back after the time.
        Expect({"\"queue-full\": {\"initiator connection CLEANUP_WAIT\": 1, "
                "\"initiator session FAILED\": 1, ",
                "\"slow-path\": {\"initiator connection LOGGED_IN\": 1, "},
               {"--workload=poisson",
                "--device=ram",
                "--drives=1",
                "--count=20",
                "--rate=1",
                "--faults=500ms refuse-logins 4s; 4s queue-full 0; 15s slow-path 1ms"});
        Expect({"\"queue-full\": {\"array member FAILED\": 1, \"array member WORKING\": 1"},
               {"--array=raid5",
                "--drives=3",
                "--arrayMembers=3",
                "--count=100",
                "--faults=200ms pull-drive 0; 600ms queue-full 1"});
        Expect({"\"queue-full\": {\"array member REBUILDING\": 1, \"array member WORKING\": 1"},
               {"--array=mirror",
                "--drives=2",
                "--count=100",
                "--faults=200ms replace-drive 1; 600ms queue-full 0"});
        Expect({"\"path DOWN\": 1, \"path UP\": 1"},
               {"--portals=2",
                "--multipath=failover",
                "--portalStates=active-optimized,unavailable",
                "--drives=1",
                "--count=100",
                "--faults=300ms queue-full 0"});
        Expect({"\"exchange SENT\": 1", "\"loop port Online\": 1"},
               {"--gateway", "--loops=1", "--drives=1", "--count=100", "--faults=1s queue-full 0"});
        Expect({"\"silence-path\": {\"file client MOUNTED\": 1, \"journal RUNNING\": 1}"},
               {"--workload=postmark",
                "--cache=64",
                "--fileSystem=ext4",
                "--fileService=nfs",
                "--drives=1",
                "--postmarkNumber=50",
                "--faults=2s silence-path 100ms"});
    }
};

/**
 * @ingroup san-tests
 *
 * What a drive would have after a power cut is a file system that is whole and has all that was
 * committed, unless the drive lies about FLUSH.
 */
class SanFileSystemChecksTestCase : public TestCase
{
  public:
    SanFileSystemChecksTestCase()
        : TestCase("file systems are whole at any time")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run({}), "", "whole");
        NS_TEST_EXPECT_MSG_EQ(Run({"--fileService=nfs"}), "", "at a file server, too");
        NS_TEST_EXPECT_MSG_EQ(Run({"--device=ssd", "--drive=850EVO"}), "", "on an SSD");
        NS_TEST_EXPECT_MSG_EQ(Run({"--fileSystem=ext2"}), "none", "there is no journal");
        NS_TEST_EXPECT_MSG_EQ(Run({"--journalBarrier=false"}), "none", "nothing is promised");
        NS_TEST_EXPECT_MSG_EQ(Run({"--device=ram"}), "none", "there is nothing to lose");
        NS_TEST_EXPECT_MSG_EQ(Run({"--ignoreFlush=true"}),
                              "transaction 1 is committed, and the last on the medium is 0",
                              "a drive that lies");
    }

    /**
     * @param more further options
     * @return what is wrong at first, empty for nothing, none if no file system was checked
     */
    std::string Run(const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--workload=postmark",
                                       "--cache=64",
                                       "--drives=2",
                                       "--fileSystem=ext4",
                                       "--postmarkNumber=50",
                                       "--postmarkTransactions=50",
                                       "--linkRate=1Gbps",
                                       "--delay=10us",
                                       "--faults=2s silence-path 100ms",
                                       "--output=" + CreateTempDirFilename("checks")};
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        san.Run();
        const auto summary = ReadSanFile(CreateTempDirFilename("checks") + "/summary.json");
        if (summary.find("\"file_system_checks\": {\"checks\": ") == std::string::npos)
        {
            return "none";
        }
        NS_TEST_EXPECT_MSG_EQ(summary.find("\"file_system_checks\": {\"checks\": 0,"),
                              std::string::npos,
                              "it was looked at");
        const auto error = san.GetError();
        return error.substr(error.rfind(": ") == std::string::npos ? 0 : error.rfind(": ") + 2);
    }
};

/**
 * @ingroup san-tests
 *
 * Connections are reset, and targets restarted, while writes are under way, or hosts log in again
 * when all is over: in the end targets have no sessions, no memory and no requests left.
 */
class SanLeftoverTestCase : public TestCase
{
  public:
    SanLeftoverTestCase()
        : TestCase("nothing is left")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> faults{"50ms reset-connections; 100ms reset-connections",
                                              "100ms restart-target 100ms",
                                              "100ms refuse-logins 300ms",
                                              "40ms silence-path 900ms",
                                              "50ms task-storm 200ms",
                                              "50ms move-target 300ms",
                                              "50ms ask-logout 200ms",
                                              "50ms ask-logout 2s",
                                              "50ms log-out 100ms",
                                              "50ms cut-host-power 100ms",
                                              "50ms cut-target-power 100ms",
                                              "50ms change-address; 700ms change-address",
                                              "100s log-out 1s"};
        for (const auto& fault : faults)
        {
            for (const auto* level : {"0", "1", "2"})
            {
                SanScenario scenario({"--workload=verify",
                                      "--device=ram",
                                      "--drives=1",
                                      "--count=200",
                                      "--verifyBlocks=2048",
                                      "--queueDepth=8",
                                      "--nopInterval=200ms",
                                      "--nopTimeout=300ms",
                                      "--defaultTime2Wait=0",
                                      "--portals=2",
                                      "--errorRecoveryLevel=" + std::string(level),
                                      "--faults=" + fault,
                                      "--output=" + CreateTempDirFilename("leftovers")});
                scenario.Run();
                NS_TEST_EXPECT_MSG_EQ(scenario.GetError(), "", fault + ", level " + level);
            }
        }
    }
};

/**
 * @ingroup san-tests
 *
 * All packets are lost until TCP gives up at the host, while the target has nothing to send: one
 * without pings never learns that its session is lost, and keeps it. One with pings ends it.
 */
class SanHalfOpenTestCase : public TestCase
{
  public:
    SanHalfOpenTestCase()
        : TestCase("a target keeps half-open sessions")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* pings : {"0s", "1s"})
        {
            SanScenario scenario({"--workload=poisson",
                                  "--rate=1",
                                  "--device=ram",
                                  "--drives=1",
                                  "--count=4",
                                  "--mayFail",
                                  "--nopInterval=" + std::string(pings),
                                  "--faults=1200ms silence-path 400s",
                                  "--output=" + CreateTempDirFilename("half-open")});
            scenario.Run();
            NS_TEST_EXPECT_MSG_EQ(scenario.GetError(), "", "pings every " << pings);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * One of two hosts reserves the only drive for good while the other asks for its properties: that
 * one gives up the question of caches after 30 s, and all of its requests fail.
 */
class SanReservedTestCase : public TestCase
{
  public:
    SanReservedTestCase()
        : TestCase("a host finds a persistent reservation")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario scenario({"--workload=poisson",
                              "--initiators=2",
                              "--device=ram",
                              "--drives=1",
                              "--count=100",
                              "--mayFail",
                              "--faults=10ms persist-reserve 100s",
                              "--output=" + CreateTempDirFilename("reserved")});
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.GetError(), "", "nothing is wrong");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetSummary().GetErrors(), 100, "all of one host");
    }
};

/**
 * @ingroup san-tests
 *
 * Contents are right after faults of arrays, of loops and between hosts, and nothing is left of
 * what they interrupted.
 */
class SanContentsTestCase : public TestCase
{
  public:
    SanContentsTestCase()
        : TestCase("contents are right")
    {
    }

  private:
    /**
     * @param words options
     * @param faults what goes wrong
     * @return requests that failed
     */
    uint64_t Run(std::vector<std::string> words, const std::string& faults)
    {
        words.insert(words.end(),
                     {"--workload=verify",
                      "--verifyBlocks=2048",
                      "--count=300",
                      "--mayFail",
                      "--faults=" + faults,
                      "--output=" + CreateTempDirFilename("contents")});
        SanScenario scenario(words);
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.GetError(), "", faults);
        NS_TEST_EXPECT_MSG_GT(scenario.GetVerification().GetCheckedBlocks(), 2048, "checked");
        return scenario.GetSummary().GetErrors();
    }

    void DoRun() override
    {
        const std::vector<std::string> mirror{"--array=mirror", "--drives=2"};
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, "300ms replace-drive 0; 2s replace-drive 1"),
                              0,
                              "the other member has all data");
        NS_TEST_EXPECT_MSG_EQ(Run({"--array=raid5", "--drives=4"}, "300ms replace-drive 2"),
                              0,
                              "the others have all data");
        const std::vector<std::string> hosts{"--initiators=2", "--drives=1", "--device=ram"};
        NS_TEST_EXPECT_MSG_EQ(Run(hosts, "10s reserve-units 1s"), 0, "all has ended before");
        NS_TEST_EXPECT_MSG_GT(Run(hosts, "50ms reserve-units 200ms"),
                              0,
                              "requests of one host are refused");
        NS_TEST_EXPECT_MSG_EQ(Run(hosts, "10s persist-reserve 1s"), 0, "all has ended before");
        NS_TEST_EXPECT_MSG_GT(Run(hosts, "50ms persist-reserve 200ms"),
                              0,
                              "requests of one host are refused");
        std::vector<std::string> loop{"--gateway", "--loops=1", "--drives=1"};
        NS_TEST_EXPECT_MSG_EQ(Run(loop, "300ms lose-credit 500ms"), 0, "they wait");
        loop.emplace_back("--fcExchangeTimeout=100ms");
        Run(loop, "300ms lose-frames 1s");
    }
};

/**
 * @ingroup san-tests
 *
 * Faults on command and by a schedule.
 */
class SanFaultsTestSuite : public TestSuite
{
  public:
    SanFaultsTestSuite()
        : TestSuite("san-faults", Type::UNIT)
    {
        AddTestCase(new SanCommandsTestCase, Duration::QUICK);
        AddTestCase(new SanFaultsTestCase, Duration::QUICK);
        AddTestCase(new SanFaultScheduleTestCase, Duration::QUICK);
        AddTestCase(new SanPowerCutTestCase, Duration::QUICK);
        AddTestCase(new SanFileSystemChecksTestCase, Duration::QUICK);
        AddTestCase(new SanStatesTestCase, Duration::QUICK);
        AddTestCase(new SanLeftoverTestCase, Duration::QUICK);
        AddTestCase(new SanHalfOpenTestCase, Duration::QUICK);
        AddTestCase(new SanReservedTestCase, Duration::QUICK);
        AddTestCase(new SanContentsTestCase, Duration::QUICK);
    }
};

static SanFaultsTestSuite g_sanFaultsTestSuite; //!< the suite
