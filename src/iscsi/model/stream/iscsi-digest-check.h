/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_DIGEST_CHECK_H
#define ISCSI_DIGEST_CHECK_H

#include "ns3/iscsi-crc32c.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * Compares a received digest with the bytes that it covers (RFC 7143, 11.2.3). Both may arrive in
 * pieces. IscsiPduAssembler checks headers and data; IscsiPduFramer computes what is sent.
 */
class IscsiDigestCheck
{
  public:
    /**
     * Add bytes that the digest covers, padding included.
     *
     * @param bytes the first of them
     * @param length number of bytes
     */
    void Cover(const uint8_t* bytes, uint32_t length);

    /**
     * Add covered bytes that are all zero.
     *
     * @param length number of bytes
     */
    void CoverZeros(uint32_t length);

    /**
     * @return number of bytes of the digest that have not been received, 0 to 4
     */
    uint32_t GetMissing() const;

    /**
     * Add bytes of the digest.
     *
     * @param bytes the first of them
     * @param length number of bytes, at most as many as are missing
     */
    void AddDigest(const uint8_t* bytes, uint32_t length);

    /**
     * @return true if the whole digest has been received and is that of the covered bytes
     */
    bool IsGood() const;

  private:
    IscsiCrc32c m_crc;             //!< digest of the covered bytes
    IscsiCrc32c::Bytes m_digest{}; //!< digest as received
    uint32_t m_taken{0};           //!< number of its bytes received
};

} // namespace ns3

#endif /* ISCSI_DIGEST_CHECK_H */
