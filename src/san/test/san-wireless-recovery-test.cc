/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/packet.h"
#include "ns3/ram-disk.h"
#include "ns3/san-network.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * A station writes over a wireless network, while it walks or does not. Each block of 512
 * bytes says which one it is, and of which request; afterwards the target's disk is looked at
 * without the network.
 */
class SanWirelessWrite
{
  public:
    static constexpr uint32_t BLOCKS = 512; //!< blocks of 512 bytes of a request
    static constexpr uint32_t DEPTH = 8;    //!< requests under way

    /**
     * @param words options, among them those of the wireless network
     * @param requests how many it writes
     * @param retries how often it sends again what was lost with a session
     */
    SanWirelessWrite(const std::vector<std::string>& words, uint32_t requests, uint32_t retries = 0)
        : m_options(words),
          m_network(m_options),
          m_disk(CreateObject<RamDisk>()),
          m_device(CreateObject<ScsiBlockDevice>()),
          m_ended(requests)
    {
        m_disk->SetAttribute("StoreData", BooleanValue(true));
        auto unit = CreateObject<ScsiDisk>();
        unit->SetBlockDevice(m_disk);
        unit->SetAttribute("StoreData", BooleanValue(true));
        auto units = CreateObject<ScsiTaskRouter>();
        units->AddLogicalUnit(0, unit);
        const std::string name = "iqn.2026-11.org.nsnam:target-0";
        IscsiTargetHelper targets(name);
        IscsiInitiatorHelper initiators(m_network.targetAddresses[0][0], name);
        SetAttributes(targets, initiators);
        targets.Install(m_network.targets.Get(0), units);
        m_initiator = initiators.Install(m_network.initiators.Get(0));
        m_device->SetAttribute("StoreData", BooleanValue(true));
        m_device->SetAttribute("QueueDepth", UintegerValue(DEPTH));
        m_device->SetAttribute("LossRetries", UintegerValue(retries));
        m_device->SetPort(m_initiator->GetPort());
        m_network.AssignStreams(0);
    }

    ~SanWirelessWrite()
    {
        Simulator::Destroy();
    }

    SanWirelessWrite(const SanWirelessWrite&) = delete;
    SanWirelessWrite& operator=(const SanWirelessWrite&) = delete;

    /// Write everything.
    void Write()
    {
        for (uint32_t i = 0; i < DEPTH; ++i)
        {
            m_device->CallWhenReady(MakeCallback(&SanWirelessWrite::WriteNext, this));
        }
        Simulator::Stop(Minutes(10));
        Simulator::Run();
    }

    /// Damage the first block of the disk.
    void Damage()
    {
        auto request = Create<BlockRequest>(BlockOperation::WRITE, 0, 1);
        request->data = Create<Packet>(512);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        m_disk->Submit(request);
    }

