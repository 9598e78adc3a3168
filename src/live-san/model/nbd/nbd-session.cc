/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-session.h"

#include "ns3/log.h"
#include "ns3/scsi-zeros-request.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NbdSession");

namespace
{

/// Most bytes of zeros that one request to a block device writes.
constexpr uint64_t MOST_ZEROS = 16 << 20;

/**
 * @param status how a request to a block device ended
 * @param command what the client asked for
 * @return what the client is told
 */
NbdError
GetError(BlockStatus status, NbdCommand command)
{
    switch (status)
    {
    case BlockStatus::OK:
        return NbdError::NONE;
    case BlockStatus::LBA_OUT_OF_RANGE:
        return command == NbdCommand::READ ? NbdError::INVALID : NbdError::NO_SPACE;
    default:
        return NbdError::IO;
    }
}

/**
 * @param command a command of a client
 * @return whether it leaves zeros, a piece after the other
 */
bool
IsForZeros(NbdCommand command)
{
    return command == NbdCommand::WRITE_ZEROES || command == NbdCommand::TRIM;
}

} // namespace

NbdSession::NbdSession(const std::vector<NbdExport>& exports, Callback<void> changed)
    : m_handshake(exports),
      m_changed(changed)
{
    FollowHandshake();
}

std::size_t
NbdSession::Receive(const uint8_t* bytes, std::size_t length)
{
    std::size_t taken = 0;
    while (taken < length && WantsInput())
    {
        const auto* next = bytes + taken;
        if (!m_export)
        {
            taken += m_handshake.Receive(next, length - taken);
            FollowHandshake();
            continue;
        }
        taken += m_reader.Receive(next, length - taken);
        if (m_reader.IsBroken())
        {
            NS_LOG_WARN("a client sends what is no request");
            m_isEnding = true;
        }
        if (auto request = m_reader.Take())
        {
            Handle(std::move(*request));
        }
    }
    return taken;
}

void
NbdSession::FollowHandshake()
{
    m_output.Append(m_handshake.TakeOutput());
    m_export = m_handshake.GetExport();
    m_isEnding = m_isEnding || m_handshake.IsClosed();
}

bool
NbdSession::WantsInput() const
{
    if (m_isEnding)
    {
        return false;
    }
    const bool hasRoom = m_outstanding < MOST_REQUESTS && m_held + m_output.GetSize() < MOST_HELD;
    return hasRoom || m_reader.IsInRequest();
}

NbdOutput&
NbdSession::GetOutput()
{
    return m_output;
}

bool
NbdSession::IsOver() const
{
    return m_isEnding && m_outstanding == 0;
}

void
NbdSession::End()
{
    m_isEnding = true;
}

void
NbdSession::Abandon()
{
    m_isEnding = true;
    m_changed = Callback<void>();
}

std::size_t
NbdSession::GetHeld(const NbdRequest& request)
{
    const bool hasData =
        request.command == NbdCommand::READ || request.command == NbdCommand::WRITE;
    return hasData ? request.length : 0;
}

void
NbdSession::Handle(NbdRequest request)
{
    NS_LOG_DEBUG("request " << static_cast<uint16_t>(request.command) << ", offset "
                            << request.offset << ", " << request.length << " bytes");
    if (request.command == NbdCommand::DISC)
    {
        m_isEnding = true;
        return;
    }
    const auto error = CheckNbdRequest(*m_export, request);
    if (error != NbdError::NONE)
    {
        NS_LOG_WARN("request refused: command " << static_cast<uint16_t>(request.command)
                                                << ", error " << static_cast<uint32_t>(error));
        m_output.AppendReply(m_handshake.HasStructuredReplies(), request, error);
        return;
    }
    ++m_outstanding;
    m_held += GetHeld(request);
    const auto task = Create<Task>();
    task->request = std::move(request);
    Submit(task, IsForZeros(task->request.command) ? MakeZeros(*task) : MakePart(*task));
}

void
NbdSession::Submit(Ptr<Task> task, Ptr<BlockRequest> part)
{
    // The session lives until the last request is complete.
    part->completion = MakeCallback(&NbdSession::Completed, Ptr<NbdSession>(this), task);
    m_export->device->Submit(part);
}

Ptr<BlockRequest>
NbdSession::MakePart(Task& task) const
{
    auto& request = task.request;
    const auto size = m_export->blockSize;
    const auto operation = request.command == NbdCommand::READ    ? BlockOperation::READ
                           : request.command == NbdCommand::WRITE ? BlockOperation::WRITE
                                                                  : BlockOperation::FLUSH;
    const auto part = Create<BlockRequest>(operation, request.offset / size, request.length / size);
    if (operation == BlockOperation::WRITE)
    {
        part->forceUnitAccess = request.flags & NbdCommandFlags::FUA;
        part->data = Create<Packet>(request.data.data(), request.data.size());
        request.data = {};
    }
    return part;
}

Ptr<BlockRequest>
NbdSession::MakeZeros(const Task& task) const
{
    const auto size = m_export->blockSize;
    const auto& request = task.request;
    const auto length = std::min<uint64_t>(request.length - task.done, MOST_ZEROS);
    return Create<ScsiZerosRequest>((request.offset + task.done) / size,
                                    static_cast<uint32_t>(length / size),
                                    !(request.flags & NbdCommandFlags::NO_HOLE));
}

Ptr<BlockRequest>
NbdSession::MakeNext(Task& task, const BlockRequest& part) const
{
    if (!IsForZeros(task.request.command) || part.operation == BlockOperation::FLUSH)
    {
        return nullptr;
    }
    task.done += uint64_t{part.blocks} * m_export->blockSize;
    if (task.done < task.request.length)
    {
        return MakeZeros(task);
    }
    // What may become WRITE SAME has no FUA.
    return task.request.flags & NbdCommandFlags::FUA
               ? Create<BlockRequest>(BlockOperation::FLUSH, 0, 0)
               : nullptr;
}

void
NbdSession::Completed(Ptr<Task> task, Ptr<BlockRequest> part)
{
    const auto error = GetError(part->status, task->request.command);
    const auto next = error == NbdError::NONE ? MakeNext(*task, *part) : nullptr;
    if (next)
    {
        Submit(task, next);
        return;
    }
    --m_outstanding;
    m_held -= GetHeld(task->request);
    Answer(task->request, error, part->data);
}

void
NbdSession::Answer(const NbdRequest& request, NbdError error, Ptr<const Packet> data)
{
    if (m_changed.IsNull())
    {
        return;
    }
    const bool isStructured = m_handshake.HasStructuredReplies();
    if (request.command == NbdCommand::READ && error == NbdError::NONE)
    {
        m_output.AppendData(isStructured, request, data);
    }
    else
    {
        m_output.AppendReply(isStructured, request, error);
    }
    // Who is told may let go of the session.
    const Ptr<NbdSession> self(this);
    m_changed();
}

} // namespace ns3
