/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-test-bytes.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/nbd-server.h"
#include "ns3/nbd-socket.h"
#include "ns3/nstime.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

/// A folder that is removed with the files of these tests in it.
class Folder
{
  public:
    Folder()
    {
        NS_ABORT_MSG_IF(!mkdtemp(m_name.data()), "no folder");
    }

    ~Folder()
    {
        unlink(Get("socket").c_str());
        unlink(Get("file").c_str());
        rmdir(m_name.c_str());
    }

    /**
     * @param file name of a file
     * @return its path
     */
    std::string Get(const std::string& file) const
    {
        return m_name + "/" + file;
    }

  private:
    std::string m_name{"/tmp/nbd-server-XXXXXX"}; //!< its path
};

/// The end of a connection that is not the server's.
class Peer
{
  public:
    /**
     * Connect.
     *
     * @param path path of the server's socket
     */
    explicit Peer(const std::string& path)
        : m_fd(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        m_isConnected =
            connect(m_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }

    ~Peer()
    {
        Leave();
    }

    /// Go away.
    void Leave()
    {
        close(m_fd);
        m_fd = -1;
    }

    /**
     * @return whether it connected
     */
    bool IsConnected() const
    {
        return m_isConnected;
    }

    /**
     * @param text what to send, in base 16
     */
    void Send(const std::string& text) const
    {
        const auto bytes = FromHex(text);
        NS_ABORT_MSG_IF(send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
                            static_cast<ssize_t>(bytes.size()),
                        "not sent");
    }

    /**
     * @return number of bytes that came, all of which are read; -1 if the server is gone
     */
    ssize_t Receive() const
    {
        std::vector<uint8_t> bytes(1 << 20);
        ssize_t sum = 0;
        ssize_t got = 1;
        while (got > 0)
        {
            got = recv(m_fd, bytes.data(), bytes.size(), 0);
            sum += got > 0 ? got : 0;
        }
        return got == 0 && sum == 0 ? -1 : sum;
    }

  private:
    int m_fd;           //!< the socket
    bool m_isConnected; //!< whether it connected
};

/**
 * @param path a path
 * @return why there cannot be a socket, empty if there can
 */
std::string
GetError(const std::string& path)
{
    try
    {
        const NbdSocket socket(path);
        return "";
    }
    catch (const UserError& error)
    {
        return error.what();
    }
}

/// The handshake of a client that uses the first export: 152 bytes come back.
const std::string HANDSHAKE = "00000000 49484156454f5054 00000001 00000000";
constexpr ssize_t HANDSHAKE_REPLY = 18 + 10 + 124;

} // namespace

/**
 * @ingroup live-san-tests
 *
 * What may be at the path of a socket, and what is there afterwards.
 */
class NbdSocketTestCase : public TestCase
{
  public:
    NbdSocketTestCase()
        : TestCase("path of a socket")
    {
    }

  private:
    void DoRun() override
    {
        const Folder folder;
        const auto path = folder.Get("socket");

        struct stat status;
        {
            const NbdSocket socket(path);
            NS_TEST_EXPECT_MSG_EQ(stat(path.c_str(), &status), 0, "made");
            NS_TEST_EXPECT_MSG_EQ((status.st_mode & 0777), 0600, "for its owner alone");
            NS_TEST_EXPECT_MSG_EQ(GetError(path),
                                  "nbd: " + path + ": is in use by another server",
                                  "in use");
            NS_TEST_EXPECT_MSG_EQ(Peer(path).IsConnected(), true, "still there");
            NS_TEST_EXPECT_MSG_EQ(socket.GetUri("0"), "nbd+unix:///0?socket=" + path, "URI");
        }

        NS_TEST_EXPECT_MSG_EQ(stat(path.c_str(), &status), -1, "removed");
        CheckLeftOvers(folder);
        NS_TEST_EXPECT_MSG_EQ(GetError("/no/such/folder/socket"),
                              "nbd: /no/such/folder/socket: cannot be made: No such file or "
                              "directory",
                              "no folder");
        const auto text = std::string(108, 'x');
        NS_TEST_EXPECT_MSG_EQ(GetError(text),
                              "nbd: " + text +
                                  ": a path of 108 bytes, but a socket's has at most 107",
                              "too long");
    }

