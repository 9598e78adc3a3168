/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-process.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

bool
IsOnOpenFile(FileOperation operation)
{
    switch (operation)
    {
    case FileOperation::CLOSE:
    case FileOperation::READ:
    case FileOperation::WRITE:
    case FileOperation::SYNC:
    case FileOperation::SYNC_DATA:
    case FileOperation::TRUNCATE:
        return true;
    default:
        return false;
    }
}

FileProcess::FileProcess(uint32_t number)
    : m_number(number)
{
}

uint32_t
FileProcess::GetNumber() const
{
    return m_number;
}

void
FileProcess::UseFileSystem(uint32_t number)
{
    m_fileSystem = number;
}

void
FileProcess::UsePattern(bool use)
{
    m_usesPattern = use;
}

void
FileProcess::ExpectFailure(bool expect)
{
    m_expectsFailure = expect;
}

void
FileProcess::Open(uint32_t descriptor, const std::string& path, const FileOpenFlags& flags)
{
    auto& step = Add(FileOperation::OPEN);
    step.descriptor = descriptor;
    step.path = path;
    step.flags = flags;
}

void
FileProcess::Read(uint32_t descriptor, uint64_t offset, uint64_t bytes, uint64_t piece)
{
    AddTransfer(FileOperation::READ, descriptor, offset, bytes, piece);
}

void
FileProcess::Write(uint32_t descriptor, uint64_t offset, uint64_t bytes, uint64_t piece)
{
    AddTransfer(FileOperation::WRITE, descriptor, offset, bytes, piece);
}

void
FileProcess::AddTransfer(FileOperation operation,
                         uint32_t descriptor,
                         uint64_t offset,
                         uint64_t bytes,
                         uint64_t piece)
{
    NS_ASSERT_MSG(piece > 0, "a call transfers at least one byte");
    if (bytes == 0)
    {
        return;
    }
    auto& step = Add(operation);
    step.descriptor = descriptor;
    step.offset = offset;
    step.bytes = bytes;
    step.piece = piece;
}

void
FileProcess::WriteCopy(uint32_t descriptor, uint64_t offset, uint64_t bytes)
{
    if (bytes > 0)
    {
        Write(descriptor, offset, bytes, bytes);
        m_steps[m_count - 1].copy = true;
    }
}

void
FileProcess::OnDescriptor(FileOperation operation, uint32_t descriptor)
{
    Add(operation).descriptor = descriptor;
}

void
FileProcess::Truncate(uint32_t descriptor, uint64_t bytes)
{
    auto& step = Add(FileOperation::TRUNCATE);
    step.descriptor = descriptor;
    step.offset = bytes;
}

void
FileProcess::OnPath(FileOperation operation, const std::string& path)
{
    Add(operation).path = path;
}

void
FileProcess::Rename(const std::string& path, const std::string& newPath)
{
    auto& step = Add(FileOperation::RENAME);
    step.path = path;
    step.newPath = newPath;
}

void
FileProcess::Think(Time time)
{
    Add(FileStep::Kind::THINK).think = time;
}

void
FileProcess::Barrier()
{
    Add(FileStep::Kind::BARRIER);
}

void
FileProcess::BeginPhase(const std::string& name)
{
    Add(FileStep::Kind::PHASE_BEGIN).path = name;
}

void
FileProcess::EndPhase()
{
    Add(FileStep::Kind::PHASE_END);
}

FileStep&
FileProcess::Add(FileStep::Kind kind)
{
    if (m_count == m_steps.size())
    {
        m_steps.emplace_back();
    }
    auto& step = m_steps[m_count++];
    step.kind = kind;
    step.fileSystem = m_fileSystem;
    step.descriptor = 0;
    step.path.clear();
    step.newPath.clear();
    step.flags = {};
    step.offset = 0;
    step.bytes = 0;
    step.piece = 0;
    step.copy = false;
    step.pattern = m_usesPattern;
    step.expectsFailure = m_expectsFailure;
    step.think = Time();
    return step;
}

