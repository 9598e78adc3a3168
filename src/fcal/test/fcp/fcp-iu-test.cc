/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../loop/fcal-layout-test.h"

#include "ns3/fc-iu.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-response-header.h"
#include "ns3/fcp-xfer-rdy-header.h"

#include <string>
#include <utility>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * FCP_CMND against hand-written bytes.
 */
class FcpCommandTest : public FcalLayoutTest
{
  public:
    FcpCommandTest()
        : FcalLayoutTest("FCP_CMND")
    {
    }

  private:
    void DoRun() override;
};

void
FcpCommandTest::DoRun()
{
    // READ(10) of 8 blocks from LBA 1234h on LUN 1: RDDATA is bit 1.
    FcpCommandHeader read;
    read.lun = 0x0001000000000000;
    read.readData = true;
    read.cdb = {0x28, 0, 0, 0, 0x12, 0x34, 0, 0, 8};
    read.dataLength = 4096;
    CheckLayout(read,
                "00010000 00000000 00000002 28000000 12340000 08000000 00000000 00001000",
                "FCP_CMND LUN=0x1000000000000 CRN=0 ATTR=0 TM=0x0 RDDATA "
                "CDB=28000000123400000800000000000000 DL=4096");

    // Every field, and a CDB of 24 bytes: two words more, counted from bit 2.
    FcpCommandHeader all;
    all.lun = 0x0102030405060708;
    all.commandReference = 0x09;
    all.attribute = FcpTaskAttribute::ORDERED;
    all.taskManagement = FcpCommandHeader::LOGICAL_UNIT_RESET;
    all.writeData = true;
    all.cdb = {0x7f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    all.additionalCdb = {0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17};
    all.dataLength = 0x18191a1b;
    CheckLayout(all,
                "01020304 05060708 09021009 7f010203 04050607 08090a0b 0c0d0e0f "
                "10111213 14151617 18191a1b",
                "FCP_CMND LUN=0x102030405060708 CRN=9 ATTR=2 TM=0x10 WRDATA "
                "CDB=7f0102030405060708090a0b0c0d0e0f1011121314151617 DL=404298267");

    for (const auto& [scsi, fcp] : {std::pair(ScsiTaskAttribute::SIMPLE, 0),
                                    std::pair(ScsiTaskAttribute::HEAD_OF_QUEUE, 1),
                                    std::pair(ScsiTaskAttribute::ORDERED, 2),
                                    std::pair(ScsiTaskAttribute::ACA, 4),
                                    std::pair(ScsiTaskAttribute::UNTAGGED, 5)})
    {
        const auto attribute = ToFcpTaskAttribute(scsi);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(attribute), fcp, "number of the attribute");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(ToScsiTaskAttribute(attribute)),
                              static_cast<int>(scsi),
                              "and back");
    }
    NS_TEST_EXPECT_MSG_EQ(static_cast<int>(ToScsiTaskAttribute(static_cast<FcpTaskAttribute>(7))),
                          static_cast<int>(ScsiTaskAttribute::SIMPLE),
                          "reserved");
}

/**
 * @ingroup fcal
 *
 * FCP_XFER_RDY against hand-written bytes.
 */
class FcpXferRdyTest : public FcalLayoutTest
{
  public:
    FcpXferRdyTest()
        : FcalLayoutTest("FCP_XFER_RDY")
    {
    }

  private:
    void DoRun() override;
};

void
FcpXferRdyTest::DoRun()
{
    FcpXferRdyHeader ready;
    ready.dataOffset = 65536;
    ready.burstLength = 8192;
    CheckLayout(ready, "00010000 00002000 00000000", "FCP_XFER_RDY DATA_RO=65536 BURST_LEN=8192");
}

/**
 * @ingroup fcal
 *
 * FCP_RSP against hand-written bytes.
 */
class FcpResponseTest : public FcalLayoutTest
{
  public:
    FcpResponseTest()
        : FcalLayoutTest("FCP_RSP")
    {
    }

  private:
    void DoRun() override;
};

