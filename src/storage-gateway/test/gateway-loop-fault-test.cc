/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-network.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/integer.h"
#include "ns3/ram-disk.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

namespace
{

/// How long a command may take: CommandTimeout of the gateways here.
const Time TIMEOUT = Seconds(1);

/// The network and the host on top of it.
const Time ON_THE_WAY = MilliSeconds(10);

/**
 * @ingroup storage-gateway-tests
 *
 * A host that sends single SCSI commands over a session and notes how each ended.
 */
class FaultHost : public ScsiInitiatorClient
{
  public:
    /// What became of a command.
    struct Outcome
    {
        Ptr<ScsiTask> task;      //!< the command
        Time sent;               //!< when it was sent
        Time ended{-1};          //!< when it ended, negative if it did not
        uint32_t completions{0}; //!< how often it ended
    };

    /**
     * Read or write eight blocks.
     *
     * @param lun the logical unit
     * @param isRead true to read
     */
    void Send(uint16_t lun, bool isRead)
    {
        auto task = Create<ScsiTask>();
        task->lun = EncodeScsiLun(lun);
        const auto opcode = isRead ? ScsiOpcode::READ_10 : ScsiOpcode::WRITE_10;
        task->cdb = ScsiBlockCdb{opcode, 0, 8}.Encode();
        (isRead ? task->dataInLength : task->dataOutLength) = 4096;
        task->client = this;
        outcomes.push_back({task, Simulator::Now()});
        port->SendScsiCommand(task);
    }

    void DataInReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        port->SendDataOut(task, offset, Create<Packet>(length));
    }

    void CommandCompleteReceived(Ptr<ScsiTask> task) override
    {
        for (auto& outcome : outcomes)
        {
            if (outcome.task == task)
            {
                outcome.ended = Simulator::Now();
                ++outcome.completions;
            }
        }
    }

    Ptr<ScsiInitiatorPort> port;   //!< the session
    std::vector<Outcome> outcomes; //!< in the order of sending
};

} // namespace

/**
 * @ingroup storage-gateway-tests
 *
 * A host, a gateway and a loop with four drives, of which something fails. All commands must end
 * once, within their timeout, with the status that the fault calls for.
 */
class GatewayLoopStatusTest : public TestCase
{
  public:
    /// What a command may end with: GOOD, or a sense code.
    using Codes = std::vector<ScsiAdditionalSense>;
    /// What goes wrong.
    using Fault = std::function<void(Ptr<StorageGateway> gateway, Ptr<FcalLoop> loop)>;

    /**
     * @param name what happens
     * @param fault makes it happen, 100 us after the commands were sent
     * @param ofFirst what commands for the first drive may end with, last what those must that are
     *        sent 50 ms later
     * @param ofOthers the same for the other drives
     */
    GatewayLoopStatusTest(const std::string& name, Fault fault, Codes ofFirst, Codes ofOthers)
        : TestCase(name),
          m_fault(std::move(fault)),
          m_ofFirst(std::move(ofFirst)),
          m_ofOthers(std::move(ofOthers))
    {
    }

