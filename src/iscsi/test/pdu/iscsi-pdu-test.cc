/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <functional>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The bytes of one header, as numbers of two hexadecimal digits; blanks do not count.
using Hex = std::string;

/**
 * @param hex digits and blanks
 * @return the bytes
 */
std::vector<uint8_t>
FromHex(const Hex& hex)
{
    std::string digits;
    for (const char c : hex)
    {
        if (c != ' ')
        {
            digits.push_back(c);
        }
    }
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/**
 * @param bytes the bytes
 * @return two digits for each, a blank after every fourth byte
 */
Hex
ToHex(const std::vector<uint8_t>& bytes)
{
    const std::string digits = "0123456789abcdef";
    Hex hex;
    for (std::size_t i = 0; i < bytes.size(); i++)
    {
        hex += i > 0 && i % 4 == 0 ? " " : "";
        hex += digits[bytes[i] >> 4];
        hex += digits[bytes[i] & 15];
    }
    return hex;
}

/**
 * @param header a header
 * @return its bytes
 */
std::vector<uint8_t>
Encode(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/**
 * @param bytes the bytes
 * @param header where to decode them
 * @return number of bytes used
 */
uint32_t
Decode(const std::vector<uint8_t>& bytes, Header& header)
{
    const auto packet = Create<Packet>(bytes.data(), bytes.size());
    return packet->PeekHeader(header);
}

/**
 * @param header a header
 * @return all its fields
 */
std::string
Print(const Header& header)
{
    std::ostringstream os;
    header.Print(os);
    return os.str();
}

/**
 * @param field first field wanted; those before it are not in every PDU
 * @param header a header
 * @return its fields from there on
 */
std::string
PrintFrom(const std::string& field, const Header& header)
{
    const auto all = Print(header);
    return all.substr(all.find(field));
}

} // namespace

/**
 * @ingroup iscsi
 *
 * A header and the 48 bytes that RFC 7143's picture of it gives, written by hand: fields to bytes,
 * bytes to fields, and which bits count at all.
 *
 * @tparam H the header
 */
template <typename H>
class IscsiPduLayoutTest : public TestCase
{
  public:
    /**
     * @param name name of the PDU
     * @param fill sets every field to a value of its own
     * @param bytes the header with those values
     * @param mask ones where the RFC's picture has a field, zeros where bits are reserved or fixed
     */
    IscsiPduLayoutTest(const std::string& name,
                       std::function<void(H&)> fill,
                       const Hex& bytes,
                       const Hex& mask)
        : TestCase(name),
          m_fill(fill),
          m_bytes(bytes),
          m_mask(mask)
    {
    }

  private:
    void DoRun() override
    {
        H header;
        m_fill(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSerializedSize(), 48, GetName());
        NS_TEST_EXPECT_MSG_EQ(ToHex(Encode(header)), m_bytes, GetName());
        NS_TEST_EXPECT_MSG_EQ(GetIscsiOpcodeName(header.GetOpcode()), GetName(), "name");
        NS_TEST_EXPECT_MSG_EQ(header.GetInstanceTypeId(), H::GetTypeId(), GetName());

        H decoded;
        NS_TEST_EXPECT_MSG_EQ(Decode(FromHex(m_bytes), decoded), 48, GetName());
        NS_TEST_EXPECT_MSG_EQ(PrintFrom(" ITT", decoded), PrintFrom(" ITT", header), GetName());

        // whatever arrives, exactly the bits of fields come back
        uint32_t state = 12345;
        for (int round = 0; round < 100; round++)
        {
            CheckRandomBytes(state, Encode(header)[0] & 0x3f);
        }
    }

    /**
     * Decode random bytes and encode what came out.
     *
     * @param state the random numbers' state
     * @param opcode the opcode, whatever the bytes claim
     */
    void CheckRandomBytes(uint32_t& state, uint8_t opcode)
    {
        const auto mask = FromHex(m_mask);
        std::vector<uint8_t> bytes(48);
        std::vector<uint8_t> expected(48);
        for (std::size_t i = 0; i < 48; i++)
        {
            state = state * 1664525 + 1013904223;
            bytes[i] = static_cast<uint8_t>(state >> 24);
            expected[i] = bytes[i] & mask[i];
        }
        expected[0] |= opcode;
        H decoded;
        NS_TEST_EXPECT_MSG_EQ(Decode(bytes, decoded), 48, GetName());
        NS_TEST_EXPECT_MSG_EQ(ToHex(Encode(decoded)), ToHex(expected), GetName());
    }

    std::function<void(H&)> m_fill; //!< sets every field
    Hex m_bytes;                    //!< what it encodes to
    Hex m_mask;                     //!< which bits are fields
};

/**
 * @ingroup iscsi
 *
 * Vectors and corners that concern all PDUs.
 */
class IscsiPduCornerTest : public TestCase
{
  public:
    IscsiPduCornerTest()
        : TestCase("Real vector, short buffers, any opcode, Reject's copy of a header")
    {
    }

  private:
    void DoRun() override
    {
        CheckPublishedVector();
        CheckShortBuffers();
        CheckBasicHeader();
        CheckOpcodeNames();
        CheckLoginStatus();
    }

    /**
     * The SCSI Command with a READ(10) in RFC 7143, A.4.
     */
    void CheckPublishedVector()
    {
        const Hex hex = "01c00000 00000000 00000000 00000000 14000000 00000400 00000014 00000018 "
                        "28000000 00000000 02000000 00000000";
        IscsiScsiCommandHeader command;
        command.read = true;
        command.attribute = IscsiTaskAttribute::UNTAGGED;
        command.initiatorTaskTag = 0x14000000;
        command.expectedDataTransferLength = 1024;
        command.cmdSn = 20;
        command.expStatSn = 24;
        command.cdb = {0x28, 0, 0, 0, 0, 0, 0, 0, 2};
        NS_TEST_EXPECT_MSG_EQ(ToHex(Encode(command)), hex, "RFC 7143, A.4");

        IscsiScsiCommandHeader decoded;
        Decode(FromHex(hex), decoded);
        NS_TEST_EXPECT_MSG_EQ(decoded.read, true, "R");
        NS_TEST_EXPECT_MSG_EQ(decoded.write, false, "W");
        NS_TEST_EXPECT_MSG_EQ(decoded.expectedDataTransferLength, 1024, "length");
        NS_TEST_EXPECT_MSG_EQ(decoded.cmdSn, 20, "CmdSN");
        NS_TEST_EXPECT_MSG_EQ(decoded.expStatSn, 24, "ExpStatSN");
        NS_TEST_EXPECT_MSG_EQ(+decoded.cdb[8], 2, "blocks");
    }

    /**
     * A header that is not all there leaves everything alone.
     */
    void CheckShortBuffers()
    {
        for (uint32_t length = 0; length < 48; length++)
        {
            IscsiDataInHeader header;
            header.dataSn = 7;
            const std::vector<uint8_t> bytes(length, 0xff);
            NS_TEST_EXPECT_MSG_EQ(Decode(bytes, header), 0, "short by " << 48 - length);
            NS_TEST_EXPECT_MSG_EQ(header.dataSn, 7, "untouched");
        }
    }

    /**
     * The shared fields of a PDU nobody knows, and all its bytes back.
     */
    void CheckBasicHeader()
    {
        // reserved top bit, I, opcode 0x15 (no such PDU), F clear, AHS 2 words, 0x010203 bytes
        const Hex hex = "d57f1122 02010203 a1a2a3a4 a5a6a7a8 b1b2b3b4 c1c2c3c4 d1d2d3d4 e1e2e3e4 "
                        "01020304 05060708 090a0b0c 0d0e0f10";
        IscsiBasicHeader header;
        NS_TEST_EXPECT_MSG_EQ(Decode(FromHex(hex), header), 48, "length");
        NS_TEST_EXPECT_MSG_EQ(+static_cast<uint8_t>(header.GetOpcode()), 0x15, "opcode");
        NS_TEST_EXPECT_MSG_EQ(header.immediate, true, "I");
        NS_TEST_EXPECT_MSG_EQ(header.final, false, "F");
        NS_TEST_EXPECT_MSG_EQ(+header.totalAhsLength, 2, "TotalAHSLength");
        NS_TEST_EXPECT_MSG_EQ(header.dataSegmentLength, 0x010203, "DataSegmentLength");
        NS_TEST_EXPECT_MSG_EQ(header.lun, 0xa1a2a3a4a5a6a7a8, "LUN");
        NS_TEST_EXPECT_MSG_EQ(header.initiatorTaskTag, 0xb1b2b3b4, "ITT");
        NS_TEST_EXPECT_MSG_EQ(ToHex(Encode(header)), hex, "all bytes back");
        NS_TEST_EXPECT_MSG_EQ(Print(header).substr(0, 10), "Reserved I", "printed");
        NS_TEST_EXPECT_MSG_EQ(PrintFrom(" ITT", header),
                              " ITT=0xb1b2b3b4 CmdSN=3520254932 ExpStatSN=3789743076",
                              "numbers of a request");
        const auto answer = FromHex("31800000 00000000 00000000 00000000 00000001 00000002 "
                                    "00000003 00000004 00000005 00000000 00000000 00000000");
        NS_TEST_EXPECT_MSG_EQ(
            PrintFrom(" ITT", IscsiBasicHeader(Create<Packet>(answer.data(), answer.size()))),
            " ITT=0x1 StatSN=3 ExpCmdSN=4",
            "numbers of a response, read from a PDU");
        NS_TEST_EXPECT_MSG_EQ(FormatIscsiTag(0xb1b2b3b4), "0xb1b2b3b4", "the tag alone");
        header.immediate = false;
        header.dataSegmentLength = 0;
        NS_TEST_EXPECT_MSG_EQ(ToHex(Encode(header)).substr(0, 18),
                              "957f1122 02000000 ",
                              "shared fields brought up to date");
    }

    /**
     * All 64 opcodes: 18 have a name, the others none.
     */
    void CheckOpcodeNames()
    {
        int named = 0;
        for (uint8_t opcode = 0; opcode < 0x40; opcode++)
        {
            named += GetIscsiOpcodeName(static_cast<IscsiOpcode>(opcode)) != "Reserved" ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(named, 18, "RFC 7143, 11.2.1.2");
    }

    /**
     * Class and detail of a login status as one value.
     */
    void CheckLoginStatus()
    {
        IscsiLoginResponseHeader response;
        NS_TEST_EXPECT_MSG_EQ((response.GetStatus() == IscsiLoginStatus::SUCCESS), true, "fresh");
        response.SetStatus(IscsiLoginStatus::SESSION_DOES_NOT_EXIST);
        NS_TEST_EXPECT_MSG_EQ(+response.statusClass, 2, "class");
        NS_TEST_EXPECT_MSG_EQ(+response.statusDetail, 0x0a, "detail");
        NS_TEST_EXPECT_MSG_EQ((response.GetStatus() == IscsiLoginStatus::SESSION_DOES_NOT_EXIST),
                              true,
                              "as one");
    }
};

/**
 * @ingroup iscsi
 *
 * The layout of every PDU of RFC 7143, chapter 11.
 */
class IscsiPduTestSuite : public TestSuite
{
  public:
    IscsiPduTestSuite()
        : TestSuite("iscsi-pdu", Type::UNIT)
    {
        AddTestCase(new IscsiPduCornerTest, Duration::QUICK);
        AddCommands();
        AddData();
        AddLogin();
        AddTextAndLogout();
        AddTaskManagement();
        AddOthers();
    }

  private:
    /**
     * Add a layout.
     *
     * @tparam H the header
     * @param name name of the PDU
     * @param fill sets every field
     * @param bytes what it encodes to
     * @param mask which bits are fields
     */
    template <typename H>
    void Add(const std::string& name,
             std::function<void(H&)> fill,
             const Hex& bytes,
             const Hex& mask)
    {
        AddTestCase(new IscsiPduLayoutTest<H>(name, fill, bytes, mask), Duration::QUICK);
    }

    /**
     * Set the fields all PDUs have.
     *
     * @param header the header
     */
    static void FillShared(IscsiHeader& header)
    {
        header.final = true;
        header.totalAhsLength = 0x05;
        header.dataSegmentLength = 0x0a0b0c;
        header.lun = 0x0102030405060708;
        header.initiatorTaskTag = 0x11121314;
    }

    /**
     * Set the fields all numbered requests have.
     *
     * @param header the header
     */
    static void FillRequest(IscsiRequestHeader& header)
    {
        FillShared(header);
        header.immediate = true;
        header.cmdSn = 0x31323334;
        header.expStatSn = 0x41424344;
    }

    /**
     * Set the fields all PDUs of a target have. An I bit must not show.
     *
     * @param header the header
     */
    static void FillResponse(IscsiResponseHeader& header)
    {
        FillShared(header);
        header.immediate = true;
        header.statSn = 0x31323334;
        header.expCmdSn = 0x41424344;
        header.maxCmdSn = 0x51525354;
    }

    /**
     * SCSI Command and SCSI Response (RFC 7143, 11.3 and 11.4).
     */
    void AddCommands()
    {
        Add<IscsiScsiCommandHeader>(
            "SCSI Command",
            [](auto& h) {
                FillRequest(h);
                h.write = true;
                h.attribute = IscsiTaskAttribute::HEAD_OF_QUEUE;
                h.expectedDataTransferLength = 0x21222324;
                h.cdb = {0x2a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
            },
            "41a30000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "2a010203 04050607 08090a0b 0c0d0e0f",
            "40e70000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff ffffffff ffffffff ffffffff");
        Add<IscsiScsiResponseHeader>(
            "SCSI Response",
            [](auto& h) {
                FillResponse(h);
                h.bidirectionalUnderflow = true;
                h.overflow = true;
                h.response = IscsiScsiResponseCode::TARGET_FAILURE;
                h.status = 0x28;
                h.snackTag = 0x21222324;
                h.expDataSn = 0x61626364;
                h.bidirectionalReadResidualCount = 0x71727374;
                h.residualCount = 0x81828384;
            },
            "218c0128 050a0b0c 00000000 00000000 11121314 21222324 31323334 41424344 "
            "51525354 61626364 71727374 81828384",
            "009effff ffffffff 00000000 00000000 ffffffff ffffffff ffffffff ffffffff "
            "ffffffff ffffffff ffffffff ffffffff");
    }

    /**
     * Data-In, Data-Out and R2T (RFC 7143, 11.7 and 11.8).
     */
    void AddData()
    {
        Add<IscsiDataInHeader>(
            "SCSI Data-In",
            [](auto& h) {
                FillResponse(h);
                h.acknowledge = true;
                h.underflow = true;
                h.statusPresent = true;
                h.status = 0x02;
                h.targetTransferTag = 0x21222324;
                h.dataSn = 0x61626364;
                h.bufferOffset = 0x71727374;
                h.residualCount = 0x81828384;
            },
            "25c30002 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "51525354 61626364 71727374 81828384",
            "00c700ff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff ffffffff ffffffff ffffffff");
        Add<IscsiDataOutHeader>(
            "SCSI Data-Out",
            [](auto& h) {
                FillShared(h);
                h.final = false;
                h.targetTransferTag = 0x21222324;
                h.expStatSn = 0x41424344;
                h.dataSn = 0x61626364;
                h.bufferOffset = 0x71727374;
            },
            "05000000 050a0b0c 01020304 05060708 11121314 21222324 00000000 41424344 "
            "00000000 61626364 71727374 00000000",
            "00800000 ffffffff ffffffff ffffffff ffffffff ffffffff 00000000 ffffffff "
            "00000000 ffffffff ffffffff 00000000");
        Add<IscsiR2tHeader>(
            "R2T",
            [](auto& h) {
                FillResponse(h);
                h.targetTransferTag = 0x21222324;
                h.r2tSn = 0x61626364;
                h.bufferOffset = 0x71727374;
                h.desiredDataTransferLength = 0x81828384;
            },
            "31800000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "51525354 61626364 71727374 81828384",
            "00800000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff ffffffff ffffffff ffffffff");
    }

    /**
     * Login Request and Login Response (RFC 7143, 11.12 and 11.13).
     */
    void AddLogin()
    {
        Add<IscsiLoginRequestHeader>(
            "Login Request",
            [](auto& h) {
                FillRequest(h);
                h.transit = true;
                h.cont = false;
                h.currentStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
                h.nextStage = IscsiLoginStage::FULL_FEATURE_PHASE;
                h.versionMax = 0x0e;
                h.versionMin = 0x0d;
                h.isid = {0x80, 0x91, 0x92, 0x93, 0x94, 0x95};
                h.tsih = 0xa1a2;
                h.cid = 0xb1b2;
            },
            "43870e0d 050a0b0c 80919293 9495a1a2 11121314 b1b20000 31323334 41424344 "
            "00000000 00000000 00000000 00000000",
            "40cfffff ffffffff ffffffff ffffffff ffffffff ffff0000 ffffffff ffffffff "
            "00000000 00000000 00000000 00000000");
        Add<IscsiLoginResponseHeader>(
            "Login Response",
            [](auto& h) {
                FillResponse(h);
                h.transit = false;
                h.cont = true;
                h.currentStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
                h.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
                h.versionMax = 0x0e;
                h.versionActive = 0x0d;
                h.isid = {0x80, 0x91, 0x92, 0x93, 0x94, 0x95};
                h.tsih = 0xa1a2;
                h.SetStatus(IscsiLoginStatus::OUT_OF_RESOURCES);
                h.final = false;
            },
            "23440e0d 050a0b0c 80919293 9495a1a2 11121314 00000000 31323334 41424344 "
            "51525354 03020000 00000000 00000000",
            "00cfffff ffffffff ffffffff ffffffff ffffffff 00000000 ffffffff ffffffff "
            "ffffffff ffff0000 00000000 00000000");
    }

    /**
     * Text and Logout, requests and responses (RFC 7143, 11.10, 11.11, 11.14 and 11.15).
     */
    void AddTextAndLogout()
    {
        Add<IscsiTextRequestHeader>(
            "Text Request",
            [](auto& h) {
                FillRequest(h);
                h.final = false;
                h.cont = true;
                h.targetTransferTag = 0x21222324;
            },
            "44400000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "00000000 00000000 00000000 00000000",
            "40c00000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "00000000 00000000 00000000 00000000");
        Add<IscsiTextResponseHeader>(
            "Text Response",
            [](auto& h) {
                FillResponse(h);
                h.targetTransferTag = 0x21222324;
            },
            "24800000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "51525354 00000000 00000000 00000000",
            "00c00000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff 00000000 00000000 00000000");
        Add<IscsiLogoutRequestHeader>(
            "Logout Request",
            [](auto& h) {
                FillRequest(h);
                h.reason = IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY;
                h.cid = 0xb1b2;
            },
            "46820000 050a0b0c 00000000 00000000 11121314 b1b20000 31323334 41424344 "
            "00000000 00000000 00000000 00000000",
            "40ff0000 ffffffff 00000000 00000000 ffffffff ffff0000 ffffffff ffffffff "
            "00000000 00000000 00000000 00000000");
        Add<IscsiLogoutResponseHeader>(
            "Logout Response",
            [](auto& h) {
                FillResponse(h);
                h.response = IscsiLogoutResponseCode::CLEANUP_FAILED;
                h.time2Wait = 0xc1c2;
                h.time2Retain = 0xd1d2;
            },
            "26800300 050a0b0c 00000000 00000000 11121314 00000000 31323334 41424344 "
            "51525354 00000000 c1c2d1d2 00000000",
            "0080ff00 ffffffff 00000000 00000000 ffffffff 00000000 ffffffff ffffffff "
            "ffffffff 00000000 ffffffff 00000000");
    }

    /**
     * Task management (RFC 7143, 11.5 and 11.6).
     */
    void AddTaskManagement()
    {
        Add<IscsiTaskManagementRequestHeader>(
            "Task Management Function Request",
            [](auto& h) {
                FillRequest(h);
                h.function = IscsiTaskManagementFunction::TASK_REASSIGN;
                h.referencedTaskTag = 0x21222324;
                h.refCmdSn = 0x51525354;
                h.expDataSn = 0x61626364;
            },
            "42880000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "51525354 61626364 00000000 00000000",
            "40ff0000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff ffffffff 00000000 00000000");
        Add<IscsiTaskManagementResponseHeader>(
            "Task Management Function Response",
            [](auto& h) {
                FillResponse(h);
                h.response = IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
            },
            "2280ff00 050a0b0c 00000000 00000000 11121314 00000000 31323334 41424344 "
            "51525354 00000000 00000000 00000000",
            "0080ff00 ffffffff 00000000 00000000 ffffffff 00000000 ffffffff ffffffff "
            "ffffffff 00000000 00000000 00000000");
    }

    /**
     * NOP, SNACK, Asynchronous Message and Reject (RFC 7143, 11.18, 11.19, 11.16, 11.9 and 11.17).
     */
    void AddOthers()
    {
        Add<IscsiNopOutHeader>(
            "NOP-Out",
            [](auto& h) {
                FillRequest(h);
                h.targetTransferTag = 0x21222324;
            },
            "40800000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "00000000 00000000 00000000 00000000",
            "40800000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "00000000 00000000 00000000 00000000");
        Add<IscsiNopInHeader>(
            "NOP-In",
            [](auto& h) {
                FillResponse(h);
                h.targetTransferTag = 0x21222324;
            },
            "20800000 050a0b0c 01020304 05060708 11121314 21222324 31323334 41424344 "
            "51525354 00000000 00000000 00000000",
            "00800000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
            "ffffffff 00000000 00000000 00000000");
        Add<IscsiSnackHeader>(
            "SNACK Request",
            [](auto& h) {
                FillShared(h);
                h.type = IscsiSnackType::R_DATA;
                h.targetTransferTag = 0x21222324;
                h.expStatSn = 0x41424344;
                h.begRun = 0x71727374;
                h.runLength = 0x81828384;
            },
            "10830000 050a0b0c 01020304 05060708 11121314 21222324 00000000 41424344 "
            "00000000 00000000 71727374 81828384",
            "008f0000 ffffffff ffffffff ffffffff ffffffff ffffffff 00000000 ffffffff "
            "00000000 00000000 ffffffff ffffffff");
        Add<IscsiAsyncMessageHeader>(
            "Asynchronous Message",
            [](auto& h) {
                FillResponse(h);
                h.initiatorTaskTag = IscsiHeader::RESERVED_TAG;
                h.asyncEvent = IscsiAsyncEvent::SESSION_DROP;
                h.asyncVCode = 0xe1;
                h.parameter1 = 0xc1c2;
                h.parameter2 = 0xd1d2;
                h.parameter3 = 0xf1f2;
            },
            "32800000 050a0b0c 01020304 05060708 ffffffff 00000000 31323334 41424344 "
            "51525354 03e1c1c2 d1d2f1f2 00000000",
            "00800000 ffffffff ffffffff ffffffff ffffffff 00000000 ffffffff ffffffff "
            "ffffffff ffffffff ffffffff 00000000");
        Add<IscsiRejectHeader>(
            "Reject",
            [](auto& h) {
                FillResponse(h);
                h.initiatorTaskTag = IscsiHeader::RESERVED_TAG;
                h.reason = IscsiRejectReason::INVALID_PDU_FIELD;
                h.dataSn = 0x61626364;
            },
            "3f800900 050a0b0c 00000000 00000000 ffffffff 00000000 31323334 41424344 "
            "51525354 61626364 00000000 00000000",
            "0080ff00 ffffffff 00000000 00000000 ffffffff 00000000 ffffffff ffffffff "
            "ffffffff ffffffff 00000000 00000000");
    }
};

static IscsiPduTestSuite g_iscsiPduTestSuite; //!< registers the suite
