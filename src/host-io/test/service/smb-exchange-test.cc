/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/simulator.h"
#include "ns3/smb-client.h"
#include "ns3/smb-fields.h"
#include "ns3/smb-server.h"
#include "ns3/smb2-codec.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

} // namespace

/**
 * @ingroup host-io
 *
 * Headers and bodies of SMB2 have the bytes of MS-SMB2; what is cut short fails.
 */
class Smb2CodecTest : public TestCase
{
  public:
    Smb2CodecTest()
        : TestCase("SMB2 header and messages")
    {
    }

  private:
    void DoRun() override
    {
        // 2.2.1.2: 0xfe SMB, StructureSize 64, CreditCharge 2, Status 0, Command READ 8, credits 3,
        // Flags 0, NextCommand 0, MessageId 5, Reserved 0, TreeId 6, SessionId 7, Signature 0.
        std::vector<uint8_t> bytes = {0xfe, 'S', 'M', 'B', 64, 0, 2, 0, 0, 0, 0, 0, 8, 0, 3, 0};
        bytes.resize(64);
        bytes[24] = 5;
        bytes[36] = 6;
        bytes[40] = 7;
        Smb2Header header;
        header.creditCharge = 2;
        header.command = 8;
        header.credits = 3;
        header.messageId = 5;
        header.treeId = 6;
        header.sessionId = 7;
        FileServiceWriter writer;
        header.Serialize(writer);
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == bytes), true, "header");
        CheckRead();
        CheckSizes();
        CheckCut();
    }

    /// READ request, 2.2.19: StructureSize 49, Padding 80, Flags, Length, Offset, FileId, three
    /// fields of four bytes, two of two, a byte of buffer.
    void CheckRead()
    {
        std::vector<uint8_t> bytes = {49, 0, 80, 0, 0, 0, 1, 0, 9};
        bytes.resize(49);
        bytes[16] = 4;
        bytes[24] = 5;
        SmbRequest request;
        request.fileId.persistent = 4;
        request.fileId.number = 5;
        request.bytes = 65536;
        request.offset = 9;
        FileServiceWriter writer;
        Smb2Codec().SerializeRequest(SmbCommand::READ, request, writer);
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == bytes), true, "READ");
    }

    /// Bytes behind the header, as the StructureSize and the buffers of each message have them.
    void CheckSizes()
    {
        SmbRequest request;
        request.path = "abc";
        request.dialects = {Smb2Codec::DIALECT_2_1};
        request.blob.assign(32, 'b');
        // 36 and a dialect; 24 and a blob of 32; 8 and 3 letters; 56 and 3 letters.
        CheckRequestSize(SmbCommand::NEGOTIATE, request, 38);
        CheckRequestSize(SmbCommand::SESSION_SETUP, request, 56);
        CheckRequestSize(SmbCommand::TREE_CONNECT, request, 14);
        CheckRequestSize(SmbCommand::CREATE, request, 62);
        CheckRequestSize(SmbCommand::CLOSE, request, 24);
        CheckRequestSize(SmbCommand::FLUSH, request, 24);
        CheckRequestSize(SmbCommand::WRITE, request, 48);
        // 32 and "*"; 40 and a byte.
        CheckRequestSize(SmbCommand::QUERY_DIRECTORY, request, 34);
        CheckRequestSize(SmbCommand::QUERY_INFO, request, 41);
        request.newPath = "abc";
        request.information = SmbInformation::RENAME;
        CheckRequestSize(SmbCommand::SET_INFO, request, 32 + 20 + 6);
        request.information = SmbInformation::DISPOSITION;
        CheckRequestSize(SmbCommand::SET_INFO, request, 32 + 1);
        request.information = SmbInformation::END_OF_FILE;
        CheckRequestSize(SmbCommand::SET_INFO, request, 32 + 8);
        SmbResponse response;
        CheckResponseSize(SmbCommand::NEGOTIATE, response, 64);
        CheckResponseSize(SmbCommand::SESSION_SETUP, response, 8);
        CheckResponseSize(SmbCommand::TREE_CONNECT, response, 16);
        CheckResponseSize(SmbCommand::CREATE, response, 88);
        CheckResponseSize(SmbCommand::CLOSE, response, 60);
        CheckResponseSize(SmbCommand::FLUSH, response, 4);
        CheckResponseSize(SmbCommand::READ, response, 16);
        CheckResponseSize(SmbCommand::WRITE, response, 16);
        CheckResponseSize(SmbCommand::QUERY_INFO, response, 8 + 56);
        CheckResponseSize(SmbCommand::SET_INFO, response, 2);
        // Two names: 12 + 2, up to a multiple of 8; 12 + 6 likewise.
        response.names = {"a", "abc"};
        CheckResponseSize(SmbCommand::QUERY_DIRECTORY, response, 8 + 16 + 24);
    }

    /**
     * @param command a command
     * @param request a request
     * @param size its bytes behind the header
     */
    void CheckRequestSize(SmbCommand command, const SmbRequest& request, uint32_t size)
    {
        FileServiceWriter writer;
        Smb2Codec().SerializeRequest(command, request, writer);
        NS_TEST_EXPECT_MSG_EQ(writer.GetSize(), size, "request " << Smb2Codec().GetName(command));
    }

    /**
     * @param command a command
     * @param response a response
     * @param size its bytes behind the header
     */
    void CheckResponseSize(SmbCommand command, const SmbResponse& response, uint32_t size)
    {
        FileServiceWriter writer;
        Smb2Codec().SerializeResponse(command, response, writer);
        NS_TEST_EXPECT_MSG_EQ(writer.GetSize(), size, "response " << Smb2Codec().GetName(command));
    }

    /// A CREATE and a list of names are read back when they are whole, and fail when they are not.
    void CheckCut()
    {
        Smb2Header header;
        SmbRequest request;
        request.path = "a/b";
        request.disposition = SmbDisposition::OVERWRITE_IF;
        request.access = SmbFields::READ_DATA;
        FileServiceWriter create;
        header.Serialize(create);
        Smb2Codec().SerializeRequest(SmbCommand::CREATE, request, create);
        SmbResponse response;
        response.names = {"a", "abc"};
        FileServiceWriter names;
        header.Serialize(names);
        Smb2Codec().SerializeResponse(SmbCommand::QUERY_DIRECTORY, response, names);
        for (uint32_t size = 0; size <= create.GetSize(); ++size)
        {
            const FileServiceMessage message{create.GetBytes(), size};
            FileServiceReader reader(message);
            header.Deserialize(reader);
            const auto read = Smb2Codec().DeserializeRequest(SmbCommand::CREATE, reader, false);
            const bool whole = size == create.GetSize();
            NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), !whole, "CREATE " << size);
            NS_TEST_EXPECT_MSG_EQ((!whole || read.path == "a/b"), true, "CREATE " << size);
        }
        // The last name ends before the filling.
        for (uint32_t size = 0; size <= names.GetSize(); ++size)
        {
            const FileServiceMessage message{names.GetBytes(), size};
            FileServiceReader reader(message);
            header.Deserialize(reader);
            const auto read =
                Smb2Codec().DeserializeResponse(SmbCommand::QUERY_DIRECTORY, reader, false);
            const bool whole = size >= 64 + 8 + 16 + 18;
            NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), !whole, "names " << size);
            NS_TEST_EXPECT_MSG_EQ((!whole || read.names == response.names), true, "names " << size);
        }
    }
};

