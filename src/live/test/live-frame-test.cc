/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-test-wire.h"

#include "ns3/live-checksum.h"
#include "ns3/live-frame-check.h"
#include "ns3/live-frame-layout.h"
#include "ns3/live-frame.h"
#include "ns3/live-tcp-options.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

/// Destination and source of frames.
const std::string ADDRESSES = "02 00 00 00 00 01  02 00 00 00 00 02 ";

/// A frame of IPv4 from 192.0.2.1 to 192.0.2.2, with TTL 64; checksums are 0.
std::string
Ipv4(const std::string& length, const std::string& protocol)
{
    return ADDRESSES + "08 00  45 00 " + length + " 00 01 40 00  40 " + protocol +
           " 00 00  c0 00 02 01  c0 00 02 02 ";
}

/// A TCP header from port 4000 to 3260, with the first byte of the offset; the checksum is 0.
std::string
Tcp(const std::string& offset, const std::string& flags)
{
    return "0f a0 0c bc  00 00 00 01  00 00 00 00 " + offset + " " + flags +
           " ff ff  00 00  00 00 ";
}

/**
 * @param bytes of a frame
 * @return the frame
 */
LiveFrame
MakeFrame(const LiveTestBytes& bytes)
{
    LiveFrame frame;
    std::copy(bytes.begin(), bytes.end(), frame.bytes.begin());
    frame.size = bytes.size();
    return frame;
}

/**
 * @param frame a frame
 * @return its bytes
 */
LiveTestBytes
GetBytes(const LiveFrame& frame)
{
    return {frame.bytes.begin(), frame.bytes.begin() + frame.size};
}

} // namespace

/**
 * @ingroup live-tests
 *
 * Sums and checksums: the example of RFC 1071, an IPv4 header whose checksum is b861, and segments
 * worked out by hand.
 */
class LiveChecksumTestCase : public TestCase
{
  public:
    LiveChecksumTestCase()
        : TestCase("checksums")
    {
    }

