/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NTLM_MESSAGE_H
#define NTLM_MESSAGE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What the messages of NTLMSSP (MS-NLMP, 2.2.1) have in common.
 */
struct NtlmMessage
{
    /// MessageType.
    enum class Kind : uint32_t
    {
        NONE = 0,         //!< no message
        NEGOTIATE = 1,    //!< the client begins
        CHALLENGE = 2,    //!< the server's number
        AUTHENTICATE = 3, //!< the client's proof
    };

    /// NegotiateFlags (2.2.2.5).
    enum Flag : uint32_t
    {
        UNICODE = 0x1,              //!< texts are UTF-16
        REQUEST_TARGET = 0x4,       //!< the server's name is asked for, or there
        SIGN = 0x10,                //!< messages may be signed: there is a session key
        NTLM = 0x200,               //!< the login is of NTLM
        ANONYMOUS = 0x800,          //!< nobody logs in
        ALWAYS_SIGN = 0x8000,       //!< the same as SIGN
        TARGET_IS_SERVER = 0x20000, //!< the name is that of a server
        EXTENDED = 0x80000,         //!< extended session security
        INFORMATION = 0x800000,     //!< there is TargetInfo
        BITS_128 = 0x20000000,      //!< keys of 128 bits
        BITS_56 = 0x80000000,       //!< keys of 56 bits
    };

    /**
     * @param blob bytes of a login, SPNEGO around them perhaps
     * @return the message of NTLMSSP in them, empty if there is none
     */
    static std::string Find(const std::string& blob);

    /**
     * @param token a message
     * @return its kind
     */
    static Kind GetKind(std::string_view token);
};

/**
 * @ingroup host-io-service-smb
 *
 * NEGOTIATE_MESSAGE (MS-NLMP, 2.2.1.1) without domain and workstation.
 */
struct NtlmNegotiate
{
    uint32_t flags{0}; //!< NtlmMessage::Flag

    /**
     * @return the message, 32 bytes
     */
    std::string Serialize() const;
};

/**
 * @ingroup host-io-service-smb
 *
 * CHALLENGE_MESSAGE (MS-NLMP, 2.2.1.2).
 */
struct NtlmChallenge
{
    uint32_t flags{0};       //!< NtlmMessage::Flag
    uint64_t challenge{0};   //!< ServerChallenge
    std::string name;        //!< TargetName; a reader leaves it empty
    std::string information; //!< TargetInfo, AV_PAIRs with the last (2.2.2.1)

    /**
     * @param name a name of server and domain
     * @return TargetInfo with their NetBIOS names
     */
    static std::string MakeInformation(const std::string& name);

    /**
     * @return MsvAvTimestamp of TargetInfo, FILETIME; 0 if it has none
     */
    uint64_t GetTime() const;

    /**
     * @return the message
     */
    std::string Serialize() const;

    /**
     * @param token a message
     * @return what it says; nothing if it is none of these
     */
    static std::optional<NtlmChallenge> Deserialize(const std::string& token);
};

/**
 * @ingroup host-io-service-smb
 *
 * AUTHENTICATE_MESSAGE (MS-NLMP, 2.2.1.3) without MIC, workstation and session key.
 */
struct NtlmAuthenticate
{
    uint32_t flags{0};      //!< NtlmMessage::Flag
    std::string lmResponse; //!< LmChallengeResponse
    std::string ntResponse; //!< NtChallengeResponse
    std::string domain;     //!< DomainName, UTF-8
    std::string user;       //!< UserName, UTF-8

    /**
     * @return the message
     */
    std::string Serialize() const;

    /**
     * @param token a message of this kind
     * @return whether it names a user
     */
    static bool HasUser(const std::string& token);
};

} // namespace ns3

#endif /* NTLM_MESSAGE_H */
