/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bench.h"

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/postmark-program.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * What must be true of a file after a power cut.
 *
 * After an fsync that completed, the file exists under its name, is at least as long as it was at
 * the fsync, and each page holds what it held at the fsync or after one of the writes that were
 * submitted since. If a rename was submitted since, it may have its old or its new name. If a
 * truncate, an unlink or a rename over it was submitted since, nothing is promised. An fdatasync
 * promises the same, but for the names that were given since the last fsync.
 */
struct CrashFile
{
    std::string content;                                //!< after all calls that completed
    std::optional<uint64_t> syncedSize;                 //!< at the last fsync, while it is promised
    std::map<uint64_t, std::vector<std::string>> pages; //!< by page: what it may hold
    std::set<std::string> names;                        //!< those it may have

    /**
     * @param from contents
     * @param page a page
     * @return the contents of that
     */
    static std::string GetPage(const std::string& from, uint64_t page)
    {
        return page * PAGE_BYTES < from.size() ? from.substr(page * PAGE_BYTES, PAGE_BYTES) : "";
    }

    /**
     * @param page contents of a page
     * @return their beginning and end, for a message
     */
    static std::string Describe(const std::string& page)
    {
        auto text =
            page.size() > 60 ? page.substr(0, 30) + "..." + page.substr(page.size() - 30) : page;
        std::replace(text.begin(), text.end(), '\0', '0');
        return std::to_string(page.size()) + " bytes '" + text + "'";
    }

    /**
     * The file is on the medium.
     *
     * @param name its name
     */
    void Synced(const std::string& name)
    {
        names = {name};
        DataSynced();
    }

    /// Its contents are on the medium; it may still have any name that it had since the last fsync.
    void DataSynced()
    {
        syncedSize = content.size();
        pages.clear();
        AddVersions(content, 0, content.size());
    }

    /**
     * @param next contents after a write
     * @param offset where it was
     * @param bytes how long it was
     */
    void AddVersions(const std::string& next, uint64_t offset, uint64_t bytes)
    {
        for (auto page = offset / PAGE_BYTES; page * PAGE_BYTES < offset + bytes; ++page)
        {
            pages[page].push_back(GetPage(next, page));
        }
    }

    /**
     * @param found contents after a power cut
     * @return why they are not what was promised; empty if they are
     */
    std::string Compare(const std::string& found) const
    {
        if (found.size() < *syncedSize)
        {
            return std::to_string(found.size()) + " bytes, fsynced were " +
                   std::to_string(*syncedSize);
        }
        for (const auto& [page, versions] : pages)
        {
            if (page * PAGE_BYTES >= *syncedSize)
            {
                continue;
            }
            const auto actual = GetPage(found, page);
            const auto same = [&actual](const std::string& version) {
                auto padded = version;
                padded.resize(actual.size());
                return padded == actual;
            };
            if (std::none_of(versions.begin(), versions.end(), same))
            {
                return "page " + std::to_string(page) + " holds " + Describe(actual) +
                       " and none of " + std::to_string(versions.size()) + " versions, the first " +
                       Describe(versions.front());
            }
        }
        return "";
    }
};

/**
 * @ingroup host-io-tests
 *
 * A program that does random things to the files of a directory, one call after the other.
 */
class CrashProgram
{
  public:
    /**
     * @param bench where
     * @param directory its directory
     * @param random decides
     */
    CrashProgram(ExtentBench& bench,
                 const std::string& directory,
                 Ptr<UniformRandomVariable> random)
        : m_bench(bench),
          m_directory(directory),
          m_random(random)
    {
    }

    /// Begin, or begin again after a power cut.
    void Start()
    {
        ++m_life;
        Simulator::Schedule(MicroSeconds(Draw(2000)), &CrashProgram::Next, this, m_life);
    }

    /// The power is cut: what is under way never ends.
    void Stop()
    {
        ++m_life;
    }

