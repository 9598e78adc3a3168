/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_D_CHOICES_POLICY_H
#define SSD_D_CHOICES_POLICY_H

#include "ssd-victim-policy.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Frees the block with the fewest valid units among some that are drawn at random, with replacement
 * (Van Houdt, "A mean field model for a class of garbage collection algorithms in flash-based
 * solid state drives", SIGMETRICS 2013).
 */
class SsdDChoicesPolicy : public SsdVictimPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SsdDChoicesPolicy();

    // From SsdVictimPolicy
    uint32_t Choose(SsdBlockPool& pool, uint64_t time) override;
    uint32_t GetChoices() const override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    uint32_t m_choices;                  //!< how many are drawn
    Ptr<UniformRandomVariable> m_random; //!< draws them
};

} // namespace ns3

#endif /* SSD_D_CHOICES_POLICY_H */