/**
 * @ingroup host-io
 *
 * One READ of 64 KiB outstanding over a known path: throughput is size by latency; and the requests
 * that operations take.
 */
class SmbLatencyTest : public TestCase
{
  public:
    SmbLatencyTest()
        : TestCase("Requests, and throughput with one READ outstanding")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Smb");
        bench.Start();
        const auto client = bench.clients[0];
        // NEGOTIATE, SESSION_SETUP, TREE_CONNECT.
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 3, "login");
        bench.MakeFile("/f", 1 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(open->attributes.bytes, 1 << 20, "size");
        const auto begin = Simulator::Now();
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 1 << 20));
        NS_TEST_EXPECT_MSG_EQ(read->done, 1 << 20, "bytes");
        // Around each segment are 2 + 20 + 32 = 54 bytes (PPP, IP, TCP with timestamps).
        // Request: NetBIOS 4, header 64, body 49: 117 + 54 = 171 bytes, 1368 ns.
        // Response: 4 + 64 + 16 + 65536 = 65620 bytes in 46 segments of 1448: 65620 + 46 * 54 =
        // 68104 bytes, 544832 ns. ns-3 sends 1 ns after it was asked to, at either end.
        // Every second segment is acknowledged at once, the last of 46 too: 54 bytes, 432 ns, go
        // ahead of each request but the first, which spends 1 ns of them waiting for ns-3 anyway.
        const auto latency = MilliSeconds(10) + NanoSeconds(1368 + 544832 + 2);
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - begin).GetNanoSeconds(),
                              (latency * 16).GetNanoSeconds() + 15 * 431,
                              "16 READs");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 3 + 1 + 16 + 1, "requests");
        Bench::Run(client, Bench::Make(FileOperation::UNLINK, "/f"));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "SET_INFO"), 1, "delete on close");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 21 + 3, "CREATE, SET_INFO, CLOSE");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 0, "it is deleted");
        const auto server = DynamicCast<SmbServer>(bench.server);
        NS_TEST_EXPECT_MSG_EQ(server->GetNOpen(), 0, "nothing stays open");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetNOpen(), 0, "nothing stays open");
    }
};

