/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-handle-table.h"

namespace ns3
{

NfsHandleTable::NfsHandleTable()
{
    m_entries[ROOT].id = ROOT;
}

NfsHandleTable::Entry*
NfsHandleTable::Find(const NfsFileHandle& handle)
{
    return Find(handle.isPublic ? ROOT : handle.id);
}

NfsHandleTable::Entry*
NfsHandleTable::Find(uint64_t id)
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : &found->second;
}

uint64_t
NfsHandleTable::FindChild(uint64_t parent, const std::string& name) const
{
    const auto found = m_children.find({parent, name});
    return found == m_children.end() ? 0 : found->second;
}

NfsHandleTable::Entry&
NfsHandleTable::Note(uint64_t parent, const std::string& name, const FileAttributes& attributes)
{
    const auto id = FindChild(parent, name);
    if (auto* entry = Find(id); entry && entry->attributes->inode == attributes.inode)
    {
        entry->attributes = attributes;
        return *entry;
    }
    Erase(id);
    auto& entry = m_entries[++m_last];
    entry.id = m_last;
    entry.parent = parent;
    entry.name = name;
    entry.attributes = attributes;
    m_children[{parent, name}] = m_last;
    return entry;
}

void
NfsHandleTable::Erase(uint64_t id)
{
    if (const auto* entry = Find(id); entry && id != ROOT)
    {
        m_children.erase({entry->parent, entry->name});
        m_entries.erase(id);
    }
}

void
NfsHandleTable::Move(uint64_t id, uint64_t parent, const std::string& name)
{
    auto* entry = Find(id);
    const auto replaced = FindChild(parent, name);
    if (!entry || replaced == id)
    {
        return;
    }
    Erase(replaced);
    m_children.erase({entry->parent, entry->name});
    entry->parent = parent;
    entry->name = name;
    m_children[{parent, name}] = id;
}

std::string
NfsHandleTable::GetPath(uint64_t id)
{
    std::string path;
    while (id != ROOT)
    {
        const auto* entry = Find(id);
        if (!entry)
        {
            return "";
        }
        path.insert(0, "/" + entry->name);
        id = entry->parent;
    }
    return path.empty() ? "/" : path;
}

NfsFileHandle
NfsHandleTable::GetHandle(const Entry& entry)
{
    NfsFileHandle handle;
    handle.id = entry.id;
    handle.inode = entry.attributes ? entry.attributes->inode : 0;
    return handle;
}

std::string
JoinNfsPath(const std::string& directory, const std::string& name)
{
    return directory == "/" ? directory + name : directory + "/" + name;
}

FileHandle
NfsOpenFiles::Use(uint64_t id)
{
    const auto found = m_files.find(id);
    if (found == m_files.end())
    {
        return 0;
    }
    auto& file = found->second;
    ++file.users;
    m_order.splice(m_order.end(), m_order, file.place);
    return file.handle;
}

void
NfsOpenFiles::Add(uint64_t id, FileHandle handle)
{
    m_files[id] = {handle, 1, m_order.insert(m_order.end(), id)};
}

void
NfsOpenFiles::Release(uint64_t id)
{
    if (const auto found = m_files.find(id); found != m_files.end() && found->second.users > 0)
    {
        --found->second.users;
    }
}

FileHandle
NfsOpenFiles::Remove(uint64_t id)
{
    const auto found = m_files.find(id);
    if (found == m_files.end())
    {
        return 0;
    }
    const auto handle = found->second.handle;
    m_order.erase(found->second.place);
    m_files.erase(found);
    return handle;
}

FileHandle
NfsOpenFiles::RemoveOldest()
{
    if (m_files.size() <= MAX_OPEN)
    {
        return 0;
    }
    for (const auto id : m_order)
    {
        if (m_files.at(id).users == 0)
        {
            return Remove(id);
        }
    }
    return 0;
}

} // namespace ns3
