/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb1-codec.h"

#include "smb-fields.h"
#include "smb1-block.h"
#include "smb1-transaction.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint32_t SMB1_PROTOCOL_ID = 0x424d53ff;  //!< 0xff and "SMB"
constexpr uint8_t SMB1_FLAGS = 0x18;               //!< names without case, in canonical form
constexpr uint8_t SMB1_REPLY = 0x80;               //!< flag of a response
constexpr uint16_t LONG_NAMES = 0x0001;            //!< flag of the second word
constexpr uint16_t UNICODE_AND_NTSTATUS = 0xc000;  //!< flags of the second word
constexpr uint16_t ALL_FILES = 0x16;               //!< hidden and system files, directories
constexpr uint32_t CAPABILITIES = 0x25c;           //!< Unicode, 64 bits, NT SMBs, STATUS32, NT find
constexpr uint32_t LARGE_READX_WRITEX = 0xc000;    //!< capabilities (MS-SMB, 2.2.4.5.2.1)
constexpr uint32_t LARGEST_TRANSFER = 8 << 20;     //!< most bytes of a large READ or WRITE
constexpr uint32_t READ_DATA_OFFSET = 60;          //!< offset of the contents in a response
constexpr uint32_t WRITE_DATA_OFFSET = 64;         //!< offset of the contents in a request
constexpr uint8_t DIALECT_FOLLOWS = 2;             //!< format code of a dialect
constexpr std::string_view DIALECT = "NT LM 0.12"; //!< the dialect
constexpr std::size_t SMB1_CHALLENGE_BYTES = 8;    //!< bytes of a challenge

/// The commands that are here (MS-CIFS, 2.2.2.1 and 2.2.2.2).
struct Smb1Command
{
    SmbCommand command;  //!< the command
    uint16_t number;     //!< its number
    uint16_t subcommand; //!< that of the transaction, 0 if it is none
    const char* name;    //!< its name
};

constexpr Smb1Command SMB1_COMMANDS[] = {
    {SmbCommand::CREATE_DIRECTORY, 0x00, 0, "CREATE_DIRECTORY"},
    {SmbCommand::DELETE_DIRECTORY, 0x01, 0, "DELETE_DIRECTORY"},
    {SmbCommand::CLOSE, 0x04, 0, "CLOSE"},
    {SmbCommand::FLUSH, 0x05, 0, "FLUSH"},
    {SmbCommand::DELETE, 0x06, 0, "DELETE"},
    {SmbCommand::RENAME, 0x07, 0, "RENAME"},
    {SmbCommand::READ, 0x2e, 0, "READ_ANDX"},
    {SmbCommand::WRITE, 0x2f, 0, "WRITE_ANDX"},
    {SmbCommand::FIND_FIRST,
     Smb1Transaction::NUMBER,
     Smb1Transaction::FIND_FIRST2,
     "TRANS2_FIND_FIRST2"},
    {SmbCommand::QUERY_DIRECTORY,
     Smb1Transaction::NUMBER,
     Smb1Transaction::FIND_NEXT2,
     "TRANS2_FIND_NEXT2"},
    {SmbCommand::QUERY_PATH,
     Smb1Transaction::NUMBER,
     Smb1Transaction::QUERY_PATH_INFORMATION,
     "TRANS2_QUERY_PATH_INFORMATION"},
    {SmbCommand::QUERY_INFO,
     Smb1Transaction::NUMBER,
     Smb1Transaction::QUERY_FILE_INFORMATION,
     "TRANS2_QUERY_FILE_INFORMATION"},
    {SmbCommand::SET_INFO,
     Smb1Transaction::NUMBER,
     Smb1Transaction::SET_FILE_INFORMATION,
     "TRANS2_SET_FILE_INFORMATION"},
    {SmbCommand::NEGOTIATE, 0x72, 0, "NEGOTIATE"},
    {SmbCommand::SESSION_SETUP, 0x73, 0, "SESSION_SETUP_ANDX"},
    {SmbCommand::TREE_CONNECT, 0x75, 0, "TREE_CONNECT_ANDX"},
    {SmbCommand::CREATE, 0xa2, 0, "NT_CREATE_ANDX"},
};

/**
 * @param command a command
 * @return what is known of it, null if it is not supported
 */
const Smb1Command*
Find(SmbCommand command)
{
    const auto* found = std::ranges::find(SMB1_COMMANDS, command, &Smb1Command::command);
    return found == std::end(SMB1_COMMANDS) ? nullptr : found;
}

