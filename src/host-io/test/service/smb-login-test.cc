/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/ntlm-message.h"
#include "ns3/ntlm-proof.h"
#include "ns3/simulator.h"
#include "ns3/smb-client.h"
#include "ns3/smb-hash.h"
#include "ns3/smb-session.h"
#include "ns3/smb2-client-login.h"
#include "ns3/smb2-codec.h"
#include "ns3/smb2-login.h"
#include "ns3/smb2-signature.h"
#include "ns3/spnego-token.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

/**
 * @param digits pairs of hexadecimal digits, with spaces between them perhaps
 * @return the bytes
 */
std::string
FromHex(const std::string& digits)
{
    std::string bytes;
    for (std::size_t at = 0; at < digits.size();)
    {
        if (std::isspace(static_cast<unsigned char>(digits[at])))
        {
            ++at;
            continue;
        }
        bytes += static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16));
        at += 2;
    }
    return bytes;
}

/**
 * @param bytes a message
 * @return the same as one that arrived
 */
FileServiceMessage
Arrive(const std::string& bytes)
{
    FileServiceMessage message;
    message.bytes.assign(bytes.begin(), bytes.end());
    message.size = bytes.size();
    return message;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Hashes have the values of their RFCs.
 */
class SmbHashTest : public TestCase
{
  public:
    SmbHashTest()
        : TestCase("Hashes of logins")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 1320, A.5.
        const std::string digits = "1234567890";
        std::string eighty;
        for (int i = 0; i < 8; ++i)
        {
            eighty += digits;
        }
        const std::pair<std::string, std::string> digests[] = {
            {"", "31d6cfe0d16ae931b73c59d7e0c089c0"},
            {"a", "bde52cb31de33e46245e05fbdbd6fb24"},
            {"abc", "a448017aaf21d8525fc10ae87aa6729d"},
            {"message digest", "d9130a8164549fe818874806e1c7014b"},
            {"abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"},
            {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
             "043f8582f241db351ce627e153e7f0e4"},
            {eighty, "e33b4ddc9c38f2199c3e7b164fcc0536"}};
        for (const auto& [message, digest] : digests)
        {
            NS_TEST_EXPECT_MSG_EQ((SmbHash::Md4(message) == FromHex(digest)),
                                  true,
                                  "MD4 of \"" << message << "\"");
        }
        // RFC 2202, 2, and RFC 4231, 4.3: the second test of each.
        const std::string question = "what do ya want for nothing?";
        NS_TEST_EXPECT_MSG_EQ(
            (SmbHash::HmacMd5("Jefe", question) == FromHex("750c783e6ab0b503eaa86e310a5db738")),
            true,
            "HMAC-MD5");
        NS_TEST_EXPECT_MSG_EQ(
            (SmbHash::HmacSha256("Jefe", question) == FromHex("5bdcc146bf60754e6a042426089575c7"
                                                              "5a003f089d2739839dec58b964ec3843")),
            true,
            "HMAC-SHA256");
        // Made with Python's hmac and hashlib: 48 bytes, a signature of zeros, "body".
        std::string message = FromHex("fe534d42");
        for (int i = 4; i < 48; ++i)
        {
            message += static_cast<char>(i);
        }
        std::string key;
        for (int i = 0; i < 16; ++i)
        {
            key += static_cast<char>(i);
        }
        message += std::string(16, 'x') + "body";
        const auto signature = Smb2Signature::Compute(key, message);
        NS_TEST_EXPECT_MSG_EQ((std::string(signature.begin(), signature.end()) ==
                               FromHex("394683d642c47c8aae5567b3aaea291b")),
                              true,
                              "what is in the signature's place does not count");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The proof of a password has the bytes of MS-NLMP, and the messages around it.
 */
class NtlmProofTest : public TestCase
{
  public:
    NtlmProofTest()
        : TestCase("NTLM version 2")
    {
    }

  private:
    void DoRun() override
    {
        // MS-NLMP, 4.2.4: User, Domain, Password; the names of server and domain.
        const auto key = NtlmProof::MakeKey("User", "Domain", "Password");
        NS_TEST_EXPECT_MSG_EQ((key == FromHex("0c868a403bfd7a93a3001ef22ef02e3f")),
                              true,
                              "NTOWFv2");
        NS_TEST_EXPECT_MSG_EQ((NtlmProof::MakeKey("uSER", "Domain", "Password") == key),
                              true,
                              "letters of the user");
        NS_TEST_EXPECT_MSG_EQ((NtlmProof::MakeKey("User", "DOMAIN", "Password") == key),
                              false,
                              "letters of the domain");
        NtlmProof::Question question;
        question.serverChallenge = 0xefcdab8967452301;
        question.clientChallenge = 0xaaaaaaaaaaaaaaaa;
        question.information = FromHex("02000c0044006f006d00610069006e00"
                                       "01000c00530065007200760065007200 00000000");
        const auto proof = NtlmProof::Make(key, question);
        NS_TEST_EXPECT_MSG_EQ(
            (proof.response.substr(0, 16) == FromHex("68cd0ab851e51c96aabc927bebef6a1c")),
            true,
            "NTProofStr");
        NS_TEST_EXPECT_MSG_EQ(
            (proof.response.substr(16) ==
             FromHex("0101000000000000 0000000000000000 aaaaaaaaaaaaaaaa 00000000") +
                 question.information + FromHex("00000000")),
            true,
            "temp");
        NS_TEST_EXPECT_MSG_EQ((proof.sessionKey == FromHex("8de40ccadbc14a82f15cb0ad0de95ca3")),
                              true,
                              "SessionBaseKey");
        CheckChallenge();
        CheckClient();
    }

    /// A challenge is read as it was written; what is cut off is none.
    void CheckChallenge()
    {
        NtlmChallenge challenge;
        challenge.flags = 0x12345678;
        challenge.challenge = 0x0123456789abcdef;
        challenge.name = "Server";
        challenge.information = FromHex("07000800 0807060504030201 00000000");
        const auto token = challenge.Serialize();
        const auto read = NtlmChallenge::Deserialize(token);
        NS_TEST_ASSERT_MSG_EQ(read.has_value(), true, "read");
        NS_TEST_EXPECT_MSG_EQ(read->flags, challenge.flags, "flags");
        NS_TEST_EXPECT_MSG_EQ(read->challenge, challenge.challenge, "number");
        NS_TEST_EXPECT_MSG_EQ((read->information == challenge.information), true, "information");
        NS_TEST_EXPECT_MSG_EQ(read->GetTime(), 0x0102030405060708, "MsvAvTimestamp");
        challenge.information = NtlmChallenge::MakeInformation("NS3");
        NS_TEST_EXPECT_MSG_EQ(challenge.GetTime(), 0, "no time");
        challenge.information = FromHex("0700080008");
        NS_TEST_EXPECT_MSG_EQ(challenge.GetTime(), 0, "a time that is cut off");
        for (std::size_t size = 0; size < token.size(); ++size)
        {
            NS_TEST_EXPECT_MSG_EQ(NtlmChallenge::Deserialize(token.substr(0, size)).has_value(),
                                  false,
                                  "cut off after " << size);
        }
        NS_TEST_EXPECT_MSG_EQ(NtlmChallenge::Deserialize(NtlmNegotiate{1}.Serialize()).has_value(),
                              false,
                              "another message");
    }

    /// A client's messages, which our server understands.
    void CheckClient()
    {
        Smb2ClientLogin user("User", "Password", 7);
        // RFC 4178, 4.2.1: [APPLICATION 0] SPNEGO, [0] SEQUENCE, [0] mechTypes SEQUENCE, NTLMSSP,
        // [2] octets. MS-NLMP, 2.2.1.1: 32 bytes, 34, 36; 16 and 36 are 52, 54; 56 and 8 are 64.
        const auto first = user.Begin();
        const auto head = FromHex("6040 06062b0601050502 a036 3034 a00e 300c "
                                  "060a2b06010401823702020a a222 0420 4e544c4d53535000 01000000");
        NS_TEST_EXPECT_MSG_EQ((first.substr(0, head.size()) == head), true, "NegTokenInit");
        NS_TEST_EXPECT_MSG_EQ(first.size(), 66, "its size");
        const auto challenge = Smb2Login::Answer(first, 9);
        const auto second = user.Answer(challenge.blob, 0);
        NS_TEST_EXPECT_MSG_EQ(user.GetSessionKey().size(), 16, "a key");
        const auto token = NtlmMessage::Find(second);
        // 2.2.1.3: 24 bytes of LM at 64, the proof behind it, no domain, the user's 8 bytes.
        NS_TEST_EXPECT_MSG_EQ((token.substr(12, 8) == FromHex("1800180040000000")), true, "LM");
        NS_TEST_EXPECT_MSG_EQ((token.substr(24, 4) == FromHex("58000000")), true, "the proof");
        NS_TEST_EXPECT_MSG_EQ((token.substr(36, 4) == FromHex("08000800")), true, "the user");
        NS_TEST_EXPECT_MSG_EQ((token.substr(token.size() - 8) == FromHex("5500730065007200")),
                              true,
                              "his name");
        const auto end = Smb2Login::Answer(second, 9);
        NS_TEST_EXPECT_MSG_EQ((end.status == SmbStatus::OK), true, "logged in");
        NS_TEST_EXPECT_MSG_EQ(end.flags, Smb2Login::IS_GUEST, "as a guest");
        Smb2ClientLogin nobody("", "", 7);
        const auto anonymous = nobody.Answer(challenge.blob, 0);
        NS_TEST_EXPECT_MSG_EQ(Smb2Login::Answer(anonymous, 9).flags,
                              Smb2Login::IS_NULL,
                              "as nobody");
        NS_TEST_EXPECT_MSG_EQ(nobody.GetSessionKey(), "", "no key");
        NS_TEST_EXPECT_MSG_EQ(user.Answer("nothing", 0), "", "no challenge");
        NS_TEST_EXPECT_MSG_EQ(SpnegoToken::OffersNtlm(Smb2Login::GetOffer()), true, "offered");
        NS_TEST_EXPECT_MSG_EQ(SpnegoToken::OffersNtlm("Kerberos"), false, "not offered");
    }
};

/**
 * @ingroup host-io-tests
 *
 * A session at a server whose answers are made by hand.
 */
class SmbSessionTest : public TestCase
{
  public:
    SmbSessionTest()
        : TestCase("Sessions of a client")
    {
    }

  private:
    /// What a server answers, in order.
    using Answers = std::vector<std::pair<SmbStatus, SmbResponse>>;

    /**
     * @param user whose session it is, empty for nobody
     * @param answers what the server answers
     * @return how the login ends; nothing if it does not
     */
    std::optional<std::string> Run(const std::string& user, const Answers& answers)
    {
        static const Smb2Codec CODEC;
        m_commands.clear();
        std::optional<std::string> outcome;
        SmbSession::Settings settings{"server", "files", user, user.empty() ? "" : "secret", 1};
        SmbAnswered waiting;
        m_session = Create<SmbSession>(
            CODEC,
            settings,
            [&](auto command, const auto& request, auto answered) {
                m_commands.push_back(command);
                m_path = request.path;
                waiting = answered;
            },
            [&outcome](const std::string& fault) { outcome = fault; });
        m_session->Start();
        for (const auto& [status, response] : answers)
        {
            std::exchange(waiting, nullptr)(status, response);
        }
        return outcome;
    }

    /**
     * @param mustSign whether the server wants signatures
     * @return the response to NEGOTIATE
     */
    static SmbResponse MakeNegotiated(bool mustSign)
    {
        SmbResponse response;
        response.limits.dialect = Smb2Codec::DIALECT_2_1;
        response.limits.maxReadSize = 1 << 20;
        response.limits.maxWriteSize = 1 << 20;
        response.limits.hasLargeTransfers = true;
        response.limits.mustSign = mustSign;
        response.buffer = SpnegoToken::MakeOffer();
        return response;
    }

    /**
     * @return the response with a challenge
     */
    static SmbResponse MakeChallenge()
    {
        SmbResponse response;
        response.buffer =
            Smb2Login::Answer(Smb2ClientLogin("", "", 1).Begin(), 0x1122334455667788).blob;
        return response;
    }

    void DoRun() override
    {
        const auto ok = SmbStatus::OK;
        const auto more = SmbStatus::MORE_PROCESSING_REQUIRED;
        const std::pair negotiated{ok, MakeNegotiated(false)};
        const std::pair challenge{more, MakeChallenge()};
        const std::pair done{ok, SmbResponse()};
        const auto refuse = [](SmbStatus status) { return std::pair{status, SmbResponse()}; };
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {negotiated, challenge, done, done}), "", "all well");
        NS_TEST_EXPECT_MSG_EQ(m_commands.size(), 4, "NEGOTIATE, two SESSION_SETUPs, TREE_CONNECT");
        NS_TEST_EXPECT_MSG_EQ(m_path, "//server/files", "the share");
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {refuse(SmbStatus::NOT_SUPPORTED)}),
                              "NEGOTIATE: STATUS_NOT_SUPPORTED",
                              "no dialect");
        NS_TEST_EXPECT_MSG_EQ(
            *Run("alice", {negotiated, challenge, refuse(SmbStatus::LOGON_FAILURE)}),
            "login of alice was refused: STATUS_LOGON_FAILURE",
            "a wrong password");
        NS_TEST_EXPECT_MSG_EQ(*Run("", {negotiated, refuse(static_cast<SmbStatus>(0xc0abcdef))}),
                              "anonymous login was refused: NTSTATUS 0xc0abcdef",
                              "nobody");
        NS_TEST_EXPECT_MSG_EQ(
            *Run("alice", {negotiated, challenge, done, refuse(SmbStatus::BAD_NETWORK_NAME)}),
            "share files: STATUS_BAD_NETWORK_NAME",
            "a wrong share");
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {negotiated, challenge, challenge}),
                              "login of alice failed: the server sends no challenge of NTLM",
                              "a login without end");
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {negotiated, {more, SmbResponse()}}),
                              "login of alice failed: the server sends no challenge of NTLM",
                              "no challenge");
        CheckSpecial(negotiated, challenge, done);
        CheckSigned(challenge, done);
    }

    /**
     * What a server may say that is no error and will not do.
     *
     * @param negotiated the response to NEGOTIATE
     * @param challenge that with a challenge
     * @param done one that ends a login
     */
    void CheckSpecial(const Answers::value_type& negotiated,
                      const Answers::value_type& challenge,
                      const Answers::value_type& done)
    {
        auto guest = done;
        guest.second.sessionFlags = Smb2Login::IS_GUEST;
        NS_TEST_EXPECT_MSG_EQ(
            *Run("alice", {negotiated, challenge, guest}),
            "login of alice was refused: the server takes the user as a guest only",
            "a guest with a password");
        auto pipes = done;
        pipes.second.isPipe = true;
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {negotiated, challenge, done, pipes}),
                              "share files: it is none of files",
                              "pipes");
        auto other = negotiated;
        other.second.limits.dialect = 0x0311;
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {other}),
                              "the server chooses a dialect that is neither SMB 2.0.2 nor 2.1",
                              "SMB 3.1.1");
        other = negotiated;
        other.second.buffer = "Kerberos";
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {other}),
                              "the server takes no login by NTLM",
                              "Kerberos alone");
        other = negotiated;
        other.second.limits.maxReadSize = 0;
        NS_TEST_EXPECT_MSG_EQ(*Run("alice", {other}),
                              "the server does not speak the dialect, or takes no data",
                              "no data");
        other = negotiated;
        other.second.limits.dialect = Smb2Codec::DIALECT_2_0_2;
        Run("alice", {other});
        NS_TEST_EXPECT_MSG_EQ(m_session->GetLimits().maxReadSize, 65536, "SMB 2.0.2");
        // A lost connection ends it without a word.
        m_session->Close();
    }

    /**
     * Messages are signed where the server wants that, and its own are held against their
     * signatures.
     *
     * @param challenge the response with a challenge
     * @param done one that ends a login
     */
    void CheckSigned(const Answers::value_type& challenge, const Answers::value_type& done)
    {
        const std::pair negotiated{SmbStatus::OK, MakeNegotiated(true)};
        auto guest = done;
        guest.second.sessionFlags = Smb2Login::IS_NULL;
        NS_TEST_EXPECT_MSG_EQ(
            *Run("", {negotiated, challenge, guest}),
            "anonymous login will not do: the server wants signatures, which have no key",
            "nobody has a key");
        Run("alice", {negotiated, challenge, done, done});
        Smb2ClientLogin login("alice", "secret", 1);
        login.Answer(challenge.second.buffer, SmbStart());
        const auto key = login.GetSessionKey();
        FileServiceWriter body;
        body.PutBytes("body");
        const uint8_t contents[] = {1, 2, 3};
        FileServicePayload payload{3, Create<Packet>(contents, 3)};
        const auto text = m_session->Seal(SmbHeader(), body, payload).GetText();
        const auto message = Arrive(text);
        FileServiceReader reader(message);
        const auto header = Smb2Codec().DeserializeHeader(reader);
        NS_TEST_EXPECT_MSG_EQ(header.isSigned, true, "the flag");
        NS_TEST_EXPECT_MSG_EQ(
            (Smb2Signature::Compute(key, text + FromHex("010203")) == header.signature),
            true,
            "header, body and contents");
        NS_TEST_EXPECT_MSG_EQ(m_session->Accept(header, Arrive(text + FromHex("010203"))),
                              "",
                              "the right signature");
        NS_TEST_EXPECT_MSG_EQ(m_session->Accept(header, Arrive(text + FromHex("010204"))),
                              "the signature of a response is wrong",
                              "another byte");
        NS_TEST_EXPECT_MSG_EQ(m_session->Accept(SmbHeader(), Arrive(text)),
                              "a response is not signed",
                              "none");
        SmbHeader pending;
        pending.status = SmbStatus::PENDING;
        NS_TEST_EXPECT_MSG_EQ(m_session->Accept(pending, Arrive(text)), "", "comes later");
    }

    /**
     * @return FILETIME of the begin of a simulation
     */
    static uint64_t SmbStart()
    {
        return 116444736000000000;
    }

    Ptr<SmbSession> m_session;          //!< the session
    std::vector<SmbCommand> m_commands; //!< what it sent
    std::string m_path;                 //!< path of the last request
};

