/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_STEADY_STATE_H
#define SSD_STEADY_STATE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * The state that uniform random writes lead a drive to, in closed form: the fixed point of the mean
 * field model for garbage collection with d choices (Van Houdt, SIGMETRICS 2013). With w host
 * writes between two collections, b units in a block, a utilisation r, and S(k) the share of blocks
 * with k or more valid units, blocks leave the level k by host writes as often as collection
 * chooses one below it:
 *
 *     k (S(k) - S(k + 1)) w / (b r) = 1 - S(k)^d      for k = 1 ... b
 *
 * The mean number of valid units, b r, decides w. For all choices (greedy) the right side is 1 down
 * to the level of the victims.
 */
class SsdSteadyState
{
  public:
    /**
     * @param utilisation share of valid units in full blocks, above 0 and below 1
     * @param unitsPerBlock units in a block, 1 or more
     * @param choices among how many blocks the victim is chosen, 0 for all
     */
    SsdSteadyState(double utilisation, uint32_t unitsPerBlock, uint32_t choices);

    /**
     * @return units written to the flash for each that the host writes, 1 or more
     */
    double GetWriteAmplification() const;

    /**
     * @return shares of the full blocks by how many valid units they have, from 0 to all; they add
     *         up to 1
     */
    const std::vector<double>& GetShares() const;

  private:
    /**
     * Find the shares of blocks.
     *
     * @param writes host writes between two collections
     * @return the mean number of valid units
     */
    double Solve(double writes);

    /**
     * @param above share of blocks with more valid units
     * @param slope what the share of a level is multiplied by on the left side
     * @return the share of the level
     */
    double SolveLevel(double above, double slope) const;

    double m_mean;                //!< valid units in a block
    uint32_t m_choices;           //!< of the policy, 0 for all
    double m_writes{0};           //!< host writes between two collections
    std::vector<double> m_shares; //!< of blocks by valid units
};

} // namespace ns3

#endif /* SSD_STEADY_STATE_H */
