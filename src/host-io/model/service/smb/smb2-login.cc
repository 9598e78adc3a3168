/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-login.h"

#include "ntlm-message.h"
#include "spnego-token.h"

namespace ns3
{

namespace
{

constexpr const char* LOGIN_NAME = "NS3"; //!< of server and domain

/**
 * @param challenge the number
 * @return a CHALLENGE_MESSAGE
 */
std::string
MakeChallenge(uint64_t challenge)
{
    NtlmChallenge message;
    message.flags = NtlmMessage::UNICODE | NtlmMessage::REQUEST_TARGET | NtlmMessage::NTLM |
                    NtlmMessage::TARGET_IS_SERVER | NtlmMessage::EXTENDED |
                    NtlmMessage::INFORMATION | NtlmMessage::BITS_128 | NtlmMessage::BITS_56;
    message.challenge = challenge;
    message.name = LOGIN_NAME;
    message.information = NtlmChallenge::MakeInformation(LOGIN_NAME);
    return message.Serialize();
}

} // namespace

std::string
Smb2Login::GetOffer()
{
    return SpnegoToken::MakeOffer();
}

Smb2Login::Reply
Smb2Login::Answer(const std::string& blob, uint64_t challenge)
{
    Reply reply;
    const auto token = NtlmMessage::Find(blob);
    const bool isWrapped = token.size() != blob.size();
    if (token.empty() && SpnegoToken::IsInit(blob))
    {
        // A client that begins with another mechanism is told the one that is here.
        reply.status = SmbStatus::MORE_PROCESSING_REQUIRED;
        reply.blob = SpnegoToken::MakeReply(false, "");
        return reply;
    }
    switch (NtlmMessage::GetKind(token))
    {
    case NtlmMessage::Kind::NEGOTIATE: {
        const auto message = MakeChallenge(challenge);
        reply.status = SmbStatus::MORE_PROCESSING_REQUIRED;
        reply.blob = isWrapped ? SpnegoToken::MakeReply(false, message) : message;
        break;
    }
    case NtlmMessage::Kind::AUTHENTICATE:
        reply.status = SmbStatus::OK;
        reply.flags = NtlmAuthenticate::HasUser(token) ? IS_GUEST : IS_NULL;
        reply.blob = isWrapped ? SpnegoToken::MakeReply(true, "") : "";
        break;
    default:
        break;
    }
    return reply;
}

} // namespace ns3
