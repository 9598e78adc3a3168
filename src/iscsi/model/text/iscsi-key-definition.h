/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_KEY_DEFINITION_H
#define ISCSI_KEY_DEFINITION_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ns3
{

struct IscsiSessionParameters;

/**
 * @ingroup iscsi-text
 *
 * What the values of a key are and how two sides agree on one (RFC 7143, 6.2).
 */
enum class IscsiKeyType : uint8_t
{
    BOOLEAN_OR,      //!< Yes or No, the result is Yes if one side says so
    BOOLEAN_AND,     //!< Yes or No, the result is Yes if both sides say so
    MINIMUM,         //!< number, the result is the smaller
    MAXIMUM,         //!< number, the result is the greater
    LIST,            //!< list by preference, the result is the first the other side has too
    DECLARED_NUMBER, //!< number, declared and not answered
    DECLARED_TEXT,   //!< text, declared and not answered
    DECLARED_NAME,   //!< iSCSI name, declared and not answered
    EXCHANGE,        //!< step of an authentication or a discovery, not a parameter
    OBSOLETE,        //!< no longer a key; always answered Reject (RFC 7143, 13.25)
};

/**
 * @ingroup iscsi-text
 *
 * Who may send a key first.
 */
enum class IscsiKeySenders : uint8_t
{
    INITIATOR, //!< only an initiator
    TARGET,    //!< only a target
    BOTH,      //!< either side
};

/**
 * @ingroup iscsi-text
 *
 * When a key says nothing and may be answered Irrelevant.
 */
enum class IscsiKeyIrrelevance : uint8_t
{
    NEVER,                   //!< it always counts
    DISCOVERY,               //!< in a discovery session
    DISCOVERY_OR_R2T_NEEDED, //!< there, and if InitialR2T=Yes and ImmediateData=No
};

/**
 * @ingroup iscsi-text
 *
 * The session parameter that a key stands for.
 */
using IscsiKeyMember = std::variant<std::string IscsiSessionParameters::*,
                                    uint32_t IscsiSessionParameters::*,
                                    bool IscsiSessionParameters::*>;

/// The key that offers connections split by direction, a private extension key (RFC 7143, 13.22).
inline constexpr const char* ISCSI_CONNECTION_USE_KEY = "X-org.ns3-iscsi.ConnectionUse";

/**
 * @ingroup iscsi-text
 *
 * One row of the table of all text keys (RFC 7143, chapters 12 and 13, and RFC 7144): all that is
 * known of a key. The values of a session (IscsiSessionParameters), the attributes that propose
 * them, offers and answers, and the documentation's table of keys come from the rows.
 */
struct IscsiKeyDefinition
{
    static constexpr uint8_t SECURITY_STAGE = 1;     //!< bit of stages: security negotiation
    static constexpr uint8_t OPERATIONAL_STAGE = 2;  //!< bit of stages: operational negotiation
    static constexpr uint8_t FULL_FEATURE_STAGE = 4; //!< bit of stages: full feature phase
    static constexpr uint32_t MAX_TEXT_LENGTH = 255; //!< longest text, bytes (RFC 7143, 6.1)

    std::string name;                               //!< the key
    IscsiKeyType type{IscsiKeyType::DECLARED_TEXT}; //!< its values and result function
    IscsiKeySenders senders{IscsiKeySenders::BOTH}; //!< who may send it first
    uint8_t stages{OPERATIONAL_STAGE}; //!< where it is allowed, a sum of the stage bits
    bool leadingOnly{false};           //!< only in the first connection's login of a session
    IscsiKeyIrrelevance irrelevance{IscsiKeyIrrelevance::NEVER}; //!< when it says nothing
    std::string defaultValue{};               //!< value if never negotiated, empty if there is none
    uint32_t minimum{0};                      //!< least number
    uint32_t maximum{0};                      //!< greatest number
    std::vector<std::string> choices{};       //!< all values of a list or text, empty for any
    uint32_t maxValueLength{MAX_TEXT_LENGTH}; //!< longest value or list, bytes as written
    bool alwaysOffered{true}; //!< an initiator offers it even if it wants the default
    bool isOptional{false};   //!< younger than RFC 7143: a peer need neither know nor answer it
    std::optional<IscsiKeyMember> member{}; //!< its session parameter, if it has one
    std::string help{};                     //!< help of its attribute, empty if it has none

    /**
     * @return true if the key is answered: boolean, minimum, maximum or list
     */
    bool IsNegotiated() const;

    /**
     * May a peer answer that it does not know this key? All keys of RFC 7143 must be known
     * (RFC 7143, 6.2); younger ones and those with an X need not be.
     *
     * @return true if NotUnderstood is a legal answer
     */
    bool MayBeUnknown() const;

    /**
     * @return true if the values are numbers
     */
    bool IsNumber() const;

    /**
     * @return true if the values are Yes and No
     */
    bool IsBoolean() const;

    /**
     * Is a value legal to propose, declare or answer for this key?
     *
     * @param value the value as text
     * @return true if it is a number in range, Yes or No, a list of nothing but choices, an iSCSI
     *         name (RFC 7143, 4.2.7), or one of the choices of a text that has them
     */
    bool IsLegal(const std::string& value) const;

    /**
     * Does one side's value alone decide the result, so that it needs no answer (RFC 7143, 6.2.2)?
     *
     * @param value a legal value
     * @return true if the result is that value whatever the other side says
     */
    bool IsDecidedBy(const std::string& value) const;

    /**
     * The result function of a boolean or a number that is negotiated.
     *
     * @param one a legal value
     * @param other a legal value
     * @return the result, a number in decimal
     */
    std::string Join(const std::string& one, const std::string& other) const;

    /**
     * @return one line on what values are legal, fit to follow "must be"
     */
    std::string DescribeLegal() const;
};

/**
 * Is a value one of a list?
 *
 * @param list values with commas between
 * @param value the value
 * @return true if it is
 */
bool IsInIscsiList(const std::string& list, const std::string& value);

/**
 * Read a number as text negotiations write them (RFC 7143, 6.1).
 *
 * @param text decimal digits, the first of several not 0, or 0x or 0X and hexadecimal digits
 * @return the number, or nothing if it is malformed or does not fit 32 bits
 */
std::optional<uint32_t> ParseIscsiNumber(const std::string& text);

/**
 * Cut a list of values apart.
 *
 * @param list values with commas between
 * @return the values in order; an empty list gives one empty value
 */
std::vector<std::string> SplitIscsiList(const std::string& list);

/**
 * @return all keys, in the order in which they are offered
 */
const std::vector<IscsiKeyDefinition>& GetIscsiKeyDefinitions();

/**
 * Find a key's row.
 *
 * @param name the key, case sensitive
 * @return its row, or nullptr if the key is unknown
 */
const IscsiKeyDefinition* FindIscsiKeyDefinition(const std::string& name);

} // namespace ns3

#endif /* ISCSI_KEY_DEFINITION_H */
