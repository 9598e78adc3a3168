/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-foreign-peer.h"

#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/tcp-option-sack-permitted.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// Kinds of options that a SYN offers.
constexpr uint8_t OFFERS[] = {TcpOption::WINSCALE, TcpOption::SACKPERMITTED, TcpOption::TS};

/**
 * @param offers one bit for each kind of option
 * @return the options
 */
TcpOptions
MakeOffers(uint32_t offers)
{
    TcpOptions options;
    if (offers & 1)
    {
        options.push_back(TcpForeignPeerTestCase::MakeScale(7));
    }
    if (offers & 2)
    {
        options.push_back(CreateObject<TcpOptionSackPermitted>());
    }
    if (offers & 4)
    {
        options.push_back(TcpForeignPeerTestCase::MakeTimestamp(1000 + offers));
    }
    return options;
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Peers of all kinds one after the other: the answer to a SYN offers what that SYN offered, whoever
 * came before.
 */
class TcpSynOffersTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpSynOffersTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("offers of a SYN", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        // Each of eight kinds after each: 0 0 1 0 2 0 ... 1 1 2 1 3 ...
        uint32_t time = 1;
        for (uint32_t first = 0; first < 8; ++first)
        {
            for (uint32_t second = first; second < 8; ++second)
            {
                At(time++, [this, first] { Ask(first); });
                At(time++, [this, second] { Ask(second); });
            }
        }
        At(time, [this] { NS_TEST_EXPECT_MSG_EQ(m_answers, 72, "all asked"); });
        Run();
    }

    /**
     * Let a peer ask for a connection. The answer is sent in an event of its own.
     *
     * @param offers of its SYN
     */
    void Ask(uint32_t offers)
    {
        ++m_peerPort;
        m_sent.clear();
        Arrive(TcpHeader::SYN, PEER_START, 0, MakeOffers(offers));
        Simulator::ScheduleNow(&TcpSynOffersTestCase::Check, this, offers);
    }

    /**
     * Look at the answer.
     *
     * @param offers of the SYN
     */
    void Check(uint32_t offers)
    {
        NS_TEST_ASSERT_MSG_EQ(m_sent.size(), 1, "one answer");
        const auto& answer = m_sent.front();
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(answer.HasOption(OFFERS[i]),
                                  bool(offers >> i & 1),
                                  "option " << +OFFERS[i] << ", offers " << offers);
        }
        if (offers & 4)
        {
            const auto echo =
                DynamicCast<const TcpOptionTS>(answer.GetOption(TcpOption::TS))->GetEcho();
            NS_TEST_EXPECT_MSG_EQ(echo, 1000 + offers, "the peer's own timestamp comes back");
        }
        ++m_answers;
    }

    uint32_t m_answers{0}; //!< answers seen
};

/**
 * @ingroup host-tcp-tests
 *
 * What a host sends depends on the window, the scale and the segment size of this peer, not on
 * those of the one before.
 */
class TcpSynWindowTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param before options of the peer before
     * @param options of this peer's SYN
     * @param window that its later segments say
     * @param expected bytes that the host may send at once
     */
    TcpSynWindowTestCase(TcpHostSocketFactory::Kind kind,
                         const TcpOptions& before,
                         const TcpOptions& options,
                         uint16_t window,
                         uint32_t expected)
        : TcpForeignPeerTestCase("window of a peer after another, " + std::to_string(expected),
                                 kind),
          m_before(before),
          m_options(options),
          m_lastWindow(window),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect(m_before);
        At(2, [this] {
            ++m_peerPort;
            m_window = m_lastWindow;
            Connect(m_options);
        });
        At(4, [this] { Send(64 * SEGMENT); });
        At(5, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), m_expected, "sent at once"); });
        Run();
    }

    TcpOptions m_before;   //!< of the peer before
    TcpOptions m_options;  //!< of this peer
    uint16_t m_lastWindow; //!< of this peer
    uint32_t m_expected;   //!< bytes at once
};

/**
 * @ingroup host-tcp-tests
 *
 * Congestion notification is agreed with each peer alone (RFC 3168, 6.1.1).
 */
class TcpSynEcnTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpSynEcnTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("congestion notification of a SYN", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        m_listener->SetAttribute("UseEcn", StringValue("On"));
        constexpr uint8_t ecn = TcpHeader::ECE | TcpHeader::CWR;
        uint32_t time = 1;
        for (const uint8_t asked : {ecn, uint8_t{0}, ecn})
        {
            At(time++, [this, asked] {
                ++m_peerPort;
                Arrive(TcpHeader::SYN | asked, PEER_START, 0);
            });
            At(time++, [this, asked] {
                const bool isAgreed = m_sent.back().GetFlags() & TcpHeader::ECE;
                NS_TEST_EXPECT_MSG_EQ(isAgreed, bool(asked), "as asked");
            });
        }
        Run();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Peers whose SYN has no window, or comes twice with another one, cost others nothing.
 */
class TcpSynWithoutWindowTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpSynWithoutWindowTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("SYN without a window", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        for (const uint16_t window : {100, 0, 100})
        {
            m_window = window;
            Arrive(TcpHeader::SYN, PEER_START, 0);
        }
        At(1, [this] {
            m_window = 0;
            Arrive(TcpHeader::SYN, PEER_START, 0);
            m_window = 100;
            Arrive(TcpHeader::SYN, PEER_START, 0);
        });
        // ns-3 waits for a window for six seconds.
        At(10'000, [this] {
            m_window = 8000;
            ++m_peerPort;
            Connect({});
        });
        At(10'002, [this] { Send(64 * SEGMENT); });
        At(10'003, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), 5 * SEGMENT, "sent at once"); });
        Run(Seconds(11));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A SYN that comes while a connection is open is acknowledged, and changes nothing of it (RFC 9293,
 * 3.10.7.4).
 */
class TcpSecondSynTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param flags beside that of a SYN
     */
    TcpSecondSynTestCase(TcpHostSocketFactory::Kind kind, uint8_t flags)
        : TcpForeignPeerTestCase("SYN of an open connection, flags " + std::to_string(flags), kind),
          m_flags(flags)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        m_window = 1000;
        Connect({MakeScale(3)});
        At(2, [this] {
            m_sent.clear();
            m_window = 100;
            Arrive(TcpHeader::SYN | m_flags, PEER_START, DATA_START);
            NS_TEST_ASSERT_MSG_EQ(m_sent.size(), 1, "acknowledged");
            NS_TEST_EXPECT_MSG_EQ(+m_sent.front().GetFlags(), +TcpHeader::ACK, "no more");
            Send(64 * SEGMENT);
        });
        // 1000 times 8 bytes are five segments and some.
        At(3, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), 5 * SEGMENT, "sent at once"); });
        Run();
    }

    uint8_t m_flags; //!< beside that of a SYN
};

/**
 * @ingroup host-tcp-tests
 *
 * A host that opens a connection and finds a peer without window scaling does not scale its own
 * window (RFC 7323, 2.2).
 */
class TcpUnscaledAnswerTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param options of the peer's answer
     * @param expected window that the host says
     */
    TcpUnscaledAnswerTestCase(TcpHostSocketFactory::Kind kind,
                              const TcpOptions& options,
                              uint32_t expected)
        : TcpForeignPeerTestCase("own window of " + std::to_string(expected), kind),
          m_options(options),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        m_connection = MakeSocket();
        // 2^17 bytes are scaled by 4, to get below 2^16.
        m_connection->SetAttribute("RcvBufSize", UintegerValue(1 << 17));
        m_connection->Bind();
        m_connection->Connect(InetSocketAddress("10.0.0.9", PEER_PORT));
        At(1, [this] {
            Arrive(TcpHeader::SYN | TcpHeader::ACK,
                   PEER_START,
                   DATA_START,
                   m_options,
                   m_ports.back());
            NS_TEST_EXPECT_MSG_EQ(m_sent.back().GetWindowSize(), m_expected, "own window");
        });
        Run();
    }

    TcpOptions m_options; //!< of the answer
    uint32_t m_expected;  //!< own window
};

/**
 * @ingroup host-tcp-tests
 *
 * A connection that is refused fails at once, whether the reset has options or not; a reset that
 * does not answer the SYN counts for nothing (RFC 9293, 3.10.7.3).
 */
class TcpRefusedTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param flags of the reset
     * @param ack what it acknowledges
     * @param isRefused whether the connection fails
     */
    TcpRefusedTestCase(TcpHostSocketFactory::Kind kind, uint8_t flags, uint32_t ack, bool isRefused)
        : TcpForeignPeerTestCase("refused, " + std::to_string(flags) + ", " + std::to_string(ack),
                                 kind),
          m_flags(flags),
          m_ack(ack),
          m_isRefused(isRefused)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        const auto socket = MakeSocket();
        bool isRefused = false;
        const auto fail = [&](Ptr<Socket> failed) {
            isRefused = true;
            NS_TEST_EXPECT_MSG_EQ(failed->GetErrno(), Socket::ERROR_NOTCONN, "reason");
            failed->Close();
        };
        socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                   Callback<void, Ptr<Socket>>(fail));
        socket->Bind();
        socket->Connect(InetSocketAddress("10.0.0.9", PEER_PORT));
        At(1, [&] {
            const auto sent = m_sent.size();
            Arrive(m_flags, 0, m_ack, {}, m_ports.back());
            NS_TEST_EXPECT_MSG_EQ(isRefused, m_isRefused, "at once");
            NS_TEST_EXPECT_MSG_EQ(m_sent.size(), sent, "no answer");
        });
        Run();
    }

    uint8_t m_flags;  //!< of the reset
    uint32_t m_ack;   //!< what it acknowledges
    bool m_isRefused; //!< whether the connection fails
};

