/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-text.h"

#include "smb-fields.h"

#include <cstddef>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t FIRST_PAIRED = 0x10000; //!< the least code point of two units
constexpr uint32_t HIGH = 0xd800;          //!< the least first unit of two
constexpr uint32_t LOW = 0xdc00;           //!< the least second unit of two
constexpr uint32_t AFTER_LOW = 0xe000;     //!< the least unit that is no half again
constexpr uint32_t NO_TEXT = 0xdc00;       //!< what a byte that is no UTF-8 is added to

/// A code point, and its bytes in UTF-8.
struct Letter
{
    uint32_t code;     //!< the code point
    std::size_t bytes; //!< how many
};

/**
 * @param text a text
 * @param at where its next letter begins
 * @return the letter
 */
Letter
ReadLetter(const std::string& text, std::size_t at)
{
    const auto first = static_cast<uint8_t>(text[at]);
    const std::size_t bytes = first < 0x80   ? 1
                              : first < 0xc2 ? 0
                              : first < 0xe0 ? 2
                              : first < 0xf0 ? 3
                              : first < 0xf5 ? 4
                                             : 0;
    if (bytes == 1)
    {
        return {first, 1};
    }
    uint32_t code = bytes == 0 ? 0 : first & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i)
    {
        const auto next = at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : 0;
        if ((next & 0xc0) != 0x80)
        {
            return {NO_TEXT + first, 1};
        }
        code = code << 6 | (next & 0x3f);
    }
    static constexpr uint32_t LEAST[] = {0, 0, 0x80, 0x800, FIRST_PAIRED};
    const bool isLetter = bytes > 0 && code >= LEAST[bytes] && code < 0x110000;
    return isLetter ? Letter{code, bytes} : Letter{NO_TEXT + first, 1};
}

/**
 * @param text a text
 * @return its units in UTF-16
 */
std::vector<uint16_t>
GetUnits(const std::string& text)
{
    std::vector<uint16_t> units;
    units.reserve(text.size());
    for (std::size_t at = 0; at < text.size();)
    {
        const auto letter = ReadLetter(text, at);
        at += letter.bytes;
        if (letter.code >= FIRST_PAIRED)
        {
            units.push_back(HIGH + ((letter.code - FIRST_PAIRED) >> 10));
            units.push_back(LOW + (letter.code & 0x3ff));
        }
        else
        {
            units.push_back(letter.code);
        }
    }
    return units;
}

/**
 * Add a letter in UTF-8.
 *
 * @param text what to add it to
 * @param code its code point
 */
void
AddLetter(std::string& text, uint32_t code)
{
    const auto add = [&text](uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80)
    {
        add(code);
    }
    else if (code >= NO_TEXT + 0x80 && code < NO_TEXT + 0x100)
    {
        add(code - NO_TEXT);
    }
    else if (code < 0x800)
    {
        add(0xc0 | code >> 6);
        add(0x80 | (code & 0x3f));
    }
    else if (code < FIRST_PAIRED)
    {
        add(0xe0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    }
    else
    {
        add(0xf0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3f));
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    }
}

} // namespace

uint32_t
Smb2Text::GetBytes(const std::string& text)
{
    return 2 * GetUnits(text).size();
}

std::string
Smb2Text::Encode(const std::string& text)
{
    std::string bytes;
    for (const auto unit : GetUnits(text))
    {
        bytes += static_cast<char>(unit & 0xff);
        bytes += static_cast<char>(unit >> 8);
    }
    return bytes;
}

void
Smb2Text::Put(FileServiceWriter& to, const std::string& text)
{
    for (const auto unit : GetUnits(text))
    {
        to.PutLittle16(unit == '/' ? '\\' : unit);
    }
}

std::string
Smb2Text::Get(FileServiceReader& from, uint32_t bytes)
{
    std::string text;
    if (bytes > SmbFields::MAX_TEXT || bytes % 2 != 0)
    {
        from.Fail();
        return text;
    }
    uint32_t half = 0;
    for (uint32_t i = 0; i < bytes / 2 && !from.HasFailed(); ++i)
    {
        const uint32_t unit = from.GetLittle16();
        if (half != 0 && unit >= LOW && unit < AFTER_LOW)
        {
            AddLetter(text, FIRST_PAIRED + ((half - HIGH) << 10) + (unit - LOW));
            half = 0;
            continue;
        }
        if (half != 0)
        {
            AddLetter(text, half);
        }
        half = unit >= HIGH && unit < LOW ? unit : 0;
        if (half == 0)
        {
            AddLetter(text, unit == '\\' ? '/' : unit);
        }
    }
    if (half != 0)
    {
        AddLetter(text, half);
    }
    return text;
}

} // namespace ns3
