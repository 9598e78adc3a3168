/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-binary-value.h"
#include "ns3/iscsi-key-definition.h"
#include "ns3/iscsi-text-assembly.h"
#include "ns3/iscsi-text-pieces.h"
#include "ns3/iscsi-text.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace std::string_literals;

/**
 * @ingroup iscsi
 *
 * Pairs to bytes and back.
 */
class IscsiTextRoundTripTest : public TestCase
{
  public:
    IscsiTextRoundTripTest()
        : TestCase("Pairs keep their order and their bytes")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTextKeys keys;
        NS_TEST_EXPECT_MSG_EQ(keys.IsEmpty(), true, "fresh");
        NS_TEST_EXPECT_MSG_EQ(keys.ToPacket()->GetSize(), 0, "nothing to say");
        keys.Add("MaxBurstLength", "512");
        keys.Add("HeaderDigest", "CRC32C,None");
        keys.Add("InitiatorAlias", "a=b"); // only the first equals sign parts key from value
        const auto text = "MaxBurstLength=512\0HeaderDigest=CRC32C,None\0InitiatorAlias=a=b\0"s;
        NS_TEST_EXPECT_MSG_EQ(keys.ToText(), text, "each pair ended by a NUL");
        // 14 + 1 + 3 + 1, 12 + 1 + 11 + 1, 14 + 1 + 3 + 1 bytes
        NS_TEST_EXPECT_MSG_EQ(keys.ToPacket()->GetSize(), 63, "bytes");

        std::string error;
        const auto parsed = IscsiTextKeys::Parse(keys.ToPacket(), error);
        NS_TEST_ASSERT_MSG_EQ(parsed.has_value(), true, error);
        NS_TEST_EXPECT_MSG_EQ(parsed->ToText(), text, "the same again, in order");
        NS_TEST_EXPECT_MSG_EQ(parsed->GetSize(), 3, "pairs");
        NS_TEST_EXPECT_MSG_EQ(parsed->Find("InitiatorAlias").value(), "a=b", "found");
        NS_TEST_EXPECT_MSG_EQ(parsed->Find("maxburstlength").has_value(), false, "case counts");
        NS_TEST_EXPECT_MSG_EQ(parsed->begin()->key, "MaxBurstLength", "the first");
        NS_TEST_EXPECT_MSG_EQ(error, "", "no fault, nothing said");
    }
};

/**
 * @ingroup iscsi
 *
 * Texts at and past each limit of RFC 7143, 6.1.
 */
class IscsiTextParseTest : public TestCase
{
  public:
    IscsiTextParseTest()
        : TestCase("Limits of keys and values, and what is wrong")
    {
    }

  private:
    /**
     * Parse a text.
     *
     * @param text the text
     * @param error what is said about it, "" if it is fine
     */
    void Check(const std::string& text, const std::string& error)
    {
        std::string said;
        const auto keys = IscsiTextKeys::Parse(text, said);
        NS_TEST_EXPECT_MSG_EQ(said, error, text);
        NS_TEST_EXPECT_MSG_EQ(keys.has_value(), error.empty(), text);
    }