/**
 * @param command a command that is here
 * @return its subcommand, if it is a transaction
 */
Smb1Transaction::Subcommand
GetSubcommand(SmbCommand command)
{
    return static_cast<Smb1Transaction::Subcommand>(Find(command)->subcommand);
}

/**
 * @param command a command
 * @return true if it is a transaction
 */
bool
IsTransaction(SmbCommand command)
{
    const auto* found = Find(command);
    return found && found->number == Smb1Transaction::NUMBER;
}

/**
 * @param low the lower half of a number
 * @param high its upper half
 * @return the number
 */
uint64_t
Join(uint64_t low, uint64_t high, int bits)
{
    return low | (high << bits);
}

/// 2.2.4.52.1: the dialects, here one.
void
PutNegotiate(FileServiceWriter& bytes)
{
    bytes.Put8(DIALECT_FOLLOWS);
    bytes.PutBytes(DIALECT);
    bytes.Put8(0);
}

/// Which of the dialects offered is ours.
uint16_t
GetNegotiate(FileServiceReader& from)
{
    Smb1Block::ExpectWords(from, 0);
    const auto end = from.GetLittle16() + from.GetOffset();
    for (uint16_t i = 0; from.GetOffset() < end && !from.HasFailed(); ++i)
    {
        if (from.Get8() != DIALECT_FOLLOWS)
        {
            from.Fail();
        }
        std::string name;
        for (auto letter = from.Get8(); letter != 0; letter = from.Get8())
        {
            name += static_cast<char>(letter);
        }
        if (name == DIALECT)
        {
            return i;
        }
    }
    return SmbLimits::NO_DIALECT;
}

/// 2.2.4.52.2: 17 words, a challenge and a domain that is empty; one word if no dialect will do.
void
PutNegotiated(FileServiceWriter& to, const SmbLimits& limits)
{
    FileServiceWriter words;
    FileServiceWriter bytes;
    words.PutLittle16(limits.dialect);
    if (limits.dialect != SmbLimits::NO_DIALECT)
    {
        words.Put8(3);
        words.PutLittle16(limits.maxOutstanding);
        words.PutLittle16(1);
        words.PutLittle32(limits.maxBufferSize);
        words.PutLittle32(65536);
        words.PutLittle32(0);
        words.PutLittle32(CAPABILITIES | (limits.hasLargeTransfers ? LARGE_READX_WRITEX : 0));
        words.PutLittle64(SmbFields::EPOCH);
        words.PutLittle16(0);
        words.Put8(SMB1_CHALLENGE_BYTES);
        bytes.PutZeros(SMB1_CHALLENGE_BYTES + 2);
    }
    Smb1Block::Put(to, words, bytes);
}

/**
 * @param bufferSize most bytes of a message
 * @param offset offset of the contents in it
 * @param isLarge whether contents may be larger
 * @return most bytes of contents
 */
uint32_t
GetMostContents(uint32_t bufferSize, uint32_t offset, bool isLarge)
{
    return isLarge ? LARGEST_TRANSFER : std::min(bufferSize - std::min(bufferSize, offset), 65535U);
}

SmbLimits
GetNegotiated(FileServiceReader& from)
{
    SmbLimits limits;
    const auto words = from.Get8();
    limits.dialect = from.GetLittle16();
    if (words == 1 && limits.dialect == SmbLimits::NO_DIALECT)
    {
        return limits;
    }
    if (words != 17)
    {
        from.Fail();
    }
    from.Skip(1);
    limits.maxOutstanding = from.GetLittle16();
    from.Skip(2);
    limits.maxBufferSize = from.GetLittle32();
    from.Skip(8);
    limits.hasLargeTransfers = (from.GetLittle32() & LARGE_READX_WRITEX) == LARGE_READX_WRITEX;
    limits.maxReadSize =
        GetMostContents(limits.maxBufferSize, READ_DATA_OFFSET, limits.hasLargeTransfers);
    limits.maxWriteSize =
        GetMostContents(limits.maxBufferSize, WRITE_DATA_OFFSET, limits.hasLargeTransfers);
    return limits;
}

