/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "address-permutation.h"

#include <limits>

namespace ns3
{

namespace
{

/**
 * Spread every bit of a value over all bits: the end of MurmurHash3.
 *
 * @param value the value
 * @return it, well mixed
 */
uint64_t
MixAddress(uint64_t value)
{
    value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
    value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33);
}

} // namespace

AddressPermutation::Keys
AddressPermutation::DrawKeys(const Ptr<UniformRandomVariable>& random)
{
    Keys keys;
    for (auto& key : keys)
    {
        key = random->GetInteger(0, std::numeric_limits<uint32_t>::max());
    }
    return keys;
}

AddressPermutation::AddressPermutation(uint64_t size, const Keys& keys)
    : m_size(size),
      m_keys(keys)
{
    while (m_halfBits < 32 && ((size - 1) >> (2 * m_halfBits)) != 0)
    {
        ++m_halfBits;
    }
}

uint64_t
AddressPermutation::GetSize() const
{
    return m_size;
}

uint64_t
AddressPermutation::Map(uint64_t position) const
{
    do
    {
        position = Encrypt(position);
    } while (position >= m_size);
    return position;
}

uint64_t
AddressPermutation::Find(uint64_t number) const
{
    do
    {
        number = Decrypt(number);
    } while (number >= m_size);
    return number;
}

uint64_t
AddressPermutation::GetRound(uint64_t half, uint64_t key) const
{
    const uint64_t mask = (uint64_t{1} << m_halfBits) - 1;
    return MixAddress(half + ((key << 32) | key)) & mask;
}

uint64_t
AddressPermutation::Encrypt(uint64_t value) const
{
    uint64_t left = value >> m_halfBits;
    uint64_t right = value & ((uint64_t{1} << m_halfBits) - 1);
    for (const auto key : m_keys)
    {
        const auto next = left ^ GetRound(right, key);
        left = right;
        right = next;
    }
    return (left << m_halfBits) | right;
}

uint64_t
AddressPermutation::Decrypt(uint64_t value) const
{
    uint64_t left = value >> m_halfBits;
    uint64_t right = value & ((uint64_t{1} << m_halfBits) - 1);
    for (auto key = m_keys.rbegin(); key != m_keys.rend(); ++key)
    {
        const auto previous = right ^ GetRound(left, *key);
        right = left;
        left = previous;
    }
    return (left << m_halfBits) | right;
}

} // namespace ns3
