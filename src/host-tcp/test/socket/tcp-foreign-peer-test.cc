/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-foreign-peer.h"

#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-westwood-plus.h"

#include <algorithm>
#include <memory>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * The host sends segments that the peer takes: not longer than its MSS option says, less TCP's
 * options, and not as short as a hostile one says.
 */
class TcpPeerMssTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param options of the peer's SYN
     * @param expected longest segment
     * @param isActive whether the host opens the connection
     */
    TcpPeerMssTestCase(TcpHostSocketFactory::Kind kind,
                       const TcpOptions& options,
                       uint32_t expected,
                       bool isActive)
        : TcpForeignPeerTestCase("segments of " + std::to_string(expected), kind),
          m_options(options),
          m_expected(expected),
          m_isActive(isActive)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        if (m_isActive)
        {
            m_connection = MakeSocket();
            m_connection->Bind();
            m_connection->Connect(InetSocketAddress("10.0.0.9", PEER_PORT));
            At(1, [this] {
                Arrive(TcpHeader::SYN | TcpHeader::ACK,
                       PEER_START,
                       DATA_START,
                       m_options,
                       m_ports.back());
            });
        }
        else
        {
            Connect(m_options);
        }
        At(2, [this] { Send(3 * m_expected + 10); });
        At(3, [this] {
            NS_TEST_ASSERT_MSG_EQ(m_sizes.empty(), false, "sent");
            NS_TEST_EXPECT_MSG_EQ(m_sizes.front(), m_expected, "full segment");
            NS_TEST_EXPECT_MSG_EQ(*std::max_element(m_sizes.begin(), m_sizes.end()),
                                  m_expected,
                                  "none is longer");
        });
        Run();
    }

    TcpOptions m_options; //!< of the peer's SYN
    uint32_t m_expected;  //!< longest segment
    bool m_isActive;      //!< whether the host opens the connection
};

/**
 * @ingroup host-tcp-tests
 *
 * Selective acknowledgements of data that was acknowledged before, as Linux sends them when data
 * arrives twice (RFC 2883), do no harm, whether something is under way or not.
 */
class TcpPeerDuplicateSackTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpPeerDuplicateSackTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("duplicate SACK", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(4 * SEGMENT); });
        At(3, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 4 * SEGMENT, "sent at once");
            // The acknowledgement of the first segment was lost, and it arrived twice.
            Acknowledge(2 * SEGMENT, {MakeSack(0, SEGMENT)});
            Acknowledge(4 * SEGMENT);
            // Nothing is under way.
            Acknowledge(4 * SEGMENT, {MakeSack(2 * SEGMENT, 3 * SEGMENT)});
            Acknowledge(4 * SEGMENT, {MakeSack(4 * SEGMENT, 5 * SEGMENT)});
            Acknowledge(4 * SEGMENT, {CreateObject<TcpOptionSack>()});
            // Overtaken by the one before.
            Acknowledge(2 * SEGMENT, {MakeSack(3 * SEGMENT, 4 * SEGMENT)});
            Send(2 * SEGMENT);
        });
        At(4, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 2 * SEGMENT, "goes on");
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(),
                                  GetBuffer() - 2 * SEGMENT,
                                  "the rest is acknowledged");
        });
        Run();
    }

    /**
     * @return the send buffer, bytes
     */
    uint32_t GetBuffer() const
    {
        UintegerValue size;
        m_connection->GetAttribute("SndBufSize", size);
        return size.Get();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A gap that a peer reports is filled: blocks ahead of what is acknowledged are not taken away.
 */
class TcpPeerSackTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpPeerSackTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("SACK beside a duplicate one", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(6 * SEGMENT); });
        At(3, [this] {
            m_sizes.clear();
            // The second segment is missing; the first arrived twice.
            for (uint32_t end = 3; end <= 6; ++end)
            {
                const auto option = CreateObject<TcpOptionSack>();
                option->AddSackBlock(
                    {SequenceNumber32(DATA_START), SequenceNumber32(DATA_START + SEGMENT)});
                option->AddSackBlock({SequenceNumber32(DATA_START + 2 * SEGMENT),
                                      SequenceNumber32(DATA_START + end * SEGMENT)});
                Acknowledge(SEGMENT, {option});
            }
            NS_TEST_EXPECT_MSG_EQ(GetSent(), SEGMENT, "the missing segment once more, no other");
        });
        Run();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer that has sent all it had acknowledges what the host has not sent: that is ignored.
 */
class TcpPeerEarlyAckTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpPeerEarlyAckTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("acknowledgement of what was not sent", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({});
        At(2, [this] {
            Arrive(TcpHeader::FIN | TcpHeader::ACK, PEER_START + 1, DATA_START);
            Send(40 * SEGMENT);
        });
        At(3, [this] {
            // The first window is ten segments.
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 10 * SEGMENT, "first window");
            const auto room = m_connection->GetTxAvailable();
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 35 * SEGMENT);
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 500 * SEGMENT);
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(), room, "nothing is acknowledged");
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 10 * SEGMENT);
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(), room + 10 * SEGMENT, "now it is");
        });
        Run();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer resets the connection at the moment when the host sends, and no application refers to the
 * socket any more. What ns-3 has scheduled for this moment finds the socket all the same: the
 * application's function is called for what was sent, and then the socket is gone.
 */
class TcpPeerResetTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpPeerResetTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("reset while data is sent", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({});
        At(2, [this] { Send(20 * SEGMENT); });
        std::weak_ptr<uint32_t> socketLife;
        uint32_t told = 0;
        At(3, [&] {
            // The socket has the only reference to it.
            const auto life = std::make_shared<uint32_t>();
            socketLife = life;
            m_connection->SetDataSentCallback(Callback<void, Ptr<Socket>, uint32_t>(
                [life, &told](Ptr<Socket>, uint32_t bytes) { told += bytes; }));
            m_connection = nullptr;
            m_sizes.clear();
            Acknowledge(2 * SEGMENT);
            Arrive(TcpHeader::RST, PEER_START + 1, 0);
        });
        At(3, [&] {
            NS_TEST_EXPECT_MSG_EQ(socketLife.expired(), false, "kept for the events that follow");
        });
        At(10, [&] {
            NS_TEST_EXPECT_MSG_GT(told, 0, "told");
            NS_TEST_EXPECT_MSG_EQ(told, GetSent(), "of what was sent");
            NS_TEST_EXPECT_MSG_EQ(socketLife.expired(), true, "gone");
        });
        Run();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A congestion control that knows how many of its kind there are.
 */
class TcpCountedWestwood : public TcpWestwoodPlus
{
  public:
    TcpCountedWestwood()
    {
        ++living;
    }

    /// One more. @param other what is copied
    TcpCountedWestwood(const TcpCountedWestwood& other)
        : TcpWestwoodPlus(other)
    {
        ++living;
    }

    ~TcpCountedWestwood() override
    {
        --living;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<TcpCountedWestwood>(this);
    }

    static inline int living{0}; //!< how many there are
};

/**
 * @ingroup host-tcp-tests
 *
 * A connection with Westwood+ is reset. The estimate that is due a round trip after the last
 * acknowledgement finds the congestion control.
 */
class TcpPeerResetWestwoodTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpPeerResetWestwoodTestCase(TcpHostSocketFactory::Kind kind)
        : TcpForeignPeerTestCase("reset with Westwood+", kind)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        DynamicCast<TcpSocketBase>(m_listener)
            ->SetCongestionControlAlgorithm(CreateObject<TcpCountedWestwood>());
        Connect({});
        At(2, [this] { Send(20 * SEGMENT); });
        At(50, [this] { Acknowledge(2 * SEGMENT); });
        At(51, [this] {
            m_connection = nullptr;
            Arrive(TcpHeader::RST, PEER_START + 1, 0);
        });
        At(52, [this] {
            NS_TEST_EXPECT_MSG_EQ(TcpCountedWestwood::living, 2, "the connection's is there");
        });
        At(2'000, [this] {
            NS_TEST_EXPECT_MSG_EQ(TcpCountedWestwood::living, 1, "that of the socket that listens");
        });
        Run(Seconds(3));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of TCP with peers that are not ns-3's.
 */
class TcpForeignPeerTestSuite : public TestSuite
{
  public:
    TcpForeignPeerTestSuite()
        : TestSuite("tcp-foreign-peer", Type::UNIT)
    {
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            AddMssTests(kind, false);
            AddMssTests(kind, true);
            AddTestCase(new TcpPeerDuplicateSackTestCase(kind), Duration::QUICK);
            AddTestCase(new TcpPeerSackTestCase(kind), Duration::QUICK);
            AddTestCase(new TcpPeerEarlyAckTestCase(kind), Duration::QUICK);
            AddTestCase(new TcpPeerResetTestCase(kind), Duration::QUICK);
            AddTestCase(new TcpPeerResetWestwoodTestCase(kind), Duration::QUICK);
        }
    }

  private:
    /**
     * @param kind of the host's sockets
     * @param isActive whether the host opens the connection
     */
    void AddMssTests(TcpHostSocketFactory::Kind kind, bool isActive)
    {
        const auto add = [&](const TcpOptions& options, uint32_t expected) {
            AddTestCase(new TcpPeerMssTestCase(kind, options, expected, isActive), Duration::QUICK);
        };
        add({}, 1448);
        add({TcpForeignPeerTestCase::MakeMss(1460)}, 1448);
        add({TcpForeignPeerTestCase::MakeMss(536)}, 536);
        add({TcpForeignPeerTestCase::MakeMss(1)}, 48);
    }
};

static TcpForeignPeerTestSuite
    g_tcpForeignPeerTestSuite; //!< Static variable for test initialization
