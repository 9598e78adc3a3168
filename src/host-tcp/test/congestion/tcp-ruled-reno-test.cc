/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/object.h"
#include "ns3/tcp-ruled-reno.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * A window of 4 segments, by one acknowledgement after the other.
 */
class RuledRenoTestCase : public TestCase
{
  public:
    /**
     * @param growth what the window grows for
     * @param threshold slow start threshold, segments
     * @param windows the window after each acknowledgement of one segment
     * @param name of the case
     */
    RuledRenoTestCase(TcpRuledReno::Growth growth,
                      uint32_t threshold,
                      std::string windows,
                      const std::string& name)
        : TestCase(name),
          m_growth(growth),
          m_threshold(threshold),
          m_windows(std::move(windows))
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t segment = 1000;
        const auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = segment;
        state->m_cWnd = 4 * segment;
        state->m_ssThresh = m_threshold * segment;
        const auto reno = CreateObject<TcpRuledReno>(m_growth);
        std::string windows;
        for (std::size_t i = 0; i < m_windows.size(); ++i)
        {
            reno->IncreaseWindow(state, 1);
            windows += std::to_string(state->GetCwndInSegments());
        }
        NS_TEST_EXPECT_MSG_EQ(windows, m_windows, "windows");
    }

    TcpRuledReno::Growth m_growth; //!< what the window grows for
    uint32_t m_threshold;          //!< segments
    std::string m_windows;         //!< expected
};

/**
 * @ingroup host-tcp-tests
 *
 * Several segments at once, and a loss.
 */
class RuledRenoLossTestCase : public TestCase
{
  public:
    RuledRenoLossTestCase()
        : TestCase("loss")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t segment = 1000;
        const auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = segment;
        state->m_cWnd = 4 * segment;
        state->m_ssThresh = 6 * segment;
        const auto reno = CreateObject<TcpRuledReno>();
        reno->IncreaseWindow(state, 7);
        NS_TEST_EXPECT_MSG_EQ(state->GetCwndInSegments(), 6, "two up to the threshold, five count");
        NS_TEST_EXPECT_MSG_EQ(reno->GetSsThresh(state, 0), 3 * segment, "half");
        state->m_ssThresh = 3 * segment;
        reno->IncreaseWindow(state, 5);
        NS_TEST_EXPECT_MSG_EQ(state->GetCwndInSegments(), 6, "what was counted is forgotten");
        reno->IncreaseWindow(state, 1);
        NS_TEST_EXPECT_MSG_EQ(state->GetCwndInSegments(), 7, "six after the loss");
        state->m_cWnd = 3 * segment;
        NS_TEST_EXPECT_MSG_EQ(reno->GetSsThresh(state, 0), 2 * segment, "not below 2");
        // A share of a window of 15 segments among four connections.
        state->m_cWnd = 3750;
        reno->IncreaseWindow(state, 3);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd.Get(), 4750, "one segment more");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Reno's congestion control as Linux has it, with numbers worked out by hand.
 */
class TcpRuledRenoTestSuite : public TestSuite
{
  public:
    TcpRuledRenoTestSuite()
        : TestSuite("tcp-ruled-reno", Type::UNIT)
    {
        using Growth = TcpRuledReno::Growth;
        // 4, 5 and 6 segments are one more each.
        AddTestCase(new RuledRenoTestCase(Growth::SEGMENTS, 4, "444555556666667", "segments"));
        AddTestCase(new RuledRenoTestCase(Growth::SEGMENTS, 6, "566666677", "slow start"));
        // At the threshold one more; then one for 5 + 1, 6 + 1 and 7 + 1 acknowledgements.
        AddTestCase(new RuledRenoTestCase(Growth::ACKNOWLEDGEMENTS,
                                          4,
                                          "55555566666667",
                                          "acknowledgements"));
        AddTestCase(
            new RuledRenoTestCase(Growth::ACKNOWLEDGEMENTS, 6, "56777777778", "slow start of 2.4"));
        AddTestCase(new RuledRenoLossTestCase);
    }
};

static TcpRuledRenoTestSuite g_tcpRuledRenoTestSuite; //!< the suite
