/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-client-login.h"

#include "ntlm-message.h"
#include "ntlm-proof.h"
#include "spnego-token.h"

namespace ns3
{

namespace
{

/// Flags of what a client asks for.
constexpr uint32_t CLIENT_FLAGS = NtlmMessage::UNICODE | NtlmMessage::REQUEST_TARGET |
                                  NtlmMessage::SIGN | NtlmMessage::NTLM | NtlmMessage::ALWAYS_SIGN |
                                  NtlmMessage::EXTENDED | NtlmMessage::INFORMATION |
                                  NtlmMessage::BITS_128 | NtlmMessage::BITS_56;

/// LmChallengeResponse where NTLM version 2 has the proof: zeros (3.1.5.1.2).
constexpr std::size_t LM_RESPONSE_BYTES = 24;

} // namespace

Smb2ClientLogin::Smb2ClientLogin(const std::string& user,
                                 const std::string& password,
                                 uint64_t challenge)
    : m_user(user),
      m_password(password),
      m_challenge(challenge)
{
}

std::string
Smb2ClientLogin::Begin() const
{
    return SpnegoToken::MakeInit(NtlmNegotiate{CLIENT_FLAGS}.Serialize());
}

std::string
Smb2ClientLogin::Answer(const std::string& blob, uint64_t time)
{
    const auto challenge = NtlmChallenge::Deserialize(NtlmMessage::Find(blob));
    if (!challenge)
    {
        return "";
    }
    NtlmAuthenticate message;
    message.flags = CLIENT_FLAGS & challenge->flags;
    if (m_user.empty())
    {
        // 3.2.5.1.2: an anonymous client has one byte of LmChallengeResponse and nothing else.
        message.flags |= NtlmMessage::ANONYMOUS;
        message.lmResponse.assign(1, '\0');
    }
    else
    {
        NtlmProof::Question question;
        question.serverChallenge = challenge->challenge;
        question.clientChallenge = m_challenge;
        question.time = challenge->GetTime() == 0 ? time : challenge->GetTime();
        question.information = challenge->information;
        const auto proof = NtlmProof::Make(NtlmProof::MakeKey(m_user, "", m_password), question);
        message.lmResponse.assign(LM_RESPONSE_BYTES, '\0');
        message.ntResponse = proof.response;
        message.user = m_user;
        m_sessionKey = proof.sessionKey;
    }
    return SpnegoToken::MakeResponse(message.Serialize());
}

const std::string&
Smb2ClientLogin::GetSessionKey() const
{
    return m_sessionKey;
}

} // namespace ns3
