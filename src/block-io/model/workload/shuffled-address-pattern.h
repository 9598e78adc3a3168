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
 * @ingroup block-io-workload
 *
 * Every position occurs once, in random order, before any repeats; then in another order. fio does
 * this with its map of blocks. If the size of requests changes, the order restarts.
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
        uint64_t next{1};                //!< position of the next request in it
    };

    std::vector<Pass> m_passes;           //!< by device
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

/**
 * @ingroup block-io-workload
 *
 * The positions of another pattern, each mapped to a random position in the range: hot positions
 * stay hot but are not adjacent.
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
