/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"

#include "ns3/block-array-helper.h"
#include "ns3/block-array.h"
#include "ns3/io-timeline.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t MEMBER_BLOCKS = 512; //!< blocks of a member

/**
 * A member that serves any number of requests at once, each on a course of its own.
 */
class CourseMember : public BlockDevice
{
  public:
    /// How a request goes: what it stamps, and when it ends, both from when it was submitted.
    struct Course
    {
        std::vector<std::pair<IoStage, Time>> stamps; //!< stages and their times
        Time end;                                     //!< the end
    };

    std::function<Course(const BlockRequest&)> plan; //!< gives the course of a request
    BlockStatus fate{BlockStatus::OK};               //!< how everything ends from now on

    uint64_t GetBlockCount() const override
    {
        return MEMBER_BLOCKS;
    }

    uint32_t GetBlockSize() const override
    {
        return 8;
    }

  protected:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        const auto course = plan(*request);
        Simulator::Schedule(course.end,
                            &CourseMember::End,
                            Ptr<CourseMember>(this),
                            request,
                            course);
    }

  private:
    /**
     * @param request a request at its end
     * @param course its course
     */
    void End(Ptr<BlockRequest> request, Course course)
    {
        for (const auto& [stage, time] : course.stamps)
        {
            if (request->timeline)
            {
                request->timeline->Stamp(stage, request->issueTime + time);
            }
        }
        Complete(request, fate);
    }
};

/**
 * @param type the array's class without namespace
 * @param members its members
 * @param unit blocks of a stripe unit
 * @return the array
 */
Ptr<BlockArray>
MakeArray(const std::string& type, const std::vector<Ptr<BlockDevice>>& members, uint32_t unit)
{
    BlockArrayHelper helper("ns3::" + type);
    helper.SetAttribute("StripeUnit", UintegerValue(unit));
    return helper.Create(members);
}

/**
 * Submit a request with a timeline to a device, as a workload does.
 *
 * @param device the device
 * @param request the request
 * @param done called at the end, after the last stamp
 */
void
SubmitTimed(const Ptr<BlockDevice>& device,
            const Ptr<BlockRequest>& request,
            const std::function<void(Ptr<BlockRequest>)>& done)
{
    request->timeline = Create<IoTimeline>();
    request->Stamp(IoStage::ISSUED);
    request->completion = BlockRequest::Completion([done](Ptr<BlockRequest> it) {
        it->Stamp(IoStage::COMPLETED);
        done(it);
    });
    device->Submit(request);
}

/**
 * @param timeline the stamps of a request
 * @return the times of its stages that take any, in microseconds, for example "at_drive 5 "
 */
std::string
Print(const IoTimeline& timeline)
{
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        const auto time = timeline.GetDuration(stage);
        if (!time.IsZero())
        {
            text += std::string(text.empty() ? "" : " ") + GetIoStageName(stage) + " " +
                    std::to_string(time.GetMicroSeconds());
        }
    }
    return text;
}

} // namespace

/**
 * @ingroup block-io
 *
 * The stages of a request are those of the member's request that ended last.
 */
class ArrayLastMemberTest : public TestCase
{
  public:
    ArrayLastMemberTest()
        : TestCase("The stages are those of the member that the request waited for last")
    {
    }

  private:
    /// A request with a seek: at the drive after 1 us, 10 us seek, 4 us rotation, 2 us transfer.
    static CourseMember::Course Seek(const BlockRequest&)
    {
        return {{{IoStage::AT_DRIVE, MicroSeconds(1)},
                 {IoStage::SEEK_DONE, MicroSeconds(11)},
                 {IoStage::ROTATION_DONE, MicroSeconds(15)},
                 {IoStage::MEDIA_DONE, MicroSeconds(17)}},
                MicroSeconds(20)};
    }

    /// A hit in a cache: it waits for 3 us and takes until 25 us.
    static CourseMember::Course Hit(const BlockRequest&)
    {
        return {{{IoStage::AT_DRIVE, MicroSeconds(3)}}, MicroSeconds(25)};
    }

    /// A read seeks; a write goes to a cache at once.
    static CourseMember::Course WriteBack(const BlockRequest& request)
    {
        return request.operation == WRITE
                   ? CourseMember::Course{{{IoStage::AT_DRIVE, Time(0)}}, MicroSeconds(5)}
                   : Seek(request);
    }

