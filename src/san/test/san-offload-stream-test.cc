/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * With segmentation offload the PDUs of a moment are given to TCP together. A stream that did so is
 * kept by nobody afterwards.
 */
class SanOffloadStreamTestCase : public TestCase
{
  public:
    SanOffloadStreamTestCase()
        : TestCase("a stream that sent a burst goes with its connection")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer hosts(2);
        const auto devices = EthernetHelper().Install(hosts);
        InternetStackHelper().Install(hosts);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        TcpOffloadHelper().Install(hosts);
        const auto factory = TcpHostSocketFactory::GetTypeId();
        const auto listener = Socket::CreateSocket(hosts.Get(1), factory);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                m_stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
            }));
        listener->Listen();
        const auto peer = Socket::CreateSocket(hosts.Get(0), factory);
        peer->Bind();
        peer->Connect(InetSocketAddress(addresses.GetAddress(1), 3260));
        Simulator::Schedule(Seconds(1), [this]() {
            for (uint32_t i = 0; i < BURST; ++i)
            {
                auto pdu = Create<Packet>();
                pdu->AddHeader(IscsiNopInHeader());
                m_stream->Send(pdu);
            }
            NS_TEST_EXPECT_MSG_GT(m_stream->GetQueuedBytes(), 0, "the burst waits for its end");
        });
        Simulator::Schedule(Seconds(2), [this, peer]() {
            NS_TEST_EXPECT_MSG_EQ(m_stream->GetQueuedBytes(), 0, "the burst was sent");
            NS_TEST_EXPECT_MSG_EQ(peer->GetRxAvailable(), BURST * 48, "and has arrived");
            NS_TEST_EXPECT_MSG_EQ(m_stream->GetReferenceCount(), 1, "only the test has the stream");
            m_stream->Close();
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        m_stream = nullptr;
        Simulator::Destroy();
    }

    static constexpr uint32_t BURST = 4; //!< PDUs, of 48 bytes each
    Ptr<IscsiPduStream> m_stream;        //!< of the target
};

/**
 * @ingroup san-tests
 *
 * IscsiPduStream over TcpOffloadSocket.
 */
class SanOffloadStreamTestSuite : public TestSuite
{
  public:
    SanOffloadStreamTestSuite()
        : TestSuite("san-offload-stream", Type::UNIT)
    {
        AddTestCase(new SanOffloadStreamTestCase);
    }
};

/// Registers the suite.
static SanOffloadStreamTestSuite g_sanOffloadStreamTestSuite;