/**
 * @ingroup host-tcp-tests
 *
 * A reset ends an open connection though it has no timestamp, and is not answered.
 */
class TcpResetTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param flags of the reset
     */
    TcpResetTestCase(TcpHostSocketFactory::Kind kind, uint8_t flags)
        : TcpForeignPeerTestCase("reset, " + std::to_string(flags), kind),
          m_flags(flags)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Arrive(TcpHeader::SYN, PEER_START, 0, {MakeTimestamp(1)});
        bool isClosed = false;
        At(1, [this] { Arrive(TcpHeader::ACK, PEER_START + 1, DATA_START, {MakeTimestamp(2)}); });
        At(2, [&] {
            const auto close = [&](Ptr<Socket>) { isClosed = true; };
            m_connection->SetCloseCallbacks(Callback<void, Ptr<Socket>>(close),
                                            Callback<void, Ptr<Socket>>(close));
            const auto sent = m_sent.size();
            Arrive(m_flags, PEER_START + 1, DATA_START);
            NS_TEST_EXPECT_MSG_EQ(isClosed, true, "closed");
            NS_TEST_EXPECT_MSG_EQ(m_sent.size(), sent, "no answer");
        });
        Run();
    }

    uint8_t m_flags; //!< of the reset
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of what peers that are not ns-3's say when they open and refuse connections.
 */
class TcpForeignSynTestSuite : public TestSuite
{
  public:
    TcpForeignSynTestSuite()
        : TestSuite("tcp-foreign-syn", Type::UNIT)
    {
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            AddOptionTests(kind);
            AddResetTests(kind);
        }
    }

  private:
    /**
     * @param kind of the host's sockets
     */
    void AddOptionTests(TcpHostSocketFactory::Kind kind)
    {
        const auto scale = TcpForeignPeerTestCase::MakeScale;
        const auto mss = TcpForeignPeerTestCase::MakeMss;
        const auto add = [this](TestCase* test) { AddTestCase(test, Duration::QUICK); };
        add(new TcpSynOffersTestCase(kind));
        // The first window is ten segments of 1448 bytes, or of 536.
        add(new TcpSynWindowTestCase(kind, {scale(7)}, {}, 8000, 5 * 1448));
        add(new TcpSynWindowTestCase(kind, {}, {scale(3)}, 1000, 5 * 1448));
        add(new TcpSynWindowTestCase(kind, {scale(14)}, {scale(3)}, 1000, 5 * 1448));
        add(new TcpSynWindowTestCase(kind, {mss(536)}, {}, 65'535, 10 * 1448));
        add(new TcpSynWindowTestCase(kind, {}, {mss(536)}, 65'535, 10 * 536));
        add(new TcpSynEcnTestCase(kind));
        add(new TcpSynWithoutWindowTestCase(kind));
        add(new TcpSecondSynTestCase(kind, 0));
        add(new TcpSecondSynTestCase(kind, TcpHeader::ACK));
        add(new TcpUnscaledAnswerTestCase(kind, {}, 65'535));
        add(new TcpUnscaledAnswerTestCase(kind, {scale(7)}, 32'768));
    }

    /**
     * @param kind of the host's sockets
     */
    void AddResetTests(TcpHostSocketFactory::Kind kind)
    {
        const auto add = [this](TestCase* test) { AddTestCase(test, Duration::QUICK); };
        constexpr uint8_t both = TcpHeader::RST | TcpHeader::ACK;
        // The SYN has number 0.
        add(new TcpRefusedTestCase(kind, both, 1, true));
        add(new TcpRefusedTestCase(kind, both, 0, false));
        add(new TcpRefusedTestCase(kind, both, 2, false));
        add(new TcpRefusedTestCase(kind, TcpHeader::RST, 1, false));
        add(new TcpResetTestCase(kind, TcpHeader::RST));
        add(new TcpResetTestCase(kind, both));
    }
};

static TcpForeignSynTestSuite g_tcpForeignSynTestSuite; //!< Static variable for test initialization
