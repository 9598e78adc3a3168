/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-codec.h"

#include "smb-fields.h"
#include "smb2-text.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint32_t SMB2_PROTOCOL_ID = 0x424d53fe; //!< 0xfe and "SMB"
constexpr uint32_t SERVER_TO_REDIR = 1;           //!< flag of a response
constexpr uint32_t ASYNC_COMMAND = 2;             //!< flag of a response with AsyncId
constexpr uint32_t RELATED_OPERATIONS = 4;        //!< flag of a request that goes on
constexpr uint32_t SIGNED = 8;                    //!< flag of a signed message
constexpr uint16_t SIGNING_ENABLED = 1;           //!< security mode: messages may be signed
constexpr uint16_t SIGNING_REQUIRED = 2;          //!< security mode: messages have to be
constexpr uint16_t MOST_DIALECTS = 64;            //!< more are not read
constexpr uint32_t LARGE_MTU = 4;                 //!< capability: more than 64 KiB, by credits
constexpr uint8_t NAMES_INFORMATION = 12;         //!< FileNamesInformation
constexpr uint8_t INFO_FILE = 1;                  //!< SMB2_0_INFO_FILE
constexpr uint8_t SHARE_OF_FILES = 1;             //!< SMB2_SHARE_TYPE_DISK
constexpr uint8_t SHARE_OF_PIPES = 2;             //!< SMB2_SHARE_TYPE_PIPE
constexpr uint32_t HEADER = Smb2Header::SIZE;     //!< offsets count from its begin

/// The commands that are here (MS-SMB2, 2.2.1.2).
struct Smb2Command
{
    SmbCommand command; //!< the command
    uint16_t number;    //!< its number
    const char* name;   //!< its name
};

constexpr Smb2Command SMB2_COMMANDS[] = {
    {SmbCommand::NEGOTIATE, 0, "NEGOTIATE"},
    {SmbCommand::SESSION_SETUP, 1, "SESSION_SETUP"},
    {SmbCommand::LOGOFF, 2, "LOGOFF"},
    {SmbCommand::TREE_CONNECT, 3, "TREE_CONNECT"},
    {SmbCommand::TREE_DISCONNECT, 4, "TREE_DISCONNECT"},
    {SmbCommand::CREATE, 5, "CREATE"},
    {SmbCommand::CLOSE, 6, "CLOSE"},
    {SmbCommand::FLUSH, 7, "FLUSH"},
    {SmbCommand::READ, 8, "READ"},
    {SmbCommand::WRITE, 9, "WRITE"},
    {SmbCommand::IOCTL, 11, "IOCTL"},
    {SmbCommand::CANCEL, 12, "CANCEL"},
    {SmbCommand::ECHO, 13, "ECHO"},
    {SmbCommand::QUERY_DIRECTORY, 14, "QUERY_DIRECTORY"},
    {SmbCommand::QUERY_INFO, 16, "QUERY_INFO"},
    {SmbCommand::SET_INFO, 17, "SET_INFO"},
};

void
PutFileId(FileServiceWriter& to, const SmbFileId& fileId)
{
    to.PutLittle64(fileId.persistent);
    to.PutLittle64(fileId.number);
}

SmbFileId
GetFileId(FileServiceReader& from)
{
    SmbFileId fileId;
    fileId.persistent = from.GetLittle64();
    fileId.number = from.GetLittle64();
    return fileId;
}

/// Four times, two sizes and the kind: 52 bytes.
void
PutAttributes(FileServiceWriter& to, const FileAttributes& attributes)
{
    SmbFields::PutTimes(to, attributes);
    SmbFields::PutSizes(to, attributes);
    SmbFields::PutKind(to, attributes);
}

FileAttributes
GetAttributes(FileServiceReader& from)
{
    FileAttributes attributes;
    SmbFields::GetTimes(from, attributes);
    SmbFields::GetSizes(from, attributes);
    SmbFields::GetKind(from, attributes);
    return attributes;
}

