/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-writer.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/san-scenario.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-tcp-moments.h"
#include "ns3/san-tcp-rtt.h"
#include "ns3/san-tcp-statistics.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a full segment on the bench.
constexpr uint32_t SEGMENT = 1000;

/// Segments of the initial congestion window on the bench.
constexpr uint32_t INITIAL_WINDOW = 10;

/**
 * A TCP connection over a link of 8 Mb/s, a microsecond for each byte, and 5 ms each way. Each
 * segment is acknowledged.
 */
class TcpBench : public SanTcpStatisticsOwner
{
  public:
    /// Attributes of sockets and their values.
    using Attributes = std::map<std::string, std::string>;

    /**
     * @param lost numbers of the packets that do not arrive at the receiver; 0 is the SYN, 1 the
     *             acknowledgement of the handshake, 2 the first segment of data
     * @param attributes of both sockets
     */
    explicit TcpBench(const std::list<uint32_t>& lost = {}, const Attributes& attributes = {})
        : m_attributes(attributes)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        const auto devices = link.Install(m_nodes);
        InternetStackHelper().Install(m_nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        addresses.Assign(devices);
        TrafficControlHelper().Uninstall(devices);
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(lost);
        DynamicCast<PointToPointNetDevice>(devices.Get(1))->SetReceiveErrorModel(errors);
        m_listener = MakeSocket(m_nodes.Get(1));
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&TcpBench::Accept, this));
        socket = MakeSocket(m_nodes.Get(0));
        sender = std::make_unique<SanTcpStatistics>(socket, false, *this, true);
        socket->Bind();
        socket->Connect(InetSocketAddress("10.0.0.2", 3260));
    }

    ~TcpBench() override
    {
        Simulator::Destroy();
    }

    /**
     * Send bytes a second after the start, and simulate.
     *
     * @param bytes how many
     * @param end when times cease to count
     */
    void Run(uint32_t bytes, Time end = Seconds(60))
    {
        Simulator::Schedule(Seconds(1), [this, bytes] {
            if (bytes > 0)
            {
                socket->Send(Create<Packet>(bytes));
            }
        });
        Simulator::Stop(end);
        Simulator::Run();
        sender->Stop();
        receiver->Stop();
    }

    /**
     * Write bytes into the send buffer, a segment at a time, as long as there is room, and
     * simulate.
     *
     * @param bytes how many
     */
    void Feed(uint32_t bytes)
    {
        m_left = bytes;
        socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [this](Ptr<Socket> /* socket */, uint32_t /* room */) { Write(); }));
        Simulator::Schedule(Seconds(1), [this] { Write(); });
        Run(0);
    }

    // From SanTcpStatisticsOwner
    void Established(const SanTcpStatistics& /* end */) override
    {
        ++established;
    }

    void Changed(const SanTcpStatistics& end) override
    {
        ++changes;
        highest = std::max(highest, end.GetCongestionWindow());
    }

    void FlightChanged(const SanTcpStatistics& end, uint32_t from, uint32_t to) override
    {
        if (&end == sender.get())
        {
            flight += static_cast<int64_t>(to) - from;
        }
    }

    bool IsPathBusy(const SanTcpStatistics& end) const override
    {
        return &end == sender.get() && flight >= busyFlight;
    }

    Ptr<Socket> socket;                         //!< of the sender
    std::unique_ptr<SanTcpStatistics> sender;   //!< figures of the sender
    std::unique_ptr<SanTcpStatistics> receiver; //!< figures of the receiver
    uint32_t established{0};                    //!< how many ends were established
    uint32_t changes{0};                        //!< how often a figure changed
    uint32_t highest{0};                        //!< largest congestion window seen then
    int64_t flight{0};                          //!< bytes in flight, as they were told
    int64_t busyFlight{1000000000};             //!< bytes in flight that keep the path busy

  private:
    /// Write what there is room for.
    void Write()
    {
        // Written after Seconds(1) only: the callback comes for the handshake as well.
        while (Simulator::Now() >= Seconds(1) && m_left > 0 && socket->GetTxAvailable() >= SEGMENT)
        {
            m_left -= SEGMENT;
            socket->Send(Create<Packet>(SEGMENT));
        }
    }

    /**
     * @param node where
     * @return a socket
     */
    Ptr<Socket> MakeSocket(Ptr<Node> node) const
    {
        const auto made = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        made->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        made->SetAttribute("InitialCwnd", UintegerValue(INITIAL_WINDOW));
        made->SetAttribute("DelAckCount", UintegerValue(1));
        for (const auto& [name, value] : m_attributes)
        {
            made->SetAttribute(name, StringValue(value));
        }
        return made;
    }

    /**
     * @param accepted the receiver's socket
     * @param from unused
     */
    void Accept(Ptr<Socket> accepted, const Address& /* from */)
    {
        receiver = std::make_unique<SanTcpStatistics>(accepted, true, *this, true);
        accepted->SetRecvCallback(
            Callback<void, Ptr<Socket>>([](Ptr<Socket> one) { one->Recv(); }));
    }

    Attributes m_attributes;  //!< of both sockets
    uint32_t m_left{0};       //!< bytes still to be written
    NodeContainer m_nodes{2}; //!< sender and receiver
    Ptr<Socket> m_listener;   //!< of the receiver
};

