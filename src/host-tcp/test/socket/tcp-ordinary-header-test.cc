/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-ordinary-header.h"
#include "ns3/tcp-segment-start.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param flags of TcpHeader::Flags_t
 * @param sequence sequence number of the first byte of data
 * @param timestamp of the sender; its echo is one less
 * @return a header with timestamps
 */
TcpHeader
MakeOrdinaryHeader(uint8_t flags, uint32_t sequence, uint32_t timestamp)
{
    TcpHeader header;
    header.SetSourcePort(3260);
    header.SetDestinationPort(49153);
    header.SetSequenceNumber(SequenceNumber32(sequence));
    header.SetAckNumber(SequenceNumber32(0xFEDC'BA98));
    header.SetFlags(flags);
    header.SetWindowSize(0xABCD);
    const auto option = CreateObject<TcpOptionTS>();
    option->SetTimestamp(timestamp);
    option->SetEcho(timestamp - 1);
    header.AppendOption(option);
    return header;
}

/**
 * @param header of a segment
 * @return its bytes, before 100 bytes of data
 */
Ptr<Packet>
MakeOrdinarySegment(const TcpHeader& header)
{
    const auto segment = Create<Packet>(100);
    segment->AddHeader(header);
    return segment;
}

/**
 * @param header of a segment
 * @return what it says, and its bytes
 */
std::string
DescribeHeader(const TcpHeader& header)
{
    std::ostringstream text;
    text << header << ' ' << header.GetSerializedSize() << " bytes, header of "
         << uint32_t{header.GetLength()} << " words:";
    const auto segment = MakeOrdinarySegment(header);
    std::vector<uint8_t> bytes(header.GetSerializedSize());
    segment->CopyData(bytes.data(), bytes.size());
    for (const auto byte : bytes)
    {
        text << ' ' << uint32_t{byte};
    }
    return text.str();
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * An ordinary header reads as ns-3 reads it, and what was read before stays in copies.
 */
class TcpOrdinaryHeaderReadTestCase : public TestCase
{
  public:
    TcpOrdinaryHeaderReadTestCase()
        : TestCase("An ordinary header reads as ns-3 reads it")
    {
    }

  private:
    void DoRun() override
    {
        TcpOrdinaryHeader ordinary;
        std::vector<TcpHeader> copies;
        std::vector<std::string> expected;
        for (const uint32_t number : {1U, 77U, 0xFFFF'FFFFU})
        {
            const uint8_t flags = TcpHeader::ACK | (number == 77 ? TcpHeader::PSH : 0);
            const auto segment = MakeOrdinarySegment(MakeOrdinaryHeader(flags, number, number + 9));
            TcpHeader read;
            segment->PeekHeader(read);
            const TcpSegmentStart start(*segment);
            NS_TEST_ASSERT_MSG_EQ(start.isOrdinary, true, "ordinary");
            copies.push_back(ordinary.Read(start));
            expected.push_back(DescribeHeader(read));
            const auto option =
                DynamicCast<const TcpOptionTS>(copies.back().GetOption(TcpOption::TS));
            NS_TEST_EXPECT_MSG_EQ(option->GetTimestamp(), number + 9, "its timestamp");
            NS_TEST_EXPECT_MSG_EQ(option->GetEcho(), number + 8, "what it echoes");
        }
        for (std::size_t i = 0; i < copies.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DescribeHeader(copies[i]), expected[i], "header " << i);
        }
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Which segments are ordinary: an acknowledgement and timestamps, with a push or without.
 */
class TcpOrdinarySegmentTestCase : public TestCase
{
  public:
    TcpOrdinarySegmentTestCase()
        : TestCase("Only an acknowledgement with timestamps is ordinary")
    {
    }

  private:
    void DoRun() override
    {
        Expect(MakeOrdinaryHeader(TcpHeader::ACK, 1, 1), true, "ACK");
        Expect(MakeOrdinaryHeader(TcpHeader::ACK | TcpHeader::PSH, 1, 1), true, "ACK, PSH");
        for (const uint8_t flag : {TcpHeader::FIN,
                                   TcpHeader::SYN,
                                   TcpHeader::RST,
                                   TcpHeader::URG,
                                   TcpHeader::ECE,
                                   TcpHeader::CWR})
        {
            Expect(MakeOrdinaryHeader(TcpHeader::ACK | flag, 1, 1),
                   false,
                   TcpHeader::FlagsToString(flag));
        }
        Expect(MakeOrdinaryHeader(TcpHeader::PSH, 1, 1), false, "no ACK");
        TcpHeader bare;
        bare.SetFlags(TcpHeader::ACK);
        Expect(bare, false, "no timestamps");
        TcpHeader padded;
        padded.SetFlags(TcpHeader::ACK);
        padded.AppendOption(CreateObject<TcpOptionNOP>());
        padded.AppendOption(CreateObject<TcpOptionNOP>());
        padded.AppendOption(CreateObject<TcpOptionTS>());
        Expect(padded, false, "padding before");
        auto two = MakeOrdinaryHeader(TcpHeader::ACK, 1, 1);
        two.AppendOption(CreateObject<TcpOptionMSS>());
        Expect(two, false, "another option");
    }

    /**
     * @param header of a segment
     * @param isOrdinary whether it is ordinary
     * @param name of the case
     */
    void Expect(const TcpHeader& header, bool isOrdinary, const std::string& name)
    {
        const TcpSegmentStart start(*MakeOrdinarySegment(header));
        NS_TEST_EXPECT_MSG_EQ(start.isOrdinary, isOrdinary, name);
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of headers of ordinary segments.
 */
class TcpOrdinaryHeaderTestSuite : public TestSuite
{
  public:
    TcpOrdinaryHeaderTestSuite()
        : TestSuite("tcp-ordinary-header", Type::UNIT)
    {
        AddTestCase(new TcpOrdinaryHeaderReadTestCase, Duration::QUICK);
        AddTestCase(new TcpOrdinarySegmentTestCase, Duration::QUICK);
    }
};

static TcpOrdinaryHeaderTestSuite
    g_tcpOrdinaryHeaderTestSuite; //!< Static variable for test initialization
