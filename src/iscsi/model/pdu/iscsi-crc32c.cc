/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-crc32c.h"

#include <bit>

namespace ns3
{

namespace
{

/// The generator without x**32, coefficient of x**31 in bit 0.
constexpr uint32_t GENERATOR = 0x82f63b78;

/// The polynomial 1: coefficient of x**0 in bit 31.
constexpr uint32_t ONE = 0x80000000;

/// Below this many zeros, appending them by table is faster than multiplying.
constexpr uint64_t FEW_ZEROS = 32;

/**
 * @param polynomial a remainder
 * @return the remainder of it times x
 */
constexpr uint32_t
TimesX(uint32_t polynomial)
{
    return (polynomial >> 1) ^ ((polynomial & 1) != 0 ? GENERATOR : 0);
}

/**
 * @param a a remainder
 * @param b a remainder
 * @return the remainder of their product
 */
constexpr uint32_t
Multiply(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (; a != 0; a <<= 1)
    {
        product ^= (a & ONE) != 0 ? b : 0;
        b = TimesX(b);
    }
    return product;
}

/// For each distance of 0 to 7 bytes and each byte, its share in the remainder.
using Tables = std::array<std::array<uint32_t, 256>, 8>;

/**
 * @return the tables
 */
constexpr Tables
MakeTables()
{
    Tables tables{};
    for (uint32_t byte = 0; byte < 256; byte++)
    {
        uint32_t remainder = byte;
        for (auto& table : tables)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                remainder = TimesX(remainder);
            }
            table[byte] = remainder;
        }
    }
    return tables;
}

/**
 * @return x to the power of eight times two to the power of the index: that many zero bytes
 */
constexpr std::array<uint32_t, 64>
MakePowers()
{
    std::array<uint32_t, 64> powers{};
    uint32_t power = ONE >> 8;
    for (auto& entry : powers)
    {
        entry = power;
        power = Multiply(power, power);
    }
    return powers;
}

constexpr Tables TABLES = MakeTables();
constexpr std::array<uint32_t, 64> POWERS = MakePowers();

/**
 * @param bytes four bytes
 * @return the number whose lowest byte comes first
 */
uint32_t
ReadLittleEndian(const uint8_t* bytes)
{
    return bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (static_cast<uint32_t>(bytes[3]) << 24);
}

} // namespace

void
IscsiCrc32c::Add(const uint8_t* bytes, std::size_t length)
{
    uint32_t remainder = m_remainder;
    for (; length >= 8; length -= 8, bytes += 8)
    {
        const uint32_t low = remainder ^ ReadLittleEndian(bytes);
        const uint32_t high = ReadLittleEndian(bytes + 4);
        remainder = TABLES[7][low & 0xff] ^ TABLES[6][(low >> 8) & 0xff] ^
                    TABLES[5][(low >> 16) & 0xff] ^ TABLES[4][low >> 24] ^ TABLES[3][high & 0xff] ^
                    TABLES[2][(high >> 8) & 0xff] ^ TABLES[1][(high >> 16) & 0xff] ^
                    TABLES[0][high >> 24];
    }
    for (; length > 0; --length, ++bytes)
    {
        remainder = (remainder >> 8) ^ TABLES[0][(remainder ^ *bytes) & 0xff];
    }
    m_remainder = remainder;
}

void
IscsiCrc32c::AddZeros(uint64_t length)
{
    if (length < FEW_ZEROS)
    {
        constexpr std::array<uint8_t, FEW_ZEROS> ZEROS{};
        Add(ZEROS.data(), length);
        return;
    }
    for (; length != 0; length &= length - 1)
    {
        m_remainder = Multiply(POWERS[std::countr_zero(length)], m_remainder);
    }
}

IscsiCrc32c::Bytes
IscsiCrc32c::GetDigest() const
{
    const uint32_t digest = ~m_remainder;
    return {static_cast<uint8_t>(digest),
            static_cast<uint8_t>(digest >> 8),
            static_cast<uint8_t>(digest >> 16),
            static_cast<uint8_t>(digest >> 24)};
}

} // namespace ns3
