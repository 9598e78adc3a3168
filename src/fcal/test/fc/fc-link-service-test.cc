/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../loop/fcal-layout-test.h"

#include "ns3/fc-ba-reply-header.h"
#include "ns3/fc-logo-header.h"
#include "ns3/fc-ls-reply-header.h"
#include "ns3/fc-plogi-header.h"
#include "ns3/fc-rec-header.h"
#include "ns3/fcp-prli-header.h"

#include <string>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * N_Port login against hand-written bytes.
 */
class FcPlogiTest : public FcalLayoutTest
{
  public:
    FcPlogiTest()
        : FcalLayoutTest("PLOGI and its LS_ACC")
    {
    }

  private:
    void DoRun() override;
};

void
FcPlogiTest::DoRun()
{
    // Eight words of a class's parameters twice: classes 1 and 2, class 4 and the vendor's version.
    const std::string none = "00000000 00000000 00000000 00000000 "
                             "00000000 00000000 00000000 00000000";
    FcPlogiHeader login;
    login.bbCredit = 2;
    login.receiveDataFieldSize = 2112;
    login.portName = 0x2100000c5012aa01;
    login.nodeName = 0x2000000c5012aa01;
    CheckLayout(
        login,
        "03000000 20200002 88000840 00ff0002 000007d0 2100000c 5012aa01 2000000c 5012aa01 " + none +
            " 88000000 00000840 00ff0000 00010000 " + none,
        "PLOGI BB_Credit=2 alternate increasing-offset data-field-size=2112 "
        "port=0x2100000c5012aa01 node=0x2000000c5012aa01 sequences=255 open-sequences=1 "
        "E_D_TOV=2000");

    FcPlogiHeader accept;
    accept.code = FcElsCode::LS_ACC;
    accept.bbCredit = 0x0102;
    accept.alternateBbCredit = false;
    accept.increasingOffset = false;
    accept.receiveDataFieldSize = 256;
    accept.portName = 1;
    accept.nodeName = 2;
    accept.concurrentSequences = 3;
    accept.openSequences = 4;
    accept.eDTov = 5;
    CheckLayout(
        accept,
        "02000000 20200102 00000100 00030002 00000005 00000000 00000001 00000000 00000002 " + none +
            " 88000000 00000100 00030000 00040000 " + none,
        "LS_ACC BB_Credit=258 data-field-size=256 port=0x1 node=0x2 sequences=3 "
        "open-sequences=4 E_D_TOV=5");
    CheckRefused<FcPlogiHeader>(std::string(2 * FcPlogiHeader::SIZE, '0'));
}

/**
 * @ingroup fcal
 *
 * Process login against hand-written bytes.
 */
class FcpPrliTest : public FcalLayoutTest
{
  public:
    FcpPrliTest()
        : FcalLayoutTest("PRLI and its LS_ACC")
    {
    }

  private:
    void DoRun() override;
};

void
FcpPrliTest::DoRun()
{
    FcpPrliHeader login;
    login.initiatorFunction = true;
    CheckLayout(login,
                "20100014 08002000 00000000 00000000 00000022",
                "PRLI establish response=0 initiator read-XFER_RDY-disabled");

    FcpPrliHeader accept;
    accept.code = FcElsCode::LS_ACC;
    accept.response = FcpPrliResponse::EXECUTED;
    accept.targetFunction = true;
    accept.writeXferRdyDisabled = true;
    CheckLayout(accept,
                "02100014 08002100 00000000 00000000 00000013",
                "LS_ACC (PRLI) establish response=1 target write-XFER_RDY-disabled "
                "read-XFER_RDY-disabled");

    FcpPrliHeader other;
    other.establishImagePair = false;
    other.readXferRdyDisabled = false;
    other.confirmedCompletion = true;
    other.retry = true;
    CheckLayout(other,
                "20100014 08000000 00000000 00000000 00000180",
                "PRLI response=0 confirmed-completion retry");

    // Another service, a page of another length, a unit without a page, another protocol.
    CheckRefused<FcpPrliHeader>("03100014 08002000 00000000 00000000 00000022");
    CheckRefused<FcpPrliHeader>("200c0014 08002000 00000000 00000000 00000022");
    CheckRefused<FcpPrliHeader>("20100004 08002000 00000000 00000000 00000022");
    CheckRefused<FcpPrliHeader>("20100014 05002000 00000000 00000000 00000022");
}

/**
 * @ingroup fcal
 *
 * The short link services against hand-written bytes.
 */
class FcShortServiceTest : public FcalLayoutTest
{
  public:
    FcShortServiceTest()
        : FcalLayoutTest("LOGO, LS_ACC, LS_RJT, BA_ACC and BA_RJT")
    {
    }

  private:
    void DoRun() override;
};

