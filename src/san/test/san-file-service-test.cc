/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/file-service-client.h"
#include "ns3/file-service-server.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/san-file-service-protocols.h"
#include "ns3/san-scenario.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @ingroup san-tests
 *
 * A test of programs on file servers with drives of memory.
 */
class SanFileServiceTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanFileServiceTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more what the scenario does
     * @return its words
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        m_output = CreateTempDirFilename("san");
        std::vector<std::string> words{"--device=ram",
                                       "--cache=16",
                                       "--drives=1",
                                       "--output=" + m_output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    std::string m_output; //!< folder of the last scenario's results
};

/**
 * @ingroup san-tests
 *
 * dd reads a file of a server, one READ in each round trip: its time and the bytes on the wire by
 * closed forms.
 */
class SanFileServiceReadTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceReadTestCase()
        : SanFileServiceTestCase("one READ in each round trip")
    {
    }

  private:
    /// What a run says.
    struct Figures
    {
        Time seconds;   //!< of dd
        uint64_t calls; //!< READs
        uint64_t sent;  //!< bytes of TCP, of both ends
    };

    /// Bytes of a READ.
    static constexpr uint64_t SIZE = 4096;

    /**
     * @param service name of the protocol
     * @param count blocks of the file
     * @return the figures of dd
     */
    Figures Read(const std::string& service, uint64_t count)
    {
        auto words = GetWords({"--fileService=" + service,
                               "--workload=dd",
                               "--ddOperation=read",
                               "--ddBlockSize=4096",
                               "--ddCount=" + std::to_string(count),
                               "--" + service + "ReadSize=4096",
                               "--linkRate=1Gbps",
                               "--delay=10ms"});
        if (service == "nfs")
        {
            words.emplace_back("--nfsReadAhead=0");
            words.emplace_back("--nfsCacheMemory=0");
        }
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto program = san.GetProgram(0);
        NS_TEST_EXPECT_MSG_EQ(program->GetBytesRead(), count * SIZE, "dd read all");
        const auto summary = ReadSanFile(m_output + "/summary.json");
        const std::string key = "\"sent_bytes\": ";
        const auto sent = std::stoull(summary.substr(summary.find(key) + key.size()));
        Time seconds;
        for (const auto& result : program->GetResults())
        {
            seconds = result.name == "seconds" ? Seconds(result.values.front()) : seconds;
        }
        return {seconds, san.GetFileClient(0)->GetCounters().Get("READ").calls, sent};
    }

    /**
     * @param request bytes of a request
     * @param reply bytes of a reply
     * @return the time from one to the end of the other
     */
    static Time GetRoundTrip(int64_t request, int64_t reply)
    {
        // At 1 Gb/s, over the link of the host, the path, and the link of the server. Headers of
        // IP, TCP with timestamps, and Ethernet with its preamble; then the gap between frames.
        constexpr int64_t NS_PER_BYTE = 8;
        constexpr int64_t HEADERS = 20 + 32 + 26;
        constexpr int64_t GAP = 12;
        constexpr int64_t FULL = 1448;
        const auto there = 3 * (request + HEADERS);
        // Three segments: the first passes two links alone, and all of them leave the third.
        const auto back =
            2 * (FULL + HEADERS) + 2 * (FULL + HEADERS + GAP) + (reply - 2 * FULL + HEADERS);
        // A call of the page cache takes 1 us, 4096 bytes at 32 Gb/s 1024 ns, and TCP sends 1 ns
        // later at either end.
        return 2 * MilliSeconds(10) + NanoSeconds((there + back) * NS_PER_BYTE + 1000 + 1024 + 2);
    }

    /**
     * @param service name of the protocol
     * @param request bytes of a request
     * @param reply bytes of a reply
     */
    void Check(const std::string& service, int64_t request, int64_t reply)
    {
        const auto few = Read(service, 50);
        const auto more = Read(service, 150);
        NS_TEST_EXPECT_MSG_EQ(few.calls, 50, "a READ for each block");
        NS_TEST_EXPECT_MSG_EQ(more.calls, 150, "a READ for each block");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int64_t>(more.sent - few.sent),
                              100 * (request + reply),
                              "bytes");
        NS_TEST_EXPECT_MSG_EQ_TOL(more.seconds - few.seconds,
                                  100 * GetRoundTrip(request, reply),
                                  NanoSeconds(1),
                                  "time of 100 READs with the " << service << " client");
    }

    void DoRun() override
    {
        // RFC 5531 and RFC 1813, 3.3.6: record mark, call, credential of the user host, verifier,
        // handle, offset, count; record mark, reply, verifier, status of both, attributes, count,
        // end of file, length, data.
        Check("nfs",
              4 + 24 + (8 + 24) + 8 + (4 + 32) + 8 + 4,
              4 + 12 + 8 + 4 + 4 + (4 + 84) + 4 + 4 + 4 + SIZE);
        // MS-SMB2, 2.2.19 and 2.2.20: length, header, request; length, header, response, data.
        Check("smb", 4 + 64 + 49, 4 + 64 + 16 + SIZE);
    }
};