/**
 * @ingroup host-io-tests
 *
 * Logins in two steps at a simulated server that takes clients of other systems.
 */
class SmbForeignClientTest : public TestCase
{
  public:
    SmbForeignClientTest()
        : TestCase("A client at a server for clients of other systems")
    {
    }

  private:
    /**
     * @param share name of the share
     * @param user the user
     * @param password his password
     * @return why the client cannot mount it, empty if it can
     */
    std::string Mount(const std::string& share,
                      const std::string& user = "",
                      const std::string& password = "")
    {
        Bench bench("Smb", true);
        Prepare(bench, share, user, password);
        Simulator::Stop(Seconds(300));
        bench.Start();
        NS_TEST_EXPECT_MSG_EQ(bench.clients[0]->IsReady(),
                              bench.clients[0]->GetFault().empty(),
                              "ready or not");
        return bench.clients[0]->GetFault();
    }

    /**
     * @param bench a bench
     * @param share name of the share
     * @param user the user
     * @param password his password
     */
    static void Prepare(Bench& bench,
                        const std::string& share,
                        const std::string& user,
                        const std::string& password)
    {
        bench.helper.SetServerAttribute("ForeignClients", BooleanValue(true));
        bench.helper.SetClientAttribute("Share", StringValue(share));
        bench.helper.SetClientAttribute("User", StringValue(user));
        bench.helper.SetClientAttribute("Password", StringValue(password));
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Mount("share"), "", "anonymous");
        NS_TEST_EXPECT_MSG_EQ(Mount("share", "bob"), "", "a guest");
        NS_TEST_EXPECT_MSG_EQ(Mount("share", "bob", "secret"),
                              "login of bob was refused: the server takes the user as a guest only",
                              "a guest with a password");
        NS_TEST_EXPECT_MSG_EQ(Mount("other"), "share other: STATUS_BAD_NETWORK_NAME", "no share");
        NS_TEST_EXPECT_MSG_EQ(Mount("IPC$"), "share IPC$: it is none of files", "pipes");
        CheckFiles();
        CheckSilence();
    }

    /// Files are made, written, read, renamed, listed and removed.
    void CheckFiles()
    {
        Bench bench("Smb", true);
        Prepare(bench, "share", "", "");
        bench.Start();
        const auto client = bench.clients[0];
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 4, "two SESSION_SETUPs");
        const auto run = [&](Ptr<FileRequest> request) {
            Bench::Run(client, request);
            NS_TEST_EXPECT_MSG_EQ(request->status, FileStatus::OK, request->operation);
            return request;
        };
        run(Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        const auto handle = run(Bench::MakeCreate("/d/f"))->handle;
        const auto write = Bench::Make(FileOperation::WRITE, handle, 0, 5);
        write->data = Create<Packet>(reinterpret_cast<const uint8_t*>("hello"), 5);
        run(write);
        run(Bench::Make(FileOperation::SYNC, handle));
        run(Bench::Make(FileOperation::CLOSE, handle));
        const auto open = run(Bench::Make(FileOperation::OPEN, "/d/f"));
        const auto read = run(Bench::Make(FileOperation::READ, open->handle, 0, 100));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "hello", "contents");
        run(Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(run(Bench::Make(FileOperation::STAT, "/d/f"))->attributes.bytes,
                              5,
                              "size");
        const auto rename = Bench::Make(FileOperation::RENAME, "/d/f");
        rename->newPath = "/d/g";
        run(rename);
        const auto list = run(Bench::Make(FileOperation::LIST, "/d"));
        NS_TEST_EXPECT_MSG_EQ((list->names == std::vector<std::string>{"g"}), true, "names");
        run(Bench::Make(FileOperation::UNLINK, "/d/g"));
        run(Bench::Make(FileOperation::REMOVE_DIRECTORY, "/d"));
        NS_TEST_EXPECT_MSG_EQ(client->GetFault(), "", "nothing went wrong");
    }

    /// A server that answers no more: the request fails after ResponseTimeout.
    void CheckSilence()
    {
        Bench bench("Smb");
        bench.Start();
        const auto client = bench.clients[0];
        bench.files->SetAttribute("Latency", TimeValue(Seconds(100)));
        const auto begin = Simulator::Now();
        const auto open = Bench::Run(client, Bench::MakeCreate("/f"));
        NS_TEST_EXPECT_MSG_EQ(open->status, FileStatus::INPUT_OUTPUT, "no response");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - begin, Seconds(60), "after a minute");
        NS_TEST_EXPECT_MSG_EQ(client->GetFault(), "connection lost: no response for 60 s", "why");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Logins of an SMB client at servers of other systems.
 */
class SmbLoginTestSuite : public TestSuite
{
  public:
    SmbLoginTestSuite()
        : TestSuite("host-io-smb-login", Type::UNIT)
    {
        AddTestCase(new SmbHashTest(), Duration::QUICK);
        AddTestCase(new NtlmProofTest(), Duration::QUICK);
        AddTestCase(new SmbSessionTest(), Duration::QUICK);
        AddTestCase(new SmbForeignClientTest(), Duration::QUICK);
    }
};

static SmbLoginTestSuite g_smbLoginTestSuite; //!< the suite
