/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-key-definition.h"
#include "iscsi-session-parameters.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Definition = IscsiKeyDefinition;
using Definitions = std::vector<Definition>;
using Parameters = IscsiSessionParameters;
using enum IscsiKeyType;
using Senders = IscsiKeySenders;
using Irrelevance = IscsiKeyIrrelevance;

constexpr uint8_t SECURITY = Definition::SECURITY_STAGE;
constexpr uint8_t OPERATIONAL = Definition::OPERATIONAL_STAGE;
constexpr uint8_t FULL_FEATURE = Definition::FULL_FEATURE_STAGE;
constexpr uint8_t LOGIN = SECURITY | OPERATIONAL;
constexpr uint8_t ANY_STAGE = LOGIN | FULL_FEATURE;

constexpr uint32_t LIST_LENGTH = 8192;      // RFC 7143, 6.1: what every peer takes
constexpr uint32_t NAME_LENGTH = 223;       // RFC 7143, 4.2.7.1
constexpr uint32_t BINARY_LENGTH = 2050;    // 0x and 1024 bytes in hexadecimal
constexpr uint32_t LONGEST_DATA = 16777215; // 2^24 - 1, what DataSegmentLength can say
constexpr uint32_t LONGEST_TIME = 3600;

/**
 * @return who is there, and what kind of session is wanted
 */
Definitions
MakeIdentityKeys()
{
    return {
        {.name = "InitiatorName",
         .type = DECLARED_NAME,
         .senders = Senders::INITIATOR,
         .stages = LOGIN,
         .maxValueLength = NAME_LENGTH,
         .member = &Parameters::initiatorName},
        {.name = "InitiatorAlias",
         .senders = Senders::INITIATOR,
         .stages = ANY_STAGE,
         .member = &Parameters::initiatorAlias},
        {.name = "TargetName",
         .type = DECLARED_NAME,
         .stages = ANY_STAGE,
         .maxValueLength = NAME_LENGTH,
         .member = &Parameters::targetName},
        {.name = "SessionType",
         .senders = Senders::INITIATOR,
         .stages = LOGIN,
         .leadingOnly = true,
         .defaultValue = "Normal",
         .choices = {"Normal", "Discovery"},
         .member = &Parameters::sessionType},
        {.name = "TargetAlias",
         .senders = Senders::TARGET,
         .stages = ANY_STAGE,
         .member = &Parameters::targetAlias},
        {.name = "TargetAddress",
         .senders = Senders::TARGET,
         .stages = ANY_STAGE,
         .member = &Parameters::targetAddress},
        {.name = "TargetPortalGroupTag",
         .type = DECLARED_NUMBER,
         .senders = Senders::TARGET,
         .stages = LOGIN,
         .maximum = 65535,
         .member = &Parameters::targetPortalGroupTag},
    };
}

/**
 * @return what each connection of a session negotiates for itself
 */
Definitions
MakeConnectionKeys()
{
    return {
        {.name = "AuthMethod",
         .type = LIST,
         .stages = SECURITY,
         .defaultValue = "None",
         .choices = {"KRB5", "SRP", "CHAP", "None"},
         .maxValueLength = LIST_LENGTH,
         .member = &Parameters::authMethod,
         .help = "Proposed AuthMethod in order of preference, a list of CHAP and None. Without "
                 "None in the list, the login fails unless CHAP succeeds."},
        {.name = "HeaderDigest",
         .type = LIST,
         .defaultValue = "None",
         .choices = {"CRC32C", "None"},
         .maxValueLength = LIST_LENGTH,
         .member = &Parameters::headerDigest,
         .help = "Proposed HeaderDigest in order of preference, a list of CRC32C and None such "
                 "as CRC32C,None. The first in the initiator's list that the target also lists "
                 "is used."},
        {.name = "DataDigest",
         .type = LIST,
         .defaultValue = "None",
         .choices = {"CRC32C", "None"},
         .maxValueLength = LIST_LENGTH,
         .member = &Parameters::dataDigest,
         .help = "Proposed DataDigest in order of preference, a list like HeaderDigest."},
        {.name = "MaxRecvDataSegmentLength",
         .type = DECLARED_NUMBER,
         .stages = OPERATIONAL | FULL_FEATURE,
         .defaultValue = "8192",
         .minimum = 512,
         .maximum = LONGEST_DATA,
         .member = &Parameters::maxRecvDataSegmentLength,
         .help = "Longest data segment that this side accepts, bytes, 512 to 16777215."},
    };
}

