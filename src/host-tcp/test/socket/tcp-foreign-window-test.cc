/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-foreign-peer.h"

#include "ns3/tcp-option-sack-permitted.h"

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * A peer closes its window over data that is under way, and takes the data all the same or has
 * dropped it.
 */
class TcpShrunkWindowTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param isTaken whether the peer took the data
     */
    TcpShrunkWindowTestCase(TcpHostSocketFactory::Kind kind, bool isTaken)
        : TcpForeignPeerTestCase(isTaken ? "closed window, data taken" : "closed window, dropped",
                                 kind),
          m_isTaken(isTaken)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(5 * SEGMENT); });
        At(3, [this] {
            m_sent.clear();
            m_sizes.clear();
            m_window = 0;
            Acknowledge(SEGMENT);
        });
        // The first probe comes after 6 s.
        At(7'000, [this] {
            NS_TEST_ASSERT_MSG_EQ(m_sent.size(), 1, "a probe");
            const auto& probe = m_sent.front();
            NS_TEST_EXPECT_MSG_EQ(+probe.GetFlags(), +TcpHeader::ACK, "with an acknowledgement");
            NS_TEST_EXPECT_MSG_EQ(probe.GetSequenceNumber(),
                                  SequenceNumber32(DATA_START + SEGMENT - 1),
                                  "a byte that the peer has");
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 1, "and no other");
            m_window = 65'535;
            m_sizes.clear();
            Acknowledge(m_isTaken ? 5 * SEGMENT : SEGMENT);
        });
        // Retransmission times out after 1 s; one segment is sent then.
        At(8'500, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), (m_isTaken ? 0 : SEGMENT), "sent again");
            Acknowledge(5 * SEGMENT);
            Send(SEGMENT);
        });
        At(8'600, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), SEGMENT, "goes on"); });
        Run(Seconds(9));
    }

    bool m_isTaken; //!< whether the peer took the data
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer without a window, for which there is nothing to send, is left alone; data that comes later
 * waits, and each wait for a window begins again.
 */
class TcpIdleWindowTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpIdleWindowTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("closed window, nothing to send", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        m_window = 0;
        Connect({});
        At(2, [this] { m_sent.clear(); });
        // Probes would be sent 6 s, 18 s and 42 s after the acknowledgement without a window.
        At(19'000, [this] {
            NS_TEST_EXPECT_MSG_EQ(m_sent.size(), 0, "left alone");
            Send(2 * SEGMENT);
        });
        At(43'000, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 1, "a probe");
            m_window = 65'535;
            Acknowledge(0);
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 1 + 2 * SEGMENT, "the data");
            m_window = 0;
            Acknowledge(2 * SEGMENT);
            Send(SEGMENT);
        });
        At(48'900, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), 0, "waits"); });
        At(49'100, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), 1, "6 s again"); });
        Run(Seconds(50));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer drops data that it has acknowledged selectively, as it may (RFC 2018, 8), and gets it once
 * more.
 */
class TcpRenegingPeerTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param segments of the host
     */
    TcpRenegingPeerTestCase(TcpHostSocketFactory::Kind kind, uint32_t segments)
        : TcpForeignPeerTestCase("dropped after SACK, of " + std::to_string(segments), kind),
          m_segments(segments)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(m_segments * SEGMENT); });
        At(3, [this] {
            // The second is missing.
            Acknowledge(SEGMENT, {MakeSack(2 * SEGMENT, m_segments * SEGMENT)});
            m_sizes.clear();
            m_sent.clear();
            // It has come, but the others are not there any more.
            Acknowledge(2 * SEGMENT);
            NS_TEST_ASSERT_MSG_EQ(m_sent.empty(), false, "sent again");
            NS_TEST_EXPECT_MSG_EQ(m_sent.front().GetSequenceNumber(),
                                  SequenceNumber32(DATA_START + 2 * SEGMENT),
                                  "from where it is missing");
            NS_TEST_EXPECT_MSG_EQ(GetSent(), (m_segments - 2) * SEGMENT, "all of it");
            Acknowledge(m_segments * SEGMENT);
            m_sizes.clear();
            Send(SEGMENT);
        });
        At(4, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), SEGMENT, "goes on"); });
        Run();
    }

    uint32_t m_segments; //!< of the host
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of what peers that are not ns-3's do with their windows and what they hold.
 */
class TcpForeignWindowTestSuite : public TestSuite
{
  public:
    TcpForeignWindowTestSuite()
        : TestSuite("tcp-foreign-window", Type::UNIT)
    {
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            AddTestCase(new TcpShrunkWindowTestCase(kind, true), Duration::QUICK);
            AddTestCase(new TcpShrunkWindowTestCase(kind, false), Duration::QUICK);
            AddTestCase(new TcpIdleWindowTestCase(kind), Duration::QUICK);
            AddTestCase(new TcpRenegingPeerTestCase(kind, 3), Duration::QUICK);
            AddTestCase(new TcpRenegingPeerTestCase(kind, 6), Duration::QUICK);
        }
    }
};

static TcpForeignWindowTestSuite
    g_tcpForeignWindowTestSuite; //!< Static variable for test initialization
