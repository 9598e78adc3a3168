/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/file-service-framer.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/smb-client.h"
#include "ns3/smb-server.h"
#include "ns3/smb1-codec.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

} // namespace

/**
 * @ingroup host-io-tests
 *
 * One READ_ANDX of 60 KiB outstanding over a known path: throughput is size by latency.
 */
class Smb1LatencyTest : public TestCase
{
  public:
    Smb1LatencyTest()
        : TestCase("Throughput with one READ_ANDX of 61440 bytes outstanding")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Smb1");
        bench.Start();
        const auto client = bench.clients[0];
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 3, "login");
        bench.MakeFile("/f", 10 * 61440);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        const auto begin = Simulator::Now();
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 10 * 61440));
        NS_TEST_EXPECT_MSG_EQ(read->done, 10 * 61440, "bytes");
        // Around each segment are 2 + 20 + 32 = 54 bytes (PPP, IP, TCP with timestamps).
        // Request: NetBIOS 4, header 32, 12 words and counts 27: 63 + 54 = 117 bytes, 936 ns.
        // Response: 4 + 60 + 61440 = 61504 bytes in 43 segments of 1448: 61504 + 43 * 54 = 63826
        // bytes, 510608 ns. ns-3 sends 1 ns after it was asked to, at either end, but at once when
        // a segment has just arrived, as before each request but the first. The request carries the
        // acknowledgement of the last segment, an odd one.
        const auto latency = MilliSeconds(10) + NanoSeconds(936 + 510608 + 2);
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - begin).GetNanoSeconds(),
                              (latency * 10).GetNanoSeconds() - 9,
                              "10 READs");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 3 + 1 + 10 + 1, "requests");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<SmbServer>(bench.server)->GetNOpen(), 0, "closed");
    }
};

/**
 * @ingroup host-io-tests
 *
 * MaxMpxCount and Multiplex limit what is outstanding.
 */
class Smb1OutstandingTest : public TestCase
{
  public:
    Smb1OutstandingTest()
        : TestCase("MaxMpxCount and Multiplex")
    {
    }

  private:
    void DoRun() override
    {
        CheckOutstanding(50, 1, 1);
        CheckOutstanding(50, 4, 4);
        CheckOutstanding(3, 4, 3);
        CheckOutstanding(1, 4, 1);
        CheckOutstanding(50, 64, 50);
    }

    /**
     * @param maxMpxCount MaxMpxCount of the server
     * @param multiplex Multiplex of the client
     * @param outstanding READs outstanding then
     */
    void CheckOutstanding(uint32_t maxMpxCount, uint32_t multiplex, uint32_t outstanding)
    {
        Bench bench("Smb1");
        bench.helper.SetServerAttribute("MaxMpxCount", UintegerValue(maxMpxCount));
        bench.helper.SetClientAttribute("Multiplex", UintegerValue(multiplex));
        bench.Start();
        const auto client = DynamicCast<SmbClient>(bench.clients[0]);
        NS_TEST_EXPECT_MSG_EQ(client->GetCredits(), maxMpxCount, "after the login");
        bench.MakeFile("/f", 8 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        std::size_t now = 0;
        Simulator::Schedule(MilliSeconds(1), [&]() { now = client->GetNOutstanding(); });
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 8 << 20));
        NS_TEST_EXPECT_MSG_EQ(read->done, 8 << 20, "bytes");
        NS_TEST_EXPECT_MSG_EQ(now, outstanding, "READs with MaxMpxCount " << maxMpxCount);
        NS_TEST_EXPECT_MSG_EQ(client->GetCredits(), maxMpxCount, "all come back");
        // 8388608 bytes are 136 times 61440, and 32768.
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READ_ANDX"), 137, "READs");
    }
};

/**
 * @ingroup host-io-tests
 *
 * How reads and writes are cut, and which requests operations on names take.
 */
class Smb1RequestsTest : public TestCase
{
  public:
    Smb1RequestsTest()
        : TestCase("Requests of operations")
    {
    }

  private:
    void DoRun() override
    {
        CheckSizes(true, 0, 3, 3);
        CheckSizes(true, 131072, 2, 2);
        // 16644 - 60 = 16584 bytes of a READ_ANDX, 16644 - 64 = 16580 of a WRITE_ANDX: 10 each.
        CheckSizes(false, 0, 10, 10);
        CheckSizes(false, 8192, 19, 19);
        CheckNames();
        CheckReplace();
        CheckList();
    }

