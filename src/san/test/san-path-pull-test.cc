/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ethernet-port.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/node-list.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/page-cache-device.h"
#include "ns3/page-cache.h"
#include "ns3/pointer.h"
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
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a page.
constexpr uint32_t PAGE = 4096;

/// Pages of a request of the write-back, one of which is under way at a time.
constexpr uint32_t REQUEST = 16;

} // namespace

/**
 * @ingroup san-tests
 *
 * A program writes pages into a page cache in front of a disk behind a network, each with its
 * number; afterwards the target's disk is looked at without the network.
 */
class SanCachedWrite
{
  public:
    /**
     * @param words options, among them those of the network
     * @param pages how many it writes, all at once
     */
    SanCachedWrite(const std::vector<std::string>& words, uint32_t pages)
        : m_options(words),
          m_network(m_options),
          m_disk(CreateObject<RamDisk>()),
          m_pages(pages)
    {
        m_disk->SetAttribute("StoreData", BooleanValue(true));
        auto unit = CreateObject<ScsiDisk>();
        unit->SetBlockDevice(m_disk);
        unit->SetAttribute("StoreData", BooleanValue(true));
        auto units = CreateObject<ScsiTaskRouter>();
        units->AddLogicalUnit(0, unit);
        const std::string name = "iqn.2026-11.org.nsnam:target-0";
        IscsiTargetHelper targets(name);
        targets.SetAttribute("Protocol", StringValue(m_options.tcp.GetSocketFactory()));
        targets.Install(m_network.targets.Get(0), units);
        IscsiInitiatorHelper initiators(m_network.targetAddresses[0][0], name);
        initiators.SetAttribute("Protocol", StringValue(m_options.tcp.GetSocketFactory()));
        m_initiator = initiators.Install(m_network.initiators.Get(0));
        MakeCache();
    }

    ~SanCachedWrite()
    {
        Simulator::Destroy();
    }

    SanCachedWrite(const SanCachedWrite&) = delete;
    SanCachedWrite& operator=(const SanCachedWrite&) = delete;

    /**
     * Write, and look at the counters at some time.
     *
     * @param look when to look
     * @param end when the simulation ends
     */
    void Write(Time look, Time end)
    {
        m_device->CallWhenReady(MakeCallback(&SanCachedWrite::WriteAll, this));
        Simulator::Schedule(look, [this] { statistics = m_cache->GetStatistics(); });
        Simulator::Stop(end);
        Simulator::Run();
    }

    /**
     * @return number of pages that are on the target's disk
     */
    uint32_t CountPages()
    {
        uint32_t found = 0;
        for (uint32_t page = 0; page < m_pages; ++page)
        {
            auto request = Create<BlockRequest>(BlockOperation::READ, uint64_t{page} * 8, 8);
            request->completion =
                Callback<void, Ptr<BlockRequest>>([&found, page](Ptr<BlockRequest> read) {
                    std::vector<uint8_t> bytes(PAGE);
                    read->data->CopyData(bytes.data(), PAGE);
                    found += bytes == MakeContents(page) ? 1 : 0;
                });
            m_disk->Submit(request);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        return found;
    }

    Time told;                      //!< when the program was told that all is written
    PageCacheStatistics statistics; //!< what the page cache had when it was looked at

  private:
    /// Put a page cache in front of the disk as the initiator sees it.
    void MakeCache()
    {
        auto drive = CreateObject<ScsiBlockDevice>();
        drive->SetAttribute("StoreData", BooleanValue(true));
        drive->SetPort(m_initiator->GetPort());
        m_cache = CreateObjectWithAttributes<PageCache>("Memory",
                                                        UintegerValue(uint64_t{2} * m_pages * PAGE),
                                                        "DirtyRatio",
                                                        DoubleValue(1.0),
                                                        "BackgroundRatio",
                                                        DoubleValue(0.0),
                                                        "WriteBackDepth",
                                                        UintegerValue(1),
                                                        "MaxRequestSize",
                                                        UintegerValue(REQUEST * PAGE),
                                                        "StoreData",
                                                        BooleanValue(true));
        m_cache->SetDevice(drive);
        m_device = CreateObjectWithAttributes<PageCacheDevice>("Cache", PointerValue(m_cache));
    }

    /**
     * @param page number of a page
     * @return what it contains, nothing of which is zero
     */
    static std::vector<uint8_t> MakeContents(uint32_t page)
    {
        std::vector<uint8_t> bytes(PAGE, 0xa5);
        std::memcpy(bytes.data(), &page, sizeof page);
        return bytes;
    }

    /// Write all pages with one request.
    void WriteAll()
    {
        std::vector<uint8_t> bytes;
        for (uint32_t page = 0; page < m_pages; ++page)
        {
            const auto contents = MakeContents(page);
            bytes.insert(bytes.end(), contents.begin(), contents.end());
        }
        auto request = Create<BlockRequest>(BlockOperation::WRITE, 0, m_pages * 8);
        request->data = Create<Packet>(bytes.data(), bytes.size());
        request->completion = Callback<void, Ptr<BlockRequest>>(
            [this](Ptr<BlockRequest>) { told = Simulator::Now(); });
        m_device->Submit(request);
    }

    ParsedSanOptions m_options;      //!< the options
    SanNetwork m_network;            //!< the nodes
    Ptr<RamDisk> m_disk;             //!< the target's disk
    const uint32_t m_pages;          //!< pages to write
    Ptr<IscsiInitiator> m_initiator; //!< the initiator
    Ptr<PageCache> m_cache;          //!< its page cache
    Ptr<PageCacheDevice> m_device;   //!< what the program writes to
};

/**
 * @ingroup san-tests
 *
 * The switch fails while a page cache writes behind: the target lacks what was dirty then.
 */
class SanPathPullTestCase : public TestCase
{
  public:
    SanPathPullTestCase()
        : TestCase("what a failing path loses")
    {
    }

