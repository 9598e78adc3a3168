/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-signature.h"

#include "smb-hash.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Where a header has its signature (MS-SMB2, 2.2.1.2).
constexpr std::size_t SIGNATURE_OFFSET = 48;

} // namespace

std::array<uint8_t, 16>
Smb2Signature::Compute(const std::string& key, std::string message)
{
    std::array<uint8_t, 16> signature;
    std::fill_n(message.begin() + SIGNATURE_OFFSET, signature.size(), '\0');
    const auto hash = SmbHash::HmacSha256(key, message);
    std::copy_n(hash.begin(), signature.size(), signature.begin());
    return signature;
}

} // namespace ns3
