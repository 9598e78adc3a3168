/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_MISMATCH_H
#define BLOCK_MISMATCH_H

#include "ns3/nstime.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * A block that a read brought and that cannot have been there.
 */
struct BlockMismatch
{
    /// What is wrong with it.
    enum class Kind : uint8_t
    {
        OLDER,       //!< an earlier write of this block: later ones are lost, or it came back
        OTHER_WRITE, //!< a write of this block that is not earlier, but was overwritten
        OTHER_BLOCK, //!< what was written to another block
        TORN,        //!< parts of it are of different writes
        ZEROS,       //!< zeros
        FOREIGN      //!< what somebody else wrote
    };

    /// Number of kinds.
    static constexpr std::size_t KINDS = 6;

    /**
     * @return the mismatch as one line without a trailing period: block, what was expected, what
     *         was found, when it was read
     */
    std::string GetText() const;

    uint64_t lba{0};      //!< the block
    Kind kind{};          //!< what is wrong
    std::string expected; //!< what may be there, as text
    std::string found;    //!< what was read, as text
    Time issued;          //!< when the read was issued
    Time completed;       //!< when it completed
};

/**
 * @ingroup block-io-check
 *
 * @param os the stream
 * @param kind a kind of mismatch, printed as a word, for example older or other_block
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, BlockMismatch::Kind kind);

} // namespace ns3

#endif /* BLOCK_MISMATCH_H */