    /**
     * @param large LargeTransfers of the server
     * @param size ReadSize and WriteSize of the client
     * @param reads READs of 150000 bytes
     * @param writes WRITEs of 150000 bytes
     */
    void CheckSizes(bool large, uint32_t size, uint64_t reads, uint64_t writes)
    {
        Bench bench("Smb1");
        bench.helper.SetServerAttribute("LargeTransfers", BooleanValue(large));
        bench.helper.SetClientAttribute("ReadSize", UintegerValue(size));
        bench.helper.SetClientAttribute("WriteSize", UintegerValue(size));
        bench.Start();
        const auto client = bench.clients[0];
        const auto open = Bench::Run(client, Bench::MakeCreate("/f"));
        const auto write =
            Bench::Run(client, Bench::Make(FileOperation::WRITE, open->handle, 0, 150000));
        NS_TEST_EXPECT_MSG_EQ(write->done, 150000, "written");
        // What is asked for beyond the end is not there; the READ that meets the end is short.
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 150000));
        NS_TEST_EXPECT_MSG_EQ(read->done, 150000, "read");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READ_ANDX"), reads, "READs of " << size);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE_ANDX"), writes, "WRITEs of " << size);
        const auto end =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 150000, 1));
        NS_TEST_EXPECT_MSG_EQ(end->status, FileStatus::OK, "at the end");
        NS_TEST_EXPECT_MSG_EQ(end->done, 0, "at the end");
    }

    /**
     * Run a request.
     *
     * @param bench where
     * @param request the request
     * @param status how it is to end
     * @param calls the requests that it is to take
     * @param command name of the command of one of them
     */
    void CheckOne(Bench& bench,
                  Ptr<FileRequest> request,
                  FileStatus status,
                  uint64_t calls,
                  const std::string& command)
    {
        const auto client = bench.clients[0];
        const auto before = client->GetCounters().GetCalls();
        const auto ofCommand = Bench::GetCalls(client, command);
        Bench::Run(client, request);
        NS_TEST_EXPECT_MSG_EQ(request->status, status, command << " " << request->path);
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls() - before, calls, command);
        NS_TEST_EXPECT_MSG_EQ((Bench::GetCalls(client, command) > ofCommand), (calls > 0), command);
    }

    /// Each takes one request.
    void CheckNames()
    {
        using enum FileOperation;
        Bench bench("Smb1");
        bench.Start();
        bench.MakeFile("/f", 5000);
        const auto stat = Bench::Make(STAT, "/f");
        CheckOne(bench, stat, FileStatus::OK, 1, "TRANS2_QUERY_PATH_INFORMATION");
        NS_TEST_EXPECT_MSG_EQ(stat->attributes.bytes, 5000, "size");
        CheckOne(bench,
                 Bench::Make(STAT, "/g"),
                 FileStatus::NOT_FOUND,
                 1,
                 "TRANS2_QUERY_PATH_INFORMATION");
        CheckOne(bench, Bench::Make(MAKE_DIRECTORY, "/d"), FileStatus::OK, 1, "CREATE_DIRECTORY");
        CheckOne(bench,
                 Bench::Make(MAKE_DIRECTORY, "/d"),
                 FileStatus::EXISTS,
                 1,
                 "CREATE_DIRECTORY");
        CheckOne(bench, Bench::Make(UNLINK, "/d"), FileStatus::IS_A_DIRECTORY, 1, "DELETE");
        CheckOne(bench,
                 Bench::Make(REMOVE_DIRECTORY, "/f"),
                 FileStatus::NOT_A_DIRECTORY,
                 1,
                 "DELETE_DIRECTORY");
        bench.MakeFile("/d/f", 1);
        CheckOne(bench,
                 Bench::Make(REMOVE_DIRECTORY, "/d"),
                 FileStatus::NOT_EMPTY,
                 1,
                 "DELETE_DIRECTORY");
        CheckOne(bench, Bench::Make(UNLINK, "/d/f"), FileStatus::OK, 1, "DELETE");
        CheckOne(bench, Bench::Make(REMOVE_DIRECTORY, "/d"), FileStatus::OK, 1, "DELETE_DIRECTORY");
        CheckOne(bench, Bench::Make(UNLINK, "/"), FileStatus::IS_A_DIRECTORY, 0, "DELETE");
        const auto open = Bench::Run(bench.clients[0], Bench::Make(OPEN, "/f"));
        CheckOne(bench,
                 Bench::Make(TRUNCATE, open->handle, 100),
                 FileStatus::OK,
                 1,
                 "TRANS2_SET_FILE_INFORMATION");
        CheckOne(bench, Bench::Make(SYNC, open->handle), FileStatus::OK, 1, "FLUSH");
        CheckOne(bench, Bench::Make(SYNC_DATA, open->handle), FileStatus::OK, 1, "FLUSH");
        // Whether the directory exists is all that is asked.
        const std::string query = "TRANS2_QUERY_PATH_INFORMATION";
        CheckOne(bench, Bench::Make(SYNC_DIRECTORY, "/"), FileStatus::OK, 1, query);
        CheckOne(bench, Bench::Make(SYNC_DIRECTORY, "/f"), FileStatus::NOT_A_DIRECTORY, 1, query);
        CheckOne(bench, Bench::Make(SYNC_DIRECTORY, "/none"), FileStatus::NOT_FOUND, 1, query);
        CheckOne(bench, Bench::Make(CLOSE, open->handle), FileStatus::OK, 1, "CLOSE");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 100, "truncated");
    }

    /// RENAME refuses a name that is taken: attributes of both, DELETE, RENAME follow.
    void CheckReplace()
    {
        Bench bench("Smb1");
        bench.Start();
        bench.MakeFile("/f", 5000);
        bench.MakeFile("/g", 300);
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        const auto rename = [](const std::string& from, const std::string& to) {
            auto request = Bench::Make(FileOperation::RENAME, from);
            request->newPath = to;
            return request;
        };
        CheckOne(bench, rename("/f", "/h"), FileStatus::OK, 1, "RENAME");
        CheckOne(bench, rename("/f", "/h"), FileStatus::NOT_FOUND, 1, "RENAME");
        CheckOne(bench, rename("/h", "/d"), FileStatus::IS_A_DIRECTORY, 3, "RENAME");
        CheckOne(bench, rename("/d", "/h"), FileStatus::NOT_A_DIRECTORY, 3, "RENAME");
        CheckOne(bench, rename("/d", "/d/d"), FileStatus::INVALID_ARGUMENT, 0, "RENAME");
        CheckOne(bench, rename("/h", "//h"), FileStatus::OK, 1, "TRANS2_QUERY_PATH_INFORMATION");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 5300, "both are there");
        CheckOne(bench, rename("/h", "/g"), FileStatus::OK, 5, "RENAME");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 5000, "the other is there");
    }

    /// A directory in parts of 16384 bytes: "." and ".." take 16 bytes each, "entry1000" and so on
    /// 12 + 18, up to a multiple of 8, 32. 16384 = 2 * 16 + 511 * 32, and 512 more; then 177.
    void CheckList()
    {
        Bench bench("Smb1");
        bench.Start();
        for (int i = 0; i < 1200; ++i)
        {
            bench.MakeFile("/entry" + std::to_string(1000 + i), 0);
        }
        const auto client = bench.clients[0];
        const auto list = Bench::Run(client, Bench::Make(FileOperation::LIST, "/"));
        NS_TEST_EXPECT_MSG_EQ(list->names.size(), 1200, "names");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "TRANS2_FIND_FIRST2"), 1, "search");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "TRANS2_FIND_NEXT2"), 2, "goes on");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<SmbServer>(bench.server)->GetNOpen(), 0, "it is closed");
        const auto none = Bench::Run(client, Bench::Make(FileOperation::LIST, "/entry1000"));
        NS_TEST_EXPECT_MSG_EQ(none->status, FileStatus::NOT_A_DIRECTORY, "a file");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Numbers of open files have 16 bits: they run out, and are used again.
 */