/**
 * @param text lines
 * @return them
 */
std::vector<std::string>
GetLines(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/**
 * @param row a row of CSV without quotes
 * @return its cells
 */
std::vector<std::string>
GetCells(const std::string& row)
{
    std::vector<std::string> cells;
    std::istringstream stream(row + ",");
    for (std::string cell; std::getline(stream, cell, ',');)
    {
        cells.push_back(cell);
    }
    return cells;
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Means and deviations with weights.
 */
class SanTcpMomentsTestCase : public TestCase
{
  public:
    SanTcpMomentsTestCase()
        : TestCase("mean and deviation")
    {
    }

  private:
    void DoRun() override
    {
        SanTcpMoments moments;
        NS_TEST_EXPECT_MSG_EQ(moments.GetMean(), 0, "nothing");
        NS_TEST_EXPECT_MSG_EQ(moments.GetDeviation(), 0, "nothing");
        moments.Add(7, 0);
        NS_TEST_EXPECT_MSG_EQ(moments.GetMean(), 0, "no weight");
        moments.Add(1, 1);
        moments.Add(3, 3);
        NS_TEST_EXPECT_MSG_EQ(moments.GetWeight(), 4, "weights");
        NS_TEST_EXPECT_MSG_EQ_TOL(moments.GetMean(), 2.5, 1e-12, "(1 + 9) / 4");
        // (1.5 * 1.5 + 3 * 0.5 * 0.5) / 4
        NS_TEST_EXPECT_MSG_EQ_TOL(moments.GetDeviation(), std::sqrt(0.75), 1e-12, "deviation");
        CheckConstant();
        CheckSteps();
    }

    /// A value that stays has itself as mean, and no deviation at all.
    void CheckConstant()
    {
        SanTcpMoments moments;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            moments.Add(14480.1, 0.1 + i * 1e-3);
        }
        NS_TEST_EXPECT_MSG_EQ(moments.GetMean(), 14480.1, "exactly");
        NS_TEST_EXPECT_MSG_EQ(moments.GetDeviation(), 0, "exactly");
    }

    /// 10 from 1 s to 2 s and 20 from then to 5 s.
    void CheckSteps()
    {
        SanTcpTimeMean mean;
        mean.Start(10, Seconds(1));
        mean.Set(10, MilliSeconds(1500));
        mean.Set(20, Seconds(2));
        mean.Count(Seconds(5));
        NS_TEST_EXPECT_MSG_EQ_TOL(mean.GetMoments().GetMean(), 17.5, 1e-12, "70 / 4");
        // (7.5 * 7.5 + 3 * 2.5 * 2.5) / 4
        NS_TEST_EXPECT_MSG_EQ_TOL(mean.GetMoments().GetDeviation(),
                                  std::sqrt(18.75),
                                  1e-12,
                                  "deviation");
    }
};

/**
 * @ingroup san-tests
 *
 * Which segments' round trip times are samples.
 */
class SanTcpRttTestCase : public TestCase
{
  public:
    SanTcpRttTestCase()
        : TestCase("round trip times")
    {
    }

  private:
    void DoRun() override
    {
        SanTcpRtt rtt;
        rtt.Send(1000, MilliSeconds(10));
        rtt.Send(2000, MilliSeconds(11));
        rtt.Acknowledge(999, MilliSeconds(15));
        NS_TEST_EXPECT_MSG_EQ(rtt.GetMoments().GetWeight(), 0, "not all of the segment");
        rtt.Acknowledge(1000, MilliSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(rtt.GetLast(), MilliSeconds(10), "the first segment");
        rtt.Acknowledge(2000, MilliSeconds(30));
        NS_TEST_EXPECT_MSG_EQ(rtt.GetMoments().GetWeight(), 1, "the second was not timed");
        rtt.Send(3000, MilliSeconds(40));
        rtt.Retransmit();
        rtt.Acknowledge(3000, MilliSeconds(90));
        NS_TEST_EXPECT_MSG_EQ(rtt.GetMoments().GetWeight(), 1, "Karn's rule");
        rtt.Send(4000, MilliSeconds(100));
        rtt.Acknowledge(5000, MilliSeconds(130));
        NS_TEST_EXPECT_MSG_EQ(rtt.GetLast(), MilliSeconds(30), "the third segment");
        NS_TEST_EXPECT_MSG_EQ(rtt.GetMinimum(), MilliSeconds(10), "the shortest");
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt.GetMoments().GetMean(), 0.02, 1e-12, "10 and 30 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt.GetMoments().GetDeviation(), 0.01, 1e-12, "10 and 30 ms");
    }
};

/**
 * @ingroup san-tests
 *
 * A connection on which nothing, or a single segment, is sent.
 */
class SanTcpIdleTestCase : public TestCase
{
  public:
    SanTcpIdleTestCase()
        : TestCase("an idle path")
    {
    }

  private:
    void DoRun() override
    {
        CheckNothing();
        CheckSegment();
    }

    /// The window of a connection without data is the initial one for all of the time.
    void CheckNothing()
    {
        TcpBench bench;
        bench.Run(0, Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(bench.established, 2, "both ends");
        for (const auto* end : {bench.sender.get(), bench.receiver.get()})
        {
            const auto& window = end->GetCongestionWindowMoments();
            NS_TEST_EXPECT_MSG_EQ(window.GetMean(), INITIAL_WINDOW * SEGMENT, "window");
            NS_TEST_EXPECT_MSG_EQ(window.GetDeviation(), 0, "which is constant");
            NS_TEST_EXPECT_MSG_EQ(end->GetIdleShare(), 1, "idle");
            NS_TEST_EXPECT_MSG_EQ(end->GetCounters().sentBytes, 0, "no data");
            NS_TEST_EXPECT_MSG_EQ(end->GetCounters().acknowledgedBytes, 0, "no data");
            NS_TEST_EXPECT_MSG_EQ(end->GetRtt().GetMoments().GetWeight(), 0, "no sample");
            NS_TEST_EXPECT_MSG_EQ(end->GetEnd(), Seconds(10), "until the end");
        }
        // SYN and SYN-ACK with the options that ns-3 gives them.
        NS_TEST_EXPECT_MSG_GT(bench.sender->GetStart(), MilliSeconds(10), "after the handshake");
        NS_TEST_EXPECT_MSG_LT(bench.sender->GetStart(), MilliSeconds(11), "after the handshake");
        NS_TEST_EXPECT_MSG_GT(bench.receiver->GetStart(), bench.sender->GetStart(), "later");
    }

    /// A segment there and its acknowledgement back: two delays and two transmissions.
    void CheckSegment()
    {
        TcpBench bench;
        bench.Run(SEGMENT, Seconds(10));
        constexpr int64_t HEADERS = 2 + 20 + 32; // of PPP, IP, and TCP with timestamps
        const auto rtt = MicroSeconds(2 * 5000 + SEGMENT + HEADERS + HEADERS);
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetRtt().GetLast(), rtt, "round trip time");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetRtt().GetMoments().GetWeight(), 1, "one sample");
        const auto seconds = (bench.sender->GetEnd() - bench.sender->GetStart()).GetSeconds();
        const auto busy = rtt.GetSeconds() / seconds;
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.sender->GetIdleShare(), 1 - busy, 1e-12, "the rest");
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.sender->GetFlightMoments().GetMean(),
                                  SEGMENT * busy,
                                  1e-9,
                                  "bytes in flight");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetWindowLimitedShare(), 0, "room for nine more");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetCounters().sentBytes, SEGMENT, "sent");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetCounters().acknowledgedBytes, SEGMENT, "arrived");
    }
};