/**
 * @ingroup host-io
 *
 * Credits and Multiplex limit what is outstanding.
 */
class SmbCreditsTest : public TestCase
{
  public:
    SmbCreditsTest()
        : TestCase("Credits and Multiplex")
    {
    }

  private:
    void DoRun() override
    {
        // One credit for each 64 KiB: 4 requests of 64 KiB, 4 of 256 KiB, but 2 with 8 credits.
        CheckOutstanding(128, 4, 65536, 4);
        CheckOutstanding(3, 4, 65536, 3);
        CheckOutstanding(128, 4, 262144, 4);
        CheckOutstanding(8, 4, 262144, 2);
        CheckOutstanding(6, 4, 262144, 1);
        // A READ larger than all credits is cut.
        CheckOutstanding(2, 4, 262144, 1);
    }

    /**
     * @param credits Credits of the server
     * @param multiplex Multiplex of the client
     * @param readSize ReadSize of the client
     * @param outstanding READs outstanding then
     */
    void CheckOutstanding(uint32_t credits,
                          uint32_t multiplex,
                          uint32_t readSize,
                          uint32_t outstanding)
    {
        Bench bench("Smb");
        bench.helper.SetServerAttribute("Credits", UintegerValue(credits));
        bench.helper.SetClientAttribute("Multiplex", UintegerValue(multiplex));
        bench.helper.SetClientAttribute("ReadSize", UintegerValue(readSize));
        bench.Start();
        const auto client = DynamicCast<SmbClient>(bench.clients[0]);
        NS_TEST_EXPECT_MSG_EQ(client->GetCredits(), credits, "credits after the login");
        bench.MakeFile("/f", 4 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        std::size_t now = 0;
        Simulator::Schedule(MilliSeconds(1), [&]() { now = client->GetNOutstanding(); });
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 4 << 20));
        NS_TEST_EXPECT_MSG_EQ(read->done, 4 << 20, "bytes");
        NS_TEST_EXPECT_MSG_EQ(now, outstanding, "READs with " << credits << " credits");
        NS_TEST_EXPECT_MSG_EQ(client->GetCredits(), credits, "all credits come back");
    }
};

/**
 * @ingroup host-io
 *
 * A lost connection fails what is under way; the next open works.
 */
class SmbLostConnectionTest : public TestCase
{
  public:
    /**
     * @param protocol Smb or Smb1
     */
    explicit SmbLostConnectionTest(const std::string& protocol)
        : TestCase("Lost connection by " + protocol),
          m_protocol(protocol)
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(m_protocol);
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 1 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        Simulator::Schedule(MilliSeconds(5), [&]() { bench.server->Reboot(MilliSeconds(100)); });
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 65536));
        NS_TEST_EXPECT_MSG_EQ(read->status, FileStatus::INPUT_OUTPUT, "under way");
        const auto later =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 65536));
        NS_TEST_EXPECT_MSG_EQ(later->status, FileStatus::STALE, "its handle");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetNOpen(), 0, "the server closed the file");
        const auto again = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(again->status, FileStatus::OK, "after a new login");
    }

    std::string m_protocol; //!< Smb or Smb1
};

/**
 * @ingroup host-io
 *
 * MessageIds count credits: each begins where the one before ended (MS-SMB2, 3.2.4.1.3).
 */
class SmbMessageIdsTest : public TestCase
{
  public:
    SmbMessageIdsTest()
        : TestCase("MessageIds")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Smb");
        bench.helper.SetClientAttribute("ReadSize", UintegerValue(256 << 10));
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 1 << 20);
        const auto node = bench.nodes.Get(1);
        node->GetDevice(node->GetNDevices() - 1)
            ->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&SmbMessageIdsTest::Sent, this));
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 1 << 20));
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        // Three of the login; CREATE, four READs of four credits each, CLOSE.
        const std::vector<uint64_t> ids{3, 4, 8, 12, 16, 20};
        const std::vector<uint16_t> charges{1, 4, 4, 4, 4, 1};
        NS_TEST_EXPECT_MSG_EQ((m_ids == ids), true, "MessageIds");
        NS_TEST_EXPECT_MSG_EQ((m_charges == charges), true, "CreditCharges");
        // On a new connection they begin anew.
        m_ids.clear();
        Simulator::ScheduleNow([&bench]() { bench.BreakConnection(0); });
        Bench::Run(client, Bench::Make(FileOperation::STAT, "/f"));
        const auto again = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(again->status, FileStatus::OK, "after a new login");
        NS_TEST_ASSERT_MSG_GT_OR_EQ(m_ids.size(), 4, "login and CREATE");
        const std::vector<uint64_t> last(m_ids.end() - 4, m_ids.end());
        NS_TEST_EXPECT_MSG_EQ((last == std::vector<uint64_t>{0, 1, 2, 3}), true, "from 0");
    }

    /**
     * A packet left the client. Requests are small and each in a segment of its own, or several in
     * one.
     *
     * @param packet from PPP's header on
     */
    void Sent(Ptr<const Packet> packet)
    {
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        const std::vector<uint8_t> start{0xfe, 'S', 'M', 'B', 64, 0};
        for (auto at = bytes.begin();
             (at = std::search(at, bytes.end(), start.begin(), start.end())) != bytes.end();
             ++at)
        {
            m_charges.push_back(at[6] | at[7] << 8);
            m_ids.push_back(at[24] | at[25] << 8 | at[26] << 16);
        }
    }

    std::vector<uint64_t> m_ids;     //!< of the requests that left
    std::vector<uint16_t> m_charges; //!< their credits
};

