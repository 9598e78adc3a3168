/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/enum.h"
#include "ns3/gateway-copy-identifiers.h"
#include "ns3/scsi-bytes.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;
using namespace ns3::gatewaytest;

namespace
{

constexpr int UNKNOWN = 0x2400; ///< INVALID FIELD IN CDB

/// A gateway with a drive that is LUN 0 and LUN 7 of its target, and two hosts.
struct CopyBench : public GatewayTestBench
{
    ManagedSession one;   //!< a host
    ManagedSession other; //!< another

    /**
     * @param mode when data move on
     */
    explicit CopyBench(GatewayLogicalUnit::TransferMode mode)
    {
        gateway->SetAttribute("TransferMode", EnumValue(mode));
        Build();
        gateway->MapDrive(target, 7, AddDrive(MilliSeconds(10)));
        other.name = "iqn.test:other,i,0x2";
        Connect(one);
        Connect(other);
    }

    ~CopyBench()
    {
        Simulator::Destroy();
    }

    /**
     * Copy blocks from block 0 on to block 100 on, within the drive (SPC-4, EXTENDED COPY(LID1)).
     *
     * @param session a host
     * @param lun a logical unit
     * @param identifier LIST IDENTIFIER
     * @param usage LIST ID USAGE
     * @param blocks how many
     * @return the status
     */
    static int Copy(TestSession& session,
                    uint16_t lun,
                    uint8_t identifier,
                    uint8_t usage,
                    uint8_t blocks)
    {
        // A header of 16 bytes and a segment descriptor of 28, whose source and destination FFFFh
        // are the unit itself.
        Bytes list(44);
        list[0] = identifier;
        list[1] = static_cast<uint8_t>(usage << 3);
        list[11] = 28;
        list[16] = 0x02;
        list[19] = 24;
        PutScsiNumber(&list[20], 4, 0xffffffff);
        list[27] = blocks;
        list[43] = 100;
        const auto task =
            session.Send(lun, {0x83, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 44}, 0, list);
        Simulator::Run();
        return static_cast<int>(task->status);
    }

    /**
     * Ask for COPY STATUS.
     *
     * @param session a host
     * @param lun a logical unit
     * @param identifier LIST IDENTIFIER
     * @return what became of it
     */
    static const TestSession::Job& Ask(TestSession& session, uint16_t lun, uint8_t identifier)
    {
        return session.Run(lun, {0x84, 0, identifier, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12}, 12);
    }

    /**
     * @param blocks blocks that were copied
     * @return what COPY STATUS reports of a copy of one segment: 8 more bytes, completed, one
     *         segment, bytes
     */
    static Bytes MakeStatus(uint8_t blocks)
    {
        return {0, 0, 0, 8, 1, 0, 1, 0, 0, 0, static_cast<uint8_t>(blocks * 2), 0};
    }
};

} // namespace

/**
 * @ingroup storage-gateway-tests
 *
 * Hosts use the same list identifiers at the same drive.
 */
class GatewayCopyTest : public TestCase
{
  public:
    /**
     * @param mode when data move on
     */
    explicit GatewayCopyTest(GatewayLogicalUnit::TransferMode mode)
        : TestCase("Copies of hosts are told apart, mode " + std::to_string(mode)),
          m_mode(mode)
    {
    }

