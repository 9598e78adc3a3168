/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-codec.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint16_t DIALECT = 0x0210;           //!< SMB 2.1
constexpr uint32_t LARGE_MTU = 4;              //!< capability: more than 64 KiB, by credits
constexpr uint32_t READ_WRITE_DATA = 3;        //!< access: FILE_READ_DATA, FILE_WRITE_DATA
constexpr uint32_t READ_ATTRIBUTES = 0x80;     //!< access: FILE_READ_ATTRIBUTES
constexpr uint32_t DELETE_ACCESS = 0x10000;    //!< access: DELETE
constexpr uint32_t SHARE_ALL = 7;              //!< others may read, write and delete
constexpr uint32_t DIRECTORY_FILE = 1;         //!< option of CREATE
constexpr uint32_t NON_DIRECTORY_FILE = 0x40;  //!< option of CREATE
constexpr uint32_t ATTRIBUTE_DIRECTORY = 0x10; //!< FILE_ATTRIBUTE_DIRECTORY
constexpr uint32_t ATTRIBUTE_ARCHIVE = 0x20;   //!< FILE_ATTRIBUTE_ARCHIVE
constexpr uint8_t NAMES_INFORMATION = 12;      //!< FileNamesInformation
constexpr uint8_t INFO_FILE = 1;               //!< SMB2_0_INFO_FILE
constexpr uint32_t HEADER = Smb2Header::SIZE;  //!< offsets count from its begin
constexpr uint64_t INTERVAL = 100;             //!< nanoseconds of a unit of FILETIME
constexpr uint64_t EPOCH = 116444736000000000; //!< FILETIME of 1970-01-01
constexpr uint32_t MAX_NAMES = 4096;           //!< most bytes of a name

/// NTLMSSP NEGOTIATE_MESSAGE (MS-NLMP, 2.2.1.1) without domain and workstation: 32 bytes.
constexpr uint32_t BLOB_BYTES = 32;

void
PutBlob(FileServiceWriter& to)
{
    to.PutBytes({"NTLMSSP\0", 8});
    to.PutLittle32(1);
    to.PutLittle32(0x00000207);
    to.PutZeros(16);
}

/// Text in UTF-16LE; a byte of ours is a unit of it.
void
PutText(FileServiceWriter& to, const std::string& text)
{
    for (const auto letter : text)
    {
        to.PutLittle16(static_cast<uint8_t>(letter == '/' ? '\\' : letter));
    }
}

