/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "spnego-token.h"

#include <cstdint>
#include <string_view>

namespace ns3
{

namespace
{

/// Object identifiers with their tags and lengths: SPNEGO, NTLMSSP.
constexpr std::string_view SPNEGO{"\x06\x06\x2b\x06\x01\x05\x05\x02", 8};
constexpr std::string_view NTLMSSP{"\x06\x0a\x2b\x06\x01\x04\x01\x82\x37\x02\x02\x0a", 12};

/// Tags: the begin, a sequence, octets, an enumerated value, and fields of messages.
enum SpnegoTag : uint8_t
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
Wrap(SpnegoTag tag, std::string_view contents)
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
 * @param message message of NTLMSSP, empty for none
 * @return it as a field
 */
std::string
WrapMessage(const std::string& message)
{
    return message.empty() ? "" : Wrap(FIELD_2, Wrap(OCTETS, message));
}

} // namespace

std::string
SpnegoToken::MakeOffer()
{
    return MakeInit("");
}

bool
SpnegoToken::OffersNtlm(const std::string& offer)
{
    return offer.empty() || offer.find(NTLMSSP) != std::string::npos;
}

std::string
SpnegoToken::MakeInit(const std::string& token)
{
    const auto mechanisms = Wrap(FIELD_0, Wrap(SEQUENCE, NTLMSSP));
    const auto fields = Wrap(FIELD_0, Wrap(SEQUENCE, mechanisms + WrapMessage(token)));
    return Wrap(BEGIN, std::string(SPNEGO) + fields);
}

std::string
SpnegoToken::MakeResponse(const std::string& token)
{
    return Wrap(FIELD_1, Wrap(SEQUENCE, WrapMessage(token)));
}

std::string
SpnegoToken::MakeReply(bool isDone, const std::string& token)
{
    // 4.2.2: accept-completed or accept-incomplete, then the mechanism.
    auto fields = Wrap(FIELD_0, Wrap(ENUMERATED, std::string(1, isDone ? 0 : 1)));
    if (!isDone)
    {
        fields += Wrap(FIELD_1, NTLMSSP);
    }
    return Wrap(FIELD_1, Wrap(SEQUENCE, fields + WrapMessage(token)));
}

bool
SpnegoToken::IsInit(const std::string& blob)
{
    return !blob.empty() && static_cast<uint8_t>(blob.front()) == BEGIN;
}

} // namespace ns3
