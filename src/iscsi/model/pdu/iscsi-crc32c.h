/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CRC32C_H
#define ISCSI_CRC32C_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The digest CRC32C of bytes that are added piece by piece (RFC 7143, 13.1): generator 0x11edc6f41,
 * bits taken lowest first, all ones before the first byte, complemented at the end.
 *
 * Tables process eight bytes at a time. The work for a run of zeros grows with the logarithm of its
 * length, so virtual payload has a real digest without being read.
 */
class IscsiCrc32c
{
  public:
    static constexpr uint32_t SIZE = 4; //!< bytes of a digest

    /// A digest as it is on the wire.
    using Bytes = std::array<uint8_t, SIZE>;

    /**
     * Append bytes.
     *
     * @param bytes the first of them
     * @param length how many
     */
    void Add(const uint8_t* bytes, std::size_t length);

    /**
     * Append bytes that are all zero.
     *
     * @param length how many
     */
    void AddZeros(uint64_t length);

    /**
     * @return the digest of all that was appended
     */
    Bytes GetDigest() const;

  private:
    uint32_t m_remainder{0xffffffff}; //!< remainder so far, coefficient of x**31 in bit 0
};

} // namespace ns3

#endif /* ISCSI_CRC32C_H */
