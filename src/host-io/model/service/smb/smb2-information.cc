/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-information.h"

#include "smb-fields.h"
#include "smb2-text.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t UNIT_BYTES = 4096;  //!< an allocation unit
constexpr uint32_t SECTOR_BYTES = 512; //!< a sector
constexpr const char* LABEL = "ns-3";  //!< name of the volume

/// A class of information, how to write it, and its least bytes.
template <class... What>
struct Level
{
    uint8_t number;                                   //!< the class
    uint32_t least;                                   //!< fewer are refused
    void (*put)(FileServiceWriter& to, What... what); //!< writes it
};

using File = Smb2Information::File;

/// Times and attributes: 40 bytes.
void
PutBasic(FileServiceWriter& to, const File& file)
{
    SmbFields::PutTimes(to, file.attributes);
    SmbFields::PutKind(to, file.attributes);
    to.PutZeros(4);
}

/// Sizes, links, whether it is deleted, whether it is a directory: 24 bytes.
void
PutStandard(FileServiceWriter& to, const File& file)
{
    SmbFields::PutSizes(to, file.attributes);
    to.PutLittle32(1);
    to.Put8(file.isDeleted ? 1 : 0);
    to.Put8(file.attributes.directory ? 1 : 0);
    to.PutZeros(2);
}

void
PutInternal(FileServiceWriter& to, const File& file)
{
    to.PutLittle64(file.attributes.inode);
}

void
PutFour(FileServiceWriter& to, const File& /* file */)
{
    to.PutZeros(4);
}

void
PutEight(FileServiceWriter& to, const File& /* file */)
{
    to.PutZeros(8);
}

void
PutAccess(FileServiceWriter& to, const File& file)
{
    to.PutLittle32(file.access);
}

/// The name from the root of the share.
void
PutName(FileServiceWriter& to, const File& file)
{
    to.PutLittle32(Smb2Text::GetBytes(file.name));
    Smb2Text::Put(to, file.name);
}

/// The name in its directory: there are no short names, and clients ask for one.
void
PutAlternate(FileServiceWriter& to, const File& file)
{
    const auto name = file.name.substr(file.name.find_last_of('/') + 1);
    to.PutLittle32(Smb2Text::GetBytes(name));
    Smb2Text::Put(to, name);
}

void
PutAll(FileServiceWriter& to, const File& file)
{
    PutBasic(to, file);
    PutStandard(to, file);
    PutInternal(to, file);
    PutFour(to, file);
    PutAccess(to, file);
    PutEight(to, file);
    PutFour(to, file);
    PutFour(to, file);
    PutName(to, file);
}

