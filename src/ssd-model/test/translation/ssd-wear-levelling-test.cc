/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-collection.h"

#include "ns3/random-variable-stream.h"
#include "ns3/ssd-cost-benefit-policy.h"
#include "ns3/ssd-d-choices-policy.h"
#include "ns3/ssd-greedy-policy.h"
#include "ns3/ssd-wear-levelling.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param spread erases that blocks may be apart, 0 for any
 * @return a die of 200 blocks of 64 units, 90 % of which the host sees
 */
SsdLayout
MakeWornLayout(uint32_t spread)
{
    SsdLayout layout;
    layout.blocksPerDie = 200;
    layout.unitsPerBlock = 64;
    layout.freeBlocks = 3;
    layout.logicalUnits = 180 * 64;
    layout.wearSpread = spread;
    return layout;
}

/// How often the blocks of a drive were erased.
struct WornBlocks
{
    /**
     * @param layer the translation layer of the drive
     */
    explicit WornBlocks(const SsdTranslationLayer& layer)
    {
        for (uint32_t block = 0; block < layer.GetLayout().GetNBlocks(); ++block)
        {
            const auto erases = layer.GetErases(block);
            least = std::min(least, erases);
            most = std::max(most, erases);
            sum += erases;
            untouched += erases == 0 ? 1 : 0;
        }
    }

    uint32_t least{UINT32_MAX}; //!< of the least erased block
    uint32_t most{0};           //!< of the most erased block
    uint64_t sum{0};            //!< of all blocks
    uint32_t untouched{0};      //!< blocks that were never erased
};

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Which block is collected, against a search among all.
 */
class SsdWearChoiceTestCase : public TestCase
{
  public:
    SsdWearChoiceTestCase()
        : TestCase("The least erased full block is collected")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BLOCKS = 30;
        constexpr uint32_t SPREAD = 5;
        SsdWearLevelling wear(BLOCKS, SPREAD);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        std::vector<uint32_t> erases(BLOCKS);
        std::map<uint32_t, uint32_t> full; // by block, when it became so
        bool hasLevelled = false;
        uint32_t chosen = 0;
        for (uint32_t step = 0; step < 20000; ++step)
        {
            const auto block = random->GetInteger(0, BLOCKS - 1);
            if (!full.contains(block))
            {
                wear.Insert(block, erases[block]);
                full[block] = step;
                continue;
            }
            // Those of fewer numbers are collected more often.
            if (random->GetInteger(0, BLOCKS) < block)
            {
                continue;
            }
            const auto least = std::ranges::min_element(full, {}, [&erases](const auto& it) {
                return std::pair(erases[it.first], it.second);
            });
            const auto apart = erases[block] + 1 - erases[least->first];
            hasLevelled = apart > SPREAD || (apart + 1 >= SPREAD && !hasLevelled);
            const auto found = wear.Choose(block);
            NS_TEST_ASSERT_MSG_EQ(found.has_value(), hasLevelled, "step " << step);
            NS_TEST_ASSERT_MSG_EQ(found.value_or(least->first), least->first, "step " << step);
            NS_TEST_ASSERT_MSG_EQ(wear.IsBehind(erases[least->first], block),
                                  (apart >= SPREAD),
                                  "step " << step);
            const auto victim = found.value_or(block);
            chosen += hasLevelled;
            wear.Remove(victim);
            full.erase(victim);
            ++erases[victim];
        }
        NS_TEST_EXPECT_MSG_GT(chosen, 500, "some were chosen");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * A part of the drive is written again and again, and the rest never: against the closed form.
 */
class SsdWearClosedFormTestCase : public TestCase
{
  public:
    SsdWearClosedFormTestCase()
        : TestCase("What levelling costs beside data that nobody rewrites")
    {
    }

