/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/nfs-codec.h"
#include "ns3/nfs-fields.h"
#include "ns3/nfs-mount-server.h"
#include "ns3/nfs-server.h"
#include "ns3/portmap-server.h"
#include "ns3/rpc-client.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

/**
 * Calls procedures of a program, one after the other, as a client of another system would.
 */
class Caller : public RpcClient
{
  public:
    /**
     * @param node where it is
     * @param program number of the program
     * @param version its version
     * @param port where the program is, at the bench's server
     */
    Caller(Ptr<Node> node, uint32_t program, uint32_t version, uint16_t port)
        : m_program(program),
          m_version(version)
    {
        SetUp(node, InetSocketAddress("10.0.1.1", port));
    }

    /**
     * @param procedure number of a procedure
     * @param arguments its arguments
     * @return its results, none if it was not executed within a minute
     */
    FileServiceMessage Invoke(uint32_t procedure, const FileServiceWriter& arguments = {})
    {
        FileServiceMessage results;
        Simulator::ScheduleNow([&]() {
            Call(procedure, arguments, {}, [&results](FileServiceReader* reader) {
                const auto bytes = reader ? reader->GetBytes(reader->GetLeft()) : "";
                results.bytes.assign(bytes.begin(), bytes.end());
                results.size = bytes.size();
                Simulator::Stop();
            });
        });
        const auto guard = Simulator::Schedule(Minutes(1), []() { Simulator::Stop(); });
        Simulator::Run();
        Simulator::Remove(guard);
        return results;
    }

    /**
     * @param procedure a procedure of NFS
     * @param arguments its arguments
     * @return its results
     */
    NfsResults Invoke(NfsProcedure procedure, const NfsArguments& arguments)
    {
        FileServiceWriter writer;
        SerializeNfsArguments(procedure, arguments, writer);
        const auto message = Invoke(static_cast<uint32_t>(procedure), writer);
        FileServiceReader reader(message);
        auto results = DeserializeNfsResults(procedure, reader, true);
        if (reader.HasFailed() || reader.GetLeft() > 3)
        {
            results.status = NfsStatus::SERVERFAULT;
        }
        return results;
    }

  private:
    void DoSubmit(Ptr<FileRequest> /* request */) override
    {
    }

    uint32_t GetProgram() const override
    {
        return m_program;
    }

    uint32_t GetVersion() const override
    {
        return m_version;
    }

    std::string GetProcedureName(uint32_t procedure) const override
    {
        return std::to_string(procedure);
    }

    uint32_t m_program; //!< number of the program
    uint32_t m_version; //!< its version
};

/**
 * @param bench the bench
 * @return a client of its server
 */
Ptr<Caller>
MakeCaller(const Bench& bench)
{
    return CreateObject<Caller>(bench.nodes.Get(1), NFS_PROGRAM, NFS_VERSION, 2049);
}

/**
 * @param text a string
 * @return the arguments of a procedure that takes one
 */
FileServiceWriter
MakeText(const std::string& text)
{
    FileServiceWriter writer;
    writer.PutOpaque(text);
    return writer;
}

/**
 * @param name a name in the root
 * @return arguments for it
 */
NfsArguments
MakeName(const std::string& name)
{
    NfsArguments arguments;
    arguments.handle.isPublic = true;
    arguments.name = name;
    return arguments;
}

/**
 * @param caller a client
 * @param name a name in the root, or "/"
 * @return arguments with its handle
 */
NfsArguments
LookUp(Ptr<Caller> caller, const std::string& name)
{
    NfsArguments arguments;
    arguments.handle =
        caller->Invoke(NfsProcedure::LOOKUP, MakeName(name)).handle.value_or(NfsFileHandle());
    return arguments;
}

} // namespace

/**
 * @ingroup host-io
 *
 * A client finds the programs of a host, and mounts what they export (RFC 1833 and RFC 1813,
 * appendix I).
 */
