/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-talk.h"

#include "ns3/nstime.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What is written, TCP sends so much later.
const Time LATER = NanoSeconds(1);

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * MinshallNagle: at most one segment below full size is unacknowledged.
 */
class TcpMinshallNagleTestCase : public TestCase
{
  public:
    /**
     * @param hasOffload whether adapters segment
     */
    explicit TcpMinshallNagleTestCase(bool hasOffload)
        : TestCase(std::string("MinshallNagle") + (hasOffload ? " with offload" : "")),
          m_hasOffload(hasOffload)
    {
    }

  private:
    /// Bytes of segments.
    using Bytes = std::vector<uint32_t>;

    void DoRun() override
    {
        Messages();
        Full();
        Behind();
        Closing();
        Lost();
        LostWithNagle();
        Property();
        if (m_hasOffload)
        {
            Wrap();
        }
    }

    /**
     * @return rules without either algorithm
     */
    TcpTalkRules Off() const
    {
        return {.hasOffload = m_hasOffload};
    }

    /**
     * @return rules with Minshall's algorithm
     */
    TcpTalkRules On() const
    {
        return {.hasMinshallNagle = true, .hasOffload = m_hasOffload};
    }

    /**
     * @return rules with Nagle's algorithm
     */
    TcpTalkRules Nagle() const
    {
        return {.hasNagle = true, .hasOffload = m_hasOffload};
    }

    /**
     * Ten messages of 100 bytes, one each 100 us. The first is acknowledged after 2 ms; by then the
     * others wait, and go as one.
     */
    void Messages()
    {
        TcpTalkWrites writes;
        for (int i = 0; i < 10; ++i)
        {
            writes.emplace_back(i * MicroSeconds(100), 100);
        }
        const TcpTalk off(Off(), writes);
        NS_TEST_EXPECT_MSG_EQ((off.GetBytes() == Bytes(10, 100)), true, "each at once");
        NS_TEST_EXPECT_MSG_EQ(off.sent.back().time,
                              MicroSeconds(900) + LATER,
                              "when it is written");
        const TcpTalk on(On(), writes);
        NS_TEST_ASSERT_MSG_EQ((on.GetBytes() == Bytes{100, 900}), true, "one, then the rest");
        NS_TEST_EXPECT_MSG_EQ(on.sent[0].time, LATER, "at once");
        NS_TEST_EXPECT_MSG_EQ(on.sent[1].time, GetRoundTrip(on, 0), "with its acknowledgement");
        NS_TEST_EXPECT_MSG_EQ_TOL(on.sent[1].time,
                                  MilliSeconds(2),
                                  MicroSeconds(5),
                                  "after a round trip");
        NS_TEST_EXPECT_MSG_EQ(on.received, TCP_TALK_MSS + 1000, "all arrives");
    }

    /// Full segments do not wait for a short one, only what is left of them does.
    void Full()
    {
        const TcpTalk on(On(), {{Seconds(0), 100}, {MicroSeconds(100), 2 * TCP_TALK_MSS + 104}});
        const auto pieces = m_hasOffload ? Bytes{100, 2 * TCP_TALK_MSS, 104}
                                         : Bytes{100, TCP_TALK_MSS, TCP_TALK_MSS, 104};
        NS_TEST_ASSERT_MSG_EQ((on.GetBytes() == pieces), true, "full segments, then the rest");
        NS_TEST_EXPECT_MSG_EQ(on.sent[1].time, MicroSeconds(100) + LATER, "at once");
        NS_TEST_EXPECT_MSG_EQ(on.sent.end()[-2].time, MicroSeconds(100) + LATER, "the second, too");
        NS_TEST_EXPECT_MSG_EQ(on.sent.back().time, GetRoundTrip(on, 0), "the rest waits");
        NS_TEST_EXPECT_MSG_EQ(on.received, 3 * TCP_TALK_MSS + 204, "all arrives");
    }

