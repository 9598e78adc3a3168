/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cached-remote-file.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CachedRemoteFile");

/// Reads of the server that make up one of the page cache.
struct CachedRemoteFile::Fetch
{
    std::vector<uint8_t> contents;     //!< where contents are kept
    uint32_t left{0};                  //!< reads without a reply
    FileStatus status{FileStatus::OK}; //!< the first error
    RemotePageStore::Ended done;       //!< called at the end
};

CachedRemoteFile::CachedRemoteFile(RemoteFileStore& store,
                                   Ptr<RemotePageCache> cache,
                                   Ptr<RemotePages> pages,
                                   const Settings& settings)
    : m_store(store),
      m_cache(cache),
      m_pages(pages),
      m_settings(settings),
      m_sending(store, settings.writing),
      m_readAhead(cache->CreateReadAhead())
{
    m_cache->GetDevice()->SetStore(m_pages->GetPart(), this);
}

void
CachedRemoteFile::Detach()
{
    m_isDetached = true;
    m_cache->GetDevice()->SetStore(m_pages->GetPart(), nullptr);
}

void
CachedRemoteFile::Read(Ptr<FileRequest> request, bool direct, Done done)
{
    const auto size = GetSize();
    const auto begin = std::min(request->offset, size);
    const auto bytes = std::min(request->bytes, size - begin);
    if (bytes == 0)
    {
        request->done = 0;
        Simulator::ScheduleNow([done]() { done(FileStatus::OK); });
        return;
    }
    const PageCacheCompletion ended(
        [self = Ptr<CachedRemoteFile>(this), request, bytes, done](BlockStatus status,
                                                                   Ptr<Packet> data) {
            request->done = status == BlockStatus::OK ? bytes : 0;
            request->data = data;
            done(self->ToFileStatus(status));
        });
    if (direct)
    {
        m_cache->GetCache()->ReadDirect(m_pages, begin, bytes, ended, true);
    }
    else
    {
        m_cache->GetCache()->Read(m_pages, begin, bytes, m_readAhead, ended);
    }
}

void
CachedRemoteFile::Write(Ptr<FileRequest> request, bool stable, Done done)
{
    if (request->offset + request->bytes > RemotePageDevice::PART_BYTES)
    {
        Simulator::ScheduleNow([done]() { done(FileStatus::FILE_TOO_LARGE); });
        return;
    }
    if (request->bytes > 0)
    {
        NoteWritten(request->offset, request->offset + request->bytes);
    }
    const auto end = [request, done](FileStatus status) {
        request->done = status == FileStatus::OK ? request->bytes : 0;
        done(status);
    };
    ++m_writing;
    const PageCacheCompletion ended(
        [self = Ptr<CachedRemoteFile>(this), stable, end](BlockStatus status, Ptr<Packet>) {
            --self->m_writing;
            if (status != BlockStatus::OK || !stable)
            {
                end(self->ToFileStatus(status));
                return;
            }
            ++self->m_stable;
            self->WriteBack([self, end](FileStatus status) {
                --self->m_stable;
                end(status);
            });
        });
    m_cache->GetCache()->Write(m_pages, request->offset, request->bytes, request->data, ended);
}

void
CachedRemoteFile::Flush(bool commit, Done done)
{
    const bool whole = commit && FitsOnePiece();
    m_stable += whole;
    WriteBack([self = Ptr<CachedRemoteFile>(this), commit, whole, done](FileStatus status) {
        self->m_stable -= whole;
        self->m_sending.Flush(commit, [self, status, done](FileStatus sent) {
            done(status == FileStatus::OK ? sent : status);
        });
    });
}

void
CachedRemoteFile::WriteBack(Done done)
{
    const PageCacheCompletion ended([self = Ptr<CachedRemoteFile>(this),
                                     upTo = m_writes,
                                     done](BlockStatus status, Ptr<Packet>) {
        self->WrittenBack(upTo);
        done(self->ToFileStatus(status));
    });
    m_cache->GetCache()->WriteBack(m_pages, ended);
}

void
CachedRemoteFile::WrittenBack(uint64_t upTo)
{
    m_flushed = std::max(m_flushed, upTo);
    if (m_flushed == m_writes)
    {
        m_dirtyBegin = UINT64_MAX;
        m_dirtyEnd = 0;
        if (std::exchange(m_isStale, false))
        {
            m_pages->Forget();
        }
    }
}

