/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-negotiator.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiNegotiator");

namespace
{

const std::string MAX_RECV = "MaxRecvDataSegmentLength";

/**
 * Is a value one of the answers that are no values (RFC 7143, 6.2)?
 *
 * @param value the value
 * @return true if it is
 */
bool
IsReservedAnswer(const std::string& value)
{
    return value == "NotUnderstood" || value == "Irrelevant" || value == "Reject";
}

/**
 * Is a value in a list?
 *
 * @param list values with commas between
 * @param value the value
 * @return true if it is
 */
bool
IsInList(const std::string& list, const std::string& value)
{
    const auto values = SplitIscsiList(list);
    return std::find(values.begin(), values.end(), value) != values.end();
}

/**
 * @param stage a stage of the login
 * @return its bit in IscsiKeyDefinition::stages
 */
uint8_t
GetStageBit(IscsiLoginStage stage)
{
    switch (stage)
    {
    case IscsiLoginStage::SECURITY_NEGOTIATION:
        return IscsiKeyDefinition::SECURITY_STAGE;
    case IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION:
        return IscsiKeyDefinition::OPERATIONAL_STAGE;
    default:
        return IscsiKeyDefinition::FULL_FEATURE_STAGE;
    }
}

/**
 * @param senders who may send a key
 * @param role one side
 * @return true if that side may
 */
bool
MaySend(IscsiKeySenders senders, IscsiRole role)
{
    return senders == IscsiKeySenders::BOTH ||
           (senders == IscsiKeySenders::INITIATOR) == (role == IscsiRole::INITIATOR);
}

} // namespace

IscsiNegotiator::IscsiNegotiator(IscsiRole role, const IscsiSessionParameters& proposals)
    : m_role(role),
      m_proposals(proposals)
{
    if (role == IscsiRole::INITIATOR)
    {
        m_result.sessionType = proposals.sessionType;
    }
}

IscsiTextKeys
IscsiNegotiator::Offer(IscsiLoginStage stage)
{
    auto keys = std::move(m_answers);
    m_answers = IscsiTextKeys();
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        if (!IsToBeOffered(definition, stage))
        {
            continue;
        }
        const auto value = m_proposals.GetText(definition.name).value();
        keys.Add(definition.name, value);
        m_sent.insert(definition.name);
        if (definition.IsNegotiated())
        {
            m_offers[definition.name] = value;
        }
        if (!definition.IsNegotiated() || definition.IsDecidedBy(value))
        {
            m_result.SetText(definition.name, value);
        }
    }
    return keys;
}

IscsiTextKeys
IscsiNegotiator::Respond(const IscsiTextKeys& received, IscsiLoginStage stage)
{
    Accept(received, stage);
    return HasFailed() ? IscsiTextKeys() : Offer(stage);
}

void
IscsiNegotiator::Accept(const IscsiTextKeys& received, IscsiLoginStage stage)
{
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(stage));
    for (const auto& pair : received)
    {
        AcceptPair(pair, received, stage);
        if (HasFailed())
        {
            NS_LOG_LOGIC("negotiation failed: " << m_error);
            return;
        }
    }
    if (!m_started && m_role == IscsiRole::TARGET)
    {
        CheckMandatoryKeys();
    }
    m_started = true;
}

void
IscsiNegotiator::AcceptPair(const IscsiTextKeys::Pair& pair,
                            const IscsiTextKeys& received,
                            IscsiLoginStage stage)
{
    const auto offer = m_offers.find(pair.key);
    if (IsReservedAnswer(pair.value) && offer == m_offers.end())
    {
        if (pair.value == "Reject" || !m_sent.contains(pair.key))
        {
            Fail(IscsiLoginStatus::INITIATOR_ERROR, pair.key + "=" + pair.value);
        }
        return;
    }
    if (!m_received.insert(pair.key).second && pair.key != "TargetAddress")
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, pair.key + " is negotiated again");
        return;
    }
    const auto definition = FindIscsiKeyDefinition(pair.key);
    if (!definition)
    {
        m_answers.Add(pair.key, "NotUnderstood");
    }
    else if (definition->type == IscsiKeyType::OBSOLETE)
    {
        m_answers.Add(pair.key, "Reject");
    }
    else if (offer != m_offers.end())
    {
        AcceptAnswer(*definition, offer->second, pair.value);
        m_offers.erase(pair.key);
    }
    else if (CheckPlace(*definition, stage))
    {
        if (definition->IsNegotiated())
        {
            AnswerOffer(*definition, pair.value, received);
        }
        else
        {
            AcceptDeclaration(*definition, pair.value);
        }
    }
}