std::string
GetText(FileServiceReader& from, uint32_t bytes)
{
    if (bytes > MAX_NAMES || bytes % 2 != 0)
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
PutFileId(FileServiceWriter& to, uint64_t fileId)
{
    to.PutLittle64(fileId);
    to.PutLittle64(fileId);
}

uint64_t
GetFileId(FileServiceReader& from)
{
    const auto fileId = from.GetLittle64();
    from.Skip(8);
    return fileId;
}

/// Four times, two sizes and the kind: 52 bytes.
void
PutAttributes(FileServiceWriter& to, const FileAttributes& attributes)
{
    for (int i = 0; i < 4; ++i)
    {
        to.PutLittle64(EPOCH + attributes.modified.GetNanoSeconds() / INTERVAL);
    }
    to.PutLittle64((attributes.bytes + 4095) / 4096 * 4096);
    to.PutLittle64(attributes.bytes);
    to.PutLittle32(attributes.directory ? ATTRIBUTE_DIRECTORY : ATTRIBUTE_ARCHIVE);
}

FileAttributes
GetAttributes(FileServiceReader& from)
{
    FileAttributes attributes;
    from.Skip(24);
    const auto time = from.GetLittle64();
    attributes.modified = NanoSeconds((time - std::min(time, EPOCH)) * INTERVAL);
    from.Skip(8);
    attributes.bytes = from.GetLittle64();
    attributes.directory = (from.GetLittle32() & ATTRIBUTE_DIRECTORY) != 0;
    return attributes;
}

/// 2.2.13: 56 bytes, then the name; one byte if there is none.
void
PutCreate(FileServiceWriter& to, const Smb2Request& request)
{
    constexpr uint32_t IMPERSONATION = 2;
    to.PutLittle16(57);
    to.PutLittle16(0);
    to.PutLittle32(IMPERSONATION);
    to.PutZeros(16);
    to.PutLittle32(READ_ATTRIBUTES | DELETE_ACCESS | (request.wantsData ? READ_WRITE_DATA : 0));
    to.PutLittle32(0);
    to.PutLittle32(SHARE_ALL);
    to.PutLittle32(static_cast<uint32_t>(request.disposition));
    to.PutLittle32((request.isDirectory ? DIRECTORY_FILE : 0) |
                   (request.isFile ? NON_DIRECTORY_FILE : 0));
    to.PutLittle16(HEADER + 56);
    to.PutLittle16(2 * request.path.size());
    to.PutZeros(8);
    PutText(to, request.path);
    to.PutZeros(request.path.empty() ? 1 : 0);
}

void
GetCreate(FileServiceReader& from, Smb2Request& request)
{
    from.Skip(22);
    request.wantsData = (from.GetLittle32() & READ_WRITE_DATA) != 0;
    from.Skip(8);
    request.disposition = static_cast<Smb2Disposition>(from.GetLittle32());
    const auto options = from.GetLittle32();
    request.isDirectory = (options & DIRECTORY_FILE) != 0;
    request.isFile = (options & NON_DIRECTORY_FILE) != 0;
    const auto offset = from.GetLittle16();
    const auto length = from.GetLittle16();
    from.Seek(offset);
    request.path = GetText(from, length);
}

/// 2.2.39: 32 bytes, then the information.
void
PutSetInformation(FileServiceWriter& to, const Smb2Request& request)
{
    FileServiceWriter buffer;
    switch (request.information)
    {
    case Smb2Information::RENAME:
        buffer.Put8(1);
        buffer.PutZeros(15);
        buffer.PutLittle32(2 * request.path.size());
        PutText(buffer, request.path);
        break;
    case Smb2Information::DISPOSITION:
        buffer.Put8(1);
        break;
    default:
        buffer.PutLittle64(request.offset);
    }
    to.PutLittle16(33);
    to.Put8(INFO_FILE);
    to.Put8(static_cast<uint8_t>(request.information));
    to.PutLittle32(buffer.GetSize());
    to.PutLittle16(HEADER + 32);
    to.PutZeros(6);
    PutFileId(to, request.fileId);
    const auto& bytes = buffer.GetBytes();
    to.PutBytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void
GetSetInformation(FileServiceReader& from, Smb2Request& request)
{
    from.Skip(1);
    request.information = static_cast<Smb2Information>(from.Get8());
    from.Skip(4);
    const auto offset = from.GetLittle16();
    from.Skip(6);
    request.fileId = GetFileId(from);
    from.Seek(offset);
    switch (request.information)
    {
    case Smb2Information::RENAME:
        from.Skip(16);
        request.path = GetText(from, from.GetLittle32());
        break;
    case Smb2Information::END_OF_FILE:
        request.offset = from.GetLittle64();
        break;
    default:
        break;
    }
}

/// FileNamesInformation (MS-FSCC, 2.4.28) of each name.
void
PutNames(FileServiceWriter& to, const std::vector<std::string>& names)
{
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto size = GetSmb2EntrySize(names[i]);
        to.PutLittle32(i + 1 < names.size() ? size : 0);
        to.PutLittle32(0);
        to.PutLittle32(2 * names[i].size());
        PutText(to, names[i]);
        to.PutZeros(size - 12 - 2 * names[i].size());
    }
}

void
GetNames(FileServiceReader& from, std::vector<std::string>& names)
{
    uint32_t step = 0;
    do
    {
        const auto begin = from.GetOffset();
        step = from.GetLittle32();
        from.Skip(4);
        names.push_back(GetText(from, from.GetLittle32()));
        if (step > 0 && step <= from.GetOffset() - begin - 1)
        {
            from.Fail();
        }
        if (step > 0)
        {
            from.Seek(begin + step);
        }
    } while (step > 0 && !from.HasFailed());
}

} // namespace