  private:
    void DoRun() override
    {
        // A fifth of the 180 blocks of data is written in sequence: its blocks have no valid unit
        // left when they are collected, and write amplification is 1.
        const auto plain = Measure(0, false);
        NS_TEST_EXPECT_MSG_EQ(plain.amplification, 1, "nothing is moved");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(plain.worn.untouched, 144, "blocks of the rest rest");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(plain.worn.most, plain.worn.sum / 56, "others wear");
        for (const uint32_t spread : {3, 10, 20})
        {
            // Data that nobody rewrites rest in a block until the least erased one has as many
            // erases as it has. That is reached spread - 1 = T erases later, as levelling begins
            // one erase early. Then the block is used until it is T erases ahead of the least
            // again, which has gone on meanwhile: used blocks are 56 of N = 200, and all gain as
            // many erases in the mean, so a block gains G = T N / C in a round, of which one is
            // that for levelling, where C = 144 blocks rest. A share C / (T N) of all erases moves
            // a block.
            const auto share = 144.0 / ((spread - 1) * 200);
            const auto found = Measure(spread, false);
            NS_TEST_EXPECT_MSG_EQ_TOL(found.amplification * (1 - share),
                                      1,
                                      0.005,
                                      "write amplification, spread " << spread);
            NS_TEST_EXPECT_MSG_EQ_TOL(found.share / share,
                                      1,
                                      0.02,
                                      "share of erases, spread " << spread);
            NS_TEST_EXPECT_MSG_EQ_TOL(Measure(spread, true).share / share,
                                      1,
                                      0.03,
                                      "of random writes, spread " << spread);
            NS_TEST_EXPECT_MSG_LT_OR_EQ(found.apart, spread, "at all times");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(found.apart, spread - 1, "and no sooner");
            NS_TEST_EXPECT_MSG_EQ(found.worn.untouched, 0, "all blocks were erased");
        }
    }

    /// What was found.
    struct Found
    {
        double amplification; //!< write amplification
        double share;         //!< blocks that were moved to level wear, as a share of all erases
        uint32_t apart;       //!< the most that blocks were apart, erases
        WornBlocks worn;      //!< at the end
    };

