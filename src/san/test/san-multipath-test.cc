/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/multipath-device.h"
#include "ns3/pointer.h"
#include "ns3/san-failures.h"
#include "ns3/san-network.h"
#include "ns3/san-scenario.h"
#include "ns3/san-sessions.h"
#include "ns3/san-targets.h"
#include "ns3/scsi-block-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Words = std::vector<std::string>; //!< words of a command line

/// 16 KB read again and again from memory over two links of 20 Mb/s; offload for speed alone.
const Words READS{"--workload=closed",
                  "--device=ram",
                  "--drives=1",
                  "--readFraction=1",
                  "--size=16384",
                  "--queueDepth=8",
                  "--links=2",
                  "--linkRate=20Mbps",
                  "--offload=tso",
                  "--delay=10us"};

/// What notices a lost path within 0.4 s, and makes its session again every half second.
const Words PINGS{"--nopInterval=200ms",
                  "--nopTimeout=200ms",
                  "--defaultTime2Wait=0",
                  "--ns3::TcpSocket::ConnTimeout=500ms",
                  "--pathCheckInterval=100ms"};

/**
 * @param one words
 * @param other more of them
 * @return both
 */
Words
Join(Words one, const Words& other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Sessions and drives.
 */
class SanMultipathPartsTestCase : public TestCase
{
  public:
    SanMultipathPartsTestCase()
        : TestCase("sessions, paths and their attributes")
    {
    }

  private:
    void DoRun() override
    {
        Sessions();
        Portals();
        States();
        Attributes();
        Single();
    }

    /// Three links: as many sessions of each of two initiators with each of two targets.
    void Sessions()
    {
        SanScenario san(Words{"--initiators=2",
                              "--targets=2",
                              "--drives=2",
                              "--device=ram",
                              "--links=3",
                              "--multipath=failover",
                              "--count=8",
                              "--output=" + CreateTempDirFilename("parts")});
        std::set<Ptr<IscsiInitiator>> ends;
        for (uint32_t i = 0; i < 2; ++i)
        {
            for (uint32_t target = 0; target < 2; ++target)
            {
                for (uint32_t path = 0; path < 3; ++path)
                {
                    const auto end = san.GetInitiator(i, target, path);
                    ends.insert(end);
                    NS_TEST_EXPECT_MSG_EQ(end->GetNode(),
                                          san.GetInitiator(i, 0)->GetNode(),
                                          "on the initiator's node");
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ends.size(), 12, "each its own");
        const auto workload = san.GetWorkload(1);
        NS_TEST_ASSERT_MSG_EQ(workload->GetNDevices(), 4, "drives, not paths");
        const auto drive = DynamicCast<MultipathDevice>(workload->GetDevice(2));
        NS_TEST_ASSERT_MSG_NE(drive, nullptr, "joined");
        NS_TEST_ASSERT_MSG_EQ(drive->GetNPaths(), 3, "by links");
        for (uint32_t path = 0; path < 3; ++path)
        {
            const auto unit = DynamicCast<ScsiBlockDevice>(drive->GetPath(path));
            NS_TEST_EXPECT_MSG_EQ(unit->GetPort(),
                                  san.GetInitiator(1, 1, path)->GetPort(),
                                  "of the second target");
        }
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetErrors(), 0, "without errors");
    }

    /**
     * @param links links of the path
     * @return where the sessions of an initiator with a target of two portals go
     */
    std::string GetRemotes(uint32_t links)
    {
        SanScenario san(Words{"--links=" + std::to_string(links),
                              "--portals=2",
                              "--drives=1",
                              "--device=ram",
                              "--multipath=round-robin",
                              "--count=4",
                              "--output=" + CreateTempDirFilename("portals")});
        const auto drive = DynamicCast<MultipathDevice>(san.GetWorkload(0)->GetDevice(0));
        std::ostringstream remotes;
        for (uint32_t path = 0; path < drive->GetNPaths(); ++path)
        {
            AddressValue remote;
            san.GetInitiator(0, 0, path)->GetAttribute("Remote", remote);
            const auto portal = InetSocketAddress::ConvertFrom(remote.Get());
            remotes << portal.GetIpv4() << ":" << portal.GetPort() << " ";
        }
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetErrors(), 0, "without errors");
        return remotes.str();
    }

    /// Paths take links and portals in turn, as many as there are of either.
    void Portals()
    {
        NS_TEST_EXPECT_MSG_EQ(GetRemotes(1), "10.0.0.2:3260 10.0.0.2:3261 ", "one link");
        NS_TEST_EXPECT_MSG_EQ(GetRemotes(2), "10.0.0.2:3260 10.1.0.2:3261 ", "two");
        NS_TEST_EXPECT_MSG_EQ(GetRemotes(3), "10.0.0.2:3260 10.1.0.2:3261 10.2.0.2:3260 ", "three");
    }

    /**
     * @param states access states of both portals
     * @param policy the policy
     * @return SCSI Commands over each of both paths, for 100 reads
     */
    std::vector<uint64_t> CountCommands(const std::string& states, const std::string& policy)
    {
        SanScenario san(Words{"--portals=2",
                              "--portalStates=" + states,
                              "--drives=1",
                              "--device=ram",
                              "--multipath=" + policy,
                              "--readFraction=1",
                              "--count=100",
                              "--output=" + CreateTempDirFilename("states")});
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetErrors(), 0, "without errors");
        std::vector<uint64_t> counts;
        for (uint32_t path = 0; path < 2; ++path)
        {
            const auto& pdus = san.GetInitiator(0, 0, path)->GetPduCounters();
            counts.push_back(pdus.GetSent(IscsiOpcode::SCSI_COMMAND));
        }
        return counts;
    }

    /// Paths that are optimized are used, and others while there are no such; standby is not.
    void States()
    {
        // TEST UNIT READY, three INQUIRYs, READ CAPACITY, MODE SENSE and REPORT TARGET PORT GROUPS.
        const uint64_t setUp = 7;
        auto counts = CountCommands("active-non-optimized,active-optimized", "failover");
        NS_TEST_EXPECT_MSG_EQ(counts[0], setUp, "the first path rests");
        NS_TEST_EXPECT_MSG_EQ(counts[1], setUp + 100, "the second one is better");
        counts = CountCommands("active-optimized,active-non-optimized", "round-robin");
        NS_TEST_EXPECT_MSG_EQ(counts[0], setUp + 100, "the first path is better");
        NS_TEST_EXPECT_MSG_EQ(counts[1], setUp, "the second one rests");
        counts = CountCommands("active-non-optimized,active-non-optimized", "round-robin");
        NS_TEST_EXPECT_MSG_EQ(counts[0], setUp + 50, "both are alike");
        NS_TEST_EXPECT_MSG_EQ(counts[1], setUp + 50, "both are alike");
        counts = CountCommands("standby,active-non-optimized", "failover");
        NS_TEST_EXPECT_MSG_LT(counts[0], setUp, "refused");
        NS_TEST_EXPECT_MSG_EQ(counts[1], setUp + 100, "all that there is");
    }

    /// What the options say of the joined drive.
    void Attributes()
    {
        const ParsedSanOptions options({"--links=2",
                                        "--drives=1",
                                        "--device=ram",
                                        "--multipath=round-robin",
                                        "--pathRequests=7",
                                        "--pathCheckInterval=3s",
                                        "--noPathTimeout=20s"});
        const SanNetwork network(options);
        const SanTargets targets(network, options);
        SanFailures failures(false);
        SanSessions sessions(network, targets, failures);
        const auto drive = sessions.LogIn(0, options).at(0);
        TimeValue interval;
        drive->GetAttribute("CheckInterval", interval);
        NS_TEST_EXPECT_MSG_EQ(interval.Get(), Seconds(3), "check");
        TimeValue timeout;
        drive->GetAttribute("NoPathTimeout", timeout);
        NS_TEST_EXPECT_MSG_EQ(timeout.Get(), Seconds(20), "wait");
        PointerValue policy;
        drive->GetAttribute("Policy", policy);
        UintegerValue requests;
        policy.Get<Object>()->GetAttribute("RequestsPerPath", requests);
        NS_TEST_EXPECT_MSG_EQ(requests.Get(), 7, "turns");
        Simulator::Destroy();
    }

    /// Without it there is one session, and its drive waits for it.
    void Single()
    {
        const ParsedSanOptions options(
            {"--links=2", "--connections=2", "--drives=1", "--device=ram"});
        const SanNetwork network(options);
        const SanTargets targets(network, options);
        SanFailures failures(false);
        SanSessions sessions(network, targets, failures);
        const auto drives = sessions.LogIn(0, options);
        NS_TEST_EXPECT_MSG_EQ(sessions.GetInitiators().GetN(), 1, "a session");
        NS_TEST_ASSERT_MSG_EQ(drives.size(), 1, "a drive");
        BooleanValue isFast;
        drives[0]->GetAttribute("FailFast", isFast);
        NS_TEST_EXPECT_MSG_EQ(isFast.Get(), false, "it waits");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * Throughput, and what a pulled cable does to it.
 */
class SanMultipathTransferTestCase : public TestCase
{
  public:
    SanMultipathTransferTestCase()
        : TestCase("transfers over two paths")
    {
    }

  private:
    void DoRun() override
    {
        Throughput();
        SlowPath();
        Pulled();
        NoPath();
    }

    /**
     * @param more further words
     * @param count requests
     * @return from the first request to the last response, and the longest response time
     */
    std::pair<Time, Time> Run(const Words& more, uint64_t count)
    {
        SanScenario san(Join(Join(READS, more),
                             {"--count=" + std::to_string(count),
                              "--output=" + CreateTempDirFilename("multipath")}));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto& summary = san.GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.GetRequests(), count, "no request is lost");
        NS_TEST_EXPECT_MSG_EQ(summary.GetErrors(), 0, "nor fails");
        return {summary.GetEnd() - summary.GetStart(), summary.GetAll().GetPercentile(100)};
    }

    /// Two paths have twice the throughput of one; a passive one has no part in it.
    void Throughput()
    {
        const auto one = Run({"--multipath=failover"}, 1000).first.GetSeconds();
        const auto link = 1000 * 16384 * 8 / 20e6 * 1538 / 1448;
        NS_TEST_EXPECT_MSG_EQ_TOL(one / link, 1, 0.03, "one link");
        for (const auto* policy : {"round-robin", "least-queue-depth", "service-time"})
        {
            const auto two = Run({"--multipath=" + std::string(policy)}, 1000);
            NS_TEST_EXPECT_MSG_EQ_TOL(one / two.first.GetSeconds(), 2, 0.04, policy);
        }
    }

    /**
     * The first path has 5 Mb/s. In turn, half of the bytes take that path, twice as long as all
     * would over 20 Mb/s. By service time both are busy, and carry 25 Mb/s.
     */
    void SlowPath()
    {
        const auto link = 1000 * 16384 * 8 / 20e6 * 1538 / 1448;
        const auto take = [this](const std::string& policy) {
            return Run({"--multipath=" + policy, "--firstLinkRate=5Mbps"}, 1000).first.GetSeconds();
        };
        const auto inTurn = take("round-robin");
        NS_TEST_EXPECT_MSG_EQ_TOL(inTurn / link, 2, 0.04, "held back");
        const auto byServiceTime = take("service-time");
        NS_TEST_EXPECT_MSG_EQ_TOL(byServiceTime / link, 20.0 / 25, 0.04, "not held back");
    }

    /**
     * The first target's first cable is pulled after half a second and put back 1 s later. The
     * path is given up when a ping was not answered, at most 0.4 s later; then one path carries
     * all. Both do so again when a SYN is answered.
     */
    void Pulled()
    {
        for (const auto* policy : {"round-robin", "least-queue-depth", "service-time", "failover"})
        {
            const Words words =
                Join(PINGS, {"--multipath=" + std::string(policy), "--readFraction=0.5"});
            const auto whole = Run(words, 1000);
            NS_TEST_EXPECT_MSG_LT(whole.second, MilliSeconds(150), policy << ": in place");
            const auto pulled = Run(Join(words, {"--cablePull=500ms 1500ms"}), 1000);
            NS_TEST_EXPECT_MSG_GT(pulled.second, MilliSeconds(200), policy << ": noticed");
            NS_TEST_EXPECT_MSG_LT(pulled.second, MilliSeconds(700), policy << ": not waited for");
            const auto lost = (pulled.first - whole.first).GetSeconds();
            // With one path for the rest it would be 3 s.
            NS_TEST_EXPECT_MSG_LT(lost, 1.5, policy << ": the path is back afterwards");
        }
    }

    /// A target that refuses the sessions over both paths has failed once.
    void NoPath()
    {
        SanScenario san(Join(READS,
                             {"--multipath=failover",
                              "--count=10",
                              "--targetName=iqn.2026-11.com.example:none",
                              "--mayFail=true",
                              "--output=" + CreateTempDirFilename("none")}));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), false, "nothing is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetFailures().size(), 1, "one line for both paths");
    }
};

