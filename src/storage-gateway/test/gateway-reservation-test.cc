/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

namespace
{

using Function = ScsiTaskManagementFunction;

constexpr int CONFLICT = 0x18;         ///< RESERVATION CONFLICT
constexpr int CHECK = 0x02;            ///< CHECK CONDITION
constexpr uint8_t WRITE_EXCLUSIVE = 1; ///< type of a persistent reservation

/// A gateway with two drives, a part and two hosts.
struct ReservationBench : public GatewayTestBench
{
    ManagedSession one;   //!< the host that reserves
    ManagedSession other; //!< the other

    ReservationBench()
    {
        Build();
        auto drive = AddDrive(MilliSeconds(10));
        AddDrive(MilliSeconds(10));
        gateway->MapPart(target, 5, drive, 100, 100);
        other.name = "iqn.test:other,i,0x2";
        Connect(one);
        Connect(other);
    }

    ~ReservationBench()
    {
        Simulator::Destroy();
    }

    /**
     * @param session a host
     * @param lun a logical unit
     * @return the status of a read
     */
    static int Read(TestSession& session, uint16_t lun)
    {
        const auto task = session.Read(lun, 1);
        Simulator::Run();
        return static_cast<int>(task->status);
    }

    /**
     * @param session a host
     * @param lun a logical unit
     * @return the status of a write
     */
    static int Write(TestSession& session, uint16_t lun)
    {
        const auto task = session.Write(lun, 1, Bytes(512));
        Simulator::Run();
        return static_cast<int>(task->status);
    }

    /**
     * @param session a host
     * @param lun a logical unit
     * @return the additional sense code of a read, 0 if it has none
     */
    static int Ask(TestSession& session, uint16_t lun)
    {
        const auto cdb = ScsiBlockCdb{ScsiOpcode::READ_10, 1, 1, 0}.Encode();
        return session.Run(lun, cdb, 512).GetAdditional();
    }

    /**
     * @param session a host
     * @param lun a logical unit
     * @param cdb a command without data
     * @return its status
     */
    static int Run(TestSession& session, uint16_t lun, const ScsiCdb& cdb)
    {
        return static_cast<int>(session.Run(lun, cdb, 0).task->status);
    }

    /**
     * @param session a host
     * @param action service action of PERSISTENT RESERVE OUT
     * @param key the host's own key
     * @param actionKey the key to register or preempt
     * @return its status
     */
    static int Persist(TestSession& session, uint8_t action, uint8_t key, uint8_t actionKey)
    {
        // RESERVATION KEY and SERVICE ACTION RESERVATION KEY, eight bytes each (SPC-4, 6.16.3).
        Bytes list(24);
        list[7] = key;
        list[15] = actionKey;
        const auto task =
            session.Send(0, {0x5f, action, WRITE_EXCLUSIVE, 0, 0, 0, 0, 0, 24}, 0, list);
        Simulator::Run();
        return static_cast<int>(task->status);
    }
};

} // namespace

/**
 * @ingroup storage-gateway-tests
 *
 * What another host did is told once, to those whom it concerns, for the unit that it concerns.
 */
class GatewayUnitAttentionTest : public TestCase
{
  public:
    GatewayUnitAttentionTest()
        : TestCase("Hosts are told of cleared commands and of resets (SAM-5, 5.14)")
    {
    }

