/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_BENCH_H
#define EXTENT_BENCH_H

#include "ns3/block-device.h"
#include "ns3/block-store.h"
#include "ns3/boolean.h"
#include "ns3/extent-checker.h"
#include "ns3/extent-file-system.h"
#include "ns3/page-cache.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-tests
 *
 * A device for tests of file systems. It serves all requests at once, each in a time drawn between
 * two limits, so that they end in any order. It keeps contents, and what it was asked.
 */
class ExtentTestDevice : public BlockDevice
{
  public:
    /// A request as it came.
    struct Seen
    {
        Time when;                //!< when
        BlockOperation operation; //!< what
        uint64_t page;            //!< the first page
        uint64_t pages;           //!< how many
        bool forceUnitAccess;     //!< FUA
    };

    /**
     * @param pages pages of 4 KiB
     * @param storeData true to keep contents
     */
    ExtentTestDevice(uint64_t pages, bool storeData)
        : m_pages(pages),
          m_storeData(storeData)
    {
    }

    uint64_t GetBlockCount() const override
    {
        return m_pages * 8;
    }

    uint32_t GetBlockSize() const override
    {
        return 512;
    }

    /// Requests that did not end yet never do, and have no effect.
    void LosePower()
    {
        ++m_life;
    }

    /**
     * @param operation an operation
     * @return how many requests of it came
     */
    uint64_t Count(BlockOperation operation) const
    {
        uint64_t count = 0;
        for (const auto& request : seen)
        {
            count += request.operation == operation ? 1 : 0;
        }
        return count;
    }

    std::vector<Seen> seen;            //!< every request, in order
    bool keepSeen{true};               //!< true to keep them
    Time shortest{MicroSeconds(100)};  //!< shortest service time
    Time longest{MicroSeconds(100)};   //!< longest service time
    Ptr<UniformRandomVariable> random; //!< draws service times, null for the shortest
    BlockStore store{512};             //!< contents
    /// How a request ends.
    std::function<BlockStatus(const BlockRequest&)> fate = [](const BlockRequest&) {
        return BlockStatus::OK;
    };

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        if (keepSeen)
        {
            seen.push_back({Simulator::Now(),
                            request->operation,
                            request->lba / 8,
                            request->blocks / 8,
                            request->forceUnitAccess});
        }
        auto time = shortest;
        if (random)
        {
            time = NanoSeconds(
                random->GetInteger(shortest.GetNanoSeconds(), longest.GetNanoSeconds()));
        }
        Simulator::Schedule(time,
                            &ExtentTestDevice::End,
                            Ptr<ExtentTestDevice>(this),
                            request,
                            m_life);
    }

    /**
     * @param request a request whose time has come
     * @param life when it was submitted
     */
    void End(Ptr<BlockRequest> request, uint32_t life)
    {
        if (life != m_life)
        {
            return;
        }
        const auto status = fate(*request);
        if (m_storeData && status == BlockStatus::OK)
        {
            store.Apply(request);
        }
        Complete(request, status);
    }

    uint64_t m_pages;   //!< pages of 4 KiB
    bool m_storeData;   //!< true to keep contents
    uint32_t m_life{0}; //!< how often power was lost
};

/**
 * @ingroup host-io-tests
 *
 * A file system on a device for tests, used as by a program that waits for each call.
 */
class ExtentBench
{
  public:
    /**
     * @param pages pages of the device
     * @param storeData true to keep contents
     */
    ExtentBench(uint64_t pages, bool storeData)
        : device(CreateObject<ExtentTestDevice>(pages, storeData)),
          m_storeData(storeData)
    {
        cache = MakeCache();
        fileSystem = MakeFileSystem();
    }

    ~ExtentBench()
    {
        Simulator::Destroy();
    }

    /**
     * @return a new page cache on the device
     */
    Ptr<PageCache> MakeCache() const
    {
        auto made = CreateObject<PageCache>();
        made->SetAttribute("StoreData", BooleanValue(m_storeData));
        made->SetDevice(device);
        return made;
    }

    /**
     * @return a new file system on the cache
     */
    Ptr<ExtentFileSystem> MakeFileSystem() const
    {
        auto made = CreateObject<ExtentFileSystem>();
        made->SetCache(cache);
        made->SetAttribute("JournalSize", UintegerValue(1));
        // What is read and when a write comes does not matter unless a test says so.
        made->SetAttribute("AccessTimes", BooleanValue(false));
        made->SetAttribute("TimeGranularity", TimeValue(Time(0)));
        return made;
    }

    /**
     * Start something and run until it is done.
     *
     * @param start starts it; it is given what to call
     * @return how it ended; STALE if it did not end
     */
    FileStatus Wait(const std::function<void(ExtentFileSystem::Done)>& start)
    {
        auto status = FileStatus::STALE;
        start(ExtentFileSystem::Done([&status](FileStatus ended) {
            status = ended;
            Simulator::Stop();
        }));
        Simulator::Run();
        return status;
    }

    /**
     * @return how the format and mount ended
     */
    FileStatus FormatAndMount()
    {
        const auto status = Wait([this](auto done) { fileSystem->Format(done); });
        return status == FileStatus::OK ? Mount() : status;
    }

    /**
     * @return how the mount ended
     */
    FileStatus Mount()
    {
        return Wait([this](auto done) { fileSystem->Mount(done); });
    }

    /**
     * @return how the unmount ended
     */
    FileStatus Unmount()
    {
        return Wait([this](auto done) { fileSystem->Unmount(done); });
    }

