/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/file-service-framer.h"
#include "ns3/inet-socket-address.h"
#include "ns3/nfs-protocol.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rpc-header.h"
#include "ns3/simulator.h"
#include "ns3/smb-dialect.h"
#include "ns3/smb-message.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <sstream>
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
 * Random operations over the network have the same outcome as on a file system without one, and so
 * have two runs.
 */
class FileServiceContentsTest : public TestCase
{
  public:
    /**
     * @param protocol Nfs, Smb or Smb1
     * @param memory bytes of the page cache of a client of NFS, 0 for none
     */
    explicit FileServiceContentsTest(const std::string& protocol, uint64_t memory = 0)
        : TestCase("Random operations by " + protocol + ", cache of " + std::to_string(memory)),
          m_protocol(protocol),
          m_memory(memory)
    {
    }

  private:
    /// A file that is open on both sides.
    struct OpenFile
    {
        std::string path;     //!< its name
        FileHandle remote{0}; //!< its handle over the network
        FileHandle direct{0}; //!< its handle without
    };

    void DoRun() override
    {
        for (int64_t stream = 100; stream < 108; ++stream)
        {
            RunOnce(stream);
        }
        const auto first = RunOnce(7);
        const auto second = RunOnce(7);
        NS_TEST_EXPECT_MSG_EQ((first == second), true, "two runs are the same");
    }