/// One stream without a name, of a file.
void
PutStreams(FileServiceWriter& to, const File& file)
{
    if (file.attributes.directory)
    {
        to.PutZeros(8);
        return;
    }
    const std::string name = "::$DATA";
    to.PutLittle32(0);
    to.PutLittle32(Smb2Text::GetBytes(name));
    to.PutLittle64(file.attributes.bytes);
    to.PutLittle64((file.attributes.bytes + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES);
    Smb2Text::Put(to, name);
}

void
PutCompression(FileServiceWriter& to, const File& file)
{
    to.PutLittle64(file.attributes.bytes);
    to.PutZeros(8);
}

void
PutNetworkOpen(FileServiceWriter& to, const File& file)
{
    SmbFields::PutTimes(to, file.attributes);
    SmbFields::PutSizes(to, file.attributes);
    SmbFields::PutKind(to, file.attributes);
    to.PutZeros(4);
}

void
PutTag(FileServiceWriter& to, const File& file)
{
    SmbFields::PutKind(to, file.attributes);
    to.PutZeros(4);
}

/// Of files (MS-FSCC, 2.4): basic, standard, internal, EA, access, name, position, mode, alignment,
/// all, alternate name, streams, compression, network open, attributes and tag, normalized name.
constexpr Level<const File&> FILE_LEVELS[] = {{4, 40, PutBasic},
                                              {5, 24, PutStandard},
                                              {6, 8, PutInternal},
                                              {7, 4, PutFour},
                                              {8, 4, PutAccess},
                                              {9, 4, PutName},
                                              {14, 8, PutEight},
                                              {16, 4, PutFour},
                                              {17, 4, PutFour},
                                              {18, 100, PutAll},
                                              {21, 4, PutAlternate},
                                              {22, 8, PutStreams},
                                              {28, 16, PutCompression},
                                              {34, 56, PutNetworkOpen},
                                              {35, 8, PutTag},
                                              {48, 4, PutName}};

void
PutVolume(FileServiceWriter& to, const FileSystemSpace& /* space */)
{
    to.PutLittle64(SmbFields::EPOCH);
    to.PutLittle32(1);
    to.PutLittle32(Smb2Text::GetBytes(LABEL));
    to.PutZeros(2);
    Smb2Text::Put(to, LABEL);
}

void
PutUnits(FileServiceWriter& to)
{
    to.PutLittle32(UNIT_BYTES / SECTOR_BYTES);
    to.PutLittle32(SECTOR_BYTES);
}

void
PutSmb2Space(FileServiceWriter& to, const FileSystemSpace& space)
{
    to.PutLittle64(space.bytes / UNIT_BYTES);
    to.PutLittle64(space.freeBytes / UNIT_BYTES);
    PutUnits(to);
}

void
PutFullSpace(FileServiceWriter& to, const FileSystemSpace& space)
{
    to.PutLittle64(space.bytes / UNIT_BYTES);
    to.PutLittle64(space.freeBytes / UNIT_BYTES);
    to.PutLittle64(space.freeBytes / UNIT_BYTES);
    PutUnits(to);
}

/// A disk (MS-FSCC, 2.5.10).
void
PutDevice(FileServiceWriter& to, const FileSystemSpace& /* space */)
{
    to.PutLittle32(7);
    to.PutLittle32(0x20);
}

/// Case counts and is kept, names are Unicode (MS-FSCC, 2.5.1).
void
PutFeatures(FileServiceWriter& to, const FileSystemSpace& /* space */)
{
    to.PutLittle32(7);
    to.PutLittle32(255);
    to.PutLittle32(Smb2Text::GetBytes("NTFS"));
    Smb2Text::Put(to, "NTFS");
}

/// Of file systems (MS-FSCC, 2.5): volume, size, device, attributes, full size.
constexpr Level<const FileSystemSpace&> SYSTEM_LEVELS[] = {{1, 18, PutVolume},
                                                           {3, 24, PutSmb2Space},
                                                           {4, 8, PutDevice},
                                                           {5, 12, PutFeatures},
                                                           {7, 32, PutFullSpace}};

/// Everyone owns it and may do everything: self-relative, a DACL of one entry.
std::string
MakeSecurity()
{
    static constexpr std::string_view EVERYONE{"\x01\x01\0\0\0\0\0\x01\0\0\0\0", 12};
    FileServiceWriter to;
    to.Put8(1);
    to.Put8(0);
    to.PutLittle16(0x8004);
    to.PutLittle32(20);
    to.PutLittle32(32);
    to.PutLittle32(0);
    to.PutLittle32(44);
    to.PutBytes(EVERYONE);
    to.PutBytes(EVERYONE);
    to.Put8(2);
    to.Put8(0);
    to.PutLittle16(28);
    to.PutLittle32(1);
    to.Put8(0);
    to.Put8(0);
    to.PutLittle16(20);
    to.PutLittle32(0x001f01ff);
    to.PutBytes(EVERYONE);
    return to.GetText();
}

/**
 * @param levels classes that are here
 * @param request what is asked for
 * @param what what is told
 * @return the information
 */
template <class Levels, class What>
Smb2Information::Answer
MakeOf(const Levels& levels, const SmbRequest& request, const What& what)
{
    for (const auto& level : levels)
    {
        if (level.number != request.level)
        {
            continue;
        }
        if (request.bytes < level.least)
        {
            return {SmbStatus::INFO_LENGTH_MISMATCH, ""};
        }
        FileServiceWriter to;
        level.put(to, what);
        auto bytes = to.GetText();
        const bool isCut = bytes.size() > request.bytes;
        bytes.resize(std::min<std::size_t>(bytes.size(), request.bytes));
        return {isCut ? SmbStatus::BUFFER_OVERFLOW : SmbStatus::OK, std::move(bytes)};
    }
    return {SmbStatus::INVALID_INFO_CLASS, ""};
}

/// What an entry has beside the name, by class.
struct Entry
{
    uint8_t level;      //!< the class
    bool hasAttributes; //!< times, sizes and kind
    bool hasExtra;      //!< size of extended attributes
    bool hasShortName;  //!< a name of 8 and 3 letters
    uint32_t idPadding; //!< zeros in front of the number of the inode
    bool hasId;         //!< number of the inode
};

/// Directory, full, both, names, both with number, full with number.
constexpr Entry ENTRIES[] = {{1, true, false, false, 0, false},
                             {2, true, true, false, 0, false},
                             {3, true, true, true, 0, false},
                             {12, false, false, false, 0, false},
                             {37, true, true, true, 2, true},
                             {38, true, true, false, 4, true}};

/**
 * @param entry what an entry has
 * @return its bytes in front of the name
 */
uint32_t
GetFixedSize(const Entry& entry)
{
    return 12 + (entry.hasAttributes ? 52 : 0) + (entry.hasExtra ? 4 : 0) +
           (entry.hasShortName ? 26 : 0) + entry.idPadding + (entry.hasId ? 8 : 0);
}

/// Write an entry without the offset of the next.
void
PutEntry(FileServiceWriter& to, const Entry& entry, const File& file)
{
    to.PutLittle32(0);
    if (entry.hasAttributes)
    {
        SmbFields::PutTimes(to, file.attributes);
        // The size comes first, other than elsewhere.
        to.PutLittle64(file.attributes.bytes);
        to.PutLittle64((file.attributes.bytes + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES);
        SmbFields::PutKind(to, file.attributes);
    }
    to.PutLittle32(Smb2Text::GetBytes(file.name));
    to.PutZeros(entry.hasExtra ? 4 : 0);
    to.PutZeros(entry.hasShortName ? 26 : 0);
    to.PutZeros(entry.idPadding);
    if (entry.hasId)
    {
        to.PutLittle64(file.attributes.inode);
    }
    Smb2Text::Put(to, file.name);
}

} // namespace

bool
Smb2Information::IsOfNames(uint8_t level)
{
    return std::ranges::find(ENTRIES, level, &Entry::level) != std::end(ENTRIES);
}

uint32_t
Smb2Information::GetEntrySize(uint8_t level, const std::string& name)
{
    const auto& entry = *std::ranges::find(ENTRIES, level, &Entry::level);
    return (GetFixedSize(entry) + Smb2Text::GetBytes(name) + 7) / 8 * 8;
}

std::string
Smb2Information::MakeEntries(uint8_t level, const std::vector<File>& files)
{
    const auto& entry = *std::ranges::find(ENTRIES, level, &Entry::level);
    FileServiceWriter to;
    for (std::size_t i = 0; i < files.size(); ++i)
    {
        const auto end = to.GetSize() + GetEntrySize(level, files[i].name);
        const bool isLast = i + 1 == files.size();
        to.PutLittle32(isLast ? 0 : end - to.GetSize());
        PutEntry(to, entry, files[i]);
        to.PutZeros(isLast ? 0 : end - to.GetSize());
    }
    return to.GetText();
}

Smb2Information::Answer
Smb2Information::Make(const SmbRequest& request, const File& file, const FileSystemSpace& space)
{
    switch (request.kind)
    {
    case FILE:
        return MakeOf(FILE_LEVELS, request, file);
    case FILE_SYSTEM:
        return MakeOf(SYSTEM_LEVELS, request, space);
    case SECURITY: {
        auto bytes = MakeSecurity();
        return bytes.size() > request.bytes ? Answer{SmbStatus::INFO_LENGTH_MISMATCH, ""}
                                            : Answer{SmbStatus::OK, std::move(bytes)};
    }
    default:
        return {SmbStatus::NOT_SUPPORTED, ""};
    }
}

} // namespace ns3