  private:
    void DoRun() override
    {
        const auto example = FromHex("00 01 f2 03 f4 f5 f6 f7");
        NS_TEST_EXPECT_MSG_EQ(LiveChecksum::Sum(example.data(), 8), 0xddf2, "RFC 1071, 3");
        NS_TEST_EXPECT_MSG_EQ(LiveChecksum::Sum(example.data(), 7), 0xddf2 - 0xf7, "odd length");
        NS_TEST_EXPECT_MSG_EQ(LiveChecksum::Sum(example.data() + 1, 2), 0x01f2, "anywhere");
        NS_TEST_EXPECT_MSG_EQ(LiveChecksum::Sum(example.data(), 2, 0xffff), 0x0001, "carried");
        const LiveTestBytes ones(65'535, 0xff);
        NS_TEST_EXPECT_MSG_EQ(LiveChecksum::Sum(ones.data(), 65'534), 0xffff, "longest packet");
        // A header that many texts work out.
        Check(ADDRESSES + "08 00  45 00 00 73 00 00 40 00 40 11 00 00 c0 a8 00 01 c0 a8 00 c7",
              LiveFrameLayout::IP + 10,
              0xb861,
              0x73);
        // c000 + 0201 + c000 + 0202 + 6 + 14 and 0fa0 + 0cbc + 1 + 5002 + ffff: 2f07b, and f07d
        // with its carries.
        Check(Ipv4("00 28", "06") + Tcp("50", "02"), 14 + 20 + 16, 0xffff - 0xf07d, 40);
        // 0800 + 1 + 2 without a pseudo header.
        Check(Ipv4("00 1c", "01") + "08 00 00 00 00 01 00 02", 14 + 20 + 2, 0xffff - 0x0803, 28);
        // c000 + 0201 + c000 + 0202 + 11 + 8 and 8, carried: 8425; with port 7bda ffff. The
        // checksum of 0 is written as ffff.
        Check(Ipv4("00 1c", "11") + "7b da 00 00 00 08 00 00", 14 + 20 + 6, 0xffff, 28);
        TestIpv6();
    }

    /// TCP over IPv6.
    void TestIpv6()
    {
        // 2001 + db8 + 1 + 2001 + db8 + 2 + 6 + 14 and the segment's 16c5e: 1c7ed, carried c7ee.
        const auto address = std::string("20 01 0d b8 00 00 00 00 00 00 00 00 00 00 00 0");
        Check(ADDRESSES + "86 dd  60 00 00 00 00 14 06 40 " + address + "1 " + address + "2 " +
                  Tcp("50", "02"),
              14 + 40 + 16,
              0xffff - 0xc7ee,
              60);
    }

    /**
     * Fill in checksums, look at one, and damage each byte behind the Ethernet header.
     *
     * @param hex the frame
     * @param place of the checksum
     * @param expected the checksum
     * @param size of the IP packet; zeros fill it up
     */
    void Check(const std::string& hex, uint32_t place, uint16_t expected, uint32_t size)
    {
        auto frame = FromHex(hex);
        frame.resize(LiveFrameLayout::IP + size);
        const auto layout = LiveFrameLayout::Parse(frame.data(), frame.size());
        NS_TEST_ASSERT_MSG_EQ(layout.has_value(), true, "lengths fit");
        LiveChecksum::Fill(frame.data(), *layout);
        NS_TEST_EXPECT_MSG_EQ(ReadLiveU16(frame.data() + place), expected, "checksum");
        NS_TEST_EXPECT_MSG_EQ(IsGood(frame, *layout), true, "right");
        for (auto i = layout->transport; i < frame.size(); ++i)
        {
            auto damaged = frame;
            damaged[i] ^= 0x10;
            NS_TEST_EXPECT_MSG_EQ(IsGood(damaged, *layout), false, "byte " << i << " damaged");
        }
    }

    /**
     * @param frame a frame
     * @param layout where its headers are
     * @return whether its checksums are right
     */
    static bool IsGood(const LiveTestBytes& frame, const LiveFrameLayout& layout)
    {
        return LiveChecksum::IsIpGood(frame.data(), layout) &&
               LiveChecksum::IsTransportGood(frame.data(), layout);
    }
};

/**
 * @ingroup live-tests
 *
 * SYN segments that leave say the largest segment; the values are those of RFC 6691: the MTU less
 * 40 bytes with IPv4, less 60 with IPv6.
 */
class LiveMssTestCase : public TestCase
{
  public:
    LiveMssTestCase()
        : TestCase("MSS option of SYN segments")
    {
    }

  private:
    void DoRun() override
    {
        const auto options = std::string("03 03 07 00 ");
        Check(Ipv4("00 28", "06") + Tcp("50", "02"),
              Ipv4("00 2c", "06") + Tcp("60", "02") + "02 04 05 b4",
              "inserted");
        Check(Ipv4("00 2c", "06") + Tcp("60", "12") + options,
              Ipv4("00 30", "06") + Tcp("70", "12") + "02 04 05 b4 " + options,
              "inserted before another option");
        Check(Ipv4("00 2c", "06") + Tcp("60", "02") + "02 04 23 28",
              Ipv4("00 2c", "06") + Tcp("60", "02") + "02 04 05 b4",
              "lowered");
        Check(Ipv4("00 30", "06") + Tcp("70", "02") + "01 01 01 02  04 02 18 00",
              Ipv4("00 30", "06") + Tcp("70", "02") + "01 01 01 02  04 02 18 00",
              "kept, behind padding");
        Check(Ipv4("00 28", "06") + Tcp("50", "10"),
              Ipv4("00 28", "06") + Tcp("50", "10"),
              "no SYN");
        std::string full;
        for (int i = 0; i < 10; ++i)
        {
            full += "fe 04 00 00 ";
        }
        Check(Ipv4("00 50", "06") + Tcp("f0", "02") + full,
              Ipv4("00 50", "06") + Tcp("f0", "02") + full,
              "no room");
        const auto ipv6 = ADDRESSES + "86 dd  60 00 00 00 ";
        std::string zeros;
        for (int i = 0; i < 32; ++i)
        {
            zeros += "00 ";
        }
        Check(ipv6 + "00 14 " + "06 40 " + zeros + Tcp("50", "02"),
              ipv6 + "00 18 " + "06 40 " + zeros + Tcp("60", "02") + "02 04 05 a0",
              "over IPv6");
        Limit("02", "01 03 03 0f", "01 03 03 0e", "shift of 15");
        Limit("12", "03 03 ff 00", "03 03 0e 00", "shift of 255");
        Limit("02", "03 03 0e 00", "03 03 0e 00", "shift of 14");
        Limit("10", "03 03 ff 00", "03 03 ff 00", "no SYN, no shift");
    }

    /**
     * @param flags of a segment
     * @param before its options
     * @param after the same with a shift of windows that ns-3 takes
     * @param what is tested
     */
    void Limit(const std::string& flags,
               const std::string& before,
               const std::string& after,
               const std::string& what)
    {
        const auto head = Ipv4("00 2c", "06") + Tcp("60", flags);
        auto frame = MakeFrame(FromHex(head + before));
        const auto layout = LiveFrameLayout::Parse(frame.bytes.data(), frame.size);
        NS_TEST_ASSERT_MSG_EQ(layout.has_value(), true, what << ": lengths fit");
        LiveTcpOptions::LimitWindowScale(frame.bytes.data(), *layout);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(frame) == FromHex(head + after)), true, what);
    }

    /**
     * @param before a frame
     * @param after the same with the option for an MTU of 1500
     * @param what is tested
     */
    void Check(const std::string& before, const std::string& after, const std::string& what)
    {
        auto frame = MakeFrame(FromHex(before));
        auto layout = LiveFrameLayout::Parse(frame.bytes.data(), frame.size);
        NS_TEST_ASSERT_MSG_EQ(layout.has_value(), true, what << ": lengths fit");
        LiveTcpOptions::SetMss(frame, *layout, 1500);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(frame) == FromHex(after)), true, what);
        NS_TEST_EXPECT_MSG_EQ(layout->end, frame.size, what << ": end");
        NS_TEST_EXPECT_MSG_EQ(LiveTcpOptions::AreWellFormed(frame.bytes.data(), *layout),
                              true,
                              what << ": well-formed");
    }
};

