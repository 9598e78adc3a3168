/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../loop/fcal-test-bytes.h"

#include "ns3/fc-frame.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A header with a value of its own in every field.
const std::string HEADER = "060000e8 00000001 08290000 07000102 1234ffff 00000010";

/**
 * @return the frame of HEADER
 */
Ptr<FcFrame>
MakeFrame()
{
    auto frame = Create<FcFrame>();
    auto& header = frame->header;
    header.rCtl = FcRCtl::UNSOLICITED_COMMAND;
    header.dId = 0xe8;
    header.sId = 0x01;
    header.type = FcType::FCP;
    header.fCtl = FcHeader::FIRST_SEQUENCE | FcHeader::END_SEQUENCE | FcHeader::SEQUENCE_INITIATIVE;
    header.seqId = 7;
    header.seqCnt = 0x0102;
    header.oxId = 0x1234;
    header.parameter = 0x10;
    return frame;
}

/**
 * @param frame a frame
 * @return what is written of it
 */
std::string
Print(const FcFrame& frame)
{
    std::ostringstream os;
    os << frame;
    return os.str();
}

} // namespace

/**
 * @ingroup fcal
 *
 * The frame header against bytes written by hand from FC-PH's picture.
 */
class FcHeaderTest : public TestCase
{
  public:
    FcHeaderTest()
        : TestCase("the frame header")
    {
    }

  private:
    void DoRun() override;
};

void
FcHeaderTest::DoRun()
{
    FcHeader all;
    all.rCtl = FcRCtl::COMMAND_STATUS;
    all.dId = 0x010203;
    all.csCtl = 0x04;
    all.sId = 0x050607;
    all.type = FcType::FCP;
    all.fCtl = 0x99000b;
    all.seqId = 0x0c;
    all.dfCtl = 0x0d;
    all.seqCnt = 0x0e0f;
    all.oxId = 0x1011;
    all.rxId = 0x1213;
    all.parameter = 0x14151617;
    const std::string hex = "07010203 04050607 0899000b 0c0d0e0f 10111213 14151617";
    NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(all), hex, "every field in its place");

    FcHeader read;
    NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(FromFcalHex(hex), read), 24, "bytes read");
    NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(read), hex, "there and back");
    NS_TEST_EXPECT_MSG_EQ(PrintFcalHeader(read),
                          "Command Status R_CTL=0x7 D_ID=0x10203 CS_CTL=0x4 S_ID=0x50607 TYPE=0x8 "
                          "F_CTL=0x99000b SEQ_ID=0xc DF_CTL=0xd SEQ_CNT=3599 OX_ID=0x1011 "
                          "RX_ID=0x1213 Parameter=0x14151617",
                          "print");
    NS_TEST_EXPECT_MSG_EQ(read.HasFCtl(FcHeader::LAST_SEQUENCE | FcHeader::END_SEQUENCE),
                          true,
                          "9 is both");
    NS_TEST_EXPECT_MSG_EQ(read.HasFCtl(FcHeader::LAST_SEQUENCE | FcHeader::FIRST_SEQUENCE),
                          false,
                          "only one of them");

    NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(MakeFrame()->header), HEADER, "F_CTL of an FCP_CMND");

    // An address has 24 bits: a higher bit must not get into R_CTL.
    FcHeader wide;
    wide.dId = wide.sId = wide.fCtl = 0xffffffff;
    NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(wide),
                          "00ffffff 00ffffff 00ffffff 00000000 ffffffff 00000000",
                          "24 bits");

    const auto bytes = FromFcalHex(hex);
    for (uint32_t size = 0; size < FcHeader::SIZE; ++size)
    {
        FcHeader kept = MakeFrame()->header;
        const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
        NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(cut, kept), 0, size << " bytes are no header");
        NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(kept), HEADER, "nothing changes");
    }
    NS_TEST_EXPECT_MSG_EQ(GetFcRCtlName(static_cast<FcRCtl>(0xc0)), "Reserved", "no name");
    NS_TEST_EXPECT_MSG_EQ(FormatFcExchangeId(0x2a), "0x2a", "an exchange as logs have it");
}

/**
 * @ingroup fcal
 *
 * How many words frames take.
 */
class FcFrameWordsTest : public TestCase
{
  public:
    FcFrameWordsTest()
        : TestCase("the words of frames")
    {
    }

  private:
    void DoRun() override;
};