  private:
    /**
     * CLEAR TASK SET tells those whose commands it ended.
     */
    void Cleared()
    {
        ReservationBench bench;
        ManagedSession idle;
        idle.name = "iqn.test:idle,i,0x3";
        bench.Connect(idle);
        ReservationBench::Read(idle, 0);
        bench.one.Read(0, 1);
        bench.other.Read(0, 1);
        bench.other.Read(1, 1);
        bench.one.Manage(Function::CLEAR_TASK_SET, 0);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.other.aborted.size(), 1, "of that unit");
        const auto inquiry = bench.other.Run(0, ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        NS_TEST_EXPECT_MSG_EQ(inquiry.GetAdditional(), 0, "INQUIRY passes (SPC-4, 4.5)");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.other, 1), 0, "not of that unit");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.other, 0), 0x2f00, "it is told");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.other, 0), 0, "once");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.one, 0), 0, "the cause knows");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(idle, 0), 0, "it had no command");
    }

    /**
     * A reset is reported.
     *
     * @param function the reset, of LUN 0 or of all
     * @param additional what must be reported to hosts for LUN 0
     * @param ofOther what must be reported to they for another unit
     */
    void Reset(Function function, int additional, int ofOther)
    {
        ReservationBench bench;
        for (uint16_t lun : {0, 1})
        {
            ReservationBench::Read(bench.one, lun);
            ReservationBench::Read(bench.other, lun);
        }
        ReservationBench::Run(bench.one, 0, {0x16});
        bench.one.Manage(function, 0);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.other, 0), additional, "unit");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, 0), 0, "RESERVE is gone");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.other, 1), ofOther, "other unit");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.one, 0), additional, "all are told");
    }

    void DoRun() override
    {
        Cleared();
        Reset(Function::LOGICAL_UNIT_RESET, 0x2903, 0);
        Reset(Function::TARGET_WARM_RESET, 0x2903, 0x2903);
        Reset(Function::TARGET_COLD_RESET, 0x2900, 0x2900);
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * RESERVE and RELEASE are kept by the gateway, for each unit of its own.
 */
class GatewayReserveTest : public TestCase
{
  public:
    GatewayReserveTest()
        : TestCase("A unit that a host reserved is its own until it releases it or is lost "
                   "(SPC-2, 5.5.1)")
    {
    }

  private:
    /**
     * @param lun the unit to reserve
     * @param otherLun another one
     */
    void Reserve(uint16_t lun, uint16_t otherLun)
    {
        ReservationBench bench;
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Run(bench.one, lun, {0x16}), 0, "RESERVE");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Run(bench.other, lun, {0x56}), CONFLICT, "both");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, lun), CONFLICT, "read");
        NS_TEST_EXPECT_MSG_EQ(bench.dispatched.size(), 0, "the drive hears of none of that");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.one, lun), 0, "its own");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, otherLun), 0, "another unit");
        const auto inquiry = bench.other.Run(lun, ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        NS_TEST_EXPECT_MSG_EQ(inquiry.in.size(), 36, "INQUIRY is free to all");
        ReservationBench::Run(bench.other, lun, {0x17});
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, lun), CONFLICT, "not its own");
        ReservationBench::Run(bench.one, lun, {0x17});
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, lun), 0, "RELEASE");

        ReservationBench::Run(bench.one, lun, {0x56});
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, lun), CONFLICT, "again");
        bench.target->NexusLost(bench.one.name);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(bench.other, lun), 0, "its nexus is lost");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.one, lun), 0x2907, "and it is told");
    }

    void DoRun() override
    {
        Reserve(0, 1);
        // A drive and a part of it are two units.
        Reserve(5, 0);
        Reserve(0, 5);
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Persistent reservations, among hosts that are one initiator to the drive.
 */
class GatewayPersistentReserveTest : public TestCase
{
  public:
    GatewayPersistentReserveTest()
        : TestCase("Persistent reservations keep other hosts away and outlive a nexus (SPC-4, "
                   "5.12)")
    {
    }

  private:
    void DoRun() override
    {
        ReservationBench bench;
        auto& one = bench.one;
        auto& other = bench.other;
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Persist(one, 0, 0, 7), 0, "REGISTER");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Persist(one, 1, 7, 0), 0, "RESERVE");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Persist(other, 1, 9, 0), CONFLICT, "a stranger");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(other, 0), CONFLICT, "Write Exclusive");
        // PERSISTENT RESERVE IN, READ KEYS: generation 1, 8 bytes of keys, the key.
        const auto keys = other.Run(0, {0x5e, 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        NS_TEST_EXPECT_MSG_EQ((keys.in == Bytes{0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7}),
                              true,
                              "READ KEYS");
        NS_TEST_EXPECT_MSG_EQ(bench.dispatched.size(), 0, "the drive hears of none of that");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Read(other, 0), 0, "reads are allowed");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(one, 0), 0, "the holder may write");

        bench.target->NexusLost(one.name);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(other, 0), CONFLICT, "it stays");
        other.Manage(Function::LOGICAL_UNIT_RESET, 0);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(other, 0), 0x2903, "reset");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(one, 0), 0x2903, "in the place of the loss");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(other, 0), CONFLICT, "it still stays");
        // Service action 1Fh is unknown: INVALID FIELD IN CDB.
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Persist(one, 0x1f, 7, 0), CHECK, "unknown");

        ReservationBench::Persist(other, 0, 0, 9);
        one.Read(0, 20);
        const auto elsewhere = one.Read(1, 30);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Persist(other, 5, 9, 7), 0, "PREEMPT AND ABORT");
        NS_TEST_EXPECT_MSG_EQ((one.aborted == std::vector<uint64_t>{20}), true, "its commands");
        NS_TEST_EXPECT_MSG_EQ(one.Of(elsewhere).completions, 1, "not of another unit");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(other, 0), 0, "the new holder");
        // Commands cleared comes last but is there, behind registrations preempted (2Ah/05h).
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(one, 0), 0x2a05, "registrations preempted");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(one, 0), 0x2f00, "commands cleared");
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Write(one, 0), CONFLICT, "preempted");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Which host prevents the removal of a medium (SBC-3, 5.10), among hosts that are one initiator to
 * the drive.
 */