/// 2.2.4.53.1: no passwords; account, domain, system and LAN manager are empty.
void
PutSessionSetup(FileServiceWriter& words, FileServiceWriter& bytes, const SmbLimits& limits)
{
    Smb1Block::PutAndX(words);
    words.PutLittle16(0xffff);
    words.PutLittle16(limits.maxOutstanding);
    words.PutLittle16(1);
    words.PutZeros(4 + 2 + 2 + 4);
    words.PutLittle32(CAPABILITIES | (limits.hasLargeTransfers ? LARGE_READX_WRITEX : 0));
    for (int i = 0; i < 4; ++i)
    {
        Smb1Block::PutText(bytes, "");
    }
}

void
GetSessionSetup(FileServiceReader& from, SmbLimits& limits)
{
    Smb1Block::ExpectWords(from, 13);
    Smb1Block::ExpectNoAndX(from);
    from.Skip(2);
    limits.maxOutstanding = from.GetLittle16();
    from.Skip(2 + 4 + 2 + 2 + 4);
    limits.hasLargeTransfers = (from.GetLittle32() & LARGE_READX_WRITEX) == LARGE_READX_WRITEX;
}

/// 2.2.4.55.1: a password of one byte, the share, any kind of service.
void
PutTreeConnect(FileServiceWriter& words, FileServiceWriter& bytes, const std::string& share)
{
    Smb1Block::PutAndX(words);
    words.PutLittle16(0);
    words.PutLittle16(1);
    bytes.Put8(0);
    Smb1Block::PutText(bytes, share);
    bytes.PutBytes({"?????\0", 6});
}

void
GetTreeConnect(FileServiceReader& from, SmbRequest& request)
{
    Smb1Block::ExpectWords(from, 4);
    Smb1Block::ExpectNoAndX(from);
    from.Skip(2);
    const auto password = from.GetLittle16();
    from.Skip(2);
    from.Skip(password);
    request.path = Smb1Block::GetText(from);
}

/// 2.2.4.64.1: 24 words and the name.
void
PutCreate(FileServiceWriter& words, FileServiceWriter& bytes, const SmbRequest& request)
{
    Smb1Block::PutAndX(words);
    words.Put8(0);
    words.PutLittle16(2 * (request.path.size() + 1));
    words.PutZeros(4 + 4);
    words.PutLittle32(request.access);
    words.PutZeros(8 + 4);
    words.PutLittle32(SmbFields::SHARE_ALL);
    words.PutLittle32(static_cast<uint32_t>(request.disposition));
    words.PutLittle32(SmbFields::GetOptions(request));
    words.PutLittle32(SmbFields::IMPERSONATION);
    words.Put8(0);
    Smb1Block::PutText(bytes, "/" + request.path);
}

void
GetSmb1Create(FileServiceReader& from, SmbRequest& request)
{
    Smb1Block::ExpectWords(from, 24);
    Smb1Block::ExpectNoAndX(from);
    from.Skip(1);
    const auto nameBytes = from.GetLittle16();
    from.Skip(4 + 4);
    request.access = from.GetLittle32();
    from.Skip(8 + 4 + 4);
    request.disposition = static_cast<SmbDisposition>(from.GetLittle32());
    SmbFields::SetOptions(request, from.GetLittle32());
    from.Skip(4 + 1 + 2);
    from.Skip(from.GetOffset() % 2);
    request.path = Smb1Block::StripSlash(from, SmbFields::GetText(from, nameBytes));
}

/// 2.2.4.64.2: 34 words.
void
PutCreated(FileServiceWriter& words, const SmbResponse& response)
{
    Smb1Block::PutAndX(words);
    words.Put8(0);
    words.PutLittle16(response.fileId.number);
    words.PutLittle32(1);
    SmbFields::PutTimes(words, response.attributes);
    SmbFields::PutKind(words, response.attributes);
    SmbFields::PutSizes(words, response.attributes);
    words.PutZeros(2 + 2);
    words.Put8(response.attributes.directory ? 1 : 0);
}

void
GetCreated(FileServiceReader& from, SmbResponse& response)
{
    Smb1Block::ExpectWords(from, 34);
    from.Skip(4 + 1);
    response.fileId = from.GetLittle16();
    from.Skip(4);
    SmbFields::GetTimes(from, response.attributes);
    SmbFields::GetKind(from, response.attributes);
    SmbFields::GetSizes(from, response.attributes);
    from.Skip(2 + 2 + 1 + 2);
}