    /**
     * Run operations on both sides.
     *
     * @param stream which random numbers
     * @return what happened, with times
     */
    std::string RunOnce(int64_t stream)
    {
        Bench bench(m_protocol, true);
        bench.captureName = CreateTempDirFilename(m_protocol + ".pcap");
        if (m_memory > 0)
        {
            bench.helper.SetClientAttribute("CacheMemory", UintegerValue(m_memory));
        }
        bench.Start();
        m_remote = bench.clients[0];
        m_direct = CreateObject<MemoryFileSystem>();
        m_direct->SetAttribute("StoreData", BooleanValue(true));
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(stream);
        m_open.clear();
        m_next = 0;
        std::ostringstream story;
        for (m_step = 0; m_step < 3000; ++m_step)
        {
            Step();
            story << Simulator::Now().GetNanoSeconds() << " ";
        }
        while (!m_open.empty())
        {
            CloseLast();
        }
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(),
                              m_direct->GetUsedBytes(),
                              "bytes in the end");
        story << m_remote->GetCounters();
        m_remote = nullptr;
        return story.str();
    }

    /**
     * @param n how many
     * @return one of the numbers below n
     */
    uint32_t Choose(uint32_t n)
    {
        return m_random->GetInteger(0, n - 1);
    }

    /**
     * @return a path: one of a few, so that operations meet
     */
    std::string ChoosePath()
    {
        static const std::vector<std::string> PARTS = {"/a", "/b", "/c"};
        auto path = PARTS[Choose(3)];
        for (auto deeper = Choose(3); deeper > 0; --deeper)
        {
            path += PARTS[Choose(3)];
        }
        return path;
    }

    /**
     * Run a request on both sides and compare.
     *
     * @param request the request
     * @param directHandle handle of its file without a network
     * @return the request that was run without a network
     */
    Ptr<FileRequest> RunBoth(Ptr<FileRequest> request, FileHandle directHandle = 0)
    {
        auto direct = Create<FileRequest>(request->operation);
        *direct = *request;
        direct->handle = directHandle;
        Bench::Run(m_remote, request);
        Bench::Run(m_direct, direct);
        std::ostringstream name;
        name << "step " << m_step << ": " << request->operation << " " << request->path << " "
             << request->newPath << " " << request->offset << " " << request->bytes;
        // Which of two errors in a rename is reported, POSIX leaves open.
        const bool bothFail = request->operation == FileOperation::RENAME &&
                              request->status != FileStatus::OK && direct->status != FileStatus::OK;
        if (!bothFail)
        {
            NS_TEST_EXPECT_MSG_EQ(request->status, direct->status, name.str());
        }
        NS_TEST_EXPECT_MSG_EQ(request->done, direct->done, name.str());
        NS_TEST_EXPECT_MSG_EQ(
            (Bench::GetContents(request->data) == Bench::GetContents(direct->data)),
            true,
            name.str());
        NS_TEST_EXPECT_MSG_EQ((request->names == direct->names), true, name.str());
        if (!direct->attributes.directory)
        {
            NS_TEST_EXPECT_MSG_EQ(request->attributes.bytes, direct->attributes.bytes, name.str());
        }
        return direct;
    }

    /**
     * Run one operation.
     */
    void Step()
    {
        static const std::vector<FileOperation> ON_NAMES = {FileOperation::STAT,
                                                            FileOperation::LIST,
                                                            FileOperation::SYNC_DIRECTORY,
                                                            FileOperation::UNLINK,
                                                            FileOperation::RENAME,
                                                            FileOperation::MAKE_DIRECTORY,
                                                            FileOperation::REMOVE_DIRECTORY};
        const auto kind = Choose(10);
        if (kind < 3)
        {
            StepOnName(ON_NAMES[Choose(ON_NAMES.size())]);
        }
        else if (kind < 5)
        {
            OpenOne();
        }
        else if (m_open.size() > 4 || (kind == 5 && !m_open.empty()))
        {
            CloseLast();
        }
        else if (!m_open.empty())
        {
            StepOnHandle(m_open[Choose(m_open.size())]);
        }
    }

    /**
     * @param operation an operation on a name; not on one under which something is open, which
     *        protocols treat in ways of their own
     */
    void StepOnName(FileOperation operation)
    {
        auto request = Bench::Make(operation, ChoosePath());
        request->newPath = operation == FileOperation::RENAME ? ChoosePath() : "";
        const bool changes =
            operation == FileOperation::UNLINK || operation == FileOperation::RENAME;
        for (const auto& file : m_open)
        {
            if (changes &&
                (file.path.starts_with(request->path) || file.path.starts_with(request->newPath)))
            {
                return;
            }
        }
        RunBoth(request);
    }

    /// Open a file.
    void OpenOne()
    {
        auto request = Bench::Make(FileOperation::OPEN, ChoosePath());
        request->flags.create = Choose(2) == 0;
        request->flags.exclusive = Choose(4) == 0;
        request->flags.truncate = Choose(4) == 0;
        request->flags.append = Choose(4) == 0;
        request->flags.synchronous = Choose(8) == 0;
        request->flags.direct = Choose(8) == 0;
        const auto direct = RunBoth(request);
        if (direct->status == FileStatus::OK)
        {
            m_open.push_back({request->path, request->handle, direct->handle});
        }
    }

    /// Close the file that was opened last.
    void CloseLast()
    {
        const auto file = m_open.back();
        m_open.pop_back();
        RunBoth(Bench::Make(FileOperation::CLOSE, file.remote), file.direct);
    }

    /**
     * @param file an open file
     */
    void StepOnHandle(const OpenFile& file)
    {
        static const std::vector<FileOperation> ON_HANDLES = {FileOperation::READ,
                                                              FileOperation::READ,
                                                              FileOperation::READ,
                                                              FileOperation::WRITE,
                                                              FileOperation::WRITE,
                                                              FileOperation::WRITE,
                                                              FileOperation::SYNC,
                                                              FileOperation::SYNC_DATA,
                                                              FileOperation::TRUNCATE};
        const auto operation = ON_HANDLES[Choose(ON_HANDLES.size())];
        const auto bytes = 1 + Choose(Choose(4) == 0 ? 150000 : 5000);
        // Now and then where the last ended, so that some are sequential.
        const auto offset = Choose(2) == 0 ? m_next : Choose(200000);
        auto request = Bench::Make(operation, file.remote, offset, bytes);
        m_next = offset + bytes;
        if (operation == FileOperation::WRITE)
        {
            std::vector<uint8_t> contents(bytes, static_cast<uint8_t>(1 + m_step % 251));
            request->data = Create<Packet>(contents.data(), bytes);
        }
        RunBoth(request, file.direct);
    }

    std::string m_protocol;              //!< Nfs, Smb or Smb1
    uint64_t m_memory;                   //!< bytes of the page cache
    Ptr<FileServiceClient> m_remote;     //!< over the network
    Ptr<MemoryFileSystem> m_direct;      //!< without
    Ptr<UniformRandomVariable> m_random; //!< decides
    std::vector<OpenFile> m_open;        //!< open files
    uint64_t m_next{0};                  //!< where the last read or write ended
    uint32_t m_step{0};                  //!< number of the operation
};