    void DoRun() override
    {
        Check("", "");
        Check("A=\0"s, "");
        Check("X-com.example.a_b+c@d=1\0"s, "");
        Check("X#NodeArchitecture=x\0"s, "");
        Check("iSCSIProtocolLevel=1\0"s, "");
        Check("A" + std::string(62, 'b') + "=1\0"s, "");
        Check("A=" + std::string(8192, 'b') + "\0"s, "");
        Check("InitiatorAlias=" + std::string(255, 'b') + "\0"s, "");
        Check("HeaderDigest=" + std::string(8192, 'b') + "\0"s, "");
        Check("CHAP_C=0x" + std::string(2048, 'f') + "\0"s, "");

        Check("A=1", "the last pair does not end with a NUL");
        Check("A=1\0B=2"s, "the last pair does not end with a NUL");
        Check("A1\0"s, "a pair has no equals sign");
        Check("\0"s, "a pair has no equals sign");
        Check("A=1\0\0"s, "a pair has no equals sign");
        Check("=1\0"s, "a key name is not allowed");
        Check("a=1\0"s, "a key name is not allowed");
        Check("1a=1\0"s, "a key name is not allowed");
        Check("A b=1\0"s, "a key name is not allowed");
        Check("A\xc3\xa9=1\0"s, "a key name is not allowed");
        Check("A" + std::string(63, 'b') + "=1\0"s, "a key name is not allowed");
        Check("A=" + std::string(8193, 'b') + "\0"s, "the value of A is too long");
        Check("InitiatorAlias=" + std::string(256, 'b') + "\0"s,
              "the value of InitiatorAlias is too long");
        Check("InitiatorName=" + std::string(224, 'b') + "\0"s,
              "the value of InitiatorName is too long");
        Check("CHAP_C=0x" + std::string(2049, 'f') + "\0"s, "the value of CHAP_C is too long");
        Check("A=1\0B=1\0A=1\0"s, "the key A is repeated");

        // several addresses are one declaration (RFC 7143, 6.2.1), whole records need to be asked
        // for
        Check("TargetAddress=a\0TargetAddress=b\0"s, "");
        std::string error;
        const auto records = IscsiTextKeys::Parse("TargetName=a\0TargetName=b\0"s,
                                                  error,
                                                  IscsiTextKeys::Repeats::ALLOWED);
        NS_TEST_EXPECT_MSG_EQ(records.has_value(), true, error);
    }
};

/**
 * @ingroup iscsi
 *
 * No text whatever makes the parser read where it must not, or lose a byte of what it takes.
 */
class IscsiTextRandomTest : public TestCase
{
  public:
    IscsiTextRandomTest()
        : TestCase("Random bytes")
    {
    }

  private:
    void DoRun() override
    {
        const auto alphabet = "AB=\0a,\xff"s;
        uint32_t state = 1;
        uint32_t taken = 0;
        for (int round = 0; round < 20000; round++)
        {
            std::string text;
            for (int i = 0; i < round % 12; i++)
            {
                state = state * 1664525 + 1013904223;
                text.push_back(alphabet[(state >> 24) % alphabet.size()]);
            }
            std::string error;
            const auto keys = IscsiTextKeys::Parse(text, error);
            if (keys)
            {
                taken++;
                NS_TEST_EXPECT_MSG_EQ(keys->ToText(), text, "taken whole");
            }
            NS_TEST_EXPECT_MSG_EQ(error.empty(), keys.has_value(), "a fault is named");
        }
        // a twelfth of the texts is empty and so without a fault; some of the others have none
        NS_TEST_EXPECT_MSG_GT(taken, 20000 / 12, "some are texts");
    }
};

/**
 * @ingroup iscsi
 *
 * The table of keys against the standards.
 */
class IscsiKeyTableTest : public TestCase
{
  public:
    IscsiKeyTableTest()
        : TestCase("Defaults, ranges, legal values, numbers and lists")
    {
    }