class NfsMountTest : public TestCase
{
  public:
    NfsMountTest()
        : TestCase("Port mapper and MOUNT")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.Start();
        m_node = bench.nodes.Get(1);
        const auto nfs = DynamicCast<NfsServer>(bench.server);
        const auto mount = CreateObject<NfsMountServer>();
        mount->SetServer(nfs);
        const auto portmap = CreateObject<PortmapServer>();
        portmap->Add(nfs);
        portmap->Add(mount);
        bench.nodes.Get(0)->AddApplication(mount);
        bench.nodes.Get(0)->AddApplication(portmap);
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d/e"));
        bench.MakeFile("/f", 1);
        CheckPorts();
        CheckMount();
    }

    /// The port mapper is program 100000, version 2, at port 111.
    void CheckPorts()
    {
        const auto caller = CreateObject<Caller>(m_node, 100000, 2, 111);
        const auto find = [&](uint32_t program, uint32_t version, uint32_t protocol) {
            FileServiceWriter mapping;
            mapping.Put32(program);
            mapping.Put32(version);
            mapping.Put32(protocol);
            mapping.Put32(0);
            const auto message = caller->Invoke(3, mapping);
            FileServiceReader reader(message);
            return reader.Get32();
        };
        NS_TEST_EXPECT_MSG_EQ(find(100003, 3, 6), 2049, "NFS over TCP");
        NS_TEST_EXPECT_MSG_EQ(find(100005, 3, 6), 20048, "MOUNT over TCP");
        NS_TEST_EXPECT_MSG_EQ(find(100003, 3, 17), 0, "NFS over UDP");
        NS_TEST_EXPECT_MSG_EQ(find(100021, 4, 6), 0, "NLM");
        // pmaplist: two mappings of 4 numbers, each behind a 1, and a 0 at the end.
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(4).size, 2 * 5 * 4 + 4, "DUMP");
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(0).size, 0, "NULL");
        // SET is procedure 1: there is none.
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(1).size, 0, "SET");
        caller->Dispose();
    }

    /// The MOUNT protocol is program 100005, version 3.
    void CheckMount()
    {
        const auto caller = CreateObject<Caller>(m_node, 100005, 3, 20048);
        const auto status = [&](const std::string& path) {
            const auto message = caller->Invoke(1, MakeText(path));
            FileServiceReader reader(message);
            return reader.Get32();
        };
        NS_TEST_EXPECT_MSG_EQ(status("/export/none"), 2, "MNT3ERR_NOENT");
        NS_TEST_EXPECT_MSG_EQ(status("/"), 2, "not exported");
        NS_TEST_EXPECT_MSG_EQ(status("/exports"), 2, "nor is this");
        NS_TEST_EXPECT_MSG_EQ(status("/export/f"), 20, "MNT3ERR_NOTDIR");
        NS_TEST_EXPECT_MSG_EQ(status("/export/f/g"), 20, "MNT3ERR_NOTDIR");
        NS_TEST_EXPECT_MSG_EQ(status("/export/.."), 22, "MNT3ERR_INVAL");
        NS_TEST_EXPECT_MSG_EQ(status(std::string(1000, '/') + "export/d"), 0, "many slashes");
        NS_TEST_EXPECT_MSG_EQ(status("/export/" + std::string(300, 'a')),
                              63,
                              "MNT3ERR_NAMETOOLONG");
        // Longer than MNTPATHLEN: arguments that cannot be read.
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(1, MakeText(std::string(1025, '/'))).size, 0, "long");
        // Status, handle of 32 bytes behind its length, two flavours behind their number.
        const auto message = caller->Invoke(1, MakeText("/export/d/./e/"));
        NS_TEST_EXPECT_MSG_EQ(message.size, 4 + 4 + 32 + 4 + 2 * 4, "MNT3_OK");
        FileServiceReader reader(message);
        reader.Get32();
        const auto handle = NfsFields::GetHandle(reader);
        NS_TEST_EXPECT_MSG_EQ(handle.inode, 3, "the third inode");
        // 1, "/export" behind its length, no groups, no other export.
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(5).size, 4 + 4 + 8 + 4 + 4, "EXPORT");
        // Two are mounted by 10.0.1.2: 1, 8 letters, and the path; then 0.
        const uint32_t name = 4 + 4 + 8;
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(2).size, name + 4 + 1008 + name + 4 + 16 + 4, "DUMP");
        caller->Invoke(3, MakeText("/export/d/./e/"));
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(2).size, name + 4 + 1008 + 4, "UMNT");
        caller->Invoke(4);
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(2).size, 4, "UMNTALL");
        caller->Dispose();
    }

    Ptr<Node> m_node; //!< where the client is
};

/**
 * @ingroup host-io
 *
 * What clients of other systems ask for beside what ours does.
 */
