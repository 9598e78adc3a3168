/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/json-writer.h"
#include "ns3/san-network.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Numbered datagrams between the first initiator and the first target, in one direction.
 */
class NumberedDatagrams
{
  public:
    /**
     * @param words the words of a command line
     * @param isToTarget whether the initiator sends
     */
    NumberedDatagrams(const std::vector<std::string>& words, bool isToTarget)
        : options(words),
          network(options)
    {
        constexpr uint16_t PORT = 9;
        const auto type = UdpSocketFactory::GetTypeId();
        const auto initiator = network.initiators.Get(0);
        const auto target = network.targets.Get(0);
        m_receiver = Socket::CreateSocket(isToTarget ? target : initiator, type);
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_receiver->SetRecvCallback(MakeCallback(&NumberedDatagrams::Receive, this));
        m_sender = Socket::CreateSocket(isToTarget ? initiator : target, type);
        const auto ip = (isToTarget ? target : initiator)->GetObject<Ipv4>();
        m_sender->Connect(InetSocketAddress(ip->GetAddress(1, 0).GetLocal(), PORT));
        network.pathErrors.AssignStreams(700);
    }

    ~NumberedDatagrams()
    {
        Simulator::Destroy();
    }

    NumberedDatagrams(const NumberedDatagrams&) = delete;
    NumberedDatagrams& operator=(const NumberedDatagrams&) = delete;

    /**
     * Send datagrams, one each 10 us: more than the path and its hosts take for each.
     *
     * @param count how many
     * @param bytes bytes of the frame of each, from header to check sequence
     */
    void Send(uint32_t count, uint32_t bytes)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            Simulator::Schedule(MicroSeconds(10) * i, &NumberedDatagrams::SendOne, this, i, bytes);
        }
        Simulator::Run();
    }

    /**
     * @return what the summary says of the path
     */
    std::string GetText() const
    {
        JsonWriter json;
        network.pathErrors.WriteTo(json);
        return json.GetText();
    }

    ParsedSanOptions options;       //!< the options
    SanNetwork network;             //!< the network
    std::vector<uint32_t> received; //!< numbers in the order of arrival
    std::vector<Time> times;        //!< when each arrived

  private:
    /**
     * @param number its number
     * @param bytes its bytes on the wire
     */
    void SendOne(uint32_t number, uint32_t bytes)
    {
        constexpr uint32_t HEADERS = 14 + 20 + 8 + 4; // Ethernet, IP, UDP, check sequence
        std::vector<uint8_t> data(bytes - HEADERS);
        data[0] = number >> 16;
        data[1] = number >> 8;
        data[2] = number;
        m_sender->Send(Create<Packet>(data.data(), data.size()));
    }

    /**
     * @param socket where datagrams arrived
     */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            uint8_t data[3];
            packet->CopyData(data, sizeof(data));
            received.push_back(data[0] << 16 | data[1] << 8 | data[2]);
            times.push_back(Simulator::Now());
        }
    }

    Ptr<Socket> m_sender;   //!< sends them
    Ptr<Socket> m_receiver; //!< receives them
};

/// Options of a path on which a packet is never queued behind another.
const std::vector<std::string> FAST{"--linkRate=10Gbps", "--accessRate=10Gbps"};

/**
 * @param words more options
 * @return them with those of a fast path
 */
std::vector<std::string>
OnFastPath(std::vector<std::string> words)
{
    words.insert(words.end(), FAST.begin(), FAST.end());
    return words;
}

/**
 * @param received numbers that arrived
 * @param count how many were sent
 * @return the length of each run of missing numbers
 */
