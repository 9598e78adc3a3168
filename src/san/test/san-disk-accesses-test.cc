/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../disk-model/test/drive/disk-test-drive.h"
#include "san-test-bench.h"

#include "ns3/disk-drive.h"
#include "ns3/json-writer.h"
#include "ns3/nstime.h"
#include "ns3/san-disk-accesses.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * The file of the tiny drive, which has no cache, by hand.
 */
class SanDiskAccessesTestCase : public TestCase
{
  public:
    SanDiskAccessesTestCase()
        : TestCase("rows by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto disk = CreateObject<DiskDrive>();
        disk->SetParameters(MakeTinyDrive());
        const auto name = CreateTempDirFilename("disk-accesses.csv");
        SanDiskAccesses accesses(name);
        NS_TEST_EXPECT_MSG_EQ(GetSummary(accesses), "{}", "no disk yet");
        accesses.Attach({CreateObject<DiskDrive>(), disk});
        disk->Submit(MakeRequest(BlockOperation::READ, 10));
        Simulator::Schedule(MilliSeconds(10),
                            &DiskDrive::Submit,
                            disk,
                            MakeRequest(BlockOperation::WRITE, 40));
        Simulator::Run();
        accesses.WriteFiles();
        // A head switch of 1.5 ms, and block 10 passes at 2 ms. Then 3 cylinders in 3 ms and 0.5 ms
        // to settle; block 40 begins with a revolution, at 20 ms, and takes an eighth of it.
        NS_TEST_EXPECT_MSG_EQ(
            ReadSanFile(name),
            "time_s,disk,operation,lba,blocks,from_cylinder,from_head,cylinder,head,seek_s,"
            "rotation_s,media_s\n"
            "0.000000000,1,R,10,1,0,0,0,1,0.001500000,0.000500000,0.001000000\n"
            "0.010000000,1,W,40,1,0,1,3,0,0.003500000,0.006500000,0.001250000\n",
            "rows");
        Simulator::Destroy();
    }

    /**
     * @param operation what it does
     * @param lba its block
     * @return a request of one block
     */
    static Ptr<BlockRequest> MakeRequest(BlockOperation operation, uint64_t lba)
    {
        auto request = Create<BlockRequest>(operation, lba, 1);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        return request;
    }

    /**
     * @param report a report
     * @return an object with what it adds to summary.json
     */
    static std::string GetSummary(const SanReport& report)
    {
        JsonWriter json;
        json.BeginObject();
        report.WriteSummary(json, {});
        json.EndObject();
        return json.GetText();
    }
};

/**
 * @ingroup san-tests
 *
 * What a disk writes back by itself, and what is said of the disks.
 */
class SanDiskWriteBackTestCase : public TestCase
{
  public:
    SanDiskWriteBackTestCase()
        : TestCase("a write that meets the cache, and is written back")
    {
    }

  private:
    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("run");
        const ParsedSanOptions o({"--output=" + folder,
                                  "--drives=1",
                                  "--count=1",
                                  "--readFraction=0",
                                  "--diskAccesses"});
        SanScenario(o).Run();
        const auto text = ReadSanFile(folder + "/disk-accesses.csv");
        NS_TEST_EXPECT_MSG_NE(text.find(",0,W,,,0,0,"), std::string::npos, text);
        NS_TEST_EXPECT_MSG_NE(ReadSanFile(folder + "/summary.json")
                                  .find("\n\"disk\": {\"model\": \"Cheetah9LP\", \"cylinders\": "
                                        "6962, \"heads\": 12, \"revolution_s\": 0.005973"),
                              std::string::npos,
                              "the disk");
    }
};

/**
 * @ingroup san-tests
 *
 * Where the heads of disks went.
 */
class SanDiskAccessesTestSuite : public TestSuite
{
  public:
    SanDiskAccessesTestSuite()
        : TestSuite("san-disk-accesses", Type::UNIT)
    {
        AddTestCase(new SanDiskAccessesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanDiskWriteBackTestCase, TestCase::Duration::QUICK);
    }
};

static SanDiskAccessesTestSuite g_sanDiskAccessesTestSuite; //!< registers the suite
