/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file-test-helper.h"

#include "ns3/capture-file.h"
#include "ns3/device-capture.h"
#include "ns3/error-model.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"

#include <string>

using namespace ns3;

namespace
{

/// A device that says what passes when a test tells it to.
class SniffedDevice : public SimpleNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::ToolboxSniffedDevice")
                                .SetParent<SimpleNetDevice>()
                                .SetGroupName("Toolbox")
                                .AddConstructor<SniffedDevice>()
                                .AddTraceSource("PromiscSniffer",
                                                "A frame passes",
                                                MakeTraceSourceAccessor(&SniffedDevice::m_sniffer),
                                                "ns3::Packet::TracedCallback");
        return tid;
    }

    /**
     * @param size bytes of a frame that passes
     */
    void Pass(uint32_t size)
    {
        m_sniffer(Create<Packet>(size));
    }

  private:
    TracedCallback<Ptr<const Packet>> m_sniffer; //!< a frame passes
};

} // namespace

/**
 * @ingroup toolbox
 *
 * A capture has what passes a device, when it passes.
 */
class DeviceCaptureTest : public TestCase
{
  public:
    DeviceCaptureTest()
        : TestCase("A capture has what passes a device")
    {
    }

  private:
    void DoRun() override
    {
        const auto name = CreateTempDirFilename("device.pcap");
        auto device = CreateObject<SniffedDevice>();
        DeviceCapture capture(name, device, DeviceCapture::ETHERNET, 60);
        DeviceCapture none("", device);
        const auto second = Seconds(1) + NanoSeconds(5);
        Simulator::Schedule(NanoSeconds(7), &SniffedDevice::Pass, device, 40);
        Simulator::Schedule(second, &SniffedDevice::Pass, device, 1500);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "missing", "not before it is whole");
        capture.Commit();
        none.Commit();

        const auto expected = CreateTempDirFilename("expected.pcap");
        CaptureFile file(expected, 1, CaptureFile::Resolution::NANOSECONDS, 60);
        file.Write(NanoSeconds(7), Create<Packet>(40));
        file.Write(second, Create<Packet>(1500));
        file.Commit();
        const auto text = ReadWholeFile(name);
        NS_TEST_EXPECT_MSG_EQ((text == ReadWholeFile(expected)), true, "both frames");
        // A head of 24 bytes, one of 16 for each frame, and the bytes kept.
        NS_TEST_EXPECT_MSG_EQ(text.size(), 24 + 16 + 40 + 16 + 60, "length");
    }
};

/**
 * @ingroup toolbox
 *
 * Captures of devices.
 */
class DeviceCaptureTestSuite : public TestSuite
{
  public:
    DeviceCaptureTestSuite()
        : TestSuite("toolbox-device-capture", Type::UNIT)
    {
        AddTestCase(new DeviceCaptureTest, Duration::QUICK);
    }
};

static DeviceCaptureTestSuite g_deviceCaptureTestSuite; //!< registers the suite
