/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-crc32c.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-digest-check.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-assembler.h"
#include "ns3/iscsi-pdu-framer.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;
using Outcome = IscsiPduAssembler::Outcome;

/**
 * @param bytes some bytes
 * @return their digest
 */
Bytes
GetDigest(const Bytes& bytes)
{
    IscsiCrc32c crc;
    crc.Add(bytes.data(), bytes.size());
    const auto digest = crc.GetDigest();
    return {digest.begin(), digest.end()};
}

/**
 * @param bytes some bytes
 * @return a packet of them
 */
Ptr<Packet>
MakePacket(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

/// What came out of an assembler.
struct Assembled
{
    std::vector<Outcome> outcomes; //!< what was not INCOMPLETE
    std::vector<Bytes> pdus;       //!< PDUs, and headers of damaged ones
};

/**
 * Give an assembler bytes until they are used up or it is lost.
 *
 * @param assembler the assembler
 * @param bytes what arrives
 * @param assembled what came out, added to
 */
void
Assemble(IscsiPduAssembler& assembler, const Bytes& bytes, Assembled& assembled)
{
    auto packet = MakePacket(bytes);
    while (packet && packet->GetSize() > 0)
    {
        const auto outcome = assembler.Receive(packet);
        if (outcome != Outcome::INCOMPLETE)
        {
            assembled.outcomes.push_back(outcome);
        }
        if (outcome == Outcome::PDU || outcome == Outcome::DATA_DAMAGE)
        {
            assembled.pdus.push_back(IscsiTestBench::GetBytes(assembler.ReleasePdu()));
        }
        if (outcome == Outcome::LOST)
        {
            return;
        }
    }
}

/**
 * @param framer a framer
 * @param pdu a PDU
 * @return its bytes on the wire
 */
Bytes
Frame(const IscsiPduFramer& framer, Ptr<Packet> pdu)
{
    const auto framed = framer.Frame(pdu);
    auto wire = IscsiTestBench::GetBytes(framed.segments);
    if (framed.digest)
    {
        const auto digest = IscsiTestBench::GetBytes(framed.digest);
        wire.insert(wire.end(), digest.begin(), digest.end());
    }
    return wire;
}

/// A PDU of 48 + 8 + 13 bytes, behind which another follows; with padding and both digests they
/// take 48 + 8 + 4 + 13 + 3 + 4 = 80 and 48 + 4 = 52 bytes.
struct TwoPdus
{
    /**
     * @param header true for header digests
     * @param data true for data digests
     */
    TwoPdus(bool header, bool data)
    {
        IscsiScsiCommandHeader command;
        command.totalAhsLength = 2;
        command.dataSegmentLength = 13;
        auto first = IscsiTestBench::MakeData(8 + 13, 7);
        first->AddHeader(command);
        IscsiNopOutHeader nop;
        auto second = MakePdu(nop, Create<Packet>());
        pdus = {IscsiTestBench::GetBytes(first), IscsiTestBench::GetBytes(second)};
        IscsiPduFramer framer;
        framer.SetDigests(header, data);
        for (const auto& pdu : {first, second})
        {
            const auto framed = Frame(framer, pdu);
            wire.insert(wire.end(), framed.begin(), framed.end());
        }
    }

    std::vector<Bytes> pdus; //!< the two PDUs
    Bytes wire;              //!< what they are on the wire
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A digest that arrives byte by byte behind the 32 zeros of RFC 7143, A.4: aa 36 91 8a.
 */
class IscsiDigestCheckTestCase : public TestCase
{
  public:
    IscsiDigestCheckTestCase()
        : TestCase("a digest in pieces")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes digest{0xaa, 0x36, 0x91, 0x8a};
        const Bytes zeros(16);
        IscsiDigestCheck check;
        check.Cover(zeros.data(), zeros.size());
        check.CoverZeros(16);
        for (uint32_t i = 0; i < digest.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(check.GetMissing(), 4 - i, "bytes of the digest missing");
            NS_TEST_EXPECT_MSG_EQ(check.IsGood(), false, "not before it is complete");
            check.AddDigest(&digest[i], 1);
        }
        NS_TEST_EXPECT_MSG_EQ(check.GetMissing(), 0, "complete");
        NS_TEST_EXPECT_MSG_EQ(check.IsGood(), true, "the digest of RFC 7143");
        check.CoverZeros(1);
        NS_TEST_EXPECT_MSG_EQ(check.IsGood(), false, "not that of 33 zeros");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The digests of known bytes: RFC 3720, B.4, and the READ (10) printed in RFC 7143, A.4.
 */
class IscsiCrc32cVectorTestCase : public TestCase
{
  public:
    /**
     * @param name what the bytes are
     * @param bytes the bytes
     * @param digest their digest on the wire
     */
    IscsiCrc32cVectorTestCase(const std::string& name, Bytes bytes, Bytes digest)
        : TestCase("RFC 7143, 13.1: CRC32C of " + name),
          m_bytes(std::move(bytes)),
          m_digest(std::move(digest))
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ((GetDigest(m_bytes) == m_digest), true, "digest");
        for (std::size_t cut = 0; cut <= m_bytes.size(); cut++)
        {
            IscsiCrc32c crc;
            crc.Add(m_bytes.data(), cut);
            crc.Add(m_bytes.data() + cut, m_bytes.size() - cut);
            const auto digest = crc.GetDigest();
            NS_TEST_EXPECT_MSG_EQ(std::equal(digest.begin(), digest.end(), m_digest.begin()),
                                  true,
                                  "in two pieces, " << cut << " bytes first");
        }
        // The remainder is 0x1c2d19ed whatever the bytes are. Its bits in the other order are
        // 0xb798b438, the complement of that is 0x48674bc7.
        auto extended = m_bytes;
        extended.insert(extended.end(), m_digest.begin(), m_digest.end());
        NS_TEST_EXPECT_MSG_EQ((GetDigest(extended) == Bytes{0xc7, 0x4b, 0x67, 0x48}),
                              true,
                              "digest of the bytes and their digest");
    }

    Bytes m_bytes;  //!< the bytes
    Bytes m_digest; //!< their digest
};

/**
 * @ingroup iscsi-tests
 *
 * Zeros that are only counted have the digest of zeros that are there.
 */
class IscsiCrc32cZerosTestCase : public TestCase
{
  public:
    IscsiCrc32cZerosTestCase()
        : TestCase("CRC32C of zeros that are only counted")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes start{1, 2, 3};
        const Bytes zeros(70000);
        for (const uint32_t length : {0, 1, 3, 4, 31, 32, 33, 63, 512, 8191, 8192, 65535, 70000})
        {
            IscsiCrc32c counted;
            IscsiCrc32c there;
            for (auto crc : {&counted, &there})
            {
                crc->Add(start.data(), start.size());
            }
            counted.AddZeros(length);
            there.Add(zeros.data(), length);
            NS_TEST_EXPECT_MSG_EQ((counted.GetDigest() == there.GetDigest()),
                                  true,
                                  length << " zeros");
        }
        // Half of them and the other half are all of them, also where no table could count.
        IscsiCrc32c halves;
        IscsiCrc32c whole;
        halves.AddZeros(1ULL << 40);
        halves.AddZeros(1ULL << 40);
        whole.AddZeros(1ULL << 41);
        NS_TEST_EXPECT_MSG_EQ((halves.GetDigest() == whole.GetDigest()), true, "2^41 zeros");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * PDUs with and without digests: what is on the wire, and what comes out however it is cut.
 */
class IscsiSealTestCase : public TestCase
{
  public:
    /**
     * @param header true for header digests
     * @param data true for data digests
     */
    IscsiSealTestCase(bool header, bool data)
        : TestCase(std::string("RFC 7143, 11.2.3: digests of header ") + (header ? "on" : "off") +
                   ", of data " + (data ? "on" : "off")),
          m_header(header),
          m_data(data)
    {
    }

  private:
    void DoRun() override
    {
        const TwoPdus two(m_header, m_data);
        auto wire = two.pdus[0];
        const auto headers = wire.begin() + 48 + 8;
        const auto headerDigest = GetDigest(Bytes(wire.begin(), headers));
        Bytes data(headers, wire.end());
        data.resize(16);
        const auto dataDigest = GetDigest(data);
        wire.resize(48 + 8);
        if (m_header)
        {
            wire.insert(wire.end(), headerDigest.begin(), headerDigest.end());
        }
        wire.insert(wire.end(), data.begin(), data.end());
        if (m_data)
        {
            wire.insert(wire.end(), dataDigest.begin(), dataDigest.end());
        }
        wire.insert(wire.end(), two.pdus[1].begin(), two.pdus[1].end());
        if (m_header)
        {
            // No data segment, no data digest.
            const auto digest = GetDigest(two.pdus[1]);
            wire.insert(wire.end(), digest.begin(), digest.end());
        }
        NS_TEST_ASSERT_MSG_EQ((two.wire == wire), true, "bytes on the wire");
        for (std::size_t cut = 0; cut <= wire.size(); cut++)
        {
            IscsiPduAssembler assembler(IscsiPduAssembler::Side::TARGET);
            assembler.SetDigests(m_header, m_data);
            Assembled assembled;
            Assemble(assembler, Bytes(wire.begin(), wire.begin() + cut), assembled);
            Assemble(assembler, Bytes(wire.begin() + cut, wire.end()), assembled);
            NS_TEST_EXPECT_MSG_EQ((assembled.pdus == two.pdus), true, "PDUs, cut at " << cut);
            NS_TEST_EXPECT_MSG_EQ(
                (assembled.outcomes == std::vector<Outcome>{Outcome::PDU, Outcome::PDU}),
                true,
                "outcomes, cut at " << cut);
        }
    }

    bool m_header; //!< header digests
    bool m_data;   //!< data digests
};

/**
 * @ingroup iscsi-tests
 *
 * Virtual payload has the digest of zeros and stays virtual; a login has no digests.
 */
class IscsiSealKindsTestCase : public TestCase
{
  public:
    IscsiSealKindsTestCase()
        : TestCase("RFC 7143, 13.1: digests of virtual data and of a login")
    {
    }

  private:
    void DoRun() override
    {
        IscsiPduFramer framer;
        framer.SetDigests(true, true);
        constexpr uint32_t LENGTH = 1 << 20;
        IscsiDataOutHeader header;
        const auto framed = framer.Frame(MakePdu(header, Create<Packet>(LENGTH)));
        NS_TEST_ASSERT_MSG_EQ(framed.segments->GetSize(), 48 + 4 + LENGTH, "size");
        // A serialized packet holds virtual bytes as a number.
        NS_TEST_EXPECT_MSG_LT(framed.segments->GetSerializedSize(), 1000, "the data stays virtual");
        NS_TEST_EXPECT_MSG_EQ((IscsiTestBench::GetBytes(framed.digest) == GetDigest(Bytes(LENGTH))),
                              true,
                              "digest of zeros");
        IscsiLoginRequestHeader login;
        const auto pdu = MakePdu(login, IscsiTestBench::MakeData(8, 1));
        const auto plain = IscsiTestBench::GetBytes(pdu);
        NS_TEST_EXPECT_MSG_EQ((Frame(framer, pdu) == plain), true, "login");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * One bit at a time is damaged. The PDU is left out, and the next one arrives, or the stream is
 * lost if no other PDU can be found.
 */
class IscsiDamagedBitTestCase : public TestCase
{
  public:
    IscsiDamagedBitTestCase()
        : TestCase("RFC 7143, 7.8: each single bit damaged")
    {
    }

  private:
    void DoRun() override
    {
        const TwoPdus two(true, true);
        constexpr std::size_t HEADER = 48 + 8 + 4;
        constexpr std::size_t FIRST = HEADER + 13 + 3 + 4;
        for (std::size_t bit = 0; bit < FIRST * 8; bit++)
        {
            auto wire = two.wire;
            wire[bit / 8] ^= 1 << (bit % 8);
            IscsiPduAssembler assembler(IscsiPduAssembler::Side::TARGET);
            assembler.SetDigests(true, true);
            Assembled assembled;
            Assemble(assembler, wire, assembled);
            if (bit / 8 >= HEADER)
            {
                const std::vector<Outcome> outcomes{Outcome::DATA_DAMAGE, Outcome::PDU};
                const auto& pdu = two.pdus[0];
                const std::vector<Bytes> pdus{Bytes(pdu.begin(), pdu.begin() + 56), two.pdus[1]};
                NS_TEST_EXPECT_MSG_EQ((assembled.outcomes == outcomes), true, "bit " << bit);
                NS_TEST_EXPECT_MSG_EQ((assembled.pdus == pdus), true, "bit " << bit);
                continue;
            }
            // The opcode, and the lengths of the segments.
            const bool isLength = bit / 8 >= 4 && bit / 8 < 8;
            if (!isLength && bit / 8 > 0)
            {
                const std::vector<Outcome> outcomes{Outcome::HEADER_DAMAGE, Outcome::PDU};
                NS_TEST_EXPECT_MSG_EQ((assembled.outcomes == outcomes), true, "bit " << bit);
                NS_TEST_EXPECT_MSG_EQ((assembled.pdus == std::vector<Bytes>{two.pdus[1]}),
                                      true,
                                      "bit " << bit);
            }
            else
            {
                NS_TEST_EXPECT_MSG_EQ((assembled.pdus == std::vector<Bytes>{}) ||
                                          (assembled.pdus == std::vector<Bytes>{two.pdus[1]}),
                                      true,
                                      "nothing false comes out, bit " << bit);
            }
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Where headers are damaged and the place of the next PDU cannot be told, that is the end.
 */
class IscsiLostPlaceTestCase : public TestCase
{
  public:
    IscsiLostPlaceTestCase()
        : TestCase("RFC 7143, 7.8: a damaged header that leaves no trace of the next PDU")
    {
    }

  private:
    void DoRun() override
    {
        const TwoPdus two(true, true);
        auto impossible = two.wire;
        impossible[5] = 0xff; // DataSegmentLength, above 8192
        Expect(impossible, {Outcome::LOST}, "an impossible length");
        auto both = two.wire;
        both[20] ^= 1;
        both[80 + 20] ^= 1;
        Expect(both, {Outcome::HEADER_DAMAGE, Outcome::LOST}, "two in a row");
        auto apart = two.wire;
        apart[20] ^= 1;
        apart.insert(apart.end(), two.wire.begin(), two.wire.end());
        apart[132 + 20] ^= 1;
        Expect(apart,
               {Outcome::HEADER_DAMAGE, Outcome::PDU, Outcome::HEADER_DAMAGE, Outcome::PDU},
               "a good one between");
    }

    /**
     * @param wire what arrives
     * @param outcomes what comes of it
     * @param what what it is
     */
    void Expect(const Bytes& wire, const std::vector<Outcome>& outcomes, const std::string& what)
    {
        IscsiPduAssembler assembler(IscsiPduAssembler::Side::TARGET);
        assembler.SetDigests(true, true);
        Assembled assembled;
        Assemble(assembler, wire, assembled);
        NS_TEST_EXPECT_MSG_EQ((assembled.outcomes == outcomes), true, what);
        const std::string lost = "header digest error; the start of the next PDU is unknown";
        NS_TEST_EXPECT_MSG_EQ(assembler.GetError(),
                              (outcomes.back() == Outcome::LOST ? lost : ""),
                              what);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Two streams over TCP agree on digests between two PDUs that arrive together; the receiver holds
 * the second until it knows. A damaged PDU is reported, or ends a stream whose owner does not
 * ask.
 */
class IscsiStreamDigestTestCase : public TestCase, public IscsiPduStreamOwner
{
  public:
    /**
     * @param asks whether the owner of the receiving stream asks for damaged PDUs
     */
    explicit IscsiStreamDigestTestCase(bool asks)
        : TestCase(std::string("digests over TCP, damage is ") + (asks ? "told" : "the end")),
          m_asks(asks)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        auto listener = Socket::CreateSocket(bench.nodes.Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&IscsiStreamDigestTestCase::Accept, this));
        auto socket = Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("TcpNoDelay", BooleanValue(true));
        socket->Bind();
        socket->Connect(InetSocketAddress(bench.targetAddress, 3260));
        // The first PDU has no digests, the others have; 48 bytes, then 60 with 56 of PDU.
        const TwoPdus plain(false, false);
        const TwoPdus framed(true, true);
        Bytes wire(plain.wire.end() - 48, plain.wire.end());
        wire.insert(wire.end(), framed.wire.begin(), framed.wire.end());
        wire.insert(wire.end(), framed.wire.begin(), framed.wire.end());
        wire[48 + 132 + 60] ^= 1; // the data of the last but one
        Simulator::Schedule(Seconds(1), [&]() { socket->Send(MakePacket(wire)); });
        Simulator::Schedule(Seconds(2), [&]() {
            NS_TEST_EXPECT_MSG_EQ(m_received.size(), 1, "the rest is held");
            m_stream->SetDigests(true, true);
            m_stream->Resume();
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        const auto nop = plain.pdus[1];
        std::vector<Bytes> expected{nop, plain.pdus[0], nop};
        if (m_asks)
        {
            expected.push_back(nop);
        }
        NS_TEST_EXPECT_MSG_EQ((m_received == expected), true, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(m_damages, (m_asks ? 1 : 0), "damages told");
        NS_TEST_EXPECT_MSG_EQ(m_reason, (m_asks ? "" : "data digest error"), "reason");
        m_stream = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param socket the socket of a new connection
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
        m_stream->SetOwner(this);
    }

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override
    {
        m_received.push_back(IscsiTestBench::GetBytes(pdu));
        if (m_received.size() == 1)
        {
            m_stream->Hold();
        }
    }

    bool PduDamaged(IscsiDamage damage, Ptr<Packet> headers) override
    {
        if (!m_asks)
        {
            return IscsiPduStreamOwner::PduDamaged(damage, headers);
        }
        m_damages++;
        NS_TEST_EXPECT_MSG_EQ((damage == IscsiDamage::DATA), true, "kind of damage");
        NS_TEST_EXPECT_MSG_EQ(headers->GetSize(), 56, "headers of the damaged PDU");
        return true;
    }

    void StreamEnded(const std::string& reason) override
    {
        m_reason = reason;
    }

    bool m_asks;                   //!< whether it deals with damage
    Ptr<IscsiPduStream> m_stream;  //!< the receiving stream
    std::vector<Bytes> m_received; //!< PDUs
    int m_damages{0};              //!< damages told
    std::string m_reason;          //!< why it ended
};

/**
 * @ingroup iscsi-tests
 *
 * Digests cost the host what is asked for each byte under them.
 */
class IscsiDigestCostTestCase : public TestCase
{
  public:
    IscsiDigestCostTestCase()
        : TestCase("cost of digests")
    {
    }

  private:
    void DoRun() override
    {
        auto cost = CreateObjectWithAttributes<IscsiHostCost>("TimePerByte",
                                                              DoubleValue(0.5),
                                                              "TimePerDigestByte",
                                                              DoubleValue(0.25));
        // 0.5 ns * 8192 = 4096 ns; 0.25 ns * (48 + 8192) = 2060 ns
        NS_TEST_EXPECT_MSG_EQ(
            cost->Charge(0, {.pdus = 1, .receivedBytes = 8192, .digestBytes = 48 + 8192}),
            NanoSeconds(4096 + 2060),
            "time");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Digests of headers and data.
 */
class IscsiDigestTestSuite : public TestSuite
{
  public:
    IscsiDigestTestSuite()
        : TestSuite("iscsi-digest", Type::UNIT)
    {
        Bytes rising(32);
        std::iota(rising.begin(), rising.end(), 0);
        const Bytes falling(rising.rbegin(), rising.rend());
        Bytes read{0x01, 0xc0, 0, 0, 0, 0, 0,    0, 0, 0, 0,    0,    0, 0, 0, 0, 0x14, 0, 0, 0, 0,
                   0,    4,    0, 0, 0, 0, 0x14, 0, 0, 0, 0x18, 0x28, 0, 0, 0, 0, 0,    0, 0, 2, 0};
        read.resize(48);
        AddTestCase(new IscsiDigestCheckTestCase, TestCase::Duration::QUICK);
        AddTestCase(
            new IscsiCrc32cVectorTestCase("32 bytes of zeros", Bytes(32), {0xaa, 0x36, 0x91, 0x8a}),
            TestCase::Duration::QUICK);
        AddTestCase(new IscsiCrc32cVectorTestCase("32 bytes of ones",
                                                  Bytes(32, 0xff),
                                                  {0x43, 0xab, 0xa8, 0x62}),
                    TestCase::Duration::QUICK);
        AddTestCase(new IscsiCrc32cVectorTestCase("rising bytes", rising, {0x4e, 0x79, 0xdd, 0x46}),
                    TestCase::Duration::QUICK);
        AddTestCase(
            new IscsiCrc32cVectorTestCase("falling bytes", falling, {0x5c, 0xdb, 0x3f, 0x11}),
            TestCase::Duration::QUICK);
        AddTestCase(new IscsiCrc32cVectorTestCase("a READ (10)", read, {0x56, 0x3a, 0x96, 0xd9}),
                    TestCase::Duration::QUICK);
        AddTestCase(new IscsiCrc32cZerosTestCase, TestCase::Duration::QUICK);
        for (const bool header : {false, true})
        {
            for (const bool data : {false, true})
            {
                AddTestCase(new IscsiSealTestCase(header, data), TestCase::Duration::QUICK);
            }
        }
        AddTestCase(new IscsiSealKindsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiDamagedBitTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLostPlaceTestCase, TestCase::Duration::QUICK);
        for (const bool asks : {true, false})
        {
            AddTestCase(new IscsiStreamDigestTestCase(asks), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiDigestCostTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiDigestTestSuite g_iscsiDigestTestSuite; //!< registers the suite
