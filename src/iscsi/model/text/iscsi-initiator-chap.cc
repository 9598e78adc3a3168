/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-chap.h"

#include "iscsi-key-definition.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorChap");

IscsiInitiatorChap::IscsiInitiatorChap(std::shared_ptr<const IscsiChapSettings> settings)
    : m_settings(settings)
{
}

void
IscsiInitiatorChap::AddKeys(IscsiTextKeys& keys)
{
    if (m_state == State::PROPOSAL)
    {
        std::string list;
        for (const auto algorithm : m_settings->algorithms)
        {
            list += list.empty() ? "" : ",";
            list += std::to_string(static_cast<uint32_t>(algorithm));
        }
        keys.Add("CHAP_A", list);
        m_state = State::CHALLENGE;
    }
    else if (m_state == State::RESPONSE)
    {
        Respond(keys);
    }
}

void
IscsiInitiatorChap::Respond(IscsiTextKeys& keys)
{
    keys.Add("CHAP_N", m_settings->name);
    keys.Add("CHAP_R", m_asked->MakeAnswer(m_settings->secret));
    if (m_settings->peers.empty())
    {
        m_state = State::DONE;
        return;
    }
    // a challenge must not be used in both directions (RFC 7143, 9.2.1)
    do
    {
        m_challenge.emplace(m_algorithm, m_settings->random);
    } while (m_challenge->HasSameChallenge(*m_asked));
    m_challenge->Write(keys);
    m_state = State::PROOF;
}

std::string
IscsiInitiatorChap::Handle(const IscsiTextKeys& received)
{
    if (received.IsEmpty())
    {
        return "";
    }
    switch (m_state)
    {
    case State::CHALLENGE:
        return HandleChallenge(received);
    case State::PROOF:
        return HandleProof(received);
    default:
        return received.begin()->key + " out of turn";
    }
}

std::string
IscsiInitiatorChap::HandleChallenge(const IscsiTextKeys& received)
{
    const auto number = ParseIscsiNumber(received.Find("CHAP_A").value_or(""));
    const auto& known = m_settings->algorithms;
    const auto found = std::find_if(known.begin(), known.end(), [number](const auto& mine) {
        return number == static_cast<uint32_t>(mine);
    });
    if (found == known.end())
    {
        return "CHAP_A is none of those proposed";
    }
    m_algorithm = *found;
    m_asked = IscsiChapChallenge::Read(m_algorithm, received);
    if (!m_asked)
    {
        return "CHAP_I or CHAP_C is missing or wrong";
    }
    m_state = State::RESPONSE;
    return "";
}

std::string
IscsiInitiatorChap::HandleProof(const IscsiTextKeys& received)
{
    const auto name = received.Find("CHAP_N").value_or("");
    const auto response = received.Find("CHAP_R").value_or("");
    const auto peer = m_settings->peers.find(name);
    if (peer == m_settings->peers.end() || !m_challenge->IsAnswer(response, peer->second))
    {
        m_isProofWrong = true;
        return "the target did not prove itself: CHAP name or secret is wrong";
    }
    // the same secret in both directions lets one pass for the other (RFC 7143, 9.2.1)
    if (m_challenge->IsAnswer(response, m_settings->secret))
    {
        m_isProofWrong = true;
        return "the target did not prove itself: CHAP response is this side's own";
    }
    NS_LOG_INFO("CHAP: target authenticated as " << name);
    m_state = State::DONE;
    return "";
}

bool
IscsiInitiatorChap::IsProofWrong() const
{
    return m_isProofWrong;
}

bool
IscsiInitiatorChap::IsReadyToLeave() const
{
    return m_state == State::PROOF || m_state == State::DONE;
}

bool
IscsiInitiatorChap::IsDone() const
{
    return m_state == State::DONE;
}

} // namespace ns3