/**
 * @ingroup host-io
 *
 * How requests end that no server answers.
 */
class SmbStatusTest : public TestCase
{
  public:
    SmbStatusTest()
        : TestCase("Status without a server")
    {
    }

  private:
    void DoRun() override
    {
        Root();
        Waiting();
        NotReady();
    }

    /// The root of a share cannot be removed, and what is not open has no handle.
    void Root()
    {
        Bench bench("Smb");
        bench.Start();
        const auto client = bench.clients[0];
        const auto calls = client->GetCounters().GetCalls();
        const auto status = [&client](Ptr<FileRequest> request) {
            return Bench::Run(client, request)->status;
        };
        NS_TEST_EXPECT_MSG_EQ(status(Bench::Make(FileOperation::UNLINK, "/")),
                              FileStatus::IS_A_DIRECTORY,
                              "UNLINK");
        NS_TEST_EXPECT_MSG_EQ(status(Bench::Make(FileOperation::REMOVE_DIRECTORY, "/")),
                              FileStatus::INVALID_ARGUMENT,
                              "REMOVE_DIRECTORY");
        NS_TEST_EXPECT_MSG_EQ(status(Bench::Make(FileOperation::READ, 77, 0, 1)),
                              FileStatus::BAD_HANDLE,
                              "READ");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), calls, "nothing was sent");
    }

    /// What waits for credits when the connection is lost fails as what was sent does.
    void Waiting()
    {
        Bench bench("Smb");
        bench.helper.SetServerAttribute("Credits", UintegerValue(1));
        bench.Start();
        const auto client = DynamicCast<SmbClient>(bench.clients[0]);
        bench.MakeFile("/f", 1 << 20);
        bench.MakeFile("/g", 1 << 20);
        std::vector<Ptr<FileRequest>> reads;
        for (const auto* path : {"/f", "/g"})
        {
            const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, path));
            reads.push_back(Bench::Make(FileOperation::READ, open->handle, 0, 65536));
        }
        std::size_t sent = 0;
        Simulator::Schedule(MilliSeconds(4), [&]() { sent = client->GetNOutstanding(); });
        Simulator::Schedule(MilliSeconds(5), [&]() { bench.server->Reboot(MilliSeconds(100)); });
        Bench::RunAll(client, reads);
        NS_TEST_EXPECT_MSG_EQ(sent, 1, "there is one credit");
        for (const auto& read : reads)
        {
            NS_TEST_EXPECT_MSG_EQ(read->status, FileStatus::INPUT_OUTPUT, "sent, and waiting");
        }
    }

    /// A client that has not logged in fails everything.
    void NotReady()
    {
        const auto client = CreateObject<SmbClient>();
        const auto request = Bench::Run(client, Bench::Make(FileOperation::STAT, "/f"));
        NS_TEST_EXPECT_MSG_EQ(request->status, FileStatus::INPUT_OUTPUT, "not ready");
        client->Dispose();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io
 *
 * Exchanges of SMB clients with a server.
 */
class SmbExchangeTestSuite : public TestSuite
{
  public:
    SmbExchangeTestSuite()
        : TestSuite("host-io-smb-exchange", Type::UNIT)
    {
        AddTestCase(new Smb2CodecTest(), Duration::QUICK);
        AddTestCase(new SmbLatencyTest(), Duration::QUICK);
        AddTestCase(new SmbCreditsTest(), Duration::QUICK);
        AddTestCase(new SmbMessageIdsTest(), Duration::QUICK);
        AddTestCase(new SmbStatusTest(), Duration::QUICK);
        AddTestCase(new SmbLostConnectionTest("Smb"), Duration::QUICK);
        AddTestCase(new SmbLostConnectionTest("Smb1"), Duration::QUICK);
    }
};

static SmbExchangeTestSuite g_smbExchangeTestSuite; //!< the suite