void
SerializeSmb2Request(Smb2Command command, const Smb2Request& request, FileServiceWriter& to)
{
    switch (command)
    {
    case Smb2Command::NEGOTIATE:
        to.PutLittle16(36);
        to.PutLittle16(1);
        to.PutLittle32(1);
        to.PutLittle32(LARGE_MTU);
        to.PutZeros(24);
        to.PutLittle16(DIALECT);
        break;
    case Smb2Command::SESSION_SETUP:
        to.PutLittle16(25);
        to.Put8(0);
        to.Put8(1);
        to.PutZeros(8);
        to.PutLittle16(HEADER + 24);
        to.PutLittle16(BLOB_BYTES);
        to.PutZeros(8);
        PutBlob(to);
        break;
    case Smb2Command::TREE_CONNECT:
        to.PutLittle16(9);
        to.PutLittle16(0);
        to.PutLittle16(HEADER + 8);
        to.PutLittle16(2 * request.path.size());
        PutText(to, request.path);
        break;
    case Smb2Command::CREATE:
        PutCreate(to, request);
        break;
    case Smb2Command::CLOSE:
    case Smb2Command::FLUSH:
        to.PutLittle16(24);
        to.PutZeros(6);
        PutFileId(to, request.fileId);
        break;
    case Smb2Command::READ:
        to.PutLittle16(49);
        to.Put8(HEADER + 16);
        to.Put8(0);
        to.PutLittle32(request.bytes);
        to.PutLittle64(request.offset);
        PutFileId(to, request.fileId);
        to.PutZeros(17);
        break;
    case Smb2Command::WRITE:
        to.PutLittle16(49);
        to.PutLittle16(HEADER + 48);
        to.PutLittle32(request.payload.bytes);
        to.PutLittle64(request.offset);
        PutFileId(to, request.fileId);
        to.PutZeros(12);
        to.PutLittle32(request.writeThrough ? 1 : 0);
        break;
    case Smb2Command::QUERY_DIRECTORY:
        to.PutLittle16(33);
        to.Put8(NAMES_INFORMATION);
        to.PutZeros(5);
        PutFileId(to, request.fileId);
        to.PutLittle16(HEADER + 32);
        to.PutLittle16(2);
        to.PutLittle32(request.bytes);
        PutText(to, "*");
        break;
    case Smb2Command::QUERY_INFO:
        to.PutLittle16(41);
        to.Put8(INFO_FILE);
        to.Put8(static_cast<uint8_t>(request.information));
        to.PutLittle32(56);
        to.PutZeros(16);
        PutFileId(to, request.fileId);
        to.Put8(0);
        break;
    case Smb2Command::SET_INFO:
        PutSetInformation(to, request);
        break;
    }
}

Smb2Request
DeserializeSmb2Request(Smb2Command command, FileServiceReader& from, bool keep)
{
    Smb2Request request;
    from.Skip(2);
    switch (command)
    {
    case Smb2Command::NEGOTIATE:
        from.Skip(34);
        break;
    case Smb2Command::SESSION_SETUP:
        from.Skip(22);
        break;
    case Smb2Command::TREE_CONNECT:
        from.Skip(6);
        break;
    case Smb2Command::CREATE:
        GetCreate(from, request);
        break;
    case Smb2Command::CLOSE:
    case Smb2Command::FLUSH:
        from.Skip(6);
        request.fileId = GetFileId(from);
        break;
    case Smb2Command::READ:
        from.Skip(2);
        request.bytes = from.GetLittle32();
        request.offset = from.GetLittle64();
        request.fileId = GetFileId(from);
        from.Skip(16);
        break;
    case Smb2Command::WRITE: {
        const auto offset = from.GetLittle16();
        const auto bytes = from.GetLittle32();
        request.offset = from.GetLittle64();
        request.fileId = GetFileId(from);
        from.Skip(12);
        request.writeThrough = (from.GetLittle32() & 1) != 0;
        from.Seek(offset);
        request.payload = from.GetPayload(bytes, keep);
        break;
    }
    case Smb2Command::QUERY_DIRECTORY:
        from.Skip(6);
        request.fileId = GetFileId(from);
        from.Skip(4);
        request.bytes = from.GetLittle32();
        break;
    case Smb2Command::QUERY_INFO:
        from.Skip(1);
        request.information = static_cast<Smb2Information>(from.Get8());
        from.Skip(20);
        request.fileId = GetFileId(from);
        break;
    case Smb2Command::SET_INFO:
        GetSetInformation(from, request);
        break;
    }
    return request;
}

void
SerializeSmb2Error(FileServiceWriter& to)
{
    to.PutLittle16(9);
    to.PutZeros(7);
}