    /// A remote device: 2 us to send, 3 us on the way, 1 us there, 7 us at the drive, 4 us back.
    static CourseMember::Course Remote(const BlockRequest&)
    {
        return {{{IoStage::SENT, MicroSeconds(2)},
                 {IoStage::ARRIVED_AT_TARGET, MicroSeconds(5)},
                 {IoStage::DISPATCHED, MicroSeconds(6)},
                 {IoStage::AT_DRIVE, MicroSeconds(6)},
                 {IoStage::MEDIA_DONE, MicroSeconds(13)},
                 {IoStage::BACK_AT_TARGET, MicroSeconds(13)},
                 {IoStage::ANSWERED, MicroSeconds(17)}},
                MicroSeconds(17)};
    }

    /// Nothing is stamped.
    static CourseMember::Course Silent(const BlockRequest&)
    {
        return {{}, MicroSeconds(30)};
    }

    /**
     * @param plans the courses of the members
     * @return the members
     */
    static std::vector<Ptr<BlockDevice>> MakeMembers(
        const std::vector<CourseMember::Course (*)(const BlockRequest&)>& plans)
    {
        std::vector<Ptr<BlockDevice>> members;
        for (const auto& plan : plans)
        {
            auto member = CreateObject<CourseMember>();
            member->plan = plan;
            members.push_back(member);
        }
        return members;
    }

    /**
     * Run requests that are submitted together, each of one block.
     *
     * @param array the array
     * @param operation the operation
     * @param lbas the blocks
     * @return the stages of the last that was submitted
     */
    static std::string Run(const Ptr<BlockArray>& array,
                           BlockOperation operation,
                           const std::vector<uint64_t>& lbas)
    {
        Ptr<BlockRequest> request;
        for (const auto lba : lbas)
        {
            request = Create<BlockRequest>(operation, lba, 1);
            SubmitTimed(array, request, [](Ptr<BlockRequest>) {});
        }
        Simulator::Run();
        return Print(*request->timeline);
    }

    void DoRun() override
    {
        // The seek of the one that ended first is not part of the other's way.
        auto mirror = MakeArray("MirroredArray", MakeMembers({Seek, Hit}), 4);
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, WRITE, {0}), "at_drive 3 completed 22", "hit is last");
        mirror = MakeArray("MirroredArray", MakeMembers({Seek, Silent}), 4);
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, WRITE, {0}), "completed 30", "it stamps nothing");
        mirror = MakeArray("MirroredArray", MakeMembers({Seek, Remote}), 4);
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, WRITE, {0}),
                              "at_drive 1 seek_done 10 rotation_done 4 media_done 2 completed 3",
                              "the local one is last, nothing of the network");

        // 20 us for old data and parity, then 5 us for the new ones. Until these are submitted, the
        // request is on its way to the drive.
        const auto four = {WriteBack, WriteBack, WriteBack, WriteBack};
        auto parity = MakeArray("Raid5Array", MakeMembers(four), 4);
        NS_TEST_EXPECT_MSG_EQ(Run(parity, WRITE, {0}), "at_drive 20 completed 5", "read, write");
        // The second has to wait for the first.
        NS_TEST_EXPECT_MSG_EQ(Run(parity, WRITE, {0, 1}), "at_drive 45 completed 5", "a stripe");
        NS_TEST_EXPECT_MSG_EQ(Run(parity, READ, {0}),
                              "at_drive 1 seek_done 10 rotation_done 4 media_done 2 completed 3",
                              "one read");
        parity = MakeArray("Raid5Array", MakeMembers({Remote, Remote, Remote}), 4);
        NS_TEST_EXPECT_MSG_EQ(Run(parity, WRITE, {0}),
                              "sent 19 arrived_at_target 3 dispatched 1 media_done 7 answered 4",
                              "17 us for the old ones, then 2 us to send the new ones");

        // The failed member's 20 us count for the one that is asked after it.
        mirror = MakeArray("MirroredArray", MakeMembers({Seek, Hit}), 4);
        DynamicCast<CourseMember>(mirror->GetMember(0))->fate = BlockStatus::MEDIUM_ERROR;
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, READ, {0}), "at_drive 23 completed 22", "20 + 3");
        // Nobody is asked.
        mirror->FailMember(1);
        NS_TEST_EXPECT_MSG_EQ(Run(mirror, READ, {0}), "", "at once");

        const auto stages = mirror->GetStageGroups();
        NS_TEST_EXPECT_MSG_EQ(stages.Has(IoStage::CACHE_HIT), false, "no member has them");

        // An array of arrays: the last member of the last member.
        const std::vector<Ptr<BlockDevice>> pair{
            MakeArray("MirroredArray", MakeMembers({Seek, Silent}), 4),
            MakeArray("MirroredArray", MakeMembers({Silent, Seek}), 4)};
        DynamicCast<BlockArray>(pair[1])->FailMember(0);
        const auto nested = MakeArray("StripedArray", pair, 1);
        auto request = Create<BlockRequest>(WRITE, 0, 2);
        SubmitTimed(nested, request, [](Ptr<BlockRequest>) {});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Print(*request->timeline), "completed 30", "the silent one is last");
        DynamicCast<BlockArray>(pair[0])->FailMember(1);
        NS_TEST_EXPECT_MSG_EQ(Run(nested, WRITE, {0}),
                              "at_drive 1 seek_done 10 rotation_done 4 media_done 2 completed 3",
                              "all that is left");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * On random loads of random arrays no stage takes a negative time, and the stages of each request
 * add up to its response time to the nanosecond.
 */
