/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/iscsi-initiator-session.h"
#include "ns3/san-program-options.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * A test that runs scenarios of one reader with one drive of memory.
 */
class SanScenarioTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanScenarioTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more further words
     * @return the words of a scenario that reads 20 times 4096 bytes, one after the other
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--workload=closed",
                                       "--device=ram",
                                       "--drives=1",
                                       "--readFraction=1",
                                       "--count=20",
                                       "--output=" + CreateTempDirFilename("san")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /**
     * @param more further words
     * @return the mean response time of a scenario
     */
    Time GetMean(const std::vector<std::string>& more)
    {
        SanScenario san(GetWords(more));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetCount(), 20, "every request");
        return san.GetSummary().GetAll().GetMean();
    }
};

/**
 * @ingroup san-tests
 *
 * What a request alone on the network takes longer when a part of the way does.
 */
class SanScenarioTimesTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioTimesTestCase()
        : SanScenarioTestCase("times add up")
    {
    }

  private:
    void DoRun() override
    {
        const auto plain = GetMean({});
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--ramLatency=3ms"}) - plain,
                              MilliSeconds(3),
                              "the drive's latency");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--delay=5ms"}) - plain,
                              2 * MilliSeconds(5 - 1),
                              "the path there and back, 1 ms by default");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--accessDelay=250us"}) - plain,
                              4 * MicroSeconds(250),
                              "both hosts' links there and back");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--interruptDelay=10us"}) - plain,
                              2 * MicroSeconds(10),
                              "one interrupt at each host");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--interruptDelay=20us", "--interruptDelayLimit=4us"}) -
                                  plain,
                              2 * MicroSeconds(4),
                              "an interrupt for each frame, 4 us after it");
        NS_TEST_EXPECT_MSG_EQ(GetMean({}), plain, "the same again");
        CheckSerialization();
        CheckWhole();
        CheckHostCost();
        CheckArrays();
        CheckHostArrays();
    }

    /// Headers of IP and TCP with timestamps, and Ethernet with its preamble.
    static constexpr int64_t HEADERS = 20 + 32 + 26;
    /// Gap between frames.
    static constexpr int64_t GAP = 12;
    /// The basic header segment of a PDU.
    static constexpr int64_t BHS = 48;
    /// Segments of a Data-In PDU of 4096 bytes, 1448 each at most.
    static constexpr int64_t SEGMENTS = 3;

    /// A request is a command and a Data-In with its status: two PDUs at each end, 4096 bytes.
    void CheckHostCost()
    {
        const auto plain = GetMean({});
        const auto extra = [&](const std::vector<std::string>& words) {
            return GetMean(words) - plain;
        };
        const auto us = [](int64_t n) { return MicroSeconds(n); };
        // What does not leave at once, TCP sends 1 ns later.
        const auto late = NanoSeconds(1);
        NS_TEST_EXPECT_MSG_EQ(extra({"--timePerPdu=10us"}), us(4 * 10) + late, "both ends");
        NS_TEST_EXPECT_MSG_EQ(extra({"--timePerPdu=10us", "--targetTimePerPdu=0s"}),
                              us(2 * 10) + late,
                              "initiators only");
        NS_TEST_EXPECT_MSG_EQ(extra({"--targetTimePerPdu=5us", "--targetTimePerCommand=7us"}),
                              us(2 * 5 + 7),
                              "targets only");
        NS_TEST_EXPECT_MSG_EQ(extra({"--timePerByte=1", "--targetTimePerByte=0.5"}),
                              NanoSeconds(4096 + 2048) + late,
                              "each its own");
        NS_TEST_EXPECT_MSG_EQ(
            extra({"--timePerByte=1", "--targetTimePerByte=0.5", "--zeroCopySend"}),
            NanoSeconds(4096) + late,
            "the target sends without a copy");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { extra({"--targetTimePerDigestByte=9"}); }),
                              "targetTimePerDigestByte: 9 needs headerDigest=CRC32C, or "
                              "dataDigest=CRC32C",
                              "no digests");
    }

    /// 64 KiB from one drive of 100 Mb/s, or 16 KiB from each of four at the same time.
    void CheckArrays()
    {
        const std::vector<std::string> words{"--size=65536",
                                             "--pattern=sequential",
                                             "--ramBandwidth=100Mbps",
                                             "--drives=4",
                                             "--usedLuns=1"};
        const auto mean = [&](std::vector<std::string> more) {
            more.insert(more.end(), words.begin(), words.end());
            return GetMean(more);
        };
        const auto drive = mean({});
        NS_TEST_EXPECT_MSG_EQ(drive - mean({"--array=stripe", "--stripeUnit=32"}),
                              NanoSeconds(49152 * 80),
                              "three quarters of the time");
        NS_TEST_EXPECT_MSG_EQ(drive -
                                  mean({"--array=stripe", "--arrayMembers=2", "--stripeUnit=64"}),
                              NanoSeconds(32768 * 80),
                              "half of the time");
        NS_TEST_EXPECT_MSG_EQ(mean({"--array=mirror"}), drive, "all from one of them");
    }

    /// 64 KiB from one target, or 16 KiB from each of four at the same time over the same path.
    void CheckHostArrays()
    {
        const std::vector<std::string> words{"--size=65536",
                                             "--pattern=sequential",
                                             "--initialCwnd=100",
                                             "--ramLatency=10ms"};
        const auto mean = [&](std::vector<std::string> more) {
            more.insert(more.end(), words.begin(), words.end());
            return GetMean(more);
        };
        const auto target = mean({});
        // 8 PDUs of 8192 bytes are 45 full segments and one of 760 bytes; 2 of them are 11 and one
        // of 552, four times. The path is busy from the first segment to the last, so only the
        // headers of two more segments count there, and the last segment on the initiator's link.
        const auto path = 2 * (HEADERS + GAP) * 80;
        const auto last = (552 - 760) * 8;
        NS_TEST_EXPECT_MSG_EQ(mean({"--targets=4", "--hostArray=stripe", "--hostStripeUnit=32"}) -
                                  target,
                              NanoSeconds(path + last),
                              "drives at the same time, and the path shared");
        NS_TEST_EXPECT_MSG_EQ(mean({"--targets=4", "--hostArray=stripe", "--hostStripeUnit=4096"}),
                              target,
                              "a unit of a stripe is all on one of them");
        NS_TEST_EXPECT_MSG_EQ(mean({"--targets=3", "--hostArray=mirror"}),
                              target,
                              "all from one of them");
    }

    /// The path at half the rate takes twice as long for a command and for its data.
    void CheckSerialization()
    {
        // A byte takes 80 ns at 100 Mb/s and 160 ns at 50 Mb/s.
        const auto data = 4096 + BHS + SEGMENTS * HEADERS + (SEGMENTS - 1) * GAP;
        const auto bytes = BHS + HEADERS + data;
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--linkRate=50Mbps"}) - GetMean({"--linkRate=100Mbps"}),
                              NanoSeconds(bytes * 80),
                              "bytes of a command and of its data");
    }

    /// The whole response time: three links for a command, three for its data, the drive.
    void CheckWhole()
    {
        // At 1 Gb/s a byte takes 8 ns, at 100 Mb/s 80 ns. Segments of data follow one another on
        // the slow path; before it is the first of them, behind it the last.
        const auto command = (BHS + HEADERS) * (8 + 80 + 8);
        const auto first = (1448 + HEADERS) * 8;
        const auto path = (4096 + BHS + SEGMENTS * HEADERS + (SEGMENTS - 1) * GAP) * 80;
        const auto last = (4096 + BHS - 2 * 1448 + HEADERS) * 8;
        const auto mean = GetMean({"--segmentSize=1448", "--ramLatency=500us"});
        // The mean is rounded, and so is each time of transmission in ns-3.
        NS_TEST_EXPECT_MSG_EQ_TOL(mean.GetNanoSeconds(),
                                  2 * 1000000 + 500000 + command + first + path + last,
                                  2,
                                  "all of it");
    }
};