/// 2.2.4.42.1 and MS-SMB, 2.2.4.2.1: 12 words, with the upper halves of size and offset.
void
PutRead(FileServiceWriter& words, const SmbRequest& request)
{
    Smb1Block::PutAndX(words);
    words.PutLittle16(request.fileId.number);
    words.PutLittle32(request.offset & 0xffffffff);
    words.PutLittle16(request.bytes & 0xffff);
    words.PutLittle16(0);
    words.PutLittle32(request.bytes >> 16);
    words.PutLittle16(0);
    words.PutLittle32(request.offset >> 32);
}

void
GetRead(FileServiceReader& from, SmbRequest& request)
{
    Smb1Block::ExpectWords(from, 12);
    Smb1Block::ExpectNoAndX(from);
    request.fileId = from.GetLittle16();
    const auto low = from.GetLittle32();
    const auto bytes = from.GetLittle16();
    from.Skip(2);
    request.bytes = Join(bytes, from.GetLittle16(), 16);
    from.Skip(2 + 2);
    request.offset = Join(low, from.GetLittle32(), 32);
    from.Skip(2);
}

/// 2.2.4.42.2 and MS-SMB, 2.2.4.2.2: 12 words and a byte that aligns the contents.
void
PutReadData(FileServiceWriter& to, const FileServicePayload& payload)
{
    FileServiceWriter words;
    Smb1Block::PutAndX(words);
    words.PutLittle16(0xffff);
    words.PutZeros(2 + 2);
    words.PutLittle16(payload.bytes & 0xffff);
    words.PutLittle16(READ_DATA_OFFSET);
    words.PutLittle16(payload.bytes >> 16);
    words.PutZeros(8);
    FileServiceWriter pad;
    pad.Put8(0);
    Smb1Block::Put(to, words, pad, payload.bytes);
}

FileServicePayload
GetReadData(FileServiceReader& from, bool keep)
{
    Smb1Block::ExpectWords(from, 12);
    from.Skip(4 + 2 + 2 + 2);
    const auto bytes = from.GetLittle16();
    const auto offset = from.GetLittle16();
    const auto high = from.GetLittle16();
    from.Seek(offset);
    return from.GetPayload(Join(bytes, high, 16), keep);
}

/// 2.2.4.43.1 and MS-SMB, 2.2.4.3.1: 14 words and a byte that aligns the contents.
void
PutWrite(FileServiceWriter& to, const SmbRequest& request)
{
    const auto bytes = request.payload.bytes;
    FileServiceWriter words;
    Smb1Block::PutAndX(words);
    words.PutLittle16(request.fileId.number);
    words.PutLittle32(request.offset & 0xffffffff);
    words.PutLittle32(0);
    words.PutLittle16(request.writeThrough ? 1 : 0);
    words.PutLittle16(0);
    words.PutLittle16(bytes >> 16);
    words.PutLittle16(bytes & 0xffff);
    words.PutLittle16(WRITE_DATA_OFFSET);
    words.PutLittle32(request.offset >> 32);
    FileServiceWriter pad;
    pad.Put8(0);
    Smb1Block::Put(to, words, pad, bytes);
}

void
GetWrite(FileServiceReader& from, SmbRequest& request, bool keep)
{
    Smb1Block::ExpectWords(from, 14);
    Smb1Block::ExpectNoAndX(from);
    request.fileId = from.GetLittle16();
    const auto low = from.GetLittle32();
    from.Skip(4);
    request.writeThrough = (from.GetLittle16() & 1) != 0;
    from.Skip(2);
    const auto high = from.GetLittle16();
    const auto bytes = Join(from.GetLittle16(), high, 16);
    const auto offset = from.GetLittle16();
    request.offset = Join(low, from.GetLittle32(), 32);
    from.Seek(offset);
    request.payload = from.GetPayload(bytes, keep);
}

/// 2.2.4.43.2 and MS-SMB, 2.2.4.3.2: 6 words.
void
PutWritten(FileServiceWriter& words, uint32_t bytes)
{
    Smb1Block::PutAndX(words);
    words.PutLittle16(bytes & 0xffff);
    words.PutLittle16(0xffff);
    words.PutLittle16(bytes >> 16);
    words.PutLittle16(0);
}

uint32_t
GetWritten(FileServiceReader& from)
{
    Smb1Block::ExpectWords(from, 6);
    from.Skip(4);
    const auto bytes = from.GetLittle16();
    from.Skip(2);
    const auto high = from.GetLittle16();
    from.Skip(2 + 2);
    return Join(bytes, high, 16);
}

} // namespace