/// A text whose offset and length are next.
std::string
GetTextAt(FileServiceReader& from)
{
    const auto offset = from.GetLittle16();
    const auto length = from.GetLittle16();
    if (length == 0)
    {
        return "";
    }
    from.Seek(offset);
    return Smb2Text::Get(from, length);
}

/// Bytes whose offset and length are next.
std::string
GetBytesAt(FileServiceReader& from)
{
    const auto offset = from.GetLittle16();
    const auto length = from.GetLittle16();
    if (length == 0)
    {
        return "";
    }
    from.Seek(offset);
    return from.GetBytes(length);
}

/// 2.2.13: 56 bytes, then the name; one byte if there is none.
void
PutCreate(FileServiceWriter& to, const SmbRequest& request)
{
    to.PutLittle16(57);
    to.PutLittle16(0);
    to.PutLittle32(SmbFields::IMPERSONATION);
    to.PutZeros(16);
    to.PutLittle32(request.access);
    to.PutLittle32(0);
    to.PutLittle32(SmbFields::SHARE_ALL);
    to.PutLittle32(static_cast<uint32_t>(request.disposition));
    to.PutLittle32(SmbFields::GetOptions(request));
    to.PutLittle16(HEADER + 56);
    to.PutLittle16(Smb2Text::GetBytes(request.path));
    to.PutZeros(8);
    Smb2Text::Put(to, request.path);
    to.PutZeros(request.path.empty() ? 1 : 0);
}

void
GetSmb2Create(FileServiceReader& from, SmbRequest& request)
{
    from.Skip(22);
    request.access = from.GetLittle32();
    from.Skip(8);
    request.disposition = static_cast<SmbDisposition>(from.GetLittle32());
    request.options = from.GetLittle32();
    SmbFields::SetOptions(request, request.options);
    request.path = GetTextAt(from);
}

/// 2.2.3: what is offered is behind 36 bytes.
void
GetNegotiate(FileServiceReader& from, SmbRequest& request)
{
    const auto count = from.GetLittle16();
    from.Skip(32);
    for (uint16_t i = 0; i < std::min(count, MOST_DIALECTS); ++i)
    {
        request.dialects.push_back(from.GetLittle16());
    }
}

/// 2.2.33.
void
GetQueryDirectory(FileServiceReader& from, SmbRequest& request)
{
    request.level = from.Get8();
    request.flags = from.Get8();
    from.Skip(4);
    request.fileId = GetFileId(from);
    const auto at = from.GetOffset();
    from.Skip(4);
    request.bytes = from.GetLittle32();
    from.Seek(at);
    request.pattern = GetTextAt(from);
}

/// 2.2.37.
void
GetQueryInformation(FileServiceReader& from, SmbRequest& request)
{
    request.kind = from.Get8();
    request.level = from.Get8();
    request.information = static_cast<SmbInformation>(request.level);
    request.bytes = from.GetLittle32();
    from.Skip(16);
    request.fileId = GetFileId(from);
}