    /**
     * Compare what is there after a mount with what was promised, and continue from what is there.
     *
     * @return what is wrong
     */
    std::vector<std::string> Verify()
    {
        std::map<std::string, std::string> found;
        for (const auto& name : m_bench.List(m_directory))
        {
            found[name] = m_bench.ReadFile(m_directory + "/" + name);
        }
        std::vector<std::string> problems;
        for (const auto& file : m_all)
        {
            if (file->syncedSize)
            {
                VerifyFile(*file, found, problems);
            }
        }
        m_all.clear();
        m_files.clear();
        for (const auto& [name, content] : found)
        {
            auto file = std::make_shared<CrashFile>();
            file->content = content;
            file->Synced(name);
            m_files[name] = file;
            m_all.push_back(file);
        }
        return problems;
    }

    uint64_t verified{0}; //!< files that were fsynced and compared
    uint64_t calls{0};    //!< calls that completed

  private:
    using FilePtr = std::shared_ptr<CrashFile>; //!< a file

    /**
     * @param file a file that is promised
     * @param found what is there
     * @param problems what is wrong is added here
     */
    void VerifyFile(const CrashFile& file,
                    const std::map<std::string, std::string>& found,
                    std::vector<std::string>& problems)
    {
        ++verified;
        std::string why = "it is not there";
        for (const auto& name : file.names)
        {
            const auto it = found.find(name);
            if (it != found.end())
            {
                why = file.Compare(it->second);
                if (why.empty())
                {
                    return;
                }
            }
        }
        problems.push_back(m_directory + "/" + *file.names.begin() + ": " + why);
    }

    /**
     * @param most a number
     * @return one from 0 to that
     */
    uint64_t Draw(uint64_t most)
    {
        return m_random->GetInteger(0, most);
    }

    /**
     * Submit a call.
     *
     * @param request the call
     * @param then what follows when it is complete, unless the power was cut
     */
    void Call(Ptr<FileRequest> request, std::function<void(Ptr<FileRequest>)> then)
    {
        request->completion = FileRequest::Completion([this, then, life = m_life](auto complete) {
            if (life == m_life)
            {
                ++calls;
                then(complete);
            }
        });
        m_bench.fileSystem->Submit(request);
    }

    /**
     * Do the next thing.
     *
     * @param life when that was decided
     */
    void Next(uint32_t life)
    {
        if (life != m_life)
        {
            return;
        }
        const auto choice = Draw(99);
        if (m_files.empty() || (choice < 25 && m_files.size() < 12))
        {
            Open("f" + std::to_string(m_number++));
            return;
        }
        auto it = m_files.begin();
        std::advance(it, Draw(m_files.size() - 1));
        if (choice < 75)
        {
            Open(it->first);
        }
        else if (choice < 87)
        {
            Unlink(it->first);
        }
        else
        {
            Rename(it->first);
        }
    }

    /// Think, then do the next thing.
    void Think()
    {
        Simulator::Schedule(MicroSeconds(Draw(3000)), &CrashProgram::Next, this, m_life);
    }

    /**
     * Open a file and do something to it.
     *
     * @param name its name
     */
    void Open(const std::string& name)
    {
        auto request = Create<FileRequest>(FileOperation::OPEN);
        request->path = m_directory + "/" + name;
        request->flags.create = true;
        request->flags.direct = Draw(9) == 0;
        Call(request, [this, name](Ptr<FileRequest> opened) {
            if (opened->status != FileStatus::OK)
            {
                Think();
                return;
            }
            auto& file = m_files[name];
            if (!file)
            {
                file = std::make_shared<CrashFile>();
                file->names.insert(name);
                m_all.push_back(file);
            }
            Draw(9) == 0 ? Truncate(name, opened) : Write(name, opened);
        });
    }

