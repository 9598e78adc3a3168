/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-write-behind.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RemoteWriteBehind");

namespace
{

/**
 * @param done called, but not from inside this call
 * @param status how it ended
 */
void
CallLater(const RemoteWriteBehind::Done& done, FileStatus status)
{
    Simulator::ScheduleNow([done, status]() { done(status); });
}

} // namespace

RemoteWriteBehind::RemoteWriteBehind(RemoteFileStore& store, const Settings& settings)
    : m_store(store),
      m_settings(settings)
{
}

void
RemoteWriteBehind::Write(uint64_t offset, uint64_t bytes, Ptr<Packet> data, bool stable, Done done)
{
    m_jobs.push_back({false, false, stable, offset, bytes, data, std::move(done)});
    Pump();
}

void
RemoteWriteBehind::Send(uint64_t offset, uint64_t bytes, Ptr<Packet> data, Done done)
{
    m_jobs.push_back({false, true, false, offset, bytes, data, std::move(done)});
    Pump();
}

void
RemoteWriteBehind::Flush(bool commit, Done done)
{
    m_jobs.push_back({true, false, commit, 0, 0, nullptr, std::move(done)});
    Pump();
}

bool
RemoteWriteBehind::Overlaps(uint64_t begin, uint64_t end) const
{
    if (m_tailBytes > 0 && begin < m_tailOffset + m_tailBytes && m_tailOffset < end)
    {
        return true;
    }
    const auto next = m_sent.lower_bound(end);
    if (next == m_sent.begin())
    {
        return false;
    }
    const auto& [offset, piece] = *std::prev(next);
    return offset + piece.payload.bytes > begin;
}

uint64_t
RemoteWriteBehind::GetEnd() const
{
    uint64_t end = m_tailBytes > 0 ? m_tailOffset + m_tailBytes : 0;
    if (!m_sent.empty())
    {
        end = std::max(end, m_sent.rbegin()->first + m_sent.rbegin()->second.payload.bytes);
    }
    for (const auto& job : m_jobs)
    {
        end = std::max(end, job.offset + job.bytes);
    }
    return end;
}

uint64_t
RemoteWriteBehind::GetHeldBytes() const
{
    return m_heldBytes;
}

void
RemoteWriteBehind::Pump()
{
    if (std::exchange(m_isPumping, true))
    {
        return;
    }
    while (!m_jobs.empty())
    {
        const auto& job = m_jobs.front();
        if (!(job.isFlush ? TakeFlush(job) : TakeWrite(job)))
        {
            break;
        }
        m_jobs.pop_front();
    }
    m_isPumping = false;
}

bool
RemoteWriteBehind::TakeWrite(const Job& job)
{
    if (job.bytes == 0)
    {
        CallLater(job.done, FileStatus::OK);
        return true;
    }
    const bool extends = m_tailBytes > 0 && job.offset == m_tailOffset + m_tailBytes;
    if (!extends || job.isFirm || job.isDue)
    {
        SendTail();
    }
    if (Overlaps(job.offset, job.offset + job.bytes))
    {
        SendTail();
        return false;
    }
    if (job.isFirm)
    {
        SendAwaited(job);
        return true;
    }
    if (m_heldBytes >= m_settings.limit)
    {
        SendTail();
        if (m_sent.empty() && !m_isCommitting)
        {
            Commit();
        }
        return false;
    }
    if (job.isDue)
    {
        SendAwaited(job);
        return true;
    }
    AddToTail(job);
    CallLater(job.done, FileStatus::OK);
    return true;
}

bool
RemoteWriteBehind::TakeFlush(const Job& job)
{
    SendTail();
    if (!m_sent.empty() || m_isCommitting)
    {
        return false;
    }
    if (job.isFirm && !m_uncommitted.empty())
    {
        Commit();
        return false;
    }
    CallLater(job.done, std::exchange(m_error, FileStatus::OK));
    return true;
}

