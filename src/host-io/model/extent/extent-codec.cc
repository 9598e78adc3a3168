/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-codec.h"

#include "ns3/file-block-map-factory.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t SUPERBLOCK_MAGIC = 0x45585453; //!< begins the superblock
constexpr uint32_t NAMES_HEADER = 8; //!< bytes of an entry of a directory before its name

/**
 * Write an entry of a directory.
 *
 * @param page where to
 * @param offset where in it
 * @param bytes bytes up to the next entry
 * @param name the name
 * @param inode its inode
 */
void
PutName(ExtentPage& page, uint32_t offset, uint32_t bytes, const std::string& name, uint64_t inode)
{
    page.Put(offset, 4, inode);
    page.Put(offset + 4, 2, bytes);
    page.Put(offset + 6, 1, name.size());
    page.PutText(offset + NAMES_HEADER, name);
}

} // namespace

ExtentPage
ExtentCodec::Encode(ExtentVolume& volume, uint64_t block)
{
    const auto place = volume.GetLayout().Find(block);
    switch (place.kind)
    {
    case ExtentLayout::Kind::SUPERBLOCK:
        return EncodeSuperblock(volume);
    case ExtentLayout::Kind::DESCRIPTORS:
        return EncodeDescriptors(volume, place.index);
    case ExtentLayout::Kind::BLOCK_BITMAP:
        return EncodeBitmap(*volume.GetAllocator().GetGroup(place.group).used);
    case ExtentLayout::Kind::INODE_BITMAP:
        return EncodeBitmap(*volume.GetAllocator().GetGroup(place.group).inodes);
    case ExtentLayout::Kind::INODE_TABLE:
        return EncodeInodes(volume, place);
    case ExtentLayout::Kind::OTHER:
        break;
    }
    const auto owner = volume.FindOwner(block);
    const auto* inode = owner ? volume.Find(owner->inode) : nullptr;
    if (!inode)
    {
        return ExtentPage();
    }
    return owner->directory ? EncodeNames(*inode, owner->index) : inode->map->EncodeBlock(block);
}

ExtentPage
ExtentCodec::EncodeSuperblock(ExtentVolume& volume)
{
    ExtentPage page;
    const auto& geometry = volume.GetLayout().GetGeometry();
    page.Put(0, 4, SUPERBLOCK_MAGIC);
    page.Put(4, 4, geometry.flexGroups);
    page.Put(8, 8, geometry.blockCount);
    page.Put(16, 4, geometry.bytesPerInode);
    page.Put(20, 4, volume.GetMapKind() == FileBlockMapKind::INDIRECT ? 1 : 0);
    page.Put(24, 8, volume.GetLog().start);
    page.Put(32, 8, volume.GetLog().count);
    page.Put(40, 8, volume.GetGeneration());
    return page;
}

std::optional<ExtentCodec::Superblock>
ExtentCodec::DecodeSuperblock(const ExtentPage& page)
{
    Superblock superblock;
    superblock.geometry.flexGroups = page.Get(4, 4);
    superblock.geometry.blockCount = page.Get(8, 8);
    superblock.geometry.bytesPerInode = page.Get(16, 4);
    superblock.mapKind =
        page.Get(20, 4) == 1 ? FileBlockMapKind::INDIRECT : FileBlockMapKind::EXTENTS;
    superblock.log = {page.Get(24, 8), page.Get(32, 8)};
    superblock.generation = page.Get(40, 8);
    const auto& geometry = superblock.geometry;
    const bool valid =
        page.Get(0, 4) == SUPERBLOCK_MAGIC && geometry.blockCount >= ExtentLayout::MIN_BLOCKS &&
        geometry.flexGroups >= 1 && geometry.flexGroups <= 16 && geometry.bytesPerInode >= 8192 &&
        superblock.log.start < geometry.blockCount &&
        superblock.log.count < geometry.blockCount - superblock.log.start;
    return valid ? std::optional<Superblock>(superblock) : std::nullopt;
}

ExtentPage
ExtentCodec::EncodeDescriptors(ExtentVolume& volume, uint64_t index)
{
    ExtentPage page;
    const auto& layout = volume.GetLayout();
    const auto first = index * ExtentLayout::DESCRIPTORS_PER_PAGE;
    const auto end =
        std::min<uint64_t>(first + ExtentLayout::DESCRIPTORS_PER_PAGE, layout.GetGroupCount());
    for (auto i = first; i < end; ++i)
    {
        const auto& group = volume.GetAllocator().GetGroup(i);
        const uint32_t offset = (i - first) * ExtentLayout::DESCRIPTOR_BYTES;
        page.Put(offset, 8, layout.GetBlockBitmap(i));
        page.Put(offset + 8, 8, layout.GetInodeBitmap(i));
        page.Put(offset + 16, 8, layout.GetInodeTable(i).start);
        page.Put(offset + 24, 4, group.freeBlocks);
        page.Put(offset + 28, 4, group.freeInodes);
        page.Put(offset + 32, 4, group.directories);
    }
    return page;
}