void
Smb1Header::Serialize(FileServiceWriter& to) const
{
    to.PutLittle32(SMB1_PROTOCOL_ID);
    to.Put8(command);
    to.PutLittle32(static_cast<uint32_t>(status));
    to.Put8(SMB1_FLAGS | (isResponse ? SMB1_REPLY : 0));
    to.PutLittle16(LONG_NAMES | UNICODE_AND_NTSTATUS);
    to.PutLittle16(processId >> 16);
    to.PutZeros(8 + 2);
    to.PutLittle16(treeId);
    to.PutLittle16(processId & 0xffff);
    to.PutLittle16(sessionId);
    to.PutLittle16(messageId);
}

void
Smb1Header::Deserialize(FileServiceReader& from)
{
    if (from.GetLittle32() != SMB1_PROTOCOL_ID)
    {
        from.Fail();
    }
    command = from.Get8();
    status = static_cast<SmbStatus>(from.GetLittle32());
    isResponse = (from.Get8() & SMB1_REPLY) != 0;
    if ((from.GetLittle16() & UNICODE_AND_NTSTATUS) != UNICODE_AND_NTSTATUS)
    {
        from.Fail();
    }
    const uint32_t processHigh = from.GetLittle16();
    from.Skip(8 + 2);
    treeId = from.GetLittle16();
    processId = Join(from.GetLittle16(), processHigh, 16);
    sessionId = from.GetLittle16();
    messageId = from.GetLittle16();
    credits = isResponse ? 1 : 0;
}

const SmbTraits&
Smb1Codec::GetTraits() const
{
    // MID 0xffff is that of a broken oplock, FID 0xffff is none (MS-CIFS, 2.2.3.1 and 2.2.4.42).
    static constexpr SmbTraits TRAITS{.largestMessageId = 0xfffe,
                                      .largestFileId = 0xfffe,
                                      .transferBytes = 61440,
                                      .creditBytes = UINT32_MAX,
                                      .badFile = SmbStatus::INVALID_HANDLE,
                                      .endOfFile = SmbStatus::OK};
    return TRAITS;
}

std::string
Smb1Codec::GetName(SmbCommand command) const
{
    const auto* found = Find(command);
    return found ? found->name : "UNKNOWN";
}

uint16_t
Smb1Codec::GetNumber(SmbCommand command) const
{
    return Find(command)->number;
}

SmbCommand
Smb1Codec::Identify(const SmbHeader& header, FileServiceReader from) const
{
    const bool isTransaction = header.command == Smb1Transaction::NUMBER;
    const auto subcommand = isTransaction ? Smb1Transaction::GetSubcommand(from) : 0;
    const auto* found = std::ranges::find_if(SMB1_COMMANDS, [&](const auto& one) {
        return one.number == header.command && one.subcommand == subcommand;
    });
    return found == std::end(SMB1_COMMANDS) ? SmbCommand::UNKNOWN : found->command;
}

void
Smb1Codec::SerializeHeader(const SmbHeader& header, FileServiceWriter& to) const
{
    Smb1Header{header}.Serialize(to);
}

SmbHeader
Smb1Codec::DeserializeHeader(FileServiceReader& from) const
{
    Smb1Header header;
    header.Deserialize(from);
    return header;
}

void
Smb1Codec::SerializeRequest(SmbCommand command,
                            const SmbRequest& request,
                            FileServiceWriter& to) const
{
    FileServiceWriter words;
    FileServiceWriter bytes;
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        PutNegotiate(bytes);
        break;
    case SmbCommand::SESSION_SETUP:
        PutSessionSetup(words, bytes, request.limits);
        break;
    case SmbCommand::TREE_CONNECT:
        PutTreeConnect(words, bytes, request.path);
        break;
    case SmbCommand::CREATE:
        PutCreate(words, bytes, request);
        break;
    case SmbCommand::CLOSE:
        words.PutLittle16(request.fileId.number);
        words.PutLittle32(0);
        break;
    case SmbCommand::FLUSH:
        words.PutLittle16(request.fileId.number);
        break;
    case SmbCommand::READ:
        PutRead(words, request);
        break;
    case SmbCommand::WRITE:
        PutWrite(to, request);
        return;
    case SmbCommand::DELETE:
        words.PutLittle16(ALL_FILES);
        Smb1Block::PutName(bytes, request.path);
        break;
    case SmbCommand::RENAME:
        words.PutLittle16(ALL_FILES);
        Smb1Block::PutName(bytes, request.path);
        Smb1Block::PutName(bytes, request.newPath);
        break;
    case SmbCommand::CREATE_DIRECTORY:
    case SmbCommand::DELETE_DIRECTORY:
        Smb1Block::PutName(bytes, request.path);
        break;
    default:
        Smb1Transaction::SerializeRequest(GetSubcommand(command), request, to);
        return;
    }
    Smb1Block::Put(to, words, bytes);
}

