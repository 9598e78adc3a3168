/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/iscsi-connection-use.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// No new writes and no new faults after this.
const Time END_OF_FAULTS = Seconds(8);

/// By then all writes have ended one way or the other.
const Time READ_BACK = Seconds(200);

/// The end of a run.
const Time END = Seconds(400);

/// Blocks of 512 bytes of a write.
constexpr uint32_t RUN = 40;

/// The environment variable that asks for more than a usual run has.
const char* const SEEDS = "NS3_ISCSI_FAULT_SEEDS";

/// Writes under way, each to a place of its own.
constexpr uint32_t PLACES = 6;

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * One session with two connections under random faults: connections are reset, segments lost,
 * headers and data damaged, the path goes silent, the target restarts. Each place on the disk is
 * written again and again, one write after the other; at the end what was acknowledged last is read
 * back.
 */
class IscsiRandomFaultRun
{
  public:
    /**
     * @param level ErrorRecoveryLevel of both sides
     * @param use what connections are for
     * @param seed what is random
     */
    IscsiRandomFaultRun(uint8_t level, IscsiConnectionUse use, uint32_t seed)
        : m_bench("1Gbps", MicroSeconds(500)),
          m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(1000 + seed);
        m_disk = CreateObject<RamDisk>();
        m_disk->SetAttribute("StoreData", BooleanValue(true));
        m_disk->SetAttribute("Latency", StringValue("2ms"));
        auto unit = CreateObject<ScsiDisk>();
        unit->SetBlockDevice(m_disk);
        unit->SetAttribute("StoreData", BooleanValue(true));
        auto units = CreateObject<ScsiTaskRouter>();
        units->AddLogicalUnit(0, unit);
        SetAttributes(level, use);
        m_target = m_bench.targetHelper.Install(m_bench.nodes.Get(1), units);
        m_initiator = m_bench.initiatorHelper.Install(m_bench.nodes.Get(0));
        m_device = CreateObject<ScsiBlockDevice>();
        m_device->SetAttribute("StoreData", BooleanValue(true));
        m_device->SetPort(m_initiator->GetPort());
        MakeFaults(seed);
    }

    /**
     * Run it to the end.
     */
    void Run()
    {
        for (uint32_t place = 0; place < PLACES; ++place)
        {
            m_device->CallWhenReady(MakeCallback(&IscsiRandomFaultRun::Write, this).Bind(place));
        }
        Simulator::Schedule(READ_BACK, &IscsiRandomFaultRun::ReadAll, this);
        Simulator::Stop(END);
        Simulator::Run();
        for (const auto& fault : m_damage)
        {
            faults += fault->GetDamaged();
        }
        Simulator::Destroy();
    }

    uint32_t acknowledged{0}; //!< writes that succeeded
    uint32_t failed{0};       //!< writes that failed
    uint32_t open{0};         //!< requests that have not ended
    uint32_t twice{0};        //!< requests that ended more than once
    uint32_t places{0};       //!< places whose contents are known at the end
    uint32_t same{0};         //!< of them, those that read back
    uint32_t faults{0};       //!< faults made

  private:
    /**
     * @param level ErrorRecoveryLevel
     * @param use what connections are for
     */
    void SetAttributes(uint8_t level, IscsiConnectionUse use)
    {
        const auto both = [this](const std::string& name, const AttributeValue& value) {
            m_bench.initiatorHelper.SetAttribute(name, value);
            m_bench.targetHelper.SetAttribute(name, value);
        };
        both("ErrorRecoveryLevel", UintegerValue(level));
        both("ConnectionUse", EnumValue(use));
        both("HeaderDigest", StringValue("CRC32C"));
        both("DataDigest", StringValue("CRC32C"));
        both("NopInterval", StringValue("500ms"));
        both("NopTimeout", StringValue("700ms"));
        both("MaxRecvDataSegmentLength", UintegerValue(4096));
        both("MaxBurstLength", UintegerValue(8192));
        both("FirstBurstLength", UintegerValue(4096));
        both("DefaultTime2Wait", UintegerValue(0));
        both("DefaultTime2Retain", UintegerValue(5));
        m_bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(4));
        m_bench.initiatorHelper.SetAttribute("Connections", UintegerValue(2));
        m_bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(1000));
        m_bench.initiatorHelper.SetAttribute("LoginRetryDelay", StringValue("200ms"));
        m_bench.initiatorHelper.SetAttribute("RecoveryTimeout", StringValue("400ms"));
    }

    /**
     * Schedule all faults.
     *
     * @param seed what is random
     */
    void MakeFaults(uint32_t seed)
    {
        IscsiFaultHelper helper;
        helper.SetAttribute("Limit", UintegerValue(0));
        helper.SetAttribute("Probability", DoubleValue(0.004));
        int64_t stream = 5000 + 10 * seed;
        for (const auto damage : {IscsiDamage::HEADER, IscsiDamage::DATA})
        {
            helper.SetAttribute("Damage", EnumValue(damage));
            for (uint32_t node = 0; node < 2; ++node)
            {
                m_damage.push_back(helper.Install(m_bench.nodes.Get(node)));
                stream += m_damage.back()->AssignStreams(stream);
            }
        }
        Simulator::Schedule(END_OF_FAULTS, &IscsiRandomFaultRun::EndDamage, this);
        for (uint32_t i = 0; i < 6; ++i)
        {
            helper.ResetConnection(m_bench.nodes.Get(m_random->GetInteger(0, 1)), GetTime());
        }
        const Time silence = GetTime();
        helper.SilencePath(NetDeviceContainer(m_bench.devices[0]),
                           silence,
                           silence + MilliSeconds(m_random->GetInteger(10, 2000)));
        helper.Restart(m_target, GetTime(), MilliSeconds(m_random->GetInteger(1, 500)));
        auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(0.001);
        loss->AssignStreams(stream);
        m_bench.devices[1]->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        Simulator::Schedule(END_OF_FAULTS, &RateErrorModel::Disable, loss);
        faults = 6 + 1 + 1;
    }

    /**
     * @return a time for a fault
     */
    Time GetTime()
    {
        return MicroSeconds(m_random->GetInteger(500000, END_OF_FAULTS.GetMicroSeconds()));
    }

    /**
     * Damage no more PDUs.
     */
    void EndDamage()
    {
        for (const auto& fault : m_damage)
        {
            fault->SetAttribute("Probability", DoubleValue(0));
        }
    }

    /**
     * Write to a place, if faults continue.
     *
     * @param place its number
     */
    void Write(uint32_t place)
    {
        if (Simulator::Now() > END_OF_FAULTS)
        {
            return;
        }
        const auto contents = IscsiTestBench::MakeData(512 * RUN, m_random->GetInteger(1, 1000000));
        auto request = Create<BlockRequest>(BlockOperation::WRITE, uint64_t{place} * RUN, RUN);
        request->data = contents;
        request->completion =
            MakeCallback(&IscsiRandomFaultRun::Written, this).Bind(place, contents, m_requests);
        m_ended[m_requests++] = 0;
        ++open;
        m_device->Submit(request);
    }

    /**
     * A write ended.
     *
     * @param place where
     * @param contents what
     * @param number number of the request
     * @param request the write
     */
    void Written(uint32_t place, Ptr<Packet> contents, uint32_t number, Ptr<BlockRequest> request)
    {
        Count(number);
        if (request->status == BlockStatus::OK)
        {
            ++acknowledged;
            m_contents[place] = IscsiTestBench::GetBytes(contents);
        }
        else
        {
            // It may be there or not.
            ++failed;
            m_contents.erase(place);
        }
        Simulator::Schedule(MilliSeconds(1), &IscsiRandomFaultRun::WriteWhenReady, this, place);
    }

    /**
     * @param place where to write next
     */
    void WriteWhenReady(uint32_t place)
    {
        m_device->CallWhenReady(MakeCallback(&IscsiRandomFaultRun::Write, this).Bind(place));
    }

    /**
     * @param number number of a request that ended
     */
    void Count(uint32_t number)
    {
        if (++m_ended[number] > 1)
        {
            ++twice;
            return;
        }
        --open;
    }

    /**
     * Read all back that was acknowledged last.
     */
    void ReadAll()
    {
        places = m_contents.size();
        for (const auto& [place, bytes] : m_contents)
        {
            ReadBack(place);
        }
    }

    /**
     * Read back what was acknowledged last.
     *
     * @param place where
     */
    void ReadBack(uint32_t place)
    {
        auto request = Create<BlockRequest>(BlockOperation::READ, uint64_t{place} * RUN, RUN);
        request->completion =
            MakeCallback(&IscsiRandomFaultRun::Read, this).Bind(place, m_requests);
        m_ended[m_requests++] = 0;
        ++open;
        m_device->Submit(request);
    }

    /**
     * A read ended. One that failed says nothing of the contents, and is done again as a host
     * would: at level 0 the loss of a connection, which a slow one can be taken for, ends what is
     * under way.
     *
     * @param place where
     * @param number number of the request
     * @param request the read
     */
    void Read(uint32_t place, uint32_t number, Ptr<BlockRequest> request)
    {
        Count(number);
        if (request->status != BlockStatus::OK)
        {
            m_device->CallWhenReady(MakeCallback(&IscsiRandomFaultRun::ReadBack, this).Bind(place));
        }
        else if (IscsiTestBench::GetBytes(request->data) == m_contents[place])
        {
            ++same;
        }
    }

    IscsiTestBench m_bench;                              //!< the nodes
    Ptr<UniformRandomVariable> m_random;                 //!< times and contents
    Ptr<RamDisk> m_disk;                                 //!< the disk
    Ptr<IscsiTarget> m_target;                           //!< the target
    Ptr<IscsiInitiator> m_initiator;                     //!< the initiator
    Ptr<ScsiBlockDevice> m_device;                       //!< the disk as the host sees it
    std::vector<Ptr<IscsiPduFault>> m_damage;            //!< what damages PDUs
    std::map<uint32_t, std::vector<uint8_t>> m_contents; //!< acknowledged last, by place
    std::map<uint32_t, uint32_t> m_ended;                //!< how often requests ended, by number
    uint32_t m_requests{0};                              //!< requests so far
};