/**
 * @ingroup san-tests
 *
 * Transfers that lose packets, or none: each loss is counted once, as what TCP made of it.
 */
class SanTcpLossTestCase : public TestCase
{
  public:
    /**
     * @param name what is lost
     * @param lost numbers of the packets that are lost
     * @param retransmissions segments sent again
     * @param timeouts expected timeouts
     * @param fastRecoveries expected fast recoveries
     */
    SanTcpLossTestCase(const std::string& name,
                       std::list<uint32_t> lost,
                       uint64_t retransmissions,
                       uint64_t timeouts,
                       uint64_t fastRecoveries)
        : TestCase("losses: " + name),
          m_lost(std::move(lost)),
          m_retransmissions(retransmissions),
          m_timeouts(timeouts),
          m_fastRecoveries(fastRecoveries)
    {
    }

  private:
    void DoRun() override
    {
        // Packets 2 to 9.
        constexpr uint32_t BYTES = 8 * SEGMENT;
        TcpBench bench(m_lost);
        bench.Run(BYTES);
        const auto& counters = bench.sender->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.sentBytes, BYTES, "each byte once");
        NS_TEST_EXPECT_MSG_EQ(counters.acknowledgedBytes, BYTES, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, m_retransmissions, "segments sent again");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmittedBytes,
                              m_retransmissions * SEGMENT,
                              "their bytes");
        NS_TEST_EXPECT_MSG_EQ(counters.timeouts, m_timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(counters.fastRecoveries, m_fastRecoveries, "fast recoveries");
        // From the acknowledgement of the segment before, in whole MinRto: 1 s, then 2 s.
        const double waited = m_timeouts == 0 ? 0 : (m_timeouts == 1 ? 1 : 3);
        const auto time = bench.sender->GetEnd() - bench.sender->GetStart();
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.sender->GetTimeoutShare() * time.GetSeconds(),
                                  waited,
                                  1e-9,
                                  "time spent on waiting for them");
        NS_TEST_EXPECT_MSG_EQ(bench.receiver->GetCounters().sentBytes, 0, "the other way");
        NS_TEST_EXPECT_MSG_EQ(bench.receiver->GetCounters().retransmissions, 0, "the other way");
        NS_TEST_EXPECT_MSG_GT(bench.changes, 0, "the owner was told");
        NS_TEST_EXPECT_MSG_EQ((bench.highest >= INITIAL_WINDOW * SEGMENT), true, "what it was");
    }

    std::list<uint32_t> m_lost; //!< packets that are lost
    uint64_t m_retransmissions; //!< expected
    uint64_t m_timeouts;        //!< expected
    uint64_t m_fastRecoveries;  //!< expected
};

