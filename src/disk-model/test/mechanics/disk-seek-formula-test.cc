/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-seek-formula.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * The seek formulas give values worked out by hand.
 */
class DiskSeekFormulaValuesTest : public TestCase
{
  public:
    DiskSeekFormulaValuesTest()
        : TestCase("Three-point line, Lee's curve and HPL's formula at points worked out by hand")
    {
    }

  private:
    void DoRun() override
    {
        using Formula = DiskSeekFormula;
        const Formula::ThreePoints points{2, 5, 8};
        const auto line = [&](uint32_t d) { return Formula::ThreePointLine(d, 300, points); };
        NS_TEST_EXPECT_MSG_EQ(line(1), 2, "single cylinder");
        NS_TEST_EXPECT_MSG_EQ_TOL(line(51), 3.5, 1e-12, "2 + 3 * 50 / 300 * 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(line(100), 4.97, 1e-12, "2 + 3 * 99 / 300 * 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(line(101), 5.015, 1e-12, "5 + 3 / 600 * 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(line(200), 6.5, 1e-12, "5 + 300 / 600 * 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(line(300), 8, 1e-12, "full stroke");

        // 400 cylinders: a = (-20 + 75 - 40) / (3 * 20) = 0.25; b = (14 - 75 + 64) / 1200 = 0.0025.
        const auto lee = [&](uint32_t d) { return Formula::Lee(d, 400, points); };
        NS_TEST_EXPECT_MSG_EQ(lee(1), 2, "single cylinder");
        NS_TEST_EXPECT_MSG_EQ_TOL(lee(5), 2.51, 1e-12, "2 + 0.25 * 2 + 0.0025 * 4");
        NS_TEST_EXPECT_MSG_EQ_TOL(lee(101), 4.75, 1e-12, "2 + 0.25 * 10 + 0.0025 * 100");
        NS_TEST_EXPECT_MSG_EQ_TOL(lee(401), 8, 1e-12, "2 + 0.25 * 20 + 0.0025 * 400");

        const std::array<double, 6> single{100, 3, 0.5, 6, 0.01, 1.5};
        const std::array<double, 6> none{100, 3, 0.5, 6, 0.01, -1};
        NS_TEST_EXPECT_MSG_EQ(Formula::Hpl(1, single), 1.5, "given");
        NS_TEST_EXPECT_MSG_EQ(Formula::Hpl(1, none), 3.5, "3 + 0.5 * 1");
        NS_TEST_EXPECT_MSG_EQ_TOL(Formula::Hpl(81, none), 7.5, 1e-12, "3 + 0.5 * 9");
        NS_TEST_EXPECT_MSG_EQ_TOL(Formula::Hpl(99, none),
                                  7.97493718553,
                                  1e-10,
                                  "3 + 0.5 * 9.94987437107");
        NS_TEST_EXPECT_MSG_EQ_TOL(Formula::Hpl(100, none), 7, 1e-12, "6 + 0.01 * 100");
    }
};

/**
 * @ingroup disk-model
 *
 * A formula becomes a table with a point for each distance.
 */
class DiskSeekFormulaTableTest : public TestCase
{
  public:
    DiskSeekFormulaTableTest()
        : TestCase("A formula becomes a point for each distance, but for those measured")
    {
    }

  private:
    /**
     * @param slope milliseconds per cylinder
     * @param cylinders cylinders of the drive
     * @param measured points that stand in place of the formula's
     * @return the message of the error, empty if there is none
     */
    std::string GetError(double slope,
                         uint32_t cylinders,
                         const std::vector<DiskSeekPoint>& measured = {})
    {
        try
        {
            DiskSeekFormula::Tabulate([slope](uint32_t d) { return slope * d; },
                                      cylinders,
                                      measured);
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        const auto points = DiskSeekFormula::Tabulate([](uint32_t d) { return d * 0.5; },
                                                      4,
                                                      {{2, MicroSeconds(7)}});
        const std::vector<DiskSeekPoint> wanted{{1, MicroSeconds(500)},
                                                {2, MicroSeconds(7)},
                                                {3, MicroSeconds(1500)}};
        NS_TEST_EXPECT_MSG_EQ((points == wanted), true, "the points");
        NS_TEST_EXPECT_MSG_EQ(GetError(1, 1), "", "one cylinder has no distance");
        NS_TEST_EXPECT_MSG_EQ(GetError(1, 1000001),
                              "a seek formula is for at most 1000000 cylinders",
                              "cylinders");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(-1, 2),
            "the seek formula gives -1.000000 ms for 1 cylinders, not from 0 to 4294 ms",
            "negative");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(4295, 2),
            "the seek formula gives 4295.000000 ms for 1 cylinders, not from 0 to 4294 ms",
            "too long");
        const std::string outside =
            "the seek points must grow in distance and be shorter than 4 cylinders";
        NS_TEST_EXPECT_MSG_EQ(GetError(1, 4, {{4, Time(0)}}), outside, "past the full stroke");
        NS_TEST_EXPECT_MSG_EQ(GetError(1, 4, {{2, Time(0)}, {1, Time(0)}}), outside, "backwards");
    }
};

/**
 * @ingroup disk-model
 *
 * Seek formulas.
 */
class DiskSeekFormulaTestSuite : public TestSuite
{
  public:
    DiskSeekFormulaTestSuite()
        : TestSuite("disk-model-seek-formula", Type::UNIT)
    {
        AddTestCase(new DiskSeekFormulaValuesTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSeekFormulaTableTest, TestCase::Duration::QUICK);
    }
};

static DiskSeekFormulaTestSuite g_diskSeekFormulaTestSuite; //!< the suite
