/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/block-array-helper.h"
#include "ns3/block-array.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/fcal-port.h"
#include "ns3/fcp-initiator.h"
#include "ns3/fcp-node.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/gateway-drive.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-pdu-fault.h"
#include "ns3/mac48-address.h"
#include "ns3/multipath-device.h"
#include "ns3/node-list.h"
#include "ns3/ram-disk.h"
#include "ns3/san-array-checks.h"
#include "ns3/san-path-checks.h"
#include "ns3/san-scenario.h"
#include "ns3/san-verification.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/verifying-workload.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * A test of networks whose contents are checked.
 */
class SanVerificationTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanVerificationTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more further words
     * @return the words of a small load
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        m_output = CreateTempDirFilename("san");
        std::vector<std::string> words{"--workload=verify",
                                       "--drives=1",
                                       "--count=300",
                                       "--queueDepth=8",
                                       "--readFraction=0.5",
                                       "--size=4096:3,32768:1",
                                       "--verifyBlocks=1024",
                                       "--linkRate=1Gbps",
                                       "--output=" + m_output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /**
     * @param name name of a file
     * @return what it holds in the last scenario's folder
     */
    std::string GetText(const std::string& name)
    {
        return ReadSanFile(m_output + "/" + name);
    }

    std::string m_output; //!< folder of the last scenario's results
};

/**
 * @ingroup san-tests
 *
 * A network that has to bring what was written.
 */
class SanVerificationCleanTestCase : public SanVerificationTestCase
{
  public:
    /**
     * @param name what the network is
     * @param words further words
     */
    SanVerificationCleanTestCase(const std::string& name, const std::vector<std::string>& words)
        : SanVerificationTestCase("contents over " + name),
          m_words(words)
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords(m_words));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetVerification().GetError(), "", "all is right");
        NS_TEST_EXPECT_MSG_EQ(san.GetVerification().GetUnreadBlocks(), 0, "all was read");
        const auto workload = DynamicCast<VerifyingWorkload>(san.GetWorkload(0));
        NS_TEST_EXPECT_MSG_GT(workload->GetCheckedBlocks(), 1024 + 1000, "and checked");
        NS_TEST_EXPECT_MSG_EQ(GetText("mismatches.csv"),
                              "initiator,drive,lba,kind,expected,found,issued_s,completed_s\n",
                              "no rows");
        const std::string checked = "\"verification\": {\"checked_blocks\": " +
                                    std::to_string(workload->GetCheckedBlocks());
        NS_TEST_EXPECT_MSG_NE(GetText("summary.json").find(checked), std::string::npos, checked);
        NS_TEST_EXPECT_MSG_EQ(san.GetError(), "", "no rule was broken");
        // 1024 blocks, 128 in each stripe of a mirror and 3 x 128 in one with parity.
        CheckArrays("raid5", "\"array_checks\": {\"stripes\": 3, \"inconsistent\": 0}");
        CheckArrays("mirror", "\"array_checks\": {\"stripes\": 8, \"inconsistent\": 0}");
    }

    /**
     * @param array a kind of array
     * @param expected what the summary has where drives are arrays of that kind
     */
    void CheckArrays(const std::string& array, const std::string& expected)
    {
        if (std::find(m_words.begin(), m_words.end(), "--array=" + array) != m_words.end())
        {
            const auto summary = GetText("summary.json");
            NS_TEST_EXPECT_MSG_NE(summary.find(expected), std::string::npos, summary);
        }
    }

    std::vector<std::string> m_words; //!< further words
};

/**
 * @ingroup san-tests
 *
 * Damaged PDUs and lost connections: requests may fail, but no read brings what is wrong.
 */
class SanVerificationFaultsTestCase : public SanVerificationTestCase
{
  public:
    static constexpr uint32_t DEFAULT_RETRIES = 5; //!< the default of LossRetries