/**
 * @ingroup san-tests
 *
 * Writes the same places again and again, each time a greater number, and reads it back before the
 * next write.
 */
class SanOverwriter
{
  public:
    /// Bytes of each place.
    static constexpr uint32_t SIZE = 8192;
    static constexpr uint32_t BLOCKS = SIZE / 512; //!< blocks of each place

    /**
     * @param drive the drive
     * @param places places that are worked on at once, one after the other on the drive
     */
    SanOverwriter(Ptr<BlockDevice> drive, uint32_t places)
        : m_numbers(places),
          m_drive(drive)
    {
    }

    /// Begin, once the drive is ready.
    void Start()
    {
        for (uint32_t place = 0; place < m_numbers.size(); ++place)
        {
            Write(place);
        }
    }

    Time end;           //!< when no more is written
    uint32_t errors{0}; //!< requests that failed
    uint32_t wrong{0};  //!< reads that found another number than the last one
    uint32_t right{0};  //!< reads that found the last one

  private:
    /**
     * @param place what is written anew
     */
    void Write(uint32_t place)
    {
        std::vector<uint8_t> bytes(SIZE);
        const auto number = ++m_numbers[place];
        for (uint32_t i = 0; i < SIZE; ++i)
        {
            bytes[i] = static_cast<uint8_t>(number >> 8 * (i % 4));
        }
        Submit(BlockOperation::WRITE, place, Create<Packet>(bytes.data(), SIZE));
    }