/**
 * @ingroup san-tests
 *
 * How long each limit holds. A segment takes 1,054 us on the link with its headers, an
 * acknowledgement 54 us, so the first one is back 11,108 us after its segment left, and the others
 * come 1,054 us apart.
 */
class SanTcpLimitsTestCase : public TestCase
{
  public:
    SanTcpLimitsTestCase()
        : TestCase("what limits a connection")
    {
    }

  private:
    /// When the first acknowledgement comes, after the first segment left.
    static constexpr int64_t FIRST = 11108;

    /// Between acknowledgements.
    static constexpr int64_t STEP = 1054;

    /**
     * @param bench a connection that ended
     * @param limit what limited its sender
     * @param us for how long, in microseconds; the application limits it otherwise
     */
    void Check(const TcpBench& bench, SanTcpLimit limit, int64_t us)
    {
        const auto& sender = *bench.sender;
        const auto seconds = (sender.GetEnd() - sender.GetStart()).GetSeconds();
        const auto& limits = sender.GetLimits();
        const auto name = GetSanTcpLimitName(limit);
        // TCP sends a nanosecond after it was given something.
        NS_TEST_EXPECT_MSG_EQ_TOL(limits.GetShare(limit) * seconds * 1e6, us, 0.01, name);
        NS_TEST_EXPECT_MSG_EQ_TOL(limits.GetShare(SanTcpLimit::APPLICATION) * seconds * 1e6,
                                  seconds * 1e6 - us,
                                  0.01,
                                  name << ": the rest");
        NS_TEST_EXPECT_MSG_EQ(GetSanTcpLimitName(limits.GetLongest()), "application", name);
    }

