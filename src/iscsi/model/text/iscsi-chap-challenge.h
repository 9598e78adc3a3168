/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CHAP_CHALLENGE_H
#define ISCSI_CHAP_CHALLENGE_H

#include "iscsi-chap-hash.h"
#include "iscsi-text.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * A challenge of CHAP and its identifier (RFC 7143, 12.1.3): the keys CHAP_I and CHAP_C, and the
 * key CHAP_R that answers them.
 */
class IscsiChapChallenge
{
  public:
    static constexpr uint32_t MAX_LENGTH = 1024; //!< longest challenge or response, bytes

    /**
     * Make a challenge as long as the responses to it.
     *
     * @param algorithm the algorithm agreed on
     * @param random where identifier and challenge come from
     */
    IscsiChapChallenge(IscsiChapAlgorithm algorithm, Ptr<RandomVariableStream> random);

    /**
     * Read a challenge.
     *
     * @param algorithm the algorithm agreed on
     * @param keys a text with CHAP_I and CHAP_C
     * @return the challenge, or nothing if a key is missing, the identifier is no byte, or the
     *         challenge is empty, too long or no binary value
     */
    static std::optional<IscsiChapChallenge> Read(IscsiChapAlgorithm algorithm,
                                                  const IscsiTextKeys& keys);

    /**
     * @param keys where to put CHAP_I and CHAP_C
     */
    void Write(IscsiTextKeys& keys) const;

    /**
     * @param secret a secret
     * @return the value of CHAP_R that answers it
     */
    std::string MakeAnswer(const std::string& secret) const;

    /**
     * @param answer a value of CHAP_R
     * @param secret a secret
     * @return true if it is the answer of one who knows the secret
     */
    bool IsAnswer(const std::string& answer, const std::string& secret) const;

    /**
     * @param other another question
     * @return true if its challenge is the same
     */
    bool HasSameChallenge(const IscsiChapChallenge& other) const;

  private:
    /**
     * @param algorithm the algorithm
     * @param identifier the identifier
     * @param challenge the challenge
     */
    IscsiChapChallenge(IscsiChapAlgorithm algorithm,
                       uint8_t identifier,
                       std::vector<uint8_t> challenge);

    IscsiChapHash m_hash;             //!< the hash function
    uint8_t m_identifier;             //!< the identifier
    std::vector<uint8_t> m_challenge; //!< the challenge
};

} // namespace ns3

#endif /* ISCSI_CHAP_CHALLENGE_H */
