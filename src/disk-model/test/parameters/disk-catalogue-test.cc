/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-good-file.h"

#include "ns3/disk-catalogue.h"
#include "ns3/json-writer.h"
#include "ns3/test.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What JSON has of a drive that cannot be read.
const std::string NO_NUMBERS = R"("year": null, "blocks": null, "block_size": null, )"
                               R"("cylinders": null, "heads": null, "rpm": null})";

} // namespace

/**
 * @ingroup disk-model-tests
 *
 * What is reported of drives, in order and not, in a catalogue of the test's own.
 */
class DiskCatalogueTestCase : public TestCase
{
  public:
    DiskCatalogueTestCase()
        : TestCase("what is told of drives")
    {
    }

  private:
    /**
     * Write a file.
     *
     * @param name its name in the test's folder
     * @param text what it holds
     * @return its path
     */
    std::string Write(const std::string& name, const std::string& text)
    {
        const auto path = CreateTempDirFilename(name);
        std::ofstream(path) << text;
        return path;
    }

    /**
     * @param model a drive
     * @return what JSON has of it
     */
    static std::string GetJson(const std::string& model)
    {
        JsonWriter json;
        DiskCatalogue::GetKind().Describe(model).WriteTo(json);
        return json.GetText();
    }

    void DoRun() override
    {
        const char* before = std::getenv("NS3_ISCSI_DATA");
        const std::string kept = before ? before : "";
        const auto path =
            Write("Entry.disk", "# SPDX-License\n#\n# An \"entry\",\n# 1998. More.\n" + GOOD_FILE);
        setenv("NS3_ISCSI_DATA", path.substr(0, path.rfind('/')).c_str(), 1);
        Good(path);
        Like(path);
        Bad();
        DiskSim();
        before ? setenv("NS3_ISCSI_DATA", kept.c_str(), 1) : unsetenv("NS3_ISCSI_DATA");
    }

    /**
     * By its name or path, a drive is the same.
     *
     * @param path path of its file
     */
    void Good(const std::string& path)
    {
        const std::string rest =
            R"(", "kind": "disk", "files": [")" + path +
            R"("], "about": "An \"entry\", 1998", "error": null, )"
            R"("year": null, "blocks": 40, "block_size": 512, "cylinders": 3, "heads": 2, )"
            R"("rpm": 5400.25})";
        NS_TEST_EXPECT_MSG_EQ(GetJson("Entry"), R"({"name": "Entry)" + rest, "a name");
        NS_TEST_EXPECT_MSG_EQ(GetJson(path), R"({"name": ")" + path + rest, "a path");
    }

    /**
     * A drive that is like another has two files.
     *
     * @param path path of the other
     */
    void Like(const std::string& path)
    {
        const auto own =
            Write("Faster.disk", "# Faster: that is all.\nlike Entry\nrpm 7200\nyear 1999\n");
        const auto entry = DiskCatalogue::GetKind().Describe("Faster");
        NS_TEST_EXPECT_MSG_EQ((entry.files == std::vector{own, path}), true, "files");
        NS_TEST_EXPECT_MSG_EQ(entry.about, "Faster", "up to the colon");
        NS_TEST_EXPECT_MSG_EQ(entry.error, "", "in order");
        NS_TEST_EXPECT_MSG_EQ(entry.drive.year, 1999, "of its own");
    }

    /// A drive that cannot be read says why; files are told as far as they are known.
    void Bad()
    {
        const auto path = Write("Bad.disk", "like Nobody\n");
        NS_TEST_EXPECT_MSG_EQ(GetJson("Bad"),
                              R"({"name": "Bad", "kind": "disk", "files": [")" + path +
                                  R"("], "about": "", "error": ")" + path +
                                  R"(:1: like the unknown drive \"Nobody\"", )" + NO_NUMBERS,
                              "a bad line");
        const auto unknown = DiskCatalogue::GetKind().Describe("Nobody");
        NS_TEST_EXPECT_MSG_EQ(unknown.files.size(), 0, "no file");
        NS_TEST_EXPECT_MSG_EQ(unknown.error.starts_with("unknown drive \"Nobody\"; known"),
                              true,
                              unknown.error);
        const auto missing = CreateTempDirFilename("Missing.disk");
        const auto absent = DiskCatalogue::GetKind().Describe(missing);
        NS_TEST_EXPECT_MSG_EQ(absent.files.size(), 0, "no file");
        NS_TEST_EXPECT_MSG_EQ(absent.error,
                              missing + ": cannot be opened: No such file or directory",
                              "no file");
    }

    /// A file of DiskSim, and what it sources, each once, as far as that can be read.
    void DiskSim()
    {
        const auto outer = Write("outer.parv",
                                 "# source none.model\nsource inner.model # and more\n"
                                 "source inner.model\nsource missing.model\nsource late.model\n");
        const auto inner = Write("inner.model", "");
        Write("late.model", "");
        for (const auto& model : {outer, outer + ":disk0"})
        {
            const auto entry = DiskCatalogue::GetKind().Describe(model);
            NS_TEST_EXPECT_MSG_EQ((entry.files == std::vector{outer, inner}),
                                  true,
                                  "up to the one that is missing");
            NS_TEST_EXPECT_MSG_EQ(entry.error.starts_with(outer + ":4: there is no file "),
                                  true,
                                  entry.error);
        }
    }
};

/**
 * @ingroup disk-model-tests
 *
 * Entries of the catalogue.
 */
class DiskCatalogueTestSuite : public TestSuite
{
  public:
    DiskCatalogueTestSuite()
        : TestSuite("disk-model-catalogue", Type::UNIT)
    {
        AddTestCase(new DiskCatalogueTestCase, Duration::QUICK);
    }
};

static DiskCatalogueTestSuite g_diskCatalogueTestSuite; //!< registers the suite
