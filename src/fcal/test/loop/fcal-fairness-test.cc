/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/fcal-arbiter.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>
#include <random>

using namespace ns3;

namespace
{

/// A tenancy: who won, and at which word.
struct Win
{
    uint32_t port{0}; //!< place of the winner
    uint64_t when{0}; //!< when its ARB(x) came back

    /**
     * @param other another
     * @return true if they are the same
     */
    bool operator==(const Win& other) const = default;
};

/// What happens on a loop: when each port wants it, and how long it keeps it.
struct Scenario
{
    std::vector<FcalRing::Segment> segments; //!< ports and cables
    std::vector<FcalArbiter::Port> ports;    //!< the ports' priority and fairness
    std::vector<uint64_t> first;             //!< when each wants the loop first
    std::vector<uint64_t> pause;             //!< how long after a tenancy each wants it again
    std::vector<uint64_t> hold; //!< how many words longer than OPN and a trip each keeps it
};

/**
 * A loop word by word, in which every port does by itself what the standard says. A number stands
 * for each word: a priority for ARB(x), or one of those below.
 */
class WordByWordLoop
{
  public:
    /**
     * @param scenario what happens
     */
    explicit WordByWordLoop(const Scenario& scenario)
        : m_scenario(scenario),
          m_lines(scenario.ports.size()),
          m_want(scenario.first),
          m_access(scenario.ports.size(), true)
    {
        for (std::size_t i = 0; i < m_lines.size(); ++i)
        {
            const auto delay = m_scenario.segments[i].hopDelay;
            m_lines[(i + 1) % m_lines.size()].assign(delay, Word{IDLE});
            m_trip += delay;
        }
    }

    /**
     * @param count number of tenancies
     * @return the first so many
     */
    std::vector<Win> Run(std::size_t count)
    {
        for (; m_wins.size() < count && m_now < LONGEST; ++m_now)
        {
            Tick();
        }
        return m_wins;
    }

  private:
    static constexpr uint64_t LONGEST = 1000000; //!< words after which it gives up
    static constexpr uint32_t ARB_F0 = 1000;     //!< ARB(F0)
    static constexpr uint32_t IDLE = 1001;       //!< IDLE
    static constexpr uint32_t OTHER = 1002;      //!< OPN

    /// A word on the loop.
    struct Word
    {
        uint32_t value;         //!< a priority, or one of those above
        bool endsWindow{false}; //!< whether IDLE comes with it, for all to see
    };

    /// One word passes every port.
    void Tick()
    {
        std::vector<Word> out;
        for (uint32_t i = 0; i < m_lines.size(); ++i)
        {
            const auto in = m_lines[i].front();
            m_lines[i].pop_front();
            out.push_back(m_owner == i ? PassOwner(in) : PassOther(i, in));
        }
        for (uint32_t i = 0; i < out.size(); ++i)
        {
            m_lines[(i + 1) % out.size()].push_back(out[i]);
        }
    }

    /**
     * @param in a word that the owner receives
     * @return what it sends
     */
    Word PassOwner(Word in)
    {
        const auto owner = *m_owner;
        const bool endsWindow = in.value == ARB_F0 && !m_closesWindow;
        m_closesWindow |= endsWindow;
        Word out{m_closesWindow ? IDLE : ARB_F0, endsWindow};
        if (m_closesWindow)
        {
            m_access[owner] = true;
        }
        if (m_now == m_end)
        {
            m_want[owner] = m_now + m_scenario.pause[owner];
            m_owner.reset();
            out = PassOther(owner, in.value < ARB_F0 ? in : out);
            out.endsWindow = endsWindow;
        }
        return out;
    }

