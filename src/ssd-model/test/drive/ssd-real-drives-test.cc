/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/ssd-drive.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A percentile of the latency of reads.
struct Percentile
{
    double share;  //!< of reads that take no longer
    double us;     //!< as measured
    bool isFitted; //!< whether the drive's file was fitted to it
};

/// What was measured of a drive, with its file name.
struct Measured
{
    std::string model;                   //!< of the catalogue
    double readRate;                     //!< reads/s, one at a time
    std::vector<Percentile> percentiles; //!< of random reads of 4 KiB, one at a time
};

/// Measurements that others published, in validation/reference/real_drives.csv.
const std::vector<Measured> MEASURED{
    {"850EVO",
     10651.9,
     {{0.01, 81.41, false},
      {0.05, 83.46, false},
      {0.10, 84.48, false},
      {0.25, 86.53, false},
      {0.50, 91.65, true},
      {0.75, 97.79, false},
      {0.90, 103.9, false},
      {0.95, 108, false},
      {0.99, 119.3, true},
      {0.995, 126.5, false},
      {0.999, 144.4, false}}},
    {"7300PRO",
     8483.7,
     {{0.01, 72.19, false},
      {0.05, 73.22, false},
      {0.10, 84.48, false},
      {0.25, 87.55, false},
      {0.50, 115.2, true},
      {0.75, 158.7, false},
      {0.90, 164.9, false},
      {0.95, 166.9, false},
      {0.99, 185.3, false},
      {0.995, 236.5, true},
      {0.999, 321.5, false}}},
};

/**
 * @param model a drive of the catalogue
 * @return the drive in its steady state
 */