/**
 * @ingroup iscsi-tests
 *
 * Many runs at one error recovery level.
 */
class IscsiRandomFaultTest : public TestCase
{
  public:
    /**
     * @param level ErrorRecoveryLevel
     * @param use what connections are for
     * @param first the first seed
     * @param count how many seeds
     */
    IscsiRandomFaultTest(uint8_t level, IscsiConnectionUse use, uint32_t first, uint32_t count)
        : TestCase("Random faults at level " + std::to_string(level) + ", connections " +
                   GetIscsiConnectionUseName(use) + ", seeds from " + std::to_string(first)),
          m_level(level),
          m_use(use),
          m_first(first),
          m_count(count)
    {
    }

  private:
    void DoRun() override
    {
        // Connections that a silent path keeps from being made are given up soon.
        Config::SetDefault("ns3::TcpSocket::ConnTimeout", StringValue("500ms"));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("100ms"));
        uint32_t faults = 0;
        for (uint32_t seed = m_first; seed < m_first + m_count; ++seed)
        {
            IscsiRandomFaultRun run(m_level, m_use, seed);
            run.Run();
            const auto where = "seed " + std::to_string(seed);
            NS_TEST_EXPECT_MSG_EQ(run.open, 0, where << ": nothing hangs");
            NS_TEST_EXPECT_MSG_EQ(run.twice, 0, where << ": nothing ends twice");
            NS_TEST_EXPECT_MSG_GT(run.acknowledged, 100, where << ": work was done");
            NS_TEST_EXPECT_MSG_EQ(run.same, run.places, where << ": all read back");
            faults += run.faults;
        }
        std::clog << "error recovery level " << +m_level << ", " << m_count << " seeds: " << faults
                  << " faults survived\n";
        Config::Reset();
    }

    uint8_t m_level;          //!< ErrorRecoveryLevel
    IscsiConnectionUse m_use; //!< what connections are for
    uint32_t m_first;         //!< the first seed
    uint32_t m_count;         //!< how many seeds
};

/**
 * @ingroup iscsi-tests
 *
 * Sessions under random faults: a few seeds of each level, or as many as the environment variable
 * NS3_ISCSI_FAULT_SEEDS says, and then as many with connections that are split by direction.
 */
class IscsiRandomFaultTestSuite : public TestSuite
{
  public:
    IscsiRandomFaultTestSuite()
        : TestSuite("iscsi-random-fault", Type::SYSTEM)
    {
        for (const uint8_t level : {0, 1, 2})
        {
            AddTestCase(
                new IscsiRandomFaultTest(level, IscsiConnectionUse::STANDARD, 1, GetSeeds()),
                Duration::QUICK);
        }
        if (std::getenv(SEEDS))
        {
            AddTestCase(
                new IscsiRandomFaultTest(0, IscsiConnectionUse::SPLIT_BY_DIRECTION, 1, GetSeeds()),
                Duration::QUICK);
        }
    }

  private:
    /**
     * @return how many seeds
     */
    static uint32_t GetSeeds()
    {
        const char* seeds = std::getenv(SEEDS);
        return seeds ? std::stoul(seeds) : 3;
    }
};

static IscsiRandomFaultTestSuite g_iscsiRandomFaultTestSuite; //!< registers the suite