    /**
     * Write to a file.
     *
     * @param name its name
     * @param opened how it was opened
     */
    void Write(const std::string& name, Ptr<FileRequest> opened)
    {
        const auto file = m_files[name];
        auto request = Create<FileRequest>(FileOperation::WRITE);
        request->handle = opened->handle;
        request->offset = Draw(3) == 0 ? Draw(file->content.size()) : file->content.size();
        request->offset += Draw(9) == 0 ? Draw(9000) : 0;
        request->bytes = 1 + Draw(Draw(3) == 0 ? 120000 : 9000);
        if (opened->flags.direct)
        {
            request->offset = request->offset / PAGE_BYTES * PAGE_BYTES;
            request->bytes = (request->bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
        }
        const auto text = ExtentBench::Repeat("[" + name + " " + std::to_string(++m_version) + "]",
                                              request->bytes);
        request->data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        auto next = file->content;
        const auto end = request->offset + request->bytes;
        next.resize(std::max<uint64_t>(next.size(), end));
        next.replace(request->offset, request->bytes, text);
        const auto from = std::min<uint64_t>(file->content.size(), request->offset);
        file->AddVersions(next, from, end - from);
        Call(request, [this, name, next, file](Ptr<FileRequest> written) {
            if (written->status == FileStatus::OK)
            {
                file->content = next;
            }
            Finish(name, written->handle);
        });
    }

    /**
     * Cut a file.
     *
     * @param name its name
     * @param opened how it was opened
     */
    void Truncate(const std::string& name, Ptr<FileRequest> opened)
    {
        const auto file = m_files[name];
        auto request = Create<FileRequest>(FileOperation::TRUNCATE);
        request->handle = opened->handle;
        request->offset = Draw(file->content.size() + 3000);
        file->syncedSize.reset();
        Call(request, [this, name, file](Ptr<FileRequest> cut) {
            if (cut->status == FileStatus::OK)
            {
                file->content.resize(cut->offset);
            }
            Finish(name, cut->handle);
        });
    }

    /**
     * Perhaps fsync or fdatasync a file, then close it.
     *
     * @param name its name
     * @param handle the open file
     */
    void Finish(const std::string& name, FileHandle handle)
    {
        const auto close = [this, handle] {
            auto request = Create<FileRequest>(FileOperation::CLOSE);
            request->handle = handle;
            Call(request, [this](Ptr<FileRequest>) { Think(); });
        };
        if (Draw(3) != 0)
        {
            close();
            return;
        }
        const bool dataOnly = Draw(1) == 0;
        auto request =
            Create<FileRequest>(dataOnly ? FileOperation::SYNC_DATA : FileOperation::SYNC);
        request->handle = handle;
        Call(request, [this, name, dataOnly, close](Ptr<FileRequest> synced) {
            if (synced->status == FileStatus::OK)
            {
                dataOnly ? m_files[name]->DataSynced() : m_files[name]->Synced(name);
            }
            close();
        });
    }

    /**
     * @param name a file to unlink
     */
    void Unlink(const std::string& name)
    {
        auto request = Create<FileRequest>(FileOperation::UNLINK);
        request->path = m_directory + "/" + name;
        m_files[name]->syncedSize.reset();
        Call(request, [this, name](Ptr<FileRequest> unlinked) {
            if (unlinked->status == FileStatus::OK)
            {
                m_files.erase(name);
            }
            Think();
        });
    }

    /**
     * @param name a file to rename, perhaps over another
     */
    void Rename(const std::string& name)
    {
        std::string newName = "r" + std::to_string(m_number++);
        if (Draw(1) == 0)
        {
            newName = m_files.rbegin()->first;
        }
        if (newName == name)
        {
            Think();
            return;
        }
        if (const auto it = m_files.find(newName); it != m_files.end())
        {
            it->second->syncedSize.reset();
        }
        m_files[name]->names.insert(newName);
        auto request = Create<FileRequest>(FileOperation::RENAME);
        request->path = m_directory + "/" + name;
        request->newPath = m_directory + "/" + newName;
        Call(request, [this, name, newName](Ptr<FileRequest> renamed) {
            if (renamed->status == FileStatus::OK)
            {
                m_files[newName] = m_files[name];
                m_files.erase(name);
            }
            Think();
        });
    }

    ExtentBench& m_bench;                   //!< where
    std::string m_directory;                //!< its directory
    Ptr<UniformRandomVariable> m_random;    //!< decides
    std::map<std::string, FilePtr> m_files; //!< by name
    std::vector<FilePtr> m_all;             //!< all since the last power cut
    uint32_t m_life{0};                     //!< how often it was started or stopped
    uint64_t m_number{0};                   //!< of the next new name
    uint64_t m_version{0};                  //!< of the last write
};

/**
 * @ingroup host-io-tests
 *
 * A Postmark that works until the power is cut, in a directory of its own.
 */
class CrashPostmark
{
  public:
    /**
     * @param bench where
     * @param stream number of its first random stream
     */
    CrashPostmark(ExtentBench& bench, int64_t stream)
        : m_bench(bench)
    {
        m_bench.Name(FileOperation::MAKE_DIRECTORY, DIRECTORY);
        m_program = CreateObjectWithAttributes<PostmarkProgram>("Directory",
                                                                StringValue(DIRECTORY),
                                                                "ThinkTime",
                                                                TimeValue(MicroSeconds(300)),
                                                                "Number",
                                                                UintegerValue(60),
                                                                "Transactions",
                                                                UintegerValue(1000000));
        m_program->AssignStreams(stream);
        m_program->AddFileSystem(bench.fileSystem);
        CreateObject<Node>()->AddApplication(m_program);
    }

