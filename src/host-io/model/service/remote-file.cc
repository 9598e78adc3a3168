/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-file.h"

#include "ns3/page-mapping.h"

#include <algorithm>
#include <utility>

namespace ns3
{

RemoteFile::RemoteFile(RemoteFileStore& store,
                       const RemoteReadAhead::Settings& reading,
                       const RemoteWriteBehind::Settings& writing)
    : m_reading(store, reading),
      m_writing(store, writing),
      m_readBytes(std::max<uint64_t>(reading.pieceBytes, PAGE_BYTES))
{
}

void
RemoteFile::Read(Ptr<FileRequest> request, bool direct, Done done)
{
    RemoteReadAhead::Bounds bounds;
    bounds.size = GetSize();
    bounds.direct = direct;
    bounds.mayFetchAhead = [this](uint64_t begin, uint64_t end) {
        return !m_writing.Overlaps(begin, end);
    };
    const auto begin = std::min(request->offset, bounds.size);
    const auto end = begin + std::min(request->bytes, bounds.size - begin);
    // What is fetched may begin a page earlier and end a piece later.
    const auto first = begin - std::min<uint64_t>(begin, PAGE_BYTES);
    if (!m_reading.Covers(begin, end) &&
        (end > m_serverSize || m_writing.Overlaps(first, end + m_readBytes)))
    {
        m_writing.Flush(false, [this, request, direct, done](FileStatus status) {
            if (status == FileStatus::OK)
            {
                Read(request, direct, done);
            }
            else
            {
                done(status);
            }
        });
        return;
    }
    // The server has no more, as long as what was written has not been sent.
    bounds.size = std::max(end, m_serverSize);
    m_reading.Read(begin, end - begin, bounds, [request, done](const auto& result) {
        request->done = result.done;
        request->data = result.data;
        done(result.status);
    });
}

void
RemoteFile::Write(Ptr<FileRequest> request, bool stable, Done done)
{
    m_reading.Update(request->offset, request->bytes, request->data);
    m_writing.Write(request->offset,
                    request->bytes,
                    request->data,
                    stable,
                    [request, done](FileStatus status) {
                        request->done = status == FileStatus::OK ? request->bytes : 0;
                        done(status);
                    });
}

void
RemoteFile::Flush(bool commit, Done done)
{
    m_writing.Flush(commit, std::move(done));
}

void
RemoteFile::Forget()
{
    m_reading.Forget();
}

void
RemoteFile::SetServerSize(uint64_t bytes)
{
    m_serverSize = bytes;
}

uint64_t
RemoteFile::GetServerSize() const
{
    return m_serverSize;
}

uint64_t
RemoteFile::GetSize() const
{
    return std::max(m_serverSize, m_writing.GetEnd());
}

bool
RemoteFile::IsClean() const
{
    return m_writing.GetHeldBytes() == 0;
}

} // namespace ns3