/**
 * @ingroup host-io
 *
 * The connection is lost in the middle of reads and writes: the calls are repeated, none is
 * executed twice where that does harm, and data that a server lost is sent again.
 */
class NfsLostConnectionTest : public TestCase
{
  public:
    NfsLostConnectionTest()
        : TestCase("Lost connections")
    {
    }

  private:
    void DoRun() override
    {
        CheckRepeated();
        CheckDuplicate();
        CheckGivenUp();
        CheckMalformed();
    }

    /// The server restarts while writes and a read are under way.
    void CheckRepeated()
    {
        Bench bench("Nfs");
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 8 << 20);
        const auto read = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        const auto write = Bench::Run(client, Bench::MakeCreate("/g"));
        Bench::Run(client, Bench::Make(FileOperation::WRITE, write->handle, 0, 1 << 20));
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().Get("WRITE").calls, 32, "not committed");
        Simulator::Schedule(MilliSeconds(20), [&]() { bench.server->Reboot(MilliSeconds(500)); });
        const auto begin = Simulator::Now();
        const auto whole =
            Bench::Run(client, Bench::Make(FileOperation::READ, read->handle, 0, 8 << 20));
        NS_TEST_EXPECT_MSG_EQ(whole->done, 8 << 20, "all is read");
        NS_TEST_EXPECT_MSG_GT(Simulator::Now(), begin + Seconds(1), "ReconnectDelay");
        const auto& counters = client->GetCounters();
        NS_TEST_EXPECT_MSG_GT(counters.Get("READ").calls, 256, "some READs were repeated");
        NS_TEST_EXPECT_MSG_EQ(counters.Get("READ").replies, 256, "each has one reply");
        // The COMMIT tells that the server is another instance: the 32 pieces are sent again.
        const auto close = Bench::Run(client, Bench::Make(FileOperation::CLOSE, write->handle));
        NS_TEST_EXPECT_MSG_EQ(close->status, FileStatus::OK, "close");
        NS_TEST_EXPECT_MSG_EQ(counters.Get("WRITE").calls, 64, "written again");
        NS_TEST_EXPECT_MSG_EQ(counters.Get("COMMIT").calls, 2, "committed again");
    }

    /// A reply is lost: the server knows the call when it comes again.
    void CheckDuplicate()
    {
        Bench bench("Nfs");
        bench.files->SetAttribute("Latency", TimeValue(MilliSeconds(50)));
        bench.Start();
        const auto client = bench.clients[0];
        // LOOKUP takes 10 ms of path and 2 * 50 ms; MKDIR is executed from 115 ms on.
        Simulator::Schedule(MilliSeconds(130), [&]() {
            client->SetAttribute("ReconnectDelay", TimeValue(Time(0)));
            bench.BreakConnection(0);
        });
        const auto make = Bench::Run(client, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().Get("MKDIR").calls, 2, "sent twice");
        NS_TEST_EXPECT_MSG_EQ(make->status, FileStatus::OK, "executed once");
    }

    /// There is no server any more.
    void CheckGivenUp()
    {
        Bench bench("Nfs");
        bench.helper.SetClientAttribute("ReconnectAttempts", UintegerValue(3));
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 8 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        Simulator::Schedule(MilliSeconds(20), [&]() { bench.server->Reboot(Hours(9)); });
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 8 << 20));
        NS_TEST_EXPECT_MSG_LT(read->done, 8 << 20, "what came before is there");
        const auto rest =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 7 << 20, 4096));
        NS_TEST_EXPECT_MSG_EQ(rest->status, FileStatus::INPUT_OUTPUT, "nobody answers");
        const auto stat = Bench::Run(client, Bench::Make(FileOperation::STAT, "/h"));
        NS_TEST_EXPECT_MSG_EQ(stat->status, FileStatus::INPUT_OUTPUT, "nor later");
    }

    /// A peer that sends no messages loses its connection, and others notice nothing.
    void CheckMalformed()
    {
        Bench bench("Nfs");
        bench.Start();
        const auto socket = Socket::CreateSocket(bench.nodes.Get(2), TcpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(InetSocketAddress(Ipv4Address("10.0.2.1"), 2049));
        Simulator::Schedule(MilliSeconds(20), [&]() {
            NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 3, "connections");
            const std::vector<uint8_t> bytes(100, 0xff);
            socket->Send(Create<Packet>(bytes.data(), bytes.size()));
        });
        Simulator::Stop(MilliSeconds(40));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 2, "it is closed");
        const auto stat = Bench::Run(bench.clients[1], Bench::Make(FileOperation::STAT, "/"));
        NS_TEST_EXPECT_MSG_EQ(stat->status, FileStatus::OK, "the others stand");
    }
};

