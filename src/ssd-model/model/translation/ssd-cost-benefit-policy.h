/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_COST_BENEFIT_POLICY_H
#define SSD_COST_BENEFIT_POLICY_H

#include "ssd-victim-policy.h"

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Frees the block with the best ratio of benefit to cost: of u, the share of valid units, and the
 * time since the block last changed, it is (1 - u) / (2 u) times that time (Kawaguchi, Nishioka and
 * Motoda, "A flash-memory based file system", USENIX 1995). Each choice looks at all blocks.
 */
class SsdCostBenefitPolicy : public SsdVictimPolicy
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

#endif /* SSD_COST_BENEFIT_POLICY_H */