    /**
     * @param operation what to do
     * @param place where
     * @param data contents of a write
     */
    void Submit(BlockOperation operation, uint32_t place, Ptr<Packet> data)
    {
        auto request = Create<BlockRequest>(operation, place * BLOCKS, BLOCKS);
        request->data = data;
        request->completion = MakeCallback(&SanOverwriter::Done, this);
        m_drive->Submit(request);
    }

    /**
     * @param request a request that ended
     */
    void Done(Ptr<BlockRequest> request)
    {
        errors += request->status != BlockStatus::OK;
        const auto place = static_cast<uint32_t>(request->lba / BLOCKS);
        if (request->operation == BlockOperation::WRITE)
        {
            Submit(BlockOperation::READ, place, nullptr);
            return;
        }
        uint8_t bytes[4];
        request->data->CopyData(bytes, 4);
        const auto found = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | uint32_t{bytes[3]} << 24;
        ++(found == m_numbers[place] ? right : wrong);
        if (Simulator::Now() < end)
        {
            Write(place);
        }
    }

    std::vector<uint32_t> m_numbers; //!< what was written last, by place
    Ptr<BlockDevice> m_drive;        //!< the drive
};

/**
 * @ingroup san-tests
 *
 * What is on a drive after a path was lost in mid-write.
 */
