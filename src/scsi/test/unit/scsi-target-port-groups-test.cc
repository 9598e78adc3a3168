/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/pointer.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/user-error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk behind two target ports: port 1 in group 256, which is active/optimized and preferred, and
 * port 2 in group 7, which is standby.
 */
class ScsiPortGroupTestCase : public ScsiDiskTestCase
{
  protected:
    /**
     * @param name the name
     */
    explicit ScsiPortGroupTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    void DoSetup() override
    {
        ScsiDiskTestCase::DoSetup();
        groups = CreateObject<ScsiTargetPortGroups>();
        groups->AddGroup(256, ScsiAccessState::ACTIVE_OPTIMIZED, true);
        groups->AddGroup(7, ScsiAccessState::STANDBY);
        groups->AddPort(256, 1);
        groups->AddPort(7, 2);
        disk->SetTargetPortGroups(groups);
        port.initiator = "h";
    }

    void DoTeardown() override
    {
        ScsiDiskTestCase::DoTeardown();
        groups->Dispose();
        groups = nullptr;
    }

    /**
     * Run TEST UNIT READY.
     *
     * @param initiator name of the initiator port
     * @param targetPort relative target port identifier
     * @return additional sense code and its qualifier, 0 for GOOD
     */
    int Test(const std::string& initiator, uint16_t targetPort)
    {
        port.initiator = MakeScsiNexusName(initiator, targetPort);
        port.Run({0x00});
        return port.sense ? static_cast<int>(port.sense->additional) : 0;
    }

    /**
     * Run SET TARGET PORT GROUPS.
     *
     * @param list its parameter list
     */
    void Set(const Bytes& list)
    {
        const auto size = static_cast<uint8_t>(list.size());
        port.Run({0xa4, 0x0a, 0, 0, 0, 0, 0, 0, 0, size}, 0, list);
    }

    /**
     * @param format PARAMETER DATA FORMAT, in its place
     * @return what REPORT TARGET PORT GROUPS returns
     */
    Bytes Report(uint8_t format = 0)
    {
        port.Run({0xa3, static_cast<uint8_t>(0x0a | format), 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        return port.dataIn;
    }

    Ptr<ScsiTargetPortGroups> groups; //!< the groups
};

/**
 * @ingroup scsi-tests
 *
 * What INQUIRY and REPORT TARGET PORT GROUPS return, laid out by hand from SPC-4.
 */
class ScsiPortGroupReportTest : public ScsiPortGroupTestCase
{
  public:
    ScsiPortGroupReportTest()
        : ScsiPortGroupTestCase("TPGS, designators of ports and REPORT TARGET PORT GROUPS")
    {
    }

  private:
    /**
     * Without groups there is nothing of all this.
     */
    void Symmetric()
    {
        disk->SetTargetPortGroups(nullptr);
        port.Run(ScsiInquiryCdb{false, 0, 96}.Encode(), 96);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(5), 0x08, "3PC only");
        port.Run({0xa3, 0x0a, 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "REPORT TARGET PORT GROUPS");
        for (const uint8_t opcode : {0xa3, 0xa4})
        {
            port.Run({0xa3, 0x0c, 3, opcode, 0, 0x0a, 0, 0, 0, 64}, 64);
            NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 1, 0, 0}), true, "not supported");
        }
        disk->SetTargetPortGroups(groups);
    }

    void DoRun() override
    {
        Symmetric();
        port.Run(ScsiInquiryCdb{false, 0, 96}.Encode(), 96);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(5), 0x38, "TPGS 11b, 3PC");
        // Of the target port (association 01b): relative identifier (type 4) and group (type 5).
        for (const auto& [targetPort, group] :
             std::vector<std::pair<uint8_t, Bytes>>{{1, {1, 0}}, {2, {0, 7}}, {9, {0, 0}}})
        {
            port.initiator = MakeScsiNexusName("h", targetPort);
            port.Run(ScsiInquiryCdb{true, 0x83, 255}.Encode(), 255);
            const Bytes end(port.dataIn.end() - 16, port.dataIn.end());
            const Bytes expected{0x01,
                                 0x14,
                                 0,
                                 4,
                                 0,
                                 0,
                                 0,
                                 targetPort, //
                                 0x01,
                                 0x15,
                                 0,
                                 4,
                                 0,
                                 0,
                                 group[0],
                                 group[1]};
            NS_TEST_EXPECT_MSG_EQ((end == expected), true, "port " << +targetPort);
            NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), port.dataIn.at(3) + 4U, "length");
        }
        // Group 7: standby; all four states; port 2. Group 256: preferred, active/optimized;
        // port 1.
        const Bytes descriptors{0x02, 0x0f, 0, 7, 0, 0, 0, 1, 0, 0, 0, 2, //
                                0x80, 0x0f, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1};
        Bytes plain{0, 0, 0, 24};
        plain.insert(plain.end(), descriptors.begin(), descriptors.end());
        NS_TEST_EXPECT_MSG_EQ((Report() == plain), true, "report");
        Bytes extended{0, 0, 0, 28, 0x10, 0, 0, 0};
        extended.insert(extended.end(), descriptors.begin(), descriptors.end());
        NS_TEST_EXPECT_MSG_EQ((Report(0x20) == extended), true, "report, extended header");
        port.Run({0xa3, 0x4a, 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "another format");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{1, 6, true}), true, "format");
        // The usage map of REPORT TARGET PORT GROUPS: PARAMETER DATA FORMAT and the action.
        port.Run({0xa3, 0x0c, 3, 0xa3, 0, 0x0a, 0, 0, 0, 64}, 64);
        const Bytes usage{0, 3, 0, 12, 0xa3, 0x2a, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == usage), true, "usage map");
    }
};