bool
CachedRemoteFile::FitsOnePiece() const
{
    const auto begin = m_dirtyBegin / PAGE_BYTES * PAGE_BYTES;
    return m_dirtyEnd > 0 && m_sending.GetHeldBytes() == 0 &&
           m_dirtyEnd - begin <= m_settings.writing.pieceBytes;
}

void
CachedRemoteFile::NoteWritten(uint64_t begin, uint64_t end)
{
    ++m_writes;
    m_dirtyBegin = std::min(m_dirtyBegin, begin);
    m_dirtyEnd = std::max(m_dirtyEnd, end);
}

void
CachedRemoteFile::Forget()
{
    if (IsClean())
    {
        m_pages->Forget();
    }
    else
    {
        m_isStale = true;
    }
}

void
CachedRemoteFile::SetServerSize(uint64_t bytes)
{
    m_pages->SetBytes(bytes);
}

uint64_t
CachedRemoteFile::GetServerSize() const
{
    return m_pages->GetBytes();
}

uint64_t
CachedRemoteFile::GetSize() const
{
    return IsClean() ? GetServerSize() : std::max(GetServerSize(), m_dirtyEnd);
}

bool
CachedRemoteFile::IsClean() const
{
    return m_flushed == m_writes;
}

FileStatus
CachedRemoteFile::ToFileStatus(BlockStatus status) const
{
    if (status == BlockStatus::OK)
    {
        return FileStatus::OK;
    }
    return m_error == FileStatus::OK ? FileStatus::INPUT_OUTPUT : m_error;
}

void
CachedRemoteFile::ReadPages(uint64_t offset, uint64_t bytes, RemotePageStore::Ended done)
{
    const auto begin = std::min(offset, GetServerSize());
    const auto end = std::min(offset + bytes, GetServerSize());
    if (begin == end || m_isDetached)
    {
        done(m_isDetached ? FileStatus::BAD_HANDLE : FileStatus::OK, nullptr);
        return;
    }
    const auto piece = m_settings.readBytes;
    auto fetch = std::make_shared<Fetch>();
    fetch->done = std::move(done);
    fetch->left = (end - begin + piece - 1) / piece;
    for (auto at = begin; at < end; at += piece)
    {
        m_store.ReadRemote(
            at,
            std::min<uint64_t>(piece, end - at),
            [self = Ptr<CachedRemoteFile>(this), fetch, at = at - begin](auto status, auto& got) {
                if (got.data)
                {
                    const auto stop = std::max<uint64_t>(fetch->contents.size(), at + got.bytes);
                    fetch->contents.resize(stop);
                    got.data->CopyData(&fetch->contents[at], got.bytes);
                }
                fetch->status = fetch->status == FileStatus::OK ? status : fetch->status;
                self->m_error = status == FileStatus::OK ? self->m_error : status;
                if (--fetch->left == 0)
                {
                    const auto& contents = fetch->contents;
                    fetch->done(fetch->status,
                                contents.empty()
                                    ? nullptr
                                    : Create<Packet>(contents.data(), contents.size()));
                }
            });
    }
}

void
CachedRemoteFile::WritePages(uint64_t offset,
                             uint64_t bytes,
                             Ptr<Packet> data,
                             bool stable,
                             RemotePageStore::Ended done)
{
    const auto begin = std::min(offset, GetSize());
    const auto end = std::min(offset + bytes, GetSize());
    if (begin == end || m_isDetached)
    {
        done(m_isDetached ? FileStatus::BAD_HANDLE : FileStatus::OK, nullptr);
        return;
    }
    NS_LOG_DEBUG("write " << end - begin << " bytes at " << begin);
    const auto part = data ? data->CreateFragment(0, end - begin) : nullptr;
    const auto ended = [self = Ptr<CachedRemoteFile>(this), done](FileStatus status) {
        self->m_error = status == FileStatus::OK ? self->m_error : status;
        done(status, nullptr);
    };
    if (stable || m_stable > 0)
    {
        m_sending.Write(begin, end - begin, part, true, ended);
    }
    else
    {
        m_sending.Send(begin, end - begin, part, ended);
    }
}

} // namespace ns3