    /// Look at the disk.
    void Look()
    {
        for (uint32_t number = 0; number < m_ended.size(); ++number)
        {
            CheckLater(number);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
    }

    uint32_t acknowledged{0}; //!< writes that succeeded
    uint32_t failed{0};       //!< writes that failed, and said so
    uint32_t twice{0};        //!< writes that ended more than once
    uint32_t same{0};         //!< acknowledged writes that are on the disk
    Time begin;               //!< of the first write
    Time end;                 //!< of the last one

  private:
    /**
     * Give both ends the keys and the TCP of the options.
     *
     * @param targets makes the target
     * @param initiators makes the initiator
     */
    void SetAttributes(IscsiTargetHelper& targets, IscsiInitiatorHelper& initiators)
    {
        initiators.SetAttribute("Protocol", StringValue(m_options.tcp.GetSocketFactory()));
        targets.SetAttribute("Protocol", StringValue(m_options.tcp.GetSocketFactory()));
        targets.SetAttribute("MaxConnections", UintegerValue(4));
        initiators.SetAttribute("LoginRetries", UintegerValue(1000));
        for (const auto& [name, value] :
             m_options.GetList().GetAttributes(IscsiInitiator::GetTypeId()))
        {
            initiators.SetAttribute(name, StringValue(value));
            TypeId::AttributeInformation info;
            if (IscsiTarget::GetTypeId().LookupAttributeByName(name, &info))
            {
                targets.SetAttribute(name, StringValue(value));
            }
        }
    }

    /**
     * @param number number of a request
     * @return what it writes
     */
    static std::vector<uint8_t> MakeContents(uint32_t number)
    {
        std::vector<uint8_t> bytes(512 * BLOCKS, static_cast<uint8_t>(number + 1));
        for (uint32_t block = 0; block < BLOCKS; ++block)
        {
            const uint32_t stamp = number * BLOCKS + block + 1;
            std::memcpy(&bytes[512 * block], &stamp, sizeof stamp);
        }
        return bytes;
    }

    /// Write the next request, if there is one.
    void WriteNext()
    {
        if (m_issued == m_ended.size())
        {
            return;
        }
        begin = m_issued == 0 ? Simulator::Now() : begin;
        const auto bytes = MakeContents(m_issued);
        auto request =
            Create<BlockRequest>(BlockOperation::WRITE, uint64_t{m_issued} * BLOCKS, BLOCKS);
        request->data = Create<Packet>(bytes.data(), bytes.size());
        request->completion = MakeCallback(&SanWirelessWrite::Written, this).Bind(m_issued);
        ++m_issued;
        m_device->Submit(request);
    }

    /**
     * @param number number of a request that ended
     * @param request the request
     */
    void Written(uint32_t number, Ptr<BlockRequest> request)
    {
        end = Simulator::Now();
        twice += m_ended[number] == Outcome::OPEN ? 0 : 1;
        m_ended[number] =
            request->status == BlockStatus::OK ? Outcome::ACKNOWLEDGED : Outcome::FAILED;
        ++(request->status == BlockStatus::OK ? acknowledged : failed);
        if (acknowledged + failed == m_ended.size())
        {
            m_initiator->GetSession()->Logout();
            return;
        }
        m_device->CallWhenReady(MakeCallback(&SanWirelessWrite::WriteNext, this));
    }

    /**
     * Read from the disk what a request wrote, if it was acknowledged.
     *
     * @param number its number
     */
    void CheckLater(uint32_t number)
    {
        if (m_ended[number] != Outcome::ACKNOWLEDGED)
        {
            return;
        }
        auto request =
            Create<BlockRequest>(BlockOperation::READ, uint64_t{number} * BLOCKS, BLOCKS);
        request->completion = MakeCallback(&SanWirelessWrite::Check, this).Bind(number);
        m_disk->Submit(request);
    }

    /**
     * @param number number of a request that was acknowledged
     * @param request what the disk has there
     */
    void Check(uint32_t number, Ptr<BlockRequest> request)
    {
        std::vector<uint8_t> bytes(request->data->GetSize());
        request->data->CopyData(bytes.data(), bytes.size());
        same += bytes == MakeContents(number) ? 1 : 0;
    }

    /// How a request ended.
    enum class Outcome : uint8_t
    {
        OPEN,         //!< it did not
        ACKNOWLEDGED, //!< well
        FAILED        //!< badly
    };

    ParsedSanOptions m_options;      //!< the options
    SanNetwork m_network;            //!< the nodes
    Ptr<RamDisk> m_disk;             //!< the target's disk
    Ptr<ScsiBlockDevice> m_device;   //!< the disk as the initiator sees it
    Ptr<IscsiInitiator> m_initiator; //!< the initiator
    std::vector<Outcome> m_ended;    //!< by number of the request, as many as there are
    uint32_t m_issued{0};            //!< requests so far
};

/**
 * @ingroup san-tests
 *
 * A station is out of range in mid-write.
 */
class SanWirelessRecoveryTestCase : public TestCase
{
  public:
    /// How a session is set up, and what it is to come to.
    struct Setup
    {
        uint32_t level;       //!< ErrorRecoveryLevel
        uint32_t requests;    //!< of 256 KiB, to write
        std::string moves;    //!< where the station goes
        uint32_t connections; //!< how many
        std::string use;      //!< ConnectionUse
        bool mayFail;         //!< whether the loss of a connection ends requests
        uint32_t retries{0};  //!< how often what was lost with a session is sent again
    };

    /**
     * @param setup how the session is set up
     */
    explicit SanWirelessRecoveryTestCase(const Setup& setup)
        : TestCase("level " + std::to_string(setup.level) + ", " +
                   std::to_string(setup.connections) + " connections, " + setup.use + ", " +
                   std::to_string(setup.retries) + " retries"),
          m_setup(setup)
    {
    }

