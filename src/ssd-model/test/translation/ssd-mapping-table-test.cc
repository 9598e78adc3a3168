/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/ssd-mapping-table.h"
#include "ns3/test.h"

#include <unordered_map>

using namespace ns3;

/**
 * @ingroup ssd-model-tests
 *
 * Entries are what was last set, in few and in all units, and memory grows with those that are set.
 */
class SsdMappingTableTestCase : public TestCase
{
  public:
    SsdMappingTableTestCase()
        : TestCase("The mapping table keeps what is set")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(5);
        for (const uint64_t units : {1U, 5U, 3000U, 100000U, 4294967290U})
        {
            SsdMappingTable table(units);
            std::unordered_map<uint64_t, uint32_t> expected;
            for (int i = 0; i < 100000; ++i)
            {
                const uint64_t unit = random->GetInteger(0, units - 1);
                const uint32_t entry = random->GetInteger(1, UINT32_MAX);
                const auto found = expected.find(unit);
                const auto before =
                    found == expected.end() ? SsdMappingTable::UNTOUCHED : found->second;
                NS_TEST_ASSERT_MSG_EQ(table.Get(unit), before, "before it is set");
                table.Set(unit, entry);
                expected[unit] = entry;
                NS_TEST_ASSERT_MSG_EQ(table.Get(unit), entry, "after it is set");
            }
            for (const auto& [unit, entry] : expected)
            {
                NS_TEST_ASSERT_MSG_EQ(table.Get(unit), entry, "at the end");
            }
            if (units < 1000000)
            {
                NS_TEST_EXPECT_MSG_EQ(table.GetAllocatedBytes(), 4 * units, "an array");
            }
            else
            {
                // 8 bytes for each place, of which a third to two thirds are taken.
                NS_TEST_EXPECT_MSG_LT(table.GetAllocatedBytes(),
                                      25 * expected.size(),
                                      "a hash table");
            }
        }
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of the mapping table.
 */
class SsdMappingTableTestSuite : public TestSuite
{
  public:
    SsdMappingTableTestSuite()
        : TestSuite("ssd-mapping-table", Type::UNIT)
    {
        AddTestCase(new SsdMappingTableTestCase, Duration::QUICK);
    }
};

static SsdMappingTableTestSuite g_ssdMappingTableTestSuite; //!< registers the suite