FileStep&
FileProcess::Add(FileOperation operation)
{
    auto& step = Add(FileStep::Kind::OPERATION);
    step.operation = operation;
    return step;
}

bool
FileProcess::HasStep() const
{
    return m_next < m_count;
}

FileStep&
FileProcess::GetStep()
{
    NS_ASSERT_MSG(HasStep(), "no step is left");
    return m_steps[m_next];
}

void
FileProcess::EndStep()
{
    ++m_next;
    if (m_next == m_count)
    {
        m_next = 0;
        m_count = 0;
    }
}

void
FileProcess::CloseAll()
{
    m_next = 0;
    m_count = 0;
    m_leaving = true;
    for (uint32_t i = 0; i < m_descriptors.size(); ++i)
    {
        if (m_descriptors[i].handle != 0)
        {
            OnDescriptor(FileOperation::CLOSE, i);
        }
    }
}

FileProcess::Descriptor&
FileProcess::GetDescriptor(uint32_t number)
{
    if (number >= m_descriptors.size())
    {
        m_descriptors.resize(number + 1);
    }
    return m_descriptors[number];
}

bool
FileProcess::IsStepVoid()
{
    const auto& step = GetStep();
    return IsOnOpenFile(step.operation) && GetDescriptor(step.descriptor).handle == 0;
}

Ptr<FileRequest>
FileProcess::TakeRequest()
{
    // The request that completed last is still in the hands of the file system.
    auto& request = m_requests[m_turn];
    m_turn = 1 - m_turn;
    if (!request || request->GetReferenceCount() > 1)
    {
        request = Create<FileRequest>(FileOperation::STAT);
        return request;
    }
    request->path.clear();
    request->newPath.clear();
    request->done = 0;
    request->data = nullptr;
    request->attributes = {};
    request->names.clear();
    request->status = FileStatus::OK;
    return request;
}

Ptr<FileRequest>
FileProcess::MakeRequest()
{
    const auto& step = GetStep();
    auto request = TakeRequest();
    request->operation = step.operation;
    request->path = step.path;
    request->newPath = step.newPath;
    request->flags = step.flags;
    request->handle =
        IsOnOpenFile(step.operation) ? GetDescriptor(step.descriptor).handle : FileHandle{0};
    request->offset = step.offset;
    request->bytes = std::min(step.bytes, step.piece);
    if (step.copy)
    {
        request->data = m_read;
    }
    else if (m_storeData && step.pattern && step.operation == FileOperation::WRITE)
    {
        request->data =
            GetDescriptor(step.descriptor).pattern.Make(request->offset, request->bytes);
    }
    return request;
}

bool
FileProcess::HasRightContents(const FileRequest& request)
{
    const auto& step = GetStep();
    return !m_storeData || !step.pattern || step.operation != FileOperation::READ ||
           !request.data ||
           GetDescriptor(step.descriptor).pattern.Matches(request.offset, *request.data);
}

void
FileProcess::Take(const FileRequest& request)
{
    auto& step = GetStep();
    const bool good = request.status == FileStatus::OK;
    bool more = false;
    switch (step.operation)
    {
    case FileOperation::OPEN:
        GetDescriptor(step.descriptor) = {good ? request.handle : 0,
                                          step.fileSystem,
                                          FilePattern(m_storeData ? step.path : "")};
        break;
    case FileOperation::CLOSE:
        GetDescriptor(step.descriptor).handle = 0;
        break;
    case FileOperation::READ:
        m_read = request.data;
        more = good && request.done == request.bytes;
        break;
    case FileOperation::WRITE:
        more = good && request.done > 0;
        if (more && step.copy && m_read)
        {
            m_read = m_read->CreateFragment(request.done, m_read->GetSize() - request.done);
        }
        break;
    default:
        break;
    }
    step.offset += request.done;
    step.bytes -= std::min(step.bytes, request.done);
    if (!more || step.bytes == 0)
    {
        EndStep();
    }
}

} // namespace ns3