/**
 * @ingroup scsi-tests
 *
 * What each state leaves, and how states change.
 */
class ScsiAccessStateTest : public ScsiPortGroupTestCase
{
  public:
    ScsiAccessStateTest()
        : ScsiPortGroupTestCase("Access states refuse what they must, and changes are told of")
    {
    }

  private:
    /**
     * @param cdb a command
     * @return additional sense code and its qualifier through port 2, 0 without sense data
     */
    int Run(const ScsiCdb& cdb)
    {
        port.initiator = MakeScsiNexusName("h", 2);
        port.Run(cdb, 255);
        const bool isNotReady = port.sense && port.sense->key == ScsiSenseKey::NOT_READY;
        return isNotReady ? static_cast<int>(port.sense->additional) : 0;
    }

    /**
     * Each state against commands of every kind.
     */
    void States()
    {
        const ScsiCdb inquiry{0x12, 0, 0, 0, 96};
        const ScsiCdb report{0xa3, 0x0a, 0, 0, 0, 0, 0, 0, 0, 255};
        const ScsiCdb set{0xa4, 0x0a};
        const ScsiCdb modeSense{0x1a, 0, 0x3f, 0, 255};
        const ScsiCdb keys{0x5e, 0, 0, 0, 0, 0, 0, 0, 255};
        const ScsiCdb read = ScsiBlockCdb{ScsiOpcode::READ_10, 0, 0, 0}.Encode();
        const ScsiCdb opcodes{0xa3, 0x0c, 0, 0, 0, 0, 0, 0, 0, 255};

        struct Row
        {
            ScsiAccessState state; //!< the state
            int always;            //!< what INQUIRY, REPORT LUNS, REQUEST SENSE and the report get
            int toSet;             //!< what SET TARGET PORT GROUPS gets
            int inStandby;         //!< what MODE SENSE and PERSISTENT RESERVE IN get
            int others;            //!< what all others get
        };

        using enum ScsiAccessState;
        for (const auto& row : {Row{ACTIVE_NON_OPTIMIZED, 0, 0, 0, 0},
                                Row{STANDBY, 0, 0, 0, 0x040b},
                                Row{UNAVAILABLE, 0, 0, 0x040c, 0x040c},
                                Row{ACTIVE_OPTIMIZED, 0, 0, 0, 0}})
        {
            groups->SetState(7, row.state);
            Run(inquiry);
            Run({0x03, 0, 0, 0, 18}); // takes the unit attention
            const auto name = std::to_string(static_cast<int>(row.state));
            for (const auto& cdb : {inquiry, report, ScsiReportLunsCdb{0, 255}.Encode()})
            {
                NS_TEST_EXPECT_MSG_EQ(Run(cdb), row.always, name << ": " << +cdb[0]);
            }
            NS_TEST_EXPECT_MSG_EQ(Run(set), row.toSet, name << ": SET TARGET PORT GROUPS");
            NS_TEST_EXPECT_MSG_EQ(Run(modeSense), row.inStandby, name << ": MODE SENSE");
            NS_TEST_EXPECT_MSG_EQ(Run(keys), row.inStandby, name << ": READ KEYS");
            for (const auto& cdb : {ScsiCdb{0x00}, read, opcodes, ScsiCdb{0x25}})
            {
                NS_TEST_EXPECT_MSG_EQ(Run(cdb), row.others, name << ": " << +cdb[0]);
            }
        }
        groups->SetState(7, STANDBY);
        Run({0x03, 0, 0, 0, 18});
    }

    /**
     * A command that changes states, and who is notified.
     */
    void Explicit()
    {
        Test("h", 1);
        Test("h", 1);
        NS_TEST_EXPECT_MSG_EQ(Test("g", 1), 0, "known from now on");
        port.initiator = MakeScsiNexusName("h", 2);
        // Group 7 becomes active/optimized, group 256 unavailable.
        Set({0, 0, 0, 0, 0x00, 0, 0, 7, 0x03, 0, 1, 0});
        ExpectGood(0, "SET TARGET PORT GROUPS");
        NS_TEST_EXPECT_MSG_EQ(Test("h", 2), 0, "who wanted it is not told");
        NS_TEST_EXPECT_MSG_EQ(Test("h", 1), 0x2a06, "its other path is told");
        NS_TEST_EXPECT_MSG_EQ(Test("h", 1), 0x040c, "once");
        NS_TEST_EXPECT_MSG_EQ(Test("g", 1), 0x2a06, "another initiator");
        port.initiator = MakeScsiNexusName("h", 2);
        const auto report = Report();
        NS_TEST_EXPECT_MSG_EQ(+report.at(4), 0x00, "group 7 is active/optimized");
        NS_TEST_EXPECT_MSG_EQ(+report.at(9), 1, "by a command");
        NS_TEST_EXPECT_MSG_EQ(+report.at(16), 0x83, "group 256 is unavailable, and preferred");
        Set({0, 0, 0, 0, 0x03, 0, 1, 0});
        NS_TEST_EXPECT_MSG_EQ(Test("g", 1), 0x040c, "no change, no unit attention");
    }