  private:
    /// What RFC 7143, chapter 13, says about a number.
    struct Range
    {
        std::string key;          //!< the key
        std::string defaultValue; //!< its default
        uint32_t minimum;         //!< least value
        uint32_t maximum;         //!< greatest value
    };

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetIscsiKeyDefinitions().size(), 36, "all keys");
        NS_TEST_EXPECT_MSG_EQ(FindIscsiKeyDefinition("X-none"), nullptr, "unknown");
        CheckRanges();
        CheckTexts();
        CheckNumbers();
    }

    /**
     * Every number's default and both sides of both ends of its range.
     */
    void CheckRanges()
    {
        const std::vector<Range> ranges{
            {"MaxConnections", "1", 1, 65535},
            {"TargetPortalGroupTag", "", 0, 65535},
            {"MaxRecvDataSegmentLength", "8192", 512, 16777215},
            {"MaxBurstLength", "262144", 512, 16777215},
            {"FirstBurstLength", "65536", 512, 16777215},
            {"DefaultTime2Wait", "2", 0, 3600},
            {"DefaultTime2Retain", "20", 0, 3600},
            {"MaxOutstandingR2T", "1", 1, 65535},
            {"ErrorRecoveryLevel", "0", 0, 2},
            {"iSCSIProtocolLevel", "1", 0, 31},
        };
        for (const auto& range : ranges)
        {
            const auto row = FindIscsiKeyDefinition(range.key);
            NS_TEST_ASSERT_MSG_NE(row, nullptr, range.key);
            NS_TEST_EXPECT_MSG_EQ(row->defaultValue, range.defaultValue, range.key);
            NS_TEST_EXPECT_MSG_EQ(row->IsLegal(std::to_string(range.minimum)), true, range.key);
            NS_TEST_EXPECT_MSG_EQ(row->IsLegal(std::to_string(range.maximum)), true, range.key);
            NS_TEST_EXPECT_MSG_EQ(row->IsLegal(std::to_string(range.minimum - 1)),
                                  false,
                                  range.key);
            NS_TEST_EXPECT_MSG_EQ(row->IsLegal(std::to_string(range.maximum + 1)),
                                  false,
                                  range.key);
        }
    }

    /**
     * Texts, names and lists.
     */
    void CheckTexts()
    {
        const auto digest = FindIscsiKeyDefinition("HeaderDigest");
        NS_TEST_EXPECT_MSG_EQ(digest->IsLegal("CRC32C,None"), true, "list");
        NS_TEST_EXPECT_MSG_EQ(digest->IsLegal("CRC32C,"), false, "empty item");
        NS_TEST_EXPECT_MSG_EQ(digest->DescribeLegal(), "a list of CRC32C or None", "said");
        const auto session = FindIscsiKeyDefinition("SessionType");
        NS_TEST_EXPECT_MSG_EQ(session->IsLegal("Discovery"), true, "one of two");
        NS_TEST_EXPECT_MSG_EQ(session->IsLegal("Normal,Discovery"), false, "no list");
        const auto name = FindIscsiKeyDefinition("InitiatorName");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("iqn.2001-04.com.example"), true, "iqn");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("naa.52004567BA64678D"), true, "naa");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("eui.02004567A425678D"), true, "eui");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("iqn."), false, "nothing behind the type");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("disk1"), false, "no type");
        NS_TEST_EXPECT_MSG_EQ(name->IsLegal("iqn." + std::string(220, 'a')), false, "224 bytes");
    }

    /**
     * Numbers and lists as texts write them.
     */
    void CheckNumbers()
    {
        NS_TEST_EXPECT_MSG_EQ(ParseIscsiNumber("4294967295").value(), 4294967295, "greatest");
        NS_TEST_EXPECT_MSG_EQ(ParseIscsiNumber("0x1F").value(), 31, "hexadecimal");
        NS_TEST_EXPECT_MSG_EQ(ParseIscsiNumber("0X1f").value(), 31, "hexadecimal");
        NS_TEST_EXPECT_MSG_EQ(ParseIscsiNumber("0").value(), 0, "least");
        for (const auto* bad :
             {"", "0x", "-1", "+1", " 1", "1 ", "4294967296", "1e3", "ten", "01", "00"})
        {
            NS_TEST_EXPECT_MSG_EQ(ParseIscsiNumber(bad).has_value(), false, bad);
        }
        NS_TEST_EXPECT_MSG_EQ(SplitIscsiList("a,,b").size(), 3, "an empty one between");
        NS_TEST_EXPECT_MSG_EQ(SplitIscsiList("a,,b").back(), "b", "the last");
        NS_TEST_EXPECT_MSG_EQ(SplitIscsiList("").size(), 1, "one empty");
    }
};

/**
 * @ingroup iscsi
 *
 * Binary values as texts write them (RFC 7143, 6.1), against the vectors of RFC 4648, chapter 10.
 */
class IscsiBinaryValueTest : public TestCase
{
  public:
    IscsiBinaryValueTest()
        : TestCase("Binary values in hexadecimal and Base64 (RFC 7143, 6.1)")
    {
    }

