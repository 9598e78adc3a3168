/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/integer.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/loopback-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;
using Numbers = std::vector<uint32_t>;

/**
 * Two streams over a link of 100 Mb/s and 1 ms. From 1 s on, the initiator's sends a Data-Out PDU
 * every 10 ms, with the next DataSN, 512 bytes of data and both digests.
 */
class FaultBench : public IscsiPduStreamOwner
{
  public:
    /// What the receiving end saw.
    struct Receiver : public IscsiPduStreamOwner
    {
        // IscsiPduStreamOwner
        void PduArrived(Ptr<Packet> pdu) override
        {
            IscsiDataOutHeader header;
            pdu->RemoveHeader(header);
            if (received.empty())
            {
                firstData = IscsiTestBench::GetBytes(pdu);
            }
            received.push_back(header.dataSn);
        }

        bool PduDamaged(IscsiDamage damage, Ptr<Packet> good) override
        {
            if (damage == IscsiDamage::HEADER)
            {
                headers++;
                return true;
            }
            IscsiDataOutHeader header;
            good->RemoveHeader(header);
            data.push_back(header.dataSn);
            return true;
        }

        void StreamEnded(const std::string& /* reason */) override
        {
            ended = Simulator::Now();
        }

        Ptr<IscsiPduStream> stream; //!< its stream
        Numbers received;           //!< DataSN of each PDU
        Numbers data;               //!< DataSN of each PDU with damaged data
        uint32_t headers{0};        //!< PDUs with damaged headers
        Bytes firstData;            //!< data of the first PDU
        Time ended{Seconds(-1)};    //!< when it ended
    };

    /**
     * @param digests whether PDUs have digests
     */
    explicit FaultBench(bool digests = true)
        : m_digests(digests),
          bench("100Mbps", MilliSeconds(1))
    {
    }

    /**
     * Connect, and send.
     *
     * @param count how many PDUs
     */
    void Run(uint32_t count)
    {
        m_listener = Socket::CreateSocket(bench.nodes.Get(1), TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&FaultBench::Accept, this));
        const auto socket = Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
        sender = Create<IscsiPduStream>(socket, IscsiPduStream::Side::INITIATOR);
        sender->SetOwner(this);
        sender->SetDigests(m_digests, m_digests);
        sender->Connect(InetSocketAddress(bench.targetAddress, 3260), Callback<void>([]() {}));
        for (uint32_t i = 0; i < count; i++)
        {
            Simulator::Schedule(Seconds(1) + MilliSeconds(10) * i, &FaultBench::Send, this, i);
        }
        Simulator::Stop(Seconds(20));
        Simulator::Run();
    }

    /**
     * Destroy the simulation.
     */
    void Finish()
    {
        sender = nullptr;
        receiver.stream = nullptr;
        m_listener = nullptr;
        Simulator::Destroy();
    }

    bool m_digests;                //!< whether PDUs have digests
    IscsiTestBench bench;          //!< the nodes
    IscsiFaultHelper faults;       //!< what makes the faults
    Ptr<IscsiPduStream> sender;    //!< sends
    Time senderEnded{Seconds(-1)}; //!< when that ended
    Receiver receiver;             //!< receives

  private:
    /**
     * Send a PDU.
     *
     * @param number its DataSN
     */
    void Send(uint32_t number)
    {
        IscsiDataOutHeader header;
        header.dataSn = number;
        auto pdu = Create<Packet>(512);
        header.dataSegmentLength = pdu->GetSize();
        pdu->AddHeader(header);
        sender->Send(pdu);
    }

    /**
     * @param socket the receiver's socket
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        receiver.stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
        receiver.stream->SetDigests(m_digests, m_digests);
        receiver.stream->SetOwner(&receiver);
    }

    // IscsiPduStreamOwner, of the sender's stream
    void PduArrived(Ptr<Packet> /* pdu */) override
    {
    }

    void StreamEnded(const std::string& /* reason */) override
    {
        senderEnded = Simulator::Now();
    }

    Ptr<Socket> m_listener; //!< where the receiver listens
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Damage strikes the PDUs asked for, wherever it happens.
 */