/**
 * @ingroup san-tests
 *
 * The file system and its page cache are on the server: requests.csv has what its drive is asked.
 */
class SanFileServiceDriveTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceDriveTestCase()
        : SanFileServiceTestCase("requests at the server's drive")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 64 * 65536;
        for (const auto& service : GetSanFileServices())
        {
            const std::vector<std::string> dd{"--workload=dd",
                                              "--fileService=" + service.word,
                                              "--ddBlockSize=65536",
                                              "--ddCount=64"};
            auto words = GetWords(dd);
            SanScenario writer(words);
            NS_TEST_EXPECT_MSG_EQ(writer.Run(), true, "all is done");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(
                writer.GetSummary().GetGroup(BlockOperation::WRITE).GetBytes(),
                BYTES,
                "all is written back to the drive");
            words = GetWords(dd);
            words.emplace_back("--ddOperation=read");
            SanScenario reader(words);
            NS_TEST_EXPECT_MSG_EQ(reader.Run(), true, "all is done");
            const auto& summary = reader.GetSummary();
            const auto bytes = summary.GetGroup(BlockOperation::READ).GetBytes();
            NS_TEST_EXPECT_MSG_GT_OR_EQ(bytes, BYTES, "nothing was cached");
            NS_TEST_EXPECT_MSG_LT(bytes, BYTES + 65536, "and a few blocks that say where it is");
            // What made the file does not count. That it was read does: a descriptor, the inode,
            // the commit
            // block, and the inode in its place.
            NS_TEST_EXPECT_MSG_EQ(summary.GetGroup(BlockOperation::WRITE).GetBytes(),
                                  4 * 4096,
                                  "nothing but the access time");
        }
    }
};

/**
 * @ingroup san-tests
 *
 * What a run leaves: figures of calls, connections and programs; the same bytes with the same seed.
 */
class SanFileServiceResultsTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceResultsTestCase()
        : SanFileServiceTestCase("results")
    {
    }

  private:
    /// Contents of files by name.
    using Files = std::map<std::string, std::string>;

    /**
     * @param service name of the protocol
     * @return the results of Postmark on two hosts and three drives
     */
    Files Run(const std::string& service)
    {
        SanScenario san(GetWords({"--workload=postmark",
                                  "--fileService=" + service,
                                  "--initiators=2",
                                  "--drives=3",
                                  "--postmarkNumber=10",
                                  "--postmarkTransactions=20"}));
        NS_TEST_EXPECT_MSG_EQ(san.GetNPrograms(), 3, "one for each drive");
        const auto port = san.GetFileServer(0)->GetPort();
        NS_TEST_EXPECT_MSG_EQ(san.GetFileServer(2)->GetPort(), port + 2, "a port for each");
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        Files files;
        for (const auto* name : {"requests.csv",
                                 "programs.csv",
                                 "calls.csv",
                                 "connections.csv",
                                 "summary.json",
                                 "pdus.csv"})
        {
            files[name] = ReadSanFile(m_output + "/" + name);
        }
        return files;
    }

    void DoRun() override
    {
        for (const auto& service : GetSanFileServices())
        {
            auto files = Run(service.word);
            NS_TEST_EXPECT_MSG_EQ((Run(service.word) == files), true, "equal seeds");
            NS_TEST_EXPECT_MSG_EQ(files["pdus.csv"], "missing", "there is no iSCSI");
            NS_TEST_EXPECT_MSG_EQ(files["calls.csv"].substr(0, 48),
                                  "initiator,drive,procedure,calls,replies,mean_s\n"
                                  "0",
                                  "columns");
            for (const auto* place : {"\n0,0,", "\n0,2,", "\n1,1,"})
            {
                NS_TEST_EXPECT_MSG_NE(files["calls.csv"].find(place),
                                      std::string::npos,
                                      "drives are dealt out: " << place);
            }
            NS_TEST_EXPECT_MSG_NE(files["summary.json"].find("\"tcp\": {\"connections\": 3,"),
                                  std::string::npos,
                                  "a connection for each");
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Options of TCP reach the sockets of both ends.
 */
class SanFileServiceTcpTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceTcpTestCase()
        : SanFileServiceTestCase("options of TCP")
    {
    }

  private:
    /// What a socket has.
    struct Settings
    {
        uint64_t segment;     //!< SegmentSize
        uint64_t receive;     //!< RcvBufSize
        Time minRto;          //!< least retransmission timeout
        std::string category; //!< class of the socket
    };

    /**
     * @param object what has a trace source Socket
     * @param found where the settings of its last socket go
     */
    void Follow(Ptr<Object> object, Settings& found)
    {
        object->TraceConnectWithoutContext(
            "Socket",
            Callback<void, Ptr<Socket>>([&found](Ptr<Socket> socket) {
                UintegerValue segment;
                UintegerValue receive;
                socket->GetAttribute("SegmentSize", segment);
                socket->GetAttribute("RcvBufSize", receive);
                found = {segment.Get(),
                         receive.Get(),
                         DynamicCast<TcpSocketBase>(socket)->GetMinRto(),
                         socket->GetInstanceTypeId().GetName()};
            }));
    }

    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=dd",
                                  "--fileService=nfs",
                                  "--ddCount=1",
                                  "--segmentSize=1000",
                                  "--rcvBufSize=70000",
                                  "--targetRcvBufSize=80000",
                                  "--minRto=300ms",
                                  "--offload=tso"}));
        Settings client;
        Settings server;
        Follow(san.GetFileClient(0), client);
        Follow(san.GetFileServer(0), server);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(client.segment, 1000, "SegmentSize");
        NS_TEST_EXPECT_MSG_EQ(server.segment, 1000, "SegmentSize of the server");
        NS_TEST_EXPECT_MSG_EQ(client.receive, 70000, "RcvBufSize");
        NS_TEST_EXPECT_MSG_EQ(server.receive, 80000, "targetRcvBufSize");
        NS_TEST_EXPECT_MSG_EQ(client.minRto, MilliSeconds(300), "MinRto");
        NS_TEST_EXPECT_MSG_EQ(server.minRto, MilliSeconds(300), "MinRto of the server");
        NS_TEST_EXPECT_MSG_EQ(client.category, "ns3::TcpOffloadSocket", "offload");
        NS_TEST_EXPECT_MSG_EQ(server.category, "ns3::TcpOffloadSocket", "offload at the server");
    }
};

/**
 * @ingroup san-tests
 *
 * What cannot be is said in one line that names the option.
 */
class SanFileServiceErrorTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceErrorTestCase()
        : SanFileServiceTestCase("mistakes")
    {
    }

  private:
    /**
     * @param more words beside dd over NFS
     * @param expected the message, or nothing
     */
    void Check(const std::vector<std::string>& more, const std::string& expected)
    {
        auto words = GetWords({"--workload=dd", "--fileService=nfs", "--ddCount=1"});
        words.insert(words.end(), more.begin(), more.end());
        const auto text = GetSanError([&words] { SanScenario(words).Run(); });
        NS_TEST_EXPECT_MSG_EQ(text, expected, "message");
    }

    void DoRun() override
    {
        const std::string iscsi = " needs fileService=none";
        Check({"--gateway=true"}, "gateway: true" + iscsi);
        Check({"--connections=2"}, "connections: 2" + iscsi);
        Check({"--dataDigest=CRC32C"}, "dataDigest: CRC32C" + iscsi);
        Check({"--fcLineRate=2.125Gbps"}, "fcLineRate: 2.125Gbps needs loops>0");
        Check({"--readOnly=true"}, "readOnly: true" + iscsi);
        Check({"--gateway=0", "--segmentSize=1000", "--targetSndBufSize=9000", "--mayFail"}, "");
        Check({"--tcpSharing=ensemble", "--tcpIdleRestart", "--delAckFullSized"}, "");
        Check({"--links=2"},
              "links: 2 needs connections>1, or multipath=round-robin, least-queue-depth, "
              "service-time or failover, or pathPull and fileService=none");
        Check({"--workload=closed"}, "ddCount: 1 needs workload=dd");
        auto blocks = GetWords({"--workload=closed", "--fileService=nfs"});
        NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { SanScenario(blocks).Run(); }),
                              "fileService: nfs needs workload=dd, bonnie, postmark, copy or files",
                              "block requests");
        Check({"--cache=0"},
              "cache: 0, but dd needs a file system, which needs a page cache, such as cache=64");
        Check({"--fileService=afs"}, "fileService: afs is not one of nfs, none, smb, smb1");
        Check({"--nfsReadSize=1"},
              "nfsReadSize: 1 is not a whole number from 1024 to 1048576 bytes, such as 32768");
        Check({"--lossToTargets=1"},
              "file server 10.0.0.2:2049: not mounted when the simulation ended");
    }
};

/**
 * @ingroup san-tests
 *
 * A server that cannot be reached is no mistake if it may be so.
 */
class SanFileServiceFailureTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceFailureTestCase()
        : SanFileServiceTestCase("a server that cannot be reached")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=dd",
                                  "--fileService=smb",
                                  "--ddCount=1",
                                  "--lossToTargets=1",
                                  "--mayFail"}));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), false, "not all is done");
        NS_TEST_ASSERT_MSG_EQ(san.GetFailures().size(), 1, "one line");
        NS_TEST_EXPECT_MSG_EQ(san.GetFailures().front(),
                              "file server 10.0.0.2:445: not mounted when the simulation ended",
                              "which names it");
        EndWithoutAMount();
    }

    /**
     * The host gets another address while two of three clients mount, and both give up. The run
     * ends with the third program, though the file systems of the server have timers for ever.
     */
    void EndWithoutAMount()
    {
        RngSeedManager::SetRun(607366);
        SanScenario san({"--workload=copy",
                         "--fileService=smb1",
                         "--drives=3",
                         "--cache=2",
                         "--fileSystem=ext3",
                         "--copyDirectories=1",
                         "--copyFilesPerDirectory=1",
                         "--mayFail=true",
                         "--faults=500ms lose-packets 174ms; 1600ms lose-packets 47ms; "
                         "2000ms change-address",
                         "--output=" + CreateTempDirFilename("san")});
        san.Run();
        RngSeedManager::SetRun(1);
        std::vector<std::string> expected;
        for (const auto* port : {"445", "446"})
        {
            expected.push_back("file server 10.0.0.2:" + std::string(port) +
                               ": not mounted when the simulation ended");
        }
        NS_TEST_EXPECT_MSG_EQ((san.GetFailures() == expected), true, "two are not mounted");
    }
};

/**
 * @ingroup san-tests
 *
 * A server that restarts while dd reads: its client waits, connects again and goes on.
 */