  private:
    /**
     * @param task a command that ended
     * @return its sense code, NONE if it is GOOD
     */
    ScsiAdditionalSense GetCode(Ptr<const ScsiTask> task)
    {
        NS_TEST_EXPECT_MSG_EQ((task->response == ScsiServiceResponse::COMMAND_COMPLETE),
                              true,
                              "there is a status");
        if (task->status == ScsiStatus::GOOD)
        {
            return ScsiAdditionalSense::NONE;
        }
        NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::CHECK_CONDITION), true, "status");
        const auto sense = ScsiSense::Decode(task->sense);
        NS_TEST_EXPECT_MSG_EQ(sense.has_value(), true, "sense");
        return sense ? sense->additional : ScsiAdditionalSense::NONE;
    }

    /**
     * Send a read and a write to each drive.
     */
    void SendAll()
    {
        for (uint16_t lun = 0; lun < 4; ++lun)
        {
            m_host.Send(lun, true);
            m_host.Send(lun, false);
        }
    }

    void DoRun() override
    {
        GatewayNetwork net(1);
        StorageGatewayHelper helper;
        helper.SetLoops(1);
        helper.SetDriveAttribute("Latency", StringValue("1ms"));
        helper.SetGatewayAttribute("CommandTimeout", TimeValue(TIMEOUT));
        auto gateway = helper.Install(net.gateway, 1, 4);
        const auto initiator =
            helper.Login(net.hosts.Get(0), gateway->GetTargetName(0), net.addresses[0]);
        m_host.port = initiator->GetPort();
        // The first command to a unit that was reset is told so.
        Simulator::Schedule(MilliSeconds(500), &GatewayLoopStatusTest::SendAll, this);
        Simulator::Schedule(MilliSeconds(600), &GatewayLoopStatusTest::SendAll, this);
        Simulator::Schedule(MilliSeconds(600) + MicroSeconds(700), [this, gateway] {
            m_fault(gateway, gateway->GetBackEnd(0)->GetObject<FcalLoop>());
        });
        Simulator::Schedule(MilliSeconds(650), &GatewayLoopStatusTest::SendAll, this);
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        for (std::size_t i = 8; i < m_host.outcomes.size(); ++i)
        {
            const auto& outcome = m_host.outcomes[i];
            const bool isFirst = DecodeScsiLun(outcome.task->lun) == 0;
            NS_TEST_ASSERT_MSG_EQ(outcome.completions, 1, "command " << i << " ends once");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(outcome.ended - outcome.sent,
                                        TIMEOUT + ON_THE_WAY,
                                        "command " << i << " within its timeout");
            const auto code = GetCode(outcome.task);
            const auto& allowed = isFirst ? m_ofFirst : m_ofOthers;
            if (i >= 16)
            {
                NS_TEST_EXPECT_MSG_EQ((code == allowed.back()), true, "long after the fault");
            }
            NS_TEST_EXPECT_MSG_NE(std::count(allowed.begin(), allowed.end(), code),
                                  0,
                                  "command " << i << " ends with " << std::hex
                                             << static_cast<uint32_t>(code));
        }
        NS_TEST_EXPECT_MSG_EQ(gateway->GetBufferPool()->GetUsed(), 0, "nothing is left");
        Simulator::Destroy();
    }

    Fault m_fault;    //!< what goes wrong
    Codes m_ofFirst;  //!< what commands for the first drive may end with
    Codes m_ofOthers; //!< what commands for the others may end with
    FaultHost m_host; //!< sends them
};

/**
 * @ingroup storage-gateway-tests
 *
 * Contents survive faults: two hosts write random blocks to drives on two loops while ports are
 * pulled and inserted and loops are initialised. What was acknowledged is read back afterwards.
 */
class GatewayLoopContentsTest : public TestCase
{
  public:
    /// What goes wrong, at random times.
    using Fault =
        std::function<void(Ptr<FcalLoop> loop, Ptr<FcalPort> drive, Ptr<UniformRandomVariable>)>;

    /**
     * @param name what happens
     * @param fault makes it happen to a loop and a drive on it
     */
    GatewayLoopContentsTest(const std::string& name, Fault fault)
        : TestCase(name),
          m_fault(std::move(fault))
    {
    }

  private:
    static constexpr uint32_t RUN = 16; //!< blocks that a write and a read have

    /**
     * Write a run of blocks again and again.
     *
     * @param device where
     * @param lba first block
     */
    void Write(Ptr<BlockDevice> device, uint64_t lba)
    {
        std::vector<uint8_t> bytes(512 * RUN);
        const auto seed = m_random->GetInteger(0, 1 << 30);
        for (std::size_t i = 0; i < bytes.size(); ++i)
        {
            bytes[i] = static_cast<uint8_t>((i * 31 + i / 251 + seed) % 255 + 1);
        }
        auto request = Create<BlockRequest>(BlockOperation::WRITE, lba, RUN);
        request->data = Create<Packet>(bytes.data(), bytes.size());
        request->completion =
            MakeCallback(&GatewayLoopContentsTest::Written, this, std::pair(device, bytes));
        ++m_open;
        device->Submit(request);
    }

