/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-file-system.h"

#include "ns3/simulator.h"

#include <utility>
#include <vector>

namespace ns3
{

bool
ExtentFileSystem::Modifies(const FileRequest& request)
{
    switch (request.operation)
    {
    case FileOperation::STAT:
    case FileOperation::LIST:
        return false;
    case FileOperation::OPEN:
        return request.flags.create || request.flags.truncate;
    default:
        return true;
    }
}

void
ExtentFileSystem::StartNamed(Ptr<FileRequest> request, bool reclaimed)
{
    if (!Modifies(*request))
    {
        ReadPaths(request, reclaimed);
        return;
    }
    m_metadata->CallWhenRoom([this, request, reclaimed](bool room) {
        room ? ReadPaths(request, reclaimed) : Complete(request, FileStatus::INPUT_OUTPUT);
    });
}

void
ExtentFileSystem::ReadPaths(Ptr<FileRequest> request, bool reclaimed)
{
    auto path = m_names->Resolve(request->path);
    if (request->operation == FileOperation::RENAME)
    {
        const auto more = m_names->Resolve(request->newPath).pages;
        path.pages.insert(path.pages.end(), more.begin(), more.end());
    }
    if (request->operation == FileOperation::LIST && path.inode && path.inode->IsDirectory())
    {
        for (uint32_t block = 0; block < path.inode->names->GetBlockCount(); ++block)
        {
            path.pages.push_back(path.inode->map->Find(block, 1).devicePage);
        }
    }
    m_metadata->Read(std::move(path.pages), [this, request, reclaimed](bool ok) {
        ok ? AwaitRemoval(request, reclaimed) : Complete(request, FileStatus::INPUT_OUTPUT);
    });
}

void
ExtentFileSystem::AwaitRemoval(Ptr<FileRequest> request, bool reclaimed)
{
    const auto* inode = FindRemoved(*request);
    if (!inode || !inode->mapping)
    {
        ReadRemoved(request, reclaimed);
        return;
    }
    const auto ended = [this, request, reclaimed](BlockStatus, Ptr<Packet>) {
        ReadRemoved(request, reclaimed);
    };
    m_cache->WaitForWriting(inode->mapping, PageCache::Completion(ended));
}

const ExtentInode*
ExtentFileSystem::FindRemoved(const FileRequest& request) const
{
    const ExtentInode* inode = nullptr;
    switch (request.operation)
    {
    case FileOperation::UNLINK:
    case FileOperation::REMOVE_DIRECTORY:
        inode = m_names->Resolve(request.path).inode;
        break;
    case FileOperation::RENAME:
        inode = m_names->Resolve(request.newPath).inode;
        break;
    default:
        break;
    }
    return inode && inode->users == 0 ? inode : nullptr;
}

void
ExtentFileSystem::ReadRemoved(Ptr<FileRequest> request, bool reclaimed)
{
    std::vector<uint64_t> blocks;
    if (const auto* inode = FindRemoved(*request))
    {
        inode->map->GetPathToFree(0, blocks);
    }
    m_metadata->Read(std::move(blocks), [this, request, reclaimed](bool ok) {
        ok ? RunNamed(request, reclaimed) : Complete(request, FileStatus::INPUT_OUTPUT);
    });
}

void
ExtentFileSystem::RunNamed(Ptr<FileRequest> request, bool reclaimed)
{
    ExtentChanges changes;
    ExtentInode* inode = nullptr;
    const auto status = Apply(*request, inode, changes);
    if (changes.pages.empty() && status != FileStatus::NO_SPACE)
    {
        EndNamed(request, status);
        return;
    }
    m_metadata->Change(changes, inode, [this, request, reclaimed, status](bool ok) {
        if (!ok)
        {
            Complete(request, FileStatus::INPUT_OUTPUT);
            return;
        }
        if (status != FileStatus::NO_SPACE || reclaimed || !m_metadata->HasFreed())
        {
            EndNamed(request, status);
            return;
        }
        m_metadata->WriteInPlace([this, request](bool written) {
            written ? StartNamed(request, true) : Complete(request, FileStatus::INPUT_OUTPUT);
        });
    });
}

void
ExtentFileSystem::EndNamed(Ptr<FileRequest> request, FileStatus status)
{
    const auto it = m_open.find(request->handle);
    if (request->operation != FileOperation::OPEN || it == m_open.end() ||
        !request->flags.truncate || it->second.inode->size == 0)
    {
        Complete(request, status);
        return;
    }
    request->attributes.bytes = 0;
    m_io->Truncate(*it->second.inode, 0, [this, request](FileStatus truncated) {
        Complete(request, truncated);
    });
}

FileStatus
ExtentFileSystem::Apply(FileRequest& request, ExtentInode*& inode, ExtentChanges& changes)
{
    const auto now = Simulator::Now();
    auto path = m_names->Resolve(request.path);
    if (path.status != FileStatus::OK)
    {
        return path.status;
    }
    if (path.directory && Modifies(request))
    {
        path.directory->transaction = m_metadata->GetTransaction();
    }
    auto status = FileStatus::OK;
    switch (request.operation)
    {
    case FileOperation::OPEN:
        status = Open(request, path, changes);
        break;
    case FileOperation::MAKE_DIRECTORY:
        status = m_names->Create(path, true, now, changes);
        break;
    case FileOperation::RENAME:
        status = Rename(request, path, changes);
        break;
    case FileOperation::UNLINK:
        status = m_names->Unlink(path, now, changes);
        RemoveIfUnused(path.inode, changes);
        return status;
    case FileOperation::REMOVE_DIRECTORY:
        status = m_names->RemoveDirectory(path, now, changes);
        RemoveIfUnused(path.inode, changes);
        return status;
    default:
        return Look(request, path);
    }
    inode = changes.pages.empty() ? nullptr : path.inode;
    return status;
}

FileStatus
ExtentFileSystem::Rename(const FileRequest& request, const ExtentPath& path, ExtentChanges& changes)
{
    const auto to = m_names->Resolve(request.newPath);
    if (to.status != FileStatus::OK)
    {
        return to.status;
    }
    const auto status = m_names->Rename(path, to, Simulator::Now(), changes);
    if (to.directory)
    {
        to.directory->transaction = m_metadata->GetTransaction();
    }
    if (status == FileStatus::OK && to.inode && path.inode && !path.inode->IsDirectory())
    {
        m_io->WriteReplacement(*path.inode);
    }
    RemoveIfUnused(to.inode, changes);
    return status;
}

FileStatus
ExtentFileSystem::Look(FileRequest& request, const ExtentPath& path)
{
    if (!path.inode)
    {
        return FileStatus::NOT_FOUND;
    }
    request.attributes = GetAttributes(*path.inode);
    if (request.operation == FileOperation::LIST && !path.inode->IsDirectory())
    {
        return FileStatus::NOT_A_DIRECTORY;
    }
    if (request.operation == FileOperation::LIST)
    {
        request.names = ExtentNamespace::List(*path.inode);
        request.inodes = ExtentNamespace::FindInodes(*path.inode, request.names);
        m_io->NoteAccess(*path.inode);
    }
    return FileStatus::OK;
}

void
ExtentFileSystem::RemoveIfUnused(ExtentInode* inode, ExtentChanges& changes)
{
    if (inode && inode->links == 0 && inode->users == 0)
    {
        m_io->Remove(*inode, changes);
    }
}

FileStatus
ExtentFileSystem::Open(FileRequest& request, ExtentPath& path, ExtentChanges& changes)
{
    const auto& flags = request.flags;
    if (!path.inode && !flags.create)
    {
        return FileStatus::NOT_FOUND;
    }
    if (path.inode && flags.create && flags.exclusive)
    {
        return FileStatus::EXISTS;
    }
    if (path.inode && path.inode->IsDirectory() && (flags.create || flags.truncate))
    {
        return FileStatus::IS_A_DIRECTORY;
    }
    if (!path.inode)
    {
        const auto status = m_names->Create(path, false, Simulator::Now(), changes);
        if (status != FileStatus::OK)
        {
            return status;
        }
    }
    ++path.inode->users;
    request.handle = ++m_lastHandle;
    m_open[request.handle] = {path.inode, flags, m_cache->CreateReadAhead()};
    request.attributes = GetAttributes(*path.inode);
    return FileStatus::OK;
}

} // namespace ns3
