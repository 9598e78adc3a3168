/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fcal-port.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/san-program-options.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * What words mean, and what they leave as it was.
 */
class SanOptionsValuesTestCase : public TestCase
{
  public:
    SanOptionsValuesTestCase()
        : TestCase("values of options")
    {
    }

  private:
    void DoRun() override
    {
        IscsiSanOptions options;
        const bool isToRun = options.Parse({"--linkRate=1Gbps",
                                            "--delay=10ms",
                                            "--workload=closed",
                                            "--count=20",
                                            "--connections=4"});
        NS_TEST_EXPECT_MSG_EQ(isToRun, true, "no description was asked for");
        NS_TEST_EXPECT_MSG_EQ(options.path.linkRate, DataRate(1000000000), "a rate");
        NS_TEST_EXPECT_MSG_EQ(options.path.delay, MilliSeconds(10), "a time");
        NS_TEST_EXPECT_MSG_EQ(options.load.workload, "closed", "a word");
        NS_TEST_EXPECT_MSG_EQ(options.load.count, 20, "a number");
        NS_TEST_EXPECT_MSG_EQ(options.GetList().GetValue("connections"), "4", "an attribute");
        NS_TEST_EXPECT_MSG_EQ(options.storage.drives, 4, "the default");
        Units({}, 4);
        Units({"--array=stripe"}, 1);
        Units({"--array=mirror", "--arrayMembers=2"}, 2);
        Units({"--array=raid5", "--arrayMembers=3", "--drives=12"}, 4);
    }

    /**
     * @param words a command line
     * @param expected logical units of each target
     */
    void Units(const std::vector<std::string>& words, uint32_t expected)
    {
        IscsiSanOptions options;
        options.Parse(words);
        NS_TEST_EXPECT_MSG_EQ(options.storage.GetUnits(), expected, "units");
    }
};

/**
 * @ingroup san-tests
 *
 * Values out of range and options that contradict each other are refused in one line.
 */