    /**
     * @param port a port that does not own the loop
     * @param in the word that it receives
     * @return what it sends
     */
    Word PassOther(uint32_t port, Word in)
    {
        const auto [rank, fair] = m_scenario.ports[port];
        if (in.endsWindow)
        {
            m_access[port] = true;
        }
        const bool arbitrates = m_want[port] <= m_now && (m_access[port] || !fair);
        if (!arbitrates || in.value == OTHER)
        {
            return in;
        }
        if (in.value != rank)
        {
            return {std::min(in.value, rank), in.endsWindow};
        }
        m_owner = port;
        m_access[port] = false;
        m_closesWindow = false;
        m_want[port] = UINT64_MAX;
        m_end = m_now + 1 + m_trip + m_scenario.hold[port];
        m_wins.push_back({port, m_now});
        return {OTHER};
    }

    Scenario m_scenario;                   //!< what happens
    std::vector<std::deque<Word>> m_lines; //!< words on their way to each port
    std::vector<uint64_t> m_want;          //!< when each wants the loop
    std::vector<bool> m_access;            //!< whether each may arbitrate, if it is fair
    uint64_t m_trip{0};                    //!< once around
    uint64_t m_now{0};                     //!< present word
    std::optional<uint32_t> m_owner;       //!< who owns the loop
    bool m_closesWindow{false};            //!< whether its ARB(F0) came back
    uint64_t m_end{0};                     //!< when it gives it up
    std::vector<Win> m_wins;               //!< tenancies so far
};

/**
 * The same by the arbiter.
 *
 * @param scenario what happens
 * @param count number of tenancies
 * @return the first so many
 */
std::vector<Win>
RunArbiter(const Scenario& scenario, std::size_t count)
{
    const FcalRing ring(scenario.segments, FcLineRate());
    FcalArbiter arbiter(ring, scenario.ports);
    auto want = scenario.first;
    std::vector<Win> wins;
    const auto request = [&](uint64_t until) {
        // In order of time, as in a simulation.
        std::vector<std::pair<uint64_t, uint32_t>> due;
        for (uint32_t i = 0; i < want.size(); ++i)
        {
            if (want[i] <= until)
            {
                due.emplace_back(want[i], i);
                want[i] = UINT64_MAX;
            }
        }
        std::sort(due.begin(), due.end());
        for (const auto& [when, port] : due)
        {
            arbiter.Request(port, when);
        }
    };
    while (wins.size() < count)
    {
        auto next = arbiter.GetNext();
        for (;;)
        {
            const auto earliest = *std::min_element(want.begin(), want.end());
            if (next && earliest >= next->when)
            {
                break;
            }
            request(earliest);
            next = arbiter.GetNext();
        }
        wins.push_back({next->port, next->when});
        arbiter.Win(next->port, next->when);
        const auto end = next->when + 1 + ring.GetTrip() + scenario.hold[next->port];
        request(end - 1);
        arbiter.Relinquish(end);
        want[next->port] = end + scenario.pause[next->port];
        request(end);
    }
    return wins;
}

/**
 * @param generator source of randomness
 * @param busy how often ports want the loop: their longest pause in words
 * @return a random scenario
 */
Scenario
MakeScenario(std::mt19937& generator, uint32_t busy)
{
    const auto draw = [&generator](uint32_t most) {
        return static_cast<uint32_t>(generator() % (most + 1));
    };
    Scenario scenario;
    const auto count = 2 + draw(6);
    std::vector<uint32_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    std::shuffle(ranks.begin(), ranks.end(), generator);
    const bool allFair = draw(1) == 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        scenario.segments.push_back({1 + draw(6), 0});
        scenario.ports.push_back({ranks[i], allFair || draw(3) > 0});
        scenario.first.push_back(draw(busy));
        scenario.pause.push_back(draw(3) == 0 ? 0 : draw(busy));
        scenario.hold.push_back(draw(1) == 0 ? 0 : draw(80));
    }
    return scenario;
}

} // namespace

/**
 * @ingroup fcal
 *
 * The central arbiter has the winners, at the same words, of a loop on which every port does the
 * protocol for itself.
 */