    void DoRun() override
    {
        CheckTimes();
        {
            // The eleventh waits for room in a window of ten segments.
            TcpBench bench;
            bench.Run(11 * SEGMENT);
            Check(bench, SanTcpLimit::CONGESTION_WINDOW, FIRST);
        }
        {
            // Four of eight go at once, and one with each of the first four acknowledgements.
            TcpBench bench({}, {{"RcvBufSize", "4000"}});
            bench.Run(8 * SEGMENT);
            Check(bench, SanTcpLimit::RECEIVE_WINDOW, FIRST + 3 * STEP);
        }
        {
            // The same, and it counts as full until a third of it is free again: two segments,
            // which is seen when the third of the other four is acknowledged.
            TcpBench bench({}, {{"SndBufSize", "4000"}});
            bench.Feed(8 * SEGMENT);
            Check(bench, SanTcpLimit::SEND_BUFFER, 2 * FIRST + 2 * STEP);
        }
        {
            // Half a segment waits for the acknowledgement of a whole one.
            TcpBench bench({}, {{"TcpNoDelay", "false"}});
            bench.Run(SEGMENT + SEGMENT / 2);
            Check(bench, SanTcpLimit::NAGLE, FIRST);
        }
        {
            // Ten are under way until the first acknowledgement, nine until the second.
            TcpBench bench;
            bench.busyFlight = 9 * SEGMENT;
            bench.Run(10 * SEGMENT);
            Check(bench, SanTcpLimit::LINK, FIRST + STEP);
            NS_TEST_EXPECT_MSG_EQ(bench.flight, 0, "none are under way in the end");
        }
        {
            // All of it is sent at once: with an idle path only the application limits.
            TcpBench bench;
            bench.Run(10 * SEGMENT);
            Check(bench, SanTcpLimit::TIMEOUT, 0);
        }
    }

