/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-interrupt-moderation.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// An EtherType for experiments (IEEE 802).
constexpr uint16_t TYPE = 0x88b5;

/**
 * @param frames how many
 * @param span from the first to the last
 * @return a frame, or a train of frames, of a hundred bytes each
 */
EthernetFrame
MakeFrame(uint32_t frames = 1, Time span = Time())
{
    EthernetTrain train = EthernetTrain::Single(100);
    train.frames = frames;
    train.span = span;
    return {Create<Packet>(100 * frames),
            Mac48Address("02:00:00:00:00:01"),
            Mac48Address("02:00:00:00:00:02"),
            TYPE,
            train};
}

/// An adapter's interrupts, and when they come.
class Adapter
{
  public:
    /**
     * @param delay after the last frame
     * @param limit after the first frame
     */
    Adapter(Time delay, Time limit)
    {
        moderation.SetDelay(delay);
        moderation.SetLimit(limit);
        moderation.SetHandler(MakeCallback(&Adapter::Interrupt, this));
    }

    ~Adapter()
    {
        Simulator::Destroy();
    }

    Adapter(const Adapter&) = delete;
    Adapter& operator=(const Adapter&) = delete;

    /**
     * @param time when a frame arrives
     * @param frame the frame
     */
    void ArriveAt(Time time, const EthernetFrame& frame)
    {
        Simulator::Schedule(time, [this, frame] { held += moderation.Hold(frame); });
    }

    EthernetInterruptModeration moderation;            //!< what is tested
    std::vector<std::pair<Time, uint32_t>> interrupts; //!< times, and how many frames and trains
    std::vector<uint64_t> packets;                     //!< in the order in which they were told
    uint32_t held{0};                                  //!< frames that waited
    Time longestSpan;                                  //!< of the trains

  private:
    /**
     * @param frames of which the host is notified
     */
    void Interrupt(const std::vector<EthernetFrame>& frames)
    {
        interrupts.emplace_back(Simulator::Now(), frames.size());
        for (const auto& one : frames)
        {
            packets.push_back(one.payload->GetUid());
            longestSpan = Max(longestSpan, one.train.start + one.train.span);
        }
    }
};

using Interrupts = std::vector<std::pair<Time, uint32_t>>;

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * When the host is notified of frames.
 */
class EthernetInterruptTimesTestCase : public TestCase
{
  public:
    EthernetInterruptTimesTestCase()
        : TestCase("times of interrupts")
    {
    }

  private:
    void DoRun() override
    {
        None();
        Burst();
        Stream();
        Silence();
    }

    /// Without a delay nothing waits.
    void None()
    {
        Adapter adapter(Time(), MicroSeconds(100));
        adapter.ArriveAt(Time(), MakeFrame());
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(adapter.held, 0, "the host has it already");
        NS_TEST_EXPECT_MSG_EQ(adapter.interrupts.empty(), true, "so there is no interrupt");
    }