/// 2.2.39: 32 bytes, then the information.
void
PutSetInformation(FileServiceWriter& to, const SmbRequest& request)
{
    FileServiceWriter buffer;
    switch (request.information)
    {
    case SmbInformation::BASIC:
        buffer.PutZeros(16);
        buffer.PutLittle64(request.lastWrite);
        buffer.PutZeros(16);
        break;
    case SmbInformation::RENAME:
        buffer.Put8(request.isSet ? 1 : 0);
        buffer.PutZeros(15);
        buffer.PutLittle32(Smb2Text::GetBytes(request.newPath));
        Smb2Text::Put(buffer, request.newPath);
        break;
    case SmbInformation::DISPOSITION:
        buffer.Put8(request.isSet ? 1 : 0);
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
    to.Append(buffer);
}

void
GetSetInformation(FileServiceReader& from, SmbRequest& request)
{
    request.kind = from.Get8();
    request.information = static_cast<SmbInformation>(from.Get8());
    from.Skip(4);
    const auto offset = from.GetLittle16();
    from.Skip(6);
    request.fileId = GetFileId(from);
    from.Seek(offset);
    switch (request.information)
    {
    case SmbInformation::BASIC:
        from.Skip(16);
        request.lastWrite = from.GetLittle64();
        break;
    case SmbInformation::RENAME:
        request.isSet = from.Get8() != 0;
        from.Skip(15);
        request.newPath = Smb2Text::Get(from, from.GetLittle32());
        break;
    case SmbInformation::DISPOSITION:
        request.isSet = from.Get8() != 0;
        break;
    case SmbInformation::ALLOCATION:
    case SmbInformation::END_OF_FILE:
        request.offset = from.GetLittle64();
        break;
    default:
        break;
    }
}

/// 2.2.4: 64 bytes, then what the login begins with.
void
PutNegotiated(FileServiceWriter& to, const SmbResponse& response)
{
    const auto& limits = response.limits;
    const auto time = std::max(response.time, SmbFields::EPOCH);
    to.PutLittle16(65);
    to.PutLittle16(SIGNING_ENABLED | (limits.mustSign ? SIGNING_REQUIRED : 0));
    to.PutLittle16(limits.dialect);
    to.PutZeros(18);
    to.PutLittle32(limits.dialect == Smb2Codec::DIALECT_2_0_2 ? 0 : LARGE_MTU);
    to.PutLittle32(limits.maxReadSize);
    to.PutLittle32(limits.maxReadSize);
    to.PutLittle32(limits.maxWriteSize);
    to.PutLittle64(time);
    to.PutLittle64(time);
    to.PutLittle16(HEADER + 64);
    to.PutLittle16(response.buffer.size());
    to.PutLittle32(0);
    to.PutBytes(response.buffer);
}

void
GetNegotiated(FileServiceReader& from, SmbResponse& response)
{
    auto& limits = response.limits;
    limits.mustSign = (from.GetLittle16() & SIGNING_REQUIRED) != 0;
    limits.dialect = from.GetLittle16();
    from.Skip(18);
    limits.hasLargeTransfers = (from.GetLittle32() & LARGE_MTU) != 0;
    from.Skip(4);
    limits.maxReadSize = from.GetLittle32();
    limits.maxWriteSize = from.GetLittle32();
    response.time = from.GetLittle64();
    from.Skip(8);
    response.buffer = GetBytesAt(from);
}

/// A response that is 8 bytes and a buffer, of QUERY_DIRECTORY and QUERY_INFO.
void
PutBuffer(FileServiceWriter& to, std::string_view buffer)
{
    to.PutLittle16(9);
    to.PutLittle16(HEADER + 8);
    to.PutLittle32(buffer.size());
    to.PutBytes(buffer);
}

/// 2.2.32: 48 bytes and the output.
void
PutControlled(FileServiceWriter& to, const SmbResponse& response)
{
    to.PutLittle16(49);
    to.PutLittle16(0);
    to.PutLittle32(response.control);
    PutFileId(to, response.fileId);
    to.PutLittle32(HEADER + 48);
    to.PutLittle32(0);
    to.PutLittle32(HEADER + 48);
    to.PutLittle32(response.buffer.size());
    to.PutZeros(8);
    to.PutBytes(response.buffer);
}

} // namespace

void
Smb2Header::Serialize(FileServiceWriter& to) const
{
    to.PutLittle32(SMB2_PROTOCOL_ID);
    to.PutLittle16(SIZE);
    to.PutLittle16(creditCharge);
    to.PutLittle32(static_cast<uint32_t>(status));
    to.PutLittle16(command);
    to.PutLittle16(credits);
    to.PutLittle32((isResponse ? SERVER_TO_REDIR : 0) | (isRelated ? RELATED_OPERATIONS : 0) |
                   (isSigned ? SIGNED : 0));
    to.PutLittle32(0);
    to.PutLittle64(messageId);
    to.PutLittle32(0);
    to.PutLittle32(treeId);
    to.PutLittle64(sessionId);
    for (const auto byte : signature)
    {
        to.Put8(byte);
    }
}