bool
IscsiNegotiator::CheckPlace(const IscsiKeyDefinition& definition, IscsiLoginStage stage)
{
    const auto other = m_role == IscsiRole::INITIATOR ? IscsiRole::TARGET : IscsiRole::INITIATOR;
    if (!MaySend(definition.senders, other))
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, definition.name + " comes from the wrong side");
    }
    else if ((definition.stages & GetStageBit(stage)) == 0)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, definition.name + " comes in the wrong stage");
    }
    else if (definition.type == IscsiKeyType::EXCHANGE)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, definition.name + " was not asked for");
    }
    return !HasFailed();
}

void
IscsiNegotiator::AcceptDeclaration(const IscsiKeyDefinition& definition, const std::string& value)
{
    if (!definition.IsLegal(value))
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR,
             definition.name + "=" + value + " but it must be " + definition.DescribeLegal());
    }
    else if (definition.name == MAX_RECV)
    {
        m_result.peerMaxRecvDataSegmentLength = ParseIscsiNumber(value).value();
    }
    else if (definition.name != "TargetAddress" || m_result.targetAddress.empty())
    {
        m_result.SetText(definition.name, value);
    }
}

void
IscsiNegotiator::AcceptAnswer(const IscsiKeyDefinition& definition,
                              const std::string& offered,
                              const std::string& answer)
{
    if (answer == "NotUnderstood" || answer == "Irrelevant")
    {
        m_result.SetText(definition.name, definition.defaultValue);
        return;
    }
    const bool right = definition.type == IscsiKeyType::LIST
                           ? IsInList(offered, answer)
                           : definition.IsLegal(answer) && definition.Join(offered, answer) ==
                                                               definition.Join(answer, answer);
    if (!right)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR,
             definition.name + "=" + answer + " answers an offer of " + offered);
        return;
    }
    m_result.SetText(definition.name, answer);
}

void
IscsiNegotiator::AnswerOffer(const IscsiKeyDefinition& definition,
                             const std::string& value,
                             const IscsiTextKeys& received)
{
    m_sent.insert(definition.name);
    if (IsIrrelevant(definition, received))
    {
        m_answers.Add(definition.name, "Irrelevant");
        return;
    }
    if (definition.type != IscsiKeyType::LIST && !definition.IsLegal(value))
    {
        m_answers.Add(definition.name, "Reject");
        return;
    }
    const auto choice = Choose(definition, value, received);
    if (!choice)
    {
        Fail(definition.name == "AuthMethod" ? IscsiLoginStatus::AUTHENTICATION_FAILURE
                                             : IscsiLoginStatus::INITIATOR_ERROR,
             "no value of " + definition.name + "=" + value + " suits both sides");
        return;
    }
    m_answers.Add(definition.name, *choice);
    m_result.SetText(definition.name, *choice);
}

std::optional<std::string>
IscsiNegotiator::Choose(const IscsiKeyDefinition& definition,
                        const std::string& value,
                        const IscsiTextKeys& received) const
{
    const auto wish = GetWish(definition, received);
    if (definition.type != IscsiKeyType::LIST)
    {
        return definition.Join(value, wish);
    }
    for (const auto& item : SplitIscsiList(value))
    {
        if (IsInList(wish, item))
        {
            return item;
        }
    }
    return std::nullopt;
}