    /// Frames 12 us apart wait for 40 us without a frame; one that is alone waits as long.
    void Burst()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(500));
        std::vector<uint64_t> sent;
        for (const auto time : {0, 12, 24, 300})
        {
            const auto frame = MakeFrame();
            sent.push_back(frame.payload->GetUid());
            adapter.ArriveAt(MicroSeconds(time), frame);
        }
        Simulator::Run();
        const Interrupts expected{{MicroSeconds(64), 3}, {MicroSeconds(340), 1}};
        NS_TEST_EXPECT_MSG_EQ((adapter.interrupts == expected), true, "after the last frame");
        NS_TEST_EXPECT_MSG_EQ((adapter.packets == sent), true, "in order");
        NS_TEST_EXPECT_MSG_EQ(adapter.held, 4, "all waited");
    }

    /// In a stream without a pause the first frame waits for the limit: of those at 0, 30, ...
    /// 180 us it is the one at 0, then that at 120 us.
    void Stream()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(100));
        for (uint32_t i = 0; i < 7; ++i)
        {
            adapter.ArriveAt(MicroSeconds(30 * i), MakeFrame());
        }
        Simulator::Run();
        const Interrupts expected{{MicroSeconds(100), 4}, {MicroSeconds(220), 3}};
        NS_TEST_EXPECT_MSG_EQ((adapter.interrupts == expected), true, "not later than the limit");
    }

    /// What is forgotten causes no interrupt.
    void Silence()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(100));
        adapter.ArriveAt(Time(), MakeFrame());
        Simulator::Schedule(MicroSeconds(20), [&] { adapter.moderation.Clear(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(adapter.interrupts.empty(), true, "forgotten");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Trains of frames: the host is notified of whole ones.
 */
class EthernetInterruptTrainTestCase : public TestCase
{
  public:
    EthernetInterruptTrainTestCase()
        : TestCase("trains and interrupts")
    {
    }

  private:
    void DoRun() override
    {
        Whole();
        Long();
        Late();
    }

    /// A train waits from its last frame on, and is there all at once.
    void Whole()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(500));
        adapter.ArriveAt(MicroSeconds(10), MakeFrame(5, MicroSeconds(50)));
        Simulator::Run();
        const Interrupts expected{{MicroSeconds(100), 1}};
        NS_TEST_EXPECT_MSG_EQ((adapter.interrupts == expected), true, "10 + 50 + 40 us");
        NS_TEST_EXPECT_MSG_EQ(adapter.longestSpan, Time(), "no frame is still to come");
    }

    /// At the limit of 100 us one train has arrived; the other ends at 130 us, and waits on.
    void Long()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(100));
        adapter.ArriveAt(Time(), MakeFrame(5, MicroSeconds(50)));
        adapter.ArriveAt(MicroSeconds(60), MakeFrame(5, MicroSeconds(70)));
        Simulator::Run();
        const Interrupts expected{{MicroSeconds(100), 1}, {MicroSeconds(170), 1}};
        NS_TEST_EXPECT_MSG_EQ((adapter.interrupts == expected), true, "each when it is whole");
    }

    /// A train that takes longer than the limit waits for its last frame, and the limit again.
    void Late()
    {
        Adapter adapter(MicroSeconds(40), MicroSeconds(30));
        adapter.ArriveAt(Time(), MakeFrame(5, MicroSeconds(50)));
        Simulator::Run();
        const Interrupts expected{{MicroSeconds(60), 1}};
        NS_TEST_EXPECT_MSG_EQ((adapter.interrupts == expected), true, "at the second limit");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A device that tells its host of two frames at once.
 */
class EthernetInterruptDeviceTestCase : public TestCase
{
  public:
    EthernetInterruptDeviceTestCase()
        : TestCase("device with interrupt moderation")
    {
    }

  private:
    /// Two frames of 1538 and 84 bytes on the link, the last of which ends after 12,880 ns.
    void DoRun() override
    {
        NodeContainer nodes(2);
        const auto devices = EthernetHelper().Install(nodes);
        const auto receiver = devices.Get(1);
        receiver->SetAttribute("InterruptDelay", TimeValue(MicroSeconds(20)));
        std::vector<Time> arrived;
        std::vector<uint32_t> interrupts;
        receiver->SetReceiveCallback(
            Callback<bool, Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&>(
                [&](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    arrived.push_back(Simulator::Now());
                    return true;
                }));
        receiver->TraceConnectWithoutContext(
            "Interrupt",
            Callback<void, uint32_t>([&](uint32_t frames) { interrupts.push_back(frames); }));
        for (const auto bytes : {1500, 46})
        {
            devices.Get(0)->Send(Create<Packet>(bytes), receiver->GetAddress(), TYPE);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((arrived == std::vector<Time>(2, NanoSeconds(12'880 + 20'000))),
                              true,
                              "together");
        NS_TEST_EXPECT_MSG_EQ((interrupts == std::vector<uint32_t>{2}), true, "one interrupt");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Interrupt moderation.
 */
class EthernetInterruptModerationTestSuite : public TestSuite
{
  public:
    EthernetInterruptModerationTestSuite()
        : TestSuite("ethernet-interrupt-moderation", Type::UNIT)
    {
        AddTestCase(new EthernetInterruptTimesTestCase, Duration::QUICK);
        AddTestCase(new EthernetInterruptTrainTestCase, Duration::QUICK);
        AddTestCase(new EthernetInterruptDeviceTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetInterruptModerationTestSuite g_ethernetInterruptModerationTestSuite;
