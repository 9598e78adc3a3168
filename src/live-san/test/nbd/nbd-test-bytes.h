/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_TEST_BYTES_H
#define NBD_TEST_BYTES_H

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

/// Bytes of messages, in base 16 with blanks wherever they help.
using NbdTestBytes = std::vector<uint8_t>;

/**
 * @ingroup live-san-tests
 *
 * @param text bytes in base 16, with or without blanks
 * @return the bytes
 */
inline NbdTestBytes
FromHex(const std::string& text)
{
    NbdTestBytes bytes;
    std::string digits;
    for (const char digit : text)
    {
        if (digit != ' ')
        {
            digits += digit;
        }
        if (digits.size() == 2)
        {
            bytes.push_back(static_cast<uint8_t>(std::stoul(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return bytes;
}

/**
 * @ingroup live-san-tests
 *
 * @param bytes bytes
 * @return the same in base 16
 */
inline std::string
ToHex(const NbdTestBytes& bytes)
{
    std::ostringstream text;
    text << std::hex << std::setfill('0');
    for (const auto byte : bytes)
    {
        text << std::setw(2) << +byte;
    }
    return text.str();
}

/**
 * @ingroup live-san-tests
 *
 * @param text bytes in base 16 with blanks
 * @return the same without
 */
inline std::string
Join(const std::string& text)
{
    return ToHex(FromHex(text));
}

/**
 * @ingroup live-san-tests
 *
 * @param text a text
 * @return its bytes in base 16
 */
inline std::string
TextToHex(const std::string& text)
{
    return ToHex({text.begin(), text.end()});
}

/// What an option of the handshake begins with, in base 16.
inline const std::string OPTION_MAGIC = "49484156454f5054";

#endif /* NBD_TEST_BYTES_H */
