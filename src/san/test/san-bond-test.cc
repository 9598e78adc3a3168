/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/bond-net-device.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/san-bonds.h"
#include "ns3/san-cable-pull.h"
#include "ns3/san-network.h"
#include "ns3/san-scenario.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Bonds, their ports, and what is not bonded.
 */
class SanBondPartsTestCase : public TestCase
{
  public:
    SanBondPartsTestCase()
        : TestCase("bonds and ports")
    {
    }

  private:
    void DoRun() override
    {
        Plain();
        Bonded();
        Pulled();
    }

    /// Without bonds a host has a link, and the device is its own port.
    void Plain()
    {
        const ParsedSanOptions options({});
        const SanNetwork network(options);
        const auto host = network.targets.Get(0);
        NS_TEST_EXPECT_MSG_EQ(host->GetNDevices(), 2, "a link and the loopback");
        const auto ports = SanBonds::GetPorts(network.targetDevices.Get(0));
        NS_TEST_ASSERT_MSG_EQ(ports.GetN(), 1, "one port");
        NS_TEST_EXPECT_MSG_EQ(ports.Get(0), network.targetDevices.Get(0), "itself");
        Simulator::Destroy();
    }

    /// Three ports at each of both links of the path.
    void Bonded()
    {
        const ParsedSanOptions options({"--bond=balance-xor",
                                        "--bondLinks=3",
                                        "--bondHash=layer2+3",
                                        "--links=2",
                                        "--connections=2",
                                        "--accessRate=3Gbps",
                                        "--interruptDelay=7us"});
        const SanNetwork network(options);
        for (const auto& host : {network.initiators.Get(0), network.targets.Get(0)})
        {
            NS_TEST_EXPECT_MSG_EQ(host->GetNDevices(), 1 + 2 * (3 + 1), "ports and bonds");
            const auto ip = host->GetObject<Ipv4>();
            NS_TEST_ASSERT_MSG_EQ(ip->GetNInterfaces(), 3, "ports have no addresses");
            for (uint32_t i = 1; i <= 2; ++i)
            {
                const auto bond = DynamicCast<BondNetDevice>(ip->GetNetDevice(i));
                NS_TEST_ASSERT_MSG_NE(bond, nullptr, "a bond has the address");
                CheckBond(bond, MicroSeconds(7));
                CheckBond(GetOther(bond), Time(0));
            }
        }
        const auto first = DynamicCast<BondNetDevice>(network.targets.Get(0)->GetDevice(4));
        NS_TEST_ASSERT_MSG_NE(first, nullptr, "the bond follows its ports");
        NS_TEST_EXPECT_MSG_EQ(network.targetDevices.Get(0), first->GetLink(0), "its first port");
        Simulator::Destroy();
    }

    /**
     * @param bond an end of bonded links
     * @return the other end, of the switch
     */
    Ptr<BondNetDevice> GetOther(Ptr<BondNetDevice> bond)
    {
        const auto port = bond->GetLink(0);
        const auto channel = port->GetChannel();
        const auto other = channel->GetDevice(channel->GetDevice(0) == port ? 1 : 0);
        const auto node = other->GetNode();
        for (uint32_t i = 0; i < node->GetNDevices(); ++i)
        {
            const auto found = DynamicCast<BondNetDevice>(node->GetDevice(i));
            if (found && found->GetLink(0) == other)
            {
                return found;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(true, false, "the switch has no bond");
        return bond;
    }

    /**
     * @param bond a bond
     * @param interruptDelay that of its ports
     */
    void CheckBond(Ptr<BondNetDevice> bond, Time interruptDelay)
    {
        EnumValue<BondNetDevice::Mode> mode;
        bond->GetAttribute("Mode", mode);
        NS_TEST_EXPECT_MSG_EQ((mode.Get() == BondNetDevice::Mode::BALANCE_XOR), true, "mode");
        EnumValue<BondHashPolicy> hash;
        bond->GetAttribute("TransmitHashPolicy", hash);
        NS_TEST_EXPECT_MSG_EQ((hash.Get() == BondHashPolicy::LAYER2_3), true, "hash");
        NS_TEST_ASSERT_MSG_EQ(bond->GetNLinks(), 3, "links");
        const auto ports = SanBonds::GetPorts(bond);
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(ports.Get(i), bond->GetLink(i), "in order");
            NS_TEST_EXPECT_MSG_EQ(bond->GetLink(i)->GetDataRate(), DataRate("3Gbps"), "rate");
            TimeValue delay;
            bond->GetLink(i)->GetAttribute("InterruptDelay", delay);
            NS_TEST_EXPECT_MSG_EQ(delay.Get(), interruptDelay, "interrupts of hosts alone");
        }
    }

    /// The cable of the first target's first port, and no other, is pulled for a second.
    void Pulled()
    {
        const ParsedSanOptions options(
            {"--targets=2", "--bond=active-backup", "--cablePull=4s 5000ms"});
        const SanNetwork network(options);
        const std::vector<std::pair<double, bool>> states{{3.999, true},
                                                          {4.001, false},
                                                          {4.999, false},
                                                          {5.001, true}};
        for (const auto& [seconds, isUp] : states)
        {
            Simulator::Schedule(Seconds(seconds), [&, isUp = isUp] {
                NS_TEST_EXPECT_MSG_EQ(network.targetDevices.Get(0)->IsLinkUp(), isUp, "the first");
                NS_TEST_EXPECT_MSG_EQ(network.targetDevices.Get(1)->IsLinkUp(), true, "another");
                ++m_looked;
            });
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_looked, states.size(), "all looked at");
        Simulator::Destroy();
    }

    std::size_t m_looked{0}; //!< how often links were looked at
};

/**
 * @ingroup san-tests
 *
 * What sessions transfer over bonds, and what a pulled cable does to them.
 */
class SanBondTransferTestCase : public TestCase
{
  public:
    SanBondTransferTestCase()
        : TestCase("transfers")
    {
    }

