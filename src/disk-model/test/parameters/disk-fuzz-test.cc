/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../disksim/disksim-test-file.h"
#include "disk-file-text.h"

#include "ns3/disk-file-format.h"
#include "ns3/disk-geometry.h"
#include "ns3/disksim-importer.h"
#include "ns3/drive-file-reader.h"
#include "ns3/test.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/user-error.h"

#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param text a DiskSim file
 * @return the drive
 */
DiskParameters
ImportFile(const std::string& text)
{
    return DiskSimImporter(DiskSimLexer("x", text), "x", "").Import();
}

/**
 * Lay a drive out, and write and read it.
 *
 * @param drive a drive that a reader has accepted
 * @return whether it comes back as it was
 */
bool
Use(const DiskParameters& drive)
{
    const DiskGeometry geometry(drive);
    geometry.Locate(0);
    geometry.Locate(drive.blocks - 1);
    return DriveFileReader(DiskFileFormat::Get(), "x", Write(drive)).Read(drive.name) == drive;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * Files changed at random are read or refused, each time in the same way.
 */
class DiskFuzzTest : public TestCase
{
  public:
    /**
     * @param name what is read
     * @param seeds good files
     * @param read reads a file, and says whether all is well
     */
    DiskFuzzTest(const std::string& name,
                 const std::vector<std::string>& seeds,
                 const std::function<bool(const std::string&)>& read)
        : TestCase("Changed at random: " + name),
          m_seeds(seeds),
          m_read(read)
    {
    }

  private:
    static constexpr int RUNS = 10000; //!< files that are read

    /**
     * @param max a number
     * @return a number from 0 to below it
     */
    std::size_t Draw(std::size_t max)
    {
        return m_random() % max; // a distribution may differ from library to library
    }

    /**
     * Change a text in one place.
     *
     * @param text the text
     */
    void Change(std::string& text)
    {
        static const std::vector<std::string> pieces{"",
                                                     "0",
                                                     "-1",
                                                     "1e308",
                                                     "nan",
                                                     "4294967295",
                                                     "18446744073709551616",
                                                     "{",
                                                     "}",
                                                     "[",
                                                     "]",
                                                     ",",
                                                     "=",
                                                     "source x",
                                                     "\n",
                                                     "#",
                                                     " .. ",
                                                     std::string(1, '\0'),
                                                     "\xff",
                                                     "zone",
                                                     "yes"};
        const auto place = Draw(text.size() + 1);
        const auto length = Draw(2) == 0 ? 0 : Draw(12);
        text.replace(place, length, pieces[Draw(pieces.size())]);
    }

    void DoRun() override
    {
        int accepted = 0;
        for (const auto& seed : m_seeds)
        {
            NS_TEST_EXPECT_MSG_EQ(m_read(seed), true, "the good file");
        }
        for (int run = 0; run < RUNS; ++run)
        {
            auto text = m_seeds[Draw(m_seeds.size())];
            for (auto changes = 1 + Draw(4); changes > 0; --changes)
            {
                Change(text);
            }
            try
            {
                NS_TEST_EXPECT_MSG_EQ(m_read(text), true, "for " << text);
                ++accepted;
            }
            catch (const UserError& error)
            {
                const std::string message = error.what();
                NS_TEST_EXPECT_MSG_EQ(message.starts_with("x:"), true, message);
            }
        }
        NS_TEST_EXPECT_MSG_GT(accepted, RUNS / 100, "some are still good");
        NS_TEST_EXPECT_MSG_LT(accepted, RUNS - RUNS / 100, "some are not");
    }

    std::mt19937 m_random{1};                       //!< what changes them
    std::vector<std::string> m_seeds;               //!< good files
    std::function<bool(const std::string&)> m_read; //!< reads a file
};

/**
 * @ingroup disk-model
 *
 * All that reads files of a user's, on files changed at random.
 */
class DiskFuzzTestSuite : public TestSuite
{
  public:
    DiskFuzzTestSuite()
        : TestSuite("disk-model-fuzz", Type::SYSTEM)
    {
        DiskSimTestFile file;
        const auto small = file.Get();
        file.zones = file.zones.substr(0, file.zones.find(",\ndm_layout"));
        file.controller = "Number of buffer segments = 3, Segment size (in blks) = 64,"
                          "Buffer continuous read = 3, Fast write level = 2";
        const auto readDrive = [](const std::string& text) {
            return Use(DriveFileReader(DiskFileFormat::Get(), "x", text).Read("x"));
        };
        const auto import = [](const std::string& text) { return Use(ImportFile(text)); };
        const auto readTrace = [](const std::string& text) {
            const auto trace = TraceReaderFactory::Open(std::make_unique<LineReader>("x", text));
            TraceRecord record;
            while (trace->Next(record))
            {
            }
            return true;
        };
        const std::vector<std::string> traces{
            "0.5 0 100 8 1\n1.25 0 108 8 0\n",
            "R Hit 100 8 5000.00 1000.00\nW Miss 108 8 6000.50 0\n",
            "time_s,operation,lba,blocks\n0.001,R,10,8\n0.002,W,20,8\n",
            "0,8,4096,R,0.5\n1,16,512,w,0.75\n",
            "128166372003061629,hm,1,Read,4096,512,413\n128166372003061630,hm,1,Write,0,512,4\n",
            "8,0 1 1 0.000001234 9 D RM 8 + 8 [x]\n8,16 1 2 0.5 9 D WS 8 + 8 [x]\n",
            "fio version 2 iolog\na wait 500 0\na read 0 4096\na write 4096 512\n",
            "fio version 3 iolog\n1 a add\n2 a read 0 4096\n3 a write 4096 512\n",
            "1538323200,8,8,0,5\n1538323201,16,8,1,6\n",
            "0,R,4096,512,1000\n1,W,0,512,1001\n"};
        AddTestCase(new DiskFuzzTest("drive files",
                                     {Write(ImportFile(small)), Write(ImportFile(file.Get()))},
                                     readDrive),
                    TestCase::Duration::QUICK);
        AddTestCase(new DiskFuzzTest("DiskSim files", {small, file.GetModel(), file.Get()}, import),
                    TestCase::Duration::QUICK);
        AddTestCase(new DiskFuzzTest("traces", traces, readTrace), TestCase::Duration::QUICK);
    }
};

static DiskFuzzTestSuite g_diskFuzzTestSuite; //!< the suite
