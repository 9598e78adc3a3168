/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-buffer-checker.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-transmitter.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * A port whose memory has room for two frames, beside another port with frames that wait there.
 */
class EthernetBufferCheckerTestCase : public TestCase
{
  public:
    EthernetBufferCheckerTestCase()
        : TestCase("memory with too much in it")
    {
    }

  private:
    static constexpr uint16_t EXPERIMENT = 0x88b5; //!< a protocol for experiments (IEEE 802)

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(2), "", "one leaves, one waits");
        NS_TEST_EXPECT_MSG_EQ(Run(3), "", "two wait");
        NS_TEST_EXPECT_MSG_EQ(Run(4),
                              "a shared buffer has 4554 bytes, and room for 3036; ",
                              "three wait");
        CheckAlone();
    }

    /**
     * @param frames how many frames of 1,518 bytes the other port was handed
     * @return what the checker says when the port is handed one
     */
    std::string Run(uint32_t frames)
    {
        NodeContainer nodes(2);
        const auto devices = EthernetHelper().Install(nodes.Get(0), nodes.Get(1));
        const auto port = DynamicCast<EthernetNetDevice>(devices.Get(0));
        const auto buffer = CreateObject<EthernetSharedBuffer>();
        buffer->SetAttribute("Size", UintegerValue(2 * 1518));
        port->SetAttribute("SharedBuffer", PointerValue(buffer));
        EthernetTransmitter other;
        buffer->Add(&other);
        for (uint32_t i = 0; i < frames; ++i)
        {
            other.Accept(Seconds(0), EthernetTrain::Single(1500));
        }
        std::string said;
        EthernetBufferChecker checker([&said](const std::string& what) { said += what + "; "; });
        checker.Attach(port);
        NS_TEST_EXPECT_MSG_EQ(checker.GetNPorts(), 1, "it is watched");
        port->Send(Create<Packet>(100), devices.Get(1)->GetAddress(), EXPERIMENT);
        NS_TEST_EXPECT_MSG_EQ(checker.GetMost(), (frames - 1) * 1518, "what waits");
        Simulator::Destroy();
        return said;
    }

    /// A port with memory of its own is not watched.
    void CheckAlone()
    {
        NodeContainer nodes(2);
        const auto devices = EthernetHelper().Install(nodes.Get(0), nodes.Get(1));
        EthernetBufferChecker checker([](const std::string&) {});
        checker.Attach(DynamicCast<EthernetNetDevice>(devices.Get(0)));
        NS_TEST_EXPECT_MSG_EQ(checker.GetNPorts(), 0, "nothing is shared");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * What watches memory that ports share.
 */
class EthernetBufferCheckerTestSuite : public TestSuite
{
  public:
    EthernetBufferCheckerTestSuite()
        : TestSuite("ethernet-buffer-checker", Type::UNIT)
    {
        AddTestCase(new EthernetBufferCheckerTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetBufferCheckerTestSuite g_ethernetBufferCheckerTestSuite;
