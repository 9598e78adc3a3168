/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-session-parameters.h"

#include "iscsi-key-definition.h"

#include <algorithm>
#include <variant>

namespace ns3
{

namespace
{

/**
 * @param value a text
 * @return the text of its key
 */
std::string
ToText(const std::string& value)
{
    return value;
}

/**
 * @param value a flag
 * @return the text of its key
 */
std::string
ToText(bool value)
{
    return value ? "Yes" : "No";
}

/**
 * @param value a number
 * @return the text of its key
 */
std::string
ToText(uint32_t value)
{
    return std::to_string(value);
}

/**
 * @param text a legal value of a key that is a text
 * @param[out] value the text
 */
void
FromText(const std::string& text, std::string& value)
{
    value = text;
}

/**
 * @param text Yes or No
 * @param[out] value the flag
 */
void
FromText(const std::string& text, bool& value)
{
    value = text == "Yes";
}

/**
 * @param text a number, decimal or hexadecimal
 * @param[out] value the number, as it was if the text is none
 */
void
FromText(const std::string& text, uint32_t& value)
{
    value = ParseIscsiNumber(text).value_or(value);
}

/**
 * Set a member from the text of its key.
 *
 * @param parameters whose member
 * @param member which one
 * @param text a legal value
 */
void
Assign(IscsiSessionParameters& parameters, const IscsiKeyMember& member, const std::string& text)
{
    std::visit([&](auto pointer) { FromText(text, parameters.*pointer); }, member);
}

} // namespace

IscsiSessionParameters::IscsiSessionParameters()
{
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        if (definition.member && !definition.defaultValue.empty())
        {
            Assign(*this, *definition.member, definition.defaultValue);
        }
    }
    peerMaxRecvDataSegmentLength = maxRecvDataSegmentLength;
}

bool
IscsiSessionParameters::IsDiscovery() const
{
    return sessionType == "Discovery";
}

bool
IscsiSessionParameters::IsSplitByDirection() const
{
    return connectionUse == "SplitByDirection";
}

std::optional<std::string>
IscsiSessionParameters::GetText(const std::string& key) const
{
    const auto definition = FindIscsiKeyDefinition(key);
    if (!definition || !definition->member)
    {
        return std::nullopt;
    }
    return std::visit([this](auto member) { return ToText(this->*member); }, *definition->member);
}

void
IscsiSessionParameters::SetText(const std::string& key, const std::string& value)
{
    const auto definition = FindIscsiKeyDefinition(key);
    if (definition && definition->member)
    {
        Assign(*this, *definition->member, value);
    }
}

std::string
IscsiSessionParameters::Validate() const
{
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        const auto value = GetText(definition.name);
        const bool none = value && value->empty() && definition.choices.empty();
        if (value && !none && !definition.IsLegal(*value))
        {
            return definition.name + " is " + *value + " but must be " + definition.DescribeLegal();
        }
    }
    if (firstBurstLength > maxBurstLength)
    {
        return "FirstBurstLength is " + std::to_string(firstBurstLength) +
               " but must not be above MaxBurstLength, which is " + std::to_string(maxBurstLength);
    }
    if (errorRecoveryLevel > 0 && dataSequenceInOrder && maxOutstandingR2T > 1)
    {
        return "MaxOutstandingR2T is " + std::to_string(maxOutstandingR2T) +
               " but must be 1 with DataSequenceInOrder=Yes and an ErrorRecoveryLevel above 0";
    }
    if (taskReporting != "RFC3720" &&
        !(IsInIscsiList(taskReporting, "RFC3720") && IsInIscsiList(taskReporting, "ResponseFence")))
    {
        return "TaskReporting is " + taskReporting +
               " but must be RFC3720 or a list with RFC3720 and ResponseFence";
    }
    return ValidateConnectionUse();
}

std::string
IscsiSessionParameters::ValidateConnectionUse() const
{
    const std::string because = " with ConnectionUse=SplitByDirection";
    if (IsDiscovery() || !IsInIscsiList(connectionUse, "SplitByDirection"))
    {
        return "";
    }
    if (maxConnections < 2)
    {
        return "MaxConnections is " + std::to_string(maxConnections) + " but must be 2 or more" +
               because;
    }
    // A target that allows both uses keeps its level for sessions of the standard one.
    if (IsSplitByDirection() && errorRecoveryLevel > 0)
    {
        return "ErrorRecoveryLevel is " + std::to_string(errorRecoveryLevel) + " but must be 0" +
               because;
    }
    return "";
}

IscsiSessionParameters
IscsiSessionParameters::MakeConnectionProposals(const IscsiSessionParameters& wishes) const
{
    auto proposals = *this;
    proposals.authMethod = wishes.authMethod;
    proposals.chap = wishes.chap;
    proposals.headerDigest = wishes.headerDigest;
    proposals.dataDigest = wishes.dataDigest;
    proposals.maxRecvDataSegmentLength = wishes.maxRecvDataSegmentLength;
    return proposals;
}

void
IscsiSessionParameters::PrintKeys(std::ostream& os) const
{
    const auto line = [&os](const std::string& key, const std::string& value) {
        os << key << std::string(28 - std::min<std::size_t>(key.size(), 27), ' ') << value << '\n';
    };
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        const auto value = GetText(definition.name);
        if (value && !value->empty())
        {
            line(definition.name, *value);
        }
        if (definition.name == "MaxRecvDataSegmentLength")
        {
            line("  of the other side", std::to_string(peerMaxRecvDataSegmentLength));
        }
    }
}

} // namespace ns3
