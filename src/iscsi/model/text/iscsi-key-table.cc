/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-key-definition.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Definition = IscsiKeyDefinition;
using Type = IscsiKeyType;
using Senders = IscsiKeySenders;
using Irrelevance = IscsiKeyIrrelevance;

constexpr uint8_t SECURITY = Definition::SECURITY_STAGE;
constexpr uint8_t OPERATIONAL = Definition::OPERATIONAL_STAGE;
constexpr uint8_t FULL_FEATURE = Definition::FULL_FEATURE_STAGE;
constexpr uint8_t LOGIN = SECURITY | OPERATIONAL;
constexpr uint8_t ANY_STAGE = LOGIN | FULL_FEATURE;

constexpr uint32_t TEXT_LENGTH = 255;       // RFC 7143, 6.1
constexpr uint32_t LIST_LENGTH = 8192;      // RFC 7143, 6.1: what every peer takes
constexpr uint32_t NAME_LENGTH = 223;       // RFC 7143, 4.2.7.1
constexpr uint32_t BINARY_LENGTH = 2050;    // 0x and 1024 bytes in hexadecimal
constexpr uint32_t LONGEST_DATA = 16777215; // 2^24 - 1, what DataSegmentLength can say
constexpr uint32_t LONGEST_TIME = 3600;

/**
 * Make the row of a number that is negotiated.
 *
 * @param name the key
 * @param type MINIMUM or MAXIMUM
 * @param irrelevance when it says nothing
 * @param defaultValue its default
 * @param minimum least value
 * @param maximum greatest value
 * @return the row
 */
Definition
Number(const char* name,
       Type type,
       Irrelevance irrelevance,
       const char* defaultValue,
       uint32_t minimum,
       uint32_t maximum)
{
    return {name,
            type,
            Senders::BOTH,
            OPERATIONAL,
            true,
            irrelevance,
            defaultValue,
            minimum,
            maximum,
            {},
            TEXT_LENGTH,
            true};
}

/**
 * Make the row of a boolean. All of them default to Yes and say nothing in a discovery session.
 *
 * @param name the key
 * @param type BOOLEAN_OR or BOOLEAN_AND
 * @return the row
 */
Definition
Boolean(const char* name, Type type)
{
    return {name,
            type,
            Senders::BOTH,
            OPERATIONAL,
            true,
            Irrelevance::DISCOVERY,
            "Yes",
            0,
            0,
            {},
            TEXT_LENGTH,
            true};
}

/**
 * Make the row of a list.
 *
 * @param name the key
 * @param stages where it is allowed
 * @param irrelevance when it says nothing
 * @param defaultValue its default
 * @param choices its values
 * @return the row
 */
Definition
List(const char* name,
     uint8_t stages,
     Irrelevance irrelevance,
     const char* defaultValue,
     const std::vector<std::string>& choices)
{
    const bool session = irrelevance == Irrelevance::DISCOVERY;
    return {name,
            Type::LIST,
            Senders::BOTH,
            stages,
            session,
            irrelevance,
            defaultValue,
            0,
            0,
            choices,
            LIST_LENGTH,
            !session};
}

/**
 * Make the row of a text that is declared, or of a key that is no parameter.
 *
 * @param name the key
 * @param type DECLARED_TEXT, DECLARED_NAME, EXCHANGE or OBSOLETE
 * @param senders who may send it
 * @param stages where it is allowed
 * @param choices its values, empty for any
 * @param length longest value, bytes
 * @return the row
 */
Definition
Text(const char* name,
     Type type,
     Senders senders,
     uint8_t stages,
     const std::vector<std::string>& choices = {},
     uint32_t length = TEXT_LENGTH)
{
    const std::string defaultValue = choices.empty() ? "" : choices.front();
    return {name,
            type,
            senders,
            stages,
            false,
            Irrelevance::NEVER,
            defaultValue,
            0,
            0,
            choices,
            length,
            true};
}

/**
 * Make the row of a number that is declared.
 *
 * @param name the key
 * @param senders who may send it
 * @param stages where it is allowed
 * @param defaultValue its default
 * @param minimum least value
 * @param maximum greatest value
 * @return the row
 */
Definition
DeclaredNumber(const char* name,
               Senders senders,
               uint8_t stages,
               const char* defaultValue,
               uint32_t minimum,
               uint32_t maximum)
{
    auto row =
        Number(name, Type::DECLARED_NUMBER, Irrelevance::NEVER, defaultValue, minimum, maximum);
    row.senders = senders;
    row.stages = stages;
    row.leadingOnly = false;
    return row;
}

/**
 * Make the row of a text that is declared in the leading login only.
 *
 * @param name the key
 * @param senders who may send it
 * @param stages where it is allowed
 * @param choices its values, empty for any
 * @return the row
 */
Definition
LeadingText(const char* name,
            Senders senders,
            uint8_t stages,
            const std::vector<std::string>& choices = {})
{
    auto row = Text(name, Type::DECLARED_TEXT, senders, stages, choices);
    row.leadingOnly = true;
    return row;
}

/**
 * Make the row of iSCSIProtocolLevel (RFC 7144, 7.1.1), younger than most implementations.
 *
 * @return the row
 */