    /// A short segment does not wait for full ones. Nagle's algorithm lets it wait.
    void Behind()
    {
        const TcpTalkWrites writes{{Seconds(0), TCP_TALK_MSS}, {MicroSeconds(100), 100}};
        const TcpTalk on(On(), writes);
        NS_TEST_ASSERT_MSG_EQ((on.GetBytes() == Bytes{TCP_TALK_MSS, 100}),
                              true,
                              "as it was written");
        NS_TEST_EXPECT_MSG_EQ(on.sent[1].time, MicroSeconds(100) + LATER, "at once");
        const TcpTalk nagle(Nagle(), writes);
        NS_TEST_ASSERT_MSG_EQ((nagle.GetBytes() == Bytes{TCP_TALK_MSS, 100}),
                              true,
                              "as it was written");
        NS_TEST_EXPECT_MSG_EQ(nagle.sent[1].time, GetRoundTrip(nagle, 0), "after a round trip");
    }

    /// The last short segment waits, too, and the end of data comes with it.
    void Closing()
    {
        auto rules = On();
        rules.isClosing = true;
        const TcpTalk on(rules, {{Seconds(0), 100}, {MicroSeconds(100), 50}});
        NS_TEST_ASSERT_MSG_EQ((on.GetBytes() == Bytes{100, 50}), true, "as it was written");
        NS_TEST_EXPECT_MSG_EQ(on.sent[1].time, GetRoundTrip(on, 0), "after a round trip");
        NS_TEST_EXPECT_MSG_EQ(on.received, TCP_TALK_MSS + 150, "all arrives");
        NS_TEST_EXPECT_MSG_EQ(on.isClosed, true, "and the end");
    }

    /// A short segment that is lost is sent again, although it is short.
    void Lost()
    {
        auto rules = On();
        rules.lost = {0};
        const TcpTalk on(rules, {{Seconds(0), 100}, {MicroSeconds(100), 50}});
        NS_TEST_ASSERT_MSG_EQ((on.GetBytes() == Bytes{100, 100, 50}), true, "and what waited");
        NS_TEST_EXPECT_MSG_EQ(on.sent[1].time, LATER + TCP_TALK_MIN_RTO, "after the timeout");
        NS_TEST_EXPECT_MSG_EQ(on.received, TCP_TALK_MSS + 150, "all arrives");
    }

    /// So it is with Nagle's algorithm, behind a full one that is lost as well, and by Linux's
    /// rules.
    void LostWithNagle()
    {
        auto rules = Nagle();
        rules.lost = {0};
        const TcpTalk one(rules, {{Seconds(0), 100}, {MicroSeconds(100), 50}});
        NS_TEST_ASSERT_MSG_EQ((one.GetBytes() == Bytes{100, 100, 50}), true, "and what waited");
        NS_TEST_EXPECT_MSG_EQ(one.sent[1].time, LATER + TCP_TALK_MIN_RTO, "after the timeout");
        NS_TEST_EXPECT_MSG_EQ(one.received, TCP_TALK_MSS + 150, "all arrives");
        rules.lost = {0, 1};
        for (const auto* of : {"Ns3", "Linux"})
        {
            rules.rules = of;
            const TcpTalk two(rules, {{Seconds(0), TCP_TALK_MSS}, {MilliSeconds(10), 100}});
            NS_TEST_EXPECT_MSG_EQ(two.received, 2 * TCP_TALK_MSS + 100, of << ": all arrives");
        }
    }

    /**
     * Pieces of many sizes, faster than acknowledgements come: no short segment leaves before the
     * one before it is acknowledged, and there are some.
     */
    void Property()
    {
        TcpTalkWrites writes;
        for (uint32_t i = 0; i < 400; ++i)
        {
            writes.emplace_back(MicroSeconds(190) * i, 1 + i * 617 % 4001);
        }
        const TcpTalk off(Off(), writes);
        NS_TEST_EXPECT_MSG_GT(CountEarly(off), 100, "without it");
        const TcpTalk on(On(), writes);
        NS_TEST_EXPECT_MSG_EQ(CountEarly(on), 0, "with it");
        NS_TEST_EXPECT_MSG_EQ(on.received, off.received, "all arrives");
        NS_TEST_EXPECT_MSG_GT(CountShort(on), 20, "there are short segments");
        NS_TEST_EXPECT_MSG_LT(CountShort(on), CountShort(off), "but fewer");
    }

