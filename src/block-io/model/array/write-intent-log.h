/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WRITE_INTENT_LOG_H
#define WRITE_INTENT_LOG_H

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * Which stripes of an array were written and may not be on the medium of all members: after a loss
 * of power these are the stripes in which members may disagree. Writes are counted in groups
 * between FLUSHes (BlockWriteGroups).
 */
class WriteIntentLog
{
  public:
    /**
     * Enter stripes that are about to be written.
     *
     * @param first the first stripe
     * @param last the last stripe, not below the first
     * @param group the group of the write
     */
    void Enter(uint64_t first, uint64_t last, uint64_t group);

    /**
     * Take out the stripes that were not written again since a FLUSH.
     *
     * @param group the last group of writes before the FLUSH
     */
    void Remove(uint64_t group);

    /**
     * Take out one stripe.
     *
     * @param stripe its number
     */
    void RemoveStripe(uint64_t stripe);

    /**
     * @return the stripes, in ascending order
     */
    std::vector<uint64_t> GetStripes() const;

  private:
    std::map<uint64_t, uint64_t> m_groups; //!< group of the last write, by stripe
};

} // namespace ns3

#endif /* WRITE_INTENT_LOG_H */
