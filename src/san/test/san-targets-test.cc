/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/fcal-loop.h"
#include "ns3/gateway-back-end.h"
#include "ns3/gateway-target.h"
#include "ns3/iscsi-target.h"
#include "ns3/san-network.h"
#include "ns3/san-targets.h"
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
                                     "--Connections=3",
                                     "--MaxBurstLength=65536",
                                     "--CommandWindow=17",
                                     "--HeaderDigest=CRC32C",
                                     "--ChapUser=alice",
                                     "--SndBufSize=100000",
                                     "--RcvBufSize=200000",
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
    }

    /// A local port to each drive; targets have both the gateway's attributes and sessions'.
    void Local()
    {
        const SanTargetsBench bench({"--gateway=true",
                                     "--targets=2",
                                     "--drives=5",
                                     "--device=ram",
                                     "--SessionQueueDepth=6",
                                     "--CommandTimeout=7s",
                                     "--BufferSize=1048576",
                                     "--CommandWindow=17",
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
        }
    }

    /// Drives are dealt out to loops, whose ports are as the options say.
    void Loops()
    {
        const SanTargetsBench bench({"--gateway=true",
                                     "--loops=2",
                                     "--drives=3",
                                     "--device=ram",
                                     "--LineRate=2.125Gbps",
                                     "--AlTime=10ms"});
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
    }
};

static SanTargetsTestSuite g_sanTargetsTestSuite; //!< registers the suite
