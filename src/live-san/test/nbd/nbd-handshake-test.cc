/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-test-bytes.h"

#include "ns3/nbd-handshake.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What a server says first: NBDMAGIC, IHAVEOPT, fixed newstyle and no zeroes.
const std::string GREETING = "4e42444d41474943 49484156454f5054 0003";
/// The client's flags: the same.
const std::string FLAGS = "00000003";
/// What begins its reply.
const std::string REPLY = "0003e889045565a9";

/// Two disks: 1 MiB in blocks of 512 bytes, and 4 GiB in blocks of 8192.
const std::vector<NbdExport> EXPORTS{{.name = "0",
                                      .description = "first",
                                      .size = 1 << 20,
                                      .blockSize = 512,
                                      .flags = 0x014d,
                                      .device = nullptr},
                                     {.name = "1",
                                      .description = "second",
                                      .size = uint64_t{4} << 30,
                                      .blockSize = 8192,
                                      .flags = 0x0001,
                                      .device = nullptr}};

/// A handshake with a client that sends texts.
class Client
{
  public:
    Client()
        : m_greeting(ToHex(m_handshake.TakeOutput()))
    {
    }

    /**
     * @return what was sent first
     */
    const std::string& GetGreeting() const
    {
        return m_greeting;
    }

    /**
     * Send bytes, so many at a time.
     *
     * @param text the bytes
     * @param step how many at a time
     * @return what came back
     */
    std::string Send(const std::string& text, std::size_t step = SIZE_MAX)
    {
        const auto bytes = FromHex(text);
        std::string answer;
        std::size_t sent = 0;
        std::size_t taken = 1;
        while (sent < bytes.size() && taken > 0)
        {
            taken = m_handshake.Receive(bytes.data() + sent, std::min(step, bytes.size() - sent));
            sent += taken;
            answer += ToHex(m_handshake.TakeOutput());
        }
        m_left = bytes.size() - sent;
        return answer;
    }

    /**
     * @return bytes that were sent last and not taken
     */
    std::size_t GetLeft() const
    {
        return m_left;
    }

    /**
     * @return the handshake
     */
    const NbdHandshake& Get() const
    {
        return m_handshake;
    }

  private:
    NbdHandshake m_handshake{EXPORTS}; //!< the handshake
    std::string m_greeting;            //!< what was sent first
    std::size_t m_left{0};             //!< bytes that were not taken
};

/**
 * @param type of a reply, of 4 bytes
 * @param option what it is to, of 4 bytes
 * @param text what it says, for people
 * @return the reply
 */
std::string
MakeError(const std::string& type, const std::string& option, const std::string& text)
{
    std::ostringstream length;
    length << std::hex << std::setw(8) << std::setfill('0') << text.size();
    return Join(REPLY + option + type + length.str() + TextToHex(text));
}

} // namespace

/**
 * @ingroup live-san-tests
 *
 * Options of a client and their replies, with numbers of the protocol.
 */
class NbdHandshakeOptionsTestCase : public TestCase
{
  public:
    NbdHandshakeOptionsTestCase()
        : TestCase("options and their replies")
    {
    }

  private:
    void DoRun() override
    {
        // Whole messages at once, and byte by byte.
        for (const std::size_t step : {SIZE_MAX, std::size_t{1}})
        {
            Client client;
            NS_TEST_EXPECT_MSG_EQ(client.GetGreeting(), Join(GREETING), "greeting");
            NS_TEST_EXPECT_MSG_EQ(client.Send(FLAGS, step), "", "flags");
            CheckQuestions(client, step);
            CheckChoice(client, step);
        }
    }

    /**
     * Ask for lists and information.
     *
     * @param client the client
     * @param step bytes to send at a time
     */
    void CheckQuestions(Client& client, std::size_t step)
    {
        // LIST: 4 + 1 + 5 bytes for the first, 4 + 1 + 6 for the second, and ACK.
        NS_TEST_EXPECT_MSG_EQ(client.Send(OPTION_MAGIC + "00000003 00000000", step),
                              Join(REPLY + "00000003 00000002 0000000a 00000001" +
                                   TextToHex("0first") + REPLY +
                                   "00000003 00000002 0000000b 00000001" + TextToHex("1second") +
                                   REPLY + "00000003 00000001 00000000"),
                              "list");
        // INFO of "1": EXPORT with 2^32 bytes and flags 1, and blocks of 8192, 8192 and 32 MiB.
        NS_TEST_EXPECT_MSG_EQ(
            client.Send(OPTION_MAGIC + "00000006 00000007 00000001 31 0000", step),
            Join(REPLY + "00000006 00000003 0000000c 0000 0000000100000000 0001" + REPLY +
                 "00000006 00000003 0000000e 0003 00002000 00002000 02000000" + REPLY +
                 "00000006 00000001 00000000"),
            "info");
        NS_TEST_EXPECT_MSG_EQ(client.Get().GetExport(), nullptr, "info chooses nothing");
        NS_TEST_EXPECT_MSG_EQ(client.Get().HasStructuredReplies(), false, "not asked for");
        NS_TEST_EXPECT_MSG_EQ(client.Send(OPTION_MAGIC + "00000008 00000000", step),
                              Join(REPLY + "00000008 00000001 00000000"),
                              "structured replies");
        NS_TEST_EXPECT_MSG_EQ(client.Get().HasStructuredReplies(), true, "asked for");
    }