class IscsiPduFaultTestCase : public TestCase
{
  public:
    /**
     * @param sent true for damage by the sender, false for damage on arrival
     */
    explicit IscsiPduFaultTestCase(bool sent)
        : TestCase(std::string("damage to PDUs ") + (sent ? "sent" : "received")),
          m_sent(sent)
    {
    }

  private:
    void DoRun() override
    {
        FaultBench streams;
        streams.faults.SetAttribute("Direction", StringValue(m_sent ? "Sent" : "Received"));
        const auto node = streams.bench.nodes.Get(m_sent ? 0 : 1);
        streams.faults.SetAttribute("First", UintegerValue(3));
        streams.faults.SetAttribute("Limit", UintegerValue(2));
        const auto data = streams.faults.Install(node);
        streams.faults.SetAttribute("Damage", StringValue("Header"));
        streams.faults.SetAttribute("First", UintegerValue(7));
        streams.faults.SetAttribute("Limit", UintegerValue(1));
        const auto header = streams.faults.Install(node);
        streams.faults.SetAttribute("Opcode", IntegerValue(1));
        const auto commands = streams.faults.Install(node);
        streams.faults.SetAttribute("Opcode", IntegerValue(-1));
        streams.faults.SetAttribute("Connection", IntegerValue(1));
        const auto others = streams.faults.Install(node);
        streams.Run(10);
        NS_TEST_EXPECT_MSG_EQ((streams.receiver.received == Numbers{0, 1, 4, 5, 7, 8, 9}),
                              true,
                              "PDUs that arrive");
        NS_TEST_EXPECT_MSG_EQ((streams.receiver.data == Numbers{2, 3}), true, "damaged data");
        NS_TEST_EXPECT_MSG_EQ(streams.receiver.headers, 1, "damaged headers");
        NS_TEST_EXPECT_MSG_EQ(data->GetDamaged(), 2, "count of damaged data");
        NS_TEST_EXPECT_MSG_EQ(header->GetDamaged(), 1, "count of damaged headers");
        NS_TEST_EXPECT_MSG_EQ(commands->GetDamaged(), 0, "no SCSI Command came");
        NS_TEST_EXPECT_MSG_EQ(others->GetDamaged(), 0, "there is no second connection");
        streams.Finish();
    }

    bool m_sent; //!< who damages
};

/**
 * @ingroup iscsi-tests
 *
 * Without digests damage is delivered, and with a probability it strikes some PDUs, always the
 * same ones.
 */