    /**
     * Half of all sequence numbers later, an old short segment is not taken for one on its way.
     * Only trains of segments are fast enough for this test.
     */
    void Wrap()
    {
        constexpr uint32_t PIECE = 40 * TCP_TALK_MSS;
        TcpTalkWrites writes{{Seconds(0), 100}};
        for (uint32_t i = 1; i <= (1U << 31) / PIECE + 1; ++i)
        {
            writes.emplace_back(i * MicroSeconds(600), PIECE);
        }
        const auto end = writes.back().first + MilliSeconds(100);
        writes.emplace_back(end, 100);
        const TcpTalk on(On(), writes);
        NS_TEST_EXPECT_MSG_EQ(on.sent.back().bytes, 100, "the last");
        NS_TEST_EXPECT_MSG_EQ(on.sent.back().time, end + LATER, "at once");
        NS_TEST_EXPECT_MSG_GT(on.received, 1U << 31, "all arrives");
    }

    /**
     * @param talk what was said
     * @param i number of a segment
     * @return when the writer heard that it had arrived
     */
    static Time GetRoundTrip(const TcpTalk& talk, std::size_t i)
    {
        for (const auto& ack : talk.acked)
        {
            if (ack.ack >= talk.sent[i].end)
            {
                return ack.time;
            }
        }
        return Time::Max();
    }