  private:
    /// Pages that are written: 4 MiB, which take 0.35 s at 100 Mb/s.
    static constexpr uint32_t PAGES = 1024;

    void DoRun() override
    {
        const auto lost = Lose("100ms 1000s");
        NS_TEST_EXPECT_MSG_GT(lost, PAGES / 2, "most of it");
        NS_TEST_EXPECT_MSG_LT(Lose("200ms 1000s"), lost, "less of it later");
        SanCachedWrite back(GetWords("100ms 600ms"), PAGES);
        back.Write(Seconds(4), Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(back.CountPages(), PAGES, "TCP goes on when the switch is back");
        NS_TEST_EXPECT_MSG_EQ(back.statistics.nr_dirty, 0, "and nothing is left in memory");
    }

    /**
     * @param pull when the cable is pulled and put back
     * @return options
     */
    static std::vector<std::string> GetWords(const std::string& pull)
    {
        return {"--linkRate=100Mbps", "--delay=10us", "--pathPull=" + pull};
    }

    /**
     * Let the path fail for good.
     *
     * @param pull when
     * @return pages that the target lacks
     */
    uint32_t Lose(const std::string& pull)
    {
        SanCachedWrite run(GetWords(pull), PAGES);
        const Time begin(pull.substr(0, pull.find(' ')));
        run.Write(begin, begin + Seconds(1));
        const auto held = run.CountPages();
        const auto dirty = run.statistics.nr_dirty + run.statistics.nr_writeback;
        NS_TEST_EXPECT_MSG_GT(run.told, Time(0), "the program was told");
        NS_TEST_EXPECT_MSG_LT(run.told, begin, "that all is written");
        NS_TEST_EXPECT_MSG_EQ(run.statistics.nr_dirtied, PAGES, "into memory");
        // What the target has acknowledged it has; of one more request it may.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(held, run.statistics.nr_written, "all that is clean");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(held, run.statistics.nr_written + REQUEST, "and no more");
        NS_TEST_EXPECT_MSG_EQ(dirty, PAGES - run.statistics.nr_written, "the rest was dirty");
        return PAGES - held;
    }
};

/**
 * @ingroup san-tests
 *
 * Which cable is pulled, and what a user may do wrong.
 */
class SanPathPullOptionTestCase : public TestCase
{
  public:
    SanPathPullOptionTestCase()
        : TestCase("the option")
    {
    }

  private:
    void DoRun() override
    {
        Which();
        for (const auto* option : {"--linkType=ppp", "--limiterRate=10Mbps", "--queueDisc=red"})
        {
            const auto line =
                GetSanError([&] { ParsedSanOptions wrong({"--pathPull=4s 5s", option}); });
            const std::string rest =
                option == std::string("--linkType=ppp") ? "" : " without a limiter or a queue disc";
            NS_TEST_EXPECT_MSG_EQ(line, "pathPull: 4s 5s needs linkType=ethernet" + rest, option);
        }
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] { ParsedSanOptions wrong({"--pathPull=4s"}); }),
                              "pathPull: 4s is not two times, such as 4s 5s",
                              "one time");
    }

    /// Hosts keep their links: it is the one between the switches that is down, of the first path.
    void Which()
    {
        const ParsedSanOptions options({"--links=2", "--pathPull=4s 5s"});
        const SanNetwork network(options);
        uint32_t looked = 0;
        for (const auto& [seconds, down] :
             std::vector<std::pair<double, uint32_t>>{{3.9, 0}, {4.1, 2}, {5.1, 0}})
        {
            Simulator::Schedule(Seconds(seconds), [&, down = down] {
                NS_TEST_EXPECT_MSG_EQ(CountDown(), down, "ports without a link");
                NS_TEST_EXPECT_MSG_EQ(network.targetDevices.Get(0)->IsLinkUp(), true, "a host");
                ++looked;
            });
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(looked, 3, "all looked at");
        Simulator::Destroy();
    }

    /**
     * @return ports of Ethernet that have no link now
     */
    static uint32_t CountDown()
    {
        uint32_t down = 0;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
            {
                const auto port = DynamicCast<EthernetPort>((*node)->GetDevice(i));
                down += port && !port->IsLinkUp() ? 1 : 0;
            }
        }
        return down;
    }
};

/**
 * @ingroup san-tests
 *
 * Tests of a path that fails.
 */
class SanPathPullTestSuite : public TestSuite
{
  public:
    SanPathPullTestSuite()
        : TestSuite("san-path-pull", Type::SYSTEM)
    {
        AddTestCase(new SanPathPullTestCase, Duration::QUICK);
        AddTestCase(new SanPathPullOptionTestCase, Duration::QUICK);
    }
};

static SanPathPullTestSuite g_sanPathPullTestSuite; //!< the suite
