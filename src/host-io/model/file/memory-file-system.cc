/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-file-system.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MemoryFileSystem");

NS_OBJECT_ENSURE_REGISTERED(MemoryFileSystem);

TypeId
MemoryFileSystem::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MemoryFileSystem")
            .SetParent<FileSystem>()
            .SetGroupName("HostIo")
            .AddConstructor<MemoryFileSystem>()
            .AddAttribute("Latency",
                          "Time that each request takes, without the time to move bytes, 0 or more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MemoryFileSystem::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Rate",
                          "Rate at which reads and writes move bytes, one after the other; 0bps "
                          "for no limit",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&MemoryFileSystem::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Capacity",
                          "Largest sum of the sizes of all files, bytes, 0 or more",
                          UintegerValue(MAX_FILE),
                          MakeUintegerAccessor(&MemoryFileSystem::m_capacity),
                          MakeUintegerChecker<uint64_t>(0, MAX_FILE))
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MemoryFileSystem::m_storeData),
                          MakeBooleanChecker());
    return tid;
}

MemoryFileSystem::MemoryFileSystem()
    : m_root(Create<Node>())
{
    m_root->attributes.directory = true;
    m_root->attributes.inode = ++m_lastInode;
}

bool
MemoryFileSystem::IsReady() const
{
    return true;
}

FileSystemSpace
MemoryFileSystem::GetSpace() const
{
    // Nothing but the capacity limits the number of files.
    return {m_capacity, m_capacity - m_used, m_capacity, m_capacity - m_used};
}

uint64_t
MemoryFileSystem::GetUsedBytes() const
{
    return m_used;
}

std::size_t
MemoryFileSystem::GetNOpen() const
{
    return m_handles.size();
}

void
MemoryFileSystem::DoDispose()
{
    m_handles.clear();
    m_root->names.clear();
    FileSystem::DoDispose();
}

void
MemoryFileSystem::DoSubmit(Ptr<FileRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->path << request->handle);
    request->done = 0;
    const auto status = Execute(*request);
    Simulator::Schedule(GetDuration(*request),
                        &MemoryFileSystem::Complete,
                        Ptr<MemoryFileSystem>(this),
                        request,
                        status);
}

Time
MemoryFileSystem::GetDuration(const FileRequest& request)
{
    if (request.done == 0 || m_rate.GetBitRate() == 0)
    {
        return m_latency;
    }
    const auto now = Simulator::Now();
    m_moveEnd = Max(m_moveEnd, now + m_latency) +
                m_rate.CalculateBytesTxTime(static_cast<uint32_t>(request.done));
    return m_moveEnd - now;
}

FileStatus
MemoryFileSystem::Execute(FileRequest& request)
{
    switch (request.operation)
    {
    case FileOperation::OPEN:
        return Open(request);
    case FileOperation::STAT:
        return Stat(request);
    case FileOperation::LIST:
        return List(request);
    case FileOperation::UNLINK:
        return Unlink(request);
    case FileOperation::RENAME:
        return Rename(request);
    case FileOperation::MAKE_DIRECTORY:
        return MakeDirectory(request);
    case FileOperation::REMOVE_DIRECTORY:
        return RemoveDirectory(request);
    case FileOperation::SYNC_DIRECTORY:
        return SyncDirectory(request);
    case FileOperation::SYNC_ALL:
        return FileStatus::OK;
    default:
        return ExecuteOnHandle(request);
    }
}

FileStatus
MemoryFileSystem::ExecuteOnHandle(FileRequest& request)
{
    const auto found = m_handles.find(request.handle);
    if (found == m_handles.end())
    {
        return FileStatus::BAD_HANDLE;
    }
    switch (request.operation)
    {
    case FileOperation::CLOSE:
        Close(request.handle);
        return FileStatus::OK;
    case FileOperation::READ:
        Read(request, *found->second.node);
        return FileStatus::OK;
    case FileOperation::WRITE:
        return Write(request, found->second);
    case FileOperation::TRUNCATE:
        return Truncate(*found->second.node, request.offset);
    default:
        return FileStatus::OK;
    }
}

