/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_DIRECTORY_H
#define EXTENT_DIRECTORY_H

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The names in a directory and the blocks of the directory that hold them. An entry takes 8 bytes
 * and the name, rounded up to a multiple of 4. Block 0 begins with "." and "..", 12 bytes each. A
 * directory never gives a block back.
 */
class ExtentDirectory
{
  public:
    static constexpr uint32_t MAX_NAME = 255; //!< bytes of the longest name

    /// A name.
    struct Entry
    {
        uint64_t inode{0}; //!< its inode
        uint32_t block{0}; //!< the block of the directory that holds it
    };

    /**
     * @param name a name
     * @return bytes that its entry takes
     */
    static uint32_t GetEntryBytes(const std::string& name);

    /**
     * @param name a name
     * @return its entry, or none
     */
    std::optional<Entry> Find(const std::string& name) const;

    /**
     * @param name a name
     * @return the first block with room for it; the number of blocks if a new one is needed
     */
    uint32_t FindRoom(const std::string& name);

    /// Add an empty block.
    void AddBlock();

    /**
     * Add a name, which must be new.
     *
     * @param name the name
     * @param inode its inode
     * @param block a block with room for it
     */
    void Add(const std::string& name, uint64_t inode, uint32_t block);

    /**
     * Let a name stand for another inode.
     *
     * @param name the name, which must be there
     * @param inode its new inode
     */
    void Replace(const std::string& name, uint64_t inode);

    /**
     * Remove a name.
     *
     * @param name the name, which must be there
     * @return the block that held it
     */
    uint32_t Remove(const std::string& name);

    /**
     * @return number of blocks
     */
    uint32_t GetBlockCount() const;

    /**
     * @return number of names
     */
    std::size_t GetNameCount() const;

    /**
     * @param block a block
     * @return the names in it, in order of their coming
     */
    const std::vector<const std::string*>& GetNames(uint32_t block) const;

  private:
    /// A block.
    struct Block
    {
        uint32_t used{0};                      //!< bytes of its entries
        std::vector<const std::string*> names; //!< its names
    };

    std::unordered_map<std::string, Entry> m_entries; //!< only for finding
    std::vector<Block> m_blocks;                      //!< the blocks
    uint32_t m_roomFrom{0}; //!< blocks before this one are as good as full
};

} // namespace ns3

#endif /* EXTENT_DIRECTORY_H */
