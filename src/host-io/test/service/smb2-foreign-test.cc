/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/file-service-message.h"
#include "ns3/smb-fields.h"
#include "ns3/smb2-chain.h"
#include "ns3/smb2-codec.h"
#include "ns3/smb2-information.h"
#include "ns3/smb2-login.h"
#include "ns3/smb2-text.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param bytes a message
 * @return the same as one that arrived
 */
FileServiceMessage
MakeMessage(const std::string& bytes)
{
    FileServiceMessage message;
    message.bytes.assign(bytes.begin(), bytes.end());
    message.size = bytes.size();
    return message;
}

/**
 * @param writer what was written
 * @return the same as text
 */
std::string
GetText(const FileServiceWriter& writer)
{
    return {writer.GetBytes().begin(), writer.GetBytes().end()};
}

/**
 * @param hex bytes as digits, with spaces between them
 * @return the bytes
 */
std::string
TextFromHex(const std::string& hex)
{
    std::string bytes;
    for (std::size_t at = 0; at < hex.size(); at += 3)
    {
        bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
    }
    return bytes;
}

} // namespace

/**
 * @ingroup host-io
 *
 * Names are UTF-8 at one end and UTF-16 at the other, and none is lost.
 */
class Smb2TextTest : public TestCase
{
  public:
    Smb2TextTest()
        : TestCase("Texts of SMB 2")
    {
    }

  private:
    void DoRun() override
    {
        // U+0061, a slash, U+00FC, U+4E16; U+1F30D is 0xd83c 0xdf0d: 0xf30d is 0x3c << 10 | 0x30d.
        Check("a/\xc3\xbc\xe4\xb8\x96", "61 00 5c 00 fc 00 16 4e");
        Check("\xf0\x9f\x8c\x8d", "3c d8 0d df");
        // No UTF-8: a byte alone, an overlong slash, a letter that is cut off, one beyond the last.
        Check("\xff", "ff dc");
        Check("\xc0\xaf", "c0 dc af dc");
        Check("\xe4\xb8", "e4 dc b8 dc");
        Check("\xf4\x90\x80\x80", "f4 dc 90 dc 80 dc 80 dc");
        // Units that are no pair are letters of their own: a first one, a second one, two first.
        Check("\xed\xa0\xbc", "3c d8");
        Check("\xed\xbc\x8dz", "0d df 7a 00");
        Check("\xed\xa0\xbc\xed\xa0\xbc", "3c d8 3c d8");
        Check("", "");
        for (const std::string odd : {"a", "abc"})
        {
            const auto message = MakeMessage(odd);
            FileServiceReader reader(message);
            Smb2Text::Get(reader, odd.size());
            NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), true, "half a unit");
        }
    }

    /**
     * @param text a text
     * @param hex its bytes in a message
     */
    void Check(const std::string& text, const std::string& hex)
    {
        const auto bytes = TextFromHex(hex);
        FileServiceWriter writer;
        Smb2Text::Put(writer, text);
        NS_TEST_EXPECT_MSG_EQ((GetText(writer) == bytes), true, "written: " << hex);
        NS_TEST_EXPECT_MSG_EQ(Smb2Text::GetBytes(text), bytes.size(), "size: " << hex);
        const auto message = MakeMessage(bytes);
        FileServiceReader reader(message);
        NS_TEST_EXPECT_MSG_EQ((Smb2Text::Get(reader, bytes.size()) == text), true, "read: " << hex);
    }
};

/**
 * @ingroup host-io
 *
 * A login by NTLMSSP, alone and inside SPNEGO; what is none is refused.
 */