    /**
     * Remove what a mount found of it.
     *
     * @return calls that it completed
     */
    uint64_t Remove()
    {
        for (const auto& name : m_bench.List(DIRECTORY))
        {
            m_bench.Name(FileOperation::UNLINK, std::string(DIRECTORY) + "/" + name);
        }
        m_bench.Name(FileOperation::REMOVE_DIRECTORY, DIRECTORY);
        return m_program->GetOperations(FileOperation::WRITE);
    }

  private:
    static constexpr const char* DIRECTORY = "/postmark"; //!< where it works
    ExtentBench& m_bench;                                 //!< where that is
    Ptr<PostmarkProgram> m_program;                       //!< the program
};

/**
 * @ingroup host-io-tests
 *
 * Power cuts at random moments while three programs and Postmark work. After each the file system
 * is checked as it lies on the device, mounted from its bytes, and each file is compared with what
 * was promised.
 */
class ExtentCrashTestCase : public TestCase
{
  public:
    /**
     * @param name the case
     * @param cuts power cuts
     * @param delayed the attribute DelayedAllocation
     * @param pages pages of the device
     * @param blockMap the attribute BlockMap
     */
    ExtentCrashTestCase(const std::string& name,
                        uint32_t cuts,
                        bool delayed,
                        uint64_t pages,
                        const std::string& blockMap = "Extents")
        : TestCase(name),
          m_cuts(cuts),
          m_delayed(delayed),
          m_pages(pages),
          m_blockMap(blockMap)
    {
    }

  private:
    void DoRun() override
    {
        ExtentBench bench(m_pages, true);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(19);
        bench.device->keepSeen = false;
        bench.device->random = random;
        bench.device->longest = MilliSeconds(8);
        bench.cache->SetAttribute("FlushInterval", TimeValue(MilliSeconds(50)));
        bench.cache->SetAttribute("DirtyExpire", TimeValue(MilliSeconds(150)));
        bench.fileSystem->SetAttribute("CommitInterval", TimeValue(MilliSeconds(120)));
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(m_delayed));
        bench.fileSystem->SetAttribute("BlockMap", StringValue(m_blockMap));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        std::vector<std::unique_ptr<CrashProgram>> programs;
        for (const std::string directory : {"/a", "/b", "/c"})
        {
            bench.Name(FileOperation::MAKE_DIRECTORY, directory);
            programs.push_back(std::make_unique<CrashProgram>(bench, directory, random));
        }
        auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
        NS_TEST_ASSERT_MSG_EQ(bench.Do(request), FileStatus::OK, "the directories are there");
        for (uint32_t cut = 0; cut < m_cuts && !IsStatusFailure(); ++cut)
        {
            Cut(bench, programs, MicroSeconds(random->GetInteger(1, 1500000)));
        }
        uint64_t verified = 0;
        uint64_t calls = 0;
        for (const auto& program : programs)
        {
            verified += program->verified;
            calls += program->calls;
        }
        NS_TEST_EXPECT_MSG_GT(m_postmarkWrites, 20 * m_cuts, "Postmark worked");
        NS_TEST_EXPECT_MSG_GT(verified, m_cuts, "at least one fsynced file for each cut");
        NS_TEST_EXPECT_MSG_GT(calls, 20 * m_cuts, "at least 20 calls for each cut");
    }

