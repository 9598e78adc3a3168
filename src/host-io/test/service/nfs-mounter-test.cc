/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/nfs-fields.h"
#include "ns3/nfs-mount-server.h"
#include "ns3/nfs-mounter.h"
#include "ns3/nfs-server.h"
#include "ns3/portmap-server.h"
#include "ns3/rpc-query.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

constexpr uint16_t ODD_PORT = 4000;   //!< where the server is that answers as it is told
constexpr uint16_t NO_PORT = 4001;    //!< where nothing is
constexpr uint32_t ODD_PROGRAM = 777; //!< what is asked there

/**
 * @param node a node
 * @return a new TCP socket of it
 */
Ptr<Socket>
MakeTcpSocket(Ptr<Node> node)
{
    return Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
}

/**
 * A server that answers each message with what it is told, or not at all.
 */
class OddServer : public FileServiceConnectionOwner
{
  public:
    /// Makes the answer to a message; no bytes for none.
    using Answer = std::function<FileServiceWriter(FileServiceReader&)>;

    /**
     * @param node where it is
     * @param answer makes answers
     */
    OddServer(Ptr<Node> node, Answer answer)
        : m_answer(std::move(answer)),
          m_listener(MakeTcpSocket(node))
    {
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), ODD_PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&OddServer::Accept, this));
    }

    ~OddServer() override
    {
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_listener->Close();
        if (m_connection)
        {
            m_connection->Close();
        }
    }

  private:
    /**
     * @param socket a connection
     * @param from the other end
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_connection =
            Create<FileServiceConnection>(socket, FileServiceFraming::RECORD_MARKING, 65536, this);
    }

    void ConnectionMade(Ptr<FileServiceConnection> /* connection */) override
    {
    }

    void MessageArrived(Ptr<FileServiceConnection> connection,
                        const FileServiceMessage& message) override
    {
        FileServiceReader reader(message);
        const auto answer = m_answer(reader);
        if (answer.GetSize() > 0)
        {
            connection->Send(answer);
        }
    }

    void ConnectionEnded(Ptr<FileServiceConnection> /* connection */,
                         const std::string& /* reason */) override
    {
    }

    Answer m_answer;                         //!< makes answers
    Ptr<Socket> m_listener;                  //!< accepts connections
    Ptr<FileServiceConnection> m_connection; //!< the last
};

/**
 * @param status how the call ended
 * @param results what is behind the header
 * @param shift what is added to the number of the call
 * @return makes a reply with that
 */
