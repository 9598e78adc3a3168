/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/fcal-loop.h"
#include "ns3/gateway-back-end.h"
#include "ns3/gateway-target.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-target.h"
#include "ns3/pointer.h"
#include "ns3/san-network.h"
#include "ns3/san-targets.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * The targets of a network.
 */
struct SanTargetsBench
{
    /**
     * @param words the words of a command line
     */
    explicit SanTargetsBench(const std::vector<std::string>& words)
        : options(words),
          network(options),
          targets(network, options)
    {
    }

    ~SanTargetsBench()
    {
        Simulator::Destroy();
    }

    SanTargetsBench(const SanTargetsBench&) = delete;
    SanTargetsBench& operator=(const SanTargetsBench&) = delete;

    /**
     * @param object an object
     * @param name one of its attributes
     * @return its value as text
     */
    static std::string Get(Ptr<Object> object, const std::string& name)
    {
        StringValue value;
        object->GetAttribute(name, value);
        return value.Get();
    }

    ParsedSanOptions options; //!< the options
    SanNetwork network;       //!< nodes and links
    SanTargets targets;       //!< the targets
};

/**
 * @ingroup san-tests
 *
 * Targets with drives of their own.
 */
class SanPlainTargetsTestCase : public TestCase
{
  public:
    SanPlainTargetsTestCase()
        : TestCase("targets with drives of their own")
    {
    }

  private:
    void DoRun() override
    {
        Names();
        Attributes();
        Mistakes();
    }

    /// One target on each node, numbered.
    void Names()
    {
        const SanTargetsBench bench({"--targets=3", "--device=ram"});
        const auto& targets = bench.targets;
        NS_TEST_ASSERT_MSG_EQ(targets.GetApplications().GetN(), 3, "targets");
        NS_TEST_EXPECT_MSG_EQ(targets.GetGateways().size(), 0, "no gateways");
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto name = "iqn.2026-11.org.nsnam:target-" + std::to_string(i);
            NS_TEST_EXPECT_MSG_EQ(targets.GetName(i), name, "name");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(targets.GetApplications().Get(i), "TargetName"),
                                  name,
                                  "the application's");
            NS_TEST_EXPECT_MSG_EQ(targets.GetApplications().Get(i)->GetNode(),
                                  bench.network.targets.Get(i),
                                  "node");
        }
        NS_TEST_EXPECT_MSG_EQ(GetSanName("initiator", 7),
                              "iqn.2026-11.org.nsnam:initiator-7",
                              "initiators are named alike");
    }

    /// Targets have what sessions have, and what is theirs alone.
    void Attributes()
    {
        const SanTargetsBench bench({"--device=ram",
                                     "--connections=3",
                                     "--maxBurstLength=65536",
                                     "--commandWindow=17",
                                     "--headerDigest=CRC32C",
                                     "--authMethod=CHAP",
                                     "--chapUser=alice",
                                     "--chapSecret=secret-of-alice",
                                     "--sndBufSize=100000",
                                     "--rcvBufSize=200000",
                                     "--targetRcvBufSize=300000"});
        const std::vector<std::pair<std::string, std::string>> expected{{"MaxConnections", "3"},
                                                                        {"MaxBurstLength", "65536"},
                                                                        {"CommandWindow", "17"},
                                                                        {"HeaderDigest", "CRC32C"},
                                                                        {"DataDigest", "None"},
                                                                        {"ChapUser", "alice"},
                                                                        {"SndBufSize", "100000"},
                                                                        {"RcvBufSize", "300000"}};
        for (const auto& [name, value] : expected)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.Get(bench.targets.GetApplications().Get(0), name),
                                  value,
                                  name);
        }
    }

    /// A model of drive that nobody knows.
    void Mistakes()
    {
        const auto error = GetSanError([] { SanTargetsBench({"--drive=Jaguar"}); });
        NS_TEST_EXPECT_MSG_EQ(error.starts_with("unknown drive \"Jaguar\"; known drives: "),
                              true,
                              error);
    }
};

/**
 * @ingroup san-tests
 *
 * Targets that are gateways.
 */
class SanGatewaysTestCase : public TestCase
{
  public:
    SanGatewaysTestCase()
        : TestCase("gateways")
    {
    }

  private:
    void DoRun() override
    {
        Local();
        Loops();
        Arrays();
    }

