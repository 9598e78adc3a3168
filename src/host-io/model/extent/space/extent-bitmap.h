/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_BITMAP_H
#define EXTENT_BITMAP_H

#include "extent-types.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-space
 *
 * A row of bits that say what is used: the blocks or the inodes of a group.
 */
class ExtentBitmap
{
  public:
    /**
     * @param size number of bits, all clear
     */
    explicit ExtentBitmap(uint64_t size);

    /**
     * @return number of bits
     */
    uint64_t GetSize() const;

    /**
     * @param bit a bit
     * @return true if it is set
     */
    bool Test(uint64_t bit) const;

    /**
     * Set or clear bits.
     *
     * @param first the first
     * @param count how many
     * @param value true to set them
     */
    void Assign(uint64_t first, uint64_t count, bool value);

    /**
     * Find the next bit of a value.
     *
     * @param from where to begin
     * @param value true to find one that is set
     * @return the first such from there on, or the number of bits if there is none
     */
    uint64_t Find(uint64_t from, bool value) const;

    /**
     * Find clear bits that follow each other.
     *
     * @param from where to begin
     * @param count how many are wanted, at least 1
     * @param longest set to the longest run seen, if that is longer
     * @return the first run of at least so many, cut to that; a run of none if there is none
     */
    ExtentRun FindRun(uint64_t from, uint64_t count, ExtentRun& longest) const;

    /**
     * @return the place behind the last bit that is set; 0 if there is none
     */
    uint64_t FindEnd() const;

    /**
     * @return number of bits that are set
     */
    uint64_t CountSet() const;

    /**
     * @return the bits, 64 in a word, from the lowest on
     */
    const std::vector<uint64_t>& GetWords() const;

    /**
     * @param words all bits, as GetWords gives them; what is past the last bit is left out
     */
    void SetWords(const std::vector<uint64_t>& words);

  private:
    uint64_t m_size;               //!< number of bits
    std::vector<uint64_t> m_words; //!< the bits; those past the last are clear
};

} // namespace ns3

#endif /* EXTENT_BITMAP_H */
