/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_CONTENT_H
#define BLOCK_CONTENT_H

#include "block-stamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * What the bytes of a block are found to be.
 */
class BlockContent
{
  public:
    /// Kinds of contents.
    enum class Kind : uint8_t
    {
        STAMP,  //!< one stamp, whole
        TORN,   //!< parts: at least one of them is of a stamp
        ZEROS,  //!< zeros and nothing else
        FOREIGN //!< bytes that no stamp has written
    };

    /**
     * Look at a block.
     *
     * @param bytes the block
     * @param size its size in bytes, at least that of a cell
     */
    BlockContent(const uint8_t* bytes, uint32_t size);

    /**
     * @return what kind it is
     */
    Kind GetKind() const;

    /**
     * @return the stamp; of a block that is torn that of its first part with one; nothing if there
     *         is none
     */
    const std::optional<BlockStamp>& GetStamp() const;

    /**
     * @return a number that follows from the bytes and that others hardly have
     */
    uint64_t GetDigest() const;

    /**
     * @return what it is as text, with the places at which it is torn
     */
    std::string GetText() const;

  private:
    /// A run of cells that are alike.
    struct Part
    {
        uint32_t offset;                 //!< its first byte in the block
        Kind kind;                       //!< anything but TORN
        std::optional<BlockStamp> stamp; //!< its stamp, if that is its kind
    };

    /**
     * Find the parts of a block that is not one stamp.
     *
     * @param bytes the block
     * @param size its size in bytes
     */
    void FindParts(const uint8_t* bytes, uint32_t size);

    /**
     * @param bytes the bytes of a cell
     * @param offset its first byte in the block
     * @param length how many
     * @return what it is on its own, or as the end of the part before it
     */
    Part ReadPart(const uint8_t* bytes, uint32_t offset, uint32_t length) const;

    /**
     * Find the kind and the stamp from the parts.
     */
    void JudgeParts();

    Kind m_kind{Kind::STAMP};          //!< what kind it is
    std::optional<BlockStamp> m_stamp; //!< the first stamp
    uint64_t m_digest{0};              //!< digest of all bytes
    std::vector<Part> m_parts;         //!< none if it is one stamp
};

} // namespace ns3

#endif /* BLOCK_CONTENT_H */
