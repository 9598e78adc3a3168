/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POSTMARK_FILE_TABLE_H
#define POSTMARK_FILE_TABLE_H

#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * A file of Postmark.
 */
struct PostmarkFile
{
    uint32_t number{0};       //!< its name: the how manyeth file that was created
    uint32_t subdirectory{0}; //!< number of its subdirectory
    uint32_t bytes{0};        //!< its size; 0 if there is no such file
};

/**
 * @ingroup host-io-program
 *
 * Postmark's table of the files that exist. A new file gets the slot behind that of the file
 * created last if this is free, and the first free slot otherwise. Every operation takes constant
 * time, or that of a search in the free slots.
 */
class PostmarkFileTable
{
  public:
    /**
     * @param slots number of slots, at least 1
     */
    explicit PostmarkFileTable(uint32_t slots = 1);

    /**
     * @return number of slots
     */
    uint32_t GetNSlots() const;

    /**
     * @return number of files
     */
    uint32_t GetNFiles() const;

    /**
     * @return true if no slot is free
     */
    bool IsFull() const;

    /**
     * Add a file, unless the table is full.
     *
     * @param file the file, of at least 1 byte
     * @return its slot
     */
    uint32_t Add(const PostmarkFile& file);

    /**
     * Remove a file.
     *
     * @param slot its slot, which is used
     */
    void Remove(uint32_t slot);

    /**
     * @param slot a slot
     * @return its file; one of 0 bytes if it is free
     */
    PostmarkFile& Get(uint32_t slot);

    /**
     * @param index a number below GetNFiles()
     * @return the slot of one file for each number
     */
    uint32_t GetUsedSlot(uint32_t index) const;

  private:
    std::vector<PostmarkFile> m_files; //!< by slot
    std::vector<uint32_t> m_used;      //!< the used slots in no order
    std::vector<uint32_t> m_places;    //!< by slot: where m_used has it
    std::set<uint32_t> m_free;         //!< the free slots
    uint32_t m_next{0};                //!< the slot behind that of the last file
};

} // namespace ns3

#endif /* POSTMARK_FILE_TABLE_H */