void
FcFrameWordsTest::DoRun()
{
    // SOF 1, header 6, CRC 1, EOF 1, and a word for every four bytes begun.
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(0), 9, "no payload");
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(1), 10, "one byte takes a word");
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(4), 10, "four bytes too");
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(5), 11, "five take two");
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(2048), 521, "2 KiB");
    // The longest frame is printed as 2148 bytes.
    NS_TEST_EXPECT_MSG_EQ(FcFrame::GetWords(FcFrame::MAX_PAYLOAD) * 4, 2148, "the most");
    NS_TEST_EXPECT_MSG_EQ(+FcFrame::FILL_WORDS, 6, "between frames");

    FcFrame frame;
    NS_TEST_EXPECT_MSG_EQ(frame.GetWords(), 9, "a frame without payload");
    frame.payload = Create<Packet>(2048);
    NS_TEST_EXPECT_MSG_EQ(frame.GetWords(), 521, "a frame with 2 KiB");
}

/**
 * @ingroup fcal
 *
 * Frames as bytes. The CRCs come from another implementation of IEEE 802.3's polynomial.
 */
class FcFrameBytesTest : public TestCase
{
  public:
    FcFrameBytesTest()
        : TestCase("frames as bytes and back")
    {
    }

  private:
    void DoRun() override;

    /**
     * Check that a frame is the same after both framings.
     *
     * @param frame the frame, with delimiters that fit its header
     */
    void CheckRoundTrip(const FcFrame& frame);
};

void
FcFrameBytesTest::CheckRoundTrip(const FcFrame& frame)
{
    for (const auto framing : {FcFraming::HEADER_TO_PAYLOAD, FcFraming::SOF_TO_EOF})
    {
        const auto bytes = frame.ToPacket(framing);
        const auto back = FcFrame::FromPacket(bytes, framing);
        NS_TEST_ASSERT_MSG_NE(back, nullptr, "readable: " << frame);
        NS_TEST_EXPECT_MSG_EQ(Print(*back), Print(frame), "delimiters, header and size");
        NS_TEST_EXPECT_MSG_EQ(ToFcalHex(GetFcalBytes(back->ToPacket(framing))),
                              ToFcalHex(GetFcalBytes(bytes)),
                              "bytes");
    }
    NS_TEST_EXPECT_MSG_EQ(frame.ToPacket(FcFraming::SOF_TO_EOF)->GetSize(),
                          4 * frame.GetWords(),
                          "words");
}

void
FcFrameBytesTest::DoRun()
{
    auto frame = MakeFrame();
    frame->sof = FcSof::SOFN3;
    frame->payload = MakeFcalPacket({0, 1, 2, 3, 4, 5, 6, 7});
    const std::string body = HEADER + " 00010203 04050607";
    NS_TEST_EXPECT_MSG_EQ(ToFcalHex(GetFcalBytes(frame->ToPacket(FcFraming::HEADER_TO_PAYLOAD))),
                          body,
                          "without delimiters");
    // An odd number of the bytes from header to CRC change the disparity: it is negative.
    NS_TEST_EXPECT_MSG_EQ(ToFcalHex(GetFcalBytes(frame->ToPacket(FcFraming::SOF_TO_EOF))),
                          "bcb53636 " + body + " 521f5be3 bc957575",
                          "with delimiters");
    CheckRoundTrip(*frame);

    // Five bytes: three fill bytes, which F_CTL counts; an even number of disparity changes.
    // What stood behind the payload in its buffer must not show.
    frame->payload = MakeFcalPacket({1, 2, 3, 4, 5, 0xee, 0xee, 0xee});
    frame->payload->RemoveAtEnd(3);
    NS_TEST_EXPECT_MSG_EQ(ToFcalHex(GetFcalBytes(frame->ToPacket(FcFraming::SOF_TO_EOF))),
                          "bcb53636 060000e8 00000001 08290003 07000102 1234ffff 00000010 "
                          "01020304 05000000 ac1f326a bcb57575",
                          "fill bytes");
    NS_TEST_EXPECT_MSG_EQ(frame->payload->GetSize(), 5, "the payload itself stays");
    NS_TEST_EXPECT_MSG_EQ((frame->header.fCtl & FcHeader::FILL_BYTES), 0, "as does the header");
    CheckRoundTrip(*frame);

    frame->payload = nullptr;
    CheckRoundTrip(*frame);
    frame->header.seqCnt = 0;
    frame->sof = FcSof::SOFI3;
    frame->payload = Create<Packet>(FcFrame::MAX_PAYLOAD);
    CheckRoundTrip(*frame);
    frame->header.fCtl = 0;
    frame->eof = FcEof::EOFN;
    CheckRoundTrip(*frame);

    // Loop initialisation: an extended link service from and to AL_PA EF.
    FcFrame init;
    init.sof = FcSof::SOFIL;
    init.header.rCtl = FcRCtl::ELS_REQUEST;
    init.header.type = FcType::EXTENDED_LINK_SERVICE;
    init.header.dId = init.header.sId = 0xef;
    init.header.fCtl = 0x380000;
    init.payload = MakeFcalPacket(FromFcalHex("11010000 2100000c 5012aa01"));
    CheckRoundTrip(init);
    NS_TEST_EXPECT_MSG_EQ(Print(init),
                          "SOFil ELS Request R_CTL=0x22 D_ID=0xef CS_CTL=0x0 S_ID=0xef TYPE=0x1 "
                          "F_CTL=0x380000 SEQ_ID=0x0 DF_CTL=0x0 SEQ_CNT=0 OX_ID=0xffff "
                          "RX_ID=0xffff Parameter=0x0 payload=12 EOFt",
                          "print");
}

