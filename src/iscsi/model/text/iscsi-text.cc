/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-text.h"

#include "iscsi-key-definition.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_set>

namespace ns3
{

namespace
{

/**
 * Is this a key name by RFC 7143, 6.1? The hash mark is that of the public extensions, "X#".
 *
 * @param key the name
 * @return true if it is
 */
bool
IsKeyName(std::string_view key)
{
    const auto allowed = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               (c != '\0' && std::strchr(".-+@_#", c) != nullptr);
    };
    const bool capital = !key.empty() && key[0] >= 'A' && key[0] <= 'Z';
    // the one key of RFC 7144 begins with a small letter all the same
    return (capital || key == "iSCSIProtocolLevel") &&
           key.size() <= IscsiTextKeys::MAX_KEY_LENGTH &&
           std::all_of(key.begin(), key.end(), allowed);
}

/**
 * @param key a key, known or not
 * @return longest value it may have, bytes
 */
std::size_t
GetLongestValue(const std::string& key)
{
    const auto definition = FindIscsiKeyDefinition(key);
    return definition ? definition->maxValueLength : IscsiTextKeys::MAX_VALUE_LENGTH;
}

/**
 * Cut one pair at its first equals sign.
 *
 * @param text the pair without its NUL
 * @param pair where to put it
 * @return what is wrong with it, empty if nothing is
 */
std::string
ParsePair(std::string_view text, IscsiTextKeys::Pair& pair)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
    {
        return "a pair has no equals sign";
    }
    if (!IsKeyName(text.substr(0, equals)))
    {
        return "a key name is not allowed";
    }
    pair.key = text.substr(0, equals);
    pair.value = text.substr(equals + 1);
    if (pair.value.size() > GetLongestValue(pair.key))
    {
        return "the value of " + pair.key + " is too long";
    }
    return "";
}

} // namespace

std::optional<IscsiTextKeys>
IscsiTextKeys::Parse(const std::string& text, std::string& error, Repeats repeats)
{
    IscsiTextKeys keys;
    std::unordered_set<std::string> seen;
    std::string_view rest(text);
    while (!rest.empty())
    {
        const auto nul = rest.find('\0');
        if (nul == std::string_view::npos)
        {
            error = "the last pair does not end with a NUL";
            return std::nullopt;
        }
        Pair pair;
        auto fault = ParsePair(rest.substr(0, nul), pair);
        if (fault.empty() && repeats == Repeats::REFUSED && !seen.insert(pair.key).second &&
            pair.key != "TargetAddress")
        {
            fault = "the key " + pair.key + " is repeated";
        }
        if (!fault.empty())
        {
            error = fault;
            return std::nullopt;
        }
        keys.m_pairs.push_back(std::move(pair));
        rest.remove_prefix(nul + 1);
    }
    return keys;
}

std::optional<IscsiTextKeys>
IscsiTextKeys::Parse(Ptr<const Packet> packet, std::string& error, Repeats repeats)
{
    std::string text(packet->GetSize(), '\0');
    packet->CopyData(reinterpret_cast<uint8_t*>(text.data()), packet->GetSize());
    return Parse(text, error, repeats);
}

void
IscsiTextKeys::Add(const std::string& key, const std::string& value)
{
    m_pairs.push_back({key, value});
}

std::optional<std::string>
IscsiTextKeys::Find(const std::string& key) const
{
    for (const auto& pair : m_pairs)
    {
        if (pair.key == key)
        {
            return pair.value;
        }
    }
    return std::nullopt;
}

bool
IscsiTextKeys::IsEmpty() const
{
    return m_pairs.empty();
}

std::size_t
IscsiTextKeys::GetSize() const
{
    return m_pairs.size();
}

std::vector<IscsiTextKeys::Pair>::const_iterator
IscsiTextKeys::begin() const
{
    return m_pairs.begin();
}

std::vector<IscsiTextKeys::Pair>::const_iterator
IscsiTextKeys::end() const
{
    return m_pairs.end();
}

std::string
IscsiTextKeys::ToText() const
{
    std::string text;
    for (const auto& pair : m_pairs)
    {
        text.append(pair.key).append("=").append(pair.value).push_back('\0');
    }
    return text;
}

Ptr<Packet>
IscsiTextKeys::ToPacket() const
{
    const auto text = ToText();
    return Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

std::string
MakeIscsiLine(const std::string& text, std::size_t most)
{
    auto line = text.substr(0, most);
    std::replace_if(line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return line + (text.size() > most ? "..." : "");
}

} // namespace ns3
