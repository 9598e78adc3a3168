/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-chap.h"

#include "iscsi-key-definition.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetChap");

IscsiTargetChap::IscsiTargetChap(std::shared_ptr<const IscsiChapSettings> settings)
    : m_settings(settings)
{
}

IscsiLoginStatus
IscsiTargetChap::Handle(const IscsiTextKeys& received, IscsiTextKeys& answer)
{
    if (received.IsEmpty())
    {
        return IscsiLoginStatus::SUCCESS;
    }
    switch (m_state)
    {
    case State::PROPOSAL:
        return HandleProposal(received, answer);
    case State::RESPONSE:
        return HandleResponse(received, answer);
    default:
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "CHAP continues after its end");
    }
}

bool
IscsiTargetChap::IsDone() const
{
    return m_state == State::DONE;
}

const std::string&
IscsiTargetChap::GetError() const
{
    return m_error;
}

IscsiLoginStatus
IscsiTargetChap::HandleProposal(const IscsiTextKeys& received, IscsiTextKeys& answer)
{
    const auto proposal = received.Find("CHAP_A");
    if (!proposal || received.GetSize() > 1)
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR,
                      "the first CHAP step must contain CHAP_A and nothing else");
    }
    const auto& known = m_settings->algorithms;
    for (const auto& item : SplitIscsiList(*proposal))
    {
        const auto number = ParseIscsiNumber(item);
        const auto found = std::find_if(known.begin(), known.end(), [number](const auto& mine) {
            return number == static_cast<uint32_t>(mine);
        });
        if (found != known.end())
        {
            m_algorithm = *found;
            m_challenge.emplace(m_algorithm, m_settings->random);
            answer.Add("CHAP_A", std::to_string(*number));
            m_challenge->Write(answer);
            m_state = State::RESPONSE;
            NS_LOG_INFO("CHAP: algorithm " << *number);
            return IscsiLoginStatus::SUCCESS;
        }
    }
    return Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE,
                  "no CHAP algorithm is supported by both sides");
}

IscsiLoginStatus
IscsiTargetChap::HandleResponse(const IscsiTextKeys& received, IscsiTextKeys& answer)
{
    const auto name = received.Find("CHAP_N");
    const auto response = received.Find("CHAP_R");
    if (!name || !response || received.Find("CHAP_A"))
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR,
                      "the second CHAP step must contain CHAP_N and CHAP_R");
    }
    const auto peer = m_settings->peers.find(*name);
    if (peer == m_settings->peers.end() || !m_challenge->IsAnswer(*response, peer->second))
    {
        return Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE, "CHAP name or secret is wrong");
    }
    // the same secret in both directions lets one pass for the other (RFC 7143, 9.2.1)
    if (!m_settings->secret.empty() && m_challenge->IsAnswer(*response, m_settings->secret))
    {
        return Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE, "CHAP response is this side's own");
    }
    const bool isAsked = received.Find("CHAP_I") || received.Find("CHAP_C");
    const auto status = isAsked ? Prove(received, answer) : IscsiLoginStatus::SUCCESS;
    if (status == IscsiLoginStatus::SUCCESS)
    {
        m_state = State::DONE;
        NS_LOG_INFO("CHAP: initiator authenticated as " << *name
                                                        << (isAsked ? ", target, too" : ""));
    }
    return status;
}

IscsiLoginStatus
IscsiTargetChap::Prove(const IscsiTextKeys& received, IscsiTextKeys& answer)
{
    const auto challenge = IscsiChapChallenge::Read(m_algorithm, received);
    if (!challenge)
    {
        return Refuse(IscsiLoginStatus::INITIATOR_ERROR, "CHAP_I or CHAP_C is missing or wrong");
    }
    if (challenge->HasSameChallenge(*m_challenge))
    {
        return Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE,
                      "CHAP challenge is this side's own");
    }
    if (m_settings->secret.empty())
    {
        return Refuse(IscsiLoginStatus::AUTHENTICATION_FAILURE,
                      "the target has no secret to authenticate itself");
    }
    answer.Add("CHAP_N", m_settings->name);
    answer.Add("CHAP_R", challenge->MakeAnswer(m_settings->secret));
    return IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiTargetChap::Refuse(IscsiLoginStatus status, const std::string& error)
{
    m_error = error;
    return status;
}

} // namespace ns3