class ArrayStagesRandomTest : public TestCase
{
  public:
    ArrayStagesRandomTest()
        : TestCase("Random arrays and loads: stages are never negative and add up")
    {
    }

  private:
    static constexpr uint32_t DEPTH = 8;       //!< requests kept going
    static constexpr uint32_t REQUESTS = 2000; //!< requests of a run

    /// What happens to the members.
    enum class Fate : uint8_t
    {
        WHOLE,    //!< nothing
        DEGRADED, //!< one is missing from the beginning on
        FAILING,  //!< one fails in the middle, by its answers
        REBUILT,  //!< a spare takes the place of a missing one
        LOST      //!< two fail, one after the other
    };

    /**
     * @param random where it comes from
     * @return a course: of a hit, a drive, a RAM disk, a remote drive or of something silent
     */
    static CourseMember::Course PlanAny(const Ptr<UniformRandomVariable>& random)
    {
        using enum IoStage;
        static const std::vector<std::vector<IoStage>> WAYS{
            {AT_DRIVE},
            {AT_DRIVE, SEEK_DONE, ROTATION_DONE, MEDIA_DONE},
            {AT_DRIVE, MEDIA_DONE},
            {SENT, ARRIVED_AT_TARGET, DISPATCHED, AT_DRIVE, BACK_AT_TARGET, ANSWERED},
            {}};
        CourseMember::Course course;
        for (const auto stage : WAYS[random->GetInteger(0, WAYS.size() - 1)])
        {
            course.end += NanoSeconds(random->GetInteger(0, 5000));
            course.stamps.emplace_back(stage, course.end);
        }
        course.end += NanoSeconds(random->GetInteger(0, 5000));
        return course;
    }

    /**
     * @param depth how many arrays are inside one another
     * @return a member: a device, or an array of devices
     */
    Ptr<BlockDevice> MakeMember(uint32_t depth)
    {
        if (depth > 0)
        {
            const std::string type = depth % 2 == 0 ? "StripedArray" : "MirroredArray";
            return MakeArray(type, {MakeMember(depth - 1), MakeMember(depth - 1)}, 4);
        }
        auto member = CreateObject<CourseMember>();
        member->plan = [random = m_random](const BlockRequest&) { return PlanAny(random); };
        m_devices.push_back(member);
        return member;
    }

    /**
     * Let happen to an array what is to.
     *
     * @param array the array
     * @param fate what
     * @param depth how many arrays are inside one another in each member
     */
    void Arrange(const Ptr<BlockArray>& array, Fate fate, uint32_t depth)
    {
        const bool isRebuilt = fate == Fate::REBUILT;
        if (fate == Fate::DEGRADED || isRebuilt)
        {
            array->FailMember(1);
        }
        if (isRebuilt && array->GetInstanceTypeId().GetName() != "ns3::StripedArray")
        {
            auto spare = MakeMember(depth);
            Simulator::Schedule(MicroSeconds(50), [array, spare] { array->Rebuild(1, spare); });
        }
        auto fail = [this](std::size_t device) {
            m_devices[device]->fate = BlockStatus::MEDIUM_ERROR;
        };
        if (fate == Fate::FAILING || fate == Fate::LOST)
        {
            Simulator::Schedule(MicroSeconds(500), [fail] { fail(0); });
        }
        if (fate == Fate::LOST)
        {
            Simulator::Schedule(MicroSeconds(1000), [this, fail] { fail(m_devices.size() - 1); });
        }
    }

