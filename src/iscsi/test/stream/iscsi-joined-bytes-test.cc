/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-joined-bytes.h"
#include "ns3/iscsi-segment-bytes.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a header.
constexpr uint32_t HEADER = IscsiHeader::BHS_SIZE;

/**
 * @param size how many bytes
 * @return a packet with the bytes 1, 2, 3 and so on
 */
Ptr<Packet>
MakeReal(uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    std::iota(bytes.begin(), bytes.end(), uint8_t{1});
    return Create<Packet>(bytes.data(), size);
}

/**
 * @param size bytes of payload
 * @return a PDU with virtual payload
 */
Ptr<Packet>
MakePdu(uint32_t size)
{
    auto pdu = MakeReal(HEADER);
    pdu->AddAtEnd(Create<Packet>(size));
    return pdu;
}

/**
 * @param packet a packet
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
 * @ingroup iscsi-tests
 *
 * Joined, parts have the bytes that they have one behind the other, and virtual payload at the
 * end takes no memory.
 */
class IscsiJoinedBytesTestCase : public TestCase
{
  public:
    /**
     * @param name what it shows
     * @param parts what is joined
     * @param before bytes before the virtual piece at the end
     * @param length bytes of that
     */
    IscsiJoinedBytesTestCase(const std::string& name,
                             const std::vector<Ptr<Packet>>& parts,
                             uint32_t before,
                             uint32_t length)
        : TestCase(name),
          m_parts(parts),
          m_before(before),
          m_length(length)
    {
    }

  private:
    void DoRun() override
    {
        IscsiJoinedBytes joined;
        std::vector<uint8_t> expected;
        for (const auto& part : m_parts)
        {
            joined.Add(part);
            const auto bytes = GetBytes(part);
            expected.insert(expected.end(), bytes.begin(), bytes.end());
        }
        const auto packet = joined.MakePacket();
        NS_TEST_ASSERT_MSG_EQ(joined.GetSize(), expected.size(), "size");
        NS_TEST_EXPECT_MSG_EQ((GetBytes(packet) == expected), true, "bytes");
        const auto isVirtual =
            IscsiIsVirtual(*packet->CreateFragment(m_before, std::max(m_length, 1U)));
        NS_TEST_EXPECT_MSG_EQ(isVirtual, (m_length > 0), "the end is virtual");
    }

    std::vector<Ptr<Packet>> m_parts; //!< what is joined
    uint32_t m_before;                //!< bytes before the virtual piece at the end
    uint32_t m_length;                //!< bytes of that
};

/**
 * @ingroup iscsi-tests
 *
 * Timelines stay with the bytes of their PDUs.
 */
class IscsiJoinedTimelinesTestCase : public TestCase
{
  public:
    IscsiJoinedTimelinesTestCase()
        : TestCase("Timelines stay with their bytes")
    {
    }

  private:
    void DoRun() override
    {
        const auto tagged = MakePdu(100);
        tagged->AddByteTag(IoTimelineTag(7), 0, HEADER);
        IscsiJoinedBytes joined;
        joined.Add(Create<Packet>(10));
        joined.Add(tagged);
        auto tags = joined.MakePacket()->GetByteTagIterator();
        NS_TEST_ASSERT_MSG_EQ(tags.HasNext(), true, "a tag");
        const auto item = tags.Next();
        IoTimelineTag tag;
        item.GetTag(tag);
        NS_TEST_EXPECT_MSG_EQ(tag.GetHandle(), 7, "handle");
        NS_TEST_EXPECT_MSG_EQ(item.GetStart(), 10, "behind the 10 bytes before");
        NS_TEST_EXPECT_MSG_EQ(item.GetEnd(), 10 + HEADER, "as long as the header");
        NS_TEST_EXPECT_MSG_EQ(tags.HasNext(), false, "no other");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Joined bytes.
 */
class IscsiJoinedBytesTestSuite : public TestSuite
{
  public:
    IscsiJoinedBytesTestSuite()
        : TestSuite("iscsi-joined-bytes", Type::UNIT)
    {
        const std::vector<std::tuple<std::string, std::vector<Ptr<Packet>>, uint32_t, uint32_t>>
            cases = {
                {"A PDU keeps its payload virtual", {MakePdu(900)}, HEADER, 900},
                {"The head of a PDU behind the tail of another",
                 {Create<Packet>(30), MakePdu(900)},
                 30 + HEADER,
                 900},
                {"What follows a virtual piece makes that real",
                 {Create<Packet>(900), MakePdu(30), MakePdu(20)},
                 900 + HEADER + 30 + HEADER,
                 20},
                {"Tails that follow each other are one piece",
                 {MakeReal(10), Create<Packet>(20), Create<Packet>(30)},
                 10,
                 50},
                {"Real payload stays", {MakeReal(200), MakeReal(100)}, 0, 0},
        };
        for (const auto& [name, parts, before, length] : cases)
        {
            AddTestCase(new IscsiJoinedBytesTestCase(name, parts, before, length), Duration::QUICK);
        }
        AddTestCase(new IscsiJoinedTimelinesTestCase, Duration::QUICK);
    }
};

static IscsiJoinedBytesTestSuite g_iscsiJoinedBytesTestSuite; //!< registers the suite

} // namespace