FileStatus
MemoryFileSystem::Open(FileRequest& request)
{
    const auto place = Find(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    auto node = place.node;
    if (!node && !request.flags.create)
    {
        return FileStatus::NOT_FOUND;
    }
    if (node && request.flags.create && request.flags.exclusive)
    {
        return FileStatus::EXISTS;
    }
    if (node && node->attributes.directory)
    {
        return FileStatus::IS_A_DIRECTORY;
    }
    if (!node)
    {
        node = Make(place, false);
    }
    else if (request.flags.truncate)
    {
        Truncate(*node, 0);
    }
    ++node->opens;
    request.handle = ++m_lastHandle;
    request.attributes = node->attributes;
    m_handles.emplace(request.handle, OpenFile{node, request.flags.append});
    return FileStatus::OK;
}

void
MemoryFileSystem::Close(FileHandle handle)
{
    const auto found = m_handles.find(handle);
    const auto node = found->second.node;
    m_handles.erase(found);
    --node->opens;
    ReleaseIfUnreachable(*node);
}

void
MemoryFileSystem::Read(FileRequest& request, Node& file)
{
    const auto size = file.attributes.bytes;
    const auto left = size - std::min(size, request.offset);
    request.done = std::min({request.bytes, left, MAX_TRANSFER});
    if (m_storeData && request.done > 0)
    {
        const auto bytes = static_cast<uint32_t>(request.done);
        request.data =
            file.contents ? file.contents->Read(request.offset, bytes) : Create<Packet>(bytes);
    }
}

FileStatus
MemoryFileSystem::Write(FileRequest& request, const OpenFile& open)
{
    auto& file = *open.node;
    const auto offset = open.append ? file.attributes.bytes : request.offset;
    auto bytes = std::min(request.bytes, MAX_TRANSFER);
    if (bytes > 0 && offset >= MAX_FILE)
    {
        return FileStatus::FILE_TOO_LARGE;
    }
    const auto room = file.attributes.bytes + (m_capacity - m_used);
    const auto end = std::min({offset + bytes, MAX_FILE, room});
    if (bytes > 0 && end <= offset)
    {
        return FileStatus::NO_SPACE;
    }
    bytes = bytes == 0 ? 0 : end - offset;
    if (m_storeData && bytes > 0)
    {
        Store(file, offset, static_cast<uint32_t>(bytes), request.data);
    }
    if (bytes > 0 && end > file.attributes.bytes)
    {
        m_used += end - file.attributes.bytes;
        file.attributes.bytes = end;
    }
    file.attributes.modified = Simulator::Now();
    request.done = bytes;
    return FileStatus::OK;
}

void
MemoryFileSystem::Store(Node& file, uint64_t offset, uint32_t bytes, Ptr<const Packet> data)
{
    if (!file.contents)
    {
        file.contents.emplace(1);
    }
    if (data)
    {
        file.contents->Write(offset, data->CreateFragment(0, bytes));
        const auto last = (offset + bytes - 1) / PIECE_BYTES;
        for (auto piece = offset / PIECE_BYTES; piece <= last; ++piece)
        {
            file.written.insert(piece);
        }
    }
    else
    {
        file.contents->WriteZeros(offset, bytes);
    }
}

void
MemoryFileSystem::Clear(Node& file, uint64_t begin)
{
    auto piece = file.written.lower_bound(begin / PIECE_BYTES);
    while (piece != file.written.end())
    {
        const auto start = *piece * PIECE_BYTES;
        const auto from = std::max(begin, start);
        file.contents->WriteZeros(from, static_cast<uint32_t>(start + PIECE_BYTES - from));
        piece = from == start ? file.written.erase(piece) : std::next(piece);
    }
}

FileStatus
MemoryFileSystem::Truncate(Node& file, uint64_t bytes)
{
    if (bytes > MAX_FILE)
    {
        return FileStatus::FILE_TOO_LARGE;
    }
    const auto old = file.attributes.bytes;
    if (bytes > old && bytes - old > m_capacity - m_used)
    {
        return FileStatus::NO_SPACE;
    }
    if (bytes == 0)
    {
        file.contents.reset();
        file.written.clear();
    }
    else if (bytes < old)
    {
        Clear(file, bytes);
    }
    m_used = m_used - old + bytes;
    file.attributes.bytes = bytes;
    file.attributes.modified = Simulator::Now();
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::Stat(FileRequest& request) const
{
    const auto place = FindExisting(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    request.attributes = place.node->attributes;
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::List(FileRequest& request) const
{
    const auto place = FindExisting(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    if (!place.node->attributes.directory)
    {
        return FileStatus::NOT_A_DIRECTORY;
    }
    request.names.clear();
    request.inodes.clear();
    for (const auto& [name, node] : place.node->names)
    {
        request.names.push_back(name);
        request.inodes.push_back(node->attributes.inode);
    }
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::SyncDirectory(const FileRequest& request) const
{
    const auto place = FindExisting(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    return place.node->attributes.directory ? FileStatus::OK : FileStatus::NOT_A_DIRECTORY;
}

FileStatus
MemoryFileSystem::Unlink(const FileRequest& request)
{
    const auto place = FindExisting(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    if (place.node->attributes.directory)
    {
        return FileStatus::IS_A_DIRECTORY;
    }
    Remove(place);
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::Rename(const FileRequest& request)
{
    const auto from = Find(request.path);
    const auto to = Find(request.newPath);
    if (from.status != FileStatus::OK || to.status != FileStatus::OK)
    {
        return from.status != FileStatus::OK ? from.status : to.status;
    }
    if (!from.node)
    {
        return FileStatus::NOT_FOUND;
    }
    if (from.node == to.node)
    {
        return FileStatus::OK;
    }
    const auto node = from.node;
    const auto status = CheckRename(*node, to);
    if (status != FileStatus::OK)
    {
        return status;
    }
    if (to.node)
    {
        Remove(to);
    }
    from.parent->names.erase(from.parent->names.find(from.name));
    from.parent->attributes.modified = Simulator::Now();
    to.parent->names.emplace(to.name, node);
    node->parent = PeekPointer(to.parent);
    to.parent->attributes.modified = Simulator::Now();
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::CheckRename(const Node& node, const Place& to)
{
    const bool directory = node.attributes.directory;
    bool inside = false;
    for (const auto* above = PeekPointer(to.parent); above; above = above->parent)
    {
        inside = inside || above == &node;
    }
    if (inside || !to.parent)
    {
        return FileStatus::INVALID_ARGUMENT;
    }
    if (!to.node || (!directory && !to.node->attributes.directory))
    {
        return FileStatus::OK;
    }
    if (directory != to.node->attributes.directory)
    {
        return directory ? FileStatus::NOT_A_DIRECTORY : FileStatus::IS_A_DIRECTORY;
    }
    return to.node->names.empty() ? FileStatus::OK : FileStatus::NOT_EMPTY;
}

FileStatus
MemoryFileSystem::MakeDirectory(const FileRequest& request)
{
    const auto place = Find(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    if (place.node)
    {
        return FileStatus::EXISTS;
    }
    Make(place, true);
    return FileStatus::OK;
}

FileStatus
MemoryFileSystem::RemoveDirectory(const FileRequest& request)
{
    const auto place = FindExisting(request.path);
    if (place.status != FileStatus::OK)
    {
        return place.status;
    }
    if (!place.node->attributes.directory)
    {
        return FileStatus::NOT_A_DIRECTORY;
    }
    if (!place.parent)
    {
        return FileStatus::INVALID_ARGUMENT;
    }
    if (!place.node->names.empty())
    {
        return FileStatus::NOT_EMPTY;
    }
    Remove(place);
    return FileStatus::OK;
}

MemoryFileSystem::Place
MemoryFileSystem::Find(std::string_view path) const
{
    Place place;
    place.node = m_root;
    if (!path.starts_with('/'))
    {
        place.status = path.empty() ? FileStatus::NOT_FOUND : FileStatus::INVALID_ARGUMENT;
        return place;
    }
    for (std::size_t begin = path.find_first_not_of('/'); begin < path.size();)
    {
        const auto end = std::min(path.find('/', begin), path.size());
        place.name = path.substr(begin, end - begin);
        place.parent = place.node;
        if (!place.parent || !place.parent->attributes.directory)
        {
            place.status = place.parent ? FileStatus::NOT_A_DIRECTORY : FileStatus::NOT_FOUND;
            return place;
        }
        if (place.name.size() > MAX_NAME || place.name == "." || place.name == "..")
        {
            place.status = place.name.size() > MAX_NAME ? FileStatus::NAME_TOO_LONG
                                                        : FileStatus::INVALID_ARGUMENT;
            return place;
        }
        const auto found = place.parent->names.find(place.name);
        place.node = found == place.parent->names.end() ? nullptr : found->second;
        begin = std::min(path.find_first_not_of('/', end), path.size());
    }
    return place;
}

MemoryFileSystem::Place
MemoryFileSystem::FindExisting(std::string_view path) const
{
    auto place = Find(path);
    if (place.status == FileStatus::OK && !place.node)
    {
        place.status = FileStatus::NOT_FOUND;
    }
    return place;
}

Ptr<MemoryFileSystem::Node>
MemoryFileSystem::Make(const Place& place, bool directory)
{
    auto node = Create<Node>();
    node->attributes.inode = ++m_lastInode;
    node->attributes.directory = directory;
    node->attributes.modified = Simulator::Now();
    node->parent = PeekPointer(place.parent);
    place.parent->names.emplace(place.name, node);
    place.parent->attributes.modified = Simulator::Now();
    return node;
}

void
MemoryFileSystem::Remove(const Place& place)
{
    place.parent->names.erase(place.parent->names.find(place.name));
    place.parent->attributes.modified = Simulator::Now();
    place.node->linked = false;
    ReleaseIfUnreachable(*place.node);
}

void
MemoryFileSystem::ReleaseIfUnreachable(Node& node)
{
    if (!node.linked && node.opens == 0)
    {
        m_used -= node.attributes.bytes;
    }
}

} // namespace ns3