    /// What was counted since the last progress becomes waiting for a timeout.
    void CheckTimes()
    {
        SanTcpLimits limits;
        NS_TEST_EXPECT_MSG_EQ(limits.GetShare(SanTcpLimit::LINK), 0, "nothing was counted");
        limits.Start(Seconds(1));
        limits.Count(SanTcpLimit::LINK, Seconds(2));
        limits.Mark();
        limits.Count(SanTcpLimit::LINK, Seconds(3));
        limits.Count(SanTcpLimit::NAGLE, Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(limits.GetShare(SanTcpLimit::LINK), 2.0 / 3, "2 of 3 s");
        limits.CountTimeout();
        NS_TEST_EXPECT_MSG_EQ(limits.GetShare(SanTcpLimit::LINK), 1.0 / 3, "1 of 3 s");
        NS_TEST_EXPECT_MSG_EQ(limits.GetShare(SanTcpLimit::NAGLE), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(limits.GetShare(SanTcpLimit::TIMEOUT), 2.0 / 3, "2 of 3 s");
        NS_TEST_EXPECT_MSG_EQ((limits.GetLongest() == SanTcpLimit::TIMEOUT), true, "the longest");
        NS_TEST_EXPECT_MSG_EQ(limits.GetCounted(), Seconds(4), "until then");
    }
};

/**
 * @ingroup san-tests
 *
 * A FIN is no byte, and ends the time that counts.
 */
class SanTcpCloseTestCase : public TestCase
{
  public:
    SanTcpCloseTestCase()
        : TestCase("the end of a connection")
    {
    }

  private:
    void DoRun() override
    {
        TcpBench bench;
        Simulator::Schedule(Seconds(2), &Socket::Close, bench.socket);
        bench.Run(3 * SEGMENT);
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetCounters().sentBytes, 3 * SEGMENT, "sent");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetCounters().acknowledgedBytes, 3 * SEGMENT, "came");
        NS_TEST_EXPECT_MSG_EQ(bench.sender->GetEnd(), Seconds(2), "no time counts after it");
    }
};

/**
 * @ingroup san-tests
 *
 * The files of a session: both ends of its connection, and their figures over time.
 */
class SanTcpConnectionsTestCase : public TestCase
{
  public:
    SanTcpConnectionsTestCase()
        : TestCase("connections.csv and tcp-series.csv")
    {
    }

  private:
    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("tcp");
        SanScenario san(std::vector<std::string>{"--workload=closed",
                                                 "--device=ram",
                                                 "--drives=1",
                                                 "--readFraction=1",
                                                 "--count=20",
                                                 "--linkRate=80Mbps",
                                                 "--tcpSeries=true",
                                                 "--output=" + folder});
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        CheckConnections(GetLines(ReadSanFile(folder + "/connections.csv")));
        CheckSeries(GetLines(ReadSanFile(folder + "/tcp-series.csv")));
        const auto summary = ReadSanFile(folder + "/summary.json");
        NS_TEST_EXPECT_MSG_NE(
            summary.find("\"tcp\": {\"connections\": 1, \"sent_bytes\": " + std::to_string(m_sent) +
                         ", \"acknowledged_bytes\": " + std::to_string(m_sent) +
                         ", \"retransmissions\": 0, \"retransmitted_bytes\": 0, "
                         "\"timeouts\": 0, \"fast_recoveries\": 0}"),
            std::string::npos,
            summary);
    }

    /**
     * @param lines of connections.csv
     */
    void CheckConnections(const std::vector<std::string>& lines)
    {
        NS_TEST_ASSERT_MSG_EQ(lines.size(), 3, "a head and both ends");
        const auto head = GetCells(lines[0]);
        const auto initiator = GetCells(lines[1]);
        const auto target = GetCells(lines[2]);
        NS_TEST_ASSERT_MSG_EQ(initiator.size(), head.size(), lines[1]);
        NS_TEST_ASSERT_MSG_EQ(target.size(), head.size(), lines[2]);
        NS_TEST_EXPECT_MSG_EQ((initiator[0] + initiator[1]), "0initiator", "first end");
        NS_TEST_EXPECT_MSG_EQ((target[0] + target[1]), "0target", "second end");
        NS_TEST_EXPECT_MSG_EQ(initiator[2], target[3], "the initiator's address");
        NS_TEST_EXPECT_MSG_EQ(initiator[3], target[2], "the target's address");
        NS_TEST_EXPECT_MSG_EQ(target[2].ends_with(":3260"), true, target[2]);
        NS_TEST_EXPECT_MSG_EQ(initiator[6], initiator[7], "all was acknowledged");
        m_sent = std::stoul(initiator[6]) + std::stoul(target[6]);
        NS_TEST_EXPECT_MSG_GT(std::stoul(target[6]), 20 * 4096, "the target sends the data");
        // 10 MB/s and the column rtt_min_s.
        NS_TEST_EXPECT_MSG_EQ_TOL(std::stod(target[15]), 1e7 * std::stod(target[19]), 0.5, "path");
        NS_TEST_EXPECT_MSG_EQ(head[15], "path_bytes", "its name");
        NS_TEST_EXPECT_MSG_EQ(head[19], "rtt_min_s", "its name");
    }

    /**
     * @param lines of tcp-series.csv
     */
    void CheckSeries(const std::vector<std::string>& lines)
    {
        NS_TEST_ASSERT_MSG_GT(lines.size(), 40, "requests and answers");
        const auto columns = GetCells(lines[0]).size();
        std::string last;
        for (std::size_t i = 1; i < lines.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(GetCells(lines[i]).size(), columns, lines[i]);
            const auto key = lines[i].substr(0, lines[i].find("r,"));
            NS_TEST_EXPECT_MSG_NE(key, last, "one row for each time of an end");
            last = key;
        }
        // 14480 bytes are ten segments; no loss, no threshold; nothing in flight at the end.
        NS_TEST_EXPECT_MSG_EQ(lines[1].find(",0,initiator,14480,,"), 11, lines[1]);
        NS_TEST_EXPECT_MSG_EQ(GetCells(lines.back())[5], "0", lines.back());
    }

    uint64_t m_sent{0}; //!< bytes that both ends sent
};