/**
 * @ingroup host-io
 *
 * Requests with right headers and random bodies do a server no harm.
 */
class FileServiceRandomBytesTest : public TestCase
{
  public:
    /**
     * @param protocol Nfs, Smb or Smb1
     */
    explicit FileServiceRandomBytesTest(const std::string& protocol)
        : TestCase("Random bodies of requests by " + protocol),
          m_protocol(protocol)
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(m_protocol, true);
        bench.Start();
        bench.MakeFile("/f", 100);
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(3);
        const auto socket = Socket::CreateSocket(bench.nodes.Get(2), TcpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(InetSocketAddress(Ipv4Address("10.0.2.1"), bench.server->GetPort()));
        for (uint32_t i = 0; i < 2000; ++i)
        {
            Simulator::Schedule(MilliSeconds(20) + MicroSeconds(10 * i), [this, socket, i]() {
                const auto bytes = MakeRequest(i);
                socket->Send(Create<Packet>(bytes.data(), bytes.size()));
            });
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        uint64_t replies = 0;
        for (const auto* name : {"LOOKUP",
                                 "READ",
                                 "WRITE",
                                 "READDIR",
                                 "CREATE",
                                 "SET_INFO",
                                 "READ_ANDX",
                                 "WRITE_ANDX",
                                 "DELETE",
                                 "RENAME",
                                 "NT_CREATE_ANDX"})
        {
            replies += bench.server->GetCounters().Get(name).calls;
        }
        NS_TEST_EXPECT_MSG_GT(replies, 200, "they arrive");
        const auto stat = Bench::Run(bench.clients[0], Bench::Make(FileOperation::STAT, "/f"));
        NS_TEST_EXPECT_MSG_EQ(stat->status, FileStatus::OK, "the server stands");
    }

    /**
     * @param number number of the request
     * @return it, with its mark
     */
    std::vector<uint8_t> MakeRequest(uint32_t number)
    {
        FileServiceWriter writer;
        if (m_protocol == "Nfs")
        {
            RpcCallHeader header;
            header.xid = number;
            header.program = NFS_PROGRAM;
            header.version = NFS_VERSION;
            header.procedure = m_random->GetInteger(0, 22);
            header.Serialize(writer);
        }
        else
        {
            MakeSmbHeader(number, writer);
        }
        for (auto left = m_random->GetInteger(0, 150); left > 0; --left)
        {
            // Zeros are likely, as they are in lengths and numbers.
            const bool isZero = m_random->GetInteger(0, 1) == 0;
            writer.Put8(isZero ? 0 : m_random->GetInteger(0, 255));
        }
        const auto framing =
            m_protocol == "Nfs" ? FileServiceFraming::RECORD_MARKING : FileServiceFraming::NETBIOS;
        const auto mark = FileServiceFramer(framing, 0).MakeMark(writer.GetSize());
        std::vector<uint8_t> bytes(mark.begin(), mark.end());
        bytes.insert(bytes.end(), writer.GetBytes().begin(), writer.GetBytes().end());
        return bytes;
    }

    /**
     * @param number number of the request
     * @param to where to write its header
     */
    void MakeSmbHeader(uint32_t number, FileServiceWriter& to)
    {
        const bool isSmb1 = m_protocol == "Smb1";
        const auto dialect = isSmb1 ? SmbDialect::NT_LM_0_12 : SmbDialect::SMB_2_1;
        // One of the commands that are here, or one that may not be.
        const auto here = static_cast<SmbCommand>(m_random->GetInteger(0, isSmb1 ? 16 : 10));
        const bool isHere = m_random->GetInteger(0, 3) != 0;
        const auto& codec = GetSmbCodec(dialect);
        SmbHeader header;
        header.command = isHere ? codec.GetNumber(here) : m_random->GetInteger(0, 255);
        header.messageId = number;
        codec.SerializeHeader(header, to);
    }

    std::string m_protocol;              //!< Nfs, Smb or Smb1
    Ptr<UniformRandomVariable> m_random; //!< makes the bytes
};

/**
 * @ingroup host-io
 *
 * A client that unmounts closes its connection, and a later request makes another. Sockets of both
 * ends are traced.
 */
class FileServiceUnmountTest : public TestCase
{
  public:
    /**
     * @param protocol Nfs or Smb
     */
    explicit FileServiceUnmountTest(const std::string& protocol)
        : TestCase("Unmount, " + protocol),
          m_protocol(protocol)
    {
    }