class IscsiPduFaultChanceTestCase : public TestCase
{
  public:
    IscsiPduFaultChanceTestCase()
        : TestCase("damage without digests, and by chance")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool sent : {false, true})
        {
            FaultBench streams(false);
            streams.faults.SetAttribute("Direction", StringValue(sent ? "Sent" : "Received"));
            streams.faults.Install(streams.bench.nodes.Get(sent ? 0 : 1));
            streams.Run(2);
            Bytes damaged(512);
            damaged[0] = 1;
            NS_TEST_EXPECT_MSG_EQ((streams.receiver.firstData == damaged), true, "one bit");
            NS_TEST_EXPECT_MSG_EQ(streams.receiver.received.size(), 2, "all arrive");
            streams.Finish();
        }
        Numbers first;
        for (int i = 0; i < 2; i++)
        {
            FaultBench streams;
            streams.faults.SetAttribute("Probability", DoubleValue(0.25));
            streams.faults.SetAttribute("Limit", UintegerValue(0));
            const auto fault = streams.faults.Install(streams.bench.nodes.Get(0));
            fault->AssignStreams(5);
            streams.Run(400);
            // 100 are expected, with a standard deviation of 8.7: four of them.
            NS_TEST_EXPECT_MSG_EQ_TOL(fault->GetDamaged(), 100, 35, "damaged");
            NS_TEST_EXPECT_MSG_EQ(fault->GetDamaged(), streams.receiver.data.size(), "all seen");
            NS_TEST_EXPECT_MSG_EQ((i == 0 || first == streams.receiver.data), true, "the same");
            first = streams.receiver.data;
            streams.Finish();
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A reset is seen at once by the near end, after the way there by the far one.
 */
class IscsiResetTestCase : public TestCase
{
  public:
    IscsiResetTestCase()
        : TestCase("a TCP reset")
    {
    }

  private:
    void DoRun() override
    {
        FaultBench streams;
        streams.faults.ResetConnection(streams.bench.nodes.Get(0), Seconds(1.025), 0);
        streams.faults.ResetConnection(streams.bench.nodes.Get(0), Seconds(1.026), 0);
        streams.Run(10);
        NS_TEST_EXPECT_MSG_EQ((streams.receiver.received == Numbers{0, 1, 2}), true, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(streams.senderEnded, Seconds(1.025), "near end");
        // The link takes 1 ms, and 40 bytes of IP and TCP header 3.2 us.
        NS_TEST_EXPECT_MSG_EQ(streams.receiver.ended,
                              Seconds(1.026) + NanoSeconds(3200),
                              "far end");
        streams.Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A silent path holds everything up and loses nothing, and an error model that was there counts
 * before and after.
 */
class IscsiSilenceTestCase : public TestCase
{
  public:
    IscsiSilenceTestCase()
        : TestCase("a silent path")
    {
    }

  private:
    void DoRun() override
    {
        FaultBench streams;
        NetDeviceContainer devices;
        devices.Add(streams.bench.devices[0]);
        devices.Add(streams.bench.devices[1]);
        auto list = CreateObject<ReceiveListErrorModel>();
        list->SetList({1}); // the second packet that gets there: the end of the handshake
        streams.bench.devices[1]->SetAttribute("ReceiveErrorModel", PointerValue(list));
        streams.faults.SilencePath(devices, Seconds(1.025), Seconds(1.5));
        Numbers before;
        Numbers during;
        Simulator::Schedule(Seconds(1.025), [&]() { before = streams.receiver.received; });
        Simulator::Schedule(Seconds(1.499), [&]() { during = streams.receiver.received; });
        streams.Run(10);
        NS_TEST_EXPECT_MSG_EQ((before == Numbers{0, 1, 2}), true, "before");
        NS_TEST_EXPECT_MSG_EQ((during == before), true, "nothing comes through");
        NS_TEST_EXPECT_MSG_EQ(streams.receiver.received.size(), 10, "TCP makes up for it");
        NS_TEST_EXPECT_MSG_EQ(streams.senderEnded, Seconds(-1), "nobody is told");
        std::string error;
        try
        {
            streams.faults.SilencePath(devices, Seconds(2), Seconds(1));
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "IscsiFaultHelper::SilencePath: until +1s is before from +2s",
                              "backwards");
        try
        {
            streams.faults.SilencePath(NetDeviceContainer(CreateObject<LoopbackNetDevice>()),
                                       Seconds(1),
                                       Seconds(2));
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(
            error,
            "IscsiFaultHelper::SilencePath: ns3::LoopbackNetDevice has no attribute "
            "ReceiveErrorModel",
            "no error model");
        streams.Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A target that is restarted has lost its sessions and takes new ones.
 */
class IscsiRestartTestCase : public TestCase
{
  public:
    IscsiRestartTestCase()
        : TestCase("a target restarts")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        bench.InstallInitiator();
        IscsiFaultHelper().Restart(bench.target, Seconds(1), Seconds(1));
        const auto late = bench.InstallInitiator();
        late->SetStartTime(Seconds(3));
        std::vector<uint32_t> sessions;
        for (const double at : {0.9, 1.5, 2.5, 3.5})
        {
            Simulator::Schedule(Seconds(at),
                                [&]() { sessions.push_back(bench.target->GetSessionCount()); });
        }
        Simulator::Schedule(Seconds(4), [&]() { bench.client.Read(late->GetPort(), 0, 512); });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sessions[0], 1, "before");
        NS_TEST_EXPECT_MSG_EQ(sessions[1], 0, "stopped");
        NS_TEST_EXPECT_MSG_GT(sessions[3], 0, "logged in again");
        NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 1, "a read");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The faults that a user can schedule.
 */
class IscsiFaultHelperTestSuite : public TestSuite
{
  public:
    IscsiFaultHelperTestSuite()
        : TestSuite("iscsi-fault-helper", Type::UNIT)
    {
        for (const bool sent : {true, false})
        {
            AddTestCase(new IscsiPduFaultTestCase(sent), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiPduFaultChanceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiResetTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiSilenceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiRestartTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiFaultHelperTestSuite g_iscsiFaultHelperTestSuite; //!< registers the suite