    /**
     * Work for a time, then lose power and verify.
     *
     * @param bench the bench
     * @param programs the programs
     * @param after how long they work
     */
    void Cut(ExtentBench& bench, std::vector<std::unique_ptr<CrashProgram>>& programs, Time after)
    {
        CrashPostmark postmark(bench, 100);
        for (const auto& program : programs)
        {
            program->Start();
        }
        bench.Pass(after);
        bench.LosePower();
        for (const auto& program : programs)
        {
            program->Stop();
        }
        for (const auto& problem : bench.Check())
        {
            NS_TEST_EXPECT_MSG_EQ(problem, "", "as it lies, " << Simulator::Now().As(Time::S));
        }
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted again");
        for (const auto& program : programs)
        {
            for (const auto& problem : program->Verify())
            {
                NS_TEST_EXPECT_MSG_EQ(problem, "", "promised, " << Simulator::Now().As(Time::S));
            }
        }
        m_postmarkWrites += postmark.Remove();
    }

    uint32_t m_cuts;              //!< power cuts
    bool m_delayed;               //!< the attribute DelayedAllocation
    uint64_t m_pages;             //!< pages of the device
    std::string m_blockMap;       //!< the attribute BlockMap
    uint64_t m_postmarkWrites{0}; //!< what Postmark wrote in all its lives
};

/**
 * @ingroup host-io-tests
 *
 * The file system when the power is cut. EXTENT_CRASH_CUTS sets the number of power cuts of the
 * long case, which is 100 without it.
 */
class ExtentCrashTestSuite : public TestSuite
{
  public:
    ExtentCrashTestSuite()
        : TestSuite("extent-crash", Type::SYSTEM)
    {
        const std::string indirect = "Indirect";
        const char* cuts = std::getenv("EXTENT_CRASH_CUTS");
        const uint32_t many = cuts ? std::strtoul(cuts, nullptr, 10) : 100;
        AddTestCase(new ExtentCrashTestCase("40 power cuts", 40, true, 16384), Duration::QUICK);
        AddTestCase(
            new ExtentCrashTestCase("40 power cuts without delayed allocation", 40, false, 16384),
            Duration::QUICK);
        AddTestCase(
            new ExtentCrashTestCase("40 power cuts on a device that gets full", 40, true, 2400),
            Duration::QUICK);
        AddTestCase(new ExtentCrashTestCase("20 power cuts with four groups", 20, true, 120000),
                    Duration::QUICK);
        AddTestCase(new ExtentCrashTestCase("40 power cuts with indirect blocks",
                                            40,
                                            false,
                                            16384,
                                            indirect),
                    Duration::QUICK);
        AddTestCase(new ExtentCrashTestCase("40 power cuts with indirect blocks on a device that "
                                            "gets full",
                                            40,
                                            false,
                                            2400,
                                            indirect),
                    Duration::QUICK);
        AddTestCase(new ExtentCrashTestCase("many power cuts", many, true, 16384),
                    Duration::EXTENSIVE);
        AddTestCase(new ExtentCrashTestCase("many power cuts with indirect blocks",
                                            many,
                                            false,
                                            16384,
                                            indirect),
                    Duration::EXTENSIVE);
    }
};

/// The suite.
static ExtentCrashTestSuite g_extentCrashTestSuite;
