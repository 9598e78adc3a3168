/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NTLM_PROOF_H
#define NTLM_PROOF_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What proves that a client knows a password: NTLM version 2 (MS-NLMP, 3.3.2). Numbers are as in
 * messages, least significant byte first.
 */
struct NtlmProof
{
    /// What a proof is of.
    struct Question
    {
        uint64_t serverChallenge{0}; //!< the server's number
        uint64_t clientChallenge{0}; //!< the client's
        uint64_t time{0};            //!< FILETIME
        std::string information;     //!< TargetInfo of the server
    };

    std::string response;   //!< NtChallengeResponse
    std::string sessionKey; //!< SessionBaseKey, 16 bytes

    /**
     * @param user name of a user, UTF-8; case does not count in letters of ASCII, but in others
     * @param domain name of the domain, UTF-8
     * @param password the password, UTF-8
     * @return NTOWFv2, 16 bytes
     */
    static std::string MakeKey(const std::string& user,
                               const std::string& domain,
                               const std::string& password);

    /**
     * @param key NTOWFv2
     * @param question what to prove it for
     * @return the proof
     */
    static NtlmProof Make(const std::string& key, const Question& question);
};

} // namespace ns3

#endif /* NTLM_PROOF_H */