Definition
ProtocolLevel()
{
    auto row = Number("iSCSIProtocolLevel", Type::MINIMUM, Irrelevance::DISCOVERY, "1", 0, 31);
    row.alwaysOffered = false;
    return row;
}

/**
 * Make the row of the key that splits the connections by direction. It is no key of RFC 7143, so
 * that it is offered by an initiator alone, and only if it wants just that.
 *
 * @return the row
 */
Definition
ConnectionUse()
{
    auto row = List(ISCSI_CONNECTION_USE_KEY,
                    OPERATIONAL,
                    Irrelevance::DISCOVERY,
                    "Standard",
                    {"Standard", "SplitByDirection"});
    row.senders = Senders::INITIATOR;
    return row;
}

/**
 * @return all rows
 */
std::vector<Definition>
MakeDefinitions()
{
    const auto never = Irrelevance::NEVER;
    const auto discovery = Irrelevance::DISCOVERY;
    const auto unsolicited = Irrelevance::DISCOVERY_OR_R2T_NEEDED;
    const auto name = Type::DECLARED_NAME;
    const auto text = Type::DECLARED_TEXT;
    const auto exchange = Type::EXCHANGE;
    const auto obsolete = Type::OBSOLETE;
    return {
        Text("InitiatorName", name, Senders::INITIATOR, LOGIN, {}, NAME_LENGTH),
        Text("InitiatorAlias", text, Senders::INITIATOR, ANY_STAGE),
        Text("TargetName", name, Senders::BOTH, ANY_STAGE, {}, NAME_LENGTH),
        LeadingText("SessionType", Senders::INITIATOR, LOGIN, {"Normal", "Discovery"}),
        Text("TargetAlias", text, Senders::TARGET, ANY_STAGE),
        Text("TargetAddress", text, Senders::TARGET, ANY_STAGE),
        DeclaredNumber("TargetPortalGroupTag", Senders::TARGET, LOGIN, "", 0, 65535),
        List("AuthMethod", SECURITY, never, "None", {"KRB5", "SRP", "CHAP", "None"}),
        List("HeaderDigest", OPERATIONAL, never, "None", {"CRC32C", "None"}),
        List("DataDigest", OPERATIONAL, never, "None", {"CRC32C", "None"}),
        DeclaredNumber("MaxRecvDataSegmentLength",
                       Senders::BOTH,
                       OPERATIONAL | FULL_FEATURE,
                       "8192",
                       512,
                       LONGEST_DATA),
        Number("MaxConnections", Type::MINIMUM, discovery, "1", 1, 65535),
        Boolean("InitialR2T", Type::BOOLEAN_OR),
        Boolean("ImmediateData", Type::BOOLEAN_AND),
        Number("MaxBurstLength", Type::MINIMUM, discovery, "262144", 512, LONGEST_DATA),
        Number("FirstBurstLength", Type::MINIMUM, unsolicited, "65536", 512, LONGEST_DATA),
        Number("DefaultTime2Wait", Type::MAXIMUM, never, "2", 0, LONGEST_TIME),
        Number("DefaultTime2Retain", Type::MINIMUM, never, "20", 0, LONGEST_TIME),
        Number("MaxOutstandingR2T", Type::MINIMUM, discovery, "1", 1, 65535),
        Boolean("DataPDUInOrder", Type::BOOLEAN_OR),
        Boolean("DataSequenceInOrder", Type::BOOLEAN_OR),
        Number("ErrorRecoveryLevel", Type::MINIMUM, never, "0", 0, 2),
        List("TaskReporting",
             OPERATIONAL,
             discovery,
             "RFC3720",
             {"RFC3720", "ResponseFence", "FastAbort"}),
        ProtocolLevel(),
        ConnectionUse(),
        LeadingText("X#NodeArchitecture", Senders::BOTH, OPERATIONAL),
        Text("SendTargets", exchange, Senders::INITIATOR, FULL_FEATURE),
        Text("CHAP_A", exchange, Senders::BOTH, SECURITY),
        Text("CHAP_I", exchange, Senders::BOTH, SECURITY),
        Text("CHAP_C", exchange, Senders::BOTH, SECURITY, {}, BINARY_LENGTH),
        Text("CHAP_N", exchange, Senders::BOTH, SECURITY),
        Text("CHAP_R", exchange, Senders::BOTH, SECURITY, {}, BINARY_LENGTH),
        Text("OFMarker", obsolete, Senders::BOTH, ANY_STAGE),
        Text("IFMarker", obsolete, Senders::BOTH, ANY_STAGE),
        Text("OFMarkInt", obsolete, Senders::BOTH, ANY_STAGE),
        Text("IFMarkInt", obsolete, Senders::BOTH, ANY_STAGE),
    };
}

} // namespace

const std::vector<IscsiKeyDefinition>&
GetIscsiKeyDefinitions()
{
    static const std::vector<IscsiKeyDefinition> definitions = MakeDefinitions();
    return definitions;
}

const IscsiKeyDefinition*
FindIscsiKeyDefinition(const std::string& name)
{
    const auto& definitions = GetIscsiKeyDefinitions();
    const auto found =
        std::find_if(definitions.begin(), definitions.end(), [&name](const auto& definition) {
            return definition.name == name;
        });
    return found == definitions.end() ? nullptr : &*found;
}

} // namespace ns3
