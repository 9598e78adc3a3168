/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/fcal-access-checker.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A win: which port, when, and for how long it had waited, microseconds.
struct CheckedWin
{
    uint32_t port; //!< its number
    int64_t when;  //!< when it wins
    int64_t wait;  //!< for how long it has waited
};

/// What is written here happens on a loop, and its checker has a say.
class CheckedAccess
{
  public:
    /**
     * @param isFair whether the ports are fair
     */
    explicit CheckedAccess(bool isFair)
        : m_bench(2,
                  [isFair](uint32_t, Ptr<FcalPort> port) {
                      port->SetAttribute("Fair", BooleanValue(isFair));
                  }),
          m_checker([this](const std::string& what) { m_said += what + "; "; })
    {
        m_bench.Initialise();
    }

    /**
     * @param wins what happens, in order
     * @param lip when the loop is initialised, microseconds, or 0 for never
     * @return what the checker says
     */
    std::string Watch(const std::vector<CheckedWin>& wins, int64_t lip = 0)
    {
        for (const auto& [number, when, wait] : wins)
        {
            Simulator::Schedule(MicroSeconds(when),
                                &FcalAccessChecker::NoteWon,
                                &m_checker,
                                m_bench.ports[number],
                                MicroSeconds(wait));
        }
        if (lip > 0)
        {
            Simulator::Schedule(MicroSeconds(lip),
                                &FcalAccessChecker::NoteLip,
                                &m_checker,
                                FcalLip::REQUEST);
        }
        Simulator::Run();
        return m_said;
    }

  private:
    FcalBench m_bench;           //!< a loop of two ports
    std::string m_said;          //!< by the checker
    FcalAccessChecker m_checker; //!< what is tested
};

} // namespace

/**
 * @ingroup fcal
 *
 * Wins that are fair, and wins that are not.
 */
class FcalAccessCheckerWinsTestCase : public TestCase
{
  public:
    FcalAccessCheckerWinsTestCase()
        : TestCase("who wins three times while another waits")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<CheckedWin> twice{{0, 10, 1}, {0, 20, 1}, {1, 30, 25}};
        NS_TEST_EXPECT_MSG_EQ(CheckedAccess(true).Watch(twice), "", "twice, in two windows");
        const std::vector<CheckedWin> before{{0, 10, 1}, {0, 20, 1}, {0, 30, 1}, {1, 40, 29}};
        NS_TEST_EXPECT_MSG_EQ(CheckedAccess(true).Watch(before), "", "once before the wait");
        const std::vector<CheckedWin> often{{0, 10, 1}, {0, 20, 1}, {0, 30, 1}, {1, 40, 31}};
        const std::string said = "AL_PA 01h won the loop three times while AL_PA 02h waited; ";
        NS_TEST_EXPECT_MSG_EQ(CheckedAccess(true).Watch(often), said, "three times");
        NS_TEST_EXPECT_MSG_EQ(CheckedAccess(false).Watch(often), "", "who is not fair may");
        NS_TEST_EXPECT_MSG_EQ(CheckedAccess(true).Watch(often, 15), "", "LIP in between");
    }
};

/**
 * @ingroup fcal
 *
 * Loops on which all ports always have something to send.
 */
class FcalAccessCheckerLoopTestCase : public TestCase
{
  public:
    FcalAccessCheckerLoopTestCase()
        : TestCase("a busy loop of fair ports, and one with a port that is not")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(true), "", "fair");
        // The port of highest priority wins again and again; that is what Fair=false is for.
        NS_TEST_EXPECT_MSG_EQ(Run(false), "", "not fair, and said so");
    }

    /**
     * @param isFair whether the port of the highest priority is fair
     * @return what the checker says
     */
    std::string Run(bool isFair)
    {
        FcalBench bench(6, [isFair](uint32_t index, Ptr<FcalPort> port) {
            port->SetAttribute("Fair", BooleanValue(isFair || index > 0));
            port->SetAttribute("MaxSequences", UintegerValue(1));
        });
        std::string said;
        FcalAccessChecker checker([&said](const std::string& what) { said += what + "; "; });
        checker.Attach(bench.loop);
        bench.Initialise();
        for (uint32_t port = 0; port < 5; ++port)
        {
            bench.Saturate(port, 5, 2048);
        }
        bench.RunFor(MilliSeconds(20));
        NS_TEST_EXPECT_MSG_GT(checker.GetWins(), 500, "the loop is busy");
        return said;
    }
};

/**
 * @ingroup fcal
 *
 * @brief Tests of what watches who wins a loop.
 */
class FcalAccessCheckerTestSuite : public TestSuite
{
  public:
    FcalAccessCheckerTestSuite()
        : TestSuite("fcal-access-checker", Type::UNIT)
    {
        AddTestCase(new FcalAccessCheckerWinsTestCase, Duration::QUICK);
        AddTestCase(new FcalAccessCheckerLoopTestCase, Duration::QUICK);
    }
};

static FcalAccessCheckerTestSuite
    g_fcalAccessCheckerTestSuite; //!< Static variable for test initialization