    /**
     * @param what device and contents
     * @param request the write
     */
    void Written(std::pair<Ptr<BlockDevice>, std::vector<uint8_t>> what, Ptr<BlockRequest> request)
    {
        --m_open;
        const auto place = std::pair(what.first, request->lba);
        if (request->status == BlockStatus::OK)
        {
            m_contents[place] = what.second;
            ++m_acknowledged;
        }
        else
        {
            // It may be there or not.
            m_contents.erase(place);
            ++m_failed;
        }
        if (Simulator::Now() < Seconds(2))
        {
            Write(what.first, request->lba);
        }
    }

    /**
     * Read all back that was acknowledged last.
     */
    void ReadAll()
    {
        for (const auto& [place, bytes] : m_contents)
        {
            auto request = Create<BlockRequest>(BlockOperation::READ, place.second, RUN);
            request->completion = MakeCallback(&GatewayLoopContentsTest::Read, this, bytes);
            place.first->Submit(request);
        }
    }

    /**
     * @param bytes what must be there
     * @param request the read
     */
    void Read(std::vector<uint8_t> bytes, Ptr<BlockRequest> request)
    {
        NS_TEST_ASSERT_MSG_EQ((request->status == BlockStatus::OK), true, "read");
        std::vector<uint8_t> found(request->data->GetSize());
        request->data->CopyData(found.data(), found.size());
        NS_TEST_EXPECT_MSG_EQ((found == bytes), true, "the same");
        ++m_read;
    }

    /**
     * Begin to write, and let things go wrong.
     *
     * @param devices the disks as the hosts see them
     * @param gateway the gateway
     */
    void Start(const std::vector<Ptr<BlockDevice>>& devices, Ptr<StorageGateway> gateway)
    {
        for (std::size_t i = 0; i < devices.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(devices[i]->IsReady(), true, "device " << i);
            for (uint64_t run = 0; run < 4; ++run)
            {
                Write(devices[i], 1000 * i + run * RUN);
            }
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>();
            const auto port = DynamicCast<FcpInitiator>(gateway->GetDrive(i)->GetPort());
            m_fault(loop, port->GetTarget(), m_random);
        }
    }

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(21);
        GatewayNetwork net(2);
        StorageGatewayHelper helper;
        helper.SetLoops(2);
        helper.GetFcalHelper().SetLoopAttribute("AlTime", StringValue("100us"));
        helper.GetFcalHelper().SetInitiatorAttribute("Retries", UintegerValue(20));
        helper.SetDriveAttribute("Latency", StringValue("1ms"));
        helper.SetStoreData(true);
        auto gateway = helper.Install(net.gateway, 2, 2);
        std::vector<Ptr<BlockDevice>> devices;
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto seen = helper.Connect(net.hosts.Get(i), gateway, net.addresses[i]);
            devices.insert(devices.end(), seen.begin(), seen.end());
        }
        Simulator::Schedule(Seconds(1), &GatewayLoopContentsTest::Start, this, devices, gateway);
        Simulator::Schedule(Seconds(60), &GatewayLoopContentsTest::ReadAll, this);
        Simulator::Stop(Seconds(120));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_open, 0, "nothing hangs");
        NS_TEST_EXPECT_MSG_GT(m_acknowledged, 1000, "work was done");
        NS_TEST_EXPECT_MSG_EQ(m_read, m_contents.size(), "all read back");
        NS_TEST_EXPECT_MSG_GT(m_contents.size(), 25, "of 32 places");
        NS_TEST_EXPECT_MSG_EQ(gateway->GetBufferPool()->GetUsed(), 0, "nothing is left");
        Simulator::Destroy();
    }

    Fault m_fault;                       //!< what goes wrong
    Ptr<UniformRandomVariable> m_random; //!< contents and times
    uint32_t m_open{0};                  //!< writes under way
    uint32_t m_acknowledged{0};          //!< writes that succeeded
    uint32_t m_failed{0};                //!< writes that failed
    uint32_t m_read{0};                  //!< reads that succeeded
    /// What was acknowledged last, by device and first block.
    std::map<std::pair<Ptr<BlockDevice>, uint64_t>, std::vector<uint8_t>> m_contents;
};