/**
 * @return how many connections a session has, and how its data move
 */
Definitions
MakeTransferKeys()
{
    return {
        {.name = "MaxConnections",
         .type = MINIMUM,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "1",
         .minimum = 1,
         .maximum = 65535,
         .member = &Parameters::maxConnections,
         .help = "Proposed MaxConnections: maximum number of connections in a session, 1 to "
                 "65535. The smaller proposal is used."},
        {.name = "InitialR2T",
         .type = BOOLEAN_OR,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "Yes",
         .member = &Parameters::initialR2T,
         .help = "Proposed InitialR2T: true if the data of a write, except immediate data, must "
                 "wait for an R2T. The agreed value is true if either side proposes true."},
        {.name = "ImmediateData",
         .type = BOOLEAN_AND,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "Yes",
         .member = &Parameters::immediateData,
         .help = "Proposed ImmediateData: true if the command PDU may carry data of a write. The"
                 " agreed value is true if both sides propose true."},
        {.name = "MaxBurstLength",
         .type = MINIMUM,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "262144",
         .minimum = 512,
         .maximum = LONGEST_DATA,
         .member = &Parameters::maxBurstLength,
         .help = "Proposed MaxBurstLength: longest sequence of Data-In, or of Data-Out requested"
                 " by an R2T, bytes, 512 to 16777215. The smaller proposal is used."},
        {.name = "FirstBurstLength",
         .type = MINIMUM,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY_OR_R2T_NEEDED,
         .defaultValue = "65536",
         .minimum = 512,
         .maximum = LONGEST_DATA,
         .member = &Parameters::firstBurstLength,
         .help = "Proposed FirstBurstLength: maximum data of a write sent without an R2T, bytes,"
                 " 512 to 16777215 and at most MaxBurstLength. The smaller proposal is used."},
    };
}

/**
 * @return how a session recovers, and in which order data may come
 */
Definitions
MakeRecoveryKeys()
{
    return {
        {.name = "DefaultTime2Wait",
         .type = MAXIMUM,
         .leadingOnly = true,
         .defaultValue = "2",
         .maximum = LONGEST_TIME,
         .member = &Parameters::defaultTime2Wait,
         .help = "Proposed DefaultTime2Wait: minimum time before a lost connection is "
                 "reestablished, seconds, 0 to 3600. The greater proposal is used."},
        {.name = "DefaultTime2Retain",
         .type = MINIMUM,
         .leadingOnly = true,
         .defaultValue = "20",
         .maximum = LONGEST_TIME,
         .member = &Parameters::defaultTime2Retain,
         .help = "Proposed DefaultTime2Retain: maximum time for which the tasks of a lost "
                 "connection are kept, seconds, 0 to 3600. The smaller proposal is used."},
        {.name = "MaxOutstandingR2T",
         .type = MINIMUM,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "1",
         .minimum = 1,
         .maximum = 65535,
         .member = &Parameters::maxOutstandingR2T,
         .help = "Proposed MaxOutstandingR2T: maximum number of outstanding R2Ts of a task, 1 to"
                 " 65535. The smaller proposal is used."},
        {.name = "DataPDUInOrder",
         .type = BOOLEAN_OR,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "Yes",
         .member = &Parameters::dataPduInOrder,
         .help = "Proposed DataPDUInOrder: true if the PDUs of a sequence are in order of "
                 "offset. The agreed value is true if either side proposes true."},
        {.name = "DataSequenceInOrder",
         .type = BOOLEAN_OR,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "Yes",
         .member = &Parameters::dataSequenceInOrder,
         .help = "Proposed DataSequenceInOrder: true if sequences are in order of offset. The "
                 "agreed value is true if either side proposes true."},
        {.name = "ErrorRecoveryLevel",
         .type = MINIMUM,
         .leadingOnly = true,
         .defaultValue = "0",
         .maximum = 2,
         .member = &Parameters::errorRecoveryLevel,
         .help = "Proposed ErrorRecoveryLevel, 0 to 2. The smaller proposal is used."},
    };
}