class NfsProceduresTest : public TestCase
{
  public:
    NfsProceduresTest()
        : TestCase("Procedures that other clients call")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs", true);
        // A billion seconds after 1970.
        bench.helper.SetServerAttribute("TimeOfDay", TimeValue(Seconds(1000000000)));
        bench.files->SetAttribute("Capacity", UintegerValue(1000000));
        bench.Start();
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d/e"));
        bench.MakeFile("/f", 5000);
        const auto caller = MakeCaller(bench);
        CheckDots(caller);
        CheckAccess(caller);
        CheckRoom(caller);
        CheckSettings(caller);
        CheckGuard(caller);
        CheckExclusive(caller);
        CheckLinks(caller);
        CheckListing(caller);
        caller->Dispose();
    }

    /// "." and ".." are the directory and the one above, which for the root is the root.
    void CheckDots(Ptr<Caller> caller)
    {
        auto arguments = LookUp(caller, "d");
        const auto d = arguments.handle;
        const auto find = [&](const std::string& name) {
            arguments.name = name;
            return caller->Invoke(NfsProcedure::LOOKUP, arguments);
        };
        const auto root = LookUp(caller, "/").handle;
        NS_TEST_EXPECT_MSG_EQ((find(".").handle == d), true, "itself");
        NS_TEST_EXPECT_MSG_EQ((find("..").handle == root), true, "above");
        arguments.handle = find("e").handle.value_or(NfsFileHandle());
        NS_TEST_EXPECT_MSG_EQ((find("..").handle == d), true, "above a directory");
        arguments.handle = root;
        NS_TEST_EXPECT_MSG_EQ((find("..").handle == root), true, "above the root");
        NS_TEST_EXPECT_MSG_EQ((find(".").handle == root), true, "the root");
        arguments = LookUp(caller, "f");
        NS_TEST_EXPECT_MSG_EQ((find(".").status == NfsStatus::NOTDIR), true, "of a file");
        NS_TEST_EXPECT_MSG_EQ((find("..").status == NfsStatus::NOTDIR), true, "of a file");
    }

    /// Nobody is refused what the type of a file lets him do (RFC 1813, 3.3.4).
    void CheckAccess(Ptr<Caller> caller)
    {
        const auto ask = [&](const std::string& name) {
            auto arguments = LookUp(caller, name);
            arguments.access = 0x3f;
            return caller->Invoke(NfsProcedure::ACCESS, arguments).access;
        };
        NS_TEST_EXPECT_MSG_EQ(ask("d"), 0x1f, "READ, LOOKUP, MODIFY, EXTEND, DELETE");
        NS_TEST_EXPECT_MSG_EQ(ask("f"), 0x0d, "READ, MODIFY, EXTEND");
        auto arguments = LookUp(caller, "f");
        arguments.settings.mode = 0755;
        caller->Invoke(NfsProcedure::SETATTR, arguments);
        NS_TEST_EXPECT_MSG_EQ(ask("f"), 0x2d, "and EXECUTE");
    }

    /// 1,000,000 bytes, of which 5000 are used.
    void CheckRoom(Ptr<Caller> caller)
    {
        const auto root = LookUp(caller, "/");
        const auto space = caller->Invoke(NfsProcedure::FSSTAT, root).space;
        NS_TEST_EXPECT_MSG_EQ(space.bytes, 1000000, "tbytes");
        NS_TEST_EXPECT_MSG_EQ(space.freeBytes, 995000, "fbytes");
        const auto names = caller->Invoke(NfsProcedure::PATHCONF, root);
        NS_TEST_EXPECT_MSG_EQ((names.status == NfsStatus::OK), true, "PATHCONF");
        const auto sizes = caller->Invoke(NfsProcedure::FSINFO, root);
        NS_TEST_EXPECT_MSG_EQ(sizes.largestRead, 1 << 20, "rtmax");
    }

    /// Mode, owner and times are kept; a time only until the contents change.
    void CheckSettings(Ptr<Caller> caller)
    {
        auto arguments = LookUp(caller, "f");
        arguments.settings.mode = 0100640;
        arguments.settings.user = 1000;
        arguments.settings.group = 100;
        arguments.settings.accessed = {true, true, Seconds(7)};
        arguments.settings.modified = {true, true, Seconds(5) + NanoSeconds(3)};
        const auto after = caller->Invoke(NfsProcedure::SETATTR, arguments).change.after;
        NS_TEST_ASSERT_MSG_EQ(after.has_value(), true, "attributes after it");
        const auto look = [&]() {
            const auto results = caller->Invoke(NfsProcedure::GETATTR, LookUp(caller, "f"));
            return results.attributes.value_or(NfsAttributes());
        };
        for (const auto& now : {*after, look()})
        {
            NS_TEST_EXPECT_MSG_EQ(*now.mode, 0640, "permission bits, and no type");
            NS_TEST_EXPECT_MSG_EQ(now.user, 1000, "owner");
            NS_TEST_EXPECT_MSG_EQ(now.group, 100, "group");
            NS_TEST_EXPECT_MSG_EQ(*now.accessed, Seconds(7), "atime");
            NS_TEST_EXPECT_MSG_EQ(now.modified, Seconds(5) + NanoSeconds(3), "mtime");
            NS_TEST_EXPECT_MSG_GT(*now.inodeTime, Seconds(1000000000), "ctime is not set");
        }
        auto cut = LookUp(caller, "f");
        cut.size = 4000;
        caller->Invoke(NfsProcedure::SETATTR, cut);
        NS_TEST_EXPECT_MSG_EQ(look().bytes, 4000, "size");
        NS_TEST_EXPECT_MSG_GT(look().modified, Seconds(1000000000), "the contents changed");
        NS_TEST_EXPECT_MSG_EQ(*look().mode, 0640, "the mode did not");
        auto touch = LookUp(caller, "f");
        touch.settings.modified = {true, false, Seconds(0)};
        caller->Invoke(NfsProcedure::SETATTR, touch);
        NS_TEST_EXPECT_MSG_EQ(look().modified, *look().inodeTime, "the time of the server");
    }

    /// A SETATTR with a guard fails if the attributes are not those that its client knows.
    void CheckGuard(Ptr<Caller> caller)
    {
        auto arguments = LookUp(caller, "f");
        const auto known = caller->Invoke(NfsProcedure::GETATTR, arguments).attributes;
        arguments.settings.mode = 0600;
        arguments.guard = *known->inodeTime - NanoSeconds(1);
        const auto refused = caller->Invoke(NfsProcedure::SETATTR, arguments);
        NS_TEST_EXPECT_MSG_EQ((refused.status == NfsStatus::NOT_SYNC), true, "another time");
        NS_TEST_EXPECT_MSG_EQ(*refused.change.after->mode, 0640, "nothing was set");
        arguments.guard = known->inodeTime;
        const auto done = caller->Invoke(NfsProcedure::SETATTR, arguments);
        NS_TEST_EXPECT_MSG_EQ((done.status == NfsStatus::OK), true, "the right time");
        NS_TEST_EXPECT_MSG_EQ(*done.change.after->mode, 0600, "it was set");
    }

    /// CREATE EXCLUSIVE is done once by whoever says the same number (RFC 1813, 3.3.8).
    void CheckExclusive(Ptr<Caller> caller)
    {
        auto arguments = MakeName("x");
        arguments.exclusive = 0x123456789;
        const auto create = [&]() { return caller->Invoke(NfsProcedure::CREATE, arguments); };
        const auto first = create();
        NS_TEST_EXPECT_MSG_EQ((first.status == NfsStatus::OK), true, "new");
        const auto second = create();
        NS_TEST_EXPECT_MSG_EQ((second.status == NfsStatus::OK), true, "again");
        NS_TEST_EXPECT_MSG_EQ((second.handle == first.handle), true, "the same file");
        arguments.exclusive = 0x123456780;
        NS_TEST_EXPECT_MSG_EQ((create().status == NfsStatus::EXIST), true, "somebody else");
        arguments.exclusive.reset();
        arguments.guarded = true;
        NS_TEST_EXPECT_MSG_EQ((create().status == NfsStatus::EXIST), true, "GUARDED");
        arguments.guarded = false;
        arguments.settings.mode = 0111;
        const auto old = create();
        NS_TEST_EXPECT_MSG_EQ((old.handle == first.handle), true, "UNCHECKED");
    }

    /// A symbolic link says where it leads; there are no hard links and no devices.
    void CheckLinks(Ptr<Caller> caller)
    {
        auto arguments = MakeName("l");
        arguments.target = "../some where";
        const auto made = caller->Invoke(NfsProcedure::SYMLINK, arguments);
        NS_TEST_ASSERT_MSG_EQ((made.status == NfsStatus::OK), true, "SYMLINK");
        NS_TEST_EXPECT_MSG_EQ(made.attributes->isLink, true, "its type");
        NS_TEST_EXPECT_MSG_EQ(made.attributes->bytes, 13, "its size");
        NS_TEST_EXPECT_MSG_EQ(*made.attributes->mode, 0777, "its mode");
        const auto link = LookUp(caller, "l");
        const auto read = caller->Invoke(NfsProcedure::READLINK, link);
        NS_TEST_EXPECT_MSG_EQ(read.target, "../some where", "READLINK");
        NS_TEST_EXPECT_MSG_EQ(read.attributes->isLink, true, "found by its name");
        const auto invalid = [&](NfsProcedure procedure, const NfsArguments& arguments) {
            return caller->Invoke(procedure, arguments).status == NfsStatus::INVAL;
        };
        for (const auto* name : {"", "a/b", "/"})
        {
            NS_TEST_EXPECT_MSG_EQ(invalid(NfsProcedure::CREATE, MakeName(name)), true, name);
        }
        NS_TEST_EXPECT_MSG_EQ(invalid(NfsProcedure::READ, link), true, "READ of a link");
        NS_TEST_EXPECT_MSG_EQ(invalid(NfsProcedure::READLINK, LookUp(caller, "f")), true, "a file");
        const auto again = caller->Invoke(NfsProcedure::SYMLINK, arguments);
        NS_TEST_EXPECT_MSG_EQ((again.status == NfsStatus::EXIST), true, "the name is taken");
        auto file = LookUp(caller, "f");
        file.toHandle.isPublic = true;
        file.toName = "g";
        const auto hard = caller->Invoke(NfsProcedure::LINK, file);
        NS_TEST_EXPECT_MSG_EQ((hard.status == NfsStatus::NOTSUPP), true, "LINK");
        const auto node = caller->Invoke(NfsProcedure::MKNOD, MakeName("p"));
        NS_TEST_EXPECT_MSG_EQ((node.status == NfsStatus::NOTSUPP), true, "MKNOD");
        auto away = MakeName("l");
        away.toHandle.isPublic = true;
        away.toName = "m";
        caller->Invoke(NfsProcedure::RENAME, away);
        const auto moved = caller->Invoke(NfsProcedure::READLINK, LookUp(caller, "m"));
        NS_TEST_EXPECT_MSG_EQ(moved.target, "../some where", "it is still a link");
        caller->Invoke(NfsProcedure::REMOVE, MakeName("m"));
        const auto made2 = caller->Invoke(NfsProcedure::CREATE, MakeName("m"));
        NS_TEST_EXPECT_MSG_EQ(made2.attributes->isLink, false, "a file in its place is none");
    }

    /// Names come with inodes, and from READDIRPLUS with attributes and handles.
    void CheckListing(Ptr<Caller> caller)
    {
        auto arguments = LookUp(caller, "/");
        arguments.count = 8192;
        arguments.largest = 8192;
        const auto plus = caller->Invoke(NfsProcedure::READDIRPLUS, arguments);
        const auto plain = caller->Invoke(NfsProcedure::READDIR, arguments);
        // "." and "..", d, f, m and x. Inodes: 1 the root, 2 d, 3 e, 4 f, 5 x, 6 l, 7 m.
        const std::vector<std::pair<std::string, uint64_t>> names{{".", 1},
                                                                  {"..", 1},
                                                                  {"d", 2},
                                                                  {"f", 4},
                                                                  {"m", 7},
                                                                  {"x", 5}};
        NS_TEST_ASSERT_MSG_EQ(plus.entries.size(), names.size(), "names with attributes");
        NS_TEST_ASSERT_MSG_EQ(plain.entries.size(), names.size(), "names");
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            const auto& entry = plus.entries[i];
            NS_TEST_EXPECT_MSG_EQ(entry.name, names[i].first, "name");
            NS_TEST_EXPECT_MSG_EQ(entry.inode, names[i].second, "inode of " << entry.name);
            NS_TEST_EXPECT_MSG_EQ(plain.entries[i].inode, entry.inode, "inode in READDIR");
            NS_TEST_ASSERT_MSG_EQ(entry.attributes.has_value(), true, "of " << entry.name);
            NS_TEST_EXPECT_MSG_EQ(entry.attributes->inode, entry.inode, "of " << entry.name);
            NS_TEST_EXPECT_MSG_EQ(entry.handle->inode, entry.inode, "handle of " << entry.name);
        }
        NS_TEST_EXPECT_MSG_EQ(plus.eof, true, "all");
        NS_TEST_EXPECT_MSG_EQ(plus.entries[3].attributes->bytes, 4000, "size of f");
        // A reply has 108 bytes beside entries; one of these has 28 and, with attributes, 156:
        // three of them take 576, four 732.
        arguments.largest = 600;
        auto part = caller->Invoke(NfsProcedure::READDIRPLUS, arguments);
        NS_TEST_EXPECT_MSG_EQ(part.entries.size(), 3, "maxcount");
        NS_TEST_EXPECT_MSG_EQ(part.eof, false, "there is more");
        arguments.largest = 8192;
        // Two of them have 56 bytes of names.
        arguments.count = 60;
        NS_TEST_EXPECT_MSG_EQ(caller->Invoke(NfsProcedure::READDIRPLUS, arguments).entries.size(),
                              2,
                              "dircount");
        arguments.count = 8192;
        arguments.cookie = part.entries.back().cookie;
        arguments.verifier = part.verifier;
        part = caller->Invoke(NfsProcedure::READDIRPLUS, arguments);
        NS_TEST_EXPECT_MSG_EQ(part.entries.size(), 3, "the rest");
        NS_TEST_EXPECT_MSG_EQ(part.entries.front().name, "f", "behind d");
    }
};

