/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-collection.h"

#include "ns3/random-variable-stream.h"
#include "ns3/ssd-cost-benefit-policy.h"
#include "ns3/ssd-d-choices-policy.h"
#include "ns3/ssd-greedy-policy.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param spare flash beyond what the host sees, as a share of that
 * @param separatesMoved whether moved units get blocks of their own
 * @return a die of 2,000 blocks of 64 units
 */
SsdLayout
MakeLayout(double spare, bool separatesMoved = false)
{
    SsdLayout layout;
    layout.blocksPerDie = 2002;
    layout.unitsPerBlock = 64;
    layout.logicalUnits = 2000 * 64 / (1 + spare);
    layout.separatesMoved = separatesMoved;
    return layout;
}

/**
 * @param layer the translation layer
 * @param random draws units
 * @param writes how many
 * @param hot share of the units that nine of ten writes go to, 1 for uniform writes
 * @return write amplification meanwhile
 */
double
Measure(SsdTranslationLayer& layer,
        const Ptr<UniformRandomVariable>& random,
        uint64_t writes,
        double hot = 1)
{
    const auto before = layer.GetMoves();
    const auto units = layer.GetLayout().logicalUnits;
    const uint64_t hotUnits = units * hot;
    for (uint64_t i = 0; i < writes; ++i)
    {
        const bool isHot = hot == 1 || random->GetValue() < 0.9;
        const auto unit =
            isHot ? random->GetInteger(0, hotUnits - 1) : random->GetInteger(hotUnits, units - 1);
        layer.Write(unit, 0);
        CollectSsdGarbage(layer, 0);
    }
    return 1 + static_cast<double>(layer.GetMoves() - before) / writes;
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Each unit is where it was last written, through collections, trims and ageing.
 */
class SsdTranslationTestCase : public TestCase
{
  public:
    /**
     * @param isAged whether the drive begins in its steady state
     * @param hasSlc whether it has an SLC cache
     */
    SsdTranslationTestCase(bool isAged, bool hasSlc)
        : TestCase(std::string("Units of a drive that is ") + (isAged ? "aged" : "new") +
                   (hasSlc ? ", with an SLC cache," : "") + " have one slot each"),
          m_isAged(isAged),
          m_hasSlc(hasSlc)
    {
    }

  private:
    void DoRun() override
    {
        SsdLayout layout;
        layout.dies = 3;
        layout.blocksPerDie = 20;
        layout.unitsPerBlock = 12;
        layout.logicalUnits = 500;
        layout.separatesMoved = !m_isAged;
        layout.slcBlocksPerDie = m_hasSlc ? 3 : 0;
        layout.slcUnitsPerBlock = 4;
        SsdTranslationLayer layer(layout, CreateObject<SsdGreedyPolicy>());
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        std::set<uint64_t> written;
        if (m_isAged)
        {
            layer.Age(random);
            for (uint64_t unit = 0; unit < layout.logicalUnits; ++unit)
            {
                written.insert(unit);
            }
            Check(layer, written);
        }
        for (int i = 0; i < 20000; ++i)
        {
            const auto unit = random->GetInteger(0, layout.logicalUnits - 1);
            if (random->GetValue() < 0.1)
            {
                layer.Trim(unit);
                written.erase(unit);
                continue;
            }
            const auto die = i % layout.dies;
            const bool isToSlc = layer.HasSlcRoom(die);
            const auto slot = isToSlc ? layer.WriteToSlc(unit, die) : layer.Write(unit, die);
            NS_TEST_ASSERT_MSG_EQ(layer.IsInSlc(slot), isToSlc, "in the cache");
            NS_TEST_ASSERT_MSG_EQ(layer.GetDieOf(slot), die, "in the die");
            written.insert(unit);
            CollectSsdGarbage(layer, die);
            if (random->GetValue() < 0.2 && layer.HasToFold(die))
            {
                Fold(layer, die);
            }
            if (i % 1000 == 0)
            {
                Check(layer, written);
            }
        }
        Check(layer, written);
        NS_TEST_EXPECT_MSG_GT(layer.GetMoves(), 1000, "units were moved");
        NS_TEST_EXPECT_MSG_EQ((layer.GetFolds() > 1000), m_hasSlc, "units were folded");
    }

    /**
     * Fold a step, or erase a block of the cache.
     *
     * @param layer the translation layer
     * @param die a die that has something to fold
     */
    void Fold(SsdTranslationLayer& layer, uint32_t die)
    {
        if (layer.IsFolded(die))
        {
            layer.EndFolding(die);
            return;
        }
        const auto before = layer.GetFolds();
        const auto units = layer.FoldUnits(die, 2);
        NS_TEST_ASSERT_MSG_LT_OR_EQ(units, 2, "of two slots");
        NS_TEST_ASSERT_MSG_EQ(layer.GetFolds(), before + units, "they are counted");
        CollectSsdGarbage(layer, die);
    }

    /**
     * @param layer the translation layer
     * @param written the units that it has
     */
    void Check(const SsdTranslationLayer& layer, const std::set<uint64_t>& written)
    {
        std::map<uint32_t, uint64_t> slots;
        std::vector<uint64_t> valid(3);
        for (uint64_t unit = 0; unit < layer.GetLayout().logicalUnits; ++unit)
        {
            const auto slot = layer.Find(unit);
            NS_TEST_ASSERT_MSG_EQ(slot.has_value(), written.contains(unit), "written or not");
            if (slot)
            {
                const auto& layout = layer.GetLayout();
                NS_TEST_ASSERT_MSG_LT(*slot, layout.GetNSlots() + layout.GetNSlcSlots(), "a slot");
                NS_TEST_ASSERT_MSG_EQ(slots.emplace(*slot, unit).second, true, "of its own");
                ++valid[layer.GetDieOf(*slot)];
            }
        }
        for (uint32_t die = 0; die < 3; ++die)
        {
            NS_TEST_ASSERT_MSG_EQ(layer.GetValid(die), valid[die], "valid units");
        }
    }

    bool m_isAged; //!< whether the drive begins in its steady state
    bool m_hasSlc; //!< whether it has an SLC cache
};

/**
 * @ingroup ssd-model-tests
 *
 * Write amplification of uniform random writes against its closed form.
 */
class SsdWriteAmplificationTestCase : public TestCase
{
  public:
    /**
     * @param policy of garbage collection
     * @param name what it is called
     * @param separatesMoved whether moved units get blocks of their own
     */
    SsdWriteAmplificationTestCase(Ptr<SsdVictimPolicy> policy,
                                  const std::string& name,
                                  bool separatesMoved)
        : TestCase("Write amplification of uniform writes, " + name),
          m_policy(policy),
          m_separatesMoved(separatesMoved)
    {
    }

  private:
    void DoRun() override
    {
        m_policy->AssignStreams(100);
        for (const double spare : {0.07, 0.12, 0.20, 0.28})
        {
            const auto layout = MakeLayout(spare, m_separatesMoved);
            const SsdSteadyState state(layout.GetUtilisation(), 64, m_policy->GetChoices());
            const auto expected = state.GetWriteAmplification();
            auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(3);

            SsdTranslationLayer fresh(layout, m_policy);
            for (uint64_t unit = 0; unit < layout.logicalUnits; ++unit)
            {
                fresh.Write(unit, 0);
                CollectSsdGarbage(fresh, 0);
            }
            NS_TEST_EXPECT_MSG_EQ(fresh.GetMoves(), 0, "nothing is moved at first");
            Measure(fresh, random, 3 * layout.logicalUnits);
            const auto written = Measure(fresh, random, 2 * layout.logicalUnits);
            NS_TEST_EXPECT_MSG_EQ_TOL(written / expected, 1, 0.05, "after writes, " << spare);

            SsdTranslationLayer aged(layout, m_policy);
            aged.Age(random);
            const auto at = Measure(aged, random, layout.logicalUnits / 4);
            NS_TEST_EXPECT_MSG_EQ_TOL(at / expected, 1, 0.05, "at once, " << spare);
        }
    }

    Ptr<SsdVictimPolicy> m_policy; //!< of garbage collection
    bool m_separatesMoved;         //!< whether moved units get blocks of their own
};

/**
 * @ingroup ssd-model-tests
 *
 * Cost-benefit collection gains where some units are written more often than others, and only
 * there.
 */
class SsdHotColdTestCase : public TestCase
{
  public:
    SsdHotColdTestCase()
        : TestCase("Cost-benefit collection of hot and cold units")
    {
    }

  private:
    /**
     * @param policy of garbage collection
     * @param hot share of the units that nine of ten writes go to, 1 for uniform writes
     * @return write amplification
     */
    static double Get(Ptr<SsdVictimPolicy> policy, double hot)
    {
        const auto layout = MakeLayout(0.15, true);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(11);
        SsdTranslationLayer layer(layout, policy);
        layer.Age(random);
        Measure(layer, random, 4 * layout.logicalUnits, hot);
        return Measure(layer, random, 2 * layout.logicalUnits, hot);
    }

    void DoRun() override
    {
        const auto greedy = CreateObject<SsdGreedyPolicy>();
        const auto costBenefit = CreateObject<SsdCostBenefitPolicy>();
        NS_TEST_EXPECT_MSG_GT(Get(costBenefit, 1), Get(greedy, 1), "greedy is best for uniform");
        NS_TEST_EXPECT_MSG_LT(Get(costBenefit, 0.1), 0.9 * Get(greedy, 0.1), "hot and cold");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Drives that could not be written.
 */
class SsdLayoutMistakesTestCase : public TestCase
{
  public:
    SsdLayoutMistakesTestCase()
        : TestCase("Too little flash is refused")
    {
    }

  private:
    void DoRun() override
    {
        auto layout = MakeLayout(0);
        for (const uint32_t blocks : {1U, 2U, 2001U, 2002U, UINT32_MAX / 64 + 1})
        {
            layout.blocksPerDie = blocks;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(layout), true, blocks << " blocks");
        }
        layout.blocksPerDie = 2003;
        NS_TEST_EXPECT_MSG_EQ(IsRefused(layout), false, "one block more");
    }

    /**
     * @param layout a layout
     * @return true if it is refused
     */
    static bool IsRefused(const SsdLayout& layout)
    {
        try
        {
            SsdTranslationLayer layer(layout, CreateObject<SsdGreedyPolicy>());
        }
        catch (const UserError&)
        {
            return true;
        }
        return false;
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of the flash translation layer.
 */
class SsdTranslationTestSuite : public TestSuite
{
  public:
    SsdTranslationTestSuite()
        : TestSuite("ssd-translation-layer", Type::UNIT)
    {
        for (const bool isAged : {false, true})
        {
            AddTestCase(new SsdTranslationTestCase(isAged, false), Duration::QUICK);
            AddTestCase(new SsdTranslationTestCase(isAged, true), Duration::QUICK);
        }
        AddTestCase(new SsdLayoutMistakesTestCase, Duration::QUICK);
        const auto add = [this](Ptr<SsdVictimPolicy> policy, const std::string& name, bool apart) {
            AddTestCase(new SsdWriteAmplificationTestCase(policy, name, apart), Duration::QUICK);
        };
        add(CreateObject<SsdGreedyPolicy>(), "greedy", false);
        add(CreateObject<SsdGreedyPolicy>(), "greedy, moved units apart", true);
        for (const uint32_t choices : {1, 2, 5, 30})
        {
            auto policy = CreateObject<SsdDChoicesPolicy>();
            policy->SetAttribute("Choices", UintegerValue(choices));
            add(policy, std::to_string(choices) + " choices", false);
        }
        AddTestCase(new SsdHotColdTestCase, Duration::QUICK);
    }
};

static SsdTranslationTestSuite g_ssdTranslationTestSuite; //!< registers the suite
