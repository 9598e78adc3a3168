/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-chap-challenge.h"

#include "iscsi-binary-value.h"
#include "iscsi-key-definition.h"

#include <utility>

namespace ns3
{

IscsiChapChallenge::IscsiChapChallenge(IscsiChapAlgorithm algorithm,
                                       Ptr<RandomVariableStream> random)
    : m_hash(algorithm),
      m_identifier(static_cast<uint8_t>(random->GetInteger())),
      m_challenge(m_hash.GetLength())
{
    for (auto& byte : m_challenge)
    {
        byte = static_cast<uint8_t>(random->GetInteger());
    }
}

IscsiChapChallenge::IscsiChapChallenge(IscsiChapAlgorithm algorithm,
                                       uint8_t identifier,
                                       std::vector<uint8_t> challenge)
    : m_hash(algorithm),
      m_identifier(identifier),
      m_challenge(std::move(challenge))
{
}

std::optional<IscsiChapChallenge>
IscsiChapChallenge::Read(IscsiChapAlgorithm algorithm, const IscsiTextKeys& keys)
{
    const auto identifier = ParseIscsiNumber(keys.Find("CHAP_I").value_or(""));
    const auto challenge = ParseIscsiBinary(keys.Find("CHAP_C").value_or(""));
    if (!identifier || *identifier > 255 || !challenge || challenge->empty() ||
        challenge->size() > MAX_LENGTH)
    {
        return std::nullopt;
    }
    return IscsiChapChallenge(algorithm, static_cast<uint8_t>(*identifier), *challenge);
}

void
IscsiChapChallenge::Write(IscsiTextKeys& keys) const
{
    keys.Add("CHAP_I", std::to_string(m_identifier));
    keys.Add("CHAP_C", FormatIscsiBinary(m_challenge));
}

std::string
IscsiChapChallenge::MakeAnswer(const std::string& secret) const
{
    return FormatIscsiBinary(m_hash.Respond(m_identifier, secret, m_challenge));
}

bool
IscsiChapChallenge::IsAnswer(const std::string& answer, const std::string& secret) const
{
    return ParseIscsiBinary(answer) == m_hash.Respond(m_identifier, secret, m_challenge);
}

bool
IscsiChapChallenge::HasSameChallenge(const IscsiChapChallenge& other) const
{
    return m_challenge == other.m_challenge;
}

} // namespace ns3
