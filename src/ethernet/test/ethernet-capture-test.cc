/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-helper.h"
#include "ns3/node-container.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * A capture has Ethernet headers, and the times at which frames begin to leave or have arrived.
 */
class EthernetCaptureTestCase : public TestCase
{
  public:
    EthernetCaptureTestCase()
        : TestCase("capture")
    {
    }

  private:
    void DoRun() override
    {
        Capture();
        // 1288 bytes take 10.304 us, 10.208 without the gap.
        Check(0, {0, 10});
        Check(1, {1010, 1020});
    }

    /// Send two frames. The captures are closed when the devices are gone.
    void Capture()
    {
        EthernetHelper helper;
        helper.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto devices = helper.Install(NodeContainer(2));
        for (const auto end : {0, 1})
        {
            helper.EnablePcap(GetName(end), devices.Get(end), false, true);
        }
        devices.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
            [](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return true; }));
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(0)->Send(Create<Packet>(1250), devices.Get(1)->GetAddress(), 0x88b5);
        }
        Simulator::Run();
        Simulator::Destroy();
    }

    /**
     * @param end 0 or 1
     * @return the name of its capture
     */
    std::string GetName(uint32_t end)
    {
        return CreateTempDirFilename("end" + std::to_string(end) + ".pcap");
    }

    /**
     * @param end 0 or 1
     * @param times expected time of each frame, microseconds
     */
    void Check(uint32_t end, const std::vector<uint32_t>& times)
    {
        PcapFile file;
        file.Open(GetName(end), std::ios::in);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "opened");
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 1, "LINKTYPE_ETHERNET");
        for (const auto time : times)
        {
            uint32_t seconds;
            uint32_t microseconds;
            uint32_t captured;
            uint32_t length;
            uint32_t read;
            std::vector<uint8_t> bytes(2000);
            file.Read(bytes.data(), bytes.size(), seconds, microseconds, captured, length, read);
            NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "a frame");
            NS_TEST_EXPECT_MSG_EQ(microseconds, time, "time");
            NS_TEST_EXPECT_MSG_EQ(length, 1264, "bytes");
            NS_TEST_EXPECT_MSG_EQ((bytes[12] << 8 | bytes[13]), 0x88b5, "type");
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Captures.
 */
class EthernetCaptureTestSuite : public TestSuite
{
  public:
    EthernetCaptureTestSuite()
        : TestSuite("ethernet-capture", Type::UNIT)
    {
        AddTestCase(new EthernetCaptureTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetCaptureTestSuite g_ethernetCaptureTestSuite;
