/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/san-network.h"
#include "ns3/san-program-options.h"
#include "ns3/san-scenario.h"
#include "ns3/san-wifi-standard.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Options of a wireless network that contradict each other, or that a standard does not have, are
 * refused in one line.
 */
class SanWirelessMistakesTestCase : public TestCase
{
  public:
    SanWirelessMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        Cables();
        Radios();
        Modes();
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] {
                                  WirelessSanOptions options;
                                  options.Parse({"--linkRate=1Gbps"});
                              }).substr(0, 31),
                              "there is no option --linkRate, ",
                              "a program without cables");
    }

    /// What is about radios alone, or about cables alone.
    void Cables()
    {
        const std::string cables = " needs linkType=ethernet or ppp";
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--wifiStandard=802.11g"}, "wifiStandard: 802.11g needs linkType=wifi"},
            {{"--relays=1"}, "relays: 1 needs linkType=wifi"},
            {{"--wifiRetryLimit=4", "--linkType=ppp"}, "wifiRetryLimit: 4 needs linkType=wifi"},
            {{"--linkType=wifi", "--delay=5ms"}, "delay: 5ms" + cables},
            {{"--linkType=wifi", "--linkRate=11Mbps"}, "linkRate: 11Mbps" + cables},
            {{"--linkType=wifi", "--links=2"}, "links: 2" + cables + " and spines=0"},
            {{"--linkType=wifi", "--queueDisc=red"}, "queueDisc: red" + cables + " and spines=0"},
            {{"--linkType=wifi", "--lossToTargets=0.1"}, "lossToTargets: 0.1" + cables},
            {{"--linkType=wifi", "--offload=tso"}, "offload: tso needs linkType=ethernet"},
            {{"--linkType=wifi", "--mtu=2297"},
             "mtu: 2297 is more than the 2296 bytes of a frame of 802.11"},
            {{"--linkType=wifi", "--mtu=1400"},
             "segmentSize: 1448 and 52 bytes of headers do not fit into the mtu of 1400"},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetError(words), line, words.back());
        }
        NS_TEST_EXPECT_MSG_EQ(GetError({"--linkType=wifi", "--mtu=2296", "--queue=64kB"}),
                              "",
                              "radios have these, too");
    }

    /// What some standards have, and some have not.
    void Radios()
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--wifiStandard=802.11z"},
             "wifiStandard: 802.11z is not one of 802.11a, 802.11ax, 802.11b, 802.11g, 802.11n"},
            {{"--wifiStandard=802.11n", "--wifiRateControl=minstrel"},
             "wifiRateControl: minstrel is not for 802.11n"},
            {{"--wifiStandard=802.11ax", "--wifiRateControl=arf"},
             "wifiRateControl: arf is not for 802.11ax"},
            {{"--wifiRateControl=minstrel-ht"}, "wifiRateControl: minstrel-ht is not for 802.11b"},
            {{"--wifiStandard=802.11a", "--wifiPreamble=short"},
             "wifiPreamble: short needs wifiStandard=802.11b or 802.11g"},
            {{"--wifiRateControl=ideal", "--wifiDataMode=DsssRate1Mbps"},
             "wifiDataMode: DsssRate1Mbps needs wifiRateControl=constant"},
            {{"--relayChannel=same"}, "relayChannel: same needs relays>0"},
            {{"--interfererSize=100"}, "interfererSize: 100 needs interferers>0"},
            {{"--wifiChannelWidth=40"},
             "wifiChannelWidth: 40 is not one of 22 MHz, the widths of 802.11b"},
            {{"--wifiStandard=802.11n", "--wifiChannelWidth=80"},
             "wifiChannelWidth: 80 is not one of 20, 40 MHz, the widths of 802.11n"},
            {{"--wifiSifs=1001us"},
             "wifiSifs: 1001us is not a time with its unit from 0s to 1ms, such as 56us"},
            {{"--wifiMsduLifetime=0s"},
             "wifiMsduLifetime: 0s is not a time with its unit from 1ms to 100y, such as 500ms"},
            {{"--relays=17"}, "relays: 17 is not a whole number from 0 to 16, such as 0"},
        };
        for (auto [words, line] : mistakes)
        {
            words.emplace_back("--linkType=wifi");
            NS_TEST_EXPECT_MSG_EQ(GetError(words), line, words.front());
        }
    }

    /// A radio knows its modes.
    void Modes()
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--wifiDataMode=OfdmRate54Mbps"},
             "wifiDataMode: OfdmRate54Mbps is not one of DsssRate1Mbps, DsssRate2Mbps, "
             "DsssRate5_5Mbps, DsssRate11Mbps"},
            {{"--wifiStandard=802.11a", "--wifiDataMode=OfdmRate11Mbps"},
             "wifiDataMode: OfdmRate11Mbps is not one of OfdmRate6Mbps, OfdmRate9Mbps, "
             "OfdmRate12Mbps, OfdmRate18Mbps, OfdmRate24Mbps, OfdmRate36Mbps, OfdmRate48Mbps, "
             "OfdmRate54Mbps"},
        };
        for (auto [words, line] : mistakes)
        {
            words.emplace_back("--linkType=wifi");
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&words] {
                                      const ParsedSanOptions options(words);
                                      const SanNetwork network(options);
                                  }),
                                  line,
                                  words.front());
        }
    }

    /**
     * @param words a command line
     * @return what is wrong with it, or nothing
     */
    static std::string GetError(const std::vector<std::string>& words)
    {
        return GetSanError([&words] { const ParsedSanOptions options(words); });
    }
};

