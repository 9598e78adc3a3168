/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_STAMP_H
#define BLOCK_STAMP_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * Contents of a block that say what they are: who wrote them, in which run, to which block, and by
 * which of its writes.
 *
 * The block is made of cells of 64 bytes, and each cell has the whole stamp, its own place in the
 * block, and a checksum of both. A block of any size that is torn at any byte therefore shows what
 * its parts are. A cell is eight words in the host's byte order:
 *
 *     magic | writer, run | block | generation | cell | checksum | checksum mixed again, twice
 *
 * The last cell of a block whose size is no multiple of 64 bytes is cut off.
 */
class BlockStamp
{
  public:
    /// Bytes of a cell; a block with a stamp has at least as many.
    static constexpr uint32_t CELL_BYTES = 64;

    /**
     * Write the contents of a block.
     *
     * @param bytes the block
     * @param size its size in bytes
     */
    void Write(uint8_t* bytes, uint32_t size) const;

    /**
     * Read a cell, on its own.
     *
     * @param bytes its 64 bytes
     * @param cell its number in the block
     * @return the stamp; nothing if these are not the bytes of a stamp's cell
     */
    static std::optional<BlockStamp> ReadCell(const uint8_t* bytes, uint64_t cell);

    /**
     * @param bytes bytes of a block
     * @param offset place of the first of them in the block, the beginning of a cell
     * @param length how many
     * @return true if this stamp would have written them
     */
    bool HasWritten(const uint8_t* bytes, uint32_t offset, uint32_t length) const;

    /**
     * @return a number that follows from the stamp and that others hardly have
     */
    uint64_t GetDigest() const;

    /**
     * @return the stamp as text, for example "generation 7 of writer 0, block 12"
     */
    std::string GetText() const;

    /**
     * @param other another stamp
     * @return true if they are the same
     */
    bool operator==(const BlockStamp& other) const = default;

    uint32_t writer{0};     //!< who wrote it
    uint32_t run{0};        //!< in which run
    uint64_t lba{0};        //!< to which block
    uint64_t generation{0}; //!< by which of its writes: later ones have greater numbers

  private:
    /// A cell as words.
    using Cell = std::array<uint64_t, CELL_BYTES / sizeof(uint64_t)>;

    /**
     * @param cell number of a cell
     * @param digest what GetDigest returns
     * @return the cell
     */
    Cell MakeCell(uint64_t cell, uint64_t digest) const;
};

} // namespace ns3

#endif /* BLOCK_STAMP_H */