/**
 * @ingroup san-tests
 *
 * An attempt that nobody answered is no connection.
 */
class SanTcpRefusedTestCase : public TestCase
{
  public:
    SanTcpRefusedTestCase()
        : TestCase("a connection that was never established")
    {
    }

  private:
    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("tcp-refused");
        const ParsedSanOptions options({"--output=" + folder});
        SanTcpConnections connections(options.output, options.path);
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        connections.Add(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()),
                        SanTcpConnections::Sender::INITIATOR,
                        false);
        connections.WriteFiles();
        NS_TEST_EXPECT_MSG_EQ(GetLines(ReadSanFile(folder + "/connections.csv")).size(),
                              1,
                              "no row");
        NS_TEST_EXPECT_MSG_EQ(ReadSanFile(folder + "/tcp-series.csv"), "missing", "not asked for");
        JsonWriter json;
        connections.WriteTo(json);
        NS_TEST_EXPECT_MSG_EQ(json.GetText().find("{\"connections\": 0,"), 0, json.GetText());
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * What TCP connections are recorded as.
 */
class SanTcpTestSuite : public TestSuite
{
  public:
    SanTcpTestSuite()
        : TestSuite("san-tcp", Type::UNIT)
    {
        AddTestCase(new SanTcpMomentsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpRttTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpIdleTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpLossTestCase("none", {}, 0, 0, 0), TestCase::Duration::QUICK);
        AddTestCase(new SanTcpLossTestCase("the second segment", {3}, 1, 0, 1),
                    TestCase::Duration::QUICK);
        AddTestCase(new SanTcpLossTestCase("the last segment", {9}, 1, 1, 0),
                    TestCase::Duration::QUICK);
        // The segment again is packet 10.
        AddTestCase(new SanTcpLossTestCase("the last segment, twice", {9, 10}, 2, 2, 0),
                    TestCase::Duration::QUICK);
        AddTestCase(new SanTcpLimitsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpCloseTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpConnectionsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanTcpRefusedTestCase, TestCase::Duration::QUICK);
    }
};

static SanTcpTestSuite g_sanTcpTestSuite; //!< registers the suite