SmbRequest
Smb1Codec::DeserializeRequest(SmbCommand command, FileServiceReader& from, bool keep) const
{
    SmbRequest request;
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        request.limits.dialect = GetNegotiate(from);
        break;
    case SmbCommand::SESSION_SETUP:
        GetSessionSetup(from, request.limits);
        break;
    case SmbCommand::TREE_CONNECT:
        GetTreeConnect(from, request);
        break;
    case SmbCommand::CREATE:
        GetSmb1Create(from, request);
        break;
    case SmbCommand::CLOSE:
        Smb1Block::ExpectWords(from, 3);
        request.fileId = from.GetLittle16();
        from.Skip(4 + 2);
        break;
    case SmbCommand::FLUSH:
        Smb1Block::ExpectWords(from, 1);
        request.fileId = from.GetLittle16();
        from.Skip(2);
        break;
    case SmbCommand::READ:
        GetRead(from, request);
        break;
    case SmbCommand::WRITE:
        GetWrite(from, request, keep);
        break;
    case SmbCommand::DELETE:
    case SmbCommand::RENAME:
        Smb1Block::ExpectWords(from, 1);
        from.Skip(2 + 2);
        request.path = Smb1Block::GetName(from);
        request.newPath = command == SmbCommand::RENAME ? Smb1Block::GetName(from) : "";
        break;
    case SmbCommand::CREATE_DIRECTORY:
    case SmbCommand::DELETE_DIRECTORY:
        Smb1Block::ExpectWords(from, 0);
        from.Skip(2);
        request.path = Smb1Block::GetName(from);
        break;
    default:
        request = Smb1Transaction::DeserializeRequest(GetSubcommand(command), from);
    }
    return request;
}

void
Smb1Codec::SerializeResponse(SmbCommand command,
                             const SmbResponse& response,
                             FileServiceWriter& to) const
{
    FileServiceWriter words;
    FileServiceWriter bytes;
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        PutNegotiated(to, response.limits);
        return;
    case SmbCommand::SESSION_SETUP:
        Smb1Block::PutAndX(words);
        words.PutLittle16(1);
        for (int i = 0; i < 3; ++i)
        {
            Smb1Block::PutText(bytes, "");
        }
        break;
    case SmbCommand::TREE_CONNECT:
        Smb1Block::PutAndX(words);
        words.PutLittle16(1);
        bytes.PutBytes({"A:\0", 3});
        Smb1Block::PutText(bytes, "");
        break;
    case SmbCommand::CREATE:
        PutCreated(words, response);
        break;
    case SmbCommand::READ:
        PutReadData(to, response.payload);
        return;
    case SmbCommand::WRITE:
        PutWritten(words, response.bytes);
        break;
    default:
        if (IsTransaction(command))
        {
            Smb1Transaction::SerializeResponse(GetSubcommand(command), response, to);
            return;
        }
    }
    Smb1Block::Put(to, words, bytes);
}

void
Smb1Codec::SerializeError(FileServiceWriter& to) const
{
    Smb1Block::Put(to, FileServiceWriter(), FileServiceWriter());
}

SmbResponse
Smb1Codec::DeserializeResponse(SmbCommand command, FileServiceReader& from, bool keep) const
{
    SmbResponse response;
    switch (command)
    {
    case SmbCommand::NEGOTIATE:
        response.limits = GetNegotiated(from);
        break;
    case SmbCommand::CREATE:
        GetCreated(from, response);
        break;
    case SmbCommand::READ:
        response.payload = GetReadData(from, keep);
        break;
    case SmbCommand::WRITE:
        response.bytes = GetWritten(from);
        break;
    default:
        if (IsTransaction(command))
        {
            response = Smb1Transaction::DeserializeResponse(GetSubcommand(command), from);
        }
        else
        {
            Smb1Block::Skip(from);
        }
    }
    return response;
}

} // namespace ns3