  private:
    void DoRun() override
    {
        OneFlow();
        TwoFlows();
        Pulled();
        NoTarget();
    }

    Time m_start; //!< first request of the last run

    /// 64 KB read again and again from memory over links of 100 Mb/s.
    const std::vector<std::string> m_words{"--workload=closed",
                                           "--device=ram",
                                           "--drives=1",
                                           "--readFraction=1",
                                           "--size=65536",
                                           "--queueDepth=8",
                                           "--linkRate=1Gbps",
                                           "--accessRate=100Mbps",
                                           "--delay=10us"};

    /**
     * @param more further words
     * @param count requests that all initiators make together
     * @return from the first request to the last response, and the longest response time
     */
    std::pair<Time, Time> Run(const std::vector<std::string>& more, uint64_t count)
    {
        auto words = m_words;
        words.push_back("--output=" + CreateTempDirFilename("bond"));
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto& summary = san.GetSummary();
        m_start = summary.GetStart();
        NS_TEST_EXPECT_MSG_EQ(summary.GetRequests(), count, "no request is lost");
        NS_TEST_EXPECT_MSG_EQ(summary.GetErrors(), 0, "nor fails");
        return {summary.GetEnd() - summary.GetStart(), summary.GetAll().GetPercentile(100)};
    }

    /// A session with one connection has one link of a bond, in each mode and with each hash.
    void OneFlow()
    {
        const auto alone = Run({"--count=200"}, 200).first;
        const std::vector<std::string> same{"--count=200", "--bond=802.3ad"};
        NS_TEST_EXPECT_MSG_EQ(Run(same, 200).first, Run(same, 200).first, "nothing is random");
        const auto check = [&](const std::string& mode, const std::string& hash) {
            const auto bonded =
                Run({"--count=200", "--bond=" + mode, "--bondHash=" + hash}, 200).first;
            NS_TEST_EXPECT_MSG_EQ_TOL(bonded.GetSeconds() / alone.GetSeconds(),
                                      1,
                                      0.01,
                                      mode << " " << hash);
            const auto agreed = Seconds(mode == "802.3ad" ? 3 : 0);
            NS_TEST_EXPECT_MSG_LT(m_start - agreed, MilliSeconds(3), "nobody asks by ARP");
        };
        check("active-backup", "layer2");
        for (const auto* hash : {"layer2", "layer2+3", "layer3+4"})
        {
            check("balance-xor", hash);
            check("802.3ad", hash);
        }
    }

    /// Two sessions have a link each where their ports decide, and one in active-backup.
    void TwoFlows()
    {
        const auto time = [this](const std::string& mode) {
            std::vector<std::string> words{"--initiators=2", "--count=200", "--bond=" + mode};
            if (mode != "active-backup")
            {
                words.emplace_back("--bondHash=layer3+4");
            }
            return Run(words, 400).first.GetSeconds();
        };
        const auto one = time("active-backup");
        NS_TEST_EXPECT_MSG_EQ_TOL(one / time("balance-xor"), 2, 0.02, "balance-xor");
        NS_TEST_EXPECT_MSG_EQ_TOL(one / time("802.3ad"), 2, 0.02, "802.3ad");
    }

