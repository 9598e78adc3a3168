/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/ssd-bus.h"
#include "ns3/ssd-die.h"
#include "ns3/ssd-read-times.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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

        die.Begin(NanoSeconds(1300), NanoSeconds(600));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1400), 1455, "interrupts");
        die.Hold(NanoSeconds(1475));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 1400), 1525, "when the data of the one before have left");
        NS_TEST_EXPECT_MSG_EQ(die.GetEnd().GetNanoSeconds(), 2025, "1900 + 5 + 2 * 50 + 20");
        NS_TEST_EXPECT_MSG_EQ(Read(die, 2100), 2150, "nothing to interrupt");
        die.Hold(NanoSeconds(2170));
        NS_TEST_EXPECT_MSG_EQ(Read(die, 2100), 2220, "behind the data");

        SsdDie plain(false, NanoSeconds(5));
        plain.Begin(NanoSeconds(0), NanoSeconds(600));
        NS_TEST_EXPECT_MSG_EQ(Read(plain, 10), 650, "waits for the end");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Times of reads against their distribution.
 */
class SsdReadTimesTestCase : public TestCase
{
  public:
    SsdReadTimesTestCase()
        : TestCase("Times of reads")
    {
    }

  private:
    void DoRun() override
    {
        SsdParameters parameters;
        parameters.readTimes = {MicroSeconds(40), MicroSeconds(60), MicroSeconds(80)};
        SsdReadTimes plain(parameters);
        for (uint32_t page = 0; page < 9; ++page)
        {
            NS_TEST_EXPECT_MSG_EQ(plain.Get(page), MicroSeconds(40 + 20 * (page % 3)), "a page");
        }
        NS_TEST_EXPECT_MSG_EQ(plain.GetMean(), MicroSeconds(60), "mean");

        parameters.readTimes = {MicroSeconds(50)};
        parameters.readVariation = MicroSeconds(10);
        // Quantiles of the sum of three exponential times of mean 1.
        Check(parameters, {{0.01, 0.436}, {0.5, 2.674}, {0.99, 8.406}}, 30);
        parameters.readVariation = Time(0);
        parameters.retryShare = 0.1;
        parameters.retryTime = MicroSeconds(10);
        // Of ten reads nine take no time more; ln 5 and ln 50 of the mean are left.
        Check(parameters, {{0.89, 0}, {0.98, 1.609}, {0.998, 3.912}}, 1);
    }

    /**
     * @param parameters of the drive, with a page of 50 us
     * @param quantiles shares of reads, and the time beside that of the page, in units of 10 us
     * @param mean of that time, us
     */
    void Check(const SsdParameters& parameters,
               const std::vector<std::pair<double, double>>& quantiles,
               double mean)
    {
        SsdReadTimes times(parameters);
        times.AssignStreams(9);
        std::vector<double> more(100000);
        for (auto& it : more)
        {
            it = times.Get(0).GetMicroSeconds() - 50;
        }
        std::sort(more.begin(), more.end());
        for (const auto& [share, expected] : quantiles)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(more[share * more.size()], 10 * expected, 2, share);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(times.GetMean().GetMicroSeconds(), 50 + mean, 1e-6, "mean");
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
        AddTestCase(new SsdReadTimesTestCase, Duration::QUICK);
    }
};

static SsdFlashTestSuite g_ssdFlashTestSuite; //!< registers the suite
