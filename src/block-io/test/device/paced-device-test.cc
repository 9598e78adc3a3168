/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-request.h"
#include "ns3/nstime.h"
#include "ns3/paced-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * When requests end on a PacedDevice.
 */
class PacedDeviceTest : public TestCase
{
  public:
    /// A request, and when it should end.
    struct Submission
    {
        Time when;                //!< when it is submitted
        BlockOperation operation; //!< what it does
        Time end;                 //!< when it should end
    };

    /**
     * @param name the case
     * @param submissions what is submitted, in order of time
     */
    PacedDeviceTest(const std::string& name, std::vector<Submission> submissions)
        : TestCase(name),
          m_submissions(std::move(submissions))
    {
    }

  private:
    /**
     * @param device where to
     * @param index which submission
     */
    void Submit(Ptr<PacedDevice> device, std::size_t index)
    {
        auto request = Create<BlockRequest>(m_submissions[index].operation, 0, 1);
        request->timeline = Create<IoTimeline>();
        request->completion = BlockRequest::Completion([this, index](Ptr<BlockRequest> done) {
            ++m_completed;
            const auto& [when, operation, end] = m_submissions[index];
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), end, "end of request " << index);
            NS_TEST_EXPECT_MSG_EQ(done->status, BlockStatus::OK, "request " << index);
            NS_TEST_EXPECT_MSG_EQ(done->timeline->Get(IoStage::AT_DRIVE), when, "begin of service");
            NS_TEST_EXPECT_MSG_EQ(done->timeline->Get(IoStage::MEDIA_DONE), end, "end of service");
        });
        device->Submit(request);
    }

    void DoRun() override
    {
        auto device = CreateObject<PacedDevice>();
        device->SetAttribute("Latency", TimeValue(MilliSeconds(5)));
        device->SetAttribute("Burst", UintegerValue(2));
        device->SetAttribute("QueueDepth", UintegerValue(1));
        for (std::size_t i = 0; i < m_submissions.size(); ++i)
        {
            Simulator::Schedule(m_submissions[i].when, &PacedDeviceTest::Submit, this, device, i);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_completed, m_submissions.size(), "everything completed");
        Simulator::Destroy();
    }

    std::vector<Submission> m_submissions; //!< what is submitted
    std::size_t m_completed{0};            //!< how many completed
};

/**
 * @ingroup block-io
 *
 * Without a latency nothing would be limited.
 */
class PacedDeviceNoLatencyTest : public TestCase
{
  public:
    PacedDeviceNoLatencyTest()
        : TestCase("Without a latency nothing would be limited")
    {
    }

  private:
    void DoRun() override
    {
        std::string error;
        try
        {
            auto device = CreateObject<PacedDevice>();
            auto request = Create<BlockRequest>(BlockOperation::READ, 0, 1);
            request->completion = BlockRequest::Completion([](Ptr<BlockRequest>) {});
            device->Submit(request);
            Simulator::Run();
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
        }
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(error,
                              "ns3::PacedDevice: Latency is 0; only one above 0 limits a rate",
                              "the default is refused");
    }
};

/**
 * @ingroup block-io
 *
 * A device whose rates are limited.
 */
class PacedDeviceTestSuite : public TestSuite
{
  public:
    PacedDeviceTestSuite()
        : TestSuite("block-io-paced-device", Type::UNIT)
    {
        using enum BlockOperation;
        const auto ms = [](int64_t n) { return MilliSeconds(n); };
        const auto least = MicroSeconds(50);
        // Two reads and two others in every 10 ms, whatever the depth of the queue.
        AddTestCase(new PacedDeviceTest("Requests wait for intervals with room",
                                        {
                                            {ms(0), READ, least},
                                            {ms(0), READ, least},
                                            {ms(0), READ, ms(10)},
                                            {ms(0), READ, ms(10)},
                                            {ms(0), READ, ms(20)},
                                            // Others do not wait for reads.
                                            {ms(0), WRITE, least},
                                            {ms(0), FLUSH, least},
                                            {ms(0), VERIFY, ms(10)},
                                            // The present interval is full, the next one half so.
                                            {ms(12), READ, ms(20)},
                                            {ms(12), READ, ms(30)},
                                            // The present interval has room for one.
                                            {ms(12), WRITE, ms(12) + least},
                                            {ms(12), WRITE, ms(20)},
                                            // What was not used before is lost.
                                            {ms(47), READ, ms(47) + least},
                                            {ms(47), READ, ms(47) + least},
                                            {ms(47), READ, ms(50)},
                                        }),
                    Duration::QUICK);
        AddTestCase(new PacedDeviceNoLatencyTest, Duration::QUICK);
    }
};

static PacedDeviceTestSuite g_pacedDeviceTestSuite; //!< registers the suite
