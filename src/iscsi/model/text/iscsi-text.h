/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEXT_H
#define ISCSI_TEXT_H

#include "ns3/packet.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * The key=value pairs in the data segments of a login or text negotiation, in their order
 * (RFC 7143, 6.1). Where the C bit spreads one text over several PDUs, this is the whole text.
 */
class IscsiTextKeys
{
  public:
    /// One pair.
    struct Pair
    {
        std::string key;   //!< key name
        std::string value; //!< value, possibly a list with commas
    };

    /// Whether a text may hold one key more than once.
    enum class Repeats : uint8_t
    {
        REFUSED, //!< no: every negotiation
        ALLOWED, //!< yes: the answer to SendTargets
    };

    static constexpr uint32_t MAX_KEY_LENGTH = 63; //!< longest key name, bytes

    /// longest value of a key that is not known, bytes: it may be a list (RFC 7143, 6.1)
    static constexpr uint32_t MAX_VALUE_LENGTH = 8192;

    /**
     * Read a text.
     *
     * @param text all the bytes: pairs, each ended by a NUL
     * @param error where to say in one line what is wrong, left alone if nothing is
     * @param repeats whether a key may come more than once
     * @return the pairs, or nothing if a key name is empty, longer than 63 bytes, does not start
     *         with a capital letter or has a character not allowed; a value is too long for its
     *         key; an equals sign or the NUL at the end is missing; or a key is repeated
     */
    static std::optional<IscsiTextKeys> Parse(const std::string& text,
                                              std::string& error,
                                              Repeats repeats = Repeats::REFUSED);

    /**
     * Read the text in a packet.
     *
     * @param packet the data segment without its padding
     * @param error see the other form
     * @param repeats see the other form
     * @return see the other form
     */
    static std::optional<IscsiTextKeys> Parse(Ptr<const Packet> packet,
                                              std::string& error,
                                              Repeats repeats = Repeats::REFUSED);

    /**
     * Put a pair at the end.
     *
     * @param key key name, legal by RFC 7143, 6.1
     * @param value its value, without NUL
     */
    void Add(const std::string& key, const std::string& value);

    /**
     * Find a key.
     *
     * @param key key name, exactly as written: names are case sensitive
     * @return the value of the first pair with that key, if there is one
     */
    std::optional<std::string> Find(const std::string& key) const;

    /**
     * @return true if there is no pair
     */
    bool IsEmpty() const;

    /**
     * @return the number of pairs
     */
    std::size_t GetSize() const;

    /**
     * @return the first pair
     */
    std::vector<Pair>::const_iterator begin() const;

    /**
     * @return past the last pair
     */
    std::vector<Pair>::const_iterator end() const;

    /**
     * @return the bytes of a data segment: each pair ended by a NUL
     */
    std::string ToText() const;

    /**
     * @return the same bytes in a packet, without padding
     */
    Ptr<Packet> ToPacket() const;

  private:
    std::vector<Pair> m_pairs; //!< the pairs in order
};

/**
 * @ingroup iscsi-text
 *
 * Make a line for a user of a text with what a peer said in it.
 *
 * @param text any bytes
 * @param most most of its characters that are kept
 * @return it with question marks for what is not printable ASCII, and three dots for what is cut
 */
std::string MakeIscsiLine(const std::string& text, std::size_t most = 240);

} // namespace ns3

#endif /* ISCSI_TEXT_H */