/**
 * @ingroup san-tests
 *
 * Sessions over each standard: what is written reads back.
 */
class SanWirelessSessionsTestCase : public TestCase
{
  public:
    SanWirelessSessionsTestCase()
        : TestCase("sessions of each standard")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& standard : GetSanWifiStandards())
        {
            for (const auto width : standard.widths)
            {
                Session({"--wifiStandard=" + standard.word,
                         "--wifiChannelWidth=" + std::to_string(width)});
            }
            Session({"--wifiStandard=" + standard.word, "--wifiRtsThreshold=500"});
            for (const auto* control : {"ideal", standard.hasQos ? "minstrel-ht" : "minstrel"})
            {
                Session({"--wifiStandard=" + standard.word,
                         "--wifiRateControl=" + std::string(control)});
            }
        }
        Session({"--wifiRateControl=arf"});
        Session({"--relays=2", "--relayChannel=same", "--initiators=2", "--targets=2"});
        Session({"--mtu=2260", "--segmentSize=2208", "--wifiSifs=1ms"});
    }

    /**
     * A file is written to the drive, forgotten, read, and compared with what it was.
     *
     * @param words further options
     */
    void Session(std::vector<std::string> words)
    {
        const auto name = words.front() + " " + words.back();
        words.insert(words.end(),
                     {"--linkType=wifi",
                      "--device=ram",
                      "--drives=1",
                      "--workload=dd",
                      "--ddOperation=read",
                      "--ddBlockSize=4096",
                      "--ddCount=20",
                      "--cache=8",
                      "--storeData",
                      "--output=" + CreateTempDirFilename("wireless")});
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, name << ": all is done");
        for (uint32_t i = 0; i < san.GetNPrograms(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(san.GetProgram(i)->GetContentErrors(), 0, name << ": contents");
            NS_TEST_EXPECT_MSG_EQ(san.GetProgram(i)->IsStopped(), false, name << ": to its end");
            NS_TEST_EXPECT_MSG_EQ(san.GetProgram(i)->GetBytesRead(), 20 * 4096, name << ": it all");
        }
        NS_TEST_EXPECT_MSG_GT(san.GetSummary().GetGroup(BlockOperation::READ).GetBytes(),
                              20 * 4096 - 1,
                              name << ": from the drive");
    }
};

/**
 * @ingroup san-tests
 *
 * Options of a wireless network.
 */
class SanWirelessOptionsTestSuite : public TestSuite
{
  public:
    SanWirelessOptionsTestSuite()
        : TestSuite("san-wireless-options", Type::UNIT)
    {
        AddTestCase(new SanWirelessMistakesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessSessionsTestCase, TestCase::Duration::QUICK);
    }
};

static SanWirelessOptionsTestSuite g_sanWirelessOptionsTestSuite; //!< registers the suite