void
SerializeSmb2Response(Smb2Command command, const Smb2Response& response, FileServiceWriter& to)
{
    FileServiceWriter names;
    switch (command)
    {
    case Smb2Command::NEGOTIATE:
        to.PutLittle16(65);
        to.PutLittle16(1);
        to.PutLittle16(DIALECT);
        to.PutZeros(18);
        to.PutLittle32(LARGE_MTU);
        to.PutLittle32(response.maxReadSize);
        to.PutLittle32(response.maxReadSize);
        to.PutLittle32(response.maxWriteSize);
        to.PutLittle64(EPOCH);
        to.PutLittle64(EPOCH);
        to.PutLittle16(HEADER + 64);
        to.PutLittle16(0);
        to.PutLittle32(0);
        break;
    case Smb2Command::SESSION_SETUP:
        to.PutLittle16(9);
        to.PutLittle16(0);
        to.PutLittle16(HEADER + 8);
        to.PutLittle16(0);
        break;
    case Smb2Command::TREE_CONNECT:
        to.PutLittle16(16);
        to.PutLittle16(1);
        to.PutZeros(8);
        to.PutLittle32(0x001f01ff);
        break;
    case Smb2Command::CREATE:
        to.PutLittle16(89);
        to.PutLittle16(0);
        to.PutLittle32(1);
        PutAttributes(to, response.attributes);
        to.PutLittle32(0);
        PutFileId(to, response.fileId);
        to.PutZeros(8);
        break;
    case Smb2Command::CLOSE:
        to.PutLittle16(60);
        to.PutZeros(6);
        PutAttributes(to, response.attributes);
        break;
    case Smb2Command::FLUSH:
        to.PutLittle16(4);
        to.PutLittle16(0);
        break;
    case Smb2Command::READ:
        to.PutLittle16(17);
        to.PutLittle16(HEADER + 16);
        to.PutLittle32(response.payload.bytes);
        to.PutZeros(8);
        break;
    case Smb2Command::WRITE:
        to.PutLittle16(17);
        to.PutLittle16(0);
        to.PutLittle32(response.bytes);
        to.PutZeros(8);
        break;
    case Smb2Command::QUERY_DIRECTORY:
        PutNames(names, response.names);
        to.PutLittle16(9);
        to.PutLittle16(HEADER + 8);
        to.PutLittle32(names.GetSize());
        to.PutBytes({reinterpret_cast<const char*>(names.GetBytes().data()), names.GetSize()});
        break;
    case Smb2Command::QUERY_INFO:
        to.PutLittle16(9);
        to.PutLittle16(HEADER + 8);
        to.PutLittle32(56);
        PutAttributes(to, response.attributes);
        to.PutLittle32(0);
        break;
    case Smb2Command::SET_INFO:
        to.PutLittle16(2);
        break;
    }
}

Smb2Response
DeserializeSmb2Response(Smb2Command command, FileServiceReader& from, bool keep)
{
    Smb2Response response;
    from.Skip(2);
    switch (command)
    {
    case Smb2Command::NEGOTIATE:
        from.Skip(2 + 2 + 18 + 4 + 4);
        response.maxReadSize = from.GetLittle32();
        response.maxWriteSize = from.GetLittle32();
        break;
    case Smb2Command::CREATE:
        from.Skip(6);
        response.attributes = GetAttributes(from);
        from.Skip(4);
        response.fileId = GetFileId(from);
        break;
    case Smb2Command::CLOSE:
        from.Skip(6);
        response.attributes = GetAttributes(from);
        break;
    case Smb2Command::READ: {
        const auto offset = from.Get8();
        from.Skip(1);
        const auto bytes = from.GetLittle32();
        from.Seek(offset);
        response.payload = from.GetPayload(bytes, keep);
        break;
    }
    case Smb2Command::WRITE:
        from.Skip(2);
        response.bytes = from.GetLittle32();
        break;
    case Smb2Command::QUERY_DIRECTORY: {
        const auto offset = from.GetLittle16();
        const auto bytes = from.GetLittle32();
        from.Seek(offset);
        if (bytes > 0)
        {
            GetNames(from, response.names);
        }
        break;
    }
    case Smb2Command::QUERY_INFO:
        from.Seek(from.GetLittle16());
        response.attributes = GetAttributes(from);
        break;
    default:
        break;
    }
    return response;
}

} // namespace ns3
