/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-fields.h"
#include "smb-server.h"

#include "ns3/file-service-client.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint32_t READ_ACCESS = 0x21;      //!< FILE_READ_DATA, FILE_EXECUTE
constexpr uint32_t WRITE_ACCESS = 0x06;     //!< FILE_WRITE_DATA, FILE_APPEND_DATA
constexpr uint32_t ALL_ACCESS = 0x001f01ff; //!< all that a file knows
constexpr uint32_t OPENED = 1;              //!< CreateAction: FILE_OPENED
constexpr uint32_t CREATED = 2;             //!< CreateAction: FILE_CREATED
constexpr uint32_t OVERWRITTEN = 3;         //!< CreateAction: FILE_OVERWRITTEN
constexpr uint64_t NO_TIME = UINT64_MAX;    //!< FILETIME that changes nothing

/**
 * @param access what a client asks for (MS-SMB2, 2.2.13.1)
 * @return the same without what stands for more than one
 */
uint32_t
Expand(uint32_t access)
{
    constexpr std::pair<uint32_t, uint32_t> GENERIC[] = {{0x02000000, ALL_ACCESS},
                                                         {0x10000000, ALL_ACCESS},
                                                         {0x20000000, 0x001200a0},
                                                         {0x40000000, 0x00120116},
                                                         {0x80000000, 0x00120089}};
    for (const auto& [bit, all] : GENERIC)
    {
        access |= (access & bit) != 0 ? all : 0;
    }
    return access & ALL_ACCESS;
}

/**
 * @param path a path of a client
 * @return the same from the root, without a slash too many
 */
std::string
GetPath(const std::string& path)
{
    std::string clean;
    for (const auto& part : SplitFilePath(path))
    {
        clean += "/" + part;
    }
    return clean.empty() ? "/" : clean;
}

/**
 * @param path a path
 * @return OK if files may have it (MS-FSCC, 2.1.5)
 */
SmbStatus
CheckName(const std::string& path)
{
    const bool isOdd = std::ranges::any_of(path, [](unsigned char c) {
        return c < 0x20 || std::string_view("\"*:<>?|").find(c) != std::string_view::npos;
    });
    const auto status = CheckFilePath(path);
    return isOdd || status == FileStatus::INVALID_ARGUMENT ? SmbStatus::OBJECT_NAME_INVALID
                                                           : ToSmbStatus(status);
}

/**
 * @param request a CREATE
 * @return OK if it makes sense
 */
SmbStatus
CheckCreate(const SmbRequest& request)
{
    const bool isKnown = request.disposition <= SmbDisposition::OVERWRITE_IF;
    if ((request.options & SmbFields::OPEN_BY_FILE_ID) != 0)
    {
        return SmbStatus::NOT_SUPPORTED;
    }
    if (!isKnown || (request.isDirectory && request.isFile))
    {
        return SmbStatus::INVALID_PARAMETER;
    }
    const bool isDeleted = (request.options & SmbFields::DELETE_ON_CLOSE) != 0;
    if (isDeleted && (request.access & SmbFields::DELETE) == 0)
    {
        return SmbStatus::ACCESS_DENIED;
    }
    return isDeleted && request.path == "/" ? SmbStatus::CANNOT_DELETE : CheckName(request.path);
}

} // namespace

void
SmbServer::CreateForeign(Ptr<Work> work)
{
    auto& request = work->request;
    request.path = GetPath(request.path);
    request.access = Expand(request.access);
    if (const auto status = CheckCreate(request); status != SmbStatus::OK)
    {
        Finish(work, status);
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, request.path), [this, work](auto stat) {
        if (stat->status == FileStatus::OK)
        {
            CreateExisting(work, stat->attributes);
        }
        else if (stat->status == FileStatus::NOT_FOUND)
        {
            CreateMissing(work);
        }
        else
        {
            Finish(work, ToSmbStatus(stat->status));
        }
    });
}