class SanMultipathContentsTestCase : public TestCase
{
  public:
    SanMultipathContentsTestCase()
        : TestCase("no write of a lost path comes late")
    {
    }

  private:
    /**
     * Pull a cable in mid-write and put it back before the session is made again, when TCP would
     * repeat what it has sent before: what was written over the other path meanwhile must remain.
     * The target does not ping, so its end of the session lives on.
     *
     * @param more further words
     */
    void Check(const Words& more)
    {
        const ParsedSanOptions options(Join(Join(READS, PINGS),
                                            Join({"--storeData=true",
                                                  "--minRto=250ms",
                                                  "--delAckTimeout=40ms",
                                                  "--defaultTime2Wait=2",
                                                  "--cablePull=1s 1900ms"},
                                                 more)));
        const SanNetwork network(options);
        const SanTargets targets(network, options);
        targets.GetApplications().Get(0)->SetAttribute("NopInterval", TimeValue(Time(0)));
        SanFailures failures(false);
        SanSessions sessions(network, targets, failures);
        SanOverwriter load(sessions.LogIn(0, options).at(0), 8);
        load.end = Seconds(4);
        Simulator::Schedule(MilliSeconds(100), &SanOverwriter::Start, &load);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(load.errors, 0, more[0] << ": no error");
        NS_TEST_EXPECT_MSG_EQ(load.wrong, 0, more[0] << ": nothing is older than it should be");
        NS_TEST_EXPECT_MSG_GT(load.right, 700, more[0] << ": it was looked at often");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check({"--multipath=round-robin"});
        Check({"--multipath=failover"});
        Check({"--multipath=least-queue-depth", "--offload=none"});
    }
};

