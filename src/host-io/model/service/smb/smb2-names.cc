/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-names.h"

#include "smb-fields.h"

namespace ns3
{

namespace
{

/// Most bytes of names in a response.
constexpr uint32_t SMB2_DIRECTORY_READ_BYTES = 65536;

/**
 * @param path a path
 * @param access what is done with it
 * @param isDirectory whether only a directory will do
 * @return a CREATE that opens it
 */
SmbRequest
MakeCreate(const std::string& path, uint32_t access, bool isDirectory = false)
{
    SmbRequest request;
    request.path = SmbNames::GetShareName(path);
    request.access = access;
    request.isDirectory = isDirectory;
    return request;
}

} // namespace

Smb2Names::Smb2Names(const SmbCall& call)
    : SmbNames(call)
{
}

void
Smb2Names::Stat(Ptr<FileRequest> request, Done done)
{
    const auto create = MakeCreate(request->path, SmbFields::READ_ATTRIBUTES);
    OpenName(create, done, [this, request, done](SmbFileId fileId) {
        SmbRequest query;
        query.fileId = fileId;
        m_call(SmbCommand::QUERY_INFO,
               query,
               [this, request, fileId, done](SmbStatus status, const auto& response) {
                   request->attributes = response.attributes;
                   CloseName(fileId, ToFileStatus(status), done);
               });
    });
}

void
Smb2Names::List(Ptr<FileRequest> request, Done done)
{
    const auto create = MakeCreate(request->path, SmbFields::READ_DATA, true);
    OpenName(create, done, [this, request, done](SmbFileId fileId) {
        ListOpen(request, fileId, done);
    });
}

void
Smb2Names::ListOpen(Ptr<FileRequest> request, SmbFileId fileId, Done done)
{
    SmbRequest query;
    query.fileId = fileId;
    query.bytes = SMB2_DIRECTORY_READ_BYTES;
    m_call(SmbCommand::QUERY_DIRECTORY,
           query,
           [this, request, fileId, done](SmbStatus status, const SmbResponse& response) {
               AddNames(*request, response.names);
               if (status == SmbStatus::OK)
               {
                   ListOpen(request, fileId, done);
               }
               else
               {
                   CloseName(fileId, ToFileStatus(status), done);
               }
           });
}

void
Smb2Names::Remove(Ptr<FileRequest> request, Done done)
{
    const bool isDirectory = request->operation == FileOperation::REMOVE_DIRECTORY;
    auto create = MakeCreate(request->path, SmbFields::DELETE, isDirectory);
    create.isFile = !isDirectory;
    OpenName(create, done, [this, done](SmbFileId fileId) {
        SmbRequest set;
        set.fileId = fileId;
        set.information = SmbInformation::DISPOSITION;
        SetAndClose(set, done);
    });
}

void
Smb2Names::Rename(Ptr<FileRequest> request, Done done)
{
    const auto create = MakeCreate(request->path, SmbFields::DELETE);
    OpenName(create, done, [this, request, done](SmbFileId fileId) {
        SmbRequest set;
        set.fileId = fileId;
        set.information = SmbInformation::RENAME;
        set.newPath = GetShareName(request->newPath);
        SetAndClose(set, done);
    });
}

void
Smb2Names::MakeDirectory(Ptr<FileRequest> request, Done done)
{
    auto create = MakeCreate(request->path, SmbFields::READ_ATTRIBUTES, true);
    create.disposition = SmbDisposition::CREATE;
    OpenName(create, done, [this, done](SmbFileId fileId) {
        CloseName(fileId, FileStatus::OK, done);
    });
}

void
Smb2Names::OpenName(const SmbRequest& create, Done done, Opened opened)
{
    m_call(SmbCommand::CREATE,
           create,
           [done, opened](SmbStatus status, const SmbResponse& response) {
               if (status == SmbStatus::OK)
               {
                   opened(response.fileId);
               }
               else
               {
                   done(ToFileStatus(status));
               }
           });
}

void
Smb2Names::CloseName(SmbFileId fileId, FileStatus status, Done done)
{
    SmbRequest close;
    close.fileId = fileId;
    m_call(SmbCommand::CLOSE, close, ReportStatus([status, done](FileStatus closed) {
               done(status == FileStatus::OK ? closed : status);
           }));
}

void
Smb2Names::SetAndClose(const SmbRequest& set, Done done)
{
    m_call(SmbCommand::SET_INFO,
           set,
           ReportStatus([this, fileId = set.fileId, done](FileStatus status) {
               CloseName(fileId, status, done);
           }));
}

} // namespace ns3