class Smb2LoginTest : public TestCase
{
  public:
    Smb2LoginTest()
        : TestCase("Logins of SMB 2")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 4178, 4.2.1: [APPLICATION 0] SPNEGO, [0] SEQUENCE, [0] mechTypes SEQUENCE, NTLMSSP.
        const auto offer = TextFromHex("60 1c 06 06 2b 06 01 05 05 02 a0 12 30 10 a0 0e 30 0c "
                                       "06 0a 2b 06 01 04 01 82 37 02 02 0a");
        NS_TEST_EXPECT_MSG_EQ((Smb2Login::GetOffer() == offer), true, "what is offered");
        const std::string signature("NTLMSSP\0", 8);
        const auto negotiate = signature + TextFromHex("01 00 00 00") + std::string(20, '\0');
        const auto alone = Smb2Login::Answer(negotiate, 0x0807060504030201);
        NS_TEST_EXPECT_MSG_EQ((alone.status == SmbStatus::MORE_PROCESSING_REQUIRED),
                              true,
                              "a challenge is next");
        // MS-NLMP, 2.2.1.2: signature, type 2, TargetName of 6 bytes at 48, flags, the challenge.
        const auto begin =
            signature + TextFromHex("02 00 00 00 06 00 06 00 30 00 00 00 05 02 8a a0 "
                                    "01 02 03 04 05 06 07 08");
        NS_TEST_EXPECT_MSG_EQ((alone.blob.substr(0, 32) == begin), true, "the challenge");
        // TargetInfo behind the name: two names of 4 + 6 bytes, and the end of 4.
        const auto info = TextFromHex("18 00 18 00 36 00 00 00");
        NS_TEST_EXPECT_MSG_EQ((alone.blob.substr(40, 8) == info), true, "information");
        NS_TEST_EXPECT_MSG_EQ(alone.blob.size(), 48 + 6 + 24, "its size");
        CheckWrapped(offer, negotiate, alone.blob);
        CheckEnd(signature);
        for (const auto& odd : {std::string(), std::string("x"), signature, signature + "\x09zzz"})
        {
            const auto reply = Smb2Login::Answer(odd, 1);
            NS_TEST_EXPECT_MSG_EQ((reply.status == SmbStatus::LOGON_FAILURE), true, "no login");
        }
    }

    /**
     * @param offer an offer without a message, of other mechanisms perhaps
     * @param negotiate a client's first message
     * @param challenge the server's
     */
    void CheckWrapped(const std::string& offer,
                      const std::string& negotiate,
                      const std::string& challenge)
    {
        const auto wrapped = Smb2Login::Answer("\x60 and so on " + negotiate, 0x0807060504030201);
        // 4.2.2: [1] SEQUENCE, [0] ENUMERATED accept-incomplete, [1] the mechanism, [2] octets: 78,
        // then 80, 82, 82 + 5 + 14 = 101, 103.
        const auto head =
            TextFromHex("a1 67 30 65 a0 03 0a 01 01 a1 0c 06 0a 2b 06 01 04 01 82 37 02 "
                        "02 0a a2 50 04 4e");
        NS_TEST_EXPECT_MSG_EQ((wrapped.blob == head + challenge), true, "inside SPNEGO");
        const auto other = Smb2Login::Answer(offer, 1);
        NS_TEST_EXPECT_MSG_EQ(
            (other.blob == TextFromHex("a1 15 30 13 a0 03 0a 01 01 a1 0c 06 0a 2b 06 01 04 "
                                       "01 82 37 02 02 0a")),
            true,
            "another mechanism");
    }

    /**
     * @param signature what messages begin with
     */
    void CheckEnd(const std::string& signature)
    {
        // 2.2.1.3: the length of the user's name is at 36.
        auto token = signature + TextFromHex("03 00 00 00") + std::string(52, '\0');
        const auto anonymous = Smb2Login::Answer(token, 1);
        NS_TEST_EXPECT_MSG_EQ((anonymous.status == SmbStatus::OK), true, "without a name");
        NS_TEST_EXPECT_MSG_EQ(anonymous.flags, 2, "SMB2_SESSION_FLAG_IS_NULL");
        NS_TEST_EXPECT_MSG_EQ(anonymous.blob, "", "alone");
        token[36] = 8;
        const auto guest = Smb2Login::Answer("\xa1 and so on " + token, 1);
        NS_TEST_EXPECT_MSG_EQ((guest.status == SmbStatus::OK), true, "with a name");
        NS_TEST_EXPECT_MSG_EQ(guest.flags, 1, "SMB2_SESSION_FLAG_IS_GUEST");
        NS_TEST_EXPECT_MSG_EQ((guest.blob == TextFromHex("a1 07 30 05 a0 03 0a 01 00")),
                              true,
                              "accept-completed");
    }
};