void
Smb2Header::Deserialize(FileServiceReader& from)
{
    if (from.GetLittle32() != SMB2_PROTOCOL_ID || from.GetLittle16() != SIZE)
    {
        from.Fail();
    }
    creditCharge = from.GetLittle16();
    status = static_cast<SmbStatus>(from.GetLittle32());
    command = from.GetLittle16();
    credits = from.GetLittle16();
    const auto flags = from.GetLittle32();
    isResponse = (flags & SERVER_TO_REDIR) != 0;
    isAsync = (flags & ASYNC_COMMAND) != 0;
    isRelated = (flags & RELATED_OPERATIONS) != 0;
    isSigned = (flags & SIGNED) != 0;
    nextCommand = from.GetLittle32();
    messageId = from.GetLittle64();
    from.Skip(4);
    treeId = from.GetLittle32();
    if (isAsync)
    {
        treeId = 0;
    }
    sessionId = from.GetLittle64();
    for (auto& byte : signature)
    {
        byte = from.Get8();
    }
}

const SmbTraits&
Smb2Codec::GetTraits() const
{
    // Credits: MS-SMB2, 3.1.5.2. A client without large MTUs asks for 64 KiB at most.
    static constexpr SmbTraits TRAITS{.largestMessageId = UINT64_MAX,
                                      .largestFileId = UINT64_MAX - 1,
                                      .transferBytes = 65536,
                                      .creditBytes = 65536,
                                      .badFile = SmbStatus::FILE_CLOSED,
                                      .endOfFile = SmbStatus::END_OF_FILE};
    return TRAITS;
}

std::string
Smb2Codec::GetName(SmbCommand command) const
{
    const auto* found = std::ranges::find(SMB2_COMMANDS, command, &Smb2Command::command);
    return found == std::end(SMB2_COMMANDS) ? "UNKNOWN" : found->name;
}

uint16_t
Smb2Codec::GetNumber(SmbCommand command) const
{
    return std::ranges::find(SMB2_COMMANDS, command, &Smb2Command::command)->number;
}

SmbCommand
Smb2Codec::Identify(const SmbHeader& header, FileServiceReader /* from */) const
{
    const auto* found = std::ranges::find(SMB2_COMMANDS, header.command, &Smb2Command::number);
    return found == std::end(SMB2_COMMANDS) ? SmbCommand::UNKNOWN : found->command;
}

void
Smb2Codec::SerializeHeader(const SmbHeader& header, FileServiceWriter& to) const
{
    Smb2Header{header}.Serialize(to);
}

SmbHeader
Smb2Codec::DeserializeHeader(FileServiceReader& from) const
{
    Smb2Header header;
    header.Deserialize(from);
    return header;
}