class Smb1FileNumbersTest : public TestCase
{
  public:
    Smb1FileNumbersTest()
        : TestCase("65534 open files")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t MOST = 65534;
        Bench bench("Smb1");
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 100);
        std::vector<Ptr<FileRequest>> opens;
        for (uint32_t i = 0; i < MOST; ++i)
        {
            opens.push_back(Bench::Make(FileOperation::OPEN, "/f"));
        }
        Bench::RunAll(client, opens);
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<SmbServer>(bench.server)->GetNOpen(), MOST, "open");
        const auto more = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(more->status, FileStatus::INPUT_OUTPUT, "no number is left");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetNOpen(), MOST, "nothing stays open");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, opens[7]->handle));
        const auto again = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(again->status, FileStatus::OK, "one is left");
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, again->handle, 0, 100));
        NS_TEST_EXPECT_MSG_EQ(read->done, 100, "it is the file");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What a server answers to messages that are not those of this client.
 */
class Smb1StrangeMessagesTest : public TestCase
{
  public:
    Smb1StrangeMessagesTest()
        : TestCase("Other dialects, chains, files and commands")
    {
    }

  private:
    /// Status and body of a response.
    using Response = std::pair<SmbStatus, std::vector<uint8_t>>;

    void DoRun() override
    {
        using Bytes = std::vector<uint8_t>;
        const Bytes empty{0, 0, 0};
        // One dialect, LM, which is not supported: index 0xffff.
        CheckAnswer(0x72, {0, 4, 0, 2, 'L', 'M', 0}, {SmbStatus::OK, {1, 0xff, 0xff, 0, 0}});
        // FLUSH and CLOSE of a file that is not open.
        CheckAnswer(0x05, {1, 5, 0, 0, 0}, {SmbStatus::INVALID_HANDLE, empty});
        CheckAnswer(0x04, {3, 5, 0, 0, 0, 0, 0, 0, 0}, {SmbStatus::INVALID_HANDLE, empty});
        // READ_ANDX with 10 words, and SESSION_SETUP_ANDX with a command behind it.
        CheckAnswer(0x2e, Bytes(23, 0), {SmbStatus::INVALID_PARAMETER, empty});
        Bytes chain(38, 0);
        chain[0] = 13;
        chain[1] = 0x75;
        CheckAnswer(0x73, chain, {SmbStatus::INVALID_PARAMETER, empty});
        // ECHO, and TRANSACTION2 without words.
        CheckAnswer(0x2b, {1, 1, 0, 0, 0}, {SmbStatus::NOT_SUPPORTED, empty});
        CheckAnswer(0x32, empty, {SmbStatus::NOT_SUPPORTED, empty});
        CheckOtherDialect();
    }

