/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/ethernet-train-cutter.h"
#include "ns3/ethernet-train.h"
#include "ns3/global-value.h"
#include "ns3/node.h"
#include "ns3/protocol-numbers.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;

namespace
{

/// Bytes of data in a full segment, with time stamps.
constexpr uint32_t MSS = 1448;

/// Bytes of data in the last segment.
constexpr uint32_t REST = 100;

/// Bytes of a header of TCP with time stamps: 20 + 10 + 2 to a multiple of four.
constexpr uint32_t TCP_BYTES = 32;

/// Addresses of IPv4.
const Ipv4Address FROM("10.0.0.1");
const Ipv4Address TO("10.0.0.2");

/// Addresses of IPv6.
const Ipv6Address FROM6("2001:db8::1");
const Ipv6Address TO6("2001:db8::2");

/**
 * @param size bytes
 * @return different bytes, so that one finds out which they are
 */
std::vector<uint8_t>
MakeBytes(uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    for (uint32_t i = 0; i < size; ++i)
    {
        bytes[i] = static_cast<uint8_t>(i * 7 + i / 251);
    }
    return bytes;
}

/**
 * @param packet data
 * @return its bytes
 */
std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @return header of a segment with time stamps and all the flags that matter
 */
TcpHeader
MakeHeader()
{
    TcpHeader header;
    header.SetSourcePort(49153);
    header.SetDestinationPort(9);
    header.SetSequenceNumber(SequenceNumber32(5000));
    header.SetAckNumber(SequenceNumber32(10'000));
    header.SetWindowSize(4321);
    header.SetFlags(TcpHeader::ACK | TcpHeader::FIN | TcpHeader::PSH | TcpHeader::CWR |
                    TcpHeader::ECE);
    header.AppendOption(CreateObject<TcpOptionTS>());
    return header;
}

/**
 * @param header of the segment
 * @param data its bytes
 * @param isIpv4 whether IPv4 carries it, IPv6 otherwise
 * @param train for which it stands; its sizes become those with headers
 * @return what a device sends
 */
EthernetFrame
MakeTrain(const TcpHeader& header,
          const std::vector<uint8_t>& data,
          bool isIpv4,
          EthernetTrain train)
{
    const auto packet = Create<Packet>(data.data(), data.size());
    packet->AddHeader(header);
    train.payload += (isIpv4 ? 20 : 40) + TCP_BYTES;
    train.lastPayload += (isIpv4 ? 20 : 40) + TCP_BYTES;
    if (isIpv4)
    {
        Ipv4Header ip;
        ip.SetSource(FROM);
        ip.SetDestination(TO);
        ip.SetProtocol(IpProtocol::TCP);
        ip.SetTtl(64);
        ip.SetIdentification(65'534);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
    }
    else
    {
        Ipv6Header ip;
        ip.SetSource(FROM6);
        ip.SetDestination(TO6);
        ip.SetNextHeader(IpProtocol::TCP);
        ip.SetHopLimit(64);
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
    }
    return {packet,
            Mac48Address("02:00:00:00:00:01"),
            Mac48Address("02:00:00:00:00:02"),
            isIpv4 ? EtherType::IPV4 : EtherType::IPV6,
            train};
}

/// Lets nodes compute checksums as long as it lives.
struct Checksums
{
    Checksums()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    }

    ~Checksums()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }

    Checksums(const Checksums&) = delete;
    Checksums& operator=(const Checksums&) = delete;
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Times and bytes of trains.
 */
class EthernetTrainTestCase : public TestCase
{
  public:
    EthernetTrainTestCase()
        : TestCase("times, bytes and tag of trains")
    {
    }

  private:
    void DoRun() override
    {
        Single();
        Several();
        Tag();
    }

    /// A frame is a train of one.
    void Single()
    {
        const auto one = EthernetTrain::Single(40);
        NS_TEST_EXPECT_MSG_EQ(one.frames, 1, "one");
        NS_TEST_EXPECT_MSG_EQ(one.GetTime(0), Time(), "now");
        NS_TEST_EXPECT_MSG_EQ(one.GetSpacing(), Time(), "alone");
        NS_TEST_EXPECT_MSG_EQ(one.GetFrameBytes(), 64, "padded");
        NS_TEST_EXPECT_MSG_EQ(one.GetWireBytes(), 84, "with preamble and gap");
        NS_TEST_EXPECT_MSG_EQ(EthernetTrain::Single(1500).GetWireBytes(), 1538, "longest");
    }

    /// Three full frames of 1538 bytes and one of 152 + 38.
    void Several()
    {
        EthernetTrain train{4, 1500, 152, 0, NanoSeconds(500), NanoSeconds(100)};
        NS_TEST_EXPECT_MSG_EQ(train.GetTime(0), NanoSeconds(500), "first");
        NS_TEST_EXPECT_MSG_EQ(train.GetTime(1), NanoSeconds(533), "a third, cut off");
        NS_TEST_EXPECT_MSG_EQ(train.GetTime(2), NanoSeconds(566), "two thirds, cut off once");
        NS_TEST_EXPECT_MSG_EQ(train.GetTime(3), NanoSeconds(600), "last");
        NS_TEST_EXPECT_MSG_EQ(train.GetSpacing(), NanoSeconds(33), "from one to the next");
        NS_TEST_EXPECT_MSG_EQ(train.GetWireBytes(), 3 * 1538 + 190, "on the link");
        NS_TEST_EXPECT_MSG_EQ(train.GetFrameBytes(), 3 * 1518 + 170, "in a queue");
        train.lastPayload = 45;
        NS_TEST_EXPECT_MSG_EQ(train.GetFrameBytes(), 3 * 1518 + 64, "the last one is padded");
        // 44 segments in 10 s: the product with the number of a frame must not overflow.
        train = {44, 1500, 1500, 0, Time(), Seconds(10)};
        NS_TEST_EXPECT_MSG_EQ(train.GetTime(43), Seconds(10), "long");
    }

    /// A tag tells a packet's train, and what is removed is gone.
    void Tag()
    {
        const EthernetTrain train{7, 1500, 152, 2896, NanoSeconds(11), Seconds(3)};
        const auto packet = Create<Packet>(100);
        packet->AddPacketTag(EthernetTrainTag(train));
        EthernetTrainTag tag;
        NS_TEST_EXPECT_MSG_EQ(packet->Copy()->RemovePacketTag(tag), true, "there it is");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().frames, 7, "frames");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().payload, 1500, "payload");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().lastPayload, 152, "last payload");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().ackStep, 2896, "step");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().start, NanoSeconds(11), "start");
        NS_TEST_EXPECT_MSG_EQ(tag.GetTrain().span, Seconds(3), "span");
        NS_TEST_EXPECT_MSG_EQ(packet->RemovePacketTag(tag), true, "the copy had its own");
        NS_TEST_EXPECT_MSG_EQ(packet->RemovePacketTag(tag), false, "gone");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * What an adapter writes into the headers of a train's frames.
 */
