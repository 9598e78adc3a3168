/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_VICTIM_POLICY_H
#define SSD_VICTIM_POLICY_H

#include "ssd-block-pool.h"

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Chooses the block that garbage collection frees next.
 */
class SsdVictimPolicy : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param pool the full blocks of a die, at least one
     * @param time the present time, in units written to the drive
     * @return the block to free
     */
    virtual uint32_t Choose(SsdBlockPool& pool, uint64_t time) = 0;

    /**
     * Among how many blocks the policy chooses the one with the fewest valid units, where it does
     * nothing else: what the closed form of its write amplification needs.
     *
     * @return the number; 0 for all of them
     */
    virtual uint32_t GetChoices() const = 0;

    /**
     * Give the random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);
};

} // namespace ns3

#endif /* SSD_VICTIM_POLICY_H */