    /**
     * The target changes a state; that takes time.
     */
    void Transition()
    {
        groups->SetAttribute("TransitionTime", TimeValue(MilliSeconds(1500)));
        groups->SetState(256, ScsiAccessState::ACTIVE_NON_OPTIMIZED);
        port.initiator = MakeScsiNexusName("h", 2);
        port.Start({0xa3, 0x2a, 0, 0, 0, 0, 0, 0, 0, 255}, 255, {});
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(5), 2, "1.5 s are told as 2 s");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(20), 0x8f, "transitioning");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(21), 0x8f, "T_SUP");
        port.initiator = MakeScsiNexusName("g", 1);
        port.Start({0x00}, 0, {});
        port.sense = ScsiSense::Decode(port.task->sense);
        ExpectSense(ScsiSenseKey::NOT_READY, 0x040a, "in transition");
        const auto begin = Simulator::Now();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - begin, MilliSeconds(1500), "it took its time");
        NS_TEST_EXPECT_MSG_EQ(Test("g", 1), 0x2a06, "told when it is over");
        NS_TEST_EXPECT_MSG_EQ(Test("g", 1), 0, "active");
        NS_TEST_EXPECT_MSG_EQ(Test("h", 2), 0x2a06, "all are told");
        port.initiator = MakeScsiNexusName("h", 2);
        NS_TEST_EXPECT_MSG_EQ(+Report().at(21), 2, "by the target");
    }

    /**
     * Lists that are wrong change nothing.
     */
    void Errors()
    {
        groups->SetAttribute("TransitionTime", TimeValue(Seconds(0)));
        port.initiator = MakeScsiNexusName("h", 2);
        Set({});
        ExpectGood(0, "no list");
        Set({0, 0, 0, 0, 0x02, 0, 0, 7, 0x00});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "half a descriptor");
        Set({0, 0, 0, 0, 0x02, 0, 0, 7, 0x04, 0, 1, 0});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "a state that is not there");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{8}), true, "state");
        Set({0, 0, 0, 0, 0x02, 0, 0, 7, 0x00, 0, 1, 1});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "a group that is not there");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{10}), true, "group");
        NS_TEST_EXPECT_MSG_EQ((groups->GetState(7) == ScsiAccessState::ACTIVE_OPTIMIZED),
                              true,
                              "as before");
        port.Run({0xa4, 0x0a, 0, 0, 0, 0, 0, 0, 0x10, 4}, 0, Bytes(4100));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "4,100 bytes");
    }

    /**
     * A user's mistakes.
     */
    void UserErrors()
    {
        const auto getError = [](const std::function<void()>& mistake) -> std::string {
            try
            {
                mistake();
            }
            catch (const UserError& error)
            {
                return error.what();
            }
            return "";
        };
        using enum ScsiAccessState;
        NS_TEST_EXPECT_MSG_EQ(getError([&] { groups->AddGroup(7, STANDBY); }),
                              "ScsiTargetPortGroups: group 7 is already there",
                              "a group twice");
        NS_TEST_EXPECT_MSG_EQ(getError([&] { groups->SetState(8, STANDBY); }),
                              "ScsiTargetPortGroups: there is no group 8",
                              "no such group");
        NS_TEST_EXPECT_MSG_EQ(getError([&] { groups->AddPort(7, 1); }),
                              "ScsiTargetPortGroups: target port 1 must be 1 to 65535 and in one "
                              "group",
                              "a port twice");
        NS_TEST_EXPECT_MSG_EQ(getError([&] { groups->SetState(7, TRANSITIONING); }),
                              "ScsiTargetPortGroups: a group cannot stay in state 15; 0 "
                              "(active/optimized) to 3 (unavailable) can be chosen",
                              "no state to stay in");
    }

    void DoRun() override
    {
        States();
        Explicit();
        Transition();
        Errors();
        UserErrors();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Asymmetric access of ScsiDisk.
 */
class ScsiTargetPortGroupsTestSuite : public TestSuite
{
  public:
    ScsiTargetPortGroupsTestSuite()
        : TestSuite("scsi-target-port-groups", Type::UNIT)
    {
        AddTestCase(new ScsiPortGroupReportTest, Duration::QUICK);
        AddTestCase(new ScsiAccessStateTest, Duration::QUICK);
    }
};

static ScsiTargetPortGroupsTestSuite g_scsiTargetPortGroupsTestSuite; //!< registers the suite
