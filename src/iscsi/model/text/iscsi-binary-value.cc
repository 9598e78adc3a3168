/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-binary-value.h"

#include <algorithm>
#include <cctype>
#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace ns3
{

namespace
{

constexpr char NO_SEPARATOR = '\0'; //!< nothing between the hexadecimal digits of two bytes

/**
 * @param digits hexadecimal digits
 * @return the bytes, or nothing
 */
std::optional<std::vector<uint8_t>>
ParseHex(const std::string& digits)
{
    const auto pairs = (digits.size() % 2 == 0 ? "" : "0") + digits;
    std::vector<uint8_t> bytes(pairs.size() / 2);
    std::size_t length = 0;
    const bool isHex =
        OPENSSL_hexstr2buf_ex(bytes.data(), bytes.size(), &length, pairs.c_str(), NO_SEPARATOR) ==
        1;
    return isHex && length == bytes.size() ? std::optional(bytes) : std::nullopt;
}

/**
 * @param bytes some bytes
 * @return them in Base64 with its padding
 */
std::string
FormatBase64(const std::vector<uint8_t>& bytes)
{
    // The terminating zero counts.
    std::vector<uint8_t> digits((bytes.size() + 2) / 3 * 4 + 1);
    EVP_EncodeBlock(digits.data(), bytes.data(), static_cast<int>(bytes.size()));
    return {digits.begin(), digits.end() - 1};
}

/**
 * @param digits Base64 with its padding
 * @return the bytes, or nothing
 */
std::optional<std::vector<uint8_t>>
ParseBase64(const std::string& digits)
{
    const std::size_t padding = digits.ends_with("==") ? 2 : digits.ends_with("=") ? 1 : 0;
    const std::vector<uint8_t> block(digits.begin(), digits.end());
    std::vector<uint8_t> bytes((digits.size() + 3) / 4 * 3);
    if (EVP_DecodeBlock(bytes.data(), block.data(), static_cast<int>(block.size())) < 0)
    {
        return std::nullopt;
    }
    bytes.resize(bytes.size() - padding);
    // EVP_DecodeBlock takes white space around and padding anywhere; only what is written so
    // counts.
    return FormatBase64(bytes) == digits ? std::optional(bytes) : std::nullopt;
}

} // namespace

std::optional<std::vector<uint8_t>>
ParseIscsiBinary(const std::string& text)
{
    const auto digits = text.substr(std::min<std::size_t>(text.size(), 2));
    if (digits.empty())
    {
        return std::nullopt;
    }
    if (text.starts_with("0x") || text.starts_with("0X"))
    {
        return ParseHex(digits);
    }
    return text.starts_with("0b") || text.starts_with("0B") ? ParseBase64(digits) : std::nullopt;
}

std::string
FormatIscsiBinary(const std::vector<uint8_t>& bytes)
{
    // The terminating zero counts.
    std::string digits(2 * bytes.size() + 1, '\0');
    OPENSSL_buf2hexstr_ex(digits.data(),
                          digits.size(),
                          nullptr,
                          bytes.data(),
                          bytes.size(),
                          NO_SEPARATOR);
    digits.pop_back();
    std::transform(digits.begin(), digits.end(), digits.begin(), [](unsigned char digit) {
        return static_cast<char>(std::tolower(digit));
    });
    return "0x" + digits;
}

} // namespace ns3
