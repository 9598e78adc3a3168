/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-offload-socket.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

/// A socket without a network, of which the history of round trips can be seen.
class HistorySender : public TcpOffloadSocket
{
  public:
    /**
     * @param begin sequence number of the first byte
     * @param bytes how many are sent
     * @param isAgain whether they were sent before
     */
    void Sent(uint32_t begin, uint32_t bytes, bool isAgain)
    {
        UpdateRttHistory(SequenceNumber32(begin), bytes, isAgain);
    }

    /**
     * @param ack what is acknowledged
     * @return the latest sample of the round trip
     */
    Time Acknowledged(uint32_t ack)
    {
        TcpHeader header;
        header.SetAckNumber(SequenceNumber32(ack));
        m_tcb->m_lastRtt = Time();
        EstimateRtt(header);
        return m_tcb->m_lastRtt;
    }

    /**
     * @return what the history has, such as 1+3000 for 3,000 bytes from 1 on; a mark follows what
     * was sent again
     */
    std::string GetHistory() const
    {
        std::string words;
        for (const auto& sent : m_history)
        {
            words += (words.empty() ? "" : " ") + std::to_string(sent.seq.GetValue()) + "+" +
                     std::to_string(sent.count) + (sent.retx ? "!" : "");
        }
        return words;
    }
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A train is one entry in the history of round trips until a part of it is acknowledged or sent
 * again. Samples are those of its segments.
 */
class TcpOffloadHistoryTestCase : public TestCase
{
  public:
    TcpOffloadHistoryTestCase()
        : TestCase("trains in the history of round trips")
    {
    }

  private:
    void DoRun() override
    {
        // Without timestamps the history alone tells how long a round trip took.
        m_sender = CreateObject<HistorySender>();
        m_sender->SetAttribute("SegmentSize", UintegerValue(1000));
        m_sender->SetAttribute("Timestamp", BooleanValue(false));
        m_sender->SetRtt(CreateObject<RttMeanDeviation>());
        // Ten segments, the last of them short, and three that follow.
        m_sender->Sent(1, 9500, false);
        m_sender->Sent(9501, 3000, false);
        ExpectHistory("1+9500 9501+3000");
        Simulator::Schedule(MilliSeconds(5), &TcpOffloadHistoryTestCase::Parts, this);
        Simulator::Schedule(MilliSeconds(7), &TcpOffloadHistoryTestCase::Again, this);
        Simulator::Run();
        Simulator::Destroy();
        m_sender = nullptr;
    }

    /// Parts of the first train are acknowledged.
    void Parts()
    {
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(500), Time(), "less than a segment");
        ExpectHistory("1+9500 9501+3000");
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(2001), MilliSeconds(5), "two segments");
        ExpectHistory("2001+7500 9501+3000");
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(3501), MilliSeconds(5), "one and a half");
        ExpectHistory("3001+6500 9501+3000");
    }

    /// Segments are sent again: they give no sample, the others do.
    void Again()
    {
        m_sender->Sent(5001, 1000, true);
        ExpectHistory("3001+2000 5001+1000! 6001+3500 9501+3000");
        m_sender->Sent(9001, 500, true);
        ExpectHistory("3001+2000 5001+1000! 6001+3000 9001+500! 9501+3000");
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(5001), MilliSeconds(7), "those before");
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(6001), Time(), "sent twice");
        ExpectHistory("6001+3000 9001+500! 9501+3000");
        NS_TEST_EXPECT_MSG_EQ(m_sender->Acknowledged(12501), MilliSeconds(7), "the last sent once");
        ExpectHistory("");
    }

    /**
     * @param words what the history should have
     */
    void ExpectHistory(const std::string& words)
    {
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetHistory(), words, "history");
    }

    Ptr<HistorySender> m_sender; //!< what is tested
};

/**
 * @ingroup host-tcp-tests
 *
 * The history of round trips with segmentation offload.
 */
class TcpOffloadHistoryTestSuite : public TestSuite
{
  public:
    TcpOffloadHistoryTestSuite()
        : TestSuite("ethernet-tcp-offload-history", Type::UNIT)
    {
        AddTestCase(new TcpOffloadHistoryTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpOffloadHistoryTestSuite g_tcpOffloadHistoryTestSuite;