void
FcShortServiceTest::DoRun()
{
    FcLogoHeader logout;
    logout.portId = 0xe8;
    logout.portName = 0x2100000c5012aa01;
    CheckLayout(logout,
                "05000000 000000e8 2100000c 5012aa01",
                "LOGO id=0xe8 port=0x2100000c5012aa01");
    CheckRefused<FcLogoHeader>("03000000 000000e8 2100000c 5012aa01");

    CheckLayout(FcLsAccHeader(), "02000000", "LS_ACC");
    CheckRefused<FcLsAccHeader>("01000000");

    FcLsRjtHeader reject;
    reject.reason = FcLsRjtReason::LOGICAL_BUSY;
    reject.explanation = FcLsRjtExplanation::NO_RESOURCES;
    CheckLayout(reject, "01000000 00052900", "LS_RJT reason=0x5 explanation=0x29");
    CheckRefused<FcLsRjtHeader>("02000000 00052900");

    FcRecHeader rec;
    rec.originator = 0x01;
    rec.oxId = 0x1234;
    rec.rxId = 0x5678;
    CheckLayout(rec, "13000000 00000001 12345678", "REC originator=0x1 OX_ID=0x1234 RX_ID=0x5678");
    CheckRefused<FcRecHeader>("05000000 00000001 12345678");
    FcRecAccHeader status;
    status.oxId = 0x1234;
    status.rxId = 0x5678;
    status.originator = 0x01;
    status.responder = 0xe8;
    status.transferred = 0x2000;
    CheckLayout(status,
                "02000000 12345678 00000001 000000e8 00002000 c0000000",
                "LS_ACC OX_ID=0x1234 RX_ID=0x5678 originator=0x1 responder=0xe8 transferred=8192 "
                "responder initiative");
    status.isResponder = false;
    status.hasInitiative = false;
    status.isComplete = true;
    CheckLayout(status,
                "02000000 12345678 00000001 000000e8 00002000 20000000",
                "LS_ACC OX_ID=0x1234 RX_ID=0x5678 originator=0x1 responder=0xe8 transferred=8192 "
                "originator complete");
    CheckRefused<FcRecAccHeader>("01000000 12345678 00000001 000000e8 00002000 c0000000");

    FcBaAccHeader accept;
    accept.oxId = 0x1234;
    accept.rxId = 0x5678;
    CheckLayout(accept,
                "00000000 12345678 0000ffff",
                "BA_ACC no SEQ_ID 0x0 OX_ID=0x1234 RX_ID=0x5678 SEQ_CNT=0..65535");
    accept.seqIdValid = true;
    accept.seqId = 7;
    accept.lowSeqCnt = 8;
    accept.highSeqCnt = 9;
    CheckLayout(accept,
                "80070000 12345678 00080009",
                "BA_ACC SEQ_ID=0x7 OX_ID=0x1234 RX_ID=0x5678 SEQ_CNT=8..9");

    FcBaRjtHeader refuse;
    refuse.reason = FcBaRjtReason::LOGICAL_ERROR;
    refuse.explanation = FcBaRjtExplanation::INVALID_EXCHANGE;
    CheckLayout(refuse, "00030300", "BA_RJT reason=0x3 explanation=0x3");
}

/**
 * @ingroup fcal
 *
 * The code that says which extended link service a payload is.
 */
class FcElsCodeTest : public TestCase
{
  public:
    FcElsCodeTest()
        : TestCase("codes of extended link services")
    {
    }

  private:
    void DoRun() override;
};

void
FcElsCodeTest::DoRun()
{
    const auto name = [](const std::vector<uint8_t>& bytes) {
        return GetFcElsCodeName(PeekFcElsCode(MakeFcalPacket(bytes)));
    };
    NS_TEST_EXPECT_MSG_EQ(name({0x01, 0, 0, 0}), "LS_RJT", "01h");
    NS_TEST_EXPECT_MSG_EQ(name({0x02, 0, 0, 0}), "LS_ACC", "02h");
    NS_TEST_EXPECT_MSG_EQ(name({0x03}), "PLOGI", "03h, whatever follows");
    NS_TEST_EXPECT_MSG_EQ(name({0x05}), "LOGO", "05h");
    NS_TEST_EXPECT_MSG_EQ(name({0x20}), "PRLI", "20h");
    NS_TEST_EXPECT_MSG_EQ(name({0x21}), "PRLO", "21h");
    NS_TEST_EXPECT_MSG_EQ(name({0x7e}), "Reserved", "no service of a loop");
    NS_TEST_EXPECT_MSG_EQ((PeekFcElsCode(MakeFcalPacket({})) == FcElsCode::NONE), true, "empty");
    NS_TEST_EXPECT_MSG_EQ((PeekFcElsCode(nullptr) == FcElsCode::NONE), true, "no payload");
}

/**
 * @ingroup fcal
 *
 * Extended and basic link services.
 */
class FcLinkServiceTestSuite : public TestSuite
{
  public:
    FcLinkServiceTestSuite()
        : TestSuite("fcal-link-service", Type::UNIT)
    {
        AddTestCase(new FcPlogiTest, Duration::QUICK);
        AddTestCase(new FcpPrliTest, Duration::QUICK);
        AddTestCase(new FcShortServiceTest, Duration::QUICK);
        AddTestCase(new FcElsCodeTest, Duration::QUICK);
    }
};

static FcLinkServiceTestSuite g_fcLinkServiceTestSuite; //!< registers the suite