    /**
     * @param level the ErrorRecoveryLevel
     * @param retries how often hosts send again what was lost with a session
     */
    SanVerificationFaultsTestCase(uint32_t level, uint32_t retries)
        : SanVerificationTestCase("contents over faults at level " + std::to_string(level) + ", " +
                                  std::to_string(retries) + " retries"),
          m_level(level),
          m_retries(retries)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::ScsiBlockDevice::LossRetries", UintegerValue(m_retries));
        SanScenario san(GetWords({"--errorRecoveryLevel=" + std::to_string(m_level),
                                  "--headerDigest=CRC32C",
                                  "--dataDigest=CRC32C",
                                  "--defaultTime2Wait=0",
                                  "--device=ram",
                                  "--ramLatency=1ms",
                                  "--count=1500"}));
        Config::SetDefault("ns3::ScsiBlockDevice::LossRetries", UintegerValue(DEFAULT_RETRIES));
        const auto initiator = san.GetInitiator(0, 0)->GetNode();
        const auto target = san.GetTarget(0)->GetNode();
        IscsiFaultHelper faults;
        faults.SetAttribute("Probability", DoubleValue(0.01));
        faults.SetAttribute("Limit", UintegerValue(10));
        const std::vector<Ptr<IscsiPduFault>> damages{faults.Install(initiator),
                                                      faults.Install(target)};
        int64_t stream = 900;
        for (const auto& damage : damages)
        {
            stream += damage->AssignStreams(stream);
        }
        for (const auto at : {100, 200, 300})
        {
            faults.ResetConnection(initiator, MilliSeconds(at));
        }
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetVerification().GetError(), "", "all is right");
        NS_TEST_EXPECT_MSG_EQ(san.GetVerification().GetUnreadBlocks(), 0, "all was read");
        for (const auto& damage : damages)
        {
            NS_TEST_EXPECT_MSG_EQ(damage->GetDamaged(), 10, "damaged");
        }
        const auto workload = DynamicCast<VerifyingWorkload>(san.GetWorkload(0));
        const auto failed = workload->GetFailedReads() + workload->GetFailedWrites();
        const bool mayFail = m_level < 2 && m_retries == 0;
        NS_TEST_EXPECT_MSG_EQ((failed > 0), mayFail, "requests fail with their session");
    }

    uint32_t m_level;   //!< the ErrorRecoveryLevel
    uint32_t m_retries; //!< how often hosts send again what was lost
};

/**
 * @ingroup san-tests
 *
 * Several initiators have parts of the drive, or read all of it together.
 */
class SanVerificationPartsTestCase : public SanVerificationTestCase
{
  public:
    SanVerificationPartsTestCase()
        : SanVerificationTestCase("several initiators, equal seeds, options")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> several{"--initiators=3", "--drives=2", "--device=ram"};
        SanScenario san(GetWords(several));
        std::vector<uint64_t> first(3, UINT64_MAX);
        for (uint32_t i = 0; i < 3; ++i)
        {
            const Callback<void, Ptr<const BlockRequest>, uint32_t> note(
                [&first, i](Ptr<const BlockRequest> request, uint32_t) {
                    first[i] = std::min(first[i], request->lba);
                });
            san.GetWorkload(i)->TraceConnectWithoutContext("Issue", note);
        }
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetVerification().GetError(), "", "all is right");
        // 1024 / 3, in whole multiples of 8 blocks.
        NS_TEST_EXPECT_MSG_EQ((first == std::vector<uint64_t>{0, 336, 672}), true, "parts");
        const auto output = m_output;
        SanScenario(GetWords(several)).Run();
        for (const auto& entry : std::filesystem::directory_iterator(output))
        {
            const auto name = "/" + entry.path().filename().string();
            NS_TEST_EXPECT_MSG_EQ((ReadSanFile(output + name) == ReadSanFile(m_output + name)),
                                  true,
                                  name << " of the same seed");
        }
        SanScenario readers(GetWords({"--initiators=2", "--readFraction=1", "--verifyFill=false"}));
        readers.Run();
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto reader = DynamicCast<VerifyingWorkload>(readers.GetWorkload(i));
            NS_TEST_EXPECT_MSG_GT(reader->GetCheckedBlocks(), 1024, "all blocks");
            NS_TEST_EXPECT_MSG_EQ(reader->GetMismatches(), 0, "zeros");
        }
        CheckOptions();
    }

    /// Each option sets its attribute; contradictions are named.
    void CheckOptions()
    {
        SanScenario san(GetWords(
            {"--stop=20ms", "--count=100000", "--verifyLastRead=false", "--verifyPassSize=8192"}));
        san.Run();
        const auto workload = DynamicCast<VerifyingWorkload>(san.GetWorkload(0));
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "stopped");
        NS_TEST_EXPECT_MSG_LT(workload->GetIssued(), 1000, "by the time");
        NS_TEST_EXPECT_MSG_GT(workload->GetIssued(), 64 + 8, "after 64 requests to fill");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { SanScenario(GetWords({"--fio=a.fio"})); }),
                              "fio: a.fio needs workload=fio",
                              "");
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([&] { SanScenario(GetWords({"--verifyPassSize=1000"})).Run(); }),
            "ns3::VerifyingWorkload: PassSize=1000 is not a multiple of the block size of device "
            "0, 512 bytes",
            "");
    }
};

/**
 * @ingroup san-tests
 *
 * Blocks that differ are found in all results.
 */
class SanVerificationMismatchTestCase : public SanVerificationTestCase
{
  public:
    SanVerificationMismatchTestCase()
        : SanVerificationTestCase("blocks that differ are told")
    {
    }

