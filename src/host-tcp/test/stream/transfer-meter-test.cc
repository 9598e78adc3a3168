/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/figure-list.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/transfer-meter.h"

#include <sstream>

using namespace ns3;

namespace
{

/// Receives what a test says.
class TestSink : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::HostTcpTestSink")
                                .SetParent<Application>()
                                .SetGroupName("HostTcp")
                                .AddConstructor<TestSink>()
                                .AddTraceSource("Rx",
                                                "Bytes have arrived",
                                                MakeTraceSourceAccessor(&TestSink::m_rx),
                                                "ns3::Packet::AddressTracedCallback");
        return tid;
    }

    /**
     * Receive bytes.
     *
     * @param when when
     * @param bytes how many
     */
    void Receive(Time when, uint32_t bytes)
    {
        Simulator::Schedule(when, [this, bytes] { m_rx(Create<Packet>(bytes), Address()); });
    }

  private:
    TracedCallback<Ptr<const Packet>, const Address&> m_rx; //!< bytes have arrived
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Two transfers: their bytes, their last arrival and their longest pause.
 */
class TransferMeterTest : public TestCase
{
  public:
    TransferMeterTest()
        : TestCase("Two transfers")
    {
    }

  private:
    void DoRun() override
    {
        auto first = CreateObject<TestSink>();
        auto second = CreateObject<TestSink>();
        TransferMeter meter;
        meter.Follow(first, Seconds(1));
        meter.Follow(second, Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(meter.GetBytes(), 0, "nothing yet");
        NS_TEST_EXPECT_MSG_EQ(meter.GetDuration(), Seconds(0), "nothing yet");
        NS_TEST_EXPECT_MSG_EQ(meter.GetLongestPause(), Seconds(0), "nothing yet");
        // Pauses of 0.5, 2.5 and 1 s of the first, 1 s of the second.
        first->Receive(Seconds(1.5), 100'000);
        second->Receive(Seconds(3), 1'000'000);
        first->Receive(Seconds(4), 10'000);
        first->Receive(Seconds(5), 1000);
        // Not any more.
        second->Receive(Seconds(50), 1000);
        meter.StopAfter(1'111'000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(5), "stopped");
        NS_TEST_EXPECT_MSG_EQ(meter.GetBytes(), 1'111'000, "of both");
        NS_TEST_EXPECT_MSG_EQ(meter.GetBytes(0), 111'000, "of the first");
        NS_TEST_EXPECT_MSG_EQ(meter.GetBytes(1), 1'000'000, "of the second");
        NS_TEST_EXPECT_MSG_EQ(meter.GetDuration(), Seconds(4), "from 1 s to 5 s");
        NS_TEST_EXPECT_MSG_EQ(meter.GetLongestPause(), Seconds(2.5), "longest pause");
        Simulator::Destroy();
        // 1.111 MB in 4 s.
        std::ostringstream printed;
        meter.Print(FigureList(printed, 12, 6));
        NS_TEST_EXPECT_MSG_EQ(printed.str(),
                              "connection 1 0.111 MB\n"
                              "connection 2 1.000 MB\n"
                              "time         4.000 s\n"
                              "throughput   0.278 MB/s\n",
                              "as printed");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Transfers.
 */
class TransferMeterTestSuite : public TestSuite
{
  public:
    TransferMeterTestSuite()
        : TestSuite("host-tcp-transfer-meter", Type::UNIT)
    {
        AddTestCase(new TransferMeterTest, Duration::QUICK);
    }
};

static TransferMeterTestSuite g_transferMeterTestSuite; //!< registers the suite