class FcalArbiterTest : public TestCase
{
  public:
    FcalArbiterTest()
        : TestCase("the arbiter against a loop word by word")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 generator(1);
        for (uint32_t i = 0; i < 1200; ++i)
        {
            const auto scenario = MakeScenario(generator,
                                               i % 3 == 0   ? 20
                                               : i % 3 == 1 ? 200
                                                            : 1000);
            const auto expected = WordByWordLoop(scenario).Run(40);
            const auto wins = RunArbiter(scenario, 40);
            NS_TEST_ASSERT_MSG_EQ(expected.size(), wins.size(), "scenario " << i << " goes on");
            const auto differ = std::mismatch(expected.begin(), expected.end(), wins.begin());
            NS_TEST_ASSERT_MSG_EQ((differ.first == expected.end()),
                                  true,
                                  "scenario " << i << ", tenancy "
                                              << (differ.first - expected.begin()));
        }
    }
};

/**
 * @ingroup fcal
 *
 * A port that stops to arbitrate lets ARB(F0) pass from then on. Three ports, 18 words around,
 * worked out by hand.
 */
class FcalWithdrawalTest : public TestCase
{
  public:
    FcalWithdrawalTest()
        : TestCase("a port stops to arbitrate")
    {
    }

  private:
    void DoRun() override
    {
        FcalArbiter arbiter(FcalRing({{6, 0}, {6, 0}, {6, 0}}, FcLineRate()),
                            {{0, true}, {1, true}, {2, true}});
        arbiter.Request(2, 0);
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->when, 18, "a trip");
        arbiter.Win(2, 18);
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetWaiting().empty(), true, "the winner waits no more");
        // Port 0 arbitrates before the first ARB(F0), of 19, reaches it at 25.
        arbiter.Request(0, 20);
        arbiter.Relinquish(100);
        arbiter.Request(2, 100);
        NS_TEST_EXPECT_MSG_EQ((arbiter.GetWaiting() == std::vector<uint32_t>{0, 2}),
                              true,
                              "in the order they began");
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->port, 0, "port 2 had its turn");
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->when, 106, "six words from port 2");
        arbiter.Win(0, 106);
        // Port 1 replaces ARB(F0) until 142. The next is back at 160 and becomes IDLE, which port 2
        // has at 172.
        arbiter.Request(1, 110);
        arbiter.Withdraw(1, 142);
        arbiter.Relinquish(160);
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->port, 2, "port 2 may again");
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->when, 190, "a trip behind IDLE");
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext()->since, 100, "it asked long before");
        arbiter.Withdraw(2, 175);
        NS_TEST_EXPECT_MSG_EQ(arbiter.GetNext().has_value(), false, "nobody is left");
    }
};

/**
 * @ingroup fcal
 *
 * Shares of ports that always have something to send, on a loop of 17 ports of which the last
 * receives.
 */
class FcalSharesTest : public TestCase
{
  public:
    FcalSharesTest()
        : TestCase("shares of saturating ports")
    {
    }

  private:
    /// Number of ports that send.
    static constexpr uint32_t SENDERS = 16;

    void DoRun() override
    {
        CheckFair(2048);
        CheckFair(65536);
        CheckNobodyFair();
        CheckOneUnfair();
    }

    /**
     * @param bytes payload of a sequence
     */
    void CheckFair(uint32_t bytes)
    {
        const auto shares = GetShares(bytes, [](uint32_t) { return true; });
        for (uint32_t i = 0; i < SENDERS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(shares[i], 1.0 / SENDERS, 0.01 / SENDERS, "port " << i);
        }
    }

    /// The loop then belongs to whoever has the highest priority and always wants it.
    void CheckNobodyFair()
    {
        const auto shares = GetShares(2048, [](uint32_t) { return false; });
        NS_TEST_EXPECT_MSG_EQ(shares[0], 1, "highest priority");
        for (uint32_t i = 1; i < SENDERS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(shares[i], 0, "port " << i << " starves");
        }
    }