/**
 * @return what older implementations need not know
 */
Definitions
MakeExtensionKeys()
{
    return {
        {.name = "TaskReporting",
         .type = LIST,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "RFC3720",
         .choices = {"RFC3720", "ResponseFence", "FastAbort"},
         .maxValueLength = LIST_LENGTH,
         .alwaysOffered = false,
         .member = &Parameters::taskReporting,
         .help = "Proposed TaskReporting in order of preference, a list of RFC3720, "
                 "ResponseFence and FastAbort: RFC3720 alone, or together with at least "
                 "ResponseFence."},
        // RFC 7144, 7.1.1
        {.name = "iSCSIProtocolLevel",
         .type = MINIMUM,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "1",
         .maximum = 31,
         .alwaysOffered = false,
         .isOptional = true,
         .member = &Parameters::iscsiProtocolLevel,
         .help = "Proposed iSCSIProtocolLevel, 0 to 31: 1 for RFC 7143, 2 for RFC 7144. The "
                 "smaller proposal is used."},
        // Not a key of RFC 7143: an initiator alone offers it, and only if it wants just that.
        {.name = ISCSI_CONNECTION_USE_KEY,
         .type = LIST,
         .senders = Senders::INITIATOR,
         .leadingOnly = true,
         .irrelevance = Irrelevance::DISCOVERY,
         .defaultValue = "Standard",
         .choices = {"Standard", "SplitByDirection"},
         .maxValueLength = LIST_LENGTH,
         .alwaysOffered = false,
         .member = &Parameters::connectionUse},
        {.name = "X#NodeArchitecture",
         .leadingOnly = true,
         .member = &Parameters::nodeArchitecture},
    };
}

/**
 * @return the steps of a discovery and of an authentication, and what is no longer a key
 */
Definitions
MakeOtherKeys()
{
    return {
        {.name = "SendTargets",
         .type = EXCHANGE,
         .senders = Senders::INITIATOR,
         .stages = FULL_FEATURE},
        {.name = "CHAP_A", .type = EXCHANGE, .stages = SECURITY},
        {.name = "CHAP_I", .type = EXCHANGE, .stages = SECURITY},
        {.name = "CHAP_C", .type = EXCHANGE, .stages = SECURITY, .maxValueLength = BINARY_LENGTH},
        {.name = "CHAP_N", .type = EXCHANGE, .stages = SECURITY},
        {.name = "CHAP_R", .type = EXCHANGE, .stages = SECURITY, .maxValueLength = BINARY_LENGTH},
        {.name = "OFMarker", .type = OBSOLETE, .stages = ANY_STAGE},
        {.name = "IFMarker", .type = OBSOLETE, .stages = ANY_STAGE},
        {.name = "OFMarkInt", .type = OBSOLETE, .stages = ANY_STAGE},
        {.name = "IFMarkInt", .type = OBSOLETE, .stages = ANY_STAGE},
    };
}

/**
 * @return all rows
 */
Definitions
MakeDefinitions()
{
    Definitions all;
    for (const auto& keys : {MakeIdentityKeys(),
                             MakeConnectionKeys(),
                             MakeTransferKeys(),
                             MakeRecoveryKeys(),
                             MakeExtensionKeys(),
                             MakeOtherKeys()})
    {
        all.insert(all.end(), keys.begin(), keys.end());
    }
    return all;
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