  private:
    void DoRun() override
    {
        // Two initiators with the same part: each overwrites what the other one wrote.
        SanScenario san(GetWords({"--initiators=2", "--device=ram", "--count=20"}));
        san.GetWorkload(1)->SetAttribute("Part", UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto error = san.GetVerification().GetError();
        NS_TEST_EXPECT_MSG_NE(
            error.find(" blocks differ from what was written, the first: initiator "),
            std::string::npos,
            error);
        const auto rows = GetText("mismatches.csv");
        NS_TEST_EXPECT_MSG_NE(rows.find(",foreign,\"generation "), std::string::npos, "a row");
        const auto count = std::stol(error);
        NS_TEST_EXPECT_MSG_EQ(std::count(rows.begin(), rows.end(), '\n'), count + 1, "for each");
        const auto summary = GetText("summary.json");
        const auto text = "\"mismatches\": " + std::to_string(count);
        NS_TEST_EXPECT_MSG_NE(summary.find(text), std::string::npos, text);
    }
};

/**
 * @ingroup san-tests
 *
 * Exchanges on loops are watched, and a unit that belongs to none is told.
 */
class SanExchangeChecksTestCase : public SanVerificationTestCase
{
  public:
    SanExchangeChecksTestCase()
        : SanVerificationTestCase("a unit of no open exchange is told")
    {
    }

  private:
    /**
     * @param stray whether the gateway sends data of an exchange that it has not opened
     * @return what is wrong
     */
    std::string Run(bool stray)
    {
        SanScenario san(GetWords({"--gateway=true", "--loops=1", "--drive=Cheetah9LPFC"}));
        const auto drive = san.GetGateway(0)->GetDrive(0);
        const auto initiator = DynamicCast<FcpInitiator>(drive->GetPort());
        Simulator::Schedule(MilliSeconds(100), [initiator, stray] {
            auto exchange = Create<FcExchange>(nullptr);
            exchange->ids.dId = *initiator->GetTarget()->GetAlpa();
            exchange->ids.sId = *initiator->GetNode()->GetPort()->GetAlpa();
            exchange->ids.oxId = 0x7777;
            if (stray)
            {
                initiator->GetNode()->Send(exchange, FcIu::FCP_DATA_OUT, Create<Packet>(512));
            }
        });
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        return san.GetError();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(false), "", "no rule was broken");
        const auto summary = GetText("summary.json");
        NS_TEST_EXPECT_MSG_NE(summary.find("\"exchange_checks\": {\"units\": "),
                              std::string::npos,
                              summary);
        NS_TEST_EXPECT_MSG_NE(summary.find("\"loop_checks\": {\"wins\": "),
                              std::string::npos,
                              summary);
        NS_TEST_EXPECT_MSG_EQ(Run(true),
                              "1 units of Fibre Channel break a rule, the first: gateway 0, "
                              "+0.1s: FCP_DATA of OX_ID 0x7777, which is not open",
                              "the stray one");
    }
};

/**
 * @ingroup san-tests
 *
 * Bonds and the memory of switches are watched, and a frame over a link that is down is told.
 */
class SanEthernetChecksTestCase : public SanVerificationTestCase
{
  public:
    SanEthernetChecksTestCase()
        : SanVerificationTestCase("a frame over a link that is down is told")
    {
    }

  private:
    /**
     * @param stray whether somebody uses the link
     * @return what is wrong
     */
    std::string Run(bool stray)
    {
        SanScenario san(GetWords({"--bond=active-backup",
                                  "--switchBuffer=60000",
                                  "--device=ram",
                                  "--cablePull=10ms 5s"}));
        Simulator::Schedule(MilliSeconds(300), [this, stray] { UsePulledLinks(stray); });
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        return san.GetError();
    }

    /**
     * Find the links of bonds that are down.
     *
     * @param stray whether to send a frame over the first of them
     */
    void UsePulledLinks(bool stray)
    {
        uint32_t down = 0;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
            {
                const auto port = DynamicCast<EthernetNetDevice>((*node)->GetDevice(i));
                if (port && !port->IsLinkUp() && ++down == 1 && stray)
                {
                    port->Send(Create<Packet>(100), Mac48Address::GetBroadcast(), 0x88b5);
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(down, 2, "both ends of one link");
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(false), "", "no rule was broken");
        const auto summary = GetText("summary.json");
        NS_TEST_EXPECT_MSG_NE(summary.find("\"ethernet_checks\": {\"bonds\": 4, "),
                              std::string::npos,
                              summary);
        const auto error = Run(true);
        NS_TEST_EXPECT_MSG_NE(error.find("1 frames of Ethernet break a rule, the first: "),
                              std::string::npos,
                              error);
    }
};

/**
 * @ingroup san-tests
 *
 * A drive that calls those who wait for it before it is ready.
 */
class SanHastyDrive : public RamDisk
{
  public:
    bool IsReady() const override
    {
        return false;
    }