  private:
    /**
     * @param text a binary value
     * @return its bytes as characters, "bad" if it is none
     */
    static std::string Read(const std::string& text)
    {
        const auto bytes = ParseIscsiBinary(text);
        return bytes ? std::string(bytes->begin(), bytes->end()) : "bad";
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Read("0x666f6F"), "foo", "either case");
        NS_TEST_EXPECT_MSG_EQ(Read("0X0066"), "\0f"s, "leading zeros count");
        NS_TEST_EXPECT_MSG_EQ(Read("0xf66"), "\x0f\x66", "(3 + 1) / 2 bytes");
        NS_TEST_EXPECT_MSG_EQ(Read("0bZg=="), "f", "RFC 4648");
        NS_TEST_EXPECT_MSG_EQ(Read("0BZm9v"), "foo", "RFC 4648");
        NS_TEST_EXPECT_MSG_EQ(Read("0bZm9vYg=="), "foob", "RFC 4648");
        NS_TEST_EXPECT_MSG_EQ(Read("0bZm9vYmE="), "fooba", "RFC 4648");
        NS_TEST_EXPECT_MSG_EQ(Read("0bZm9vYmFy"), "foobar", "RFC 4648");
        NS_TEST_EXPECT_MSG_EQ(Read("0b+/+/"), "\xfb\xff\xbf", "the last two digits");
        NS_TEST_EXPECT_MSG_EQ(Read("0x" + std::string(2048, 'a')).size(), 1024, "large");
        for (const auto* bad : {"",
                                "0",
                                "0x",
                                "0b",
                                "12",
                                "0xg",
                                "0bZg",
                                "0bZ===",
                                "0bZh==",
                                "0b====",
                                "0bZg==Zg==",
                                "0bZm 9",
                                "0b Zm9v   ",
                                "0bZm9v\n",
                                "0x66:6f",
                                "x66"})
        {
            NS_TEST_EXPECT_MSG_EQ(Read(bad), "bad", bad);
        }
        NS_TEST_EXPECT_MSG_EQ(FormatIscsiBinary({0, 0x1f, 0xa0}), "0x001fa0", "two digits a byte");
        NS_TEST_EXPECT_MSG_EQ(FormatIscsiBinary({}), "0x", "nothing");
    }
};

/**
 * @ingroup iscsi
 *
 * A text in pieces.
 */
class IscsiTextPiecesTest : public TestCase
{
  public:
    IscsiTextPiecesTest()
        : TestCase("A text over several PDUs and back (RFC 7143, 6.1, C bit)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTextKeys keys;
        keys.Add("X-a", "0123456789");
        IscsiTextPieces pieces;
        NS_TEST_EXPECT_MSG_EQ(pieces.Next(8), nullptr, "nothing to say");
        pieces.Add(keys);
        pieces.Add(keys);
        // 2 * 15 bytes: 8, 8, 8 and 6
        IscsiTextAssembly assembly(30);
        uint32_t count = 0;
        while (const auto piece = pieces.Next(8))
        {
            ++count;
            NS_TEST_EXPECT_MSG_EQ(piece->GetSize(), (count < 4 ? 8 : 6), "cut");
            NS_TEST_EXPECT_MSG_EQ(pieces.IsEmpty(), (count == 4), "the last");
            NS_TEST_EXPECT_MSG_EQ(assembly.Add(piece), true, "within the limit");
        }
        NS_TEST_EXPECT_MSG_EQ(count, 4, "pieces");
        NS_TEST_EXPECT_MSG_EQ(assembly.Take(), keys.ToText() + keys.ToText(), "whole again");
        NS_TEST_EXPECT_MSG_EQ(assembly.Take(), "", "taken");
        NS_TEST_EXPECT_MSG_EQ(assembly.Add(Create<Packet>(1)), false, "all texts count");
        NS_TEST_EXPECT_MSG_EQ(assembly.Add(Create<Packet>(0)), true, "nothing is not too much");
    }
};

/**
 * @ingroup iscsi
 *
 * The text of a negotiation, and the table of its keys.
 */
class IscsiTextTestSuite : public TestSuite
{
  public:
    IscsiTextTestSuite()
        : TestSuite("iscsi-text", Type::UNIT)
    {
        AddTestCase(new IscsiTextRoundTripTest, Duration::QUICK);
        AddTestCase(new IscsiTextParseTest, Duration::QUICK);
        AddTestCase(new IscsiTextRandomTest, Duration::QUICK);
        AddTestCase(new IscsiKeyTableTest, Duration::QUICK);
        AddTestCase(new IscsiBinaryValueTest, Duration::QUICK);
        AddTestCase(new IscsiTextPiecesTest, Duration::QUICK);
    }
};

static IscsiTextTestSuite g_iscsiTextTestSuite; //!< registers the suite