void
FcpResponseTest::DoRun()
{
    CheckLayout(FcpResponseHeader(),
                "00000000 00000000 00000000 00000000 00000000 00000000",
                "FCP_RSP status=0x0 RESID=0 SNS_LEN=0");

    // CHECK CONDITION with fixed format sense data, nothing of 4 KiB transferred: flags 2 and 8.
    FcpResponseHeader check;
    check.status = ScsiStatus::CHECK_CONDITION;
    check.underflow = true;
    check.residual = 4096;
    check.sense = FromFcalHex("70000500 00000009 00000000 24000000");
    CheckLayout(check,
                "00000000 00000000 00000a02 00001000 00000010 00000000 "
                "70000500 00000009 00000000 24000000",
                "FCP_RSP status=0x2 UNDER RESID=4096 SNS_LEN=16");

    // Both lengths: the information comes before the sense data, its code in the fourth byte.
    FcpResponseHeader both;
    both.status = ScsiStatus::BUSY;
    both.overflow = true;
    both.confirmationRequested = true;
    both.residual = 5;
    both.responseCode = FcpResponseCode::INCORRECT_LUN;
    both.sense = {0x72, 1, 2, 3, 4};
    CheckLayout(both,
                "00000000 00000000 00001708 00000005 00000005 00000008 00000009 00000000 "
                "72010203 04",
                "FCP_RSP status=0x8 OVER CONF_REQ RESID=5 SNS_LEN=5 RSP_CODE=0x9");

    // Four bytes of information are legal too.
    FcpResponseHeader brief;
    NS_TEST_EXPECT_MSG_EQ(
        DecodeFcalHeader(FromFcalHex("00000000 00000000 00000100 00000000 00000000 "
                                     "00000004 00000005"),
                         brief),
        28,
        "short information");
    NS_TEST_EXPECT_MSG_EQ((brief.responseCode == FcpResponseCode::FUNCTION_FAILED), true, "code");
    // A length counts only with its flag.
    NS_TEST_EXPECT_MSG_EQ(
        DecodeFcalHeader(FromFcalHex("00000000 00000000 00000000 00000000 00000010 00000008"),
                         brief),
        24,
        "lengths that are not valid");
    NS_TEST_EXPECT_MSG_EQ(brief.responseCode.has_value(), false, "no code any more");

    // Lengths beyond the buffer, also those whose sum wraps around, and one that there is not.
    const std::string start = "00000000 00000000 ";
    CheckRefused<FcpResponseHeader>(start + "00000200 00000000 00000001 00000000");
    CheckRefused<FcpResponseHeader>(start +
                                    "00000300 00000000 fffffff8 00000008 00000000 00000000");
    CheckRefused<FcpResponseHeader>(start + "00000200 00000000 ffffffff 00000000");
    CheckRefused<FcpResponseHeader>(start + "00000100 00000000 00000000 00000008 00000000");
    CheckRefused<FcpResponseHeader>(start +
                                    "00000100 00000000 00000000 00000006 00000000 00000000");
}

/**
 * @ingroup fcal
 *
 * The frame headers of information units, as drive manuals print R_CTL, TYPE and F_CTL.
 */
class FcIuTest : public TestCase
{
  public:
    FcIuTest()
        : TestCase("the frame headers of information units")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param iu an information unit
     * @param name its name
     * @param rCtl its R_CTL
     * @param type its TYPE
     * @param fCtl its F_CTL
     */
    void Check(FcIu iu, const std::string& name, uint32_t rCtl, uint32_t type, uint32_t fCtl);

    /**
     * @param frame a frame of data
     * @param sof how it should begin
     * @param eof how it should end
     * @param header what its header should be
     */
    void CheckData(const FcFrame& frame, FcSof sof, FcEof eof, const std::string& header);
};

void
FcIuTest::Check(FcIu iu, const std::string& name, uint32_t rCtl, uint32_t type, uint32_t fCtl)
{
    const auto header = MakeFcHeader(iu, {0xe8, 0x01, 0x1234, 0x5678}, 9);
    NS_TEST_EXPECT_MSG_EQ(GetFcIuName(iu), name, "name");
    NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(header.rCtl), rCtl, name << ", R_CTL");
    NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(header.type), type, name << ", TYPE");
    NS_TEST_EXPECT_MSG_EQ(header.fCtl, fCtl, name << ", F_CTL");
    NS_TEST_EXPECT_MSG_EQ(header.dId, 0xe8, name << ", D_ID");
    NS_TEST_EXPECT_MSG_EQ(header.sId, 0x01, name << ", S_ID");
    NS_TEST_EXPECT_MSG_EQ(header.oxId, 0x1234, name << ", OX_ID");
    NS_TEST_EXPECT_MSG_EQ(header.rxId, 0x5678, name << ", RX_ID");
    NS_TEST_EXPECT_MSG_EQ(+header.seqId, 9, name << ", SEQ_ID");
}

