/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file-test-helper.h"

#include "ns3/result-file.h"
#include "ns3/test.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param folder a folder
 * @return the names of what is in it, in order, with a space behind each
 */
std::string
ListFolder(const std::string& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (const auto& name : names)
    {
        text += name + " ";
    }
    return text;
}

/**
 * Write a result file.
 *
 * @param fileName its name
 * @param text what it holds
 * @return the error, or "no error"
 */
std::string
WriteResult(const std::string& fileName, const std::string& text)
{
    return GetUserError([&] {
        ResultFile file(fileName);
        file.Write(text);
        file.Commit();
    });
}

/**
 * @param fileName a file
 * @return its state, that of a link itself
 */
struct stat
GetState(const std::string& fileName)
{
    struct stat state{};
    lstat(fileName.c_str(), &state);
    return state;
}

/**
 * Make a device file like one of the machine's, which tests must not touch.
 *
 * @param fileName its name
 * @param minor minor number of the memory device: 3 is null, 7 is full
 * @return true if it is there and can be used
 */
bool
MakeDevice(const std::string& fileName, uint32_t minor)
{
    if (mknod(fileName.c_str(), S_IFCHR | 0666, makedev(1, minor)) == 0)
    {
        const int descriptor = open(fileName.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor >= 0)
        {
            close(descriptor);
            return true;
        }
    }
    std::cerr << "not tested: device files cannot be made in " << fileName << "\n";
    return false;
}

} // namespace

/**
 * @ingroup toolbox
 *
 * What a test of result files has: a folder of its own.
 */
class ResultFileTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Make the folder.
     *
     * @param name its name
     */
    void MakeFolder(const std::string& name)
    {
        m_folder = CreateTempDirFilename("result-file-" + name);
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
    }

    /**
     * @param name a name
     * @return its path in the folder
     */
    std::string In(const std::string& name) const
    {
        return m_folder + "/" + name;
    }

    std::string m_folder; //!< the folder
};

/**
 * @ingroup toolbox
 *
 * No result file is left when the run does not reach its end.
 */
class ResultFileWholeTest : public ResultFileTestCase
{
  public:
    ResultFileWholeTest()
        : ResultFileTestCase("A result file is there whole or not at all")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("whole");
        const auto name = In("result");
        {
            ResultFile file(name);
            file.Write(std::string(100000, 'x'));
            CheckUnnamed();
        }
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "", "never committed");
        {
            ResultFile file(name);
            file.Write("who");
            file.Write("le");
            file.Commit();
        }
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "whole", "committed");
        {
            ResultFile file(name);
            file.Write(std::string(100000, 'x'));
            NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "whole", "an older one until then");
        }
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "whole", "and if there is no new one");
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "result ", "nothing else");
        CheckTwoAtOnce(name);
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("new/folder/result"), "deep"), "no error", "");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(In("new/folder/result")), "deep", "a folder is made");
    }

    /// Where files without a name are possible, a program that is killed leaves nothing.
    void CheckUnnamed()
    {
        const int probe = open(m_folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
        if (probe < 0 || access(("/proc/self/fd/" + std::to_string(probe)).c_str(), F_OK) != 0)
        {
            std::cerr << "not tested: no files without a name in " << m_folder << "\n";
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "", "no name yet");
        }
        if (probe >= 0)
        {
            close(probe);
        }
    }

    /**
     * Two writers of one name do not mix.
     *
     * @param name the name
     */
    void CheckTwoAtOnce(const std::string& name)
    {
        ResultFile one(name);
        ResultFile other(name);
        for (int i = 0; i < 20; ++i)
        {
            one.Write(std::string(10000, '1'));
            other.Write(std::string(10000, '2'));
        }
        one.Commit();
        NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(name) == std::string(200000, '1')), true, "the first");
        other.Commit();
        NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(name) == std::string(200000, '2')), true, "the last");
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "result ", "nothing else");
    }
};

/**
 * @ingroup toolbox
 *
 * A new file has the bits that any new file has, and one that is replaced keeps its own.
 */
