/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-collection.h"

#include "ns3/ssd-d-choices-policy.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Units of a block.
constexpr uint32_t UNITS = 16;
/// Share of the units that is hot.
constexpr double HOT = 0.1;
/// Share of the writes that goes to those.
constexpr double HOT_WRITES = 0.9;

/**
 * The mean field of infinitely many blocks, a share of which has so many hot and so many cold valid
 * units. In each round a block is chosen, the one with the fewest valid units of some that are
 * drawn at random. Its valid units stay, and the rest is filled with writes. These make units of
 * all other blocks invalid, each hot one as likely as any other hot one, and so with cold ones.
 */
class HotColdField
{
  public:
    /**
     * @param utilisation valid units as a share of all slots
     * @param choices blocks among which one is chosen
     */
    HotColdField(double utilisation, uint32_t choices)
        : m_choices(choices),
          m_hot(HOT * utilisation * UNITS),
          m_cold((1 - HOT) * utilisation * UNITS)
    {
        for (uint32_t rest = 0; rest <= UNITS; ++rest)
        {
            auto& row = m_binomial.emplace_back();
            for (uint32_t k = 0; k <= rest; ++k)
            {
                row.push_back(std::exp(std::lgamma(rest + 1) - std::lgamma(k + 1) -
                                       std::lgamma(rest - k + 1)) *
                              std::pow(HOT_WRITES, k) * std::pow(1 - HOT_WRITES, rest - k));
            }
        }
        // All blocks have the mean numbers of valid units, as nearly as whole numbers can.
        for (const uint32_t hot : {0, 1})
        {
            for (const uint32_t cold : {0, 1})
            {
                const auto hots = static_cast<uint32_t>(m_hot) + hot;
                const auto colds = static_cast<uint32_t>(m_cold) + cold;
                const auto share = (1 - std::abs(hots - m_hot)) * (1 - std::abs(colds - m_cold));
                m_share[hots][colds] = share;
            }
        }
    }

    /**
     * @return slots that are written for each write of the host, in the long run
     */
    double Settle()
    {
        auto before = 0.;
        for (uint32_t round = 1;; ++round)
        {
            const auto writes = Advance();
            if (round % 1000 == 0)
            {
                const auto amplification = UNITS / writes;
                if (std::abs(amplification - before) < 1e-4 * amplification)
                {
                    return amplification;
                }
                before = amplification;
            }
        }
    }

  private:
    /// Shares of blocks, by their hot and their cold valid units.
    using Shares = double[UNITS + 2][UNITS + 2];

    /**
     * Choose a small share of the blocks.
     *
     * @return writes that fill a chosen block
     */
    double Advance()
    {
        double level[UNITS + 2]{};
        for (uint32_t hot = 0; hot <= UNITS; ++hot)
        {
            for (uint32_t cold = 0; hot + cold <= UNITS; ++cold)
            {
                level[hot + cold] += m_share[hot][cold];
            }
        }
        double chosen[UNITS + 1]; // of the blocks with so many valid units, relative to their share
        double above = 0;
        for (auto valid = UNITS + 1; valid-- > 0;)
        {
            const auto from = above + level[valid];
            const auto picked = std::pow(from, m_choices) - std::pow(above, m_choices);
            chosen[valid] = level[valid] > 0 ? picked / level[valid] : 0;
            above = from;
        }
        Shares change{};
        double writes = 0;
        for (uint32_t hot = 0; hot <= UNITS; ++hot)
        {
            for (uint32_t cold = 0; hot + cold <= UNITS; ++cold)
            {
                const auto victims = m_share[hot][cold] * chosen[hot + cold];
                const auto rest = UNITS - hot - cold;
                writes += victims * rest;
                change[hot][cold] -= victims;
                for (uint32_t k = 0; k <= rest && victims > 1e-15; ++k)
                {
                    change[hot + k][cold + rest - k] += victims * m_binomial[rest][k];
                }
            }
        }
        const auto hotRate = writes * HOT_WRITES / m_hot;
        const auto coldRate = writes * (1 - HOT_WRITES) / m_cold;
        for (uint32_t hot = 0; hot <= UNITS; ++hot)
        {
            for (uint32_t cold = 0; hot + cold <= UNITS; ++cold)
            {
                change[hot][cold] += (hot + 1) * hotRate * m_share[hot + 1][cold] +
                                     (cold + 1) * coldRate * m_share[hot][cold + 1] -
                                     (hot * hotRate + cold * coldRate) * m_share[hot][cold];
            }
        }
        const auto step = 0.3 / std::max(1., UNITS * hotRate);
        for (uint32_t hot = 0; hot <= UNITS; ++hot)
        {
            for (uint32_t cold = 0; hot + cold <= UNITS; ++cold)
            {
                m_share[hot][cold] += step * change[hot][cold];
            }
        }
        return writes;
    }