  private:
    /**
     * Hosts and units each have their own copy with list identifier 1.
     */
    void Apart()
    {
        CopyBench bench(m_mode);
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Copy(bench.one, 0, 1, 0, 2), 0, "one copies");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Ask(bench.other, 0, 1).GetAdditional(),
                              UNKNOWN,
                              "not the other's");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Ask(bench.one, 7, 1).GetAdditional(),
                              UNKNOWN,
                              "not that of another unit");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Copy(bench.other, 0, 1, 0, 3), 0, "the other copies");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Copy(bench.one, 7, 1, 0, 4), 0, "another unit");
        NS_TEST_EXPECT_MSG_EQ((CopyBench::Ask(bench.one, 0, 1).in == CopyBench::MakeStatus(2)),
                              true,
                              "2 blocks");
        NS_TEST_EXPECT_MSG_EQ((CopyBench::Ask(bench.other, 0, 1).in == CopyBench::MakeStatus(3)),
                              true,
                              "3 blocks");
        NS_TEST_EXPECT_MSG_EQ((CopyBench::Ask(bench.one, 7, 1).in == CopyBench::MakeStatus(4)),
                              true,
                              "4 blocks");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Ask(bench.one, 0, 1).GetAdditional(),
                              UNKNOWN,
                              "told once");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
    }

    /**
     * A nexus that is lost has no copies.
     */
    void Lost()
    {
        CopyBench bench(m_mode);
        CopyBench::Copy(bench.one, 0, 1, 0, 2);
        CopyBench::Copy(bench.other, 0, 1, 0, 3);
        bench.target->NexusLost(bench.one.name);
        Simulator::Run();
        const auto& refused = CopyBench::Ask(bench.one, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(refused.GetAdditional(), 0x2907, "I_T NEXUS LOSS OCCURRED");
        const auto& again = CopyBench::Ask(bench.one, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(again.GetAdditional(), UNKNOWN, "it is forgotten");
        NS_TEST_EXPECT_MSG_EQ((again.sense->field == ScsiFieldPointer{2, std::nullopt, true}),
                              true,
                              "LIST IDENTIFIER");
        NS_TEST_EXPECT_MSG_EQ((CopyBench::Ask(bench.other, 0, 1).in == CopyBench::MakeStatus(3)),
                              true,
                              "the other's is not");
    }

    /**
     * A copy without a list identifier, and what is about no copy.
     */
    void Without()
    {
        CopyBench bench(m_mode);
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Copy(bench.one, 0, 0, 3, 2), 0, "it copies");
        NS_TEST_EXPECT_MSG_EQ(CopyBench::Ask(bench.one, 0, 0).GetAdditional(), UNKNOWN, "status");
        const auto& parameters = bench.one.Run(0, {0x84, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4}, 4);
        NS_TEST_EXPECT_MSG_EQ((parameters.in == Bytes{0, 0, 0, 42}), true, "OPERATING PARAMETERS");
    }

    void DoRun() override
    {
        Apart();
        Lost();
        Without();
    }

    const GatewayLogicalUnit::TransferMode m_mode; //!< when data move on
};

/**
 * @ingroup storage-gateway-tests
 *
 * Which list identifiers a drive gets.
 */
class GatewayCopyIdentifiersTest : public TestCase
{
  public:
    GatewayCopyIdentifiersTest()
        : TestCase("List identifiers at a drive, up to 256")
    {
    }

  private:
    void DoRun() override
    {
        GatewayCopyIdentifiers identifiers;
        const int unit = 0;
        const GatewayCopyIdentifiers::Host one{&unit, "one"};
        const GatewayCopyIdentifiers::Host other{&unit, "other"};
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(one, 7), 0, "the first");
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(other, 7), 1, "another host");
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(one, 7), 0, "the same again");
        identifiers.Forget(one);
        NS_TEST_EXPECT_MSG_EQ(identifiers.Find(one, 7).has_value(), false, "forgotten");
        for (int i = 2; i < 256; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(one, i),
                                  i,
                                  "those not used yet come first");
        }
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(one, 0), 0, "the one that was given back");
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Find(other, 7).value(), 1, "all are in use");
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Allocate(other, 8), 1, "the oldest is taken away");
        NS_TEST_EXPECT_MSG_EQ(identifiers.Find(other, 7).has_value(), false, "from its host");
        NS_TEST_EXPECT_MSG_EQ(+identifiers.Find(other, 8).value(), 1, "for the new copy");
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Copies behind a gateway.
 */
class GatewayCopyTestSuite : public TestSuite
{
  public:
    GatewayCopyTestSuite()
        : TestSuite("gateway-copy", Type::UNIT)
    {
        AddTestCase(new GatewayCopyTest(GatewayLogicalUnit::CUT_THROUGH), Duration::QUICK);
        AddTestCase(new GatewayCopyTest(GatewayLogicalUnit::STORE_AND_FORWARD), Duration::QUICK);
        AddTestCase(new GatewayCopyIdentifiersTest, Duration::QUICK);
    }
};

static GatewayCopyTestSuite g_gatewayCopyTestSuite; //!< registers the suite