class GatewayMediumTest : public TestCase
{
  public:
    GatewayMediumTest()
        : TestCase("A host prevents that others eject a medium, until it allows it or is lost")
    {
    }

  private:
    /// START STOP UNIT with LOEJ.
    static constexpr ScsiCdb EJECT{0x1b, 0, 0, 0, 0x02};
    /// START STOP UNIT with LOEJ and START.
    static constexpr ScsiCdb LOAD{0x1b, 0, 0, 0, 0x03};
    /// PREVENT ALLOW MEDIUM REMOVAL with PREVENT 01b.
    static constexpr ScsiCdb PREVENT{0x1e, 0, 0, 0, 0x01};
    /// PREVENT ALLOW MEDIUM REMOVAL with PREVENT 00b.
    static constexpr ScsiCdb ALLOW{0x1e};

    /**
     * Add a drive with a removable medium as LUN 2.
     *
     * @param bench the gateway
     */
    static void AddRemovable(ReservationBench& bench)
    {
        auto disk = CreateObject<ScsiDisk>();
        disk->SetAttribute("Removable", BooleanValue(true));
        disk->SetBlockDevice(bench.devices[0]);
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(disk);
        bench.AddPort(port);
    }

    /**
     * Expect that the medium is held, until something happens that releases it.
     *
     * @param bench the gateway
     * @param event what happens
     * @param what its name
     */
    void ExpectHeld(ReservationBench& bench,
                    const std::function<void()>& event,
                    const std::string& what)
    {
        const auto run = [](TestSession& session, const ScsiCdb& cdb) {
            return session.Run(2, cdb, 0).GetAdditional();
        };
        NS_TEST_EXPECT_MSG_EQ(run(bench.one, PREVENT), 0, what);
        bench.dispatched.clear();
        for (auto* session : {&bench.one, &bench.other})
        {
            NS_TEST_EXPECT_MSG_EQ(run(*session, EJECT), 0x5302, "MEDIUM REMOVAL PREVENTED");
        }
        NS_TEST_EXPECT_MSG_EQ(run(bench.other, ALLOW), 0, "it is not the other's to allow");
        NS_TEST_EXPECT_MSG_EQ(run(bench.other, EJECT), 0x5302, what);
        NS_TEST_EXPECT_MSG_EQ(bench.dispatched.size(), 0, "the drive hears of none of that");
        event();
        // A reset or a loss is told to the next command.
        for (auto* session : {&bench.one, &bench.other})
        {
            ReservationBench::Ask(*session, 2);
        }
        NS_TEST_EXPECT_MSG_EQ(run(bench.other, EJECT), 0, what);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.one, 2), 0x3a00, "it is out");
        NS_TEST_EXPECT_MSG_EQ(run(bench.one, LOAD), 0, what);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Ask(bench.one, 2), 0, "it is in");
    }

    void DoRun() override
    {
        ReservationBench bench;
        AddRemovable(bench);
        ExpectHeld(bench, [&bench] { bench.one.Run(2, ALLOW, 0); }, "allow");
        ExpectHeld(bench, [&bench] { bench.target->NexusLost(bench.one.name); }, "loss");
        for (const auto function : {Function::LOGICAL_UNIT_RESET,
                                    Function::TARGET_WARM_RESET,
                                    Function::TARGET_COLD_RESET})
        {
            ExpectHeld(
                bench,
                [&bench, function] {
                    bench.other.Manage(function, 2);
                    Simulator::Run();
                },
                "reset " + std::to_string(static_cast<int>(function)));
        }
        // The power conditions of a removable medium hurt nobody.
        ReservationBench::Run(bench.one, 2, PREVENT);
        NS_TEST_EXPECT_MSG_EQ(ReservationBench::Run(bench.other, 2, {0x1b, 0, 0, 0, 0x12}),
                              0,
                              "POWER CONDITION: LOEJ means nothing");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * What a gateway keeps of its hosts.
 */
class GatewayReservationTestSuite : public TestSuite
{
  public:
    GatewayReservationTestSuite()
        : TestSuite("gateway-reservation", Type::UNIT)
    {
        AddTestCase(new GatewayUnitAttentionTest, Duration::QUICK);
        AddTestCase(new GatewayReserveTest, Duration::QUICK);
        AddTestCase(new GatewayPersistentReserveTest, Duration::QUICK);
        AddTestCase(new GatewayMediumTest, Duration::QUICK);
    }
};

static GatewayReservationTestSuite g_gatewayReservationTestSuite; //!< registers the suite
