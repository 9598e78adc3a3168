/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-trace-preparation.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Most bytes of a write.
constexpr uint64_t PIECE = 1 << 20;

} // namespace

void
FileTracePreparation::Add(const FileTraceRecord& record)
{
    if (!record.error.empty())
    {
        return;
    }
    switch (record.operation)
    {
    case FileOperation::OPEN:
        AddOpen(record);
        break;
    case FileOperation::READ:
        AddRead(record);
        break;
    case FileOperation::MAKE_DIRECTORY:
        Make(record.path);
        break;
    case FileOperation::STAT:
    case FileOperation::UNLINK:
        NeedFile(record.path);
        break;
    case FileOperation::RENAME:
        NeedFile(record.path);
        Make(record.newPath);
        break;
    case FileOperation::LIST:
    case FileOperation::SYNC_DIRECTORY:
    case FileOperation::REMOVE_DIRECTORY:
        NeedDirectory(record.path);
        break;
    default:
        break;
    }
}

void
FileTracePreparation::AddOpen(const FileTraceRecord& record)
{
    if (record.flags.create)
    {
        Make(record.path);
    }
    else
    {
        NeedFile(record.path);
    }
    const std::pair key{record.process, record.descriptor};
    m_open.erase(key);
    if (const auto found = m_numbers.find(record.path); found != m_numbers.end())
    {
        m_open[key] = found->second;
        m_files[found->second].isOpened = true;
    }
}

void
FileTracePreparation::SetSize(const std::string& path, uint64_t bytes)
{
    const auto found = m_numbers.find(path);
    if (found != m_numbers.end() && m_files[found->second].isOpened)
    {
        auto& size = m_files[found->second].bytes;
        size = std::max(size, bytes);
    }
}

void
FileTracePreparation::AddRead(const FileTraceRecord& record)
{
    const auto found = m_open.find({record.process, record.descriptor});
    if (found != m_open.end())
    {
        auto& bytes = m_files[found->second].bytes;
        bytes = std::max(bytes, record.offset + record.bytes);
    }
}

void
FileTracePreparation::NeedFile(const std::string& path)
{
    if (m_known.contains(path))
    {
        return;
    }
    Make(path);
    m_numbers[path] = m_files.size();
    m_files.push_back({path, 0});
}

void
FileTracePreparation::NeedDirectory(const std::string& path)
{
    if (path.empty() || path == "/")
    {
        return;
    }
    if (!m_known.contains(path))
    {
        Make(path);
        m_directories.push_back(path);
    }
    else if (const auto found = m_numbers.find(path); found != m_numbers.end())
    {
        // stat() was seen first, which does not tell what it is.
        m_files[found->second].isDirectory = true;
        m_numbers.erase(found);
        m_directories.push_back(path);
    }
}

void
FileTracePreparation::Make(const std::string& path)
{
    NeedDirectory(path.substr(0, path.rfind('/')));
    m_known.insert(path);
}

void
FileTracePreparation::Plan(FileProcess& process) const
{
    for (const auto& path : m_directories)
    {
        process.OnPath(FileOperation::MAKE_DIRECTORY, path);
    }
    FileOpenFlags flags;
    flags.create = true;
    for (const auto& file : m_files)
    {
        if (file.isDirectory)
        {
            continue;
        }
        process.Open(0, file.path, flags);
        process.Write(0, 0, file.bytes, PIECE);
        process.OnDescriptor(FileOperation::CLOSE, 0);
    }
    process.OnPath(FileOperation::SYNC_ALL, "");
}

} // namespace ns3