    /**
     * A cable is pulled and put back in mid-transfer. The connection has its link, so requests wait
     * for the monitor and for TCP, but are not lost. LACP has agreed after 3 s.
     */
    void Pulled()
    {
        const std::vector<std::pair<const char*, const char*>> modes{
            {"active-backup", "500ms 1500ms"},
            {"balance-xor", "500ms 1500ms"},
            {"802.3ad", "3500ms 4500ms"}};
        for (const auto& [mode, times] : modes)
        {
            const auto option = "--bond=" + std::string(mode);
            std::vector<std::string> words{option, "--count=600", "--readFraction=0.5"};
            NS_TEST_EXPECT_MSG_LT(Run(words, 600).second, MilliSeconds(100), mode << ": in place");
            words.push_back("--cablePull=" + std::string(times));
            NS_TEST_EXPECT_MSG_GT(Run(words, 600).second, MilliSeconds(500), mode << ": pulled");
        }
    }

    /// The protocol of a bond goes on for ever, but a simulation without a session ends.
    void NoTarget()
    {
        auto words = m_words;
        words.insert(words.end(),
                     {"--bond=802.3ad",
                      "--mayFail=true",
                      "--targetName=iqn.2026-11.com.example:none",
                      "--output=" + CreateTempDirFilename("none")});
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), false, "nothing is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetFailures().size(), 1, "one line");
    }
};

/**
 * @ingroup san-tests
 *
 * What a user may do wrong.
 */
class SanBondMistakesTestCase : public TestCase
{
  public:
    SanBondMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        Times();
        Options();
    }

    /// Texts of two times.
    void Times()
    {
        NS_TEST_EXPECT_MSG_EQ(SanCablePull("cablePull", "").IsAny(), false, "no cable is pulled");
        const SanCablePull pull("cablePull", " 0s  500ms ");
        NS_TEST_EXPECT_MSG_EQ(pull.IsAny(), true, "from the start");
        NS_TEST_EXPECT_MSG_EQ(pull.GetPull(), Seconds(0), "pulled");
        NS_TEST_EXPECT_MSG_EQ(pull.GetPutBack(), MilliSeconds(500), "put back");
        for (const auto* text : {" ", "4s", "4s 5", "-4s 5s", "4s 5s 6s", "4s, 5s", "4s 101y"})
        {
            const auto line = GetSanError([&] { SanCablePull wrong("cablePull", text); });
            NS_TEST_EXPECT_MSG_EQ(line.ends_with(" is not two times, such as 4s 5s"), true, line);
        }
        for (const auto* text : {"5s 4s", "4s 4s"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { SanCablePull wrong("cablePull", text); }),
                                  "cablePull: " + std::string(text) +
                                      " puts the cable back before it is pulled, such as 4s 5s",
                                  text);
        }
    }

    /// Options that contradict each other.
    void Options()
    {
        const std::string routers = "bond: 802.3ad needs switches, but a limiter or a queue disc "
                                    "has routers";
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--bond=lacp"}, "bond: lacp is not one of 802.3ad, active-backup, balance-xor, none"},
            {{"--bond=802.3ad", "--bondLinks=1"},
             "bondLinks: 1 is not a whole number from 2 to 8, such as 2"},
            {{"--bond=802.3ad", "--bondHash=layer4"},
             "bondHash: layer4 is not one of layer2, layer2+3, layer3+4"},
            {{"--bond=802.3ad", "--cablePull=soon"},
             "cablePull: soon is not two times, such as 4s 5s"},
            {{"--bond=802.3ad", "--linkType=ppp"},
             "bond: 802.3ad needs linkType=ethernet and spines=0"},
            {{"--bond=802.3ad", "--linkType=wifi"},
             "bond: 802.3ad needs linkType=ethernet and spines=0"},
            {{"--bond=802.3ad", "--queueDisc=fifo"}, routers},
            {{"--bond=802.3ad", "--limiterRate=5Mbps"}, routers},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&words = words] { ParsedSanOptions wrong(words); }),
                                  line,
                                  words.front());
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Bonded links of hosts.
 */
class SanBondTestSuite : public TestSuite
{
  public:
    SanBondTestSuite()
        : TestSuite("san-bond", Type::UNIT)
    {
        AddTestCase(new SanBondPartsTestCase, Duration::QUICK);
        AddTestCase(new SanBondTransferTestCase, Duration::QUICK);
        AddTestCase(new SanBondMistakesTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static SanBondTestSuite g_sanBondTestSuite;