class EthernetTrainCutterTestCase : public TestCase
{
  public:
    EthernetTrainCutterTestCase()
        : TestCase("frames of a train")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto isIpv4 : {true, false})
        {
            Data(isIpv4);
            Acks(isIpv4);
            Checksums checksums;
            Data(isIpv4);
            Acks(isIpv4);
        }
        Even();
    }

    /// What the headers of a frame say.
    struct Cut
    {
        TcpHeader tcp;       //!< header of the segment
        Ptr<Packet> data;    //!< what follows
        uint32_t id{0};      //!< identification of IPv4
        bool isIntact{true}; //!< whether the checksums are right
    };

    /**
     * Take a frame apart and check what all frames have in common.
     *
     * @param train the train
     * @param number of the frame
     * @return the frame
     */
    Cut Take(const EthernetFrame& train, uint32_t number)
    {
        const auto frame = EthernetTrainCutter(train).Cut(number);
        NS_TEST_EXPECT_MSG_EQ(frame.train.frames, 1, "a frame");
        NS_TEST_EXPECT_MSG_EQ(frame.train.payload, frame.payload->GetSize(), "its size");
        NS_TEST_EXPECT_MSG_EQ(frame.train.lastPayload, frame.payload->GetSize(), "its size");
        NS_TEST_EXPECT_MSG_EQ(frame.train.ackStep, 0, "no train");
        NS_TEST_EXPECT_MSG_EQ(frame.source, train.source, "source");
        NS_TEST_EXPECT_MSG_EQ(frame.destination, train.destination, "destination");
        NS_TEST_EXPECT_MSG_EQ(frame.type, train.type, "type");
        Cut cut;
        cut.data = frame.payload->Copy();
        if (Node::ChecksumEnabled())
        {
            cut.tcp.EnableChecksums();
        }
        if (train.type == EtherType::IPV4)
        {
            Ipv4Header ip;
            if (Node::ChecksumEnabled())
            {
                ip.EnableChecksum();
            }
            cut.data->RemoveHeader(ip);
            cut.id = ip.GetIdentification();
            cut.isIntact = ip.IsChecksumOk();
            NS_TEST_EXPECT_MSG_EQ(ip.GetPayloadSize(), cut.data->GetSize(), "total length");
            NS_TEST_EXPECT_MSG_EQ(ip.GetTtl(), 64, "the rest");
            cut.tcp.InitializeChecksum(FROM, TO, IpProtocol::TCP);
        }
        else
        {
            Ipv6Header ip;
            cut.data->RemoveHeader(ip);
            NS_TEST_EXPECT_MSG_EQ(ip.GetPayloadLength(), cut.data->GetSize(), "length");
            NS_TEST_EXPECT_MSG_EQ(ip.GetHopLimit(), 64, "the rest");
            cut.tcp.InitializeChecksum(FROM6, TO6, IpProtocol::TCP);
        }
        cut.data->RemoveHeader(cut.tcp);
        cut.isIntact = cut.isIntact && cut.tcp.IsChecksumOk();
        NS_TEST_EXPECT_MSG_EQ(cut.isIntact, true, "checksums of frame " << number);
        NS_TEST_EXPECT_MSG_EQ(cut.tcp.HasOption(TcpOption::TS), true, "options");
        NS_TEST_EXPECT_MSG_EQ(cut.tcp.GetWindowSize(), 4321, "window");
        return cut;
    }

    /**
     * Three full segments and a short one.
     *
     * @param isIpv4 whether in IPv4
     */
    void Data(bool isIpv4)
    {
        const auto bytes = MakeBytes(3 * MSS + REST);
        const auto train =
            MakeTrain(MakeHeader(), bytes, isIpv4, {4, MSS, REST, 0, Time(), Time()});
        NS_TEST_EXPECT_MSG_EQ(train.train.payload, (isIpv4 ? 1500 : 1520), "sizes of the test");
        std::vector<uint8_t> all;
        const uint32_t ids[] = {65'534, 65'535, 0, 1};
        for (uint32_t i = 0; i < 4; ++i)
        {
            const auto cut = Take(train, i);
            NS_TEST_EXPECT_MSG_EQ(cut.data->GetSize(), (i < 3 ? MSS : REST), "size of " << i);
            NS_TEST_EXPECT_MSG_EQ(cut.tcp.GetSequenceNumber(),
                                  SequenceNumber32(5000 + i * MSS),
                                  "number of " << i);
            NS_TEST_EXPECT_MSG_EQ(cut.tcp.GetAckNumber(), SequenceNumber32(10'000), "same");
            // ACK 0x10 and ECE 0x40 in all, CWR 0x80 in the first, PSH 0x08 and FIN 0x01 in the
            // last.
            const uint32_t flags = i == 0 ? 0xd0 : i == 3 ? 0x59 : 0x50;
            NS_TEST_EXPECT_MSG_EQ(uint32_t{cut.tcp.GetFlags()}, flags, "flags of " << i);
            NS_TEST_EXPECT_MSG_EQ(cut.id, (isIpv4 ? ids[i] : 0), "identification of " << i);
            const auto part = GetBytes(cut.data);
            all.insert(all.end(), part.begin(), part.end());
        }
        NS_TEST_EXPECT_MSG_EQ((all == bytes), true, "all data in its order");
    }

    /**
     * Three acknowledgements of two segments each.
     *
     * @param isIpv4 whether in IPv4
     */
    void Acks(bool isIpv4)
    {
        auto header = MakeHeader();
        header.SetFlags(TcpHeader::ACK);
        const auto train = MakeTrain(header, {}, isIpv4, {3, 0, 0, 2 * MSS, Time(), Time()});
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto cut = Take(train, i);
            NS_TEST_EXPECT_MSG_EQ(cut.data->GetSize(), 0, "no data");
            NS_TEST_EXPECT_MSG_EQ(cut.tcp.GetSequenceNumber(), SequenceNumber32(5000), "same");
            // 10,000 - 2 * 2896 = 4208, 7104, 10,000.
            NS_TEST_EXPECT_MSG_EQ(cut.tcp.GetAckNumber(),
                                  SequenceNumber32(4208 + i * 2896),
                                  "acknowledgement " << i);
            NS_TEST_EXPECT_MSG_EQ(uint32_t{cut.tcp.GetFlags()}, 0x10, "flags of " << i);
        }
    }

    /// Two segments of the same size, also without a header of IP.
    void Even()
    {
        const auto bytes = MakeBytes(2 * MSS);
        TcpHeader header;
        const auto data = EthernetTrainCutter::CutSegment(MakeHeader(),
                                                          Create<Packet>(bytes.data(), 2 * MSS),
                                                          {2, 1500, 1500, 0, Time(), Time()},
                                                          1,
                                                          header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSequenceNumber(), SequenceNumber32(5000 + MSS), "second");
        const std::vector<uint8_t> second(bytes.begin() + MSS, bytes.end());
        NS_TEST_EXPECT_MSG_EQ((GetBytes(data) == second), true, "the second half");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Trains of frames.
 */
class EthernetTrainTestSuite : public TestSuite
{
  public:
    EthernetTrainTestSuite()
        : TestSuite("ethernet-train", Type::UNIT)
    {
        AddTestCase(new EthernetTrainTestCase, Duration::QUICK);
        AddTestCase(new EthernetTrainCutterTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetTrainTestSuite g_ethernetTrainTestSuite;