    /**
     * Choose the default export.
     *
     * @param client the client
     * @param step bytes to send at a time
     */
    void CheckChoice(Client& client, std::size_t step)
    {
        // GO of "" for NAME and DESCRIPTION, and what nobody knows. Flags have SEND_DF, 80h, now.
        NS_TEST_EXPECT_MSG_EQ(
            client.Send(OPTION_MAGIC + "00000007 0000000c 00000000 0003 0001 0002 00ff", step),
            Join(REPLY + "00000007 00000003 0000000c 0000 0000000000100000 01cd" + REPLY +
                 "00000007 00000003 0000000e 0003 00000200 00001000 02000000" + REPLY +
                 "00000007 00000003 00000003 0001" + TextToHex("0") + REPLY +
                 "00000007 00000003 00000007 0002" + TextToHex("first") + REPLY +
                 "00000007 00000001 00000000"),
            "go");
        NS_TEST_EXPECT_MSG_EQ(client.Get().GetExport(), &EXPORTS[0], "chosen");
        NS_TEST_EXPECT_MSG_EQ(client.Send("25609513"), "", "a request is not for the handshake");
        NS_TEST_EXPECT_MSG_EQ(client.GetLeft(), 4, "nothing of it is taken");
    }
};

/**
 * @ingroup live-san-tests
 *
 * The option that cannot be refused, with padding and without.
 */
class NbdHandshakeExportNameTestCase : public TestCase
{
  public:
    NbdHandshakeExportNameTestCase()
        : TestCase("export by name")
    {
    }

  private:
    void DoRun() override
    {
        Client modern;
        modern.Send(FLAGS);
        NS_TEST_EXPECT_MSG_EQ(modern.Send(OPTION_MAGIC + "00000001 00000001 31"),
                              Join("0000000100000000 0001"),
                              "size and flags");
        NS_TEST_EXPECT_MSG_EQ(modern.Get().GetExport(), &EXPORTS[1], "chosen");
        Client old;
        old.Send("00000000");
        NS_TEST_EXPECT_MSG_EQ(old.Send(OPTION_MAGIC + "00000001 00000000"),
                              Join("0000000000100000 014d") + std::string(248, '0'),
                              "124 zeros behind");
        Client wrong;
        wrong.Send(FLAGS);
        NS_TEST_EXPECT_MSG_EQ(wrong.Send(OPTION_MAGIC + "00000001 00000001 32"), "", "no answer");
        NS_TEST_EXPECT_MSG_EQ(wrong.Get().IsClosed(), true, "closed");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Options that are wrong are refused and end nothing; what is no option ends all.
 */
class NbdHandshakeMistakesTestCase : public TestCase
{
  public:
    NbdHandshakeMistakesTestCase()
        : TestCase("mistakes of clients")
    {
    }

  private:
    void DoRun() override
    {
        Client client;
        client.Send(FLAGS);
        const std::string noData = "this option has no data";
        const std::string lengths = "the lengths in this option contradict each other";
        const std::vector<std::pair<std::string, std::string>> mistakes{
            // STARTTLS and what there is not.
            {"00000005 00000000",
             MakeError("80000001", "00000005", "there is no such option here")},
            {"000000ff 00000002 abcd",
             MakeError("80000001", "000000ff", "there is no such option here")},
            {"00000003 00000001 00", MakeError("80000003", "00000003", noData)},
            {"00000008 00000001 00", MakeError("80000003", "00000008", noData)},
            // Too short, a name beyond the end, and one kind of information too few.
            {"00000007 00000002 0000", MakeError("80000003", "00000007", lengths)},
            {"00000007 00000006 00000001 0000", MakeError("80000003", "00000007", lengths)},
            {"00000007 00000006 ffffffff 0000", MakeError("80000003", "00000007", lengths)},
            {"00000006 00000006 00000000 0001", MakeError("80000003", "00000006", lengths)},
            {"00000007 00000007 00000001 32 0000",
             MakeError("80000006", "00000007", "there is no such export")},
        };
        for (const auto& [option, reply] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(client.Send(OPTION_MAGIC + option), reply, option);
        }
        // 8193 bytes, one more than are taken.
        NS_TEST_EXPECT_MSG_EQ(
            client.Send(OPTION_MAGIC + "00000007 00002001" + std::string(2 * 8193, '0')),
            MakeError("80000009", "00000007", "too many bytes for an option"),
            "too long");
        NS_TEST_EXPECT_MSG_EQ(client.Get().IsClosed(), false, "still there");
        NS_TEST_EXPECT_MSG_EQ(client.Send(OPTION_MAGIC + "00000002 00000000"),
                              Join(REPLY + "00000002 00000001 00000000"),
                              "abort");
        NS_TEST_EXPECT_MSG_EQ(client.Get().IsClosed(), true, "closed");
        CheckEnds();
    }

    /// What ends the handshake.
    void CheckEnds()
    {
        // Flags that there are not, no option, and a name that is too long to be one.
        for (const auto& text :
             {std::string("00000004"),
              FLAGS + "49484156454f5055 00000003 00000000",
              FLAGS + OPTION_MAGIC + "00000001 00002001" + std::string(2 * 8193, '0')})
        {
            Client client;
            NS_TEST_EXPECT_MSG_EQ(client.Send(text), "", text);
            NS_TEST_EXPECT_MSG_EQ(client.Get().IsClosed(), true, text);
            NS_TEST_EXPECT_MSG_EQ(client.Get().GetExport(), nullptr, text);
        }
    }
};

/**
 * @ingroup live-san-tests
 *
 * Handshakes of the NBD protocol.
 */
class NbdHandshakeTestSuite : public TestSuite
{
  public:
    NbdHandshakeTestSuite()
        : TestSuite("nbd-handshake", Type::UNIT)
    {
        AddTestCase(new NbdHandshakeOptionsTestCase, Duration::QUICK);
        AddTestCase(new NbdHandshakeExportNameTestCase, Duration::QUICK);
        AddTestCase(new NbdHandshakeMistakesTestCase, Duration::QUICK);
    }
};

static NbdHandshakeTestSuite g_nbdHandshakeTestSuite; //!< the suite
