/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-name-operations.h"

#include <sstream>
#include <utility>

namespace ns3
{

NfsNameOperations::NfsNameOperations(const NfsCall& call,
                                     NfsPathFinder& paths,
                                     const NfsAttributeTimes& directoryTimes,
                                     uint32_t directoryReadSize,
                                     Completion complete)
    : m_call(call),
      m_paths(paths),
      m_directoryTimes(directoryTimes),
      m_directoryReadSize(directoryReadSize),
      m_complete(std::move(complete))
{
}

void
NfsNameOperations::Start(Ptr<FileRequest> request)
{
    switch (request->operation)
    {
    case FileOperation::STAT:
        Stat(request);
        break;
    case FileOperation::LIST:
        List(request);
        break;
    case FileOperation::SYNC_DIRECTORY:
        SyncDirectory(request);
        break;
    case FileOperation::UNLINK:
        Unlink(request);
        break;
    case FileOperation::RENAME:
        Rename(request);
        break;
    case FileOperation::MAKE_DIRECTORY:
        MakeDirectory(request);
        break;
    default:
        RemoveDirectory(request);
    }
}

void
NfsNameOperations::Find(Ptr<FileRequest> request, std::function<void(const NfsPlace&)> found)
{
    m_paths.Follow(request->path, [this, request, found](const NfsPlace& place) {
        if (place.status != FileStatus::OK)
        {
            m_complete(request, place.status);
        }
        else if (!place.node)
        {
            m_complete(request, FileStatus::NOT_FOUND);
        }
        else
        {
            found(place);
        }
    });
}

void
NfsNameOperations::SyncDirectory(Ptr<FileRequest> request)
{
    Find(request, [this, request](const NfsPlace& place) {
        m_complete(request,
                   place.node->IsDirectory() ? FileStatus::OK : FileStatus::NOT_A_DIRECTORY);
    });
}

void
NfsNameOperations::Stat(Ptr<FileRequest> request)
{
    Find(request, [this, request](const NfsPlace& place) {
        m_paths.Revalidate(place.node,
                           place.node->IsFresh(),
                           [this, request, place](FileStatus status) {
                               if (status == FileStatus::STALE && place.parent)
                               {
                                   place.parent->Unlink(place.name);
                                   Stat(request);
                                   return;
                               }
                               request->attributes = place.node->GetAttributes();
                               m_complete(request, status);
                           });
    });
}

void
NfsNameOperations::List(Ptr<FileRequest> request)
{
    request->names.clear();
    Find(request, [this, request](const NfsPlace& place) {
        if (!place.node->IsDirectory())
        {
            m_complete(request, FileStatus::NOT_A_DIRECTORY);
        }
        else
        {
            ReadDirectory(request, place.node, 0, 0);
        }
    });
}

void
NfsNameOperations::ReadDirectory(Ptr<FileRequest> request,
                                 Ptr<NfsNode> node,
                                 uint64_t cookie,
                                 uint64_t verifier)
{
    NfsArguments arguments;
    arguments.handle = node->GetHandle();
    arguments.cookie = cookie;
    arguments.verifier = verifier;
    arguments.count = m_directoryReadSize;
    m_call(NfsProcedure::READDIR, arguments, [this, request, node](const auto& results) {
        m_paths.Update(node, results.attributes);
        for (const auto& entry : results.entries)
        {
            if (entry.name != "." && entry.name != "..")
            {
                request->names.push_back(entry.name);
            }
        }
        if (results.status == NfsStatus::BAD_COOKIE)
        {
            request->names.clear();
            ReadDirectory(request, node, 0, 0);
        }
        else if (results.status != NfsStatus::OK || results.eof || results.entries.empty())
        {
            m_complete(request, ToFileStatus(results.status));
        }
        else
        {
            ReadDirectory(request, node, results.entries.back().cookie, results.verifier);
        }
    });
}

void
NfsNameOperations::Unlink(Ptr<FileRequest> request)
{
    Find(request, [this, request](const NfsPlace& place) {
        if (place.node->IsDirectory())
        {
            m_complete(request, FileStatus::IS_A_DIRECTORY);
        }
        else if (place.node->opens > 0)
        {
            Hide(request, place);
        }
        else
        {
            RemoveName(request, NfsProcedure::REMOVE, place.parent, place.name);
        }
    });
}

void
NfsNameOperations::Hide(Ptr<FileRequest> request, const NfsPlace& place)
{
    std::ostringstream name;
    // Handles of other servers have no number.
    const auto id = place.node->GetHandle().id;
    name << ".nfs" << std::hex << (id == 0 ? place.node->GetAttributes().inode : id);
    NfsArguments arguments;
    arguments.handle = place.parent->GetHandle();
    arguments.name = place.name;
    arguments.toHandle = arguments.handle;
    arguments.toName = name.str();
    m_call(NfsProcedure::RENAME,
           arguments,
           [this, request, place, hidden = name.str()](const auto& results) {
               place.parent->Update(results.change, m_directoryTimes);
               if (results.status == NfsStatus::OK)
               {
                   place.parent->Unlink(place.name);
                   place.node->hiddenIn = place.parent;
                   place.node->hiddenName = hidden;
               }
               m_complete(request, ToFileStatus(results.status));
           });
}

void
NfsNameOperations::RemoveName(Ptr<FileRequest> request,
                              NfsProcedure procedure,
                              Ptr<NfsNode> directory,
                              const std::string& name)
{
    NfsArguments arguments;
    arguments.handle = directory->GetHandle();
    arguments.name = name;
    m_call(procedure, arguments, [this, request, directory, name](const auto& results) {
        directory->Update(results.change, m_directoryTimes);
        if (results.status == NfsStatus::OK || results.status == NfsStatus::NOENT)
        {
            directory->Unlink(name);
        }
        const bool failedBefore = request->status != FileStatus::OK;
        m_complete(request, failedBefore ? request->status : ToFileStatus(results.status));
    });
}

void
NfsNameOperations::Rename(Ptr<FileRequest> request)
{
    m_paths.Follow(request->path, [this, request](const NfsPlace& from) {
        m_paths.Follow(request->newPath, [this, request, from](const NfsPlace& to) {
            const auto status = from.status != FileStatus::OK ? from.status : to.status;
            if (status != FileStatus::OK || !from.node || !from.parent || !to.parent)
            {
                const auto missing =
                    from.node ? FileStatus::INVALID_ARGUMENT : FileStatus::NOT_FOUND;
                m_complete(request, status != FileStatus::OK ? status : missing);
                return;
            }
            NfsArguments arguments;
            arguments.handle = from.parent->GetHandle();
            arguments.name = from.name;
            arguments.toHandle = to.parent->GetHandle();
            arguments.toName = to.name;
            m_call(NfsProcedure::RENAME, arguments, [this, request, from, to](const auto& results) {
                from.parent->Update(results.change, m_directoryTimes);
                to.parent->Update(results.toChange, m_directoryTimes);
                if (results.status == NfsStatus::OK)
                {
                    from.parent->Unlink(from.name);
                    to.parent->Link(to.name, from.node);
                }
                m_complete(request, ToFileStatus(results.status));
            });
        });
    });
}

void
NfsNameOperations::MakeDirectory(Ptr<FileRequest> request)
{
    m_paths.Follow(request->path, [this, request](const NfsPlace& place) {
        if (place.status != FileStatus::OK || place.node)
        {
            m_complete(request, place.status == FileStatus::OK ? FileStatus::EXISTS : place.status);
            return;
        }
        NfsArguments arguments;
        arguments.handle = place.parent->GetHandle();
        arguments.name = place.name;
        m_call(NfsProcedure::MKDIR, arguments, [this, request, place](const auto& results) {
            place.parent->Update(results.change, m_directoryTimes);
            if (results.status == NfsStatus::OK && results.handle && results.attributes)
            {
                m_paths.Update(place.parent->Note(place.name, *results.handle), results.attributes);
            }
            m_complete(request, ToFileStatus(results.status));
        });
    });
}

void
NfsNameOperations::RemoveDirectory(Ptr<FileRequest> request)
{
    Find(request, [this, request](const NfsPlace& place) {
        if (!place.node->IsDirectory())
        {
            m_complete(request, FileStatus::NOT_A_DIRECTORY);
        }
        else if (!place.parent)
        {
            m_complete(request, FileStatus::INVALID_ARGUMENT);
        }
        else
        {
            RemoveName(request, NfsProcedure::RMDIR, place.parent, place.name);
        }
    });
}

} // namespace ns3
