/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-test-helper.h"

#include "ns3/file-program.h"
#include "ns3/stdio-buffer.h"
#include "ns3/test.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What a process of a ScriptedProgram does, in parts that are planned one after the other.
using Script = std::vector<std::function<void(FileProcess&)>>;

/**
 * @ingroup host-io-tests
 *
 * A program that does what a test says.
 */
class ScriptedProgram : public FileProgram
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::ScriptedProgram")
                                .SetParent<FileProgram>()
                                .SetGroupName("HostIo")
                                .AddConstructor<ScriptedProgram>();
        return tid;
    }

    std::vector<Script> scripts;   //!< of the processes
    bool endsOnError{true};        //!< whether a process ends at its first error
    std::vector<std::string> done; //!< what happened: time in ms, process, operation or phase

  private:
    uint32_t GetNProcesses() const override
    {
        return scripts.size();
    }

    bool Plan(FileProcess& process) override
    {
        m_next.resize(scripts.size());
        const auto& script = scripts[process.GetNumber()];
        auto& next = m_next[process.GetNumber()];
        if (next == script.size())
        {
            return false;
        }
        script[next++](process);
        return true;
    }

    bool EndsOnError() const override
    {
        return endsOnError;
    }

    void Completed(const FileProcess& process, const FileRequest& request) override
    {
        std::ostringstream text;
        text << Simulator::Now().GetMilliSeconds() << " " << process.GetNumber() << " "
             << request.operation;
        done.push_back(text.str());
    }

    void AddResults(std::vector<FileProgramResult>&) const override
    {
    }

    void Report(std::ostream& os) const override
    {
        os << "report\n";
    }

    std::vector<std::size_t> m_next; //!< by process: the next part of its script
};

/// A file system that is ready when it is told to be.
class LateFileSystem : public MemoryFileSystem
{
  public:
    bool IsReady() const override
    {
        return m_isReady;
    }

    /// Be ready.
    void Come()
    {
        m_isReady = true;
        NotifyReady();
    }

  private:
    bool m_isReady{false}; //!< whether it is ready
};

/**
 * @param program a program to install
 * @param fileSystem its file system
 */
