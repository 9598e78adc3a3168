/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb1-names.h"

#include <utility>

namespace ns3
{

namespace
{

/// Most bytes of names in a response: four pages, as Windows clients ask for.
constexpr uint32_t SMB1_DIRECTORY_READ_BYTES = 16384;

} // namespace

Smb1Names::Smb1Names(const SmbCall& call)
    : SmbNames(call)
{
}

void
Smb1Names::Stat(Ptr<FileRequest> request, Done done)
{
    Query(request->path, done, [request, done](const FileAttributes& attributes) {
        request->attributes = attributes;
        done(FileStatus::OK);
    });
}

void
Smb1Names::List(Ptr<FileRequest> request, Done done)
{
    SmbRequest find;
    find.path = GetShareName(request->path);
    find.bytes = SMB1_DIRECTORY_READ_BYTES;
    m_call(SmbCommand::FIND_FIRST, find, TakeNames(request, 0, done));
}

SmbAnswered
Smb1Names::TakeNames(Ptr<FileRequest> request, SmbFileId search, Done done)
{
    return [this, request, search, done](SmbStatus status, const SmbResponse& response) {
        AddNames(*request, response.names);
        if (status != SmbStatus::OK || response.isLast)
        {
            done(ToFileStatus(status));
            return;
        }
        SmbRequest find;
        find.fileId = search == SmbFileId() ? response.fileId : search;
        find.bytes = SMB1_DIRECTORY_READ_BYTES;
        m_call(SmbCommand::QUERY_DIRECTORY, find, TakeNames(request, find.fileId, done));
    };
}

void
Smb1Names::Remove(Ptr<FileRequest> request, Done done)
{
    RemoveName(request->path, request->operation == FileOperation::REMOVE_DIRECTORY, done);
}

void
Smb1Names::RemoveName(const std::string& path, bool isDirectory, Done done)
{
    SmbRequest remove;
    remove.path = GetShareName(path);
    m_call(isDirectory ? SmbCommand::DELETE_DIRECTORY : SmbCommand::DELETE,
           remove,
           ReportStatus(done));
}

void
Smb1Names::Rename(Ptr<FileRequest> request, Done done)
{
    const auto path = GetShareName(request->path);
    const auto newPath = GetShareName(request->newPath);
    if (newPath.starts_with(path + "/"))
    {
        done(FileStatus::INVALID_ARGUMENT);
        return;
    }
    if (newPath == path)
    {
        Query(request->path, done, [done](const auto& /* attributes */) { done(FileStatus::OK); });
        return;
    }
    SendRename(request, [this, request, done](SmbStatus status, const auto& /* response */) {
        if (status == SmbStatus::OBJECT_NAME_COLLISION)
        {
            Replace(request, done);
        }
        else
        {
            done(ToFileStatus(status));
        }
    });
}

void
Smb1Names::SendRename(Ptr<FileRequest> request, SmbAnswered answered)
{
    SmbRequest rename;
    rename.path = GetShareName(request->path);
    rename.newPath = GetShareName(request->newPath);
    m_call(SmbCommand::RENAME, rename, std::move(answered));
}

void
Smb1Names::Replace(Ptr<FileRequest> request, Done done)
{
    Query(request->path, done, [this, request, done](const FileAttributes& from) {
        const bool isDirectory = from.directory;
        Query(request->newPath, done, [this, request, done, isDirectory](const auto& to) {
            if (to.directory != isDirectory)
            {
                done(isDirectory ? FileStatus::NOT_A_DIRECTORY : FileStatus::IS_A_DIRECTORY);
                return;
            }
            RemoveName(request->newPath, isDirectory, [this, request, done](FileStatus status) {
                if (status != FileStatus::OK)
                {
                    done(status);
                    return;
                }
                SendRename(request, ReportStatus(done));
            });
        });
    });
}

void
Smb1Names::MakeDirectory(Ptr<FileRequest> request, Done done)
{
    SmbRequest make;
    make.path = GetShareName(request->path);
    m_call(SmbCommand::CREATE_DIRECTORY, make, ReportStatus(done));
}

void
Smb1Names::Query(const std::string& path, Done done, Found found)
{
    SmbRequest query;
    query.path = GetShareName(path);
    m_call(SmbCommand::QUERY_PATH,
           query,
           [done, found](SmbStatus status, const SmbResponse& response) {
               if (status == SmbStatus::OK)
               {
                   found(response.attributes);
               }
               else
               {
                   done(ToFileStatus(status));
               }
           });
}

} // namespace ns3