    /// Call all who wait.
    void CallAll()
    {
        NotifyReady();
    }
};

/**
 * @ingroup san-tests
 *
 * A path that is up before its device is ready is told, and no other.
 */
class SanPathChecksTestCase : public TestCase
{
  public:
    SanPathChecksTestCase()
        : TestCase("a path that is up too early is told")
    {
    }

  private:
    void DoRun() override
    {
        const auto hasty = CreateObject<SanHastyDrive>();
        const auto device = CreateObject<MultipathDevice>();
        SanPathChecks checks;
        checks.Attach({CreateObject<RamDisk>(), device});
        device->SetPaths({CreateObject<RamDisk>(), hasty});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(checks.GetError(), "", "the first path is ready");
        hasty->CallAll();
        NS_TEST_EXPECT_MSG_EQ(checks.GetError(),
                              "1 paths break a rule, the first: drive 0, +0s: path 1 is up, and "
                              "its device is not ready",
                              "the second is not");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * Of several arrays, that one is told whose members disagree.
 */
class SanArrayChecksTestCase : public TestCase
{
  public:
    SanArrayChecksTestCase()
        : TestCase("members of arrays that disagree are told")
    {
    }

  private:
    /**
     * Write two blocks of ones.
     *
     * @param device where
     * @param lba the first
     */
    static void Write(Ptr<BlockDevice> device, uint64_t lba)
    {
        const std::vector<uint8_t> ones(1024, 1);
        auto request = Create<BlockRequest>(BlockOperation::WRITE, lba, 2);
        request->data = Create<Packet>(ones.data(), 1024);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        device->Submit(request);
        Simulator::Run();
    }

    void DoRun() override
    {
        std::vector<Ptr<BlockDevice>> units{MakeDrive()};
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto array =
                BlockArrayHelper("ns3::MirroredArray").Create({MakeDrive(), MakeDrive()});
            units.push_back(array);
        }
        SanArrayChecks checks;
        NS_TEST_EXPECT_MSG_EQ(checks.IsAny(), false, "none is watched");
        checks.Attach(units);
        NS_TEST_EXPECT_MSG_EQ(checks.IsAny(), true, "two arrays are");
        for (const auto& unit : units)
        {
            Write(unit, 255);
        }
        uint32_t ends = 0;
        checks.Start([&ends] { ++ends; });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends, 1, "it ends once");
        NS_TEST_EXPECT_MSG_EQ(checks.GetError(), "", "all agree");
        Write(units[2], 255);
        Write(DynamicCast<BlockArray>(units[2])->GetMember(1), 300);
        checks.Start([] {});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(checks.GetError(),
                              "the members of arrays disagree in 1 stripes, the first: array 1, "
                              "stripe 2",
                              "one does not");
        Simulator::Destroy();
    }

    /**
     * @return a drive that stores contents
     */
    static Ptr<BlockDevice> MakeDrive()
    {
        auto drive = CreateObject<FixedLatencyDevice>();
        drive->SetAttribute("StoreData", BooleanValue(true));
        return drive;
    }
};

/**
 * @ingroup san-tests
 *
 * Networks whose contents are checked.
 */
class SanVerificationTestSuite : public TestSuite
{
  public:
    SanVerificationTestSuite()
        : TestSuite("san-verification", Type::UNIT)
    {
        using Words = std::vector<std::string>;
        const auto add = [this](const std::string& name, const Words& words) {
            AddTestCase(new SanVerificationCleanTestCase(name, words), TestCase::Duration::QUICK);
        };
        add("a drive with a write cache", {"--scheduler=sptf"});
        add("an array", {"--drives=4", "--array=raid5", "--device=ram", "--ramLatency=1ms"});
        add("a mirror", {"--drives=2", "--array=mirror", "--device=ram", "--ramLatency=1ms"});
        add("a page cache", {"--cache=1"});
        add("a loop", {"--gateway=true", "--loops=1", "--drive=Cheetah9LPFC"});
        add("segmentation offload", {"--offload=tso"});
        add("a path that loses packets",
            {"--lossToTargets=0.002", "--lossToInitiators=0.002", "--device=ram"});
        for (const auto level : {0, 1, 2})
        {
            AddTestCase(new SanVerificationFaultsTestCase(level, 0), TestCase::Duration::QUICK);
            AddTestCase(
                new SanVerificationFaultsTestCase(level,
                                                  SanVerificationFaultsTestCase::DEFAULT_RETRIES),
                TestCase::Duration::QUICK);
        }
        AddTestCase(new SanVerificationPartsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanVerificationMismatchTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanExchangeChecksTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanEthernetChecksTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanPathChecksTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanArrayChecksTestCase, TestCase::Duration::QUICK);
    }
};

static SanVerificationTestSuite g_sanVerificationTestSuite; //!< registers the suite