void
Install(const Ptr<ScriptedProgram>& program, const Ptr<FileSystem>& fileSystem)
{
    program->AddFileSystem(fileSystem);
    CreateObject<Node>()->AddApplication(program);
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Processes, think times, barriers and phases.
 */
class FileProgramProcessesTestCase : public TestCase
{
  public:
    FileProgramProcessesTestCase()
        : TestCase("processes, think times, barriers, phases")
    {
    }

  private:
    void DoRun() override
    {
        CheckThinkTime();
        CheckBarrier();
        CheckCurrentPhase();
        CheckEndedProcess();
    }

    /// Times of operations with think times between them.
    void CheckThinkTime()
    {
        auto program = CreateObject<ScriptedProgram>();
        program->SetAttribute("ThinkTime", StringValue("2ms"));
        FileOpenFlags create;
        create.create = true;
        program->scripts = {{[&](FileProcess& process) {
                                 process.Open(0, "/a", create);
                                 process.Write(0, 0, 250, 100);
                                 process.Think(MilliSeconds(5));
                             },
                             [](FileProcess& process) {
                                 process.Read(0, 0, 1000, 100);
                                 process.OnDescriptor(FileOperation::CLOSE, 0);
                             }}};
        Install(program, MakeMemoryFileSystem(MilliSeconds(10)));
        Simulator::Run();
        // 10 ms for each call and 2 ms before the next; 5 ms more after the last write. The third
        // read is short: the file ends, and the other 7 do not take place.
        const std::vector<std::string> expected{"10 0 open",
                                                "22 0 pwrite",
                                                "34 0 pwrite",
                                                "46 0 pwrite",
                                                "63 0 pread",
                                                "75 0 pread",
                                                "87 0 pread",
                                                "99 0 close"};
        NS_TEST_EXPECT_MSG_EQ((program->done == expected), true, "times");
        NS_TEST_EXPECT_MSG_EQ(program->GetBytesRead(), 250, "read");
        NS_TEST_EXPECT_MSG_EQ(program->GetBytesWritten(), 250, "written");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "elapsed"), 0.101, 1e-9, "to the last think");
        NS_TEST_EXPECT_MSG_EQ(GetReport(program), "report\n", "no errors");
        Simulator::Destroy();
    }

    /// Nobody passes a barrier before all are there.
    void CheckBarrier()
    {
        auto program = CreateObject<ScriptedProgram>();
        for (int64_t i = 0; i < 3; ++i)
        {
            program->scripts.push_back({[i](FileProcess& process) {
                process.BeginPhase("first");
                process.Think(MilliSeconds(10 * (i + 1)));
                process.OnPath(FileOperation::STAT, "/");
                process.EndPhase();
                process.Barrier();
                process.BeginPhase("second");
                process.OnPath(FileOperation::STAT, "/");
                process.Barrier();
                process.OnPath(FileOperation::STAT, "/");
                process.EndPhase();
            }});
        }
        std::vector<std::string> phases;
        program->TraceConnectWithoutContext(
            "PhaseStart",
            Callback<void, const std::string&, uint32_t>(
                [&phases](const std::string& phase, uint32_t process) {
                    phases.push_back("+" + phase + std::to_string(process));
                }));
        program->TraceConnectWithoutContext(
            "PhaseEnd",
            Callback<void, const std::string&, uint32_t>(
                [&phases](const std::string& phase, uint32_t process) {
                    phases.push_back("-" + phase + std::to_string(process));
                }));
        Install(program, MakeMemoryFileSystem(MilliSeconds(1)));
        Simulator::Run();
        const std::vector<std::string> expected{"11 0 stat",
                                                "21 1 stat",
                                                "31 2 stat",
                                                "32 0 stat",
                                                "32 1 stat",
                                                "32 2 stat",
                                                "33 0 stat",
                                                "33 1 stat",
                                                "33 2 stat"};
        NS_TEST_EXPECT_MSG_EQ((program->done == expected), true, "all wait for process 2");
        const auto& first = program->GetPhase("first");
        NS_TEST_EXPECT_MSG_EQ(first.end, MilliSeconds(31), "end of the last");
        NS_TEST_EXPECT_MSG_EQ(first.spans[0].end, MilliSeconds(11), "end of the first");
        const auto& second = program->GetPhase("second");
        NS_TEST_EXPECT_MSG_EQ(second.begin, MilliSeconds(31), "begin of the second");
        NS_TEST_EXPECT_MSG_EQ(second.operations, 6, "operations");
        NS_TEST_EXPECT_MSG_EQ_TOL(second.GetRate(6), 3000, 1e-6, "6 in 2 ms");
        NS_TEST_EXPECT_MSG_EQ(phases.size(), 12, "each phase of each process");
        NS_TEST_EXPECT_MSG_EQ(phases[2] + phases[3], "+first2-first0", "in order");
        NS_TEST_EXPECT_MSG_EQ(program->GetPhase("third").GetRate(1), 0, "no such phase");
        Simulator::Destroy();
    }

    /// The phase of the program, where its processes are in two at a time.
    void CheckCurrentPhase()
    {
        auto program = CreateObject<ScriptedProgram>();
        program->scripts = {{[](FileProcess& process) {
                                process.BeginPhase("one");
                                process.Think(MilliSeconds(10));
                                process.BeginPhase("two");
                                process.Think(MilliSeconds(10));
                                process.EndPhase();
                            }},
                            {[](FileProcess& process) {
                                process.BeginPhase("one");
                                process.Think(MilliSeconds(30));
                                process.EndPhase();
                                process.Think(MilliSeconds(10));
                            }}};
        Install(program, MakeMemoryFileSystem());
        NS_TEST_EXPECT_MSG_EQ(program->GetCurrentPhase(), "", "not begun");
        std::string phases;
        for (const int64_t at : {5, 15, 25, 35, 45})
        {
            Simulator::Schedule(MilliSeconds(at), [&phases, &program] {
                phases += program->GetCurrentPhase() + ";";
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(phases, "one;two;one;;;", "the one that began last");
        Simulator::Destroy();
    }

    /// A process that has ended is not waited for.
    void CheckEndedProcess()
    {
        auto program = CreateObject<ScriptedProgram>();
        program->scripts = {{[](FileProcess& process) {
                                process.Barrier();
                                process.OnPath(FileOperation::STAT, "/");
                            }},
                            {[](FileProcess& process) { process.Think(MilliSeconds(7)); }},
                            {[](FileProcess& process) {
                                process.OnPath(FileOperation::STAT, "/none");
                                process.Barrier();
                            }}};
        Install(program, MakeMemoryFileSystem(MilliSeconds(1)));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(program->done.back(), "8 0 stat", "1 ended at 7 ms, 2 at 1 ms");
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished(), true, "finished");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Errors, and that requests are used again.
 */
class FileProgramRequestsTestCase : public TestCase
{
  public:
    FileProgramRequestsTestCase()
        : TestCase("errors and requests")
    {
    }

  private:
    void DoRun() override
    {
        CheckErrors(true, "open;pwrite;open;close");
        CheckErrors(false, "open;pwrite;open;stat;unlink;close");
        CheckRequests();
        CheckNotReady();
    }

    /**
     * An error ends the process, or not.
     *
     * @param ends true if it does
     * @param expected the operations
     */
    void CheckErrors(bool ends, const std::string& expected)
    {
        auto program = CreateObject<ScriptedProgram>();
        program->endsOnError = ends;
        FileOpenFlags create;
        create.create = true;
        program->scripts = {{[&](FileProcess& process) {
            process.Open(0, "/a", create);
            process.Write(0, 0, 10, 10);
            process.Open(1, "/none");
            process.Read(1, 0, 10, 10);
            process.OnDescriptor(FileOperation::CLOSE, 1);
            process.OnPath(FileOperation::STAT, "/none");
            process.OnPath(FileOperation::UNLINK, "/none");
            process.OnDescriptor(FileOperation::CLOSE, 0);
        }}};
        Install(program, MakeMemoryFileSystem());
        Simulator::Run();
        std::string text;
        for (const auto& line : program->done)
        {
            text += (text.empty() ? "" : ";") + line.substr(4);
        }
        NS_TEST_EXPECT_MSG_EQ(text, expected, "operations");
        NS_TEST_EXPECT_MSG_EQ(GetReport(program),
                              std::string("report\nerrors: ") + (ends ? "1" : "3") + " ENOENT\n",
                              "counted");
        NS_TEST_EXPECT_MSG_EQ(GetResult(program, "errors"), (ends ? 1 : 3), "in the results");
        Simulator::Destroy();
    }

    /// Two requests do for any number of operations, unless somebody keeps one.
    void CheckRequests()
    {
        auto program = CreateObject<ScriptedProgram>();
        program->scripts = {{[](FileProcess& process) {
            for (int i = 0; i < 1000; ++i)
            {
                process.OnPath(FileOperation::STAT, "/");
            }
        }}};
        auto fileSystem = MakeMemoryFileSystem();
        std::set<const FileRequest*> requests;
        Ptr<const FileRequest> kept;
        fileSystem->TraceConnectWithoutContext(
            "Complete",
            Callback<void, Ptr<const FileRequest>>([&](Ptr<const FileRequest> request) {
                requests.insert(PeekPointer(request));
                kept = requests.size() == 1 && !kept ? request : kept;
            }));
        Install(program, fileSystem);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(requests.size(), 3, "one is kept, two are used in turn");
        NS_TEST_EXPECT_MSG_EQ(kept->operation, FileOperation::STAT, "it was left alone");
        NS_TEST_EXPECT_MSG_EQ(kept->issueTime, Time(0), "since the beginning");
        Simulator::Destroy();
    }

    /// A program without file system, and one that is stopped before it starts.
    void CheckNotReady()
    {
        auto program = CreateObject<ScriptedProgram>();
        std::string error;
        try
        {
            program->CheckConfiguration();
        }
        catch (const UserError& userError)
        {
            error = userError.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error, "ns3::ScriptedProgram: it has no file system", "");
        CheckLate(MilliSeconds(4), true);
        CheckLate(MilliSeconds(5), false);
    }

    /**
     * A program is stopped after 4.5 ms.
     *
     * @param ready when its file system is ready
     * @param begins whether it begins
     */
    void CheckLate(Time ready, bool begins)
    {
        auto program = CreateObject<ScriptedProgram>();
        program->scripts = {{[](FileProcess& process) { process.Think(MilliSeconds(10)); }}};
        const auto fileSystem = CreateObject<LateFileSystem>();
        Install(program, fileSystem);
        program->SetStopTime(MicroSeconds(4500));
        Simulator::Schedule(ready, &LateFileSystem::Come, fileSystem);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(program->HasBegun(), begins, "at " << ready);
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished(), true, "stopped");
        const std::string report = begins ? "report\nstopped before its end\n"
                                          : "did not begin, as its file system was not ready\n";
        NS_TEST_EXPECT_MSG_EQ(GetReport(program), report, "the line says so");
        const std::size_t values = begins ? 1 : 0;
        const auto results = program->GetResults();
        NS_TEST_ASSERT_MSG_EQ(results.size(), 5, "those of every program");
        for (const auto& result : results)
        {
            NS_TEST_EXPECT_MSG_EQ(result.values.size(), values, result.name);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * The calls of the C library, as recorded by strace from GNU C library 2.36.
 */
class StdioBufferTestCase : public TestCase
{
  public:
    StdioBufferTestCase()
        : TestCase("calls of fread() and fwrite()")
    {
    }

  private:
    /**
     * @param block bytes of each fread() or fwrite()
     * @param bytes bytes of the file
     * @return the operations on the file
     */
    static std::string GetCalls(uint64_t block, uint64_t bytes)
    {
        auto program = CreateObject<ScriptedProgram>();
        FileOpenFlags create;
        create.create = true;
        program->scripts = {{[&](FileProcess& process) {
            process.Open(0, "/a", create);
            StdioBuffer(4096).Write(process, 0, 0, bytes, block);
            StdioBuffer(4096).Read(process, 0, bytes, block);
        }}};
        auto fileSystem = MakeMemoryFileSystem();
        std::string text;
        fileSystem->TraceConnectWithoutContext(
            "Complete",
            Callback<void, Ptr<const FileRequest>>([&](Ptr<const FileRequest> request) {
                if (request->operation == FileOperation::WRITE)
                {
                    text += "w" + std::to_string(request->bytes) + " ";
                }
                else if (request->operation == FileOperation::READ)
                {
                    text += "r" + std::to_string(request->bytes) + ":" +
                            std::to_string(request->done) + " ";
                }
            }));
        Install(program, fileSystem);
        Simulator::Run();
        Simulator::Destroy();
        return text;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetCalls(512, 10000),
                              "w4096 w4096 w1808 r4096:4096 r4096:4096 r4096:1808 ",
                              "blocks of 512");
        NS_TEST_EXPECT_MSG_EQ(GetCalls(512, 8192),
                              "w4096 w4096 r4096:4096 r4096:4096 ",
                              "whole buffers");
        NS_TEST_EXPECT_MSG_EQ(GetCalls(5000, 30001),
                              "w4096 w4096 w4096 w4096 w4096 w4096 w4096 w1329 r4096:4096 "
                              "r4096:4096 r4096:4096 r4096:4096 r4096:4096 r4096:4096 r4096:4096 "
                              "r4096:1329 ",
                              "blocks of 5000");
        NS_TEST_EXPECT_MSG_EQ(GetCalls(8192, 30001),
                              "w8192 w4096 w4096 w4096 w4096 w4096 w1329 r8192:8192 r8192:8192 "
                              "r8192:8192 r4096:4096 r4096:1329 ",
                              "blocks of two buffers");
        NS_TEST_EXPECT_MSG_EQ(GetCalls(10000, 30001),
                              "w8192 w4096 w4096 w4096 w8192 w1329 r8192:8192 r4096:4096 "
                              "r4096:4096 r4096:4096 r8192:8192 r4096:1329 ",
                              "blocks of 10000");
        NS_TEST_EXPECT_MSG_EQ(GetCalls(20000, 30001),
                              "w16384 w4096 w8192 w1329 r16384:16384 r4096:4096 r8192:8192 "
                              "r4096:1329 ",
                              "blocks of 20000");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What all programs on files have in common.
 */
class FileProgramTestSuite : public TestSuite
{
  public:
    FileProgramTestSuite()
        : TestSuite("host-io-file-program", Type::UNIT)
    {
        AddTestCase(new FileProgramProcessesTestCase, Duration::QUICK);
        AddTestCase(new FileProgramRequestsTestCase, Duration::QUICK);
        AddTestCase(new StdioBufferTestCase, Duration::QUICK);
    }
};

static FileProgramTestSuite g_fileProgramTestSuite; //!< registers the suite
