/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TEST_HELPER_H
#define FILE_TEST_HELPER_H

#include "ns3/file-system.h"
#include "ns3/memory-file-system.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-tests
 *
 * Somebody who submits one request at a time and lets the simulation run until it is complete.
 */
class FileSystemUser
{
  public:
    /**
     * @param fileSystem the file system
     */
    explicit FileSystemUser(Ptr<FileSystem> fileSystem)
        : m_fileSystem(fileSystem)
    {
    }

    /**
     * @param path a path
     * @param flags c for create, x for exclusive, t for truncate, a for append
     * @return how it ended
     */
    FileStatus Open(const std::string& path, const std::string& flags)
    {
        auto request = Create<FileRequest>(FileOperation::OPEN);
        request->path = path;
        request->flags.create = flags.find('c') != std::string::npos;
        request->flags.exclusive = flags.find('x') != std::string::npos;
        request->flags.truncate = flags.find('t') != std::string::npos;
        request->flags.append = flags.find('a') != std::string::npos;
        return Run(request);
    }

    /**
     * @return the handle of the last OPEN that went well
     */
    FileHandle GetHandle() const
    {
        return m_handle;
    }

    /**
     * @param handle an open file
     * @param offset the first byte
     * @param bytes how many bytes
     * @return how many were written
     */
    uint64_t Write(FileHandle handle, uint64_t offset, uint64_t bytes)
    {
        return Move(FileOperation::WRITE, handle, offset, bytes, nullptr);
    }

    /**
     * @param handle an open file
     * @param offset the first byte
     * @param bytes how many bytes
     * @return how many were read
     */
    uint64_t Read(FileHandle handle, uint64_t offset, uint64_t bytes)
    {
        return Move(FileOperation::READ, handle, offset, bytes, nullptr);
    }

    /**
     * @param handle an open file
     * @param offset the first byte
     * @param text what to write
     */
    void WriteText(FileHandle handle, uint64_t offset, const std::string& text)
    {
        auto data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        Move(FileOperation::WRITE, handle, offset, text.size(), data);
    }

    /**
     * @param handle an open file
     * @param offset the first byte
     * @param bytes how many bytes
     * @return what was read, with a point for each zero; "no data" if bytes came without contents
     */
    std::string ReadText(FileHandle handle, uint64_t offset, uint64_t bytes)
    {
        const auto done = Move(FileOperation::READ, handle, offset, bytes, nullptr);
        if (!m_last->data)
        {
            return done > 0 ? "no data" : "";
        }
        std::vector<uint8_t> text(done);
        m_last->data->CopyData(text.data(), done);
        for (auto& letter : text)
        {
            letter = letter == 0 ? '.' : letter;
        }
        return {text.begin(), text.end()};
    }

    /**
     * @param handle an open file
     * @param bytes its new size
     * @return how it ended
     */
    FileStatus Truncate(FileHandle handle, uint64_t bytes)
    {
        Move(FileOperation::TRUNCATE, handle, bytes, 0, nullptr);
        return m_last->status;
    }

    /**
     * @param operation an operation
     * @param handle an open file
     * @return how it ended
     */
    FileStatus OnHandle(FileOperation operation, FileHandle handle)
    {
        Move(operation, handle, 0, 0, nullptr);
        return m_last->status;
    }

    /**
     * @param operation an operation
     * @param path a path
     * @return how it ended
     */
    FileStatus OnPath(FileOperation operation, const std::string& path)
    {
        auto request = Create<FileRequest>(operation);
        request->path = path;
        return Run(request);
    }

    /**
     * @param path a path
     * @return what it tells
     */
    FileAttributes Stat(const std::string& path)
    {
        OnPath(FileOperation::STAT, path);
        return m_last->attributes;
    }

    /**
     * @param from a path
     * @param to another
     * @return how it ended
     */
    FileStatus Rename(const std::string& from, const std::string& to)
    {
        auto request = Create<FileRequest>(FileOperation::RENAME);
        request->path = from;
        request->newPath = to;
        return Run(request);
    }

    /**
     * @return the names that the last LIST found
     */
    const std::vector<std::string>& GetNames() const
    {
        return m_last->names;
    }

    /**
     * @return how the last request ended
     */
    FileStatus GetStatus() const
    {
        return m_last->status;
    }

    /**
     * @return how long the last request took
     */
    Time GetTook() const
    {
        return m_took;
    }

  private:
    /**
     * @param operation an operation
     * @param handle an open file
     * @param offset the first byte
     * @param bytes how many bytes
     * @param data the contents, or null
     * @return how many were moved
     */
    uint64_t Move(FileOperation operation,
                  FileHandle handle,
                  uint64_t offset,
                  uint64_t bytes,
                  Ptr<Packet> data)
    {
        auto request = Create<FileRequest>(operation);
        request->handle = handle;
        request->offset = offset;
        request->bytes = bytes;
        request->data = data;
        Run(request);
        return request->done;
    }

    /**
     * @param request the request
     * @return how it ended
     */
    FileStatus Run(Ptr<FileRequest> request)
    {
        const auto begin = Simulator::Now();
        request->completion = Callback<void, Ptr<FileRequest>>(
            [this, begin](Ptr<FileRequest>) { m_took = Simulator::Now() - begin; });
        m_fileSystem->Submit(request);
        Simulator::Run();
        m_last = request;
        if (request->operation == FileOperation::OPEN && request->status == FileStatus::OK)
        {
            m_handle = request->handle;
        }
        return request->status;
    }

    Ptr<FileSystem> m_fileSystem; //!< the file system
    Ptr<FileRequest> m_last;      //!< the last request
    FileHandle m_handle{0};       //!< the last opened
    Time m_took;                  //!< how long the last request took
};

} // namespace ns3

#endif /* FILE_TEST_HELPER_H */