Ptr<SsdDrive>
MakeDrive(const std::string& model)
{
    auto drive = CreateObject<SsdDrive>();
    drive->SetAttribute("Model", StringValue(model));
    drive->SetAttribute("Aged", BooleanValue(true));
    drive->AssignStreams(17);
    return drive;
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Random reads of drives of the catalogue against measurements of real ones.
 */
class SsdRealReadsTestCase : public TestCase
{
  public:
    /**
     * @param measured what was measured of a drive
     */
    explicit SsdRealReadsTestCase(const Measured& measured)
        : TestCase("Random reads of " + measured.model),
          m_measured(measured)
    {
    }

  private:
    void DoRun() override
    {
        const SsdTestLoad load(MakeDrive(m_measured.model), BlockOperation::READ, 1, 200000);
        NS_TEST_EXPECT_MSG_EQ_TOL(load.GetRate(0) / m_measured.readRate, 1, 0.01, "reads/s");
        uint32_t fitted = 0;
        auto latencies = load.GetLatencies();
        std::sort(latencies.begin(), latencies.end());
        for (const auto& it : m_measured.percentiles)
        {
            const auto us = latencies[it.share * latencies.size()].GetNanoSeconds() / 1e3;
            const auto tolerance = it.isFitted ? 0.01 : 0.1;
            fitted += it.isFitted ? 1 : 0;
            NS_TEST_EXPECT_MSG_EQ_TOL(us / it.us, 1, tolerance, "percentile " << 100 * it.share);
        }
        NS_TEST_EXPECT_MSG_EQ(fitted, 2, "a third cell of each drive is that of writes one by one");
        Simulator::Destroy();
    }

    Measured m_measured; //!< of the drive
};

/**
 * @ingroup ssd-model-tests
 *
 * Rates of drives of the catalogue: most are printed in data sheets, some were fitted to.
 */
class SsdRealRatesTestCase : public TestCase
{
  public:
    SsdRealRatesTestCase()
        : TestCase("Rates of real drives")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOperation;
        const SsdTestLoad deep(MakeDrive("850EVO"), READ, 32, 100000);
        NS_TEST_EXPECT_MSG_EQ_TOL(deep.GetRate(1000) / 98400, 1, 0.02, "32 reads of 850EVO");
        // On a new drive, one request at a time: the rate of the data sheet.
        auto fresh = MakeDrive("850EVO");
        fresh->SetAttribute("Aged", BooleanValue(false));
        const SsdTestLoad alone(fresh, WRITE, 1, 3000);
        NS_TEST_EXPECT_MSG_EQ_TOL(alone.GetRate(100) / 40000, 1, 0.002, "a write of 850EVO");
        CheckSequence(READ, true, 553);
        CheckSequence(WRITE, false, 522);
        const SsdTestLoad steady(MakeDrive("7300PRO"), WRITE, 128, 400000);
        NS_TEST_EXPECT_MSG_EQ_TOL(steady.GetRate(100000) / 73500, 1, 0.05, "writes of 7300PRO");
        const SsdTestLoad single(MakeDrive("7300PRO"), WRITE, 1, 1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(single.GetRate(100) / 29718, 1, 0.002, "a write of 7300PRO");
        CheckFlushes("850EVO", 317, 0.003);
        // To the cache whose cells hold one bit.
        CheckFlushes("KC3000", 2670, 0.003);
        CheckAnnounced();
        Simulator::Destroy();
    }

    /// Rates that makers announce: those that a file was fitted to, and one that follows from it.
    void CheckAnnounced()
    {
        using enum BlockOperation;
        const auto rate = [](const std::string& model, BlockOperation operation, uint32_t depth) {
            const auto skipped = operation == WRITE && depth > 1 ? 40000 : 1000;
            const uint32_t count = depth > 1 ? 100000 : 5000;
            return SsdTestLoad(MakeDrive(model), operation, depth, count).GetRate(skipped);
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("870EVO", READ, 1) / 13000, 1, 0.01, "870EVO");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("870EVO", READ, 32) / 98000, 1, 0.01, "870EVO");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("870EVO", WRITE, 1) / 36000, 1, 0.01, "870EVO");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("PM883", READ, 1) * 120e-6, 1, 0.01, "PM883");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("PM883", READ, 32) / 98000, 1, 0.01, "PM883");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("PM883", WRITE, 32) / 25000, 1, 0.03, "PM883");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("PM9A3", READ, 256) / 900000, 1, 0.01, "PM9A3");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("KC3000", WRITE, 256) / 1000000, 1, 0.01, "KC3000");
        // Predicted: the file was fitted to writes in sequence.
        NS_TEST_EXPECT_MSG_EQ_TOL(rate("PM9A3", WRITE, 128) / 200000, 1, 0.1, "PM9A3");
    }

    /**
     * Keep eight requests of 128 KiB in sequence under way on an 850EVO.
     *
     * @param operation what they do
     * @param isAged whether the drive begins in its steady state
     * @param measured rate, MB/s
     */
    void CheckSequence(BlockOperation operation, bool isAged, double measured)
    {
        auto drive = MakeDrive("850EVO");
        drive->SetAttribute("Aged", BooleanValue(isAged));
        constexpr uint32_t COUNT = 16000;
        constexpr uint32_t BLOCKS = 256;
        uint32_t begun = 0;
        uint32_t ended = 0;
        Time half;
        Time end;
        std::function<void(Ptr<BlockRequest>)> next = [&](Ptr<BlockRequest> done) {
            ended += done ? 1 : 0;
            half = ended == COUNT / 2 ? Simulator::Now() : half;
            end = Simulator::Now();
            if (begun < COUNT)
            {
                const auto place = uint64_t{begun++} * BLOCKS;
                auto request = Create<BlockRequest>(operation, place, BLOCKS);
                request->completion = BlockRequest::Completion(next);
                drive->Submit(request);
            }
        };
        for (int i = 0; i < 8; ++i)
        {
            next(nullptr);
        }
        Simulator::Run();
        const auto rate = COUNT / 2 * BLOCKS * 512. / 1e6 / (end - half).GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(rate / measured, 1, 0.03, operation << " in sequence: " << rate);
    }

    /**
     * Write and flush one by one.
     *
     * @param model the drive
     * @param measured what it was measured to do in a second
     * @param tolerance as a share of that
     */
    void CheckFlushes(const std::string& model, double measured, double tolerance)
    {
        auto drive = MakeDrive(model);
        constexpr int PAIRS = 500;
        int left = 2 * PAIRS;
        Time end;
        std::function<void(Ptr<BlockRequest>)> next = [&](Ptr<BlockRequest>) {
            end = Simulator::Now();
            if (left == 0)
            {
                return;
            }
            --left;
            const bool isWrite = left % 2 == 1;
            const auto operation = isWrite ? BlockOperation::WRITE : BlockOperation::FLUSH;
            // Places that are far from each other.
            const auto place = left * uint64_t{400000};
            auto request = Create<BlockRequest>(operation, isWrite ? place : 0, isWrite ? 8 : 0);
            request->completion = BlockRequest::Completion(next);
            drive->Submit(request);
        };
        const auto begin = Simulator::Now();
        next(nullptr);
        Simulator::Run();
        const auto rate = PAIRS / (end - begin).GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(rate / measured, 1, tolerance, model << ": flushed writes");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests against measurements of real drives.
 */
class SsdRealDrivesTestSuite : public TestSuite
{
  public:
    SsdRealDrivesTestSuite()
        : TestSuite("ssd-real-drives", Type::SYSTEM)
    {
        for (const auto& measured : MEASURED)
        {
            AddTestCase(new SsdRealReadsTestCase(measured), Duration::QUICK);
        }
        AddTestCase(new SsdRealRatesTestCase, Duration::QUICK);
    }
};

static SsdRealDrivesTestSuite g_ssdRealDrivesTestSuite; //!< registers the suite