/**
 * @ingroup live-tests
 *
 * Which frames ns-3 can read.
 */
class LiveFrameCheckTestCase : public TestCase
{
  public:
    LiveFrameCheckTestCase()
        : TestCase("frames that ns-3 cannot read")
    {
    }

  private:
    void DoRun() override
    {
        TestIp();
        TestTcp();
        TestOthers();
    }

    /// Lengths of Ethernet and IP.
    void TestIp()
    {
        Expect(false, "02 00 00 00 00 01 02 00 00 00 00 02 08", "no whole header");
        Expect(true, ADDRESSES + "88 b5", "of a type that nobody knows, without payload");
        Expect(false, ADDRESSES + "08 00 45 00 00 14", "part of IP's header");
        const auto data = std::string("00 00 00 00");
        Expect(true, Ipv4("00 18", "fd") + data, "a protocol that nobody knows");
        Expect(true, Ipv4("00 18", "fd") + data + " 00 00 00", "padding behind");
        Expect(false, Ipv4("00 19", "fd") + data, "longer than the frame");
        Expect(false, Ipv4("00 13", "fd") + data, "shorter than its header");
        auto bytes = FromHex(Ipv4("00 18", "fd") + data);
        bytes[14] = 0x44;
        NS_TEST_EXPECT_MSG_EQ(IsWellFormed(bytes), false, "a header of 16 bytes");
        bytes[14] = 0x47;
        NS_TEST_EXPECT_MSG_EQ(IsWellFormed(bytes), false, "a header longer than the packet");
        bytes[14] = 0x65;
        NS_TEST_EXPECT_MSG_EQ(IsWellFormed(bytes), false, "version 6 in a frame of IPv4");
    }

