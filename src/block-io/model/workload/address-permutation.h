/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADDRESS_PERMUTATION_H
#define ADDRESS_PERMUTATION_H

#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * A random order of the numbers below a given one, in constant memory: a Feistel network of four
 * rounds on the next even number of bits, walked along until it ends below the number (Black and
 * Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002).
 */
class AddressPermutation
{
  public:
    /// What decides on the order.
    using Keys = std::array<uint64_t, 4>;

    /**
     * @param random where keys come from
     * @return new keys
     */
    static Keys DrawKeys(const Ptr<UniformRandomVariable>& random);

    /**
     * @param size how many numbers, at least 1
     * @param keys what decides on the order
     */
    AddressPermutation(uint64_t size, const Keys& keys);

    /**
     * @return how many numbers
     */
    uint64_t GetSize() const;

    /**
     * @param position a position in the order, below the size
     * @return the number at that position, another one for each position
     */
    uint64_t Map(uint64_t position) const;

    /**
     * @param number a number below the size
     * @return its position in the order
     */
    uint64_t Find(uint64_t number) const;

  private:
    /**
     * @param value a value of the network's bits
     * @return another one
     */
    uint64_t Encrypt(uint64_t value) const;

    /**
     * @param value a value of the network's bits
     * @return the one that Encrypt makes it of
     */
    uint64_t Decrypt(uint64_t value) const;

    /**
     * @param half half of a value
     * @param key of a round
     * @return what the round mixes into the other half
     */
    uint64_t GetRound(uint64_t half, uint64_t key) const;

    uint64_t m_size;        //!< how many numbers
    Keys m_keys;            //!< one for each round
    uint32_t m_halfBits{1}; //!< bits of half a value
};

} // namespace ns3

#endif /* ADDRESS_PERMUTATION_H */