    /// A port that is not fair takes all if its priority is highest.
    void CheckOneUnfair()
    {
        auto shares = GetShares(2048, [](uint32_t port) { return port != 0; });
        NS_TEST_EXPECT_MSG_EQ(shares[0], 1, "unfair with the highest priority");
        // With the lowest it owns the loop only when nobody else waits, so its turn ends the window
        // like that of a fair port.
        shares = GetShares(2048, [](uint32_t port) { return port != SENDERS - 1; });
        for (uint32_t i = 0; i < SENDERS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(shares[i], 1.0 / SENDERS, 0.01 / SENDERS, "port " << i);
        }
    }

    /**
     * @param bytes payload of a sequence
     * @param fair tells which port is fair
     * @return the share of all tenancies that each sender had in 4,000 or more
     */
    std::vector<double> GetShares(uint32_t bytes, const std::function<bool(uint32_t)>& fair)
    {
        FcalBench bench(SENDERS + 1, [&fair](uint32_t index, Ptr<FcalPort> port) {
            port->SetAttribute("Fair", BooleanValue(fair(index)));
            port->SetAttribute("MaxSequences", UintegerValue(1));
        });
        bench.Initialise();
        for (uint32_t i = 0; i < SENDERS; ++i)
        {
            bench.Saturate(i, SENDERS, bytes);
        }
        bench.RunFor(MilliSeconds(bytes / 16));
        std::vector<double> shares(SENDERS);
        for (const auto& tenancy : bench.tenancies)
        {
            const auto sender = bench.loop->GetPort(tenancy.owner)->GetPlace();
            shares[sender] += 1.0 / static_cast<double>(bench.tenancies.size());
        }
        for (auto& share : shares)
        {
            // Sums of equal parts are not quite 1.
            share = std::abs(share - 1) < 1e-9 ? 1 : share;
        }
        return shares;
    }
};

/**
 * @ingroup fcal
 *
 * An unfair port of the highest priority that wants the loop part of the time slows down the fair
 * ones by what it takes.
 */
class FcalUnfairLoadTest : public TestCase
{
  public:
    FcalUnfairLoadTest()
        : TestCase("an unfair port on a loop of 4.25 Gbaud")
    {
    }

  private:
    void DoRun() override
    {
        const auto alone = GetRate(std::nullopt);
        const auto fair = GetRate(true);
        const auto unfair = GetRate(false);
        // Sixteen ports share with one more, or have next to nothing.
        NS_TEST_EXPECT_MSG_EQ_TOL(fair, alone * 15 / 16, 0.02 * alone, "one more fair port");
        NS_TEST_EXPECT_MSG_LT(unfair, 0.01 * alone, "an unfair one");
    }

    /**
     * @param fair whether port 0 is fair, or nothing if it does not send
     * @return rate of ports 1 to 15, 10^6 bytes per second
     */
    double GetRate(std::optional<bool> fair)
    {
        FcalBench bench(
            17,
            [fair](uint32_t index, Ptr<FcalPort> port) {
                port->SetAttribute("Fair", BooleanValue(index > 0 || fair.value_or(true)));
                port->SetAttribute("MaxSequences", UintegerValue(1));
            },
            "4.25Gbps");
        bench.Initialise();
        for (uint32_t i = fair ? 0 : 1; i < 16; ++i)
        {
            bench.Saturate(i, 16, 4096);
        }
        bench.RunFor(MilliSeconds(100));
        const auto count = std::count_if(
            bench.tenancies.begin(),
            bench.tenancies.end(),
            [&bench](const auto& tenancy) { return tenancy.owner != *bench.ports[0]->GetAlpa(); });
        return static_cast<double>(count) * 4096 / 1e5;
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of arbitration among many ports.
 */
class FcalFairnessTestSuite : public TestSuite
{
  public:
    FcalFairnessTestSuite()
        : TestSuite("fcal-fairness", Type::UNIT)
    {
        AddTestCase(new FcalArbiterTest, Duration::QUICK);
        AddTestCase(new FcalWithdrawalTest, Duration::QUICK);
        AddTestCase(new FcalSharesTest, Duration::QUICK);
        AddTestCase(new FcalUnfairLoadTest, Duration::QUICK);
    }
};

static FcalFairnessTestSuite g_fcalFairnessTestSuite; //!< registers the suite
