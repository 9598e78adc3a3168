/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_CODEC_H
#define EXTENT_CODEC_H

#include "extent-volume.h"

#include "ns3/extent-page.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The bytes of the metadata: a format of its own, in the spirit of ext4. Bitmaps, sizes of blocks,
 * inodes, descriptors, extents and names are those of ext4; the fields within are not. Where the
 * pages of files are is written by their maps.
 */
class ExtentCodec
{
  public:
    /// What the superblock says.
    struct Superblock
    {
        ExtentGeometry geometry;                             //!< the layout
        ExtentRun log;                                       //!< the log of the journal
        uint64_t generation{0};                              //!< tells the log from an earlier one
        FileBlockMapKind mapKind{FileBlockMapKind::EXTENTS}; //!< the maps of new inodes
    };

    /// What a group descriptor says.
    struct Descriptor
    {
        uint64_t freeBlocks{0};  //!< blocks of the group that are not used
        uint32_t freeInodes{0};  //!< inodes of the group that are not used
        uint32_t directories{0}; //!< inodes of the group that are directories
    };

    /// What an inode says.
    struct Inode
    {
        bool used{false};                  //!< false if the inode was never used or is free
        bool directory{false};             //!< true for a directory
        uint32_t links{0};                 //!< number of names
        uint64_t size{0};                  //!< bytes
        int64_t modified{0};               //!< ns
        bool accessed{false};              //!< true if it was read since
        uint64_t parent{0};                //!< a directory's parent
        std::unique_ptr<FileBlockMap> map; //!< what it says of the pages; null if not used
    };

    /// A name in a directory block.
    struct Name
    {
        std::string name;  //!< the name
        uint64_t inode{0}; //!< its inode
    };

    /**
     * @param volume a volume
     * @param block a block of its metadata
     * @return the bytes of the block as the volume is now
     */
    static ExtentPage Encode(ExtentVolume& volume, uint64_t block);

    /**
     * @param page a page
     * @return what it says as a superblock; none if it is no superblock
     */
    static std::optional<Superblock> DecodeSuperblock(const ExtentPage& page);

    /**
     * @param page a block of group descriptors
     * @param index which in the block
     * @return what it says
     */
    static Descriptor DecodeDescriptor(const ExtentPage& page, uint32_t index);

    /**
     * @param page a bitmap
     * @return its words
     */
    static std::vector<uint64_t> DecodeBitmap(const ExtentPage& page);

    /**
     * @param page a block of an inode table
     * @param index which inode of it
     * @return what it says
     */
    static Inode DecodeInode(const ExtentPage& page, uint32_t index);

    /**
     * @param page a block of a directory
     * @param names set to its names, with "." and ".."
     * @return false if it is something else
     */
    static bool DecodeNames(const ExtentPage& page, std::vector<Name>& names);

  private:
    /**
     * @param volume a volume
     * @return its superblock
     */
    static ExtentPage EncodeSuperblock(ExtentVolume& volume);

    /**
     * @param volume a volume
     * @param index which block of group descriptors
     * @return the block
     */
    static ExtentPage EncodeDescriptors(ExtentVolume& volume, uint64_t index);

    /**
     * @param bitmap a bitmap; what is past its end is encoded as used
     * @return its block
     */
    static ExtentPage EncodeBitmap(const ExtentBitmap& bitmap);

    /**
     * @param volume a volume
     * @param place which block of which inode table
     * @return the block
     */
    static ExtentPage EncodeInodes(ExtentVolume& volume, const ExtentLayout::Place& place);

    /**
     * @param page where to
     * @param offset where in it, in bytes
     * @param inode the inode
     */
    static void EncodeInode(ExtentPage& page, uint32_t offset, const ExtentInode& inode);

    /**
     * @param directory a directory
     * @param index which of its blocks
     * @return the block
     */
    static ExtentPage EncodeNames(const ExtentInode& directory, uint32_t index);
};

} // namespace ns3

#endif /* EXTENT_CODEC_H */