void
Smb2Codec::SerializeRequest(SmbCommand command,
                            const SmbRequest& request,
                            FileServiceWriter& to) const
{
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        to.PutLittle16(36);
        to.PutLittle16(request.dialects.size());
        to.PutLittle32(SIGNING_ENABLED);
        to.PutLittle32(LARGE_MTU);
        to.PutZeros(24);
        for (const auto dialect : request.dialects)
        {
            to.PutLittle16(dialect);
        }
        break;
    case SmbCommand::SESSION_SETUP:
        to.PutLittle16(25);
        to.Put8(0);
        to.Put8(SIGNING_ENABLED);
        to.PutZeros(8);
        to.PutLittle16(HEADER + 24);
        to.PutLittle16(request.blob.size());
        to.PutZeros(8);
        to.PutBytes(request.blob);
        break;
    case SmbCommand::TREE_CONNECT:
        to.PutLittle16(9);
        to.PutLittle16(0);
        to.PutLittle16(HEADER + 8);
        to.PutLittle16(Smb2Text::GetBytes(request.path));
        Smb2Text::Put(to, request.path);
        break;
    case SmbCommand::CREATE:
        PutCreate(to, request);
        break;
    case SmbCommand::CLOSE:
    case SmbCommand::FLUSH:
        to.PutLittle16(24);
        to.PutZeros(6);
        PutFileId(to, request.fileId);
        break;
    case SmbCommand::READ:
        to.PutLittle16(49);
        to.Put8(HEADER + 16);
        to.Put8(0);
        to.PutLittle32(request.bytes);
        to.PutLittle64(request.offset);
        PutFileId(to, request.fileId);
        to.PutZeros(17);
        break;
    case SmbCommand::WRITE:
        to.PutLittle16(49);
        to.PutLittle16(HEADER + 48);
        to.PutLittle32(request.payload.bytes);
        to.PutLittle64(request.offset);
        PutFileId(to, request.fileId);
        to.PutZeros(12);
        to.PutLittle32(request.writeThrough ? 1 : 0);
        break;
    case SmbCommand::QUERY_DIRECTORY:
        to.PutLittle16(33);
        to.Put8(NAMES_INFORMATION);
        to.PutZeros(5);
        PutFileId(to, request.fileId);
        to.PutLittle16(HEADER + 32);
        to.PutLittle16(2);
        to.PutLittle32(request.bytes);
        SmbFields::PutText(to, "*");
        break;
    case SmbCommand::QUERY_INFO:
        to.PutLittle16(41);
        to.Put8(INFO_FILE);
        to.Put8(static_cast<uint8_t>(request.information));
        to.PutLittle32(56);
        to.PutZeros(16);
        PutFileId(to, request.fileId);
        to.Put8(0);
        break;
    case SmbCommand::SET_INFO:
        PutSetInformation(to, request);
        break;
    case SmbCommand::IOCTL:
        to.PutLittle16(57);
        to.PutLittle16(0);
        to.PutLittle32(request.control);
        PutFileId(to, request.fileId);
        to.PutZeros(20);
        to.PutLittle32(request.bytes);
        to.PutLittle32(1);
        to.PutLittle32(0);
        break;
    case SmbCommand::LOGOFF:
    case SmbCommand::TREE_DISCONNECT:
    case SmbCommand::CANCEL:
    case SmbCommand::ECHO:
        to.PutLittle16(4);
        to.PutLittle16(0);
        break;
    default:
        break;
    }
}

SmbRequest
Smb2Codec::DeserializeRequest(SmbCommand command, FileServiceReader& from, bool keep) const
{
    SmbRequest request;
    from.Skip(2);
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        GetNegotiate(from, request);
        break;
    case SmbCommand::SESSION_SETUP:
        from.Skip(10);
        request.blob = GetBytesAt(from);
        break;
    case SmbCommand::TREE_CONNECT:
        from.Skip(2);
        request.path = GetTextAt(from);
        break;
    case SmbCommand::IOCTL:
        from.Skip(2);
        request.control = from.GetLittle32();
        request.fileId = GetFileId(from);
        from.Skip(20);
        request.bytes = from.GetLittle32();
        from.Skip(8);
        break;
    case SmbCommand::CREATE:
        GetSmb2Create(from, request);
        break;
    case SmbCommand::CLOSE:
    case SmbCommand::FLUSH:
        request.flags = from.GetLittle16();
        from.Skip(4);
        request.fileId = GetFileId(from);
        break;
    case SmbCommand::READ:
        from.Skip(2);
        request.bytes = from.GetLittle32();
        request.offset = from.GetLittle64();
        request.fileId = GetFileId(from);
        from.Skip(16);
        break;
    case SmbCommand::WRITE: {
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
    case SmbCommand::QUERY_DIRECTORY:
        GetQueryDirectory(from, request);
        break;
    case SmbCommand::QUERY_INFO:
        GetQueryInformation(from, request);
        break;
    case SmbCommand::SET_INFO:
        GetSetInformation(from, request);
        break;
    default:
        break;
    }
    return request;
}

void
Smb2Codec::SerializeError(FileServiceWriter& to) const
{
    to.PutLittle16(9);
    to.PutZeros(7);
}