class SanFileServiceRestartTestCase : public SanFileServiceTestCase
{
  public:
    SanFileServiceRestartTestCase()
        : SanFileServiceTestCase("a server that restarts")
    {
    }

  private:
    /**
     * @param service name of the protocol
     * @param faults what goes wrong
     * @return how long dd takes for 100 READs, or those before an error, each of which takes a
     *         round trip of 20 ms
     */
    Time Read(const std::string& service, const std::string& faults)
    {
        auto words = GetWords({"--fileService=" + service,
                               "--workload=dd",
                               "--ddOperation=read",
                               "--ddBlockSize=4096",
                               "--ddCount=100",
                               "--" + service + "ReadSize=4096",
                               "--delay=10ms",
                               "--faults=" + faults});
        if (service == "nfs")
        {
            words.emplace_back("--nfsReadAhead=0");
        }
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, service << ": all is done");
        m_read = san.GetProgram(0)->GetBytesRead() / 4096;
        m_states = ReadSanFile(m_output + "/summary.json");
        for (const auto& result : san.GetProgram(0)->GetResults())
        {
            if (result.name == "seconds")
            {
                return Seconds(result.values.front());
            }
        }
        return Time();
    }

    /**
     * The end of the connection takes 10 ms, and the client waits for its delay of 1 s. A handshake
     * of 20 ms follows, and the READ that had no answer.
     */
    void GoOn()
    {
        const auto usual = Read("nfs", "");
        NS_TEST_EXPECT_MSG_EQ(m_read, 100, "all is read");
        const auto longer = Read("nfs", "1s reset-connections") - usual;
        NS_TEST_EXPECT_MSG_EQ(m_read, 100, "all is read all the same");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(longer, Seconds(1) + MilliSeconds(20), "delay and handshake");
        NS_TEST_EXPECT_MSG_LT(longer, Seconds(1) + MilliSeconds(60), "and two trips at most");
    }

    /// A server of SMB forgets open files: dd's next READ is an error.
    void LoseFile()
    {
        for (const std::string service : {"smb", "smb1"})
        {
            const auto usual = Read(service, "");
            NS_TEST_EXPECT_MSG_EQ(m_read, 100, "all is read");
            const auto time = Read(service, "1s reset-connections");
            NS_TEST_EXPECT_MSG_LT(m_read, 50, "no more than 1 s is long");
            NS_TEST_EXPECT_MSG_LT(time, usual, "dd ends");
        }
    }

    void DoRun() override
    {
        GoOn();
        LoseFile();
        // The client tries again each second: there is nobody at 2 s, and somebody at 3 s.
        Read("nfs", "1s restart-target 1500ms; 1500ms queue-full 0; 3500ms queue-full 0");
        for (const auto* states : {"\"restart-target\": {\"file client MOUNTED\": 1",
                                   "\"queue-full\": {\"file client MOUNTED\": 1, "
                                   "\"file client WAITING\": 1"})
        {
            NS_TEST_EXPECT_MSG_NE(m_states.find(states), std::string::npos, states);
        }
    }

    std::string m_states; //!< summary.json of the last run
    uint64_t m_read{0};   //!< blocks that it read
};

/**
 * @ingroup san-tests
 *
 * Tests of file services in a scenario.
 */
class SanFileServiceTestSuite : public TestSuite
{
  public:
    SanFileServiceTestSuite()
        : TestSuite("san-file-service", Type::SYSTEM)
    {
        AddTestCase(new SanFileServiceReadTestCase);
        AddTestCase(new SanFileServiceDriveTestCase);
        AddTestCase(new SanFileServiceResultsTestCase);
        AddTestCase(new SanFileServiceTcpTestCase);
        AddTestCase(new SanFileServiceErrorTestCase);
        AddTestCase(new SanFileServiceFailureTestCase);
        AddTestCase(new SanFileServiceRestartTestCase);
    }
};

static SanFileServiceTestSuite g_sanFileServiceTestSuite; //!< registers the suite

} // namespace