class SanOptionsMistakesTestCase : public TestCase
{
  public:
    SanOptionsMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        Switches();
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--count=1e4"},
             "count: 1e4 is not a whole number from 1 to 1000000000000 requests, such as 1000"},
            {{"--delay=-5ms"},
             "delay: -5ms is not a time with its unit from 0s to 100y, such as "
             "5ms"},
            {{"--readFraction=1.5"}, "readFraction: 1.5 is not a number from 0 to 1, such as 0.67"},
            {{"--HeaderDigest=CRC32C"}, "HeaderDigest: now called headerDigest"},
            {{"--gatewayFair"}, "gatewayFair: now called gatewayFcFairAccess"},
            {{"--headerDigest=crc32"}, "headerDigest: crc32 is not one of CRC32C, None"},
            {{"--qeueDepth=3"}, "there is no option --qeueDepth, did you mean --queueDepth?"},
            {{"--loops=2"}, "loops: 2 needs gateway=true"},
            {{"--loopUse=true"}, "loopUse: true needs loops>0"},
            {{"--fio=a"}, "fio: a needs workload=fio"},
            {{"--workload=fio"}, "fio: workload=fio needs a file"},
            {{"--workload=trace"}, "trace: workload=trace needs a file"},
            {{"--trace=nonexistent.csv"}, "trace: nonexistent.csv needs workload=trace"},
            {{"--queueDepth=8"},
             "queueDepth: 8 needs workload=closed, iometer or verify, or workload=trace and "
             "traceMode=closed"},
            {{"--limiterBurst=1500"}, "limiterBurst: 1500 needs limiterRate"},
            {{"--ramLatency=1ms"}, "ramLatency: 1ms needs device=ram"},
            {{"--drive=Cheetah9LPFC", "--device=ram"},
             "drive: Cheetah9LPFC needs device=disk or ssd"},
            {{"--workload=closed", "--rate=5"}, "rate: 5 needs workload=poisson or fixed"},
            {{"--ecn"}, "ecn: true needs queueDisc=red, codel or fqcodel"},
            {{"--minRto=200ms", "--delAckTimeout=200ms"},
             "minRto: 200ms is not above the delAckTimeout of 200ms: delayed acknowledgements "
             "would "
             "count as losses"},
            {{"--lossToTargets=1.01"},
             "lossToTargets: 1.01 is not a number from 0 to 1, such as 0.01"},
            {{"--lossBurst=0"},
             "lossBurst: 0 is not a whole number from 1 to 1000000 packets, such as 4"},
            {{"--queueDisc=red", "--limiterRate=5Mbps"},
             "queueDisc, limiterRate: only one of them can be given, because the limiter is a "
             "queue "
             "disc, too"},
            {{"--queueDisc=fqcodel", "--queueDiscLimit=64kB"},
             "queueDiscLimit: 64kB are bytes, but fqcodel counts packets, such as 1000p"},
            {{"--queueDisc=sfq"}, "queueDisc: sfq is not one of codel, fifo, fqcodel, none, red"},
            {{"--arrayMembers=3"}, "arrayMembers: 3 needs array=stripe, mirror or raid5"},
            {{"--array=raid5", "--arrayMembers=2"},
             "arrayMembers: 2 are too few for array=raid5, which needs 3"},
            {{"--array=mirror", "--drives=1"},
             "drives: 1 are too few for array=mirror, which needs 2"},
            {{"--array=stripe", "--drives=7", "--arrayMembers=3"},
             "arrayMembers: the 7 drives of a target are not arrays of 3"},
            {{"--array=stripe", "--arrayMembers=5"},
             "arrayMembers: the 4 drives of a target are not arrays of 5"},
            {{"--hostStripeUnit=8"}, "hostStripeUnit: 8 needs hostArray=stripe or raid5"},
            {{"--hostArray=raid5", "--drives=1", "--targets=2"},
             "hostArray: raid5 needs 3 drives, and an initiator sees 2; give more targets or "
             "drives"},
            {{"--hostArray=stripe", "--array=stripe"},
             "hostArray: stripe needs 2 drives, and an initiator sees 1; give more targets or "
             "drives"},
            {{"--hostArray=mirror", "--initiators=2"},
             "hostArray: mirror needs initiators=1, as nobody keeps writes of 2 initiators apart"},
            {{"--hostArray=stripe", "--initiators=2", "--workload=dd", "--cache=1"},
             "initiators: 2, but each needs a drive of its own for its file system, and they see "
             "1"},
            {{"--targetTimePerPdu=-2ns"},
             "targetTimePerPdu: -2ns is not a time with its unit from -1ns to 100y, such as 10us"},
            {{"--connectionUse=split"},
             "connectionUse: split is not one of Standard, SplitByDirection"},
            {{"--traceFit=shrink"}, "traceFit: shrink is not one of refuse, scale, wrap"},
            {{"--segmentSize=9000"},
             "segmentSize: 9000 and 52 bytes of headers do not fit into the mtu of 1500"},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetError(words), line, words.front());
        }
        NS_TEST_EXPECT_MSG_EQ(GetError({"--limiterRate=1Mbps", "--limiterBurst=1499"}),
                              "limiterBurst: 1499 is less than a packet of 1500 bytes",
                              "no packet would ever pass");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--limiterRate=1Mbps", "--limiterBurst=1500"}),
                              "",
                              "just one");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--queueDepth=1"}), "", "that is what it is anyway");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--minRto=200001us"}), "", "above 200 ms");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--segmentSize=1449"}),
                              "segmentSize: 1449 and 52 bytes of headers do not fit into the mtu "
                              "of 1500",
                              "1449 and 52 are 1501");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--gateway=true", "--loops=2", "--loopUse=true"}),
                              "",
                              "loops of a gateway");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--segmentSize=8948", "--mtu=9000"}),
                              "",
                              "8948 and 52 are 9000");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--segmentSize=1460", "--tcpTimestamps=false"}),
                              "",
                              "1460 and 40 are 1500");
        NS_TEST_EXPECT_MSG_EQ(GetError({"--segmentSize=1461", "--tcpTimestamps=false"}),
                              "segmentSize: 1461 and 40 bytes of headers do not fit into the mtu "
                              "of 1500",
                              "1461 and 40 are 1501");
    }

    /// An end of the path without a switch.
    void Switches()
    {
        const std::string ends = " needs linkType=ethernet without a limiter, a queue disc or "
                                 "bonds, which are at the ends of the path";
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--switches=3"}, "switches: 3 is not a whole number from 0 to 2, such as 2"},
            {{"--switches=1", "--targets=2"}, "switches: 1 leaves room for a single target"},
            {{"--switches=0", "--targets=2"}, "switches: 0 leaves room for a single target"},
            {{"--switches=0", "--initiators=2"}, "switches: 0 leaves room for a single initiator"},
            {{"--switches=0", "--linkType=ppp"},
             "switches: 0 needs linkType=ethernet and spines=0"},
            {{"--switches=1", "--queueDisc=red"}, "switches: 1" + ends},
            {{"--switches=1", "--limiterRate=5Mbps"}, "switches: 1" + ends},
            {{"--switches=0", "--bond=802.3ad"}, "switches: 0" + ends},
            {{"--switches=0", "--linkType=wifi"},
             "switches: 0 needs linkType=ethernet and spines=0"},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetError(words), line, words.front() << ", " << words.back());
        }
        NS_TEST_EXPECT_MSG_EQ(GetError({"--switches=1", "--initiators=2"}), "", "at one end");
    }

    /**
     * @param words a command line
     * @return what is wrong with it, or nothing
     */
    static std::string GetError(const std::vector<std::string>& words)
    {
        try
        {
            IscsiSanOptions options;
            options.Parse(words);
            return "";
        }
        catch (const UserError& error)
        {
            return error.what();
        }
    }
};