void
Smb2Codec::SerializeResponse(SmbCommand command,
                             const SmbResponse& response,
                             FileServiceWriter& to) const
{
    FileServiceWriter names;
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        PutNegotiated(to, response);
        break;
    case SmbCommand::SESSION_SETUP:
        to.PutLittle16(9);
        to.PutLittle16(response.sessionFlags);
        to.PutLittle16(HEADER + 8);
        to.PutLittle16(response.buffer.size());
        to.PutBytes(response.buffer);
        break;
    case SmbCommand::TREE_CONNECT:
        to.PutLittle16(16);
        to.PutLittle16(response.isPipe ? SHARE_OF_PIPES : SHARE_OF_FILES);
        to.PutZeros(8);
        to.PutLittle32(0x001f01ff);
        break;
    case SmbCommand::CREATE:
        to.PutLittle16(89);
        to.PutLittle16(0);
        to.PutLittle32(response.action);
        PutAttributes(to, response.attributes);
        to.PutLittle32(0);
        PutFileId(to, response.fileId);
        to.PutZeros(8);
        break;
    case SmbCommand::CLOSE:
        to.PutLittle16(60);
        to.PutLittle16(response.hasAttributes ? 1 : 0);
        to.PutZeros(4);
        PutAttributes(to, response.attributes);
        break;
    case SmbCommand::FLUSH:
    case SmbCommand::LOGOFF:
    case SmbCommand::TREE_DISCONNECT:
    case SmbCommand::ECHO:
        to.PutLittle16(4);
        to.PutLittle16(0);
        break;
    case SmbCommand::IOCTL:
        PutControlled(to, response);
        break;
    case SmbCommand::READ:
        to.PutLittle16(17);
        to.PutLittle16(HEADER + 16);
        to.PutLittle32(response.payload.bytes);
        to.PutZeros(8);
        break;
    case SmbCommand::WRITE:
        to.PutLittle16(17);
        to.PutLittle16(0);
        to.PutLittle32(response.bytes);
        to.PutZeros(8);
        break;
    case SmbCommand::QUERY_DIRECTORY:
        if (!response.buffer.empty())
        {
            PutBuffer(to, response.buffer);
            break;
        }
        SmbFields::PutNames(names, response.names);
        to.PutLittle16(9);
        to.PutLittle16(HEADER + 8);
        to.PutLittle32(names.GetSize());
        to.Append(names);
        break;
    case SmbCommand::QUERY_INFO:
        if (!response.buffer.empty())
        {
            PutBuffer(to, response.buffer);
            break;
        }
        to.PutLittle16(9);
        to.PutLittle16(HEADER + 8);
        to.PutLittle32(56);
        PutAttributes(to, response.attributes);
        to.PutLittle32(0);
        break;
    case SmbCommand::SET_INFO:
        to.PutLittle16(2);
        break;
    default:
        break;
    }
}

SmbResponse
Smb2Codec::DeserializeResponse(SmbCommand command, FileServiceReader& from, bool keep) const
{
    SmbResponse response;
    from.Skip(2);
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        GetNegotiated(from, response);
        break;
    case SmbCommand::TREE_CONNECT:
        response.isPipe = from.Get8() == SHARE_OF_PIPES;
        break;
    case SmbCommand::SESSION_SETUP:
        response.sessionFlags = from.GetLittle16();
        response.buffer = GetBytesAt(from);
        break;
    case SmbCommand::CREATE:
        from.Skip(6);
        response.attributes = GetAttributes(from);
        from.Skip(4);
        response.fileId = GetFileId(from);
        break;
    case SmbCommand::CLOSE:
        from.Skip(6);
        response.attributes = GetAttributes(from);
        break;
    case SmbCommand::READ: {
        const auto offset = from.Get8();
        from.Skip(1);
        const auto bytes = from.GetLittle32();
        from.Seek(offset);
        response.payload = from.GetPayload(bytes, keep);
        break;
    }
    case SmbCommand::WRITE:
        from.Skip(2);
        response.bytes = from.GetLittle32();
        break;
    case SmbCommand::QUERY_DIRECTORY: {
        const auto offset = from.GetLittle16();
        const auto bytes = from.GetLittle32();
        from.Seek(offset);
        if (bytes > 0)
        {
            response.names = SmbFields::GetNames(from);
        }
        break;
    }
    case SmbCommand::QUERY_INFO:
        from.Seek(from.GetLittle16());
        response.attributes = GetAttributes(from);
        break;
    case SmbCommand::CANCEL:
        from.Fail(); // it has no response (MS-SMB2, 3.3.5.16)
        break;
    default:
        break;
    }
    return response;
}

} // namespace ns3
