/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SESSION_PARAMETERS_H
#define ISCSI_SESSION_PARAMETERS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

namespace ns3
{

struct IscsiChapSettings;

/**
 * @ingroup iscsi-text
 *
 * The values of the text keys of one session, as one side of it sees them: before the login what
 * this side proposes, after it what was negotiated. Which key a member stands for, its default and
 * its range are in the key's row (IscsiKeyDefinition).
 *
 * In a proposal a key that is negotiated as a list (headerDigest, dataDigest, authMethod,
 * taskReporting) may hold several values with commas between, the preferred one first; one of them
 * is negotiated.
 */
struct IscsiSessionParameters
{
    std::string initiatorName;    //!< an iqn., eui. or naa. name
    std::string initiatorAlias;   //!< empty for none
    std::string targetName;       //!< an iqn., eui. or naa. name
    std::string targetAlias;      //!< empty for none
    std::string targetAddress;    //!< host[:port][,tag], where redirected to
    std::string nodeArchitecture; //!< X#NodeArchitecture, empty for none

    std::string authMethod;    //!< how the sides authenticate themselves
    std::string headerDigest;  //!< digest of the header segments
    std::string dataDigest;    //!< digest of the data segment
    std::string taskReporting; //!< how the end of aborted tasks is reported

    /// X-org.ns3-iscsi.ConnectionUse, not a key of RFC 7143: Standard or SplitByDirection. A target
    /// that allows the latter proposes a list of both
    std::string connectionUse;

    /// names and secrets for an AuthMethod of CHAP; only in a proposal
    std::shared_ptr<const IscsiChapSettings> chap;

    // What every command asks for stands together.

    std::string sessionType;         //!< Normal or Discovery
    uint32_t targetPortalGroupTag{}; //!< the group of the portal that the session goes through

    /// MaxRecvDataSegmentLength of this side: longest data segment it takes, bytes
    uint32_t maxRecvDataSegmentLength{};

    /// MaxRecvDataSegmentLength of the other side: longest data segment to send, bytes; never
    /// proposed, only received
    uint32_t peerMaxRecvDataSegmentLength{};

    uint32_t maxConnections{};     //!< most connections of the session
    bool initialR2T{};             //!< no Data-Out before an R2T
    bool immediateData{};          //!< data may be in the SCSI Command PDU
    uint32_t maxBurstLength{};     //!< longest sequence of Data-In or solicited Data-Out, bytes
    uint32_t firstBurstLength{};   //!< most unsolicited data of a write, bytes
    uint32_t defaultTime2Wait{};   //!< least time before a lost connection is made again, s
    uint32_t defaultTime2Retain{}; //!< longest time that tasks of a lost connection are kept, s
    uint32_t maxOutstandingR2T{};  //!< most R2Ts of a task that are not answered
    bool dataPduInOrder{};         //!< offsets rise within a sequence
    bool dataSequenceInOrder{};    //!< offsets rise between sequences
    uint32_t errorRecoveryLevel{}; //!< which errors the session outlives
    uint32_t iscsiProtocolLevel{}; //!< which RFC counts (RFC 7144, 7.1.1)

    /**
     * Make parameters that are all at their defaults.
     */
    IscsiSessionParameters();

    /**
     * @return true if this is a discovery session
     */
    bool IsDiscovery() const;

    /**
     * @return true if half the connections carry requests and the other half responses, which is
     *         outside RFC 7143
     */
    bool IsSplitByDirection() const;

    /**
     * Read a member as the text of its key.
     *
     * @param key key name, as RFC 7143 prints it
     * @return the value, Yes or No for a flag; nothing if no member stands for that key.
     *         MaxRecvDataSegmentLength is this side's
     */
    std::optional<std::string> GetText(const std::string& key) const;

    /**
     * Set a member from the text of its key.
     *
     * @param key key name, as RFC 7143 prints it; one that has no member is ignored
     * @param value a legal value of the key: a flag is Yes or No, a number decimal or hexadecimal
     */
    void SetText(const std::string& key, const std::string& value);

    /**
     * Check the values as a proposal: ranges and choices of every key, FirstBurstLength against
     * MaxBurstLength, MaxOutstandingR2T against ErrorRecoveryLevel with DataSequenceInOrder, and
     * what a list of TaskReporting must hold (RFC 7143, 13.14, 13.19 and 13.23); what connections
     * that are split by direction need.
     *
     * @return an empty text if all is well; otherwise one line that names the key, its value and
     *         what is allowed
     */
    std::string Validate() const;

    /**
     * Propose for a further connection of a session with these values.
     *
     * @param wishes the preferences of this side of each connection
     * @return these values with the wishes for AuthMethod, HeaderDigest, DataDigest and
     *         MaxRecvDataSegmentLength, which each connection negotiates for itself
     */
    IscsiSessionParameters MakeConnectionProposals(const IscsiSessionParameters& wishes) const;

    /**
     * Print a table of all keys and their values, a line for each that has one.
     *
     * @param os where to
     */
    void PrintKeys(std::ostream& os) const;

  private:
    /**
     * Check what connections that are split by direction need.
     *
     * @return an empty text if all is well, otherwise one line
     */
    std::string ValidateConnectionUse() const;
};

} // namespace ns3

#endif /* ISCSI_SESSION_PARAMETERS_H */
