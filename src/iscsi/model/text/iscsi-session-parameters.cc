/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-session-parameters.h"

#include "iscsi-key-definition.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <variant>

namespace ns3
{

namespace
{

using Parameters = IscsiSessionParameters;

/// A member of the parameters.
using Member = std::variant<std::string Parameters::*, uint32_t Parameters::*, bool Parameters::*>;

/// The member that stands for a key.
struct Binding
{
    std::string_view key; //!< the key
    Member member;        //!< its member
};

const std::array BINDINGS{
    Binding{"SessionType", &Parameters::sessionType},
    Binding{"InitiatorName", &Parameters::initiatorName},
    Binding{"InitiatorAlias", &Parameters::initiatorAlias},
    Binding{"TargetName", &Parameters::targetName},
    Binding{"TargetAlias", &Parameters::targetAlias},
    Binding{"TargetAddress", &Parameters::targetAddress},
    Binding{"X#NodeArchitecture", &Parameters::nodeArchitecture},
    Binding{"AuthMethod", &Parameters::authMethod},
    Binding{"HeaderDigest", &Parameters::headerDigest},
    Binding{"DataDigest", &Parameters::dataDigest},
    Binding{"TaskReporting", &Parameters::taskReporting},
    Binding{"TargetPortalGroupTag", &Parameters::targetPortalGroupTag},
    Binding{"MaxRecvDataSegmentLength", &Parameters::maxRecvDataSegmentLength},
    Binding{"MaxConnections", &Parameters::maxConnections},
    Binding{"InitialR2T", &Parameters::initialR2T},
    Binding{"ImmediateData", &Parameters::immediateData},
    Binding{"MaxBurstLength", &Parameters::maxBurstLength},
    Binding{"FirstBurstLength", &Parameters::firstBurstLength},
    Binding{"DefaultTime2Wait", &Parameters::defaultTime2Wait},
    Binding{"DefaultTime2Retain", &Parameters::defaultTime2Retain},
    Binding{"MaxOutstandingR2T", &Parameters::maxOutstandingR2T},
    Binding{"DataPDUInOrder", &Parameters::dataPduInOrder},
    Binding{"DataSequenceInOrder", &Parameters::dataSequenceInOrder},
    Binding{"ErrorRecoveryLevel", &Parameters::errorRecoveryLevel},
    Binding{"iSCSIProtocolLevel", &Parameters::iscsiProtocolLevel},
    Binding{ISCSI_CONNECTION_USE_KEY, &Parameters::connectionUse},
};

/**
 * @param key a key
 * @return its binding, or nullptr
 */
const Binding*
FindBinding(std::string_view key)
{
    const auto found = std::find_if(BINDINGS.begin(), BINDINGS.end(), [key](const auto& binding) {
        return binding.key == key;
    });
    return found == BINDINGS.end() ? nullptr : &*found;
}

} // namespace

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
    const auto binding = FindBinding(key);
    if (!binding)
    {
        return std::nullopt;
    }
    return std::visit(
        [this](auto member) -> std::string {
            const auto& value = this->*member;
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::string>)
            {
                return value;
            }
            else if constexpr (std::is_same_v<Value, bool>)
            {
                return value ? "Yes" : "No";
            }
            else
            {
                return std::to_string(value);
            }
        },
        binding->member);
}

void
IscsiSessionParameters::SetText(const std::string& key, const std::string& value)
{
    const auto binding = FindBinding(key);
    if (!binding)
    {
        return;
    }
    std::visit(
        [this, &value](auto member) {
            auto& target = this->*member;
            using Value = std::decay_t<decltype(target)>;
            if constexpr (std::is_same_v<Value, std::string>)
            {
                target = value;
            }
            else if constexpr (std::is_same_v<Value, bool>)
            {
                target = value == "Yes";
            }
            else
            {
                target = ParseIscsiNumber(value).value_or(target);
            }
        },
        binding->member);
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