void
RemoteWriteBehind::AddToTail(const Job& job)
{
    for (uint64_t taken = 0; taken < job.bytes;)
    {
        if (m_tailBytes == 0)
        {
            m_tailOffset = job.offset + taken;
        }
        const auto room = m_settings.pieceBytes - m_tailBytes;
        const auto take = static_cast<uint32_t>(std::min<uint64_t>(room, job.bytes - taken));
        if (job.data)
        {
            m_tailData.resize(m_tailBytes + take);
            job.data->CreateFragment(taken, take)->CopyData(&m_tailData[m_tailBytes], take);
        }
        m_tailBytes += take;
        m_heldBytes += take;
        taken += take;
        if (m_tailBytes == m_settings.pieceBytes)
        {
            SendTail();
        }
    }
}

void
RemoteWriteBehind::SendAwaited(const Job& job)
{
    auto write = std::make_shared<AwaitedWrite>();
    write->done = job.done;
    write->left = (job.bytes + m_settings.pieceBytes - 1) / m_settings.pieceBytes;
    for (uint64_t sent = 0; sent < job.bytes; sent += m_settings.pieceBytes)
    {
        Piece piece;
        piece.offset = job.offset + sent;
        piece.payload.bytes = std::min<uint64_t>(m_settings.pieceBytes, job.bytes - sent);
        piece.payload.data =
            job.data ? job.data->CreateFragment(sent, piece.payload.bytes) : nullptr;
        m_sent[piece.offset] = piece;
        m_heldBytes += piece.payload.bytes;
        m_store.WriteRemote(
            piece.offset,
            piece.payload,
            job.isFirm,
            [this, write, firm = job.isFirm, offset = piece.offset](auto status, auto verifier) {
                write->status = write->status == FileStatus::OK ? status : write->status;
                if (--write->left == 0)
                {
                    CallLater(write->done, write->status);
                }
                firm ? StableDone(offset) : UnstableDone(offset, status, verifier);
            });
    }
}

void
RemoteWriteBehind::StableDone(uint64_t offset)
{
    m_heldBytes -= m_sent.at(offset).payload.bytes;
    m_sent.erase(offset);
    Pump();
}

void
RemoteWriteBehind::SendTail()
{
    if (m_tailBytes == 0)
    {
        return;
    }
    Piece piece;
    piece.offset = m_tailOffset;
    piece.payload.bytes = std::exchange(m_tailBytes, 0);
    if (!m_tailData.empty())
    {
        piece.payload.data = Create<Packet>(m_tailData.data(), m_tailData.size());
        m_tailData.clear();
    }
    SendUnstable(piece);
}

void
RemoteWriteBehind::SendUnstable(const Piece& piece)
{
    m_sent[piece.offset] = piece;
    m_store.WriteRemote(piece.offset,
                        piece.payload,
                        false,
                        [this, offset = piece.offset](FileStatus status, uint64_t verifier) {
                            UnstableDone(offset, status, verifier);
                        });
}

void
RemoteWriteBehind::UnstableDone(uint64_t offset, FileStatus status, uint64_t verifier)
{
    const auto found = m_sent.find(offset);
    auto piece = found->second;
    m_sent.erase(found);
    if (status == FileStatus::OK && m_settings.keepsUncommitted)
    {
        piece.verifier = verifier;
        m_uncommitted.push_back(piece);
    }
    else
    {
        m_heldBytes -= piece.payload.bytes;
        m_error = m_error == FileStatus::OK ? status : m_error;
    }
    Pump();
}

void
RemoteWriteBehind::Commit()
{
    m_isCommitting = true;
    m_store.CommitRemote(
        [this](FileStatus status, uint64_t verifier) { CommitDone(status, verifier); });
}

void
RemoteWriteBehind::CommitDone(FileStatus status, uint64_t verifier)
{
    m_isCommitting = false;
    m_error = m_error == FileStatus::OK ? status : m_error;
    const auto pieces = std::exchange(m_uncommitted, {});
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
    {
        const auto& [bytes, data] = piece->payload;
        m_heldBytes -= bytes;
        if (status == FileStatus::OK && piece->verifier != verifier)
        {
            NS_LOG_INFO("the server lost " << bytes << " bytes at " << piece->offset);
            m_jobs.push_front({false, false, false, piece->offset, bytes, data, [](FileStatus) {}});
        }
    }
    Pump();
}

} // namespace ns3
