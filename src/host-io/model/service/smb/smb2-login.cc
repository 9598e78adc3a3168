/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-login.h"

#include "smb2-text.h"

#include <string_view>

namespace ns3
{

namespace
{

constexpr std::string_view SIGNATURE{"NTLMSSP\0", 8}; //!< of each message of NTLMSSP
constexpr uint32_t NEGOTIATE_MESSAGE = 1;             //!< MS-NLMP, 2.2.1.1
constexpr uint32_t CHALLENGE_MESSAGE = 2;             //!< MS-NLMP, 2.2.1.2
constexpr uint32_t AUTHENTICATE_MESSAGE = 3;          //!< MS-NLMP, 2.2.1.3
constexpr uint32_t NTLM_CHALLENGE_BYTES = 48;         //!< of a challenge without names
constexpr const char* NAME = "NS3";                   //!< of server and domain

/// Flags of NTLMSSP (MS-NLMP, 2.2.2.5): Unicode, target, NTLM, target is a server, extended session
/// security, target information, 128 bits, 56 bits.
constexpr uint32_t NTLM_FLAGS =
    0x1 | 0x4 | 0x200 | 0x20000 | 0x80000 | 0x800000 | 0x20000000 | 0x80000000;

/// Object identifiers with their tags and lengths: SPNEGO, NTLMSSP.
constexpr std::string_view SPNEGO{"\x06\x06\x2b\x06\x01\x05\x05\x02", 8};
constexpr std::string_view NTLMSSP{"\x06\x0a\x2b\x06\x01\x04\x01\x82\x37\x02\x02\x0a", 12};

/// Tags of SPNEGO: the begin, a sequence, octets, an enumerated value, and fields of replies.
enum Tag : uint8_t
{
    BEGIN = 0x60,
    SEQUENCE = 0x30,
    OCTETS = 0x04,
    ENUMERATED = 0x0a,
    FIELD_0 = 0xa0,
    FIELD_1 = 0xa1,
    FIELD_2 = 0xa2,
};

/**
 * @param tag a tag
 * @param contents what it is of, fewer than 65536 bytes
 * @return both, with the length between them (DER)
 */
std::string
Wrap(Tag tag, std::string_view contents)
{
    const auto size = contents.size();
    std::string out(1, static_cast<char>(tag));
    if (size >= 0x100)
    {
        out += '\x82';
        out += static_cast<char>(size >> 8);
    }
    else if (size >= 0x80)
    {
        out += '\x81';
    }
    out += static_cast<char>(size);
    out += contents;
    return out;
}

/**
 * @param state 0 for done, 1 for more to come
 * @param token message of NTLMSSP, empty for none
 * @return a reply of SPNEGO (RFC 4178, 4.2.2)
 */
std::string
WrapReply(char state, const std::string& token)
{
    auto fields = Wrap(FIELD_0, Wrap(ENUMERATED, std::string(1, state)));
    if (state != 0)
    {
        fields += Wrap(FIELD_1, NTLMSSP);
    }
    if (!token.empty())
    {
        fields += Wrap(FIELD_2, Wrap(OCTETS, token));
    }
    return Wrap(FIELD_1, Wrap(SEQUENCE, fields));
}

/// Write length, room and offset of something.
void
PutField(FileServiceWriter& to, uint32_t bytes, uint32_t offset)
{
    to.PutLittle16(bytes);
    to.PutLittle16(bytes);
    to.PutLittle32(offset);
}

/**
 * @param challenge the number
 * @return a CHALLENGE_MESSAGE
 */
std::string
MakeChallenge(uint64_t challenge)
{
    const auto nameBytes = Smb2Text::GetBytes(NAME);
    FileServiceWriter information;
    // NetBIOS names of domain and computer, then the end (MS-NLMP, 2.2.2.1).
    for (const uint16_t kind : {2, 1})
    {
        information.PutLittle16(kind);
        information.PutLittle16(nameBytes);
        Smb2Text::Put(information, NAME);
    }
    information.PutZeros(4);
    FileServiceWriter to;
    to.PutBytes(SIGNATURE);
    to.PutLittle32(CHALLENGE_MESSAGE);
    PutField(to, nameBytes, NTLM_CHALLENGE_BYTES);
    to.PutLittle32(NTLM_FLAGS);
    to.PutLittle64(challenge);
    to.PutZeros(8);
    PutField(to, information.GetSize(), NTLM_CHALLENGE_BYTES + nameBytes);
    Smb2Text::Put(to, NAME);
    to.Append(information);
    return {to.GetBytes().begin(), to.GetBytes().end()};
}

/**
 * @param token an AUTHENTICATE_MESSAGE
 * @return flags of the session: whether the client gives a name
 */
uint16_t
GetFlags(const std::string& token)
{
    const std::size_t nameLength = 36;
    const bool hasName =
        token.size() > nameLength + 1 && (token[nameLength] != 0 || token[nameLength + 1] != 0);
    return hasName ? Smb2Login::IS_GUEST : Smb2Login::IS_NULL;
}

} // namespace

std::string
Smb2Login::GetOffer()
{
    const auto mechanisms = Wrap(FIELD_0, Wrap(SEQUENCE, NTLMSSP));
    const auto token = Wrap(FIELD_0, Wrap(SEQUENCE, mechanisms));
    return Wrap(BEGIN, std::string(SPNEGO) + token);
}

Smb2Login::Reply
Smb2Login::Answer(const std::string& blob, uint64_t challenge)
{
    Reply reply;
    const bool isWrapped = !blob.starts_with(SIGNATURE);
    const auto at = blob.find(SIGNATURE);
    const auto tag = blob.empty() ? 0 : static_cast<uint8_t>(blob.front());
    if (at == std::string::npos)
    {
        // A client that begins with another mechanism is told the one that is here.
        if (tag == BEGIN)
        {
            reply.status = SmbStatus::MORE_PROCESSING_REQUIRED;
            reply.blob = WrapReply(1, "");
        }
        return reply;
    }
    const auto token = blob.substr(at);
    const auto kind = token.size() < 12 ? 0U : static_cast<uint8_t>(token[8]);
    if (kind == NEGOTIATE_MESSAGE)
    {
        const auto message = MakeChallenge(challenge);
        reply.status = SmbStatus::MORE_PROCESSING_REQUIRED;
        reply.blob = isWrapped ? WrapReply(1, message) : message;
    }
    else if (kind == AUTHENTICATE_MESSAGE)
    {
        reply.status = SmbStatus::OK;
        reply.flags = GetFlags(token);
        reply.blob = isWrapped ? WrapReply(0, "") : "";
    }
    return reply;
}

} // namespace ns3