    /**
     * @param spread erases that blocks may be apart, 0 for any
     * @param isRandom whether places are random
     * @return what was found, in the second half of the writes but for what blocks were apart
     */
    static Found Measure(uint32_t spread, bool isRandom)
    {
        const auto layout = MakeWornLayout(spread);
        SsdTranslationLayer layer(layout, CreateObject<SsdGreedyPolicy>());
        for (uint64_t unit = 0; unit < layout.logicalUnits; ++unit)
        {
            layer.Write(unit, 0);
        }
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(9);
        const uint32_t hot = layout.logicalUnits / 5;
        const auto writes = 200 * layout.logicalUnits;
        uint64_t moves = 0;
        uint64_t levelled = 0;
        uint64_t erases = 0;
        uint32_t apart = 0;
        for (uint64_t i = 0; i < writes; ++i)
        {
            layer.Write(isRandom ? random->GetInteger(0, hot - 1) : i % hot, 0);
            CollectSsdGarbage(layer, 0);
            if (i % 32 == 0)
            {
                const WornBlocks worn(layer);
                apart = std::max(apart, worn.most - worn.least);
            }
            if (i == writes / 2)
            {
                moves = layer.GetMoves();
                levelled = layer.GetLevellingMoves();
                erases = WornBlocks(layer).sum;
            }
        }
        const WornBlocks worn(layer);
        const double blocks = (layer.GetLevellingMoves() - levelled) / 64.0;
        return {.amplification = 1 + 2.0 * (layer.GetMoves() - moves) / writes,
                .share = blocks / (worn.sum - erases),
                .apart = apart,
                .worn = worn};
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Random writes and trims: blocks are never further apart than the spread, and each unit has a slot
 * of its own.
 */
class SsdWearBoundTestCase : public TestCase
{
  public:
    /**
     * @param policy of garbage collection
     * @param name what it is called
     * @param hot share of the units that are written
     * @param isAged whether the drive begins in its steady state
     */
    SsdWearBoundTestCase(Ptr<SsdVictimPolicy> policy,
                         const std::string& name,
                         double hot,
                         bool isAged)
        : TestCase("Blocks stay together: " + name + ", " + std::to_string(hot) +
                   (isAged ? ", aged" : "")),
          m_policy(policy),
          m_hot(hot),
          m_isAged(isAged)
    {
    }

  private:
    void DoRun() override
    {
        m_policy->AssignStreams(50);
        for (const uint32_t spread : {3, 8})
        {
            auto layout = MakeWornLayout(spread);
            layout.dies = 2;
            layout.logicalUnits *= 2;
            layout.separatesMoved = spread == 8;
            SsdTranslationLayer layer(layout, m_policy);
            const auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(7);
            std::vector<bool> isWritten(layout.logicalUnits, m_isAged);
            if (m_isAged)
            {
                layer.Age(random);
            }
            const auto hot = static_cast<uint32_t>(layout.logicalUnits * m_hot);
            for (uint64_t i = 0; i < 15 * layout.logicalUnits; ++i)
            {
                // All is written once at first.
                const auto unit = i < layout.logicalUnits ? i : random->GetInteger(0, hot - 1);
                if (random->GetValue() < 0.05)
                {
                    layer.Trim(unit);
                    isWritten[unit] = false;
                    continue;
                }
                const auto die = i % 2;
                layer.Write(unit, die);
                isWritten[unit] = true;
                CollectSsdGarbage(layer, die);
                if (i % 32 == 0)
                {
                    CheckBound(layer, spread);
                }
            }
            CheckUnits(layer, isWritten);
            NS_TEST_EXPECT_MSG_GT(layer.GetLevellingMoves(), 0, "wear was levelled");
        }
    }

    /**
     * @param layer the translation layer
     * @param spread erases that blocks of a die may be apart
     */
    void CheckBound(const SsdTranslationLayer& layer, uint32_t spread)
    {
        for (uint32_t die = 0; die < 2; ++die)
        {
            uint32_t least = UINT32_MAX;
            uint32_t most = 0;
            for (auto block = die * 200; block < (die + 1) * 200; ++block)
            {
                least = std::min(least, layer.GetErases(block));
                most = std::max(most, layer.GetErases(block));
            }
            NS_TEST_ASSERT_MSG_LT_OR_EQ(most - least, spread, "die " << die);
        }
    }

    /**
     * @param layer the translation layer
     * @param isWritten by unit, whether it has contents
     */
    void CheckUnits(const SsdTranslationLayer& layer, const std::vector<bool>& isWritten)
    {
        std::vector<bool> isUsed(layer.GetLayout().GetNSlots());
        uint64_t valid = 0;
        for (uint64_t unit = 0; unit < isWritten.size(); ++unit)
        {
            const auto slot = layer.Find(unit);
            NS_TEST_ASSERT_MSG_EQ(slot.has_value(), isWritten[unit], "unit " << unit);
            if (slot)
            {
                NS_TEST_ASSERT_MSG_EQ(isUsed[*slot], false, "a slot of its own");
                isUsed[*slot] = true;
                ++valid;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(layer.GetValid(0) + layer.GetValid(1), valid, "valid units");
    }

    Ptr<SsdVictimPolicy> m_policy; //!< of garbage collection
    double m_hot;                  //!< share of the units that are written
    bool m_isAged;                 //!< whether the drive begins in its steady state
};

/**
 * @ingroup ssd-model-tests
 *
 * Drives that cannot level wear.
 */
class SsdWearMistakesTestCase : public TestCase
{
  public:
    SsdWearMistakesTestCase()
        : TestCase("Drives that cannot level wear are refused")
    {
    }

  private:
    /**
     * @param layout a layout
     * @return what is wrong with it, nothing if it is accepted
     */
    static std::string GetError(const SsdLayout& layout)
    {
        try
        {
            layout.Check();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        auto layout = MakeWornLayout(3);
        NS_TEST_EXPECT_MSG_EQ(GetError(layout), "", "accepted");
        layout.wearSpread = 2;
        NS_TEST_EXPECT_MSG_EQ(GetError(layout),
                              "wear levelling needs a spread of 3 erases or more, not 2",
                              "spread");
        layout.wearSpread = 3;
        layout.freeBlocks = 2;
        NS_TEST_EXPECT_MSG_EQ(GetError(layout),
                              "wear levelling needs 3 free blocks in each die or more, not 2",
                              "free blocks");
        layout.freeBlocks = 3;
        layout.logicalUnits = 194 * 64;
        NS_TEST_EXPECT_MSG_EQ(GetError(layout), "", "all that fits");
        ++layout.logicalUnits;
        NS_TEST_EXPECT_MSG_EQ(GetError(layout),
                              "wear levelling needs 3 blocks in each die beside the free ones and "
                              "those of 12417 units",
                              "one unit more");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of wear levelling.
 */
class SsdWearLevellingTestSuite : public TestSuite
{
  public:
    SsdWearLevellingTestSuite()
        : TestSuite("ssd-wear-levelling", Type::UNIT)
    {
        AddTestCase(new SsdWearChoiceTestCase, Duration::QUICK);
        AddTestCase(new SsdWearClosedFormTestCase, Duration::QUICK);
        AddTestCase(new SsdWearMistakesTestCase, Duration::QUICK);
        const auto add = [this](Ptr<SsdVictimPolicy> policy, const std::string& name) {
            for (const double hot : {0.1, 1.0})
            {
                AddTestCase(new SsdWearBoundTestCase(policy, name, hot, hot == 1), Duration::QUICK);
            }
        };
        add(CreateObject<SsdGreedyPolicy>(), "greedy");
        add(CreateObject<SsdCostBenefitPolicy>(), "cost and benefit");
        auto policy = CreateObject<SsdDChoicesPolicy>();
        policy->SetAttribute("Choices", UintegerValue(2));
        add(policy, "2 choices");
    }
};

static SsdWearLevellingTestSuite g_ssdWearLevellingTestSuite; //!< registers the suite