/**
 * @ingroup fcal
 *
 * What is no frame: cut, damaged, or nothing but noise.
 */
class FcFrameBadInputTest : public TestCase
{
  public:
    FcFrameBadInputTest()
        : TestCase("what is no frame")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param bytes bytes that are no frame with delimiters
     * @param what what is wrong with them
     */
    void ExpectNone(const std::vector<uint8_t>& bytes, const std::string& what);
};

void
FcFrameBadInputTest::ExpectNone(const std::vector<uint8_t>& bytes, const std::string& what)
{
    const auto frame = FcFrame::FromPacket(MakeFcalPacket(bytes), FcFraming::SOF_TO_EOF);
    NS_TEST_EXPECT_MSG_EQ((frame == nullptr), true, what);
}

void
FcFrameBadInputTest::DoRun()
{
    auto frame = MakeFrame();
    frame->payload = MakeFcalPacket({1, 2, 3, 4, 5});
    const auto good = GetFcalBytes(frame->ToPacket(FcFraming::SOF_TO_EOF));
    for (std::size_t size = 0; size < good.size(); ++size)
    {
        ExpectNone({good.begin(), good.begin() + size}, "cut");
    }
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit)
    {
        auto bad = good;
        bad[bit / 8] ^= 1 << bit % 8;
        // The two EOFt differ in one bit: it alone may be wrong without harm.
        const auto flipped = static_cast<uint8_t>(bad[good.size() - 3] ^ good[good.size() - 3]);
        if (flipped != 0x20)
        {
            ExpectNone(bad, "bit " + std::to_string(bit) + " is wrong");
        }
    }
    auto longest = Create<Packet>(FcHeader::SIZE + FcFrame::MAX_PAYLOAD + 4);
    NS_TEST_EXPECT_MSG_EQ((FcFrame::FromPacket(longest, FcFraming::HEADER_TO_PAYLOAD) == nullptr),
                          true,
                          "too long");
    // Three fill bytes and no payload.
    auto header = FromFcalHex(HEADER);
    header[11] = 3;
    NS_TEST_EXPECT_MSG_EQ(
        (FcFrame::FromPacket(MakeFcalPacket(header), FcFraming::HEADER_TO_PAYLOAD) == nullptr),
        true,
        "more fill than payload");

    auto noise = CreateObject<UniformRandomVariable>();
    noise->SetStream(1);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        std::vector<uint8_t> bytes(noise->GetInteger(0, 200));
        for (auto& byte : bytes)
        {
            byte = noise->GetInteger(0, 255);
        }
        ExpectNone(bytes, "noise");
        FcFrame::FromPacket(MakeFcalPacket(bytes), FcFraming::HEADER_TO_PAYLOAD);
    }
}

/**
 * @ingroup fcal
 *
 * Frames and their header.
 */
class FcFrameTestSuite : public TestSuite
{
  public:
    FcFrameTestSuite()
        : TestSuite("fcal-frame", Type::UNIT)
    {
        AddTestCase(new FcHeaderTest, Duration::QUICK);
        AddTestCase(new FcFrameWordsTest, Duration::QUICK);
        AddTestCase(new FcFrameBytesTest, Duration::QUICK);
        AddTestCase(new FcFrameBadInputTest, Duration::QUICK);
    }
};

static FcFrameTestSuite g_fcFrameTestSuite; //!< registers the suite
