/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bytes.h"

#include "ns3/fc-ba-reply-header.h"
#include "ns3/fc-iu.h"
#include "ns3/fc-logo-header.h"
#include "ns3/fc-ls-reply-header.h"
#include "ns3/fc-plogi-header.h"
#include "ns3/fc-rec-header.h"
#include "ns3/fcal-init-frames.h"
#include "ns3/fcal-pcap-file.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-prli-header.h"
#include "ns3/fcp-response-header.h"
#include "ns3/fcp-xfer-rdy-header.h"
#include "ns3/pcap-file.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <iostream>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <vector>

using namespace ns3;

namespace
{

/// The initiator's AL_PA.
constexpr uint8_t INITIATOR = 0x01;
/// The target's AL_PA.
constexpr uint8_t TARGET = 0xe8;
/// Bytes of each read and write: two frames.
constexpr uint32_t TRANSFER = 2 * FcFrame::DEFAULT_PAYLOAD;

/**
 * @param header an information unit
 * @return a payload of it alone
 */
Ptr<Packet>
MakePayload(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    return packet;
}

/**
 * @ingroup fcal
 *
 * The frames of a small loop in order: one initialises, logs in, reads, writes, fails, aborts,
 * logs out and asks for an exchange.
 */
class Conversation
{
  public:
    Conversation();

    std::vector<Ptr<FcFrame>> frames; //!< the frames

  private:
    /// PLOGI and PRLI with their answers.
    void LogIn();

    /// A read of two frames.
    void Read();

    /// A write of two frames.
    void Write();

    /// A read beyond the end, answered by sense data.
    void Fail();

    /// An abort that is accepted and one that is not.
    void Abort();

    /// A command that is asked for by REC while it is known and after it.
    void Check();

    /// A logout and a login that is refused.
    void LogOut();

    /**
     * Begin an exchange and send its first information unit.
     *
     * @param iu the unit
     * @param payload its bytes, null for none
     */
    void Ask(FcIu iu, Ptr<Packet> payload);

    /**
     * Send an information unit of the responder in the current exchange.
     *
     * @param iu the unit
     * @param payload its bytes
     */
    void Answer(FcIu iu, Ptr<Packet> payload);

    /**
     * Send data in two frames.
     *
     * @param iu FCP_DATA_IN or FCP_DATA_OUT
     * @param ids ports and exchange
     */
    void SendData(FcIu iu, const FcExchangeIds& ids);

    /**
     * Begin an exchange with a command.
     *
     * @param opcode operation code of a 10-byte command on 8 blocks
     * @param lba first block
     */
    void AskCommand(uint8_t opcode, uint8_t lba);

    /**
     * @return ports and exchange of a frame to the target
     */
    FcExchangeIds GetForward() const;

    /**
     * @return ports and exchange of a frame to the initiator
     */
    FcExchangeIds GetBackward() const;

