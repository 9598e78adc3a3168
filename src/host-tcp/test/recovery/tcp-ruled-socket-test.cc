/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../socket/tcp-foreign-peer.h"

#include "ns3/string.h"
#include "ns3/tcp-option-sack-permitted.h"

#include <algorithm>
#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * A host with rules against a peer whose segments are written here.
 */
class TcpRuledPeerTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param name of the test case
     * @param kind of the host's sockets
     * @param rules of the host
     */
    TcpRuledPeerTestCase(const std::string& name,
                         TcpHostSocketFactory::Kind kind,
                         const std::string& rules)
        : TcpForeignPeerTestCase(name + ", " + rules, kind),
          m_rules(rules)
    {
    }

  protected:
    /// Make the host with its rules.
    void SetUpRules()
    {
        SetUp();
        m_listener->Close();
        const auto factory = m_host->GetObject<TcpHostSocketFactory>();
        factory->Set("Rules", StringValue(m_rules));
        m_listener = MakeSocket();
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), HOST_PORT));
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { m_connection = socket; }));
        m_listener->Listen();
        Connect({CreateObject<TcpOptionSackPermitted>()});
    }

    /**
     * @return segments sent since Send was called
     */
    uint32_t CountSent() const
    {
        return m_sizes.size();
    }

  private:
    std::string m_rules; //!< of the host
};

/**
 * @ingroup host-tcp-tests
 *
 * The host receives 20 segments without a gap, then one behind a gap and what fills it, then four.
 */
class TcpQuickAckTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param first acknowledgements of 20 segments
     * @param later of the four
     */
    TcpQuickAckTestCase(TcpHostSocketFactory::Kind kind,
                        const std::string& rules,
                        uint32_t first,
                        uint32_t later)
        : TcpRuledPeerTestCase("quick acknowledgements", kind, rules),
          m_first(first),
          m_later(later)
    {
    }

  private:
    /**
     * Let a segment of the peer arrive.
     *
     * @param index of the segment
     */
    void ArriveData(uint32_t index)
    {
        Arrive(TcpHeader::ACK,
               PEER_START + 1 + index * SEGMENT,
               DATA_START,
               {},
               HOST_PORT,
               SEGMENT);
    }

    void DoRun() override
    {
        SetUpRules();
        std::size_t before = 0;
        At(2, [&] { before = m_sent.size(); });
        for (uint32_t i = 0; i < 20; ++i)
        {
            At(3 + i, [this, i] { ArriveData(i); });
        }
        At(30, [&] {
            NS_TEST_EXPECT_MSG_EQ(m_sent.size() - before, m_first, "of the first");
            ArriveData(21);
            ArriveData(20);
            before = m_sent.size();
        });
        for (uint32_t i = 0; i < 4; ++i)
        {
            At(31 + i, [this, i] { ArriveData(22 + i); });
        }
        At(36, [&] { NS_TEST_EXPECT_MSG_EQ(m_sent.size() - before, m_later, "after a gap"); });
        Run();
    }

    uint32_t m_first; //!< acknowledgements of 20 segments
    uint32_t m_later; //!< of four after a gap
};

/**
 * @ingroup host-tcp-tests
 *
 * What the host sends with an acknowledgement of two segments in slow start, and what it sends
 * again when the peer tells of a gap.
 */
class TcpRuledSenderTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param first segments of the first window
     * @param second sent after the acknowledgement
     * @param resent whether the fourth behind a gap is enough to send the first one again
     */
    TcpRuledSenderTestCase(TcpHostSocketFactory::Kind kind,
                           const std::string& rules,
                           uint32_t first,
                           uint32_t second,
                           bool resent)
        : TcpRuledPeerTestCase("windows and losses", kind, rules),
          m_first(first),
          m_second(second),
          m_resent(resent)
    {
    }

  private:
    /**
     * @return the first byte that was sent last, counted from the first of data
     */
    uint32_t GetLast() const
    {
        return m_sent.back().GetSequenceNumber().GetValue() - DATA_START;
    }

    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(60 * SEGMENT); });
        At(3, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), m_first * SEGMENT, "first window");
            m_sizes.clear();
            Acknowledge(2 * SEGMENT);
        });
        At(4, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), m_second * SEGMENT, "second");
            Acknowledge(2 * SEGMENT, {MakeSack(5 * SEGMENT, 6 * SEGMENT)});
        });
        At(5, [this] {
            const auto isFirst = GetLast() == 2 * SEGMENT;
            NS_TEST_EXPECT_MSG_EQ(isFirst, m_resent, "the first again");
            Acknowledge((m_first + m_second + 1) * SEGMENT);
            Acknowledge((m_first + m_second) * SEGMENT);
        });
        At(50, [this] { NS_TEST_EXPECT_MSG_GT(m_connection->GetTxAvailable(), 0, "goes on"); });
        Run();
    }

    uint32_t m_first;  //!< segments of the first window
    uint32_t m_second; //!< sent after an acknowledgement of two
    bool m_resent;     //!< whether the fourth behind a gap is enough
};

/**
 * @ingroup host-tcp-tests
 *
 * The timeout: 200 ms above the round-trip time of 1 ms, then twice that.
 */
class TcpRuledTimeoutTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     */
    TcpRuledTimeoutTestCase(TcpHostSocketFactory::Kind kind, const std::string& rules)
        : TcpRuledPeerTestCase("timeout", kind, rules)
    {
    }

  private:
    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(3 * SEGMENT); });
        At(202, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 3, "not yet"); });
        At(204, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 4, "201 ms"); });
        At(604, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 4, "not yet"); });
        At(606, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 5, "402 ms"); });
        At(700, [this] { Acknowledge(3 * SEGMENT); });
        At(701, [this] {
            NS_TEST_EXPECT_MSG_EQ(CountSent(), 5, "all have arrived");
            Send(SEGMENT);
        });
        At(702, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 1, "goes on"); });
        Run(Seconds(1));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The suite.
 */
class TcpRuledSocketTestSuite : public TestSuite
{
  public:
    TcpRuledSocketTestSuite()
        : TestSuite("tcp-ruled-socket", Type::UNIT)
    {
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            const auto add = [this](TestCase* test) { AddTestCase(test, Duration::QUICK); };
            // 16 at once, and two for the last four; after the gap all.
            add(new TcpQuickAckTestCase(kind, "Linux24", 18, 4));
            add(new TcpQuickAckTestCase(kind, "Ns3+QuickAcks", 18, 4));
            add(new TcpQuickAckTestCase(kind, "Linux24-QuickAcks", 10, 2));
            // Windows of 3, and 3 + 1: one is in flight, three follow. By segments it is 3 + 2.
            add(new TcpRuledSenderTestCase(kind, "Linux24", 3, 3, true));
            add(new TcpRuledSenderTestCase(kind, "Linux24-AckCounting", 3, 4, true));
            add(new TcpRuledSenderTestCase(kind, "Linux24-Fack", 3, 3, false));
            add(new TcpRuledTimeoutTestCase(kind, "Linux24"));
        }
    }
};

static TcpRuledSocketTestSuite g_tcpRuledSocketTestSuite;
