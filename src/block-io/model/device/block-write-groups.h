/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_WRITE_GROUPS_H
#define BLOCK_WRITE_GROUPS_H

#include "ns3/callback.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * Lets something wait for the writes submitted before it, such as a FLUSH of a device that splits
 * or spreads its requests. Writes are counted in groups: those submitted between one that waits and
 * the next.
 */
class BlockWriteGroups
{
  public:
    BlockWriteGroups();

    /**
     * Count a write that begins.
     *
     * @return the number of its group
     */
    uint64_t Begin();

    /**
     * @return the number of the group of the next write: the last for which Await waits
     */
    uint64_t GetLast() const;

    /**
     * Count a write as complete. Nobody is called before Advance.
     *
     * @param group the number of its group
     */
    void End(uint64_t group);

    /**
     * Wait for all writes that have begun and not ended. Nobody is called before Advance.
     *
     * @param done called when they have ended
     */
    void Await(Callback<void> done);

    /// Call everybody whose writes have ended.
    void Advance();

    /// Forget who waits.
    void Clear();

  private:
    /// Writes between one that waits and the next.
    struct Group
    {
        uint32_t pending{0}; //!< writes not complete
        Callback<void> done; //!< who waits for them; null for the last group
    };

    std::deque<Group> m_groups; //!< in order; the last one is open
    uint64_t m_first{0};        //!< number of the first of them
};

} // namespace ns3

#endif /* BLOCK_WRITE_GROUPS_H */
