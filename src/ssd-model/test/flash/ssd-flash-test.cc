/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/ssd-bus.h"
#include "ns3/ssd-die.h"
#include "ns3/test.h"

#include <array>

using namespace ns3;

/**
 * @ingroup ssd-model-tests
 *
 * Transfers take the first gap that is long enough.
 */
class SsdBusTestCase : public TestCase
{
  public:
    SsdBusTestCase()
        : TestCase("Transfers on a bus")
    {
    }

  private:
    void DoRun() override
    {
        SsdBus bus(1e9); // 1 ns a byte

        /// A transfer: when it can begin, bytes, and when it ends.
        struct Transfer
        {
            int64_t earliest; //!< when it can begin, ns
            uint64_t bytes;   //!< how much
            int64_t end;      //!< when it ends, ns
        };

        constexpr std::array TRANSFERS{Transfer{100, 10, 110},
                                       Transfer{100, 10, 120},
                                       Transfer{0, 100, 100}, // just before both
                                       Transfer{0, 1, 121},   // no gap is left
                                       Transfer{200, 50, 250},
                                       Transfer{130, 80, 330}, // too long for the gap
                                       Transfer{130, 70, 200}, // fills it
                                       Transfer{0, 9, 130},
                                       Transfer{0, 1, 331},
                                       Transfer{1000, 0, 1000}};
        for (const auto& it : TRANSFERS)
        {
            const auto end = bus.Transfer(NanoSeconds(it.earliest), it.bytes);
            NS_TEST_EXPECT_MSG_EQ(end.GetNanoSeconds(),
                                  it.end,
                                  it.bytes << " bytes at " << it.earliest);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Reads of a die before, during and after a program.
 */
class SsdDieTestCase : public TestCase
{
  public:
    SsdDieTestCase()
        : TestCase("Reads interrupt programs")
    {
    }

  private:
    /**
     * @param die a die
     * @param earliest when a read of 50 ns can begin
     * @return when it ends, ns
     */
    static int64_t Read(SsdDie& die, int64_t earliest)
    {
        return die.Read(NanoSeconds(earliest), NanoSeconds(50)).GetNanoSeconds();
    }

    void DoRun() override
    {
        SsdDie die(true, NanoSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 100), 150, "idle");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 100), 200, "behind another");
        die.Begin(NanoSeconds(200), NanoSeconds(600));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 300), 355, "after the suspension");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 301), 405, "suspended already");
        NS_TEST_EXPECT_MSG_EQ(die.GetEnd().GetNanoSeconds(), 905, "as much later");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 905), 955, "after the end");
        NS_TEST_EXPECT_MSG_EQ(die.GetEnd().GetNanoSeconds(), 905, "not held up");

        die.Begin(NanoSeconds(1000), NanoSeconds(40));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1010), 1065, "first");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1010), 1115, "second");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1010), 1165, "third");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1010), 1215, "fourth");
        NS_TEST_EXPECT_MSG_EQ(die.GetEnd().GetNanoSeconds(), 1245, "1000 + 40 + 5 + 4 * 50");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1010), 1295, "held up for four times its time: it ends");

        SsdDie plain(false, NanoSeconds(5));
        plain.Begin(NanoSeconds(0), NanoSeconds(600));
        NS_TEST_EXPECT_MSG_EQ(Read(plain, 10), 650, "waits for the end");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of buses and dies.
 */
class SsdFlashTestSuite : public TestSuite
{
  public:
    SsdFlashTestSuite()
        : TestSuite("ssd-flash", Type::UNIT)
    {
        AddTestCase(new SsdBusTestCase, Duration::QUICK);
        AddTestCase(new SsdDieTestCase, Duration::QUICK);
    }
};

static SsdFlashTestSuite g_ssdFlashTestSuite; //!< registers the suite
