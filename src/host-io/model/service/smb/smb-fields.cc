/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-fields.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t ATTRIBUTE_ARCHIVE = 0x20; //!< FILE_ATTRIBUTE_ARCHIVE
constexpr uint64_t INTERVAL = 100;           //!< nanoseconds of a unit of FILETIME

} // namespace

void
SmbFields::PutText(FileServiceWriter& to, const std::string& text)
{
    for (const auto letter : text)
    {
        to.PutLittle16(static_cast<uint8_t>(letter == '/' ? '\\' : letter));
    }
}

std::string
SmbFields::GetText(FileServiceReader& from, uint32_t bytes)
{
    if (bytes > MAX_TEXT || bytes % 2 != 0)
    {
        from.Fail();
        return "";
    }
    std::string text;
    for (uint32_t i = 0; i < bytes / 2 && !from.HasFailed(); ++i)
    {
        const auto letter = static_cast<char>(from.GetLittle16());
        text += letter == '\\' ? '/' : letter;
    }
    return text;
}

void
SmbFields::PutTimes(FileServiceWriter& to, const FileAttributes& attributes)
{
    for (int i = 0; i < 4; ++i)
    {
        to.PutLittle64(EPOCH + attributes.modified.GetNanoSeconds() / INTERVAL);
    }
}

void
SmbFields::GetTimes(FileServiceReader& from, FileAttributes& attributes)
{
    from.Skip(24);
    const auto time = from.GetLittle64();
    attributes.modified = NanoSeconds((time - std::min(time, EPOCH)) * INTERVAL);
}

void
SmbFields::PutSizes(FileServiceWriter& to, const FileAttributes& attributes)
{
    to.PutLittle64((attributes.bytes + 4095) / 4096 * 4096);
    to.PutLittle64(attributes.bytes);
}

void
SmbFields::GetSizes(FileServiceReader& from, FileAttributes& attributes)
{
    from.Skip(8);
    attributes.bytes = from.GetLittle64();
}

void
SmbFields::PutKind(FileServiceWriter& to, const FileAttributes& attributes)
{
    to.PutLittle32(attributes.directory ? ATTRIBUTE_DIRECTORY : ATTRIBUTE_ARCHIVE);
}

void
SmbFields::GetKind(FileServiceReader& from, FileAttributes& attributes)
{
    attributes.directory = (from.GetLittle32() & ATTRIBUTE_DIRECTORY) != 0;
}

bool
SmbFields::WantsContents(const SmbRequest& request)
{
    return (request.access & (READ_DATA | WRITE_DATA)) != 0 && !request.isDirectory;
}

uint32_t
SmbFields::GetOptions(const SmbRequest& request)
{
    return (request.isDirectory ? DIRECTORY_FILE : 0) | (request.isFile ? NON_DIRECTORY_FILE : 0);
}

void
SmbFields::SetOptions(SmbRequest& request, uint32_t options)
{
    request.isDirectory = (options & DIRECTORY_FILE) != 0;
    request.isFile = (options & NON_DIRECTORY_FILE) != 0;
}

uint32_t
SmbFields::GetEntrySize(const std::string& name)
{
    return (12 + 2 * name.size() + 7) / 8 * 8;
}

void
SmbFields::PutNames(FileServiceWriter& to, const std::vector<std::string>& names)
{
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto size = GetEntrySize(names[i]);
        to.PutLittle32(i + 1 < names.size() ? size : 0);
        to.PutLittle32(0);
        to.PutLittle32(2 * names[i].size());
        PutText(to, names[i]);
        to.PutZeros(size - 12 - 2 * names[i].size());
    }
}

std::vector<std::string>
SmbFields::GetNames(FileServiceReader& from)
{
    std::vector<std::string> names;
    uint32_t step = 0;
    do
    {
        const auto begin = from.GetOffset();
        step = from.GetLittle32();
        from.Skip(4);
        names.push_back(GetText(from, from.GetLittle32()));
        if (step > 0)
        {
            const auto read = from.GetOffset() - begin;
            step < read ? from.Fail() : from.Skip(step - read);
        }
    } while (step > 0 && !from.HasFailed());
    return names;
}

} // namespace ns3