    /**
     * @param folder where files may be
     */
    void CheckLeftOvers(const Folder& folder)
    {
        // A socket that nobody listens to, as of a process that was killed.
        const auto path = folder.Get("socket");
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const auto fd = socket(AF_UNIX, SOCK_STREAM, 0);
        bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        close(fd);
        NS_TEST_EXPECT_MSG_EQ(GetError(path), "", "its place is taken");
        const auto file = folder.Get("file");
        std::ofstream(file) << "precious";
        NS_TEST_EXPECT_MSG_EQ(GetError(file),
                              "nbd: " + file + ": is there, but it is no socket",
                              "a file");
        std::string kept;
        std::ifstream(file) >> kept;
        NS_TEST_EXPECT_MSG_EQ(kept, "precious", "which stays");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Clients come, are served, stop to read, go away, and are sent away.
 */
class NbdServerTestCase : public TestCase
{
  public:
    NbdServerTestCase()
        : TestCase("clients come and go")
    {
    }

  private:
    void DoRun() override
    {
        StringValue before;
        GlobalValue::GetValueByName("SimulatorImplementationType", before);
        LiveSimulatorImpl::Select();
        Serve();
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", before);
    }

    /// Let clients come and go.
    void Serve()
    {
        const Folder folder;
        const auto path = folder.Get("socket");
        NbdServer server(path, *LiveSimulatorImpl::Get());
        // It waits: there is no export yet.
        const Peer good(path);
        good.Send(HANDSHAKE);
        Peer deaf(path);
        Peer garbage(path);
        garbage.Send("ffffffff");
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] { return good.Receive() != 0; }), false, "waits");
        server.Start({MakeExport()});
        ssize_t received = 0;
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] {
                                  received += good.Receive();
                                  return received == HANDSHAKE_REPLY;
                              }),
                              true,
                              "greeted");
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] { return server.GetConnectionCount() == 2; }),
                              true,
                              "the one with garbage is sent away");
        StarveAndServe(server, deaf, good);
        bool hasEnded = false;
        server.End(Callback<void>([&] { hasEnded = true; }));
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] { return hasEnded; }), true, "ended");
        NS_TEST_EXPECT_MSG_EQ(good.Receive(), -1, "connections are closed");
        NS_TEST_EXPECT_MSG_EQ(server.GetConnectionCount(), 0, "all");
    }

    /**
     * A client that asks for much and reads nothing stops nobody else.
     *
     * @param server the server
     * @param deaf the client
     * @param good another
     */
    void StarveAndServe(NbdServer& server, Peer& deaf, const Peer& good)
    {
        // 64 reads of 1 MiB, of which 32 are taken.
        const std::string read = "25609513 0000 0000 0000000000000001 0000000000000000 00100000";
        std::string all = HANDSHAKE;
        for (uint32_t i = 0; i < 64; ++i)
        {
            all += read;
        }
        deaf.Send(all);
        NS_TEST_EXPECT_MSG_EQ(RunUntil([] { return false; }), false, "time passes");
        good.Send(read);
        ssize_t received = 0;
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] {
                                  received += good.Receive();
                                  return received == 16 + (1 << 20);
                              }),
                              true,
                              "served, though the socket takes less at a time");
        deaf.Leave();
        NS_TEST_EXPECT_MSG_EQ(RunUntil([&] { return server.GetConnectionCount() == 1; }),
                              true,
                              "the other one is gone");
    }

    /**
     * @return a disk of 1 MiB
     */
    static NbdExport MakeExport()
    {
        const auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("BlockCount", UintegerValue(2048));
        disk->SetAttribute("StoreData", BooleanValue(true));
        NbdExport offered;
        offered.name = "0";
        offered.size = 1 << 20;
        offered.flags = NbdExportFlags::HAS_FLAGS;
        offered.device = disk;
        return offered;
    }

    /**
     * Run the simulation until something is so, at most 300 ms.
     *
     * @param isSo asked each millisecond
     * @return whether it is so
     */
    static bool RunUntil(const std::function<bool()>& isSo)
    {
        bool result = false;
        EventId next;
        std::function<void()> look = [&] {
            result = isSo();
            if (result)
            {
                Simulator::Stop();
                return;
            }
            next = Simulator::Schedule(MilliSeconds(1), look);
        };
        const auto last = Simulator::Schedule(MilliSeconds(300), [] { Simulator::Stop(); });
        look();
        Simulator::Run();
        Simulator::Cancel(last);
        Simulator::Cancel(next);
        return result;
    }
};

/**
 * @ingroup live-san-tests
 *
 * The NBD server and its sockets.
 */
class NbdServerTestSuite : public TestSuite
{
  public:
    NbdServerTestSuite()
        : TestSuite("nbd-server", Type::UNIT)
    {
        AddTestCase(new NbdSocketTestCase, Duration::QUICK);
        AddTestCase(new NbdServerTestCase, Duration::QUICK);
    }
};

static NbdServerTestSuite g_nbdServerTestSuite; //!< the suite
