/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_FOOTPRINT_H
#define TRACE_FOOTPRINT_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Counts the distinct blocks of 4 KiB that requests touch, in bounded memory. It keeps a bit for
 * each block in words of 64 blocks. When the limit of words is exceeded, it samples half of the
 * address space, chosen by a hash of the word's address, then a quarter and so on, and scales the
 * count.
 */
class TraceFootprint
{
  public:
    /// Sectors of a block.
    static constexpr uint32_t BLOCK_SECTORS = 8;

    /**
     * @param maxWords most words that are kept, each about 40 bytes
     */
    explicit TraceFootprint(std::size_t maxWords = std::size_t{1} << 20);

    /**
     * Count the blocks of a request.
     *
     * @param device number of its device
     * @param lba its first sector
     * @param sectors number of its sectors
     */
    void Add(uint32_t device, uint64_t lba, uint32_t sectors);

    /**
     * @return number of blocks that were touched
     */
    uint64_t GetBlocks() const;

    /**
     * @return false if that number is exact
     */
    bool IsEstimate() const;

  private:
    /// Which blocks a word is about.
    struct Key
    {
        uint64_t word;   //!< number of the word on its device
        uint32_t device; //!< number of the device

        bool operator==(const Key& other) const = default;
    };

    /// A mixture of a key's bits.
    struct Hash
    {
        /**
         * @param key a key
         * @return all its bits mixed
         */
        std::size_t operator()(const Key& key) const;
    };

    /**
     * @param key a key
     * @return true if its word is counted
     */
    bool IsSampled(const Key& key) const;

    /**
     * Count half of the words that are counted so far.
     */
    void Halve();

    std::size_t m_maxWords;                          //!< most words
    std::unordered_map<Key, uint64_t, Hash> m_words; //!< a bit for each block that was touched
    uint64_t m_bits{0};                              //!< number of ones in them
    uint32_t m_halvings{0};                          //!< how often the words were halved
};

} // namespace ns3

#endif /* TRACE_FOOTPRINT_H */