    /// A local port to each drive; targets have both the gateway's attributes and sessions'.
    void Local()
    {
        const SanTargetsBench bench({"--gateway=true",
                                     "--targets=2",
                                     "--drives=5",
                                     "--device=ram",
                                     "--gatewaySessionQueueDepth=6",
                                     "--gatewayCommandTimeout=7s",
                                     "--gatewayBufferSize=1048576",
                                     "--commandWindow=17",
                                     "--tcpRules=Linux24",
                                     "--targetTcpRules=Linux24-HoleAcks",
                                     "--targetSndBufSize=300000"});
        NS_TEST_ASSERT_MSG_EQ(bench.targets.GetGateways().size(), 2, "gateways");
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto& gateway = bench.targets.GetGateways()[i];
            NS_TEST_EXPECT_MSG_EQ(gateway->GetNDrives(), 5, "drives");
            NS_TEST_EXPECT_MSG_EQ(gateway->GetNTargets(), 1, "targets");
            NS_TEST_EXPECT_MSG_EQ(gateway->GetTarget(0)->GetLuns().size(), 5, "units");
            NS_TEST_EXPECT_MSG_EQ(bench.targets.GetName(i),
                                  "iqn.2026-11.org.nsnam:gateway-" +
                                      std::to_string(bench.network.targets.Get(i)->GetId()) +
                                      "-target-0",
                                  "name");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(gateway->GetTarget(0), "SessionQueueDepth"), "6", "");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(gateway->GetTarget(0), "CommandTimeout"),
                                  "+7e+09ns",
                                  "");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(gateway, "BufferSize"), "1048576", "memory");
            const auto target = bench.targets.GetApplications().Get(i);
            NS_TEST_EXPECT_MSG_EQ(bench.Get(target, "CommandWindow"), "17", "of sessions");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(target, "SndBufSize"), "300000", "of targets");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(target, "Rules"), "Linux24-HoleAcks", "of targets");
        }
    }

    /// Drives are dealt out to loops, whose ports are as the options say.
    void Loops()
    {
        const SanTargetsBench bench({"--gateway=true",
                                     "--loops=2",
                                     "--drives=3",
                                     "--device=ram",
                                     "--fcLineRate=2.125Gbps",
                                     "--fcAlTime=10ms"});
        const auto& gateway = bench.targets.GetGateways().at(0);
        NS_TEST_ASSERT_MSG_EQ(gateway->GetNBackEnds(), 2, "loops");
        uint32_t ports = 0;
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>();
            NS_TEST_ASSERT_MSG_NE(loop, nullptr, "a loop");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(loop, "LineRate"), "2125000000bps", "rate");
            NS_TEST_EXPECT_MSG_EQ(bench.Get(loop, "AlTime"), "+1e+07ns", "AL_TIME");
            ports += loop->GetNPorts();
        }
        NS_TEST_EXPECT_MSG_EQ(ports, 2 + 3, "a port of the gateway on each, and the drives'");
    }

    /// With arrays each port has one of them behind it, and not a drive.
    void Arrays()
    {
        const SanTargetsBench bench({"--gateway=true",
                                     "--loops=1",
                                     "--drives=8",
                                     "--arrayMembers=4",
                                     "--array=raid5",
                                     "--device=ram"});
        const auto& gateway = bench.targets.GetGateways().at(0);
        NS_TEST_ASSERT_MSG_EQ(gateway->GetNDrives(), 2, "two arrays");
        NS_TEST_EXPECT_MSG_EQ(bench.targets.GetDrives().size(), 8, "of four drives each");
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto array = gateway->GetDrive(i)->GetObject<BlockDevice>();
            const auto drive = bench.targets.GetDrives().at(4 * i)->GetBlockCount();
            NS_TEST_EXPECT_MSG_EQ(array->GetBlockCount(), 3 * drive, "three hold data");
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Targets with two portals.
 */
class SanPortalsTestCase : public TestCase
{
  public:
    SanPortalsTestCase()
        : TestCase("targets with two portals")
    {
    }

  private:
    void DoRun() override
    {
        One();
        Two();
        States();
        Default();
        Mistakes();
    }

    /// One portal and no groups, if nothing is said.
    void One()
    {
        const SanTargetsBench bench({"--targets=2", "--device=ram"});
        NS_TEST_EXPECT_MSG_EQ(bench.targets.GetN(), 2, "targets");
        NS_TEST_EXPECT_MSG_EQ(bench.targets.GetApplications().GetN(), 2, "portals");
        NS_TEST_EXPECT_MSG_EQ(bench.targets.GetPortGroups(1), nullptr, "no groups");
        const auto portal = bench.targets.GetPortal(1, 0);
        NS_TEST_EXPECT_MSG_EQ(portal, bench.targets.GetApplications().Get(1), "the second target");
    }

    /// Each target has its portals on its node, with tags and ports of their own.
    void Two()
    {
        const SanTargetsBench bench({"--targets=2", "--device=ram", "--portals=2"});
        const auto& targets = bench.targets;
        NS_TEST_EXPECT_MSG_EQ(targets.GetN(), 2, "targets");
        NS_TEST_ASSERT_MSG_EQ(targets.GetApplications().GetN(), 4, "two portals each");
        for (uint32_t i = 0; i < 2; ++i)
        {
            for (uint32_t j = 0; j < 2; ++j)
            {
                const auto portal = targets.GetPortal(i, j);
                NS_TEST_EXPECT_MSG_EQ(portal,
                                      targets.GetApplications().Get(2 * i + j),
                                      "target by target");
                NS_TEST_EXPECT_MSG_EQ(bench.Get(portal, "TargetName"), targets.GetName(i), "name");
                NS_TEST_EXPECT_MSG_EQ(portal->GetNode(), bench.network.targets.Get(i), "node");
                NS_TEST_EXPECT_MSG_EQ(bench.Get(portal, "TargetPortalGroupTag"),
                                      std::to_string(j + 1),
                                      "tag");
            }
            AddressValue second;
            targets.GetPortal(i, 1)->GetAttribute("Local", second);
            NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(second.Get()).GetPort(),
                                  3261,
                                  "port of the second");
            PointerValue processors[2];
            targets.GetPortal(i, 0)->GetAttribute("HostCost", processors[0]);
            targets.GetPortal(i, 1)->GetAttribute("HostCost", processors[1]);
            NS_TEST_EXPECT_MSG_EQ(processors[0].GetObject(),
                                  processors[1].GetObject(),
                                  "one processor");
        }
        NS_TEST_EXPECT_MSG_NE(targets.GetPortGroups(0),
                              targets.GetPortGroups(1),
                              "each target's own states");
    }

    /// What the options say of access states, which all disks of a target tell.
    void States()
    {
        const SanTargetsBench bench(
            {"--device=ram", "--portals=2", "--portalStates=active-non-optimized,standby"});
        const auto groups = bench.targets.GetPortGroups(0);
        NS_TEST_ASSERT_MSG_NE(groups, nullptr, "groups");
        // SPC-4, 6.37: 24 bytes follow; of each group its state, all states but transitions
        // supported, its number, no status code, one port, and that port.
        const std::vector<uint8_t> report{0, 0, 0, 24, 1, 15, 0, 1, 0, 0, 0, 1, 0, 0,
                                          0, 1, 2, 15, 0, 2,  0, 0, 0, 1, 0, 0, 0, 2};
        NS_TEST_EXPECT_MSG_EQ((groups->Report(false) == report), true, "report");
    }

    /// Both portal groups are active/optimized if nothing is said.
    void Default()
    {
        const SanTargetsBench plain({"--device=ram", "--portals=2"});
        for (const uint16_t group : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ((plain.targets.GetPortGroups(0)->GetState(group) ==
                                   ScsiAccessState::ACTIVE_OPTIMIZED),
                                  true,
                                  "active/optimized");
        }
    }

    /// Options that contradict each other, and states that are none.
    void Mistakes()
    {
        const std::string states = " is none of active-optimized, active-non-optimized, standby, "
                                   "unavailable";
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--portals=3"}, "portals: 3 is not"},
            {{"--portals=2", "--gateway=true"},
             "portals: 2 needs gateway=false and linkType=ethernet or ppp"},
            {{"--portals=2", "--linkType=wifi"},
             "portals: 2 needs gateway=false and linkType=ethernet or ppp"},
            {{"--portals=2", "--fileService=nfs", "--workload=postmark"},
             "portals: 2 needs fileService=none"},
            {{"--portalStates=standby"}, "portalStates: standby needs portals>1"},
            {{"--portals=2", "--portalStates=standby"},
             "portalStates: standby are 1 states, but there are 2 portals"},
            {{"--portals=2", "--portalStates=standby,unavailable", "--multipath=failover"},
             "portalStates: standby,unavailable leaves no path to multipath=failover"},
            {{"--portals=2", "--portalStates=standby,"}, "portalStates: ''" + states},
            {{"--portals=2", "--portalStates=standby,ready"}, "portalStates: ready" + states},
            {{"--portals=2", "--portalStates=standby,standby,standby"},
             "portalStates: standby,standby,standby are 3 states, but there are 2 portals"}};
        for (const auto& [words, error] : mistakes)
        {
            const auto said = GetSanError([&] { ParsedSanOptions{words}; });
            NS_TEST_EXPECT_MSG_EQ(said.substr(0, error.size()), error, said);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * What is behind the path.
 */
class SanTargetsTestSuite : public TestSuite
{
  public:
    SanTargetsTestSuite()
        : TestSuite("san-targets", Type::UNIT)
    {
        AddTestCase(new SanPlainTargetsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanGatewaysTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanPortalsTestCase, TestCase::Duration::QUICK);
    }
};

static SanTargetsTestSuite g_sanTargetsTestSuite; //!< registers the suite