std::string
IscsiNegotiator::GetWish(const IscsiKeyDefinition& definition, const IscsiTextKeys& received) const
{
    const auto wish = m_proposals.GetText(definition.name).value();
    if (definition.name == "FirstBurstLength")
    {
        return definition.Join(wish, Foresee("MaxBurstLength", received));
    }
    if (definition.name == "MaxOutstandingR2T" && Foresee("ErrorRecoveryLevel", received) != "0" &&
        Foresee("DataSequenceInOrder", received) == "Yes")
    {
        return "1";
    }
    return wish;
}

std::string
IscsiNegotiator::Foresee(const std::string& key, const IscsiTextKeys& received) const
{
    const auto value = received.Find(key);
    const auto definition = FindIscsiKeyDefinition(key);
    const bool open = value && !m_received.contains(key) && definition->IsLegal(*value);
    if (!open || m_offers.contains(key) || !definition->IsNegotiated())
    {
        return open ? *value : m_result.GetText(key).value();
    }
    return Choose(*definition, *value, received).value();
}

bool
IscsiNegotiator::IsIrrelevant(const IscsiKeyDefinition& definition,
                              const IscsiTextKeys& received) const
{
    if (definition.irrelevance == IscsiKeyIrrelevance::NEVER)
    {
        return false;
    }
    if (Foresee("SessionType", received) == "Discovery")
    {
        return true;
    }
    return definition.irrelevance == IscsiKeyIrrelevance::DISCOVERY_OR_R2T_NEEDED &&
           Foresee("InitialR2T", received) == "Yes" && Foresee("ImmediateData", received) == "No";
}

bool
IscsiNegotiator::IsToBeOffered(const IscsiKeyDefinition& definition, IscsiLoginStage stage) const
{
    if (m_sent.contains(definition.name) || !MaySend(definition.senders, m_role) ||
        (definition.stages & GetStageBit(stage)) == 0)
    {
        return false;
    }
    const auto wish = m_proposals.GetText(definition.name);
    if (!wish || wish->empty())
    {
        return false;
    }
    const bool initiator = m_role == IscsiRole::INITIATOR;
    if (definition.IsNegotiated())
    {
        return (initiator && definition.alwaysOffered ? true : *wish != definition.defaultValue) &&
               !IsIrrelevant(definition, IscsiTextKeys());
    }
    // a target names itself only in the answer to SendTargets, and its group only if it was named
    return initiator || (definition.name != "TargetName" &&
                         (definition.name != "TargetPortalGroupTag" || !m_result.IsDiscovery()));
}

bool
IscsiNegotiator::HasMore(IscsiLoginStage stage) const
{
    const auto& definitions = GetIscsiKeyDefinitions();
    return !m_answers.IsEmpty() ||
           std::any_of(definitions.begin(), definitions.end(), [this, stage](const auto& row) {
               return IsToBeOffered(row, stage);
           });
}

bool
IscsiNegotiator::IsSettled() const
{
    return std::all_of(m_offers.begin(), m_offers.end(), [](const auto& offer) {
        return FindIscsiKeyDefinition(offer.first)->IsDecidedBy(offer.second);
    });
}

bool
IscsiNegotiator::HasFailed() const
{
    return m_status != IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiNegotiator::GetStatus() const
{
    return m_status;
}

const std::string&
IscsiNegotiator::GetError() const
{
    return m_error;
}

IscsiSessionParameters
IscsiNegotiator::GetResult() const
{
    auto result = m_result;
    result.firstBurstLength = std::min(result.firstBurstLength, result.maxBurstLength);
    if (result.errorRecoveryLevel > 0 && result.dataSequenceInOrder)
    {
        result.maxOutstandingR2T = 1;
    }
    return result;
}

void
IscsiNegotiator::Fail(IscsiLoginStatus status, const std::string& error)
{
    m_status = status;
    m_error = error;
}

void
IscsiNegotiator::CheckMandatoryKeys()
{
    if (m_result.initiatorName.empty())
    {
        Fail(IscsiLoginStatus::MISSING_PARAMETER, "InitiatorName is missing");
    }
    else if (!m_result.IsDiscovery() && m_result.targetName.empty())
    {
        Fail(IscsiLoginStatus::MISSING_PARAMETER, "TargetName is missing");
    }
}

} // namespace ns3