    uint16_t m_exchange{0}; //!< OX_ID of the current exchange
};

Conversation::Conversation()
{
    FcalLismHeader select;
    select.portName = 0x2100000c5012aa01;
    frames.push_back(MakeFcalInitFrame(select));
    LogIn();
    Read();
    Write();
    Fail();
    Abort();
    LogOut();
    Check();
}

FcExchangeIds
Conversation::GetForward() const
{
    return {TARGET, INITIATOR, m_exchange, FcHeader::UNASSIGNED_ID};
}

FcExchangeIds
Conversation::GetBackward() const
{
    return {INITIATOR, TARGET, m_exchange, static_cast<uint16_t>(0x8000 + m_exchange)};
}

void
Conversation::Ask(FcIu iu, Ptr<Packet> payload)
{
    ++m_exchange;
    frames.push_back(MakeFcFrame(iu, GetForward(), 0, payload));
}

void
Conversation::Answer(FcIu iu, Ptr<Packet> payload)
{
    frames.push_back(MakeFcFrame(iu, GetBackward(), 1, payload));
}

void
Conversation::SendData(FcIu iu, const FcExchangeIds& ids)
{
    for (uint16_t i = 0; i < 2; ++i)
    {
        const uint32_t offset = i * FcFrame::DEFAULT_PAYLOAD;
        auto data = Create<Packet>(FcFrame::DEFAULT_PAYLOAD);
        frames.push_back(MakeFcDataFrame(iu, ids, 2, i, i == 1, offset, data));
    }
}

void
Conversation::AskCommand(uint8_t opcode, uint8_t lba)
{
    FcpCommandHeader command;
    command.readData = opcode == 0x28;
    command.writeData = opcode == 0x2a;
    command.cdb = {opcode, 0, 0, 0, 0, lba, 0, 0, 8};
    command.dataLength = TRANSFER;
    Ask(FcIu::FCP_CMND, MakePayload(command));
}

void
Conversation::LogIn()
{
    FcPlogiHeader login;
    login.portName = 0x2100000c5012aa01;
    login.nodeName = 0x2000000c5012aa01;
    Ask(FcIu::ELS_REQUEST, MakePayload(login));
    login.code = FcElsCode::LS_ACC;
    login.portName = 0x2100000c5012aa02;
    login.nodeName = 0x2000000c5012aa02;
    Answer(FcIu::ELS_REPLY, MakePayload(login));

    FcpPrliHeader process;
    process.initiatorFunction = true;
    Ask(FcIu::ELS_REQUEST, MakePayload(process));
    FcpPrliHeader accept;
    accept.code = FcElsCode::LS_ACC;
    accept.response = FcpPrliResponse::EXECUTED;
    accept.targetFunction = true;
    Answer(FcIu::ELS_REPLY, MakePayload(accept));
}

void
Conversation::Read()
{
    AskCommand(0x28, 16);
    SendData(FcIu::FCP_DATA_IN, GetBackward());
    Answer(FcIu::FCP_RSP, MakePayload(FcpResponseHeader()));
}

void
Conversation::Write()
{
    AskCommand(0x2a, 32);
    FcpXferRdyHeader ready;
    ready.burstLength = TRANSFER;
    Answer(FcIu::FCP_XFER_RDY, MakePayload(ready));
    auto ids = GetForward();
    ids.rxId = GetBackward().rxId;
    SendData(FcIu::FCP_DATA_OUT, ids);
    Answer(FcIu::FCP_RSP, MakePayload(FcpResponseHeader()));
}

void
Conversation::Fail()
{
    AskCommand(0x28, 255);
    FcpResponseHeader response;
    response.status = ScsiStatus::CHECK_CONDITION;
    response.underflow = true;
    response.residual = TRANSFER;
    // Fixed format, ILLEGAL REQUEST, LOGICAL BLOCK ADDRESS OUT OF RANGE.
    response.sense = FromFcalHex("70000500 0000000a 00000000 21000000 0000");
    Answer(FcIu::FCP_RSP, MakePayload(response));
}

void
Conversation::Abort()
{
    AskCommand(0x28, 64);
    auto ids = GetForward();
    frames.push_back(MakeFcFrame(FcIu::ABTS, ids, 1));
    FcBaAccHeader accept;
    accept.oxId = m_exchange;
    accept.rxId = GetBackward().rxId;
    Answer(FcIu::BA_ACC, MakePayload(accept));
    Ask(FcIu::ABTS, nullptr);
    FcBaRjtHeader reject;
    reject.reason = FcBaRjtReason::LOGICAL_ERROR;
    reject.explanation = FcBaRjtExplanation::INVALID_EXCHANGE;
    Answer(FcIu::BA_RJT, MakePayload(reject));
}

void
Conversation::LogOut()
{
    FcLogoHeader logout;
    logout.portId = INITIATOR;
    logout.portName = 0x2100000c5012aa01;
    Ask(FcIu::ELS_REQUEST, MakePayload(logout));
    Answer(FcIu::ELS_REPLY, MakePayload(FcLsAccHeader()));

    Ask(FcIu::ELS_REQUEST, MakePayload(FcpPrliHeader()));
    FcLsRjtHeader reject;
    reject.explanation = FcLsRjtExplanation::LOGIN_REQUIRED;
    Answer(FcIu::ELS_REPLY, MakePayload(reject));
}

void
Conversation::Check()
{
    AskCommand(0x28, 64);
    FcRecHeader rec;
    rec.originator = INITIATOR;
    rec.oxId = m_exchange;
    FcRecAccHeader accept;
    accept.oxId = m_exchange;
    accept.rxId = GetBackward().rxId;
    accept.originator = INITIATOR;
    accept.responder = TARGET;
    accept.transferred = 2048;
    Ask(FcIu::ELS_REQUEST, MakePayload(rec));
    Answer(FcIu::ELS_REPLY, MakePayload(accept));
    Ask(FcIu::ELS_REQUEST, MakePayload(rec));
    FcLsRjtHeader reject;
    reject.reason = FcLsRjtReason::LOGICAL_ERROR;
    reject.explanation = FcLsRjtExplanation::INVALID_EXCHANGE;
    Answer(FcIu::ELS_REPLY, MakePayload(reject));
}

} // namespace

