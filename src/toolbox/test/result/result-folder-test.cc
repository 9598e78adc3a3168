/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file-test-helper.h"

#include "ns3/result-file.h"
#include "ns3/result-folder.h"
#include "ns3/test.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param path a file
 * @param text what it is to hold; its folder is there
 */
void
PutFile(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path) << text;
}

/**
 * @param path a file
 * @return its text, "missing" if there is no such file
 */
std::string
GetFile(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return file ? std::string(std::istreambuf_iterator<char>(file), {}) : "missing";
}

} // namespace

/**
 * @ingroup toolbox
 *
 * What of an earlier run is in a folder when the next one is complete.
 */
class ResultFolderTest : public TestCase
{
  public:
    ResultFolderTest()
        : TestCase("results of one run only")
    {
    }

  private:
    /**
     * Run.
     *
     * @param names files that the run writes
     * @param meanwhile what somebody does during it
     * @return what is said of earlier files
     */
    std::vector<std::string> Run(
        const std::vector<std::string>& names,
        const std::function<void()>& meanwhile = [] {})
    {
        ResultFolder folder(m_folder.string());
        for (const auto& name : names)
        {
            ResultFile file((m_folder / name).string());
            file.Write("of a run");
            file.Commit();
        }
        meanwhile();
        return folder.Commit();
    }

    void DoRun() override
    {
        m_folder = CreateTempDirFilename("results/deep");
        NS_TEST_EXPECT_MSG_EQ(Run({"a", "b", "c"}).size(), 0, "nothing was there");
        PutFile(m_folder / "mine", "of a user");
        PutFile(m_folder / "c", "changed by a user");
        std::filesystem::create_directory(m_folder / "folder");
        const auto kept = Run({"a", "d"});
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "a"), "of a run", "written again");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "b"), "missing", "not written again");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "mine"), "of a user", "never written by a run");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "c"), "changed by a user", "no longer a run's");
        NS_TEST_ASSERT_MSG_EQ(kept.size(), 1, "which is told");
        NS_TEST_EXPECT_MSG_EQ(
            kept[0],
            (m_folder / "c").string() +
                ": an earlier run wrote it, and it was changed since, so it stays",
            "");
        NS_TEST_EXPECT_MSG_EQ(Run({"a", "d"}).size(), 0, "it is told once");
        CheckFailure();
        CheckOthers();
    }

    /// A run that fails leaves all as it was.
    void CheckFailure()
    {
        {
            ResultFolder folder(m_folder.string());
            ResultFile file((m_folder / "e").string());
        }
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "d"), "of a run", "of the last whole run");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "e"), "missing", "");
        Run({"a"});
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "d"), "missing", "the list was still there");
    }

    /// Files that a run did not make, or not there, are never in its list.
    void CheckOthers()
    {
        PutFile(m_folder.parent_path() / "outside", "of a user");
        std::filesystem::create_symlink("../outside", m_folder / "link");
        Run({"a", "link", "folder/below"}, [this] { PutFile(m_folder / "beside", "of a user"); });
        PutFile(m_folder / ".results", GetFile(m_folder / ".results") + "9 ../outside\nnonsense\n");
        Run({"a"});
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "beside"), "of a user", "made during a run");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "link"), "of a run", "behind a link");
        NS_TEST_EXPECT_MSG_EQ(GetFile(m_folder / "folder/below"), "of a run", "in a folder below");
    }

    std::filesystem::path m_folder; //!< where results go
};

/**
 * @ingroup toolbox
 *
 * Who may write into a folder.
 */
class ResultFolderLockTest : public TestCase
{
  public:
    ResultFolderLockTest()
        : TestCase("one run at a time")
    {
    }

  private:
    /**
     * @param folder a folder
     * @return what is said when it is taken
     */
    static std::string Take(const std::string& folder)
    {
        return GetUserError([&] { ResultFolder taken(folder); });
    }

    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("locked");
        {
            ResultFolder first(folder);
            const auto error = Take(folder);
            const auto begin =
                folder + ": it is in use by process " + std::to_string(getpid()) + " on ";
            NS_TEST_EXPECT_MSG_EQ(error.substr(0, begin.size()), begin, error);
            NS_TEST_EXPECT_MSG_EQ(error.ends_with("; wait until that ends, or use another folder"),
                                  true,
                                  error);
            NS_TEST_EXPECT_MSG_EQ(error.find('\n'), std::string::npos, "one line");
            NS_TEST_EXPECT_MSG_EQ(Take(folder + "/../locked/"),
                                  folder + "/../locked/" + error.substr(folder.size()),
                                  "by another name");
            NS_TEST_EXPECT_MSG_EQ(Take(folder + "/below"), "no error", "another folder");
            NS_TEST_EXPECT_MSG_EQ(Take(folder), error, "a refusal takes nothing away");
        }
        NS_TEST_EXPECT_MSG_EQ(Take(folder), "no error", "it is free again");
        NS_TEST_EXPECT_MSG_EQ(GetFile(folder + "/.lock"), "missing", "nothing is left");
        // The file of somebody who was killed is no lock.
        PutFile(folder + "/.lock", "process 1 on nowhere\n");
        NS_TEST_EXPECT_MSG_EQ(Take(folder), "no error", "nobody holds it");
        const auto file = folder + "/file";
        PutFile(file, "");
        NS_TEST_EXPECT_MSG_EQ(Take(file).starts_with(file + ": cannot be created: "), true, "");
    }
};

/**
 * @ingroup toolbox
 *
 * The folder of a run's results.
 */
class ResultFolderTestSuite : public TestSuite
{
  public:
    ResultFolderTestSuite()
        : TestSuite("toolbox-result-folder", Type::UNIT)
    {
        AddTestCase(new ResultFolderTest);
        AddTestCase(new ResultFolderLockTest);
    }
};

static ResultFolderTestSuite g_resultFolderTestSuite; //!< registers the suite
