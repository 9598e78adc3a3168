/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_TEXT_H
#define SMB2_TEXT_H

#include "ns3/file-service-message.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * Texts of SMB 2: UTF-8 here, UTF-16LE in messages, where a slash is a backslash. Any text of one
 * end is that of the other: bytes that are no UTF-8 are units 0xdc80 to 0xdcff, and units that are
 * no pair are three bytes, as UTF-8 would have them.
 */
class Smb2Text
{
  public:
    /**
     * @param text a text
     * @return bytes of it in a message
     */
    static uint32_t GetBytes(const std::string& text);

    /**
     * @param text a text that is no path
     * @return its bytes in a message; a slash stays one
     */
    static std::string Encode(const std::string& text);

    /**
     * @param to where to write
     * @param text the text
     */
    static void Put(FileServiceWriter& to, const std::string& text);

    /**
     * @param from what to read; it fails if the text is too long, or of half a unit
     * @param bytes its bytes in the message
     * @return the text
     */
    static std::string Get(FileServiceReader& from, uint32_t bytes);
};

} // namespace ns3

#endif /* SMB2_TEXT_H */