  private:
    /**
     * @param object a client or server
     * @param count counts its sockets
     */
    static void Follow(Ptr<Object> object, uint32_t& count)
    {
        object->TraceConnectWithoutContext(
            "Socket",
            Callback<void, Ptr<Socket>>([&count](Ptr<Socket>) { ++count; }));
    }

    void DoRun() override
    {
        FileServiceTestBench bench(m_protocol);
        bench.Start();
        const auto client = bench.clients.front();
        uint32_t atClient = 0;
        uint32_t atServer = 0;
        Follow(client, atClient);
        Follow(bench.server, atServer);
        NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 2, "both clients have mounted");
        client->Unmount();
        client->Unmount();
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 1, "one has gone");
        const auto status =
            FileServiceTestBench::Run(client, FileServiceTestBench::MakeCreate("/a"))->status;
        NS_TEST_EXPECT_MSG_EQ(status, FileStatus::OK, "it is there again");
        NS_TEST_EXPECT_MSG_EQ(bench.server->GetNConnections(), 2, "with another connection");
        NS_TEST_EXPECT_MSG_EQ(atClient, 1, "a socket");
        NS_TEST_EXPECT_MSG_EQ(atServer, 1, "accepted");
    }

    std::string m_protocol; //!< Nfs or Smb
};

/**
 * @ingroup host-io
 *
 * Contents over the network, and the loss of the network.
 */
class FileServiceContentsTestSuite : public TestSuite
{
  public:
    FileServiceContentsTestSuite()
        : TestSuite("host-io-file-service-contents", Type::UNIT)
    {
        AddTestCase(new FileServiceContentsTest("Nfs"), Duration::QUICK);
        // The smaller one holds 16 pages, fewer than the files have.
        AddTestCase(new FileServiceContentsTest("Nfs", 65536), Duration::QUICK);
        AddTestCase(new FileServiceContentsTest("Nfs", 8 << 20), Duration::QUICK);
        AddTestCase(new FileServiceContentsTest("Smb"), Duration::QUICK);
        AddTestCase(new FileServiceContentsTest("Smb1"), Duration::QUICK);
        AddTestCase(new NfsLostConnectionTest(), Duration::QUICK);
        AddTestCase(new FileServiceUnmountTest("Nfs"), Duration::QUICK);
        AddTestCase(new FileServiceUnmountTest("Smb"), Duration::QUICK);
        AddTestCase(new FileServiceRandomBytesTest("Nfs"), Duration::QUICK);
        AddTestCase(new FileServiceRandomBytesTest("Smb"), Duration::QUICK);
        AddTestCase(new FileServiceRandomBytesTest("Smb1"), Duration::QUICK);
    }
};

static FileServiceContentsTestSuite g_fileServiceContentsTestSuite; //!< the suite