  private:
    void DoRun() override
    {
        SanWirelessWrite run(GetWords(), m_setup.requests, m_setup.retries);
        run.Write();
        run.Look();
        Check(run);
        std::clog << GetName() << ": " << run.failed << " requests failed, ended at "
                  << run.end.GetSeconds() << " s\n";
        NS_TEST_EXPECT_MSG_GT(run.end, BACK, "it was away in mid-write");
        NS_TEST_EXPECT_MSG_LT(run.end, BACK + Seconds(8), "and went on soon");
        if (m_setup.mayFail)
        {
            NS_TEST_EXPECT_MSG_EQ(run.failed, SanWirelessWrite::DEPTH, "those under way");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(run.failed,
                                  0,
                                  "tasks moved to a new connection, or were sent again");
        }
    }

    /**
     * @param run a run that ended
     */
    void Check(const SanWirelessWrite& run)
    {
        NS_TEST_EXPECT_MSG_EQ(run.acknowledged + run.failed, m_setup.requests, "nothing hangs");
        NS_TEST_EXPECT_MSG_EQ(run.twice, 0, "nothing ends twice");
        NS_TEST_EXPECT_MSG_EQ(run.same, run.acknowledged, "all acknowledged is on the disk");
    }

    /// When the station is in range again.
    static inline const Time BACK = Seconds(6);

    /**
     * @return the options
     */
    std::vector<std::string> GetWords() const
    {
        return {"--linkType=wifi",
                "--wifiStandard=802.11ax",
                "--mtu=2296",
                "--segmentSize=2244",
                "--storeData",
                "--nopInterval=1s",
                "--nopTimeout=2s",
                "--recoveryTimeout=1s",
                "--defaultTime2Wait=0",
                "--defaultTime2Retain=20",
                "--errorRecoveryLevel=" + std::to_string(m_setup.level),
                "--connections=" + std::to_string(m_setup.connections),
                "--connectionUse=" + m_setup.use,
                "--wifiMoves=" + m_setup.moves};
    }

    Setup m_setup; //!< how the session is set up
};

/**
 * @ingroup san-tests
 *
 * A block that is not as it was written is found.
 */
class SanWirelessDamageTestCase : public TestCase
{
  public:
    SanWirelessDamageTestCase()
        : TestCase("a damaged block")
    {
    }

  private:
    void DoRun() override
    {
        SanWirelessWrite run({"--linkType=wifi", "--wifiStandard=802.11ax"}, 4);
        run.Write();
        NS_TEST_EXPECT_MSG_EQ(run.acknowledged, 4, "all is written");
        run.Damage();
        run.Look();
        NS_TEST_EXPECT_MSG_EQ(run.same, 3, "one is not as it was written");
    }
};

/**
 * @ingroup san-tests
 *
 * A station out of range during a write, at each level of error recovery.
 */
class SanWirelessRecoveryTestSuite : public TestSuite
{
  public:
    SanWirelessRecoveryTestSuite()
        : TestSuite("san-wireless-recovery", Type::SYSTEM)
    {
        AddTestCase(new SanWirelessDamageTestCase, TestCase::Duration::QUICK);
        for (const uint32_t level : {0, 1, 2})
        {
            // 64 MiB take 1.6 s.
            const std::string late = "1s 5m, 1200ms 500m, 5800ms 500m, 6s 5m";
            Add({level, 256, late, 1, "Standard", level < 2});
            Add({level, 256, late, 1, "Standard", false, 1});
            const std::string early = "200ms 5m, 300ms 500m, 5800ms 500m, 6s 5m";
            Add({level, 64, early, 2, "Standard", level < 2});
        }
        Add({0, 64, "200ms 5m, 300ms 500m, 5800ms 500m, 6s 5m", 2, "SplitByDirection", true});
    }

  private:
    /**
     * @param setup how the session is set up
     */
    void Add(const SanWirelessRecoveryTestCase::Setup& setup)
    {
        AddTestCase(new SanWirelessRecoveryTestCase(setup), TestCase::Duration::QUICK);
    }
};

static SanWirelessRecoveryTestSuite g_sanWirelessRecoveryTestSuite; //!< registers the suite