    /**
     * @param talk what was said
     * @return segments that end with a part below full size
     */
    static uint32_t CountShort(const TcpTalk& talk)
    {
        uint32_t count = 0;
        for (const auto& one : talk.sent)
        {
            count += one.bytes % TCP_TALK_MSS > 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * @param talk what was said
     * @return short segments that left before the one before them was acknowledged
     */
    static uint32_t CountEarly(const TcpTalk& talk)
    {
        uint32_t count = 0;
        Time free;
        for (std::size_t i = 0; i < talk.sent.size(); ++i)
        {
            if (talk.sent[i].bytes % TCP_TALK_MSS > 0)
            {
                count += talk.sent[i].time < free ? 1 : 0;
                free = GetRoundTrip(talk, i);
            }
        }
        return count;
    }

    const bool m_hasOffload; //!< whether adapters segment
};

/**
 * @ingroup host-tcp-tests
 *
 * DelAckFullSized: short segments do not count for DelAckCount.
 */
class TcpDelAckFullSizedTestCase : public TestCase
{
  public:
    /**
     * @param hasOffload whether adapters segment
     */
    explicit TcpDelAckFullSizedTestCase(bool hasOffload)
        : TestCase(std::string("DelAckFullSized") + (hasOffload ? " with offload" : "")),
          m_hasOffload(hasOffload)
    {
    }

  private:
    /// What is written, and which of the segments are acknowledged at once.
    struct Case
    {
        std::string name;               //!< of the case
        std::vector<uint32_t> pieces;   //!< bytes of each, 1 ms apart
        std::vector<std::size_t> acked; //!< numbers of segments at whose arrival an ACK leaves
        bool isLate;                    //!< whether the last one leaves after the timeout
        uint32_t delAckCount{2};        //!< segments for an acknowledgement
        bool isOn{true};                //!< whether short segments do not count
    };

    void DoRun() override
    {
        const uint32_t full = TCP_TALK_MSS;
        Check({"off, two short", {100, 100}, {1}, false, 2, false});
        Check({"two short", {100, 100}, {}, true});
        Check({"one full", {full}, {}, true});
        Check({"two full", {full, full}, {1}, false});
        Check({"four full", {full, full, full, full}, {1, 3}, false});
        // 1448 and 100 are more than 1448.
        Check({"short after full", {full, 100}, {1}, false});
        Check({"full after short", {100, full, 100}, {1}, true});
        // Exactly one segment, and one byte more.
        Check({"as much as a segment", {1348, 100}, {}, true});
        Check({"a byte more", {1349, 100}, {1}, false});
        // 14 times 100 are 1400, 15 times 1500.
        Check({"fifteen short", std::vector<uint32_t>(15, 100), {14}, false});
        // Three: more than 2896 bytes.
        Check({"two full of three", {full, full}, {}, true, 3});
        Check({"three full of three", {full, full, full, 100}, {2}, true, 3});
        Check({"two full and one byte", {full, full, 1}, {2}, false, 3});
        Check({"every one", {100, full, 100}, {0, 1, 2}, false, 1});
        Trains();
    }

    /**
     * @param one what is written and what should happen
     */
    void Check(const Case& one)
    {
        TcpTalkWrites writes;
        for (std::size_t i = 0; i < one.pieces.size(); ++i)
        {
            writes.emplace_back(MilliSeconds(i), one.pieces[i]);
        }
        const TcpTalk talk({.hasDelAckFullSized = one.isOn,
                            .delAckCount = one.delAckCount,
                            .hasOffload = m_hasOffload},
                           writes);
        NS_TEST_ASSERT_MSG_EQ(talk.acks.size(),
                              one.acked.size() + (one.isLate ? 1 : 0),
                              one.name << ": acknowledgements");
        for (std::size_t i = 0; i < one.acked.size(); ++i)
        {
            const auto sent = talk.sent[one.acked[i]];
            NS_TEST_EXPECT_MSG_EQ(talk.acks[i].ack, sent.end, one.name << ": of which");
            ExpectAt(one.name, talk.acks[i].time, sent.time);
        }
        if (one.isLate)
        {
            const auto first = one.acked.empty() ? 0 : one.acked.back() + 1;
            NS_TEST_EXPECT_MSG_EQ(talk.acks.back().ack,
                                  talk.sent.back().end,
                                  one.name << ": all, at last");
            ExpectAt(one.name, talk.acks.back().time, talk.sent[first].time + TCP_TALK_TIMEOUT);
        }
    }

    /**
     * @param name of the case
     * @param time when an acknowledgement leaves
     * @param sent when that left which it waits for; it takes 1 ms and 12 us at most
     */
    void ExpectAt(const std::string& name, Time time, Time sent)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(time,
                                  sent + MicroSeconds(1006),
                                  MicroSeconds(7),
                                  name << ": when it leaves");
    }

    /// Segments that are written at once; with offload, they arrive as one.
    void Trains()
    {
        // An acknowledgement for two full ones, and one for 1448 and 100 bytes.
        Train(2, 3 * TCP_TALK_MSS + 100, 0);
        // Two for full ones. 100 bytes wait.
        Train(2, 4 * TCP_TALK_MSS + 100, 100);
        // One for three. Two full ones are 2896 bytes, and not more.
        Train(3, 5 * TCP_TALK_MSS, 2 * TCP_TALK_MSS);
        Train(3, 5 * TCP_TALK_MSS + 1, 0);
    }

    /**
     * @param delAckCount segments for an acknowledgement
     * @param bytes what is written
     * @param late bytes at its end that are acknowledged after the timeout
     */
    void Train(uint32_t delAckCount, uint32_t bytes, uint32_t late)
    {
        const TcpTalk talk(
            {.hasDelAckFullSized = true, .delAckCount = delAckCount, .hasOffload = m_hasOffload},
            {{Seconds(0), bytes}});
        const auto name = std::to_string(bytes) + " bytes of " + std::to_string(delAckCount);
        const auto end = talk.sent.back().end;
        auto acks = talk.acks;
        if (late > 0)
        {
            NS_TEST_ASSERT_MSG_EQ((acks.size() > 1), true, name << ": acknowledgements");
            NS_TEST_EXPECT_MSG_EQ(acks.back().ack, end, name << ": all, at last");
            NS_TEST_EXPECT_MSG_EQ_TOL(acks.back().time,
                                      MilliSeconds(1) + TCP_TALK_TIMEOUT,
                                      MicroSeconds(100),
                                      name << ": after the timeout");
            acks.pop_back();
        }
        NS_TEST_ASSERT_MSG_EQ(acks.empty(), false, name << ": acknowledgements");
        NS_TEST_EXPECT_MSG_EQ(acks.back().ack, end - late, name << ": soon");
        NS_TEST_EXPECT_MSG_LT(acks.back().time, MilliSeconds(2), name << ": soon");
    }

    const bool m_hasOffload; //!< whether adapters segment
};

/**
 * @ingroup host-tcp-tests
 *
 * What TcpLeanSocket and TcpOffloadSocket do with segments that are not full.
 */
class TcpShortSegmentsTestSuite : public TestSuite
{
  public:
    TcpShortSegmentsTestSuite()
        : TestSuite("ethernet-tcp-short-segments", Type::UNIT)
    {
        for (const auto hasOffload : {false, true})
        {
            AddTestCase(new TcpMinshallNagleTestCase(hasOffload), Duration::QUICK);
            AddTestCase(new TcpDelAckFullSizedTestCase(hasOffload), Duration::QUICK);
        }
    }
};

/// Registers the suite.
static TcpShortSegmentsTestSuite g_tcpShortSegmentsTestSuite;
