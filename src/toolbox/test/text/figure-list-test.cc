/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/figure-list.h"
#include "ns3/test.h"

#include <sstream>

using namespace ns3;

/**
 * @ingroup toolbox
 *
 * Figures one below the other.
 */
class FigureListTest : public TestCase
{
  public:
    FigureListTest()
        : TestCase("Figures one below the other")
    {
    }

  private:
    void DoRun() override
    {
        std::ostringstream text;
        const FigureList list(text, 6, 10);
        list.Print("rate", 2.0 / 3, "MB/s");
        list.Print("frames", 1234);
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "rate       0.667 MB/s\nframes 1,234.000 \n",
                              "two lines");
    }
};

/**
 * @ingroup toolbox
 *
 * Figures that programs print.
 */
class FigureListTestSuite : public TestSuite
{
  public:
    FigureListTestSuite()
        : TestSuite("toolbox-figure-list", Type::UNIT)
    {
        AddTestCase(new FigureListTest, Duration::QUICK);
    }
};

static FigureListTestSuite g_figureListTestSuite; //!< registers the suite
