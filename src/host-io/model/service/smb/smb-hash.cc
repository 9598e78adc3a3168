/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-hash.h"

#include "ns3/user-error.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace ns3
{

namespace
{

constexpr std::size_t MD4_BLOCK = 64; //!< bytes that a step of MD4 takes

/// The four words of MD4.
using Md4State = std::array<uint32_t, 4>;

/// What a round of MD4 does with three words, and what it adds (RFC 1320, 3.4).
struct Md4Round
{
    uint32_t (*mix)(uint32_t, uint32_t, uint32_t); //!< F, G or H
    uint32_t constant;                             //!< what is added
    std::array<int, 4> shifts;                     //!< rotations of four operations, repeated
    std::array<uint8_t, 16> order;                 //!< which word of the block each operation takes
};

const std::array<Md4Round, 3> MD4_ROUNDS{
    {{[](uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (~x & z); },
      0,
      {3, 7, 11, 19},
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
     {[](uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (x & z) | (y & z); },
      0x5a827999,
      {3, 5, 9, 13},
      {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}},
     {[](uint32_t x, uint32_t y, uint32_t z) { return x ^ y ^ z; },
      0x6ed9eba1,
      {3, 9, 11, 15},
      {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}}}};

/**
 * @param bytes at least four bytes
 * @return the number of them, least significant byte first
 */
uint32_t
ReadWord(const char* bytes)
{
    uint32_t word = 0;
    for (int i = 3; i >= 0; --i)
    {
        word = word << 8 | static_cast<uint8_t>(bytes[i]);
    }
    return word;
}

/**
 * @param state the words, which change
 * @param block 64 bytes
 */
void
AddBlock(Md4State& state, const char* block)
{
    auto [a, b, c, d] = state;
    for (const auto& round : MD4_ROUNDS)
    {
        for (std::size_t i = 0; i < round.order.size(); ++i)
        {
            const auto sum = a + round.mix(b, c, d) + ReadWord(block + 4 * round.order[i]);
            a = d;
            d = c;
            c = b;
            b = std::rotl(sum + round.constant, round.shifts[i % 4]);
        }
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

/**
 * @param method a hash of libcrypto
 * @param key a key
 * @param message bytes
 * @return the HMAC
 */
std::string
ComputeHmac(const EVP_MD* method, std::string_view key, std::string_view message)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> result;
    unsigned int size = 0;
    if (!HMAC(method,
              key.data(),
              static_cast<int>(key.size()),
              reinterpret_cast<const unsigned char*>(message.data()),
              message.size(),
              result.data(),
              &size))
    {
        throw UserError("SMB: this machine's libcrypto does not support the hashes of logins");
    }
    return {result.begin(), result.begin() + size};
}

} // namespace

std::string
SmbHash::Md4(std::string_view message)
{
    // 3.1 and 3.2: a bit, zeros up to eight bytes below a block, and how many bits there are.
    std::string padded(message);
    padded += '\x80';
    padded.resize((padded.size() + 8 + MD4_BLOCK - 1) / MD4_BLOCK * MD4_BLOCK - 8);
    for (int i = 0; i < 8; ++i)
    {
        padded += static_cast<char>(uint64_t{message.size()} * 8 >> (8 * i));
    }
    Md4State state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (std::size_t at = 0; at < padded.size(); at += MD4_BLOCK)
    {
        AddBlock(state, padded.data() + at);
    }
    std::string digest;
    for (const auto word : state)
    {
        for (int i = 0; i < 4; ++i)
        {
            digest += static_cast<char>(word >> (8 * i));
        }
    }
    return digest;
}

std::string
SmbHash::HmacMd5(std::string_view key, std::string_view message)
{
    return ComputeHmac(EVP_md5(), key, message);
}

std::string
SmbHash::HmacSha256(std::string_view key, std::string_view message)
{
    return ComputeHmac(EVP_sha256(), key, message);
}

} // namespace ns3
