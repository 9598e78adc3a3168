/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-protocol.h"

namespace ns3
{

namespace
{

constexpr uint32_t PROTOCOL_ID = 0x424d53fe; //!< 0xfe and "SMB"
constexpr uint32_t SERVER_TO_REDIR = 1;      //!< flag of a response

} // namespace

std::string
GetSmb2CommandName(uint16_t command)
{
    switch (static_cast<Smb2Command>(command))
    {
    case Smb2Command::NEGOTIATE:
        return "NEGOTIATE";
    case Smb2Command::SESSION_SETUP:
        return "SESSION_SETUP";
    case Smb2Command::TREE_CONNECT:
        return "TREE_CONNECT";
    case Smb2Command::CREATE:
        return "CREATE";
    case Smb2Command::CLOSE:
        return "CLOSE";
    case Smb2Command::FLUSH:
        return "FLUSH";
    case Smb2Command::READ:
        return "READ";
    case Smb2Command::WRITE:
        return "WRITE";
    case Smb2Command::QUERY_DIRECTORY:
        return "QUERY_DIRECTORY";
    case Smb2Command::QUERY_INFO:
        return "QUERY_INFO";
    case Smb2Command::SET_INFO:
        return "SET_INFO";
    }
    return "";
}

Smb2Status
ToSmb2Status(FileStatus status)
{
    static constexpr Smb2Status STATUSES[] = {Smb2Status::OK,
                                              Smb2Status::OBJECT_NAME_NOT_FOUND,
                                              Smb2Status::OBJECT_NAME_COLLISION,
                                              Smb2Status::NOT_A_DIRECTORY,
                                              Smb2Status::FILE_IS_A_DIRECTORY,
                                              Smb2Status::DIRECTORY_NOT_EMPTY,
                                              Smb2Status::DISK_FULL,
                                              Smb2Status::NAME_TOO_LONG,
                                              Smb2Status::FILE_TOO_LARGE,
                                              Smb2Status::INVALID_PARAMETER,
                                              Smb2Status::FILE_CLOSED,
                                              Smb2Status::FILE_CLOSED,
                                              Smb2Status::IO_DEVICE_ERROR};
    return STATUSES[static_cast<std::size_t>(status)];
}

FileStatus
ToFileStatus(Smb2Status status)
{
    switch (status)
    {
    case Smb2Status::OK:
    case Smb2Status::END_OF_FILE:
    case Smb2Status::NO_MORE_FILES:
        return FileStatus::OK;
    case Smb2Status::INVALID_PARAMETER:
        return FileStatus::INVALID_ARGUMENT;
    case Smb2Status::OBJECT_NAME_NOT_FOUND:
        return FileStatus::NOT_FOUND;
    case Smb2Status::OBJECT_NAME_COLLISION:
        return FileStatus::EXISTS;
    case Smb2Status::DISK_FULL:
        return FileStatus::NO_SPACE;
    case Smb2Status::FILE_IS_A_DIRECTORY:
        return FileStatus::IS_A_DIRECTORY;
    case Smb2Status::DIRECTORY_NOT_EMPTY:
        return FileStatus::NOT_EMPTY;
    case Smb2Status::NOT_A_DIRECTORY:
        return FileStatus::NOT_A_DIRECTORY;
    case Smb2Status::NAME_TOO_LONG:
        return FileStatus::NAME_TOO_LONG;
    case Smb2Status::FILE_CLOSED:
        return FileStatus::STALE;
    case Smb2Status::FILE_TOO_LARGE:
        return FileStatus::FILE_TOO_LARGE;
    default:
        return FileStatus::INPUT_OUTPUT;
    }
}

void
Smb2Header::Serialize(FileServiceWriter& to) const
{
    to.PutLittle32(PROTOCOL_ID);
    to.PutLittle16(SIZE);
    to.PutLittle16(creditCharge);
    to.PutLittle32(static_cast<uint32_t>(status));
    to.PutLittle16(command);
    to.PutLittle16(credits);
    to.PutLittle32(isResponse ? SERVER_TO_REDIR : 0);
    to.PutLittle32(0);
    to.PutLittle64(messageId);
    to.PutLittle32(0);
    to.PutLittle32(treeId);
    to.PutLittle64(sessionId);
    to.PutZeros(16);
}

void
Smb2Header::Deserialize(FileServiceReader& from)
{
    if (from.GetLittle32() != PROTOCOL_ID || from.GetLittle16() != SIZE)
    {
        from.Fail();
    }
    creditCharge = from.GetLittle16();
    status = static_cast<Smb2Status>(from.GetLittle32());
    command = from.GetLittle16();
    credits = from.GetLittle16();
    isResponse = (from.GetLittle32() & SERVER_TO_REDIR) != 0;
    from.Skip(4);
    messageId = from.GetLittle64();
    from.Skip(4);
    treeId = from.GetLittle32();
    sessionId = from.GetLittle64();
    from.Skip(16);
}

uint32_t
GetSmb2EntrySize(const std::string& name)
{
    return (12 + 2 * name.size() + 7) / 8 * 8;
}

} // namespace ns3