OddServer::Answer
MakeReply(RpcStatus status, const FileServiceWriter& results = {}, uint32_t shift = 0)
{
    return [=](FileServiceReader& call) {
        RpcCallHeader header;
        header.Deserialize(call);
        RpcReplyHeader reply;
        reply.xid = header.xid + shift;
        reply.status = status;
        FileServiceWriter writer;
        reply.Serialize(writer);
        writer.Append(results);
        return writer;
    };
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * One call over a connection of its own, and all that may come of it.
 */
class RpcQueryTest : public TestCase
{
  public:
    RpcQueryTest()
        : TestCase("One call of a procedure")
    {
    }

  private:
    /**
     * @param answer what the server answers
     * @param port where it is asked
     * @return the first number of the results, or why there are none
     */
    std::pair<std::optional<uint32_t>, std::string> Ask(OddServer::Answer answer,
                                                        uint16_t port = ODD_PORT)
    {
        Bench bench("Nfs");
        bench.Start();
        OddServer server(bench.nodes.Get(0), std::move(answer));
        RpcCallHeader call;
        call.program = ODD_PROGRAM;
        call.version = 3;
        call.procedure = 1;
        FileServiceWriter arguments;
        arguments.Put32(99);
        std::pair<std::optional<uint32_t>, std::string> outcome;
        Ptr<RpcQuery> query;
        uint32_t told = 0;
        m_begin = Simulator::Now();
        Simulator::ScheduleNow([&]() {
            query = Create<RpcQuery>(
                MakeTcpSocket(bench.nodes.Get(1)),
                InetSocketAddress("10.0.1.1", port),
                call,
                arguments,
                [&](FileServiceReader* results, const std::string& fault) {
                    ++told;
                    m_took = Simulator::Now() - m_begin;
                    outcome = {results ? std::optional(results->Get32()) : std::nullopt, fault};
                });
            NS_TEST_EXPECT_MSG_EQ(told, 0, "not from inside");
        });
        Simulator::Stop(Minutes(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(told, 1, "once");
        return outcome;
    }

    void DoRun() override
    {
        // The call has its argument behind the header of 64 bytes, and the reply its result.
        uint32_t argument = 0;
        const auto good = Ask([&argument](FileServiceReader& call) {
            auto copy = call;
            RpcCallHeader header;
            header.Deserialize(copy);
            argument = header.program == ODD_PROGRAM ? copy.Get32() : 0;
            FileServiceWriter results;
            results.Put32(42);
            return MakeReply(RpcStatus::SUCCESS, results)(call);
        });
        NS_TEST_EXPECT_MSG_EQ(argument, 99, "the argument");
        NS_TEST_EXPECT_MSG_EQ(good.first.value_or(0), 42, "the result");
        NS_TEST_EXPECT_MSG_EQ(good.second, "", "no fault");
        // A handshake and an exchange over 5 ms each way are 20 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(m_took, MilliSeconds(20), MicroSeconds(100), "two round trips");
        const auto refused = Ask(MakeReply(RpcStatus::PROG_UNAVAIL));
        NS_TEST_EXPECT_MSG_EQ(refused.first.has_value(), false, "no results");
        NS_TEST_EXPECT_MSG_EQ(refused.second, "the server refuses the call: PROG_UNAVAIL", "why");
        NS_TEST_EXPECT_MSG_EQ(Ask(MakeReply(RpcStatus::SUCCESS, {}, 1)).second,
                              "what arrived is no reply",
                              "to another call");
        const auto garbage = Ask([](auto& /* call */) {
            FileServiceWriter writer;
            writer.PutBytes("garbage!");
            return writer;
        });
        NS_TEST_EXPECT_MSG_EQ(garbage.second, "what arrived is no reply", "garbage");
        const auto silent = Ask([](auto& /* call */) { return FileServiceWriter(); });
        NS_TEST_EXPECT_MSG_EQ(silent.second, "no reply in time", "silence");
        NS_TEST_EXPECT_MSG_EQ(m_took, Seconds(30), "half a minute");
        // Sockets of ns-3 take no RST for an answer to a SYN.
        const auto nobody = Ask(MakeReply(RpcStatus::SUCCESS), NO_PORT);
        NS_TEST_EXPECT_MSG_EQ(nobody.second, "no reply in time", "no connection");
    }

    Time m_begin; //!< when the call began
    Time m_took;  //!< how long it took
};

/**
 * @ingroup host-io-tests
 *
 * The root of an export is found by port mapper and MOUNT, or the reason why not.
 */
class NfsMounterTest : public TestCase
{
  public:
    NfsMounterTest()
        : TestCase("The root of an export")
    {
    }

  private:
    /// Runs before the mounter begins.
    using Prepare = std::function<void(Bench&)>;

    /**
     * @param path the export
     * @param port port of MOUNT, 0 to ask for it
     * @param prepare installs servers
     * @return why there is no root, empty if there is one
     */
    std::string Find(const std::string& path, uint16_t port, const Prepare& prepare)
    {
        Bench bench("Nfs");
        bench.Start();
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        prepare(bench);
        std::string outcome = "nothing told";
        NfsMounter mounter([&bench]() { return MakeTcpSocket(bench.nodes.Get(1)); },
                           InetSocketAddress("10.0.1.1", 2049),
                           path,
                           [&](const auto& root, const std::string& fault) {
                               m_root = root;
                               outcome = fault;
                           });
        Simulator::ScheduleNow([&]() { mounter.Start(port); });
        Simulator::Stop(Minutes(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_root.has_value(), outcome.empty(), "a root or a reason");
        return outcome;
    }

    /**
     * @param bench a bench, on whose server MOUNT and a port mapper are installed
     * @param isMapped whether the port mapper knows MOUNT
     */
    static void Install(Bench& bench, bool isMapped)
    {
        const auto mount = CreateObject<NfsMountServer>();
        mount->SetServer(DynamicCast<NfsServer>(bench.server));
        const auto portmap = CreateObject<PortmapServer>();
        if (isMapped)
        {
            portmap->Add(mount);
        }
        bench.nodes.Get(0)->AddApplication(mount);
        bench.nodes.Get(0)->AddApplication(portmap);
    }

    void DoRun() override
    {
        const auto all = [](Bench& bench) { Install(bench, true); };
        NS_TEST_EXPECT_MSG_EQ(Find("/export/d", 0, all), "", "by the port mapper");
        NS_TEST_EXPECT_MSG_EQ(m_root->inode, 2, "the directory's inode is the second");
        NS_TEST_EXPECT_MSG_EQ(Find("/export", 20048, all), "", "by its port");
        NS_TEST_EXPECT_MSG_EQ(m_root->inode, 1, "the root");
        NS_TEST_EXPECT_MSG_EQ(Find("/nowhere", 0, all),
                              "export /nowhere: NFS3ERR_NOENT",
                              "no such export");
        NS_TEST_EXPECT_MSG_EQ(Find("/export", 0, [](Bench& bench) { Install(bench, false); }),
                              "the port mapper knows no MOUNT service, version 3",
                              "not mapped");
        const auto nobody = Find("/export", 0, [](Bench& /* bench */) {});
        NS_TEST_EXPECT_MSG_EQ(nobody, "port mapper: no reply in time", "no port mapper");
        CheckOdd();
    }

    /// A MOUNT service that answers something else.
    void CheckOdd()
    {
        std::optional<OddServer> server;
        const auto find = [&](const OddServer::Answer& answer) {
            const auto outcome = Find("/export", ODD_PORT, [&](Bench& bench) {
                server.emplace(bench.nodes.Get(0), answer);
            });
            server.reset();
            return outcome;
        };
        NS_TEST_EXPECT_MSG_EQ(find(MakeReply(RpcStatus::PROG_MISMATCH)),
                              "MOUNT service: the server refuses the call: PROG_MISMATCH",
                              "another version");
        FileServiceWriter results;
        results.Put32(0);
        results.Put32(65);
        results.PutZeros(68);
        NS_TEST_EXPECT_MSG_EQ(find(MakeReply(RpcStatus::SUCCESS, results)),
                              "MOUNT service: what arrived is no reply",
                              "a handle that is too long");
    }

    std::optional<NfsFileHandle> m_root; //!< the root that was found
};

/**
 * @ingroup host-io-tests
 *
 * How a client of NFS finds the root of a real server's export.
 */
class NfsMounterTestSuite : public TestSuite
{
  public:
    NfsMounterTestSuite()
        : TestSuite("host-io-nfs-mounter", Type::UNIT)
    {
        AddTestCase(new RpcQueryTest(), Duration::QUICK);
        AddTestCase(new NfsMounterTest(), Duration::QUICK);
    }
};

static NfsMounterTestSuite g_nfsMounterTestSuite; //!< the suite