    /**
     * Submit a random request, and the next at its end.
     *
     * @param array the array
     */
    void Issue(Ptr<BlockArray> array)
    {
        if (m_issued == REQUESTS)
        {
            return;
        }
        ++m_issued;
        const auto operation = static_cast<BlockOperation>(m_random->GetInteger(0, 12) * 4 / 16);
        const auto blocks = operation == BlockOperation::FLUSH ? 0 : m_random->GetInteger(1, 16);
        const auto lba = m_random->GetInteger(0, array->GetBlockCount() - blocks);
        auto request = Create<BlockRequest>(operation, lba, blocks);
        SubmitTimed(array, request, [this, array](Ptr<BlockRequest> done) {
            CheckStages(*done);
            Issue(array);
        });
    }

    /**
     * @param request a complete request
     */
    void CheckStages(const BlockRequest& request)
    {
        ++m_completed;
        Time sum;
        for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
        {
            const auto time = request.timeline->GetDuration(static_cast<IoStage>(i));
            m_negative += time.IsStrictlyNegative();
            sum += time;
        }
        m_wrongSums += sum != Simulator::Now() - request.issueTime;
    }

    /**
     * Run a load on an array.
     *
     * @param array the array
     * @param fate what happens to its members
     * @param depth how many arrays are inside one another in each member
     * @param what the array, for messages
     */
    void Run(const Ptr<BlockArray>& array, Fate fate, uint32_t depth, const std::string& what)
    {
        m_issued = m_completed = m_negative = m_wrongSums = 0;
        Arrange(array, fate, depth);
        for (uint32_t i = 0; i < DEPTH; ++i)
        {
            Simulator::ScheduleNow(&ArrayStagesRandomTest::Issue, this, array);
        }
        Simulator::Run();
        Simulator::Destroy();
        m_devices.clear();
        const auto text = what + ", depth " + std::to_string(depth) + ", fate " +
                          std::to_string(static_cast<int>(fate));
        NS_TEST_EXPECT_MSG_EQ(m_completed, REQUESTS, text);
        NS_TEST_EXPECT_MSG_EQ(m_negative, 0, "stages with a negative time: " << text);
        NS_TEST_EXPECT_MSG_EQ(m_wrongSums, 0, "requests whose stages do not add up: " << text);
    }

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(15);
        for (const std::string type : {"StripedArray", "MirroredArray", "Raid5Array"})
        {
            for (const auto fate :
                 {Fate::WHOLE, Fate::DEGRADED, Fate::FAILING, Fate::REBUILT, Fate::LOST})
            {
                for (uint32_t depth : {0, 1, 2})
                {
                    const auto members = m_random->GetInteger(3, 6);
                    const auto unit = m_random->GetInteger(2, 12);
                    std::vector<Ptr<BlockDevice>> devices;
                    for (uint32_t i = 0; i < members; ++i)
                    {
                        devices.push_back(MakeMember(depth));
                    }
                    Run(MakeArray(type, devices, unit),
                        fate,
                        depth,
                        type + " of " + std::to_string(members) + ", unit " + std::to_string(unit));
                }
            }
        }
    }

    Ptr<UniformRandomVariable> m_random;      //!< whatever is random
    std::vector<Ptr<CourseMember>> m_devices; //!< the devices of a run
    uint32_t m_issued{0};                     //!< requests submitted
    uint32_t m_completed{0};                  //!< requests completed
    uint32_t m_negative{0};                   //!< stages that took a negative time
    uint32_t m_wrongSums{0};                  //!< requests whose stages do not add up
};

/**
 * @ingroup block-io
 *
 * Where the time of an array's requests goes.
 */
class ArrayStagesTestSuite : public TestSuite
{
  public:
    ArrayStagesTestSuite()
        : TestSuite("block-io-array-stages", Type::UNIT)
    {
        AddTestCase(new ArrayLastMemberTest, Duration::QUICK);
        AddTestCase(new ArrayStagesRandomTest, Duration::QUICK);
    }
};

static ArrayStagesTestSuite g_arrayStagesTestSuite; //!< registers the suite
