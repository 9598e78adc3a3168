/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_HASH_H
#define SMB_HASH_H

#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The hashes of logins and signatures. MD4 is here because libcrypto has it only in a provider that
 * not every system installs; the others are libcrypto's.
 */
class SmbHash
{
  public:
    /**
     * @param message bytes
     * @return MD4 (RFC 1320) of them, 16 bytes
     */
    static std::string Md4(std::string_view message);

    /**
     * @param key a key
     * @param message bytes
     * @return HMAC-MD5 (RFC 2104) of them, 16 bytes
     */
    static std::string HmacMd5(std::string_view key, std::string_view message);

    /**
     * @param key a key
     * @param message bytes
     * @return HMAC-SHA256 (RFC 2104, FIPS 180-4) of them, 32 bytes
     */
    static std::string HmacSha256(std::string_view key, std::string_view message);
};

} // namespace ns3

#endif /* SMB_HASH_H */
