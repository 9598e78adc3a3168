/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-namespace.h"

#include <algorithm>

namespace ns3
{

ExtentNamespace::ExtentNamespace(ExtentVolume& volume)
    : m_volume(volume)
{
}

ExtentPath
ExtentNamespace::Resolve(const std::string& path)
{
    ExtentPath found;
    found.inode = &m_volume.GetRoot();
    found.pages.push_back(m_volume.GetLayout().GetInodePage(found.inode->number));
    if (path.empty() || path.front() != '/')
    {
        found.status = FileStatus::INVALID_ARGUMENT;
    }
    std::size_t start = 0;
    while (found.status == FileStatus::OK && start < path.size())
    {
        const auto end = std::min(path.find('/', start), path.size());
        if (end > start)
        {
            Step(found, path.substr(start, end - start));
        }
        start = end + 1;
    }
    return found;
}

void
ExtentNamespace::Step(ExtentPath& path, const std::string& name)
{
    if (!path.inode)
    {
        path.status = FileStatus::NOT_FOUND;
        return;
    }
    if (!path.inode->IsDirectory())
    {
        path.status = FileStatus::NOT_A_DIRECTORY;
        return;
    }
    if (name.size() > ExtentDirectory::MAX_NAME)
    {
        path.status = FileStatus::NAME_TOO_LONG;
        return;
    }
    auto& directory = *path.inode;
    path.directory = &directory;
    path.name = name;
    path.pages.push_back(directory.map->Find(0, 1).devicePage);
    if (name == "." || name == "..")
    {
        path.inode = name == "." ? &directory : m_volume.Find(directory.parent);
        return;
    }
    const auto entry = directory.names->Find(name);
    path.inode = entry ? m_volume.Find(entry->inode) : nullptr;
    if (entry)
    {
        path.pages.push_back(directory.map->Find(entry->block, 1).devicePage);
        path.pages.push_back(m_volume.GetLayout().GetInodePage(entry->inode));
    }
}

void
ExtentNamespace::NoteBlock(const ExtentInode& directory, uint32_t block, ExtentChanges& changes)
{
    changes.pages.push_back(directory.map->Find(block, 1).devicePage);
}

bool
ExtentNamespace::MakeRoom(ExtentInode& directory,
                          const std::string& name,
                          uint32_t& block,
                          ExtentChanges& changes)
{
    block = directory.names->FindRoom(name);
    return block < directory.names->GetBlockCount() ||
           m_volume.AddDirectoryBlock(directory, changes);
}

void
ExtentNamespace::Enter(ExtentInode& directory,
                       const std::string& name,
                       uint64_t inode,
                       uint32_t block,
                       Time now,
                       ExtentChanges& changes)
{
    directory.names->Add(name, inode, block);
    directory.NoteChange(now);
    NoteBlock(directory, block, changes);
    m_volume.Touch(directory, changes);
}

void
ExtentNamespace::TakeOut(ExtentInode& directory,
                         const std::string& name,
                         Time now,
                         ExtentChanges& changes)
{
    NoteBlock(directory, directory.names->Remove(name), changes);
    directory.NoteChange(now);
    m_volume.Touch(directory, changes);
}

FileStatus
ExtentNamespace::Create(ExtentPath& path, bool directory, Time now, ExtentChanges& changes)
{
    uint32_t block = 0;
    if (!path.directory || path.inode)
    {
        return FileStatus::EXISTS;
    }
    if (path.directory->links == 0)
    {
        return FileStatus::NOT_FOUND;
    }
    if (!MakeRoom(*path.directory, path.name, block, changes))
    {
        return FileStatus::NO_SPACE;
    }
    path.inode = m_volume.Create(*path.directory, directory, now, changes);
    if (!path.inode)
    {
        return FileStatus::NO_SPACE;
    }
    path.directory->links += directory ? 1 : 0;
    Enter(*path.directory, path.name, path.inode->number, block, now, changes);
    return FileStatus::OK;
}

void
ExtentNamespace::DropLink(ExtentInode& inode, ExtentChanges& changes)
{
    inode.links = 0;
    m_volume.Touch(inode, changes);
    changes.pages.push_back(0);
}

FileStatus
ExtentNamespace::Unlink(const ExtentPath& path, Time now, ExtentChanges& changes)
{
    if (!path.inode)
    {
        return FileStatus::NOT_FOUND;
    }
    if (path.inode->IsDirectory())
    {
        return FileStatus::IS_A_DIRECTORY;
    }
    TakeOut(*path.directory, path.name, now, changes);
    DropLink(*path.inode, changes);
    return FileStatus::OK;
}

FileStatus
ExtentNamespace::RemoveDirectory(const ExtentPath& path, Time now, ExtentChanges& changes)
{
    if (!path.inode)
    {
        return FileStatus::NOT_FOUND;
    }
    if (!path.inode->IsDirectory())
    {
        return FileStatus::NOT_A_DIRECTORY;
    }
    if (!path.directory || path.name == "." || path.name == "..")
    {
        return FileStatus::INVALID_ARGUMENT;
    }
    if (path.inode->names->GetNameCount() > 0)
    {
        return FileStatus::NOT_EMPTY;
    }
    --path.directory->links;
    TakeOut(*path.directory, path.name, now, changes);
    DropLink(*path.inode, changes);
    return FileStatus::OK;
}

FileStatus
ExtentNamespace::CheckRename(const ExtentPath& from, const ExtentPath& to)
{
    if (!from.inode)
    {
        return FileStatus::NOT_FOUND;
    }
    const auto isDots = [](const ExtentPath& path) {
        return !path.directory || path.name == "." || path.name == "..";
    };
    if (isDots(from) || isDots(to))
    {
        return FileStatus::INVALID_ARGUMENT;
    }
    if (from.inode->IsDirectory())
    {
        for (auto* above = to.directory; above->number != ExtentLayout::ROOT_INODE;
             above = m_volume.Find(above->parent))
        {
            if (above == from.inode)
            {
                return FileStatus::INVALID_ARGUMENT;
            }
        }
    }
    if (!to.inode || to.inode == from.inode)
    {
        return FileStatus::OK;
    }
    if (from.inode->IsDirectory() != to.inode->IsDirectory())
    {
        return to.inode->IsDirectory() ? FileStatus::IS_A_DIRECTORY : FileStatus::NOT_A_DIRECTORY;
    }
    const bool full = to.inode->IsDirectory() && to.inode->names->GetNameCount() > 0;
    return full ? FileStatus::NOT_EMPTY : FileStatus::OK;
}

void
ExtentNamespace::MoveParent(ExtentInode& inode,
                            ExtentInode& from,
                            ExtentInode& to,
                            ExtentChanges& changes)
{
    --from.links;
    ++to.links;
    inode.parent = to.number;
    NoteBlock(inode, 0, changes);
}

FileStatus
ExtentNamespace::Rename(const ExtentPath& from,
                        const ExtentPath& to,
                        Time now,
                        ExtentChanges& changes)
{
    const auto status = CheckRename(from, to);
    if (status != FileStatus::OK || from.inode == to.inode)
    {
        return status;
    }
    uint32_t block = 0;
    if (to.inode)
    {
        to.directory->names->Replace(to.name, from.inode->number);
        to.directory->NoteChange(now);
        NoteBlock(*to.directory, to.directory->names->Find(to.name)->block, changes);
        m_volume.Touch(*to.directory, changes);
        to.directory->links -= to.inode->IsDirectory() ? 1 : 0;
        DropLink(*to.inode, changes);
    }
    else if (MakeRoom(*to.directory, to.name, block, changes))
    {
        Enter(*to.directory, to.name, from.inode->number, block, now, changes);
    }
    else
    {
        return FileStatus::NO_SPACE;
    }
    TakeOut(*from.directory, from.name, now, changes);
    m_volume.Touch(*from.inode, changes);
    if (from.inode->IsDirectory())
    {
        MoveParent(*from.inode, *from.directory, *to.directory, changes);
    }
    return FileStatus::OK;
}

std::vector<std::string>
ExtentNamespace::List(const ExtentInode& directory)
{
    std::vector<std::string> names;
    names.reserve(directory.names->GetNameCount());
    for (uint32_t block = 0; block < directory.names->GetBlockCount(); ++block)
    {
        for (const auto* name : directory.names->GetNames(block))
        {
            names.push_back(*name);
        }
    }
    return names;
}

std::vector<uint64_t>
ExtentNamespace::FindInodes(const ExtentInode& directory, const std::vector<std::string>& names)
{
    std::vector<uint64_t> inodes;
    inodes.reserve(names.size());
    for (const auto& name : names)
    {
        inodes.push_back(directory.names->Find(name)->inode);
    }
    return inodes;
}

} // namespace ns3