/**
 * @ingroup host-io
 *
 * Messages of several requests are taken apart; malformed ones are refused.
 */
class Smb2ChainTest : public TestCase
{
  public:
    Smb2ChainTest()
        : TestCase("Compound messages of SMB 2")
    {
    }

  private:
    void DoRun() override
    {
        const auto chain = Make(72, 'a') + Make(64, 'b') + Make(0, 'c') + "end";
        const auto parts = Smb2Chain::Split(MakeMessage(chain));
        NS_TEST_ASSERT_MSG_EQ(parts.size(), 3, "three requests");
        NS_TEST_EXPECT_MSG_EQ(parts[0].size, 72, "the first has 8 bytes more");
        NS_TEST_EXPECT_MSG_EQ(parts[1].size, 64, "the second is a header");
        NS_TEST_EXPECT_MSG_EQ(parts[2].size, 67, "the last has the rest");
        NS_TEST_EXPECT_MSG_EQ(parts[1].bytes[63], 'b', "it is that");
        // Zeros at the end of a message take no memory; they are part of the last request.
        auto zeros = MakeMessage(Make(64, 'a') + Make(0, 'c'));
        zeros.size += 100000;
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::Split(zeros).back().size, 100064, "with zeros");
        for (const uint32_t next : {1U, 8U, 63U, 68U, 1000U, 0xfffffff8U})
        {
            const auto odd = MakeMessage(Make(next, 'a') + Make(0, 'b'));
            NS_TEST_EXPECT_MSG_EQ(Smb2Chain::IsCompound(odd), true, next);
            NS_TEST_EXPECT_MSG_EQ(Smb2Chain::Split(odd).size(), 0, next);
        }
        NS_TEST_EXPECT_MSG_EQ(Split(64), 64, "as many as there may be");
        NS_TEST_EXPECT_MSG_EQ(Split(65), 0, "one too many");
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::IsCompound(MakeMessage(Make(0, 'a'))), false, "one");
        CheckSmb1();
    }

    /**
     * @param next where the next request is
     * @param fill what the header is of else
     * @return a header of SMB 2, with 8 bytes behind it if that is 72
     */
    static std::string Make(uint32_t next, char fill)
    {
        FileServiceWriter writer;
        writer.PutLittle32(next);
        return std::string(20, fill) + GetText(writer) + std::string(next == 72 ? 48 : 40, fill);
    }

    /**
     * @param requests how many requests a message has
     * @return how many are found
     */
    static std::size_t Split(std::size_t requests)
    {
        std::string chain;
        for (std::size_t i = 0; i + 1 < requests; ++i)
        {
            chain += Make(64, 'a');
        }
        return Smb2Chain::Split(MakeMessage(chain + Make(0, 'z'))).size();
    }

    /// A NEGOTIATE of SMB1 (MS-SMB2, 3.3.5.3.1).
    void CheckSmb1()
    {
        const auto smb1 = [](const std::string& dialects) {
            return MakeMessage("\xffSMB\x72" + std::string(30, 1) + dialects);
        };
        const auto both = smb1(std::string("\2SMB 2.002\0\2SMB 2.???\0", 22));
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::IsSmb1(both), true, "SMB1");
        NS_TEST_EXPECT_MSG_EQ((Smb2Chain::GetDialects(both) == std::vector<uint16_t>{0x2ff, 0x202}),
                              true,
                              "both");
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::GetDialects(smb1("\2NT LM 0.12")).size(), 0, "none");
        const auto other = MakeMessage("\xffSMB\x73" + std::string(30, 1) + "\2SMB 2.???");
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::GetDialects(other).size(), 0, "no NEGOTIATE");
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::IsSmb1(MakeMessage("\xfeSMB")), false, "SMB 2");
        NS_TEST_EXPECT_MSG_EQ(Smb2Chain::IsSmb1(MakeMessage("")), false, "nothing");
    }
};

