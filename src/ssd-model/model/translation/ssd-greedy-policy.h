/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_GREEDY_POLICY_H
#define SSD_GREEDY_POLICY_H

#include "ssd-victim-policy.h"

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Frees the block with the fewest valid units.
 */
class SsdGreedyPolicy : public SsdVictimPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // From SsdVictimPolicy
    uint32_t Choose(SsdBlockPool& pool, uint64_t time) override;
    uint32_t GetChoices() const override;
};

} // namespace ns3

#endif /* SSD_GREEDY_POLICY_H */
