/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB1_BLOCK_H
#define SMB1_BLOCK_H

#include "ns3/file-service-message.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What follows the header of a message of NT LM 0.12: a count of words and the words, a count of
 * bytes and the bytes (MS-CIFS, 2.2.3.2 and 2.2.3.3).
 *
 * The bytes begin at an odd offset of the message, as the header has 32 bytes and the counts have
 * three; texts begin at an even one.
 */
class Smb1Block
{
  public:
    static constexpr uint32_t HEADER = 32; //!< bytes of a header; offsets count from its begin

    /**
     * Write a block.
     *
     * @param to where to write
     * @param words the words
     * @param bytes the bytes
     * @param contents bytes of contents behind them; a count of 65536 or more loses its upper half
     */
    static void Put(FileServiceWriter& to,
                    const FileServiceWriter& words,
                    const FileServiceWriter& bytes,
                    uint32_t contents = 0);

    /**
     * Pass by a block.
     *
     * @param from what to read; it fails if the block is not there as a whole
     */
    static void Skip(FileServiceReader& from);

    /**
     * Read the count of words.
     *
     * @param from what to read; it fails if there are others
     * @param words how many there should be
     */
    static void ExpectWords(FileServiceReader& from, uint8_t words);

    /**
     * Write that no other command follows (MS-CIFS, 2.2.3.4): four bytes.
     *
     * @param words where to write
     */
    static void PutAndX(FileServiceWriter& words);

    /**
     * Read which command follows.
     *
     * @param from what to read; it fails if one does
     */
    static void ExpectNoAndX(FileServiceReader& from);

    /**
     * Write a text in UTF-16LE with a zero at its end.
     *
     * @param bytes the bytes of a block
     * @param text the text
     */
    static void PutText(FileServiceWriter& bytes, const std::string& text);

    /**
     * Read a text in UTF-16LE up to a zero.
     *
     * @param from what to read, at or before the text; it fails if the text has no end
     * @return the text
     */
    static std::string GetText(FileServiceReader& from);

    /**
     * Write the name of a file: with the format code 4 (MS-CIFS, 2.2.1.1.1) and a backslash.
     *
     * @param bytes the bytes of a block
     * @param path the name below the share
     */
    static void PutName(FileServiceWriter& bytes, const std::string& path);

    /**
     * Read the name of a file with its format code.
     *
     * @param from what to read; it fails if this is no name
     * @return the name below the share
     */
    static std::string GetName(FileServiceReader& from);

    /**
     * Take the slash from in front of a name.
     *
     * @param from what the name was read from; it fails if the name is too long
     * @param text the name as it was sent
     * @return the name below the share
     */
    static std::string StripSlash(FileServiceReader& from, const std::string& text);
};

} // namespace ns3

#endif /* SMB1_BLOCK_H */
