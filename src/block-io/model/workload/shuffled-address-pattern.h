/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SHUFFLED_ADDRESS_PATTERN_H
#define SHUFFLED_ADDRESS_PATTERN_H

#include "address-pattern.h"
#include "address-permutation.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Every position comes once, in random order, before any comes again; then in another order. What
 * fio does with its map of blocks. Requests are of one size, or the order begins anew.
 */
class ShuffledAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    ShuffledAddressPattern();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    /// How far a device is.
    struct Pass
    {
        AddressPermutation order{1, {}}; //!< the order of this pass
        uint64_t next{1};                //!< place of the next request in it
    };

    std::vector<Pass> m_passes;           //!< by device
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

/**
 * @ingroup block-io
 *
 * The positions of another pattern, each replaced by one that is anywhere in the range: what is hot
 * stays as hot, but hot positions are no neighbours.
 */
class ScatteredAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    ScatteredAddressPattern();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    Ptr<AddressPattern> m_pattern;                //!< the other pattern
    std::vector<AddressPermutation::Keys> m_keys; //!< by device
    Ptr<UniformRandomVariable> m_uniform;         //!< the only source of randomness
};

} // namespace ns3

#endif /* SHUFFLED_ADDRESS_PATTERN_H */
