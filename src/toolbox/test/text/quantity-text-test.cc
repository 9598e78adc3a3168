/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/quantity-text.h"
#include "ns3/test.h"

#include <cmath>
#include <string>

using namespace ns3;

namespace
{

/// Stands for text that is no quantity.
constexpr long double NONE = -12345;

/// What reads a quantity.
using Parser = std::optional<long double> (*)(std::string_view);

} // namespace

/**
 * @ingroup toolbox
 *
 * A quantity is read whole, with its unit.
 */
class QuantityParseTest : public TestCase
{
  public:
    QuantityParseTest()
        : TestCase("Quantities are read whole")
    {
    }

  private:
    /**
     * @param parse what reads the texts
     * @param text a text
     * @param expected the quantity, or NONE
     */
    void Expect(Parser parse, const std::string& text, long double expected)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(parse(text).value_or(NONE)),
                                  static_cast<double>(expected),
                                  std::abs(static_cast<double>(expected)) * 1e-15,
                                  "'" + text + "'");
    }

    void DoRun() override
    {
        for (const auto* text : {"", " 1", "1 ", "1e4", "1.0", "5x", "0x10", "one", "--1", "+-1"})
        {
            Expect(&ParseWholeNumber, text, NONE);
        }
        Expect(&ParseWholeNumber, "18446744073709551616", NONE);
        Expect(&ParseWholeNumber, "-9223372036854775809", NONE);
        // Every 64-bit number is exact: neighbours differ.
        NS_TEST_EXPECT_MSG_EQ(
            (ParseWholeNumber("18446744073709551615") == static_cast<long double>(UINT64_MAX)),
            true,
            "greatest");
        NS_TEST_EXPECT_MSG_EQ(
            (ParseWholeNumber("18446744073709551614") == static_cast<long double>(UINT64_MAX - 1)),
            true,
            "its neighbour");
        Expect(&ParseWholeNumber, "-7", -7);
        Expect(&ParseWholeNumber, "+7", 7);
        for (const auto* text :
             {"", "nan", "inf", "1e999", "1e-999", "1/2", "0.5 ", "0x1p3", ".", "e5"})
        {
            Expect(&ParseDecimalNumber, text, NONE);
        }
        Expect(&ParseDecimalNumber, "0.67", 0.67);
        Expect(&ParseDecimalNumber, "-2.5e3", -2500);
        for (const auto* text : {"", "5", "abc", "10mss", "5 ms", "1.2.3ms", "5sec", "infs", "ms"})
        {
            Expect(&ParseTimeText, text, NONE);
        }
        Expect(&ParseTimeText, "1e-3s", 1e-3L);
        Expect(&ParseTimeText, "2min", 120);
        Expect(&ParseTimeText, "1y", 31536000);
        for (const auto* text : {"", "100", "1e2Mbps", "100 Mbps", "+1bps", "1.2.3bps", "1Tbps"})
        {
            Expect(&ParseRateText, text, NONE);
        }
        Expect(&ParseRateText, "1.0625Gbps", 1062500000);
        Expect(&ParseRateText, "2KiB/s", 16384);
        Expect(&ParseQueueSizeText, "100", NONE);
        Expect(&ParseQueueSizeText, "lots", NONE);
        Expect(&ParseQueueSizeText, "100p", 100);
        Expect(&ParseQueueSizeText, "64kB", 64000);
    }
};

/**
 * @ingroup toolbox
 *
 * Quantities are written as they can be read.
 */
class QuantityWriteTest : public TestCase
{
  public:
    QuantityWriteTest()
        : TestCase("Quantities are written with a unit")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(ToQuantityText(Seconds(20)), "20s", "seconds");
        NS_TEST_EXPECT_MSG_EQ(ToQuantityText(MicroSeconds(1500)), "1500us", "no fraction");
        NS_TEST_EXPECT_MSG_EQ(ToQuantityText(NanoSeconds(1)), "1ns", "nanoseconds");
        NS_TEST_EXPECT_MSG_EQ(ToQuantityText(DataRate(1062500000)), "1.0625Gbps", "fraction");
        NS_TEST_EXPECT_MSG_EQ(ToQuantityText(DataRate(0)), "0bps", "nothing");
        NS_TEST_EXPECT_MSG_EQ(ToGroupedText(999, 0), "999", "no separator");
        NS_TEST_EXPECT_MSG_EQ(ToGroupedText(1234567.891, 2), "1,234,567.89", "two of them");
        NS_TEST_EXPECT_MSG_EQ(ToGroupedText(999.96, 1), "1,000.0", "rounded up");
        NS_TEST_EXPECT_MSG_EQ(ToGroupedText(-123456, 0), "-123,456", "below nothing");
    }
};

/**
 * @ingroup toolbox
 *
 * Texts of quantities.
 */
class QuantityTextTestSuite : public TestSuite
{
  public:
    QuantityTextTestSuite()
        : TestSuite("toolbox-quantity-text", Type::UNIT)
    {
        AddTestCase(new QuantityParseTest, Duration::QUICK);
        AddTestCase(new QuantityWriteTest, Duration::QUICK);
    }
};

static QuantityTextTestSuite g_quantityTextTestSuite; //!< registers the suite