class ResultFileModeTest : public ResultFileTestCase
{
  public:
    ResultFileModeTest()
        : ResultFileTestCase("Permissions of a result file")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("mode");
        const auto before = umask(027);
        WriteResult(In("new"), "");
        umask(before);
        NS_TEST_EXPECT_MSG_EQ(GetState(In("new")).st_mode, (S_IFREG | 0640), "666 without 027");
        WriteFile(In("old"), "old");
        chmod(In("old").c_str(), 0604);
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("old"), "new"), "no error", "");
        NS_TEST_EXPECT_MSG_EQ(GetState(In("old")).st_mode, (S_IFREG | 0604), "as before");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(In("old")), "new", "and replaced");
        if (geteuid() != 0)
        {
            chmod(In("old").c_str(), 0444);
            NS_TEST_EXPECT_MSG_EQ(WriteResult(In("old"), "newer"),
                                  In("old") + ": cannot be created: Permission denied",
                                  "protected");
        }
    }
};

/**
 * @ingroup toolbox
 *
 * A symbolic link stays, and the file that it points to is replaced or made.
 */
class ResultFileLinkTest : public ResultFileTestCase
{
  public:
    ResultFileLinkTest()
        : ResultFileTestCase("A symbolic link keeps pointing where it points")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("link");
        WriteFile(In("file"), "old");
        Link("file", "link");
        Link(In("link"), "chain");
        Check("chain", "link", "file");
        Link("none", "dangling");
        Check("dangling", "none", "none");
        Link("far/away", "far-link");
        Check("far-link", "far/away", "far/away");
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder),
                              "chain dangling far far-link file link none ",
                              "nothing else");
        Link("round", "round");
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("round"), ""),
                              In("round") +
                                  ": cannot be created: Too many levels of symbolic links",
                              "");
    }

    /**
     * @param target where a link points to
     * @param name the link
     */
    void Link(const std::string& target, const std::string& name)
    {
        std::filesystem::create_symlink(target, In(name));
    }

    /**
     * Write through a link.
     *
     * @param link the link
     * @param target where it points to
     * @param file the file at the end
     */
    void Check(const std::string& link, const std::string& target, const std::string& file)
    {
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In(link), "by " + link), "no error", link);
        const std::filesystem::path path(target);
        const auto points = std::filesystem::read_symlink(In(link));
        NS_TEST_EXPECT_MSG_EQ(points.filename(), path.filename(), link + " stays");
        NS_TEST_EXPECT_MSG_EQ(std::filesystem::is_symlink(In(file)), false, link);
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(In(file)), "by " + link, link);
    }
};

/**
 * @ingroup toolbox
 *
 * Devices are written into and stay.
 */
class ResultFileDeviceTest : public ResultFileTestCase
{
  public:
    ResultFileDeviceTest()
        : ResultFileTestCase("A device is written into and stays")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("device");
        if (!MakeDevice(In("null"), 3) || !MakeDevice(In("full"), 7))
        {
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("null"), "anything"), "no error", "");
        CheckDevice("null", 3);
        // A name of its own for the compressed one.
        std::filesystem::create_symlink("full", In("full.gz"));
        const std::string text(1000000, 'x');
        for (const auto* name : {"full", "full.gz"})
        {
            NS_TEST_EXPECT_MSG_EQ(WriteResult(In(name), text),
                                  In(name) + ": cannot be written: No space left on device",
                                  "");
            NS_TEST_EXPECT_MSG_EQ(WriteResult(In(name), "short"),
                                  In(name) + ": cannot be written: No space left on device",
                                  "told at the end");
        }
        CheckDevice("full", 7);
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "full full.gz null ", "nothing else");
    }

    /**
     * @param name a device
     * @param minor its minor number
     */
    void CheckDevice(const std::string& name, uint32_t minor)
    {
        const auto state = GetState(In(name));
        NS_TEST_EXPECT_MSG_EQ(S_ISCHR(state.st_mode), true, name + " is a device");
        NS_TEST_EXPECT_MSG_EQ(state.st_rdev, makedev(1, minor), name + " is the same device");
    }
};

/**
 * @ingroup toolbox
 *
 * FIFOs and descriptors are written into; a reader that goes away is an error and no signal.
 */