    /// Offset and options of TCP.
    void TestTcp()
    {
        Expect(true, Ipv4("00 28", "06") + Tcp("50", "10"), "no options");
        Expect(false, Ipv4("00 27", "06") + Tcp("50", "10"), "no whole header");
        Expect(false, Ipv4("00 28", "06") + Tcp("40", "10"), "offset within the header");
        Expect(false, Ipv4("00 28", "06") + Tcp("60", "10"), "offset behind the segment");
        const auto expect = [this](bool isGood, const std::string& options) {
            Expect(isGood, Ipv4("00 34", "06") + Tcp("80", "10") + options, options);
        };
        expect(true, "01 01 08 0a 00 00 00 01 00 00 00 02");
        expect(true, "05 0a 00 00 00 01 00 00 00 02 00 07");
        expect(true, "02 04 05 b4 03 03 07 04 02 00 ff ff");
        expect(true, "fe 0c 01 02 03 04 05 06 07 08 09 0a");
        expect(false, "02 03 05 01 01 01 01 01 01 01 01 01");
        expect(false, "03 04 07 00 01 01 01 01 01 01 01 01");
        expect(false, "04 03 07 00 01 01 01 01 01 01 01 01");
        expect(false, "05 02 01 01 01 01 01 01 01 01 01 01");
        expect(false, "05 0b 00 00 00 01 00 00 00 02 00 00");
        expect(false, "05 12 00 00 00 01 00 00 00 02 00 00");
        expect(false, "01 01 01 01 08 0a 00 00 00 01 00 00");
        expect(false, "fe 00 01 01 01 01 01 01 01 01 01 01");
        expect(false, "fe 01 01 01 01 01 01 01 01 01 01 01");
        expect(false, "01 01 01 01 01 01 01 01 01 01 01 08");
    }

    /// ARP, ICMP, UDP.
    void TestOthers()
    {
        const auto addresses = std::string("02 00 00 00 00 02 c0 00 02 01  00 00 00 00 00 00 c0 "
                                           "00 02 02");
        Expect(true, ADDRESSES + "08 06  00 01 08 00 06 04 00 01 " + addresses, "ARP");
        Expect(false, ADDRESSES + "08 06  00 01 08 00 ff 04 00 01 " + addresses, "long addresses");
        Expect(false, ADDRESSES + "08 06  00 01 08 00 06 04 00 01 00", "part of ARP");
        Expect(true, Ipv4("00 1c", "01") + "08 00 00 00 00 01 00 02", "echo");
        Expect(false, Ipv4("00 1b", "01") + "08 00 00 00 00 01 00 02", "part of an echo");
        Expect(false, Ipv4("00 1c", "01") + "03 01 00 00 00 00 00 00", "an error about nothing");
        const auto header = std::string("00 00 14 00 00 00 00 40 06 00 00 c0 00 02 02 c0 00 02 01 "
                                        "00 00 00 00 00 00 00 00");
        Expect(true, Ipv4("00 38", "01") + "03 01 00 00 00 00 00 00 45 " + header, "an error");
        Expect(false, Ipv4("00 38", "01") + "03 01 00 00 00 00 00 00 4f " + header, "long header");
        Expect(true, Ipv4("00 1c", "11") + "00 07 00 07 00 08 00 00", "UDP");
        Expect(false, Ipv4("00 1c", "11") + "00 07 00 07 00 09 00 00", "UDP, too long");
        Expect(false, Ipv4("00 1c", "11") + "00 07 00 07 00 07 00 00", "UDP, too short");
    }

    /**
     * @param isGood whether ns-3 can read it
     * @param hex the frame
     * @param what is tested
     */
    void Expect(bool isGood, const std::string& hex, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(IsWellFormed(FromHex(hex)), isGood, what);
    }

    /**
     * @param frame a frame
     * @return whether ns-3 can read it
     */
    static bool IsWellFormed(const LiveTestBytes& frame)
    {
        const auto layout = LiveFrameLayout::Parse(frame.data(), frame.size());
        return layout && LiveFrameCheck::IsWellFormed(frame.data(), frame.size(), *layout);
    }
};

/**
 * @ingroup live-tests
 *
 * @brief Tests of what is done to the bytes of frames.
 */
class LiveFrameTestSuite : public TestSuite
{
  public:
    LiveFrameTestSuite()
        : TestSuite("live-frame", Type::UNIT)
    {
        AddTestCase(new LiveChecksumTestCase, Duration::QUICK);
        AddTestCase(new LiveMssTestCase, Duration::QUICK);
        AddTestCase(new LiveFrameCheckTestCase, Duration::QUICK);
    }
};

static LiveFrameTestSuite g_liveFrameTestSuite; //!< Static variable for test initialization