/**
 * @ingroup san-tests
 *
 * A path that the hosts' links cannot fill is said.
 */
class SanOptionsNotesTestCase : public TestCase
{
  public:
    SanOptionsNotesTestCase()
        : TestCase("notes")
    {
    }

  private:
    void DoRun() override
    {
        const std::string fast = "--linkRate=10Gbps";
        NS_TEST_EXPECT_MSG_EQ(
            GetNote({fast}),
            "linkRate: 10Gbps cannot be reached, as accessRate=1Gbps is the rate of a host's own "
            "link",
            "one host at each end");
        const std::vector<std::vector<std::string>> silent{
            {"--linkRate=1Gbps"},
            {fast, "--accessRate=10Gbps"},
            {fast, "--initiators=10", "--targets=12"},
            {fast, "--initiators=10", "--switches=1"},
            {fast, "--initiators=2", "--targets=2", "--bond=802.3ad", "--bondLinks=5"},
            {fast, "--switches=0"},
            {"--linkType=wifi"}};
        for (const auto& words : silent)
        {
            NS_TEST_EXPECT_MSG_EQ(GetNote(words), "", words.back());
        }
        NS_TEST_EXPECT_MSG_EQ(GetNote({fast, "--initiators=9", "--targets=12"}).empty(),
                              false,
                              "nine hosts on one side");
    }

    /**
     * @param words the words of a command line
     * @return what is said of its path
     */
    static std::string GetNote(const std::vector<std::string>& words)
    {
        const ParsedSanOptions options(words);
        return options.path.GetNote(options.initiators, options.targets);
    }
};

/**
 * @ingroup san-tests
 *
 * What words stand for, and which attributes of a class the options set.
 */
class SanOptionsMeaningTestCase : public TestCase
{
  public:
    SanOptionsMeaningTestCase()
        : TestCase("words and attributes")
    {
    }