class ResultFilePipeTest : public ResultFileTestCase
{
  public:
    ResultFilePipeTest()
        : ResultFileTestCase("A FIFO or a descriptor is written into")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("pipe");
        mkfifo(In("fifo").c_str(), 0600);
        std::string read;
        std::thread reader([this, &read] { read = ReadWholeFile(In("fifo")); });
        const std::string text(300000, 'x');
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("fifo"), text), "no error", "");
        reader.join();
        NS_TEST_EXPECT_MSG_EQ((read == text), true, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(S_ISFIFO(GetState(In("fifo")).st_mode), true, "it stays");
        CheckDeafReader();
        CheckDescriptor();
        CheckNewcomer();
    }

    /// A reader goes away before anything was written.
    void CheckDeafReader()
    {
        std::thread reader([this] { close(open(In("fifo").c_str(), O_RDONLY | O_CLOEXEC)); });
        const auto error = GetUserError([this, &reader] {
            ResultFile file(In("fifo"));
            reader.join();
            file.Write("text");
            file.Commit();
        });
        NS_TEST_EXPECT_MSG_EQ(error, In("fifo") + ": cannot be written: Broken pipe", "");
        sigset_t pending;
        sigpending(&pending);
        NS_TEST_EXPECT_MSG_EQ(sigismember(&pending, SIGPIPE), 0, "no signal waits");
    }

    /// A descriptor is written where it stands.
    void CheckDescriptor()
    {
        const int descriptor = open(In("log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        NS_TEST_EXPECT_MSG_EQ(write(descriptor, "before ", 7), 7, "");
        const auto number = std::to_string(descriptor);
        std::filesystem::create_symlink("/dev/fd/" + number, In("descriptor"));
        NS_TEST_EXPECT_MSG_EQ(WriteResult("/proc/self/fd/" + number, "one "), "no error", "");
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("descriptor"), "two "), "no error", "");
        NS_TEST_EXPECT_MSG_EQ(write(descriptor, "after", 5), 5, "");
        close(descriptor);
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(In("log")), "before one two after", "");
        NS_TEST_EXPECT_MSG_EQ(WriteResult(In("descriptor"), ""),
                              In("descriptor") + ": cannot be created: Bad file descriptor",
                              "closed");
    }

    /// A FIFO that comes during the run stays as well.
    void CheckNewcomer()
    {
        const auto error = GetUserError([this] {
            ResultFile file(In("late"));
            mkfifo(In("late").c_str(), 0600);
            file.Commit();
        });
        NS_TEST_EXPECT_MSG_EQ(error, In("late") + ": cannot be written: File exists", "");
        NS_TEST_EXPECT_MSG_EQ(S_ISFIFO(GetState(In("late")).st_mode), true, "it stays");
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "descriptor fifo late log ", "nothing else");
    }
};

/**
 * @ingroup toolbox
 *
 * What cannot be written is said at once, by its reason.
 */
class ResultFileErrorTest : public ResultFileTestCase
{
  public:
    ResultFileErrorTest()
        : ResultFileTestCase("Where no result can be")
    {
    }

  private:
    void DoRun() override
    {
        MakeFolder("error");
        std::filesystem::create_directory(In("folder"));
        std::filesystem::create_symlink("folder", In("link"));
        for (const auto& name : {In("folder"), In("folder/"), In("new/"), In("link"), In("x/..")})
        {
            CheckError(name, ": it is a folder; a result needs the name of a file");
        }
        WriteFile(In("file"), "old");
        CheckError(In("file/result"), ": cannot be created: Not a directory");
        CheckError(In("file/deep/result"), ": cannot be created: Not a directory");
        CheckError("/proc/none/result", ": cannot be created: No such file or directory");
        MakeSocket();
        CheckError(In("socket"), ": it is a socket; a result needs the name of a file");
        NS_TEST_EXPECT_MSG_EQ(S_ISSOCK(GetState(In("socket")).st_mode), true, "it stays");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(In("file")), "old", "it stays");
        NS_TEST_EXPECT_MSG_EQ(ListFolder(m_folder), "file folder link socket ", "nothing else");
    }

    /**
     * @param name a name that no result can have
     * @param message what is said of it
     */
    void CheckError(const std::string& name, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&name] { ResultFile file(name); }), name + message, "");
    }

    /// Make a socket, whose name is relative as it must be short.
    void MakeSocket()
    {
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(m_folder);
        sockaddr_un address{AF_UNIX, "socket"};
        const int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        NS_TEST_EXPECT_MSG_EQ(bind(one, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
                              0,
                              "a socket");
        close(one);
        std::filesystem::current_path(before);
    }
};

/**
 * @ingroup toolbox
 *
 * Result files.
 */
class ResultFileTestSuite : public TestSuite
{
  public:
    ResultFileTestSuite()
        : TestSuite("toolbox-result-file", Type::UNIT)
    {
        AddTestCase(new ResultFileWholeTest);
        AddTestCase(new ResultFileModeTest);
        AddTestCase(new ResultFileLinkTest);
        AddTestCase(new ResultFileDeviceTest);
        AddTestCase(new ResultFilePipeTest);
        AddTestCase(new ResultFileErrorTest);
    }
};

static ResultFileTestSuite g_resultFileTestSuite; //!< registers the suite
