/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-array-helper.h"
#include "ns3/block-array.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/double.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <fstream>
#include <string>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * The stages of requests to arrays of drives, whose writes end in the cache or after a seek.
 */
class DiskArrayStagesTest : public TestCase
{
  public:
    /// What happens to the array's second member.
    enum class Fate : uint8_t
    {
        WHOLE,    //!< nothing
        DEGRADED, //!< it is missing
        REBUILT   //!< it is missing, and a spare is filled
    };

    /**
     * @param type the array's class without namespace
     * @param fate what happens to its second member
     */
    DiskArrayStagesTest(const std::string& type, Fate fate)
        : TestCase(type + " of four drives, fate " + std::to_string(static_cast<int>(fate)) +
                   ": stages of each request are not negative and add up"),
          m_type(type),
          m_fate(fate)
    {
    }

  private:
    /**
     * @return the array
     */
    Ptr<BlockArray> MakeArray() const
    {
        auto drives = DiskDriveHelper().Create(5);
        const auto spare = drives.back();
        drives.pop_back();
        auto array = BlockArrayHelper("ns3::" + m_type).Create(drives);
        if (m_fate != Fate::WHOLE)
        {
            array->FailMember(1);
        }
        if (m_fate == Fate::REBUILT)
        {
            array->Rebuild(1, spare);
        }
        return array;
    }

    /**
     * @param request a complete request
     */
    void CheckStages(Ptr<const BlockRequest> request, uint32_t)
    {
        Time sum;
        for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
        {
            const auto time = request->timeline->GetDuration(static_cast<IoStage>(i));
            m_negative += time.IsStrictlyNegative();
            sum += time;
        }
        m_wrongSums += sum != Simulator::Now() - request->issueTime;
        m_seeks += request->timeline->GetDuration(IoStage::SEEK_DONE).IsStrictlyPositive();
    }

    void DoRun() override
    {
        BlockWorkloadHelper helper("ns3::SyntheticWorkload");
        helper.SetAttribute("QueueDepth", UintegerValue(8));
        helper.SetAttribute("Count", UintegerValue(2000));
        helper.SetAttribute("ReadFraction", DoubleValue(0.5));
        auto apps = helper.Install(CreateObject<Node>(), {MakeArray()});
        auto workload = DynamicCast<BlockWorkload>(apps.Get(0));
        workload->AssignStreams(7);
        const auto file = CreateTempDirFilename("array-requests.csv");
        auto recorder = CreateObject<IoRecorder>();
        recorder->SetAttribute("FileName", StringValue(file));
        recorder->Attach(workload);
        workload->TraceConnectWithoutContext("Measure",
                                             MakeCallback(&DiskArrayStagesTest::CheckStages, this));
        workload->TraceConnectWithoutContext("Finished", Callback<void>([] { Simulator::Stop(); }));
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetRequests(), 2000, "all");
        NS_TEST_EXPECT_MSG_EQ(m_negative, 0, "stages with a negative time");
        NS_TEST_EXPECT_MSG_EQ(m_wrongSums, 0, "requests whose stages do not add up");
        NS_TEST_EXPECT_MSG_GT(m_seeks, 500, "most reads go to a medium");
        std::ifstream rows(file);
        const std::string text(std::istreambuf_iterator<char>(rows), {});
        NS_TEST_EXPECT_MSG_GT(text.size(), 100000, "rows of the file");
        NS_TEST_EXPECT_MSG_EQ(text.find('-'), std::string::npos, "no sign in the file");
    }

    std::string m_type;      //!< the array's class
    Fate m_fate;             //!< what happens to its second member
    uint32_t m_negative{0};  //!< stages that took a negative time
    uint32_t m_wrongSums{0}; //!< requests whose stages do not add up
    uint32_t m_seeks{0};     //!< requests with a seek
};

/**
 * @ingroup disk-model
 *
 * Arrays of drives.
 */
class DiskArrayTestSuite : public TestSuite
{
  public:
    DiskArrayTestSuite()
        : TestSuite("disk-model-array", Type::SYSTEM)
    {
        using Fate = DiskArrayStagesTest::Fate;
        AddTestCase(new DiskArrayStagesTest("StripedArray", Fate::WHOLE));
        for (const std::string type : {"MirroredArray", "Raid5Array"})
        {
            for (const auto fate : {Fate::WHOLE, Fate::DEGRADED, Fate::REBUILT})
            {
                AddTestCase(new DiskArrayStagesTest(type, fate), Duration::QUICK);
            }
        }
    }
};

static DiskArrayTestSuite g_diskArrayTestSuite; //!< registers the suite