  private:
    void DoRun() override
    {
        IscsiSanOptions options;
        options.Parse({"--scheduler=aged-sptf",
                       "--pattern=zipf",
                       "--connectionPolicy=lun",
                       "--dataDigest=CRC32C",
                       "--connections=2",
                       "--recoveryTimeout=3s",
                       "--timePerByte=0.5",
                       "--gateway",
                       "--loops=1",
                       "--fcHopDelay=7",
                       "--gatewayFcFairAccess=false"});
        const auto& list = options.GetList();
        const std::vector<std::pair<std::string, std::string>> meanings{
            {"scheduler", "ns3::DiskAgedSptfScheduler"},
            {"device", "ns3::DiskDrive"},
            {"pattern", "ns3::ZipfAddressPattern"},
            {"traceMode", "Recorded"},
            {"traceFormat", "Recognised"}};
        for (const auto& [name, meaning] : meanings)
        {
            NS_TEST_EXPECT_MSG_EQ(list.GetMeaning(name), meaning, name);
        }
        const auto session = list.GetAttributes(IscsiInitiator::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(session.at("ConnectionPolicy"),
                              "ns3::IscsiInitiatorLunPolicy",
                              "what the word stands for");
        NS_TEST_EXPECT_MSG_EQ(session.at("DataDigest"), "CRC32C", "a word");
        NS_TEST_EXPECT_MSG_EQ(session.at("Connections"), "2", "a number");
        NS_TEST_EXPECT_MSG_EQ(session.at("RecoveryTimeout"), "3s", "a time");
        NS_TEST_EXPECT_MSG_EQ(session.contains("HopDelay"), false, "another class has it");
        const auto cost = list.GetAttributes(IscsiHostCost::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(cost.size(), 5, "of commands, PDUs and two of bytes, and copies");
        NS_TEST_EXPECT_MSG_EQ(cost.at("TimePerByte"), "0.5", "a number");
        const auto port = list.GetAttributes(FcalPort::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(port.at("HopDelay"), "7", "a number");
        NS_TEST_EXPECT_MSG_EQ(port.at("Fair"), "true", "of drives, the default");
        NS_TEST_EXPECT_MSG_EQ(list.GetValue("gatewayFcFairAccess"), "false", "of gateways");
    }
};

/**
 * @ingroup san-tests
 *
 * The program that only sends bytes has the path, TCP and the results.
 */
class SanOptionsProgramTestCase : public TestCase
{
  public:
    SanOptionsProgramTestCase()
        : TestCase("options of tcp-bulk")
    {
    }

  private:
    void DoRun() override
    {
        TcpBulkOptions bulk;
        bulk.Parse({"--linkRate=10Gbps",
                    "--mtu=9000",
                    "--segmentSize=8948",
                    "--stop=3s",
                    "--readFraction=1",
                    "--warmUp=1s"});
        NS_TEST_EXPECT_MSG_EQ(bulk.path.linkRate, DataRate("10Gbps"), "the path");
        NS_TEST_EXPECT_MSG_EQ(bulk.path.mtu, 9000, "the path");
        NS_TEST_EXPECT_MSG_EQ(bulk.GetList().GetValue("segmentSize"), "8948", "TCP");
        NS_TEST_EXPECT_MSG_EQ(bulk.load.stop, Seconds(3), "the transfer");
        NS_TEST_EXPECT_MSG_EQ(bulk.load.readFraction, 1, "the transfer");
        NS_TEST_EXPECT_MSG_EQ(bulk.output.warmUp, Seconds(1), "results");
        for (const auto* name : {"drives", "count", "gateway", "loops", "trace", "connections"})
        {
            std::string error;
            try
            {
                TcpBulkOptions().Parse({"--" + std::string(name) + "=1"});
            }
            catch (const UserError& caught)
            {
                error = caught.what();
            }
            const auto begin = "there is no option --" + std::string(name);
            NS_TEST_EXPECT_MSG_EQ(error.starts_with(begin), true, error);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * The options of a scenario.
 */
class SanOptionsTestSuite : public TestSuite
{
  public:
    SanOptionsTestSuite()
        : TestSuite("san-options", Type::UNIT)
    {
        AddTestCase(new SanOptionsValuesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanOptionsMistakesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanOptionsNotesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanOptionsMeaningTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanOptionsProgramTestCase, TestCase::Duration::QUICK);
    }
};

static SanOptionsTestSuite g_sanOptionsTestSuite; //!< registers the suite
