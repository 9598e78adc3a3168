/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-test-info.h"

#include "ns3/lacp-header.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * An LACPDU byte for byte, and what is no LACPDU.
 */
class LacpHeaderTestCase : public TestCase
{
  public:
    LacpHeaderTestCase()
        : TestCase("bytes of an LACPDU")
    {
    }

  private:
    void DoRun() override
    {
        LacpHeader pdu;
        pdu.actor = MakeLacpInfo(1, 0x3d);
        pdu.partner = MakeLacpInfo(2, 0xc7);
        pdu.collectorMaxDelay = 0x5678;
        const auto packet = Create<Packet>();
        packet->AddHeader(pdu);
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        // Subtype and version; actor; partner; collector; terminator and reserved bytes.
        std::vector<uint8_t> expected{1, 1,    1, 20,   0x10, 1,    2, 0,    0, 0, 0,
                                      1, 0x20, 1, 0x30, 1,    0x40, 1, 0x3d, 0, 0, 0};
        expected.insert(expected.end(), {2,    20, 0x10, 2, 2,    0, 0,    0, 0, 2,
                                         0x20, 2,  0x30, 2, 0x40, 2, 0xc7, 0, 0, 0});
        expected.insert(expected.end(), {3, 16, 0x56, 0x78});
        expected.resize(110, 0);
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 110, "bytes");
        NS_TEST_EXPECT_MSG_EQ((bytes == expected), true, "the same bytes");
        Read(bytes);
        Reject(bytes);
    }

    /**
     * @param bytes of the LACPDU
     */
    void Read(std::vector<uint8_t> bytes)
    {
        // Versions, types and reserved bytes are not checked.
        bytes[1] = 2;
        bytes[2] = 7;
        bytes[21] = 0xff;
        LacpHeader read;
        NS_TEST_ASSERT_MSG_EQ(Create<Packet>(bytes.data(), 110)->RemoveHeader(read), 110, "read");
        NS_TEST_EXPECT_MSG_EQ(read.actor.IsSamePort(MakeLacpInfo(1, 0x3d)), true, "actor");
        NS_TEST_EXPECT_MSG_EQ(read.actor.state, 0x3d, "its state");
        NS_TEST_EXPECT_MSG_EQ(read.partner.IsSamePort(MakeLacpInfo(2, 0xc7)), true, "partner");
        NS_TEST_EXPECT_MSG_EQ(read.partner.state, 0xc7, "its state");
        NS_TEST_EXPECT_MSG_EQ(read.collectorMaxDelay, 0x5678, "collector");
    }

    /**
     * @param bytes of the LACPDU
     */
    void Reject(const std::vector<uint8_t>& bytes)
    {
        LacpHeader read;
        NS_TEST_EXPECT_MSG_EQ(Create<Packet>(bytes.data(), 109)->RemoveHeader(read), 0, "short");
        // Subtype, and the lengths of actor, partner, collector and terminator.
        for (const auto at : {0, 3, 23, 43, 59})
        {
            auto wrong = bytes;
            ++wrong[at];
            NS_TEST_EXPECT_MSG_EQ(Create<Packet>(wrong.data(), 110)->RemoveHeader(read),
                                  0,
                                  "byte " << at);
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * LACPDUs.
 */
class LacpHeaderTestSuite : public TestSuite
{
  public:
    LacpHeaderTestSuite()
        : TestSuite("ethernet-lacp-header", Type::UNIT)
    {
        AddTestCase(new LacpHeaderTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static LacpHeaderTestSuite g_lacpHeaderTestSuite;