ExtentCodec::Descriptor
ExtentCodec::DecodeDescriptor(const ExtentPage& page, uint32_t index)
{
    const auto offset = index * ExtentLayout::DESCRIPTOR_BYTES;
    Descriptor descriptor;
    descriptor.freeBlocks = page.Get(offset + 24, 4);
    descriptor.freeInodes = page.Get(offset + 28, 4);
    descriptor.directories = page.Get(offset + 32, 4);
    return descriptor;
}

ExtentPage
ExtentCodec::EncodeBitmap(const ExtentBitmap& bitmap)
{
    ExtentBitmap all(uint64_t{PAGE_BYTES} * 8);
    all.Assign(0, all.GetSize(), true);
    auto words = all.GetWords();
    std::copy(bitmap.GetWords().begin(), bitmap.GetWords().end(), words.begin());
    all.SetWords(words);
    const auto rest = (64 - bitmap.GetSize() % 64) % 64;
    all.Assign(bitmap.GetSize(), rest, true);
    ExtentPage page;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        page.Put(i * 8, 8, all.GetWords()[i]);
    }
    return page;
}

std::vector<uint64_t>
ExtentCodec::DecodeBitmap(const ExtentPage& page)
{
    std::vector<uint64_t> words(PAGE_BYTES / 8);
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        words[i] = page.Get(i * 8, 8);
    }
    return words;
}

ExtentPage
ExtentCodec::EncodeInodes(ExtentVolume& volume, const ExtentLayout::Place& place)
{
    ExtentPage page;
    const auto first = place.group * volume.GetLayout().GetInodesPerGroup() +
                       place.index * ExtentLayout::INODES_PER_PAGE + 1;
    for (uint32_t i = 0; i < ExtentLayout::INODES_PER_PAGE; ++i)
    {
        if (const auto* inode = volume.Find(first + i))
        {
            EncodeInode(page, i * ExtentLayout::INODE_BYTES, *inode);
        }
    }
    return page;
}

void
ExtentCodec::EncodeInode(ExtentPage& page, uint32_t offset, const ExtentInode& inode)
{
    page.Put(offset, 1, inode.IsDirectory() ? 2 : 1);
    page.Put(offset + 1, 1, inode.accessed ? 1 : 0);
    page.Put(offset + 4, 4, inode.links);
    page.Put(offset + 8, 8, inode.diskSize);
    page.Put(offset + 16, 8, inode.modified.GetNanoSeconds());
    page.Put(offset + 24, 8, inode.parent);
    inode.map->EncodeRoot(page, offset);
}

ExtentCodec::Inode
ExtentCodec::DecodeInode(const ExtentPage& page, uint32_t index)
{
    const auto offset = index * ExtentLayout::INODE_BYTES;
    Inode inode;
    inode.used = page.Get(offset, 1) != 0;
    inode.directory = page.Get(offset, 1) == 2;
    inode.accessed = page.Get(offset + 1, 1) != 0;
    inode.links = page.Get(offset + 4, 4);
    inode.size = page.Get(offset + 8, 8);
    inode.modified = page.Get(offset + 16, 8);
    inode.parent = page.Get(offset + 24, 8);
    inode.map = inode.used ? FileBlockMapFactory::DecodeRoot(page, offset) : nullptr;
    return inode;
}

ExtentPage
ExtentCodec::EncodeNames(const ExtentInode& directory, uint32_t index)
{
    ExtentPage page;
    uint32_t offset = 0;
    uint32_t last = 0;
    const auto add = [&](const std::string& name, uint64_t inode) {
        const auto bytes = ExtentDirectory::GetEntryBytes(name);
        PutName(page, offset, bytes, name, inode);
        last = offset;
        offset += bytes;
    };
    if (index == 0)
    {
        add(".", directory.number);
        add("..", directory.parent);
    }
    for (const auto* name : directory.names->GetNames(index))
    {
        add(*name, directory.names->Find(*name)->inode);
    }
    // The last entry reaches to the end; a block without names is one free entry.
    page.Put(last + 4, 2, PAGE_BYTES - last);
    return page;
}

bool
ExtentCodec::DecodeNames(const ExtentPage& page, std::vector<Name>& names)
{
    names.clear();
    uint32_t offset = 0;
    while (offset < PAGE_BYTES)
    {
        const uint32_t inode = page.Get(offset, 4);
        const uint32_t bytes = page.Get(offset + 4, 2);
        const uint32_t length = page.Get(offset + 6, 1);
        if (bytes < NAMES_HEADER + length || offset + bytes > PAGE_BYTES)
        {
            return false;
        }
        if (inode != 0)
        {
            names.push_back({page.GetText(offset + NAMES_HEADER, length), inode});
        }
        offset += bytes;
    }
    return true;
}

} // namespace ns3
