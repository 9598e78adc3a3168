/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fcal-alpa.h"
#include "ns3/test.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// All addresses by priority as a drive's manual prints them, hexadecimal.
const std::string PRINTED_TABLE =
    "00 01 02 04 08 0F 10 17 18 1B 1D 1E 1F 23 25 26 27 29 2A 2B 2C 2D 2E 31 32 33 "
    "34 35 36 39 3A 3C 43 45 46 47 49 4A 4B 4C 4D 4E 51 52 53 54 55 56 59 5A 5C 63 "
    "65 66 67 69 6A 6B 6C 6D 6E 71 72 73 74 75 76 79 7A 7C 80 81 82 84 88 8F 90 97 "
    "98 9B 9D 9E 9F A3 A5 A6 A7 A9 AA AB AC AD AE B1 B2 B3 B4 B5 B6 B9 BA BC C3 C5 "
    "C6 C7 C9 CA CB CC CD CE D1 D2 D3 D4 D5 D6 D9 DA DC E0 E1 E2 E4 E8 EF ";

/**
 * @return the addresses of PRINTED_TABLE
 */
std::vector<uint8_t>
ReadPrintedTable()
{
    std::istringstream is(PRINTED_TABLE);
    std::vector<uint8_t> table;
    uint32_t alpa;
    while (is >> std::hex >> alpa)
    {
        table.push_back(alpa);
    }
    return table;
}

} // namespace

/**
 * @ingroup fcal
 *
 * The computed table of addresses against the printed one, place by place.
 */
class FcalAlpaTableTest : public TestCase
{
  public:
    FcalAlpaTableTest()
        : TestCase("the table of addresses")
    {
    }

  private:
    void DoRun() override;
};

void
FcalAlpaTableTest::DoRun()
{
    const auto printed = ReadPrintedTable();
    NS_TEST_ASSERT_MSG_EQ(printed.size(), 127, "addresses in the printed table");
    std::vector<bool> listed(256, false);
    for (uint8_t rank = 0; rank < 127; ++rank)
    {
        const auto alpa = printed[rank];
        listed[alpa] = true;
        // The printed table counts hard addresses down: 7Eh for the FL_Port, 00h for EFh.
        const uint8_t address = 126 - rank;
        NS_TEST_EXPECT_MSG_EQ(+FCAL_ALPA_TABLE[rank], +alpa, "place " << +rank);
        NS_TEST_EXPECT_MSG_EQ(+GetFcalAlpaRank(alpa).value(), +rank, "rank of " << +alpa);
        NS_TEST_EXPECT_MSG_EQ(+GetFcalHardAddress(alpa).value(), +address, "of " << +alpa);
        NS_TEST_EXPECT_MSG_EQ(+GetFcalAlpaOfHardAddress(address).value(), +alpa, "by address");
    }
    for (uint32_t byte = 0; byte < 256; ++byte)
    {
        NS_TEST_EXPECT_MSG_EQ(IsFcalAlpa(byte), listed[byte], "address " << byte);
        NS_TEST_EXPECT_MSG_EQ(GetFcalAlpaRank(byte).has_value(), listed[byte], "rank " << byte);
        NS_TEST_EXPECT_MSG_EQ(GetFcalHardAddress(byte).has_value(), listed[byte], "hard " << byte);
    }
    NS_TEST_EXPECT_MSG_EQ(+FCAL_MAX_HARD_ADDRESS, 125, "7Dh");
    NS_TEST_EXPECT_MSG_EQ(+GetFcalAlpaOfHardAddress(FCAL_MAX_HARD_ADDRESS).value(), 1, "AL_PA 01");
    NS_TEST_EXPECT_MSG_EQ(GetFcalAlpaOfHardAddress(127).has_value(), false, "7Fh is no address");
    NS_TEST_EXPECT_MSG_EQ(GetFcalAlpaOfHardAddress(255).has_value(), false, "nor is FFh");
    NS_TEST_EXPECT_MSG_EQ(FormatFcalAlpa(0xef), "EFh", "as logs have it");
    NS_TEST_EXPECT_MSG_EQ(FormatFcalAlpa(1), "01h", "always two digits");
}

/**
 * @ingroup fcal
 *
 * Who wins.
 */
class FcalPriorityTest : public TestCase
{
  public:
    FcalPriorityTest()
        : TestCase("priority by address")
    {
    }

  private:
    void DoRun() override;
};

void
FcalPriorityTest::DoRun()
{
    NS_TEST_EXPECT_MSG_EQ(HasFcalPriority(FCAL_FL_PORT_ALPA, 0x01), true, "the fabric is first");
    NS_TEST_EXPECT_MSG_EQ(HasFcalPriority(0x01, 0xef), true, "01 before EF");
    NS_TEST_EXPECT_MSG_EQ(HasFcalPriority(0xef, 0xe8), false, "EF is last");
    NS_TEST_EXPECT_MSG_EQ(HasFcalPriority(0xe8, 0xe8), false, "not before itself");
}

/**
 * @ingroup fcal
 *
 * Addresses on the loop.
 */
class FcalAlpaTestSuite : public TestSuite
{
  public:
    FcalAlpaTestSuite()
        : TestSuite("fcal-alpa", Type::UNIT)
    {
        AddTestCase(new FcalAlpaTableTest, Duration::QUICK);
        AddTestCase(new FcalPriorityTest, Duration::QUICK);
    }
};

static FcalAlpaTestSuite g_fcalAlpaTestSuite; //!< registers the suite
