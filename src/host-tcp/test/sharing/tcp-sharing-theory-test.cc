/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-bench.h"

#include "ns3/nstime.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/tcp-ensemble-control-block.h"
#include "ns3/test.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <numbers>
#include <string>

using namespace ns3;

namespace
{

/**
 * The mean window of one of n connections that share, each packet being lost with a small
 * probability p independently of others, without timeouts, windows that are limited by something
 * else, or queues.
 *
 * Let w be the share in segments. Each acknowledgement, and so each packet, adds 1 / w to the sum,
 * or 1 / (n w) to w and 2 / n to x = w^2. Each loss takes half of one share from the sum of n, so
 * it multiplies x by b = (1 - 1 / (2 n))^2. There are exponentially many packets between losses, 1
 * / p in the mean. A packet therefore meets x = (2 / (n p)) (E0 + b E1 + b^2 E2 + ...) with
 * independent exponential Ei of mean 1. A packet takes a time proportional to 1 / w, so the mean of
 * w over time is 1 / E[x^(-1/2)], and, as x is a sum,
 *
 *     E[x^(-1/2)] = 2 / sqrt(pi) * integral from 0 to infinity over v of prod 1 / (1 + c b^k v^2)
 *
 * with c = 2 / (n p). One connection has 1.31 / sqrt(p) (Ott, Kemperman, Mathis 1996), and
 * infinitely many have sqrt(2 / p).
 *
 * @param n number of connections
 * @param p loss probability
 * @return mean window, segments
 */
double
GetIdealWindow(uint32_t n, double p)
{
    const auto b = std::pow(1 - 0.5 / n, 2);
    const auto product = [&](double v) {
        double value = 1;
        for (double c = v * v; c > 1e-12; c *= b)
        {
            value /= 1 + c;
        }
        return value;
    };
    // In units of sqrt(2 / (n p)); by the trapezoidal rule, as smooth as the function is.
    constexpr double STEP = 0.01;
    double integral = 0.5 * STEP;
    for (double v = STEP; v < 20; v += STEP)
    {
        integral += product(v) * STEP;
    }
    return std::sqrt(2 / (n * p)) / (2 / std::sqrt(std::numbers::pi) * integral);
}

/**
 * The mean window if a loss is found a round trip later and recovery takes another one. To the
 * first order in q = p w, losses per round trip of a connection, relative to the ideal:
 *
 * - Of the packets in these two round trips, further losses cost nothing: 1 / (1 + 2 q) as many
 * count.
 * - In the second one, the connection does not grow: 1 - q of the growth is left.
 * - In the first one, the half of the share is still there: w / 2 more in one round trip of 1 / q.
 *
 * As the window is the square root of growth over losses, it is 1 + (2 q - q) / 2 + q / 2 = 1 + q
 * of the ideal. TcpLinuxReno adds a segment after the whole part of w segments, half a segment less
 * in the mean: the growth is 1 + 1 / (2 w), and the window 1 + 1 / (4 w) of it.
 *
 * @param n number of connections
 * @param p loss probability
 * @return mean window, segments
 */
double
GetMeanWindow(uint32_t n, double p)
{
    const auto ideal = GetIdealWindow(n, p);
    return ideal * (1 + p * ideal) * (1 + 0.25 / ideal);
}

/// Mean over time of a value that changes.
class TimeMean
{
  public:
    /**
     * @param before value until now
     */
    void Note(uint64_t before, uint64_t /* now */)
    {
        const auto now = Simulator::Now();
        m_sum += before * (now - m_last).GetSeconds();
        m_last = now;
    }

    /**
     * Begin now.
     */
    void Start()
    {
        m_start = m_last = Simulator::Now();
        m_sum = 0;
    }

    /**
     * @param value value until now
     * @return mean since the start
     */
    double GetMean(uint64_t value)
    {
        Note(value, value);
        return m_sum / (m_last - m_start).GetSeconds();
    }

  private:
    Time m_start;    //!< when it began
    Time m_last;     //!< when it changed last
    double m_sum{0}; //!< integral over time
};

/**
 * @ingroup host-tcp-tests
 *
 * The theory itself, where it is known.
 */
class MeanWindowFormulaTestCase : public TestCase
{
  public:
    MeanWindowFormulaTestCase()
        : TestCase("mean window by theory")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(GetIdealWindow(1, 1), 1.3098, 0.0002, "one connection");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetIdealWindow(50, 1), std::sqrt(2.0), 0.005, "many");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetIdealWindow(4, 1e-4),
                                  100 * GetIdealWindow(4, 1),
                                  1e-6,
                                  "scale");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Connections that share have the mean window of the theory within 5 %.
 */
class MeanWindowTestCase : public TestCase
{
  public:
    /**
     * @param connections how many
     */
    explicit MeanWindowTestCase(uint32_t connections)
        : TestCase("mean window of " + std::to_string(connections) + " that share"),
          m_connections(connections)
    {
    }

  private:
    /// Loss probability.
    static constexpr double LOSS = 0.002;

    /// Runs, each with losses of its own.
    static constexpr uint32_t RUNS = 6;

    void DoRun() override
    {
        double sum = 0;
        double squares = 0;
        for (uint32_t run = 1; run <= RUNS; ++run)
        {
            const auto window = Run(run);
            sum += window;
            squares += window * window;
        }
        const auto mean = sum / RUNS;
        const auto deviation = std::sqrt((squares - sum * mean) / (RUNS - 1));
        // Student's t for 5 degrees of freedom and 95 %.
        const auto half = 2.571 * deviation / std::sqrt(RUNS);
        const auto theory = GetMeanWindow(m_connections, LOSS);
        std::cout << m_connections << " connections: mean window " << mean << " +- " << half
                  << " segments, by theory " << theory << ", ideal "
                  << GetIdealWindow(m_connections, LOSS) << "\n";
        NS_TEST_EXPECT_MSG_LT(half, 0.05 * theory, "precise enough");
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, theory, 0.05 * theory, "theory");
    }

    /**
     * @param run number of the run
     * @return mean window of a connection, segments
     */
    double Run(uint32_t run) const
    {
        RngSeedManager::SetRun(run);
        Bench bench({.loss = LOSS});
        for (uint32_t i = 0; i < m_connections; ++i)
        {
            bench.Connect(1);
        }
        bench.Run(Seconds(3));
        const auto block = bench.GetSender(1);
        TimeMean mean;
        mean.Start();
        block->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&TimeMean::Note, &mean));
        bench.Run(Seconds(48.0 / m_connections));
        RngSeedManager::SetRun(1);
        return mean.GetMean(block->GetCwnd()) / m_connections / MSS;
    }

    uint32_t m_connections; //!< how many
};

/**
 * @ingroup host-tcp-tests
 *
 * Tests against theory.
 */
class TcpSharingTheoryTestSuite : public TestSuite
{
  public:
    TcpSharingTheoryTestSuite()
        : TestSuite("tcp-sharing-theory", Type::SYSTEM)
    {
        AddTestCase(new MeanWindowFormulaTestCase, Duration::QUICK);
        AddTestCase(new MeanWindowTestCase(4), Duration::QUICK);
        for (const auto connections : {1, 8})
        {
            AddTestCase(new MeanWindowTestCase(connections), Duration::TAKES_FOREVER);
        }
    }
};

TcpSharingTheoryTestSuite g_tcpSharingTheoryTestSuite; //!< the suite

} // namespace