/**
 * @ingroup fcal
 *
 * A capture written and read back. It stays in the folder of --tempdir, for other programs to
 * decode.
 */
class FcalCaptureTest : public TestCase
{
  public:
    FcalCaptureTest()
        : TestCase("a capture written and read back")
    {
    }

  private:
    void DoRun() override;

    /**
     * Check the next record of a capture.
     *
     * @param file the capture
     * @param time when the frame was
     * @param frame the frame
     */
    void CheckRecord(PcapFile& file, Time time, const FcFrame& frame);
};

void
FcalCaptureTest::CheckRecord(PcapFile& file, Time time, const FcFrame& frame)
{
    std::vector<uint8_t> bytes(FcFrame::MAX_PAYLOAD * 2);
    uint32_t seconds;
    uint32_t nanoseconds;
    uint32_t included;
    uint32_t original;
    uint32_t read;
    file.Read(bytes.data(), bytes.size(), seconds, nanoseconds, included, original, read);
    NS_TEST_EXPECT_MSG_EQ(file.Fail(), false, "a record is there");
    NS_TEST_EXPECT_MSG_EQ(Seconds(seconds) + NanoSeconds(nanoseconds), time, "time");
    NS_TEST_EXPECT_MSG_EQ(original, 4 * frame.GetWords(), "length");
    NS_TEST_ASSERT_MSG_EQ(read, original, "nothing is cut off");
    bytes.resize(read);
    NS_TEST_EXPECT_MSG_EQ(ToFcalHex(bytes),
                          ToFcalHex(GetFcalBytes(frame.ToPacket(FcFraming::SOF_TO_EOF))),
                          "bytes");
}

void
FcalCaptureTest::DoRun()
{
    const auto fileName = CreateTempDirFilename("fcal.pcap");
    const Conversation conversation;
    const auto start = Seconds(3) + NanoSeconds(7);
    auto time = start;
    auto capture = Create<FcalPcapFile>(fileName);
    for (const auto& frame : conversation.frames)
    {
        capture->Write(time, *frame);
        time += MicroSeconds(400000);
    }
    capture->Close();

    PcapFile file;
    file.Open(fileName, std::ios::in | std::ios::binary);
    NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "the file is there");
    NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 225, "FC-2 with delimiters");
    NS_TEST_EXPECT_MSG_EQ(file.IsNanoSecMode(), true, "nanoseconds");
    time = start;
    for (const auto& frame : conversation.frames)
    {
        CheckRecord(file, time, *frame);
        time += MicroSeconds(400000);
    }
    file.Close();
}

/**
 * @ingroup fcal
 *
 * A capture where none can be written.
 */
class FcalCaptureErrorTest : public TestCase
{
  public:
    FcalCaptureErrorTest()
        : TestCase("a capture that cannot be written")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param fileName a file that cannot be written
     * @return what the user is told
     */
    static std::string GetMessage(const std::string& fileName);
};

std::string
FcalCaptureErrorTest::GetMessage(const std::string& fileName)
{
    try
    {
        FcalPcapFile capture(fileName);
        capture.Write(Seconds(0), FcFrame());
        capture.Close();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "nothing";
}

void
FcalCaptureErrorTest::DoRun()
{
    const auto folder = CreateTempDirFilename("folder-of-captures");
    NS_TEST_EXPECT_MSG_EQ(GetMessage(folder + "/made.pcap"), "nothing", "the folder is made");
    NS_TEST_EXPECT_MSG_EQ(GetMessage(folder),
                          folder + ": it is a folder; a result needs the name of a file",
                          "no file");
    // A device file like /dev/full, which a test must not touch.
    const auto full = folder + "/full";
    if (mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0)
    {
        NS_TEST_EXPECT_MSG_EQ(GetMessage(full),
                              full + ": cannot be written: No space left on device",
                              "no room");
    }
    else
    {
        std::cerr << "not tested: device files cannot be made in " << folder << "\n";
    }
}

/**
 * @ingroup fcal
 *
 * Captures of a loop.
 */
class FcalCaptureTestSuite : public TestSuite
{
  public:
    FcalCaptureTestSuite()
        : TestSuite("fcal-capture", Type::UNIT)
    {
        AddTestCase(new FcalCaptureTest, Duration::QUICK);
        AddTestCase(new FcalCaptureErrorTest, Duration::QUICK);
    }
};

static FcalCaptureTestSuite g_fcalCaptureTestSuite; //!< registers the suite
