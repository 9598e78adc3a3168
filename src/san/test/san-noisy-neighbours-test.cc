/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/io-summary.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Initiators with workloads of their own at one drive that serves requests in the order in which
 * they come, each in the same time, over a network that takes next to none.
 */
class SanNoisyNeighboursTestCase : public TestCase
{
  public:
    SanNoisyNeighboursTestCase()
        : TestCase("what initiators get of a drive that they share")
    {
    }

  private:
    /// What the drive needs for a request of 4 KiB, seconds.
    static constexpr double SERVICE = 100e-6;

    /// What the jobs measure, seconds.
    static constexpr double RUNTIME = 1;

    /// A job file: a host that keeps 4 and one that keeps 12 outstanding, and one that draws when
    /// to send 3,000 requests a second.
    static constexpr const char* JOBS =
        "--fio=[global]\nbs=4k\nrw=randread\nioengine=io_uring\ntime_based\nruntime=1\n"
        "ramp_time=100ms\n"
        "[few]\niodepth=4\n"
        "[many]\niodepth=12\n"
        "[victim]\niodepth=1000\nrate_iops=3000\nrate_process=poisson\nio_submit_mode=offload\n";

    /**
     * @param sections of the option fioSection
     * @param initiators number of initiators
     * @param look is given the network when all is done
     */
    void Run(const std::string& sections,
             uint32_t initiators,
             const std::function<void(SanScenario&)>& look)
    {
        SanScenario san({"--workload=fio",
                         JOBS,
                         "--fioSection=" + sections,
                         "--initiators=" + std::to_string(initiators),
                         "--device=ram",
                         "--drives=1",
                         "--ramLatency=0s",
                         // 4,096 bytes in 100 us.
                         "--ramBandwidth=327680kbps",
                         "--linkRate=100Gbps",
                         "--accessRate=100Gbps",
                         "--delay=1us",
                         "--accessDelay=0s",
                         "--output=" + CreateTempDirFilename("neighbours")});
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        look(san);
    }

    /**
     * @param san the network
     * @param name a job's
     * @return the requests of the job
     */
    static const IoSummary::Group& GetJob(SanScenario& san, const std::string& name)
    {
        for (const auto& [job, figures] : san.GetJobs())
        {
            if (job == name)
            {
                return figures.GetAll();
            }
        }
        throw UserError("there is no job " + name);
    }

    void DoRun() override
    {
        CheckShares();
        CheckVictims();
    }

    /**
     * Of 16 requests that are always there, 4 and 12 are of the two hosts: they get 2,500 and 7,500
     * of 10,000 a second, and each request waits for all 16. With one that has 12 and two that have
     * 4 it is 6,000 and 2,000 each.
     */
    void CheckShares()
    {
        Run("few,many", 2, [this](SanScenario& san) {
            const double few = GetJob(san, "few").GetCount();
            const double many = GetJob(san, "many").GetCount();
            NS_TEST_EXPECT_MSG_EQ_TOL(many / few, 3, 0.01, "twelve to four");
            NS_TEST_EXPECT_MSG_EQ_TOL((few + many) / RUNTIME, 10000, 30, "the drive never rests");
            for (const auto* job : {"few", "many"})
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(GetJob(san, job).GetMean().GetSeconds(),
                                          16 * SERVICE,
                                          16e-6,
                                          job << " waits for all");
            }
            // (1 + 3)^2 / (2 (1 + 9)).
            const auto& text = san.GetSummaryText();
            NS_TEST_EXPECT_MSG_NE(text.find(R"("initiators": {"count": 2, "jain": 0.800)"),
                                  std::string::npos,
                                  "Jain's index of all");
        });
        Run("many,few", 3, [this](SanScenario& san) {
            const double few = GetJob(san, "few").GetCount();
            const double many = GetJob(san, "many").GetCount();
            NS_TEST_EXPECT_MSG_EQ_TOL(many / few, 1.5, 0.01, "twelve to eight");
            const auto& text = san.GetSummaryText();
            NS_TEST_EXPECT_MSG_NE(text.find(R"({"jobs": "few", "count": 2, "jain": )"),
                                  std::string::npos,
                                  "a group");
        });
    }

    /**
     * A host alone that sends requests at random, at 0.3 of what the drive can do, waits as in
     * M/D/1: D (1 - r/2) / (1 - r) = 121.4 us in the mean. Beside a host that always has n requests
     * there, it finds these n, one of them half done in the mean, and its own that are still there,
     * L = rate * T: T = D (n + L + 1/2), so T = D (n + 1/2) / (1 - r) = 643 us with n of 4 and
     * 1,786 us with 12. The server is never idle then, so the others get the 7,000 a second that it
     * leaves.
     */
    void CheckVictims()
    {
        const double load = 3000 * SERVICE;
        // The way there and back takes some microseconds.
        const double way = 4e-6;
        Run("victim", 1, [&](SanScenario& san) {
            const auto mean = GetJob(san, "victim").GetMean().GetSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(mean,
                                      SERVICE * (1 - load / 2) / (1 - load) + way,
                                      0.03 * mean,
                                      "M/D/1");
        });
        for (const auto& [noisy, outstanding] :
             std::vector<std::pair<std::string, uint32_t>>{{"few", 4}, {"many", 12}})
        {
            Run(noisy + ",victim", 2, [&, n = outstanding](SanScenario& san) {
                const auto mean = GetJob(san, "victim").GetMean().GetSeconds();
                const double expected = SERVICE * (n + 0.5) / (1 - load);
                NS_TEST_EXPECT_MSG_EQ_TOL(mean, expected + way, 0.03 * expected, n << " before");
                NS_TEST_EXPECT_MSG_EQ_TOL(GetJob(san, noisy).GetCount() / RUNTIME,
                                          7000,
                                          140,
                                          "what is left");
            });
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Hosts that disturb others.
 */
class SanNoisyNeighboursTestSuite : public TestSuite
{
  public:
    SanNoisyNeighboursTestSuite()
        : TestSuite("san-noisy-neighbours", Type::SYSTEM)
    {
        AddTestCase(new SanNoisyNeighboursTestCase, TestCase::Duration::QUICK);
    }
};

static SanNoisyNeighboursTestSuite g_sanNoisyNeighboursTestSuite; //!< the suite