/**
 * @ingroup host-io
 *
 * Information of files, file systems and names has the sizes and fields of MS-FSCC.
 */
class Smb2InformationTest : public TestCase
{
  public:
    Smb2InformationTest()
        : TestCase("Information of SMB 2")
    {
    }

  private:
    void DoRun() override
    {
        m_file.name = "/ab";
        m_file.attributes.bytes = 5000;
        m_file.attributes.inode = 7;
        m_file.access = 0x12019f;
        // Bytes of each, MS-FSCC 2.4: a name is 4 and 2 for each letter, a stream 24 and 7 letters.
        const std::pair<uint8_t, uint32_t> files[] = {{4, 40},
                                                      {5, 24},
                                                      {6, 8},
                                                      {7, 4},
                                                      {8, 4},
                                                      {9, 10},
                                                      {14, 8},
                                                      {16, 4},
                                                      {17, 4},
                                                      {18, 106},
                                                      {21, 8},
                                                      {22, 38},
                                                      {28, 16},
                                                      {34, 56},
                                                      {35, 8},
                                                      {48, 10}};
        for (const auto& [level, size] : files)
        {
            CheckSize(1, level, size);
        }
        // 2.5: a volume is 18 and 4 letters, attributes are 12 and 4 letters. A descriptor is 20,
        // two owners of 12, a list of 8 and its entry of 20.
        for (const auto& [level, size] :
             std::initializer_list<std::pair<uint8_t, uint32_t>>{{1, 26},
                                                                 {3, 24},
                                                                 {4, 8},
                                                                 {5, 20},
                                                                 {7, 32}})
        {
            CheckSize(2, level, size);
        }
        CheckSize(3, 0, 72);
        CheckFields();
        CheckEntries();
    }

    /**
     * @param kind InfoType
     * @param level the class
     * @param space how much the client has room for
     * @return the answer
     */
    Smb2Information::Answer Query(uint8_t kind, uint8_t level, uint32_t space) const
    {
        SmbRequest request;
        request.kind = kind;
        request.level = level;
        request.bytes = space;
        return Smb2Information::Make(request, m_file, {8192000, 4096000, 100, 50});
    }

    /**
     * @param kind InfoType
     * @param level the class
     * @param size its bytes
     */
    void CheckSize(uint8_t kind, uint8_t level, uint32_t size)
    {
        const auto name = std::to_string(kind) + ", " + std::to_string(level);
        const auto whole = Query(kind, level, size);
        NS_TEST_EXPECT_MSG_EQ((whole.status == SmbStatus::OK), true, name);
        NS_TEST_EXPECT_MSG_EQ(whole.bytes.size(), size, name);
        const auto none = Query(kind, level, 0);
        NS_TEST_EXPECT_MSG_EQ((none.status == SmbStatus::INFO_LENGTH_MISMATCH), true, name);
        const auto cut = Query(kind, level, size - 1);
        NS_TEST_EXPECT_MSG_EQ((cut.status != SmbStatus::OK), true, name);
        NS_TEST_EXPECT_MSG_LT(cut.bytes.size(), size, name);
    }

