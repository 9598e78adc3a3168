/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_SIGNATURE_H
#define SMB2_SIGNATURE_H

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The signature of messages of SMB 2.0.2 and 2.1: HMAC-SHA256 (MS-SMB2, 3.1.4.1).
 */
class Smb2Signature
{
  public:
    /**
     * @param key the key of the session
     * @param message a message, at least a header; its signature does not count
     * @return the signature
     */
    static std::array<uint8_t, 16> Compute(const std::string& key, std::string message);
};

} // namespace ns3

#endif /* SMB2_SIGNATURE_H */
