/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-read-ahead.h"

#include "ns3/log.h"
#include "ns3/page-mapping.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RemoteReadAhead");

namespace
{

/**
 * @param value a place in the file
 * @param unit bytes
 * @return the first multiple of the unit behind the place
 */
uint64_t
GetNextMultiple(uint64_t value, uint64_t unit)
{
    return (value / unit + 1) * unit;
}

} // namespace

RemoteReadAhead::RemoteReadAhead(RemoteFileStore& store, const Settings& settings)
    : m_store(store),
      m_settings(settings)
{
}

void
RemoteReadAhead::Read(uint64_t offset, uint64_t bytes, const Bounds& bounds, Done done)
{
    if (bounds.direct)
    {
        Forget();
    }
    auto reader = std::make_shared<Reader>();
    reader->offset = std::min(offset, bounds.size);
    reader->end = std::min(offset + bytes, bounds.size);
    reader->done = std::move(done);
    const bool sequential = offset == std::exchange(m_next, reader->end) && !bounds.direct;
    for (auto at = reader->offset; at < reader->end;)
    {
        auto piece = Find(at);
        if (!piece)
        {
            const auto aligned = sequential || bounds.direct ? at : at / PAGE_BYTES * PAGE_BYTES;
            const auto begin = Find(aligned) ? at : aligned;
            piece = Fetch(begin, GetFetchEnd(begin, reader->end, sequential, bounds));
        }
        Need(reader, piece);
        at = piece->offset + piece->bytes;
    }
    const auto ahead = sequential ? uint64_t{m_settings.ahead} * m_settings.pieceBytes : 0;
    if (sequential)
    {
        FetchAhead(reader->end, bounds);
    }
    Trim(reader->offset,
         bounds.direct ? 0 : GetNextMultiple(reader->end, m_settings.pieceBytes) + ahead);
    if (reader->missing == 0)
    {
        Simulator::ScheduleNow([reader, result = Collect(*reader)]() { reader->done(result); });
    }
}

bool
RemoteReadAhead::Covers(uint64_t offset, uint64_t end) const
{
    while (offset < end)
    {
        const auto piece = Find(offset);
        if (!piece)
        {
            return false;
        }
        offset = piece->offset + piece->bytes;
    }
    return true;
}

void
RemoteReadAhead::Update(uint64_t offset, uint64_t bytes, Ptr<const Packet> data)
{
    const auto end = offset + bytes;
    auto next = m_pieces.lower_bound(offset);
    if (next != m_pieces.begin())
    {
        --next;
    }
    while (next != m_pieces.end() && next->first < end)
    {
        auto& piece = *next->second;
        const auto begin = std::max(offset, piece.offset);
        const auto stop = std::min(end, piece.offset + piece.bytes);
        if (begin < stop && !piece.ready)
        {
            next = m_pieces.erase(next);
            continue;
        }
        if (begin < stop && data && m_settings.keepsData)
        {
            data->CreateFragment(begin - offset, stop - begin)
                ->CopyData(&piece.data[begin - piece.offset], stop - begin);
        }
        ++next;
    }
}

void
RemoteReadAhead::Forget()
{
    m_pieces.clear();
}

void
RemoteReadAhead::Need(const std::shared_ptr<Reader>& reader, const std::shared_ptr<Piece>& piece)
{
    reader->pieces.push_back(piece);
    if (!piece->ready)
    {
        ++reader->missing;
        piece->waiting.push_back(reader);
    }
}

std::shared_ptr<RemoteReadAhead::Piece>
RemoteReadAhead::Find(uint64_t at) const
{
    const auto next = m_pieces.upper_bound(at);
    if (next == m_pieces.begin())
    {
        return nullptr;
    }
    const auto& piece = std::prev(next)->second;
    return at < piece->offset + piece->bytes ? piece : nullptr;
}