    /**
     * Send a request that was made by hand.
     *
     * @param command number of its command
     * @param body what is behind its header
     * @param expected the response
     */
    void CheckAnswer(uint8_t command, const std::vector<uint8_t>& body, const Response& expected)
    {
        Bench bench("Smb1");
        bench.Start();
        const auto socket = Socket::CreateSocket(bench.nodes.Get(2), TcpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(InetSocketAddress(Ipv4Address("10.0.2.1"), 445));
        SmbHeader header;
        header.command = command;
        header.messageId = 77;
        FileServiceWriter writer;
        Smb1Codec().SerializeHeader(header, writer);
        FileServiceFramer framer(FileServiceFraming::NETBIOS, 65536);
        const auto mark = framer.MakeMark(writer.GetSize() + body.size());
        std::vector<uint8_t> bytes(mark.begin(), mark.end());
        bytes.insert(bytes.end(), writer.GetBytes().begin(), writer.GetBytes().end());
        bytes.insert(bytes.end(), body.begin(), body.end());
        Simulator::Schedule(MilliSeconds(20),
                            [&]() { socket->Send(Create<Packet>(bytes.data(), bytes.size())); });
        Simulator::Stop(MilliSeconds(60));
        Simulator::Run();
        auto arrived = socket->Recv();
        NS_TEST_ASSERT_MSG_NE(arrived, nullptr, "a response to " << +command);
        NS_TEST_EXPECT_MSG_EQ((framer.Receive(arrived) == FileServiceFramer::Outcome::MESSAGE),
                              true,
                              "a response to " << +command);
        auto message = framer.Release();
        message.bytes.resize(message.size);
        FileServiceReader reader(message);
        const auto answer = Smb1Codec().DeserializeHeader(reader);
        NS_TEST_EXPECT_MSG_EQ((answer.status == expected.first), true, "status of " << +command);
        NS_TEST_EXPECT_MSG_EQ(answer.messageId, 77, "MID");
        NS_TEST_EXPECT_MSG_EQ(answer.command, command, "command");
        const std::vector<uint8_t> rest(message.bytes.begin() + 32, message.bytes.end());
        NS_TEST_EXPECT_MSG_EQ((rest == expected.second), true, "body for " << +command);
    }

    /// Client and server of different dialects: the server closes the connection, and the client
    /// gives up.
    void CheckOtherDialect()
    {
        for (const auto* protocol : {"Smb", "Smb1"})
        {
            Bench bench(protocol);
            const std::string other = protocol == std::string("Smb") ? "NT LM 0.12" : "2.1";
            bench.helper.SetServerAttribute("Dialect", StringValue(other));
            Simulator::Stop(Seconds(60));
            bench.Start();
            NS_TEST_EXPECT_MSG_EQ(bench.clients[0]->IsReady(), false, "not mounted");
            NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 0, "closed");
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Exchanges of SMB clients with a server in NT LM 0.12.
 */
class Smb1ExchangeTestSuite : public TestSuite
{
  public:
    Smb1ExchangeTestSuite()
        : TestSuite("host-io-smb1-exchange", Type::UNIT)
    {
        AddTestCase(new Smb1LatencyTest(), Duration::QUICK);
        AddTestCase(new Smb1OutstandingTest(), Duration::QUICK);
        AddTestCase(new Smb1RequestsTest(), Duration::QUICK);
        AddTestCase(new Smb1FileNumbersTest(), Duration::QUICK);
        AddTestCase(new Smb1StrangeMessagesTest(), Duration::QUICK);
    }
};

static Smb1ExchangeTestSuite g_smb1ExchangeTestSuite; //!< the suite