void
SmbServer::CreateExisting(Ptr<Work> work, const FileAttributes& attributes)
{
    const auto& request = work->request;
    const auto disposition = request.disposition;
    const bool isEmptied =
        disposition != SmbDisposition::OPEN && disposition != SmbDisposition::OPEN_IF;
    if (disposition == SmbDisposition::CREATE)
    {
        Finish(work, SmbStatus::OBJECT_NAME_COLLISION);
    }
    else if (attributes.directory && (request.isFile || isEmptied))
    {
        Finish(work, SmbStatus::FILE_IS_A_DIRECTORY);
    }
    else if (attributes.directory)
    {
        OpenDirectory(work, attributes);
    }
    else if (request.isDirectory)
    {
        Finish(work, SmbStatus::NOT_A_DIRECTORY);
    }
    else if (isEmptied || (request.access & (READ_ACCESS | WRITE_ACCESS)) != 0)
    {
        work->response.action = isEmptied ? OVERWRITTEN : OPENED;
        OpenContents(work, false, isEmptied);
    }
    else
    {
        Opened(work, attributes, 0);
    }
}

void
SmbServer::CreateMissing(Ptr<Work> work)
{
    const auto disposition = work->request.disposition;
    if (disposition == SmbDisposition::OPEN || disposition == SmbDisposition::OVERWRITE)
    {
        Finish(work, SmbStatus::OBJECT_NAME_NOT_FOUND);
        return;
    }
    work->response.action = CREATED;
    const auto& path = work->request.path;
    if (!work->request.isDirectory)
    {
        OpenContents(work, true, false);
        return;
    }
    Try(work, MakeRequest(FileOperation::MAKE_DIRECTORY, path), [this, work, path](auto) {
        Try(work, MakeRequest(FileOperation::STAT, path), [this, work](auto stat) {
            Opened(work, stat->attributes, 0);
        });
    });
}

void
SmbServer::OpenContents(Ptr<Work> work, bool create, bool truncate)
{
    auto open = MakeRequest(FileOperation::OPEN, work->request.path);
    open->flags.create = create;
    open->flags.truncate = truncate;
    Try(work, open, [this, work, truncate](auto open) {
        if (truncate)
        {
            m_lastWrites.erase(open->attributes.inode);
        }
        Opened(work, open->attributes, open->handle);
    });
}

void
SmbServer::OpenDirectory(Ptr<Work> work, const FileAttributes& attributes)
{
    if ((work->request.options & SmbFields::DELETE_ON_CLOSE) == 0)
    {
        Opened(work, attributes, 0);
        return;
    }
    const auto list = MakeRequest(FileOperation::LIST, work->request.path);
    Try(work, list, [this, work, attributes](auto list) {
        if (!list->names.empty())
        {
            Finish(work, SmbStatus::DIRECTORY_NOT_EMPTY);
            return;
        }
        Opened(work, attributes, 0);
    });
}

SmbStatus
SmbServer::CheckAccess(const Work& work, const OpenFile& open) const
{
    const auto& request = work.request;
    const auto need = [&open](uint32_t access) {
        return (open.access & access) != 0 ? SmbStatus::OK : SmbStatus::ACCESS_DENIED;
    };
    const bool moves = work.command == SmbCommand::READ || work.command == SmbCommand::WRITE;
    if (moves && open.isDirectory)
    {
        return SmbStatus::INVALID_DEVICE_REQUEST;
    }
    switch (work.command)
    {
    case SmbCommand::READ:
        return request.bytes > m_maxReadSize ? SmbStatus::INVALID_PARAMETER : need(READ_ACCESS);
    case SmbCommand::WRITE:
        return request.payload.bytes > m_maxWriteSize ? SmbStatus::INVALID_PARAMETER
                                                      : need(WRITE_ACCESS);
    case SmbCommand::SET_INFO:
        return request.kind != Smb2Information::FILE ? SmbStatus::NOT_SUPPORTED
               : request.information == SmbInformation::RENAME ||
                       request.information == SmbInformation::DISPOSITION
                   ? need(SmbFields::DELETE)
               : request.information == SmbInformation::END_OF_FILE ||
                       request.information == SmbInformation::ALLOCATION
                   ? (open.isDirectory ? SmbStatus::INVALID_PARAMETER : need(WRITE_ACCESS))
                   : SmbStatus::OK;
    default:
        return SmbStatus::OK;
    }
}

