/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-node.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NfsNode::NfsNode(const NfsFileHandle& handle)
    : m_handle(handle)
{
}

NfsNode::~NfsNode() = default;

void
NfsNode::Update(const FileAttributes& attributes, const NfsAttributeTimes& times, bool own)
{
    const auto now = Simulator::Now();
    const bool changed =
        attributes.modified != m_attributes.modified || attributes.bytes != m_attributes.bytes;
    if (changed && !own)
    {
        ++m_version;
    }
    if (changed || m_lifetime.IsZero())
    {
        m_lifetime = times.shortest;
    }
    else if (!IsFresh())
    {
        m_lifetime = Min(m_lifetime + m_lifetime, times.longest);
    }
    m_attributes = attributes;
    m_validUntil = now + m_lifetime;
    if (changed && !own)
    {
        Invalidate();
    }
    if (file)
    {
        file->GetContents().SetServerSize(attributes.bytes);
    }
}

void
NfsNode::Invalidate()
{
    if (file)
    {
        file->GetContents().Forget();
    }
    else if (pages)
    {
        pages->Forget();
    }
}

void
NfsNode::Update(const NfsChange& change, const NfsAttributeTimes& times)
{
    if (!change.after)
    {
        Expire();
        return;
    }
    const bool own = change.before && change.before->modified == m_attributes.modified;
    Update(*change.after, times, own);
}

bool
NfsNode::IsFresh() const
{
    return Simulator::Now() < m_validUntil;
}

void
NfsNode::Expire()
{
    m_validUntil = Time(-1);
}

Ptr<NfsNode>
NfsNode::Find(const std::string& name) const
{
    const auto found = m_children.find(name);
    const bool known = found != m_children.end() && found->second.version == m_version;
    return known ? found->second.node : nullptr;
}

Ptr<NfsNode>
NfsNode::Note(const std::string& name, const NfsFileHandle& handle)
{
    auto& child = m_children[name];
    if (!child.node || !(child.node->m_handle == handle))
    {
        child.node = Create<NfsNode>(handle);
    }
    child.version = m_version;
    return child.node;
}

void
NfsNode::Link(const std::string& name, Ptr<NfsNode> node)
{
    m_children[name] = {node, m_version};
}

void
NfsNode::Unlink(const std::string& name)
{
    m_children.erase(name);
}

const NfsFileHandle&
NfsNode::GetHandle() const
{
    return m_handle;
}

FileAttributes
NfsNode::GetAttributes() const
{
    auto attributes = m_attributes;
    if (file)
    {
        attributes.bytes = file->GetContents().GetSize();
    }
    return attributes;
}

bool
NfsNode::IsDirectory() const
{
    return m_attributes.directory;
}

NfsFile::NfsFile(const NfsCall& call, Ptr<NfsNode> node, const Settings& settings)
    : m_call(call),
      m_node(node),
      m_times(settings.times)
{
    if (settings.cache && !node->pages)
    {
        node->pages = settings.cache->TakePages();
    }
    if (node->pages)
    {
        const CachedRemoteFile::Settings how{settings.reading.pieceBytes, settings.writing};
        m_cached = Create<CachedRemoteFile>(*this, settings.cache, node->pages, how);
        m_contents = m_cached;
    }
    else
    {
        m_contents = Create<RemoteFile>(*this, settings.reading, settings.writing);
    }
    m_contents->SetServerSize(node->GetAttributes().bytes);
}

NfsFile::~NfsFile()
{
    if (m_cached)
    {
        m_cached->Detach();
    }
}

RemoteContents&
NfsFile::GetContents()
{
    return *m_contents;
}

const RemoteContents&
NfsFile::GetContents() const
{
    return *m_contents;
}

void
NfsFile::ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done)
{
    NfsArguments arguments;
    arguments.handle = m_node->GetHandle();
    arguments.offset = offset;
    arguments.count = bytes;
    m_call(NfsProcedure::READ, arguments, [self = Ptr<NfsFile>(this), done](const auto& results) {
        if (results.attributes && self->m_contents->IsClean())
        {
            self->m_node->Update(*results.attributes, self->m_times, false);
        }
        done(ToFileStatus(results.status), results.payload);
    });
}

void
NfsFile::WriteRemote(uint64_t offset,
                     const FileServicePayload& payload,
                     bool stable,
                     WriteDone done)
{
    NfsArguments arguments;
    arguments.handle = m_node->GetHandle();
    arguments.offset = offset;
    arguments.count = payload.bytes;
    arguments.stable = stable ? NfsStable::FILE_SYNC : NfsStable::UNSTABLE;
    arguments.payload = payload;
    m_call(NfsProcedure::WRITE,
           arguments,
           [self = Ptr<NfsFile>(this), done, bytes = payload.bytes](const auto& results) {
               if (auto after = results.change.after)
               {
                   // Replies to writes that were executed at a time may overtake each
                   // other.
                   after->bytes = std::max(after->bytes, self->m_contents->GetServerSize());
                   self->m_node->Update(*after, self->m_times, true);
               }
               auto status = ToFileStatus(results.status);
               if (status == FileStatus::OK && results.count < bytes)
               {
                   status = FileStatus::NO_SPACE;
               }
               done(status, results.verifier);
           });
}

void
NfsFile::CommitRemote(WriteDone done)
{
    NfsArguments arguments;
    arguments.handle = m_node->GetHandle();
    m_call(NfsProcedure::COMMIT, arguments, [self = Ptr<NfsFile>(this), done](const auto& results) {
        if (results.change.after)
        {
            self->m_node->Update(*results.change.after, self->m_times, true);
        }
        done(ToFileStatus(results.status), results.verifier);
    });
}

} // namespace ns3