/**
 * @ingroup storage-gateway-tests
 *
 * Mistakes in the layout: a logical unit that does not exist, a target without drives, drives that
 * all want one address.
 */
class GatewayLoopLayoutFaultTest : public TestCase
{
  public:
    GatewayLoopLayoutFaultTest()
        : TestCase("An unmapped LUN, a target without drives, one hard address for all")
    {
    }

  private:
    void DoRun() override
    {
        GatewayNetwork net(1);
        StorageGatewayHelper helper;
        helper.SetLoops(1);
        helper.GetFcalHelper().SetPortAttribute("HardAddress", IntegerValue(7));
        auto gateway = helper.Install(net.gateway, 1, 3);
        const auto empty = gateway->AddTarget("iqn.2026-01.com.example:empty");
        const Address portal = InetSocketAddress(net.addresses[0], 3999);
        helper.OpenPortal(net.gateway, gateway, 1, portal);
        const auto host = net.hosts.Get(0);
        m_full.port = helper.Login(host, gateway->GetTargetName(0), net.addresses[0])->GetPort();
        m_empty.port = helper.Login(host, "iqn.2026-01.com.example:empty", portal)->GetPort();
        Simulator::Schedule(Seconds(1), [this] {
            for (uint16_t lun = 0; lun < 3; ++lun)
            {
                m_full.Send(lun, true); // takes the unit attention
                m_full.Send(lun, true);
            }
            m_full.Send(3, true);
            m_empty.Send(0, true);
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        for (int i : {1, 3, 5})
        {
            NS_TEST_EXPECT_MSG_EQ((m_full.outcomes[i].task->status == ScsiStatus::GOOD),
                                  true,
                                  "drives with one hard address get others");
        }
        for (const auto& outcome : {m_full.outcomes[6], m_empty.outcomes[0]})
        {
            NS_TEST_ASSERT_MSG_EQ(outcome.completions, 1, "ended");
            NS_TEST_EXPECT_MSG_LT(outcome.ended - outcome.sent, ON_THE_WAY, "at once");
            const auto sense = ScsiSense::Decode(outcome.task->sense);
            NS_TEST_ASSERT_MSG_EQ(sense.has_value(), true, "sense");
            NS_TEST_EXPECT_MSG_EQ((sense->key == ScsiSenseKey::ILLEGAL_REQUEST), true, "key");
            NS_TEST_EXPECT_MSG_EQ(
                (sense->additional == ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED),
                true,
                "code");
        }
        Simulator::Destroy();
    }

    FaultHost m_full;  //!< of the target with drives
    FaultHost m_empty; //!< of the one without
};

/**
 * @ingroup storage-gateway-tests
 *
 * Faults on the loops behind a gateway.
 */
class GatewayLoopFaultTestSuite : public TestSuite
{
  public:
    GatewayLoopFaultTestSuite()
        : TestSuite("gateway-loop-fault", Type::SYSTEM)
    {
        AddStatusTests();
        AddContentsTests();
        AddTestCase(new GatewayLoopLayoutFaultTest, Duration::QUICK);
    }

  private:
    /**
     * @param gateway a gateway
     * @return the first drive's port
     */
    static Ptr<FcalPort> GetFirst(Ptr<StorageGateway> gateway)
    {
        return DynamicCast<FcpInitiator>(gateway->GetDrive(0)->GetPort())->GetTarget();
    }

    /**
     * Add the tests of what commands end with.
     */
    void AddStatusTests()
    {
        using Code = ScsiAdditionalSense;
        AddTestCase(
            new GatewayLoopStatusTest("A drive stops answering",
                                      [](Ptr<StorageGateway> gateway, Ptr<FcalLoop>) {
                                          gateway->GetDrive(0)->GetObject<RamDisk>()->SetAttribute(
                                              "Latency",
                                              StringValue("1000s"));
                                      },
                                      {Code::NONE, Code::TIMEOUT_ON_LOGICAL_UNIT},
                                      {Code::NONE}),
            Duration::QUICK);
        AddTestCase(new GatewayLoopStatusTest(
                        "A port is pulled in mid-transfer",
                        [](Ptr<StorageGateway> gateway, Ptr<FcalLoop> loop) {
                            loop->Remove(GetFirst(gateway));
                        },
                        {Code::LOGICAL_UNIT_COMMUNICATION_FAILURE, Code::TIMEOUT_ON_LOGICAL_UNIT},
                        {Code::NONE}),
                    Duration::QUICK);
        AddTestCase(new GatewayLoopStatusTest("A port is pulled and comes back",
                                              [](Ptr<StorageGateway> gateway, Ptr<FcalLoop> loop) {
                                                  const auto port = GetFirst(gateway);
                                                  loop->Remove(port);
                                                  Simulator::Schedule(
                                                      MilliSeconds(200),
                                                      [loop, port] { loop->Insert(port); });
                                              },
                                              {Code::NONE},
                                              {Code::NONE}),
                    Duration::QUICK);
        AddTestCase(new GatewayLoopStatusTest("A LIP storm of 300 ms",
                                              [](Ptr<StorageGateway>, Ptr<FcalLoop> loop) {
                                                  for (int i = 0; i < 300; ++i)
                                                  {
                                                      Simulator::Schedule(MilliSeconds(i), [loop] {
                                                          loop->Initialise();
                                                      });
                                                  }
                                              },
                                              {Code::NONE},
                                              {Code::NONE}),
                    Duration::QUICK);
        AddTestCase(new GatewayLoopStatusTest(
                        "A LIP storm without end",
                        [](Ptr<StorageGateway>, Ptr<FcalLoop> loop) {
                            for (int i = 0; i < 29000; ++i)
                            {
                                Simulator::Schedule(MilliSeconds(i),
                                                    [loop] { loop->Initialise(); });
                            }
                        },
                        {Code::LOGICAL_UNIT_COMMUNICATION_FAILURE, Code::TIMEOUT_ON_LOGICAL_UNIT},
                        {Code::LOGICAL_UNIT_COMMUNICATION_FAILURE, Code::TIMEOUT_ON_LOGICAL_UNIT}),
                    Duration::QUICK);
    }

    /**
     * Add the tests of what drives hold afterwards.
     */
    void AddContentsTests()
    {
        AddTestCase(new GatewayLoopContentsTest(
                        "Ports pulled and inserted lose no acknowledged write",
                        [](Ptr<FcalLoop> loop, Ptr<FcalPort> drive, Ptr<UniformRandomVariable> u) {
                            for (int i = 0; i < 10; ++i)
                            {
                                const auto start =
                                    MilliSeconds(100 * i) + MicroSeconds(u->GetInteger(0, 40000));
                                const auto end = start + MicroSeconds(u->GetInteger(1, 40000));
                                Simulator::Schedule(start, [=] { loop->Remove(drive); });
                                Simulator::Schedule(end, [=] { loop->Insert(drive); });
                            }
                        }),
                    Duration::QUICK);
        AddTestCase(new GatewayLoopContentsTest(
                        "Initialisations at random lose no acknowledged write",
                        [](Ptr<FcalLoop> loop, Ptr<FcalPort>, Ptr<UniformRandomVariable> u) {
                            for (int i = 0; i < 100; ++i)
                            {
                                Simulator::Schedule(MicroSeconds(u->GetInteger(0, 1000000)),
                                                    [=] { loop->Initialise(); });
                            }
                        }),
                    Duration::QUICK);
    }
};

static GatewayLoopFaultTestSuite g_gatewayLoopFaultTestSuite; //!< registers the suite
