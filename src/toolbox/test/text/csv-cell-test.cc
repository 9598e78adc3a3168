/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/csv-cell.h"
#include "ns3/test.h"

#include <cstdint>
#include <limits>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * Cells are as RFC 4180 has them: only what would end a cell, a row or its quotes is quoted.
 */
class CsvCellTestCase : public TestCase
{
  public:
    CsvCellTestCase()
        : TestCase("Cells of CSV files")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell(2.5, 6), ",2.500000", "a number");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell(-0.04, 1), ",-0.0", "a small one");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell(std::numeric_limits<double>::max(), 6).size(),
                              1 + 309 + 1 + 6,
                              "the largest one");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell(uint64_t{18'446'744'073'709'551'615U}),
                              ",18446744073709551615",
                              "a whole number");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell("one two"), ",one two", "a text");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell(""), ",", "no text");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell("a,b"), ",\"a,b\"", "a comma");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell("2\" disk"), ",\"2\"\" disk\"", "a quote");
        NS_TEST_EXPECT_MSG_EQ(GetCsvCell("a\nb"), ",\"a\nb\"", "an end of a line");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * @brief Tests of cells of CSV files.
 */
class CsvCellTestSuite : public TestSuite
{
  public:
    CsvCellTestSuite()
        : TestSuite("toolbox-csv-cell", Type::UNIT)
    {
        AddTestCase(new CsvCellTestCase, Duration::QUICK);
    }
};

static CsvCellTestSuite g_csvCellTestSuite; //!< Static variable for test initialization