    /// Some fields, the rest of a name that does not fit, and what is not here.
    void CheckFields()
    {
        // 2.4.47: AllocationSize 8192, EndOfFile 5000, one link, no deletion, no directory.
        const auto standard = TextFromHex("00 20 00 00 00 00 00 00 88 13 00 00 00 00 00 00 "
                                          "01 00 00 00 00 00 00 00");
        NS_TEST_EXPECT_MSG_EQ((Query(1, 5, 24).bytes == standard), true, "standard");
        // 2.5.8: 2000 units of which 1000 are free, each of 8 sectors of 512 bytes.
        const auto sizes = TextFromHex("d0 07 00 00 00 00 00 00 e8 03 00 00 00 00 00 00 "
                                       "08 00 00 00 00 02 00 00");
        NS_TEST_EXPECT_MSG_EQ((Query(2, 3, 24).bytes == sizes), true, "sizes");
        const auto name = Query(1, 9, 8);
        NS_TEST_EXPECT_MSG_EQ((name.status == SmbStatus::BUFFER_OVERFLOW), true, "cut off");
        NS_TEST_EXPECT_MSG_EQ((name.bytes == TextFromHex("06 00 00 00 5c 00 61 00")),
                              true,
                              "begin");
        const auto odd = Query(1, 200, 100).status;
        NS_TEST_EXPECT_MSG_EQ((odd == SmbStatus::INVALID_INFO_CLASS), true, "no such class");
        NS_TEST_EXPECT_MSG_EQ((Query(4, 1, 100).status == SmbStatus::NOT_SUPPORTED),
                              true,
                              "quotas");
    }

    /// Names in a directory.
    void CheckEntries()
    {
        // 2.4: bytes in front of the name, and that and "ab" up to a multiple of 8.
        const std::pair<uint8_t, uint32_t> fixed[] =
            {{1, 64}, {2, 68}, {3, 94}, {12, 12}, {37, 104}, {38, 80}};
        auto file = m_file;
        file.name = "ab";
        for (const auto& [level, size] : fixed)
        {
            const auto step = (size + 4 + 7) / 8 * 8;
            NS_TEST_EXPECT_MSG_EQ(Smb2Information::GetEntrySize(level, "ab"), step, +level);
            const auto entries = Smb2Information::MakeEntries(level, {file, file});
            NS_TEST_ASSERT_MSG_EQ(entries.size(), step + size + 4, +level);
            NS_TEST_EXPECT_MSG_EQ(static_cast<uint8_t>(entries[0]), step, "the next");
            NS_TEST_EXPECT_MSG_EQ(entries[step], 0, "no next");
            NS_TEST_EXPECT_MSG_EQ((entries.substr(size, 4) == TextFromHex("61 00 62 00")),
                                  true,
                                  "name");
        }
        // 2.4.17: EndOfFile at 40, AllocationSize at 48, FileNameLength at 60, FileId at 96.
        const auto both = Smb2Information::MakeEntries(37, {file});
        NS_TEST_EXPECT_MSG_EQ((both.substr(40, 2) == TextFromHex("88 13")), true, "size");
        NS_TEST_EXPECT_MSG_EQ((both.substr(48, 2) == TextFromHex("00 20")), true, "room");
        NS_TEST_EXPECT_MSG_EQ(+both[60], 4, "length");
        NS_TEST_EXPECT_MSG_EQ(+both[96], 7, "number");
        NS_TEST_EXPECT_MSG_EQ(Smb2Information::IsOfNames(99), false, "no such class");
    }

    Smb2Information::File m_file; //!< what is asked about
};

/**
 * @ingroup host-io
 *
 * What clients of other systems send to an SMB server, and what it answers.
 */
class Smb2ForeignTestSuite : public TestSuite
{
  public:
    Smb2ForeignTestSuite()
        : TestSuite("host-io-smb2-foreign", Type::UNIT)
    {
        AddTestCase(new Smb2TextTest(), Duration::QUICK);
        AddTestCase(new Smb2LoginTest(), Duration::QUICK);
        AddTestCase(new Smb2ChainTest(), Duration::QUICK);
        AddTestCase(new Smb2InformationTest(), Duration::QUICK);
    }
};

static Smb2ForeignTestSuite g_smb2ForeignTestSuite; //!< the suite
