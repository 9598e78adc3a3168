/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CHAP_HASH_H
#define ISCSI_CHAP_HASH_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * Algorithms of CHAP by their registered numbers (RFC 7143, 12.1.3, and IANA's registry of PPP
 * authentication algorithms). SHA-1 (6) and SHA3-256 (8) are also registered but not supported.
 */
enum class IscsiChapAlgorithm : uint8_t
{
    MD5 = 5,    //!< MD5, which every initiator offers
    SHA256 = 7, //!< SHA-256
};

/**
 * @ingroup iscsi-text
 *
 * @param name MD5 or SHA256
 * @return the algorithm, or nothing if there is none of that name
 */
std::optional<IscsiChapAlgorithm> FindIscsiChapAlgorithm(const std::string& name);

/**
 * @ingroup iscsi-text
 *
 * The hash function of CHAP (RFC 1994, 4.1), computed by libcrypto.
 */
class IscsiChapHash
{
  public:
    /**
     * @param algorithm the algorithm
     */
    explicit IscsiChapHash(IscsiChapAlgorithm algorithm);

    /**
     * @return length of a response, bytes
     */
    uint32_t GetLength() const;

    /**
     * Answer a challenge.
     *
     * @param identifier the challenge's identifier
     * @param secret the secret both sides know
     * @param challenge the challenge
     * @return the hash over the three in this order
     * @throw UserError if this machine's libcrypto does not do the algorithm
     */
    std::vector<uint8_t> Respond(uint8_t identifier,
                                 const std::string& secret,
                                 const std::vector<uint8_t>& challenge) const;

  private:
    IscsiChapAlgorithm m_algorithm; //!< the algorithm
};

} // namespace ns3

#endif /* ISCSI_CHAP_HASH_H */
