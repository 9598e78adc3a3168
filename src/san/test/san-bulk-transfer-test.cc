/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/json-writer.h"
#include "ns3/san-bulk-transfer.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Options of tcp-bulk as a command line gives them.
 */
class ParsedBulkOptions : public TcpBulkOptions
{
  public:
    /**
     * @param folder where results go
     * @param words the other words of the command line
     */
    ParsedBulkOptions(const std::string& folder, std::vector<std::string> words)
    {
        words.push_back("--output=" + folder);
        Parse(words);
    }
};

/**
 * @ingroup san-tests
 *
 * What arrives over a path in half a second.
 */
class SanBulkTransferTest : public TestCase
{
  public:
    SanBulkTransferTest()
        : TestCase("bytes that a path carries")
    {
    }

  private:
    void DoRun() override
    {
        CheckRate("0");
        CheckRate("1");
        CheckLoss();
        const ParsedBulkOptions o(CreateTempDirFilename("bulk"), {});
        NS_TEST_EXPECT_MSG_EQ(GetSanError([&o] { SanBulkTransfer transfer(o); }),
                              "stop: it needs a time to stop, such as 2s",
                              "it would not end");
    }

    /**
     * 100 Mb/s carry 1448 bytes of data in 1538 on the wire: 11.768 MB/s. TCP begins slowly.
     *
     * @param readFraction 1 if the target sends
     */
    void CheckRate(const std::string& readFraction)
    {
        const ParsedBulkOptions o(CreateTempDirFilename("bulk"),
                                  {"--linkRate=100Mbps",
                                   "--delay=1ms",
                                   "--warmUp=200ms",
                                   "--stop=500ms",
                                   "--readFraction=" + readFraction});
        SanBulkTransfer transfer(o);
        transfer.Run();
        const double most = 12.5e6 * 1448 / 1538;
        NS_TEST_EXPECT_MSG_LT(transfer.GetBytes(), 0.5 * most, "no more fit");
        NS_TEST_EXPECT_MSG_GT(transfer.GetBytes(), 0.9 * 0.5 * most, "the link is busy");
        NS_TEST_EXPECT_MSG_EQ(transfer.GetInterruption().has_value(), false, "nobody stopped it");
        JsonWriter json;
        transfer.GetRate().WriteTo(json);
        const auto steady = json.GetText();
        const std::string key = "\"mb_per_s\": ";
        NS_TEST_EXPECT_MSG_EQ_TOL(std::stod(steady.substr(steady.find(key) + key.size())) * 1e6,
                                  most,
                                  0.002 * most,
                                  "the steady rate");
        const auto summary = ReadSanFile(o.output.folder + "/summary.json");
        NS_TEST_EXPECT_MSG_EQ(summary.find("{\"steady\": " + steady), 0, "the same in the file");
    }

    /// Nothing arrives over a path that loses everything.
    void CheckLoss()
    {
        const ParsedBulkOptions o(CreateTempDirFilename("bulk"),
                                  {"--lossToTargets=1", "--stop=1s", "--readFraction=0"});
        SanBulkTransfer transfer(o);
        transfer.Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.GetBytes(), 0, "all is lost");
    }
};

/**
 * @ingroup san-tests
 *
 * A transfer over TCP alone.
 */
class SanBulkTransferTestSuite : public TestSuite
{
  public:
    SanBulkTransferTestSuite()
        : TestSuite("san-bulk-transfer", Type::UNIT)
    {
        AddTestCase(new SanBulkTransferTest, TestCase::Duration::QUICK);
    }
};

static SanBulkTransferTestSuite g_sanBulkTransferTestSuite; //!< registers the suite