void
SmbServer::Flush(Ptr<Work> work, const OpenFile& open)
{
    const auto operation =
        m_isForeign && open.isDirectory ? FileOperation::SYNC_DIRECTORY : FileOperation::SYNC;
    if (m_isForeign && !open.isDirectory && open.handle == 0)
    {
        Finish(work, SmbStatus::ACCESS_DENIED);
        return;
    }
    Try(work, MakeRequest(operation, open.path, open.handle), [this, work](auto /* request */) {
        Finish(work);
    });
}

void
SmbServer::QueryInformation(Ptr<Work> work, const OpenFile& open)
{
    Smb2Information::File file;
    file.name = open.path;
    file.access = open.access;
    file.isDeleted = open.deleteOnClose;
    Try(work, MakeRequest(FileOperation::STAT, open.path), [this, work, file](auto request) {
        work->response.attributes = request->attributes;
        if (!m_isForeign)
        {
            Finish(work);
            return;
        }
        auto known = file;
        known.attributes = GetForeignAttributes(request->attributes);
        auto answer = Smb2Information::Make(work->request, known, GetSpace());
        work->response.buffer = std::move(answer.bytes);
        Finish(work, answer.status);
    });
}

void
SmbServer::SetForeignInformation(Ptr<Work> work, OpenFile& open)
{
    auto request = MakeRequest(FileOperation::TRUNCATE, open.path, open.handle);
    request->offset = work->request.offset;
    const auto truncate = [this, work, request, inode = open.inode]() {
        m_lastWrites.erase(inode);
        Try(work, request, [this, work](auto /* request */) { Finish(work); });
    };
    switch (work->request.information)
    {
    case SmbInformation::BASIC:
        if (work->request.lastWrite != 0 && work->request.lastWrite < NO_TIME - 1)
        {
            m_lastWrites[open.inode] = work->request.lastWrite;
        }
        Finish(work);
        break;
    case SmbInformation::END_OF_FILE:
        truncate();
        break;
    case SmbInformation::ALLOCATION:
        Try(work, MakeRequest(FileOperation::STAT, open.path), [=, this](auto stat) {
            stat->attributes.bytes > request->offset ? truncate() : Finish(work);
        });
        break;
    case SmbInformation::RENAME:
        RenameForeign(work, open);
        break;
    case SmbInformation::DISPOSITION:
        open.deleteOnClose = open.deleteOnClose && work->request.isSet;
        if (open.path == "/")
        {
            Finish(work, SmbStatus::CANNOT_DELETE);
        }
        else
        {
            work->request.isSet ? SetDisposition(work, open) : Finish(work);
        }
        break;
    default:
        Finish(work, SmbStatus::INVALID_INFO_CLASS);
    }
}

void
SmbServer::RenameForeign(Ptr<Work> work, const OpenFile& open)
{
    auto rename = MakeRequest(FileOperation::RENAME, open.path);
    rename->newPath = GetPath(work->request.newPath);
    const auto status = CheckName(rename->newPath);
    if (status != SmbStatus::OK || open.path == "/" || rename->newPath == "/")
    {
        Finish(work, status == SmbStatus::OK ? SmbStatus::ACCESS_DENIED : status);
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, rename->newPath), [this, work, rename](auto stat) {
        const bool exists = stat->status == FileStatus::OK && stat->path != rename->path;
        if (exists && (stat->attributes.directory || !work->request.isSet))
        {
            Finish(work, SmbStatus::OBJECT_NAME_COLLISION);
            return;
        }
        if (exists)
        {
            m_lastWrites.erase(stat->attributes.inode);
        }
        Try(work, rename, [this, work](auto request) {
            MoveOpen(request->path, request->newPath);
            Finish(work);
        });
    });
}

FileAttributes
SmbServer::GetForeignAttributes(const FileAttributes& attributes) const
{
    auto seen = attributes;
    seen.modified += m_timeOfDay;
    const auto set = m_lastWrites.find(attributes.inode);
    if (set != m_lastWrites.end())
    {
        const auto since = std::max(set->second, SmbFields::EPOCH) - SmbFields::EPOCH;
        seen.modified = NanoSeconds(std::min<uint64_t>(since, INT64_MAX / 100) * 100);
    }
    return seen;
}

} // namespace ns3
