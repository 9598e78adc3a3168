/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-meter.h"
#include "ns3/ethernet-train.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/test.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"

using namespace ns3;

namespace
{

/// Tells of frames when a test wants it.
class FrameTeller : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::EthernetTestFrameTeller")
                                .SetParent<Object>()
                                .SetGroupName("Ethernet")
                                .AddConstructor<FrameTeller>()
                                .AddTraceSource("Frame",
                                                "A frame",
                                                MakeTraceSourceAccessor(&FrameTeller::tell),
                                                "ns3::Packet::TracedCallback");
        return tid;
    }

    TracedCallback<Ptr<const Packet>> tell; //!< a frame
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Frames, and the frames of a train.
 */
class EthernetMeterTestCase : public TestCase
{
  public:
    EthernetMeterTestCase()
        : TestCase("frames and trains")
    {
    }

  private:
    void DoRun() override
    {
        const auto teller = CreateObject<FrameTeller>();
        const EthernetMeter meter(teller, "Frame");
        NS_TEST_EXPECT_MSG_EQ(meter.GetFrames(), 0, "nothing yet");
        // 38 bytes around a payload, which is padded to 46.
        teller->tell(Create<Packet>(1250));
        teller->tell(Create<Packet>(10));
        NS_TEST_EXPECT_MSG_EQ(meter.GetFrames(), 2, "two frames");
        NS_TEST_EXPECT_MSG_EQ(meter.GetWireBytes(), 1288 + 84, "their bytes");
        // Six frames of 1500 bytes and one of 152.
        EthernetTrain train;
        train.frames = 7;
        train.payload = 1500;
        train.lastPayload = 152;
        const auto packet = Create<Packet>(9152);
        packet->AddPacketTag(EthernetTrainTag(train));
        teller->tell(packet);
        NS_TEST_EXPECT_MSG_EQ(meter.GetFrames(), 9, "seven more");
        NS_TEST_EXPECT_MSG_EQ(meter.GetWireBytes(), 1372 + 6 * 1538 + 190, "their bytes");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Counting frames.
 */
class EthernetMeterTestSuite : public TestSuite
{
  public:
    EthernetMeterTestSuite()
        : TestSuite("ethernet-meter", Type::UNIT)
    {
        AddTestCase(new EthernetMeterTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetMeterTestSuite g_ethernetMeterTestSuite;