std::shared_ptr<RemoteReadAhead::Piece>
RemoteReadAhead::Fetch(uint64_t at, uint64_t end)
{
    const auto next = m_pieces.upper_bound(at);
    auto piece = std::make_shared<Piece>();
    piece->offset = at;
    piece->bytes = (next == m_pieces.end() ? end : std::min(end, next->first)) - at;
    m_pieces[at] = piece;
    NS_LOG_DEBUG("fetch " << piece->bytes << " bytes at " << at);
    m_store.ReadRemote(at,
                       piece->bytes,
                       [this, piece](FileStatus status, const FileServicePayload& payload) {
                           Arrived(piece, status, payload);
                       });
    return piece;
}

uint64_t
RemoteReadAhead::GetFetchEnd(uint64_t at, uint64_t end, bool sequential, const Bounds& bounds) const
{
    auto fetchEnd = GetNextMultiple(at, m_settings.pieceBytes);
    if (bounds.direct)
    {
        fetchEnd = std::min(end, at + m_settings.pieceBytes);
    }
    else if (!sequential)
    {
        fetchEnd = std::min(fetchEnd, GetNextMultiple(end - 1, PAGE_BYTES));
    }
    return std::min(fetchEnd, bounds.size);
}

void
RemoteReadAhead::FetchAhead(uint64_t at, const Bounds& bounds)
{
    const auto step = m_settings.pieceBytes;
    const auto first = (at + step - 1) / step * step;
    const auto stop = std::min(bounds.size, first + uint64_t{m_settings.ahead} * step);
    for (auto next = first; next < stop;)
    {
        const auto piece = Find(next);
        const auto end = std::min(GetNextMultiple(next, step), bounds.size);
        if (!piece && !bounds.mayFetchAhead(next, end))
        {
            return;
        }
        const auto fetched = piece ? piece : Fetch(next, end);
        next = fetched->offset + fetched->bytes;
    }
}

void
RemoteReadAhead::Trim(uint64_t begin, uint64_t end)
{
    while (!m_pieces.empty() && m_pieces.begin()->first + m_pieces.begin()->second->bytes <= begin)
    {
        m_pieces.erase(m_pieces.begin());
    }
    m_pieces.erase(m_pieces.lower_bound(end), m_pieces.end());
}

void
RemoteReadAhead::Arrived(const std::shared_ptr<Piece>& piece,
                         FileStatus status,
                         const FileServicePayload& payload)
{
    piece->ready = true;
    piece->status = status;
    piece->got = std::min(payload.bytes, piece->bytes);
    if (m_settings.keepsData)
    {
        piece->data.resize(piece->bytes);
        if (payload.data)
        {
            payload.data->CopyData(piece->data.data(), piece->got);
        }
    }
    const auto found = m_pieces.find(piece->offset);
    if (piece->got < piece->bytes && found != m_pieces.end() && found->second == piece)
    {
        m_pieces.erase(found);
    }
    for (const auto& reader : std::exchange(piece->waiting, {}))
    {
        if (--reader->missing == 0)
        {
            reader->done(Collect(*reader));
        }
    }
}

RemoteReadAhead::Result
RemoteReadAhead::Collect(const Reader& reader) const
{
    Result result;
    std::vector<uint8_t> contents;
    auto at = reader.offset;
    for (const auto& piece : reader.pieces)
    {
        const auto stop = std::min(reader.end, piece->offset + piece->got);
        if (stop > at && m_settings.keepsData)
        {
            const auto begin = piece->data.begin() + (at - piece->offset);
            contents.insert(contents.end(), begin, begin + (stop - at));
        }
        at = std::max(at, stop);
        if (piece->got < piece->bytes)
        {
            result.status = at == reader.offset ? piece->status : FileStatus::OK;
            break;
        }
    }
    result.done = at - reader.offset;
    if (!contents.empty())
    {
        result.data = Create<Packet>(contents.data(), contents.size());
    }
    return result;
}

} // namespace ns3
