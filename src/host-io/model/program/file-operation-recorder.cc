/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-operation-recorder.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// Bytes that are handed to the file at a time.
constexpr std::size_t BLOCK = 1 << 16;

} // namespace

FileOperationRecorder::FileOperationRecorder(const std::string& fileName)
    : m_file(std::make_unique<ResultFile>(fileName))
{
}

void
FileOperationRecorder::FollowProgram(Ptr<FileProgram> program)
{
    program->TraceConnectWithoutContext("OperationComplete",
                                        MakeCallback(&FileOperationRecorder::Record, this));
}

void
FileOperationRecorder::FollowFileSystem(Ptr<FileSystem> fileSystem)
{
    fileSystem->TraceConnectWithoutContext("Submit",
                                           MakeCallback(&FileOperationRecorder::Submitted, this));
    fileSystem->TraceConnectWithoutContext("Complete",
                                           MakeCallback(&FileOperationRecorder::Completed, this));
}

void
FileOperationRecorder::Commit()
{
    if (m_file)
    {
        m_file->Write(m_text);
        m_text.clear();
        m_file->Commit();
    }
}

const std::string&
FileOperationRecorder::GetText() const
{
    return m_text;
}

void
FileOperationRecorder::Submitted(Ptr<const FileRequest> request)
{
    const auto open = m_open.find(request->handle);
    auto process = static_cast<uint32_t>(std::find(m_underWay.begin(), m_underWay.end(), 0) -
                                         m_underWay.begin());
    if (open != m_open.end())
    {
        process = open->second.process;
    }
    m_underWay.resize(std::max<std::size_t>(m_underWay.size(), process + 1));
    ++m_underWay[process];
    m_processes[PeekPointer(request)] = process;
}

void
FileOperationRecorder::Completed(Ptr<const FileRequest> request)
{
    const auto found = m_processes.find(PeekPointer(request));
    if (found == m_processes.end())
    {
        return;
    }
    const auto process = found->second;
    m_processes.erase(found);
    --m_underWay[process];
    Record(request, process);
}

void
FileOperationRecorder::Record(Ptr<const FileRequest> request, uint32_t process)
{
    FileTraceRecord record;
    record.startNs = request->issueTime.GetNanoSeconds();
    record.durationNs = (Simulator::Now() - request->issueTime).GetNanoSeconds();
    record.process = process;
    record.operation = request->operation;
    record.path = request->path;
    record.newPath = request->newPath;
    record.flags = request->flags;
    record.offset = request->offset;
    record.bytes = request->bytes;
    if (request->status != FileStatus::OK)
    {
        std::ostringstream error;
        error << request->status;
        record.error = error.str();
    }
    if (!FindDescriptor(*request, record))
    {
        return;
    }
    record.AppendTo(m_text);
    if (m_file && m_text.size() >= BLOCK)
    {
        m_file->Write(m_text);
        m_text.clear();
    }
}

bool
FileOperationRecorder::FindDescriptor(const FileRequest& request, FileTraceRecord& record)
{
    if (request.operation == FileOperation::OPEN)
    {
        record.descriptor = record.error.empty() ? AddDescriptor(record.process, request.handle)
                                                 : FileTraceRecord::NO_DESCRIPTOR;
        return true;
    }
    if (!IsOnOpenFile(request.operation))
    {
        return true;
    }
    const auto open = m_open.find(request.handle);
    if (open == m_open.end())
    {
        return false;
    }
    record.descriptor = open->second.descriptor;
    if (request.operation == FileOperation::CLOSE)
    {
        m_descriptors[open->second.process][record.descriptor] = false;
        m_open.erase(open);
    }
    return true;
}

uint32_t
FileOperationRecorder::AddDescriptor(uint32_t process, FileHandle handle)
{
    m_descriptors.resize(std::max<std::size_t>(m_descriptors.size(), process + 1));
    auto& used = m_descriptors[process];
    const auto number =
        static_cast<uint32_t>(std::find(used.begin(), used.end(), false) - used.begin());
    if (number == used.size())
    {
        used.push_back(true);
    }
    used[number] = true;
    m_open[handle] = {process, number};
    return number;
}

} // namespace ns3