    uint32_t m_choices;                          //!< blocks among which one is chosen
    double m_hot;                                //!< hot valid units of a block in the mean
    double m_cold;                               //!< cold valid units of a block in the mean
    std::vector<std::vector<double>> m_binomial; //!< hot ones among so many writes
    Shares m_share{};                            //!< of all blocks
};

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Write amplification where a tenth of the units gets nine tenths of the writes, and hot units
 * share blocks with cold ones, against the mean field of Van Houdt (Performance Evaluation 70,
 * 2013).
 */
class SsdHotColdFieldTestCase : public TestCase
{
  public:
    /**
     * @param choices blocks among which one is chosen
     */
    explicit SsdHotColdFieldTestCase(uint32_t choices)
        : TestCase("Hot and cold units, " + std::to_string(choices) + " choices"),
          m_choices(choices)
    {
    }

  private:
    void DoRun() override
    {
        const auto policy = CreateObject<SsdDChoicesPolicy>();
        policy->SetAttribute("Choices", UintegerValue(m_choices));
        policy->AssignStreams(100);
        for (const double spare : {0.07, 0.15, 0.28})
        {
            SsdLayout layout;
            layout.blocksPerDie = 4002;
            layout.unitsPerBlock = UNITS;
            layout.logicalUnits = 4000 * UNITS / (1 + spare);
            const auto expected = HotColdField(layout.GetUtilisation(), m_choices).Settle();
            SsdTranslationLayer layer(layout, policy);
            for (uint64_t unit = 0; unit < layout.logicalUnits; ++unit)
            {
                Write(layer, unit);
            }
            const auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(3);
            Measure(layer, random, 20 * layout.logicalUnits);
            const auto measured = Measure(layer, random, 5 * layout.logicalUnits);
            NS_TEST_EXPECT_MSG_EQ_TOL(measured / expected, 1, 0.01, spare << ": " << expected);
        }
    }

    /**
     * @param layer gets a write, and the collections that it makes necessary
     * @param unit the unit
     */
    static void Write(SsdTranslationLayer& layer, uint64_t unit)
    {
        layer.Write(unit, 0);
        CollectSsdGarbage(layer, 0);
    }

    /**
     * @param layer the drive
     * @param random draws
     * @param writes how many
     * @return their write amplification
     */
    static double Measure(SsdTranslationLayer& layer,
                          const Ptr<UniformRandomVariable>& random,
                          uint64_t writes)
    {
        const auto before = layer.GetMoves();
        const auto units = layer.GetLayout().logicalUnits;
        const uint64_t hot = units * HOT;
        for (uint64_t i = 0; i < writes; ++i)
        {
            Write(layer,
                  random->GetValue() < HOT_WRITES ? random->GetInteger(0, hot - 1)
                                                  : random->GetInteger(hot, units - 1));
        }
        return 1 + static_cast<double>(layer.GetMoves() - before) / writes;
    }

    uint32_t m_choices; //!< blocks among which one is chosen
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of hot and cold units against a closed form.
 */
class SsdHotColdTestSuite : public TestSuite
{
  public:
    SsdHotColdTestSuite()
        : TestSuite("ssd-hot-cold", Type::UNIT)
    {
        for (const uint32_t choices : {1, 2, 5, 30})
        {
            AddTestCase(new SsdHotColdFieldTestCase(choices), Duration::QUICK);
        }
    }
};

static SsdHotColdTestSuite g_ssdHotColdTestSuite; //!< registers the suite