/**
 * @ingroup san-tests
 *
 * What a user may do wrong.
 */
class SanMultipathMistakesTestCase : public TestCase
{
  public:
    SanMultipathMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        const std::string bonds = " needs bond=active-backup, balance-xor or 802.3ad";
        const std::string paths =
            " needs multipath=round-robin, least-queue-depth, service-time or failover";
        const std::string relays = " needs relays>0";
        const std::vector<std::pair<Words, std::string>> mistakes{
            {{"--multipath=round-trip"},
             "multipath: round-trip is not one of failover, least-queue-depth, none, "
             "round-robin, service-time"},
            {{"--multipath=failover"}, "multipath: failover needs links>1, or portals>1"},
            {{"--links=2"},
             "links: 2 needs connections>1, or multipath=round-robin, least-queue-depth, "
             "service-time or failover, or pathPull and fileService=none"},
            {{"--portals=2", "--pathRequests=4"}, "pathRequests: 4 needs multipath=round-robin"},
            {{"--links=2", "--multipath=failover", "--pathRequests=4"},
             "pathRequests: 4 needs multipath=round-robin"},
            {{"--portals=2", "--pathCheckInterval=1s"}, "pathCheckInterval: 1s" + paths},
            {{"--portals=2", "--noPathTimeout=1s"}, "noPathTimeout: 1s" + paths},
            {{"--firstLinkRate=1Mbps"}, "firstLinkRate: 1Mbps needs links>1"},
            {{"--bondLinks=4"}, "bondLinks: 4" + bonds},
            {{"--bondHash=layer3+4"}, "bondHash: layer3+4 needs bond=balance-xor or 802.3ad"},
            {{"--linkType=wifi", "--relayChannel=same"}, "relayChannel: same" + relays},
            {{"--linkType=wifi", "--relayTimePerByte=9"}, "relayTimePerByte: 9" + relays},
            {{"--linkType=ppp", "--cablePull=4s 5s"}, "cablePull: 4s 5s needs linkType=ethernet"},
            {{"--fileService=nfs", "--workload=dd", "--cache=9", "--multipath=failover"},
             "multipath: failover needs fileService=none"},
        };
        for (const auto& [words, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&words = words] { ParsedSanOptions wrong(words); }),
                                  line,
                                  words.back());
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Multipath I/O over the links of the path.
 */
class SanMultipathTestSuite : public TestSuite
{
  public:
    SanMultipathTestSuite()
        : TestSuite("san-multipath", Type::UNIT)
    {
        AddTestCase(new SanMultipathPartsTestCase, Duration::QUICK);
        AddTestCase(new SanMultipathTransferTestCase, Duration::QUICK);
        AddTestCase(new SanMultipathContentsTestCase, Duration::QUICK);
        AddTestCase(new SanMultipathMistakesTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static SanMultipathTestSuite g_sanMultipathTestSuite;
