/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-hash.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/protocol-numbers.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t IPV4 = EtherType::IPV4; //!< 0x0800
constexpr uint16_t IPV6 = EtherType::IPV6; //!< 0x86dd
constexpr uint16_t ARP = 0x0806;           //!< no IP
constexpr uint8_t TCP = 6;                 //!< number of the protocol
constexpr uint8_t UDP = 17;                //!< number of the protocol
constexpr uint8_t ICMP = 1;                //!< number of a protocol without ports

/**
 * @param payload of the frame
 * @param type of the payload
 * @return a frame from an address that ends in 1a to one that ends in 2f
 */
EthernetFrame
MakeHashFrame(Ptr<Packet> payload, uint16_t type)
{
    return {payload,
            Mac48Address("02:00:00:00:00:2f"),
            Mac48Address("02:00:00:00:00:1a"),
            type,
            EthernetTrain::Single(payload->GetSize())};
}

/**
 * @param protocol TCP, UDP or another
 * @return a packet from port 49153 to port 3260, without an IP header
 */
Ptr<Packet>
MakeSegment(uint8_t protocol)
{
    const auto packet = Create<Packet>(100);
    if (protocol == UDP)
    {
        UdpHeader udp;
        udp.SetSourcePort(49153);
        udp.SetDestinationPort(3260);
        packet->AddHeader(udp);
        return packet;
    }
    TcpHeader tcp;
    tcp.SetSourcePort(49153);
    tcp.SetDestinationPort(3260);
    packet->AddHeader(tcp);
    return packet;
}

/**
 * @param protocol that follows the IP header
 * @param offset of the fragment, bytes
 * @param isLast whether it is the last fragment
 * @return a frame from 10.1.2.3 to 192.168.7.9
 */
EthernetFrame
MakeIpv4Frame(uint8_t protocol, uint16_t offset = 0, bool isLast = true)
{
    const auto packet = MakeSegment(protocol);
    Ipv4Header ip;
    ip.SetSource("10.1.2.3");
    ip.SetDestination("192.168.7.9");
    ip.SetProtocol(protocol);
    ip.SetFragmentOffset(offset);
    isLast ? ip.SetLastFragment() : ip.SetMoreFragments();
    ip.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ip);
    return MakeHashFrame(packet, IPV4);
}

/**
 * @return a frame with TCP from 2001:db8::1 to 2001:db8::2:2a
 */
EthernetFrame
MakeIpv6Frame()
{
    const auto packet = MakeSegment(TCP);
    Ipv6Header ip;
    ip.SetSource("2001:db8::1");
    ip.SetDestination("2001:db8::2:2a");
    ip.SetNextHeader(TCP);
    ip.SetPayloadLength(packet->GetSize());
    packet->AddHeader(ip);
    return MakeHashFrame(packet, IPV6);
}

/// A frame and its hashes.
struct HashVector
{
    std::string name;    //!< what it is
    EthernetFrame frame; //!< the frame
    uint32_t layer2;     //!< its hash by layer2
    uint32_t layer23;    //!< by layer2+3
    uint32_t layer34;    //!< by layer3+4
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Hashes of frames against values worked out by hand from the formulas of Linux's documentation.
 */
class BondHashTestCase : public TestCase
{
  public:
    BondHashTestCase()
        : TestCase("hash of a frame")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& vector : MakeVectors())
        {
            Check(vector);
        }
        CheckPorts();
    }

    /**
     * MAC addresses: 1a ^ 2f = 35. IP addresses: 0a010203 ^ c0a80709 = caa9050a.
     *
     * layer2+3 with IPv4: caa9050a ^ 0835 = caa90d3f, ^ caa9 = caa9c796, ^ caa9c7 = ca636e51.
     * layer3+4: ports c0010cbc ^ caa9050a = 0aa809b6, ^ 0aa8 = 0aa8031e, ^ 0aa803 = 0aa2ab1d, and
     * half of that. Without ports: caa9050a ^ caa9 = caa9cfa3, ^ caa9cf = ca63666c, and half.
     *
     * IPv6: 20010db8 twice cancel out, 1 ^ 0002002a = 0002002b. layer2+3: ^ 86dd ^ 35 = 000286c3,
     * ^ 2 = 000286c1, ^ 0286 = 00028447. layer3+4: ^ c0010cbc = c0030c97, ^ c003 = c003cc94,
     * ^ c003cc = c0c3cf58, and half.
     *
     * @return the frames
     */
    static std::vector<HashVector> MakeVectors()
    {
        return {
            {"TCP", MakeIpv4Frame(TCP), 0x0835, 0xca636e51, 0x0551558e},
            {"UDP", MakeIpv4Frame(UDP), 0x0835, 0xca636e51, 0x0551558e},
            {"first fragment", MakeIpv4Frame(UDP, 0, false), 0x0835, 0xca636e51, 0x6531b336},
            {"last fragment", MakeIpv4Frame(UDP, 1480), 0x0835, 0xca636e51, 0x6531b336},
            {"ICMP", MakeIpv4Frame(ICMP), 0x0835, 0xca636e51, 0x6531b336},
            {"IPv6", MakeIpv6Frame(), 0x86e8, 0x00028447, 0x6061e7ac},
            {"ARP", MakeHashFrame(Create<Packet>(28), ARP), 0x0833, 0x0833, 0x0833},
            {"short", MakeHashFrame(Create<Packet>(19), IPV4), 0x0835, 0x0835, 0x0835},
        };
    }

    /**
     * @param vector a frame and its hashes
     */
    void Check(const HashVector& vector)
    {
        NS_TEST_EXPECT_MSG_EQ(GetBondHash(BondHashPolicy::LAYER2, vector.frame),
                              vector.layer2,
                              vector.name << ", layer2");
        NS_TEST_EXPECT_MSG_EQ(GetBondHash(BondHashPolicy::LAYER2_3, vector.frame),
                              vector.layer23,
                              vector.name << ", layer2+3");
        NS_TEST_EXPECT_MSG_EQ(GetBondHash(BondHashPolicy::LAYER3_4, vector.frame),
                              vector.layer34,
                              vector.name << ", layer3+4");
    }

    /// Of eight ports one after the other, half have each hash modulo 2: the lowest bit is left
    /// out.
    void CheckPorts()
    {
        std::vector<uint32_t> links;
        for (uint16_t port = 49153; port < 49161; ++port)
        {
            const auto packet = Create<Packet>(0);
            TcpHeader tcp;
            tcp.SetSourcePort(port);
            tcp.SetDestinationPort(0);
            packet->AddHeader(tcp);
            Ipv4Header ip;
            ip.SetProtocol(TCP);
            ip.SetSource("0.0.0.0");
            ip.SetDestination("0.0.0.0");
            packet->AddHeader(ip);
            links.push_back(GetBondHash(BondHashPolicy::LAYER3_4, MakeHashFrame(packet, IPV4)) % 2);
        }
        // c001 to c008: c0 has no bit 1, 1 to 8 have 0 1 1 0 0 1 1 0 there.
        const std::vector<uint32_t> expected{0, 1, 1, 0, 0, 1, 1, 0};
        NS_TEST_EXPECT_MSG_EQ((links == expected), true, "links of eight ports");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Hash policies of bonds.
 */
class BondHashTestSuite : public TestSuite
{
  public:
    BondHashTestSuite()
        : TestSuite("ethernet-bond-hash", Type::UNIT)
    {
        AddTestCase(new BondHashTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static BondHashTestSuite g_bondHashTestSuite;