    /**
     * Submit a request and run until it is complete.
     *
     * @param request the request
     * @return how it ended
     */
    FileStatus Do(Ptr<FileRequest> request)
    {
        bool complete = false;
        request->completion = FileRequest::Completion([&complete](Ptr<FileRequest>) {
            complete = true;
            Simulator::Stop();
        });
        fileSystem->Submit(request);
        Simulator::Run();
        return complete ? request->status : FileStatus::STALE;
    }

    /**
     * @param operation an operation on a name
     * @param path the name
     * @param newPath the new name
     * @return how it ended
     */
    FileStatus Name(FileOperation operation,
                    const std::string& path,
                    const std::string& newPath = "")
    {
        auto request = Create<FileRequest>(operation);
        request->path = path;
        request->newPath = newPath;
        return Do(request);
    }

    /**
     * @param path a file
     * @param flags how to open it
     * @return its handle, or 0
     */
    FileHandle Open(const std::string& path, FileOpenFlags flags = {})
    {
        auto request = Create<FileRequest>(FileOperation::OPEN);
        request->path = path;
        request->flags = flags;
        status = Do(request);
        return status == FileStatus::OK ? request->handle : 0;
    }

    /**
     * @param operation an operation on an open file
     * @param handle the file
     * @param offset its offset
     * @param bytes its bytes
     * @param text contents, repeated
     * @return how it ended
     */
    FileStatus File(FileOperation operation,
                    FileHandle handle,
                    uint64_t offset = 0,
                    uint64_t bytes = 0,
                    const std::string& text = "")
    {
        auto request = Create<FileRequest>(operation);
        request->handle = handle;
        request->offset = offset;
        request->bytes = bytes;
        if (!text.empty())
        {
            const auto contents = Repeat(text, bytes);
            request->data =
                Create<Packet>(reinterpret_cast<const uint8_t*>(contents.data()), bytes);
        }
        const auto ended = Do(request);
        read = GetText(request->data);
        done = request->done;
        return ended;
    }

    /**
     * @param path a file to make
     * @param bytes its size
     * @param text its contents, repeated
     * @param sync true to fsync it
     * @return how it ended
     */
    FileStatus WriteFile(const std::string& path,
                         uint64_t bytes,
                         const std::string& text,
                         bool sync = false)
    {
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = Open(path, flags);
        if (handle == 0)
        {
            return status;
        }
        auto ended = File(FileOperation::WRITE, handle, 0, bytes, text);
        if (ended == FileStatus::OK && sync)
        {
            ended = File(FileOperation::SYNC, handle);
        }
        File(FileOperation::CLOSE, handle);
        return ended;
    }

    /**
     * @param path a file
     * @return its contents; "?" if it cannot be read
     */
    std::string ReadFile(const std::string& path)
    {
        const auto handle = Open(path);
        if (handle == 0)
        {
            return "?";
        }
        const auto ended = File(FileOperation::READ, handle, 0, 1 << 24);
        const auto contents = ended == FileStatus::OK ? read : "?";
        File(FileOperation::CLOSE, handle);
        return contents;
    }

    /**
     * @param path a name
     * @return what stat tells, if it exists
     */
    std::optional<FileAttributes> Stat(const std::string& path)
    {
        auto request = Create<FileRequest>(FileOperation::STAT);
        request->path = path;
        status = Do(request);
        return status == FileStatus::OK ? std::optional<FileAttributes>(request->attributes)
                                        : std::nullopt;
    }

    /**
     * @param path a directory
     * @return its names
     */
    std::vector<std::string> List(const std::string& path)
    {
        auto request = Create<FileRequest>(FileOperation::LIST);
        request->path = path;
        status = Do(request);
        return request->names;
    }

    /// Let time pass.
    void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// The host and the device lose power.
    void LosePower()
    {
        fileSystem->LosePower();
        device->LosePower();
    }

    /**
     * @return what the checker finds on the device
     */
    std::vector<std::string> Check()
    {
        std::vector<std::string> problems{"the check did not end"};
        checker->Check(device,
                       ExtentChecker::Done([&problems](const std::vector<std::string>& found) {
                           problems = found;
                           Simulator::Stop();
                       }));
        Simulator::Run();
        return problems;
    }

    /**
     * @param text a text
     * @param bytes a number of bytes
     * @return the text repeated and cut to that
     */
    static std::string Repeat(const std::string& text, uint64_t bytes)
    {
        std::string contents;
        while (contents.size() < bytes)
        {
            contents += text;
        }
        contents.resize(bytes);
        return contents;
    }

    /**
     * @param packet contents, or null
     * @return the same
     */
    static std::string GetText(Ptr<const Packet> packet)
    {
        std::string text(packet ? packet->GetSize() : 0, '\0');
        if (packet)
        {
            packet->CopyData(reinterpret_cast<uint8_t*>(text.data()), text.size());
        }
        return text;
    }

    Ptr<ExtentTestDevice> device;                              //!< the device
    Ptr<PageCache> cache;                                      //!< the page cache
    Ptr<ExtentFileSystem> fileSystem;                          //!< the file system
    Ptr<ExtentChecker> checker{CreateObject<ExtentChecker>()}; //!< the checker
    FileStatus status{FileStatus::OK};                         //!< of the last Open or Stat
    std::string read;                                          //!< what the last READ gave
    uint64_t done{0};                                          //!< bytes of the last READ or WRITE

  private:
    bool m_storeData; //!< true if contents are kept
};

} // namespace ns3

#endif /* EXTENT_BENCH_H */
