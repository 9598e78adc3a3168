/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-negotiator.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

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

IscsiNegotiator::IscsiNegotiator(IscsiRole role,
                                 const IscsiSessionParameters& proposals,
                                 bool leading)
    : m_role(role),
      m_leading(leading),
      m_proposals(proposals)
{
    if (role == IscsiRole::INITIATOR)
    {
        m_result.sessionType = proposals.sessionType;
    }
    if (proposals.IsDiscovery())
    {
        m_proposals.errorRecoveryLevel = 0;
    }
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        const auto value = proposals.GetText(definition.name);
        if (!leading && definition.leadingOnly && value)
        {
            m_result.SetText(definition.name, *value);
        }
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
    CheckRound(stage);
    m_started = true;
}

IscsiTextKeys
IscsiNegotiator::TakeExchange()
{
    return std::exchange(m_exchange, IscsiTextKeys());
}

void
IscsiNegotiator::AcceptPair(const IscsiTextKeys::Pair& pair,
                            const IscsiTextKeys& received,
                            IscsiLoginStage stage)
{
    const auto offer = m_offers.find(pair.key);
    if (IsReservedAnswer(pair.value) && offer == m_offers.end())
    {
        AcceptReserved(pair);
        return;
    }
    if (!m_received.insert(pair.key).second && pair.key != "TargetAddress")
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, pair.key + " is negotiated twice");
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
        if (definition->type == IscsiKeyType::EXCHANGE)
        {
            m_exchange.Add(pair.key, pair.value);
        }
        else if (definition->IsNegotiated())
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
        Fail(IscsiLoginStatus::INITIATOR_ERROR, definition.name + " was sent by the wrong side");
    }
    else if ((definition.stages & GetStageBit(stage)) == 0)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, definition.name + " was sent in the wrong stage");
    }
    else if (definition.leadingOnly && !m_leading)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR,
             definition.name + " is allowed in the leading login only");
    }
    else if (definition.name == "TargetName" && m_role == IscsiRole::INITIATOR)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, "TargetName is not an answer to SendTargets");
    }
    return !HasFailed();
}

void
IscsiNegotiator::AcceptReserved(const IscsiTextKeys::Pair& pair)
{
    const auto definition = FindIscsiKeyDefinition(pair.key);
    const bool mayBeUnknown = !definition || definition->MayBeUnknown();
    if (pair.value != "NotUnderstood" || !m_sent.contains(pair.key) || !mayBeUnknown)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, pair.key + "=" + pair.value);
    }
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
    if (IsReservedAnswer(answer))
    {
        AcceptNoValue(definition, offered, answer);
        return;
    }
    const bool right = definition.type == IscsiKeyType::LIST
                           ? IsInIscsiList(offered, answer)
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
IscsiNegotiator::AcceptNoValue(const IscsiKeyDefinition& definition,
                               const std::string& offered,
                               const std::string& answer)
{
    const auto& value = definition.defaultValue;
    bool bearable = true;
    if (definition.name == ISCSI_CONNECTION_USE_KEY)
    {
        // who asks for connections split by direction continues with no others
        bearable = IsInIscsiList(offered, value);
    }
    else if (answer == "NotUnderstood")
    {
        bearable = definition.MayBeUnknown();
    }
    else if (definition.stages == IscsiKeyDefinition::SECURITY_STAGE)
    {
        // who can do none of the methods offered cannot do without either
        bearable = false;
    }
    else if (answer == "Reject")
    {
        bearable = definition.type == IscsiKeyType::LIST
                       ? IsInIscsiList(offered, value)
                       : definition.Join(offered, value) == definition.Join(value, value);
    }
    if (!bearable)
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR,
             definition.name + "=" + answer + " answers an offer of " + offered);
        return;
    }
    m_result.SetText(definition.name, value);
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
    if (!choice && definition.name == ISCSI_CONNECTION_USE_KEY)
    {
        // it is for the initiator to say whether it can do without an extension
        m_answers.Add(definition.name, "Reject");
        return;
    }
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
        if (IsInIscsiList(wish, item))
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
        return definition.Join(wish, PredictResult("MaxBurstLength", received));
    }
    if (definition.name == "ErrorRecoveryLevel" &&
        (PredictResult("SessionType", received) == "Discovery" || m_result.IsSplitByDirection()))
    {
        return "0";
    }
    if (definition.name == ISCSI_CONNECTION_USE_KEY && !CanSplit(received))
    {
        return definition.defaultValue;
    }
    if (definition.name == "MaxOutstandingR2T" &&
        PredictResult("ErrorRecoveryLevel", received) != "0" &&
        PredictResult("DataSequenceInOrder", received) == "Yes")
    {
        return "1";
    }
    return wish;
}

bool
IscsiNegotiator::CanSplit(const IscsiTextKeys& received) const
{
    const auto connections = ParseIscsiNumber(PredictResult("MaxConnections", received));
    return connections.value() % 2 == 0 && PredictResult("ErrorRecoveryLevel", received) == "0";
}

std::string
IscsiNegotiator::PredictResult(const std::string& key, const IscsiTextKeys& received) const
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
    if (PredictResult("SessionType", received) == "Discovery")
    {
        return true;
    }
    return definition.irrelevance == IscsiKeyIrrelevance::DISCOVERY_OR_R2T_NEEDED &&
           PredictResult("InitialR2T", received) == "Yes" &&
           PredictResult("ImmediateData", received) == "No";
}

bool
IscsiNegotiator::IsToBeOffered(const IscsiKeyDefinition& definition, IscsiLoginStage stage) const
{
    if (m_sent.contains(definition.name) || !MaySend(definition.senders, m_role) ||
        (definition.stages & GetStageBit(stage)) == 0 || (definition.leadingOnly && !m_leading) ||
        stage == IscsiLoginStage::FULL_FEATURE_PHASE)
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
    // a target names itself only in the answer to SendTargets
    return initiator || definition.name != "TargetName";
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
    return GetUnanswered().empty();
}

std::string
IscsiNegotiator::GetUnanswered() const
{
    for (const auto& [key, value] : m_offers)
    {
        const auto& definition = *FindIscsiKeyDefinition(key);
        if (!definition.IsDecidedBy(value) && !definition.isOptional)
        {
            return key;
        }
    }
    return "";
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
    if (result.IsDiscovery())
    {
        result.maxConnections = 1;
        result.errorRecoveryLevel = 0;
    }
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
    m_error = MakeIscsiLine(error);
}

void
IscsiNegotiator::CheckRound(IscsiLoginStage stage)
{
    if (stage == IscsiLoginStage::SECURITY_NEGOTIATION && !m_exchange.IsEmpty() &&
        m_result.authMethod != "CHAP")
    {
        Fail(IscsiLoginStatus::INITIATOR_ERROR, m_exchange.begin()->key + " was not requested");
    }
    if (HasFailed() || m_started || m_role == IscsiRole::INITIATOR ||
        stage == IscsiLoginStage::FULL_FEATURE_PHASE)
    {
        return;
    }
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
