/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PARETO_ADDRESS_PATTERN_H
#define PARETO_ADDRESS_PATTERN_H

#include "address-pattern.h"

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * The beginning of the range is hot by Pareto's rule: of all requests the share 1 - h goes to the
 * first share h of the range, and within that part the same holds again. Of n positions, the first
 * k get the share (k / n)^(log(1 - h) / log(h)).
 */
class ParetoAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    ParetoAddressPattern();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    double m_power;                       //!< h
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

} // namespace ns3

#endif /* PARETO_ADDRESS_PATTERN_H */