void
FcIuTest::CheckData(const FcFrame& frame, FcSof sof, FcEof eof, const std::string& header)
{
    NS_TEST_EXPECT_MSG_EQ((frame.sof == sof), true, "SOF of " << frame);
    NS_TEST_EXPECT_MSG_EQ((frame.eof == eof), true, "EOF of " << frame);
    NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(frame.header), header, "header of " << frame);
}

void
FcIuTest::DoRun()
{
    Check(FcIu::FCP_CMND, "FCP_CMND", 0x06, 0x08, 0x290000);
    Check(FcIu::FCP_XFER_RDY, "FCP_XFER_RDY", 0x05, 0x08, 0x890000);
    Check(FcIu::FCP_DATA_IN, "FCP_DATA", 0x01, 0x08, 0x880000);
    Check(FcIu::FCP_DATA_OUT, "FCP_DATA", 0x01, 0x08, 0x090000);
    Check(FcIu::FCP_RSP, "FCP_RSP", 0x07, 0x08, 0x990000);
    Check(FcIu::ELS_REQUEST, "ELS", 0x22, 0x01, 0x290000);
    Check(FcIu::ELS_REPLY, "ELS reply", 0x23, 0x01, 0x990000);
    Check(FcIu::ABTS, "ABTS", 0x81, 0x00, 0x090000);
    Check(FcIu::BA_ACC, "BA_ACC", 0x84, 0x00, 0x990000);
    Check(FcIu::BA_RJT, "BA_RJT", 0x85, 0x00, 0x990000);

    const FcExchangeIds ids{0x01, 0xe8, 0x1234, 0x5678};
    const auto make = [&](FcIu iu, uint16_t seqCnt, bool last) {
        return MakeFcDataFrame(iu, ids, 2, seqCnt, last, 2048 * seqCnt, Create<Packet>(2048));
    };
    const std::string rest = " 12345678 00000800";
    CheckData(*make(FcIu::FCP_DATA_IN, 1, true),
              FcSof::SOFN3,
              FcEof::EOFT,
              "01000001 000000e8 08880008 02000001" + rest);
    CheckData(*make(FcIu::FCP_DATA_IN, 1, false),
              FcSof::SOFN3,
              FcEof::EOFN,
              "01000001 000000e8 08800008 02000001" + rest);
    CheckData(*make(FcIu::FCP_DATA_IN, 0, false),
              FcSof::SOFI3,
              FcEof::EOFN,
              "01000001 000000e8 08800008 02000000 12345678 00000000");
    CheckData(*make(FcIu::FCP_DATA_OUT, 1, true),
              FcSof::SOFN3,
              FcEof::EOFT,
              "01000001 000000e8 08090008 02000001" + rest);
    CheckData(*make(FcIu::FCP_DATA_OUT, 1, false),
              FcSof::SOFN3,
              FcEof::EOFN,
              "01000001 000000e8 08000008 02000001" + rest);

    const auto abts = MakeFcFrame(FcIu::ABTS, ids, 3);
    NS_TEST_EXPECT_MSG_EQ(abts->GetWords(), 9, "an ABTS is a bare header");
    CheckData(*abts,
              FcSof::SOFI3,
              FcEof::EOFT,
              "81000001 000000e8 00090000 03000000 12345678 00000000");
}

/**
 * @ingroup fcal
 *
 * Information units of FCP.
 */
class FcpIuTestSuite : public TestSuite
{
  public:
    FcpIuTestSuite()
        : TestSuite("fcp-iu", Type::UNIT)
    {
        AddTestCase(new FcpCommandTest, Duration::QUICK);
        AddTestCase(new FcpXferRdyTest, Duration::QUICK);
        AddTestCase(new FcpResponseTest, Duration::QUICK);
        AddTestCase(new FcIuTest, Duration::QUICK);
    }
};

static FcpIuTestSuite g_fcpIuTestSuite; //!< registers the suite