/**
 * @ingroup host-io
 *
 * A client that asks for more than it takes is not read any more once 64 MiB of replies wait, and
 * served to the end as it takes them.
 */
class NfsStarvingClientTest : public TestCase
{
  public:
    NfsStarvingClientTest()
        : TestCase("A client that asks for more than it takes")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t CALLS = 100;
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Bench bench("Nfs");
        bench.Start();
        bench.MakeFile("/f", 1 << 20);
        const auto caller = MakeCaller(bench);
        auto arguments = LookUp(caller, "f");
        caller->Dispose();
        arguments.count = 1 << 20;
        const auto socket = Socket::CreateSocket(bench.nodes.Get(1), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("RcvBufSize", UintegerValue(262144));
        socket->SetRecvCallback(MakeCallback(&NfsStarvingClientTest::Take, this));
        socket->Connect(InetSocketAddress("10.0.1.1", 2049));
        RunFor(Seconds(1));
        for (uint32_t i = 0; i < CALLS; ++i)
        {
            socket->Send(MakeRead(arguments, i));
        }
        // The calls take 5 ms; the replies take 4 s, 256 KiB in each round trip of 10 ms.
        RunFor(MilliSeconds(8));
        const auto count = [&]() { return bench.server->GetCounters().Get("READ").calls; };
        // 64 replies of more than 1 MiB, and what arrived together with the last of these calls:
        // of 1448 bytes with 64 + 4 + 36 + 12 bytes in a call at most 13.
        NS_TEST_EXPECT_MSG_GT(count(), 63, "calls before it is held back");
        NS_TEST_EXPECT_MSG_LT(count(), 64 + 14, "calls before it is held back");
        RunFor(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(count(), CALLS, "all calls");
        // Mark, RPC header, status, attributes, count, eof, length and contents.
        const uint64_t reply = 4 + 24 + 4 + 88 + 4 + 4 + 4 + (1 << 20);
        NS_TEST_EXPECT_MSG_EQ(m_bytes, CALLS * reply, "all replies");
    }

    /// @param time how long the simulation continues
    static void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /**
     * @param arguments arguments of a READ
     * @param number number of the call
     * @return the call, with its mark
     */
    static Ptr<Packet> MakeRead(const NfsArguments& arguments, uint32_t number)
    {
        FileServiceWriter call;
        RpcCallHeader header;
        header.xid = number;
        header.program = NFS_PROGRAM;
        header.version = NFS_VERSION;
        header.procedure = static_cast<uint32_t>(NfsProcedure::READ);
        header.Serialize(call);
        SerializeNfsArguments(NfsProcedure::READ, arguments, call);
        FileServiceWriter message;
        message.Put32(0x80000000 | call.GetSize());
        message.Append(call);
        return Create<Packet>(message.GetBytes().data(), message.GetSize());
    }

    /// @param socket a socket from which all is taken
    void Take(Ptr<Socket> socket)
    {
        while (const auto bytes = socket->Recv())
        {
            m_bytes += bytes->GetSize();
        }
    }

    uint64_t m_bytes{0}; //!< bytes taken
};

/**
 * @ingroup host-io
 *
 * MOUNT, port mapper, and the procedures of NFS that only clients of other systems call.
 */
class NfsServerTestSuite : public TestSuite
{
  public:
    NfsServerTestSuite()
        : TestSuite("host-io-nfs-server", Type::UNIT)
    {
        AddTestCase(new NfsMountTest, Duration::QUICK);
        AddTestCase(new NfsProceduresTest, Duration::QUICK);
        AddTestCase(new NfsStarvingClientTest, Duration::QUICK);
    }
};

static NfsServerTestSuite g_nfsServerTestSuite; //!< the suite