std::vector<uint32_t>
GetGaps(const std::vector<uint32_t>& received, uint32_t count)
{
    std::vector<uint32_t> gaps;
    uint32_t next = 0;
    for (const auto number : received)
    {
        if (number > next)
        {
            gaps.push_back(number - next);
        }
        next = number + 1;
    }
    if (next < count)
    {
        gaps.push_back(count - next);
    }
    return gaps;
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Losses: the share that was asked for, in the direction that was asked for, in bursts.
 */
class SanPathLossTestCase : public TestCase
{
  public:
    SanPathLossTestCase()
        : TestCase("losses")
    {
    }

  private:
    void DoRun() override
    {
        None();
        Share(true, "--lossToTargets=0.1", 1);
        Share(false, "--lossToInitiators=0.1", 1);
        Share(true, "--lossToTargets=0.1", 8);
        Everything();
        Repeated();
    }

    /// The other direction loses nothing, and no model is there if nothing happens.
    void None()
    {
        NumberedDatagrams bench(OnFastPath({"--lossToInitiators=0.5"}), true);
        bench.Send(1000, 100);
        NS_TEST_EXPECT_MSG_EQ(bench.received.size(), 1000, "nothing is lost this way");
        const ParsedSanOptions options({});
        NS_TEST_EXPECT_MSG_EQ(SanPathErrors(options.path).IsAny(), false, "the default");
    }

    /**
     * Of 10,000 packets 1,000 are lost, more or less. The standard deviation of the number of
     * bursts is the root of it, at most; a burst is as long as it is set, or longer if another
     * begins in it.
     *
     * @param isToTarget whether the initiator sends
     * @param option the loss
     * @param burst the length of a burst
     */
    void Share(bool isToTarget, const std::string& option, uint32_t burst)
    {
        constexpr uint32_t COUNT = 10000;
        NumberedDatagrams bench(OnFastPath({option, "--lossBurst=" + std::to_string(burst)}),
                                isToTarget);
        bench.Send(COUNT, 100);
        const auto lost = COUNT - bench.received.size();
        const auto bursts = 1000.0 / burst;
        NS_TEST_EXPECT_MSG_EQ_TOL(lost, 1000, 4 * burst * std::sqrt(bursts), "lost");
        for (const auto gap : GetGaps(bench.received, COUNT))
        {
            NS_TEST_EXPECT_MSG_GT(gap, burst - 1, "a whole burst");
        }
        const auto counts = R"({"packets": 10000, "lost": )" + std::to_string(lost) +
                            R"(, "damaged": 0, "late": 0})";
        const std::string none = R"({"packets": 0, "lost": 0, "damaged": 0, "late": 0})";
        NS_TEST_EXPECT_MSG_EQ(bench.GetText(),
                              R"({"to_targets": )" + (isToTarget ? counts : none) +
                                  R"(, "to_initiators": )" + (isToTarget ? none : counts) + "}",
                              "counted");
    }

    /// A share of 1 leaves nothing.
    void Everything()
    {
        NumberedDatagrams bench(OnFastPath({"--lossToTargets=1", "--lossBurst=3"}), true);
        bench.Send(100, 100);
        NS_TEST_EXPECT_MSG_EQ(bench.received.size(), 0, "all lost");
    }

    /// Equal streams lose equal packets.
    void Repeated()
    {
        const auto receive = [] {
            NumberedDatagrams bench(OnFastPath({"--lossToTargets=0.3"}), true);
            bench.Send(200, 100);
            return bench.received;
        };
        NS_TEST_EXPECT_MSG_EQ((receive() == receive()), true, "the same packets");
    }
};

/**
 * @ingroup san-tests
 *
 * Bit errors hit a packet of n bits with the probability 1 - (1 - rate)^n.
 */
class SanPathBitErrorsTestCase : public TestCase
{
  public:
    SanPathBitErrorsTestCase()
        : TestCase("bit errors")
    {
    }

  private:
    void DoRun() override
    {
        // 1,000 bytes are 8,000 bits: 1 - (1 - 1e-4)^8000 = 0.5507; of 10,000 packets 5,507 with a
        // standard deviation of 50.
        Check(1000, 5507, 200);
        // 100 bytes are 800 bits: 0.0769; 769 packets with a standard deviation of 27.
        Check(100, 769, 110);
    }

    /**
     * @param bytes bytes of each of 10,000 packets
     * @param expected how many of them have a bit error, on average
     * @param tolerance four standard deviations
     */
    void Check(uint32_t bytes, double expected, double tolerance)
    {
        NumberedDatagrams bench(OnFastPath({"--bitErrorsToTargets=1e-4"}), true);
        bench.Send(10000, bytes);
        const auto damaged = 10000 - bench.received.size();
        NS_TEST_EXPECT_MSG_EQ_TOL(damaged, expected, tolerance, "packets of " << bytes);
        NS_TEST_EXPECT_MSG_NE(bench.GetText().find(R"("damaged": )" + std::to_string(damaged)),
                              std::string::npos,
                              "counted");
    }
};

/**
 * @ingroup san-tests
 *
 * Late packets arrive once, after exactly the delay; all others are on time.
 */
class SanPathReorderTestCase : public TestCase
{
  public:
    SanPathReorderTestCase()
        : TestCase("late packets")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t COUNT = 10000;
        NumberedDatagrams bench(
            OnFastPath({"--reorderToTargets=0.2", "--reorderDelay=35us", "--delay=1ms"}),
            true);
        bench.Send(COUNT, 1242);
        NS_TEST_ASSERT_MSG_EQ(bench.received.size(), COUNT, "each arrives once");
        // With the preamble, 1,250 bytes take 1 us at 10 Gb/s, on three links.
        const auto travel = MilliSeconds(1) + MicroSeconds(3);
        uint32_t late = 0;
        for (std::size_t i = 0; i < COUNT; ++i)
        {
            const auto extra = bench.times[i] - MicroSeconds(10) * bench.received[i] - travel;
            NS_TEST_EXPECT_MSG_EQ((extra.IsZero() || extra == MicroSeconds(35)), true, extra);
            late += extra.IsZero() ? 0 : 1;
        }
        // The standard deviation is the root of 10000 * 0.2 * 0.8, 40.
        NS_TEST_EXPECT_MSG_EQ_TOL(late, 2000, 160, "the share");
        NS_TEST_EXPECT_MSG_NE(bench.GetText().find(R"("late": )" + std::to_string(late) + "}"),
                              std::string::npos,
                              "counted");
    }
};

/**
 * @ingroup san-tests
 *
 * Losses, bit errors and late packets on the path.
 */
class SanPathErrorsTestSuite : public TestSuite
{
  public:
    SanPathErrorsTestSuite()
        : TestSuite("san-path-errors", Type::UNIT)
    {
        AddTestCase(new SanPathLossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanPathBitErrorsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanPathReorderTestCase, TestCase::Duration::QUICK);
    }
};

static SanPathErrorsTestSuite g_sanPathErrorsTestSuite; //!< registers the suite