/**
 * @ingroup san-tests
 *
 * Every initiator has a session with every target, and each its workload.
 */
class SanScenarioPartsTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioPartsTestCase()
        : SanScenarioTestCase("initiators, targets, results")
    {
    }

  private:
    void DoRun() override
    {
        const auto words = GetWords({"--initiators=2", "--targets=3", "--pcap=true"});
        SanScenario san(words);
        for (uint32_t initiator = 0; initiator < 2; ++initiator)
        {
            NS_TEST_EXPECT_MSG_EQ(san.GetWorkload(initiator)->GetNDevices(), 3, "units");
            for (uint32_t target = 0; target < 3; ++target)
            {
                NS_TEST_EXPECT_MSG_EQ((san.GetInitiator(initiator, target) != nullptr),
                                      true,
                                      initiator << " and " << target);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((san.GetInitiator(0, 1) != san.GetInitiator(1, 0)),
                              true,
                              "initiator before target");
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetCount(), 2 * 20, "both workloads");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetBytes(), 2 * 20 * 4096, "their bytes");
        const auto folder = CreateTempDirFilename("san");
        for (const auto* name : {"requests.csv", "summary.json", "pdus.csv", "san.pcap.gz"})
        {
            NS_TEST_EXPECT_MSG_EQ(std::filesystem::is_regular_file(folder + "/" + name),
                                  true,
                                  name);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * A logical unit that is not there ends the run, or is told where it may fail.
 */
class SanScenarioFailuresTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioFailuresTestCase()
        : SanScenarioTestCase("what cannot be reached")
    {
    }

  private:
    void DoRun() override
    {
        std::string error;
        SanScenario strict(GetWords({"--usedLuns=2"}));
        try
        {
            strict.Run();
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error.ends_with("LUN 1: LOGICAL UNIT NOT SUPPORTED, sense 5/25/00"),
                              true,
                              error);
        NS_TEST_EXPECT_MSG_EQ(
            std::filesystem::exists(CreateTempDirFilename("san") + "/summary.json"),
            false,
            "no result");

        SanScenario lenient(GetWords({"--usedLuns=2", "--mayFail=true"}));
        NS_TEST_EXPECT_MSG_EQ(lenient.Run(), false, "not all is done");
        NS_TEST_ASSERT_MSG_EQ(lenient.GetFailures().size(), 1, "one failure");
        NS_TEST_EXPECT_MSG_EQ(lenient.GetFailures().front(), error, "the same one");
    }
};

/**
 * @ingroup san-tests
 *
 * Little's law: requests a second are requests outstanding by response time.
 */
class SanScenarioRatesTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioRatesTestCase()
        : SanScenarioTestCase("rates")
    {
    }

  private:
    void DoRun() override
    {
        // Far from the limits of the links, and with answers of one segment so that TCP's first
        // window holds them, every request takes as long as one alone.
        const std::vector<std::string> fast{"--linkRate=100Gbps",
                                            "--accessRate=100Gbps",
                                            "--size=512"};
        auto words = fast;
        words.emplace_back("--ramLatency=8ms");
        const auto alone = GetMean(words);
        for (const uint32_t depth : {1U, 2U, 5U, 10U})
        {
            auto more = words;
            more.push_back("--queueDepth=" + std::to_string(depth));
            SanScenario san(GetWords(more));
            NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
            const auto& summary = san.GetSummary();
            const auto seconds = (summary.GetEnd() - summary.GetStart()).GetSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(20 / seconds,
                                      depth / alone.GetSeconds(),
                                      depth / alone.GetSeconds() * 1e-3,
                                      "depth " << depth);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * What a run writes of PDUs, gateways and loops.
 */
class SanScenarioFilesTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioFilesTestCase()
        : SanScenarioTestCase("PDUs, gateways and loops in files")
    {
    }

  private:
    void DoRun() override
    {
        Pdus();
        Gateway();
    }

    /**
     * @param name a file of the run
     * @return what it holds
     */
    std::string Read(const std::string& name)
    {
        return ReadSanFile(CreateTempDirFilename("san") + "/" + name);
    }

    /// 20 reads, and the five questions that a disk is asked first; data and status share a PDU.
    void Pdus()
    {
        SanScenario san(GetWords({}));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto text = Read("pdus.csv");
        for (const auto* row : {"0x01,SCSI Command,25\n", "0x25,SCSI Data-In,24\n"})
        {
            NS_TEST_EXPECT_MSG_NE(text.find(row), std::string::npos, text);
        }
        const auto summary = Read("summary.json");
        NS_TEST_EXPECT_MSG_NE(summary.find("\"SCSI Command\": 25, "), std::string::npos, summary);
        NS_TEST_EXPECT_MSG_NE(summary.find("\"gateways\": [],"), std::string::npos, "none");
        NS_TEST_EXPECT_MSG_EQ(summary.find("failures"), std::string::npos, "nothing failed");
    }

    /// A gateway tells how busy each of its loops was.
    void Gateway()
    {
        SanScenario san(GetWords({"--gateway=true", "--loops=2", "--drives=2", "--loopUse=true"}));
        NS_TEST_EXPECT_MSG_EQ(san.GetGateway(0)->GetNBackEnds(), 2, "loops");
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto summary = Read("summary.json");
        const std::string begin = "\"gateways\": [{\"timed_out\": 0, \"buffer_bytes\": ";
        NS_TEST_EXPECT_MSG_NE(summary.find(begin), std::string::npos, summary);
        const auto shares = summary.find("\"loops_busy\": [");
        NS_TEST_ASSERT_MSG_NE(shares, std::string::npos, summary);
        const auto text = summary.substr(shares, summary.find(']', shares) - shares);
        NS_TEST_EXPECT_MSG_EQ(std::count(text.begin(), text.end(), ','), 1, "of two loops");
        for (const auto* name : {"loop-use-0-0.csv", "loop-use-0-1.csv"})
        {
            NS_TEST_EXPECT_MSG_NE(Read(name), "missing", name);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Whole storage networks.
 */
class SanScenarioTestSuite : public TestSuite
{
  public:
    SanScenarioTestSuite()
        : TestSuite("san-scenario", Type::SYSTEM)
    {
        AddTestCase(new SanScenarioTimesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioPartsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioFailuresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioRatesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioFilesTestCase, TestCase::Duration::QUICK);
    }
};

static SanScenarioTestSuite g_sanScenarioTestSuite; //!< registers the suite
