/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <functional>
#include <vector>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * The latency of one read equals what its bytes need on the wire, to the nanosecond.
 *
 * At 8 Mb/s a byte takes 1 us. Each TCP segment has 20 bytes of IP and 32 of TCP with timestamps;
 * ns-3 hands data to IP 1 ns after Send. The command is a header of 48 bytes in one segment. The
 * answer is one Data-In per 8192 bytes, 48 bytes each, in segments of 1448 bytes, and its last PDU
 * carries the status. The device takes 3 ms and the link 5 ms each way.
 *
 * Each host takes 11 us for a command, 7 us for a PDU and 0.5 ns for a byte in the dearer case. The
 * initiator then sends one command PDU: 18 us. The target takes it in: 18 us, and sends n PDUs
 * one after the other; PDU i of b_i bytes leaves (i * 7 us + 0.5 ns * sum of b up to it) later.
 * Only one PDU is looked at, so that nothing overlaps: it adds 7 us and 0.5 ns a byte at both ends.
 */
class IscsiReadLatencyTestCase : public TestCase
{
  public:
    /**
     * @param bytes size of the read
     * @param withCost whether the hosts take time
     */
    IscsiReadLatencyTestCase(uint32_t bytes, bool withCost)
        : TestCase("latency of a read of " + std::to_string(bytes) +
                   (withCost ? " bytes with host cost" : " bytes")),
          m_bytes(bytes),
          m_withCost(withCost)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("8Mbps", MilliSeconds(5));
        bench.device->latency = MilliSeconds(3);
        if (m_withCost)
        {
            SetCost(bench.initiatorHelper);
            SetCost(bench.targetHelper);
        }
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        Ptr<ScsiTask> task;
        Simulator::Schedule(Seconds(1),
                            [&]() { task = bench.client.Read(initiator->GetPort(), 7, m_bytes); });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        const uint32_t pdus = (m_bytes + 8191) / 8192;
        const uint32_t stream = m_bytes + 48 * pdus;
        const uint32_t segments = (stream + 1447) / 1448;
        Time expected = NanoSeconds(1) + MicroSeconds(48 + 52) + MilliSeconds(5) + MilliSeconds(3) +
                        NanoSeconds(1) + MicroSeconds(stream + 52 * segments) + MilliSeconds(5);
        if (m_withCost)
        {
            expected += MicroSeconds(18) + MicroSeconds(18) +
                        2 * (MicroSeconds(7) + NanoSeconds(m_bytes / 2));
        }
        const auto& outcome = bench.client.Of(task);
        NS_TEST_EXPECT_MSG_EQ(outcome.completions, 1, "completes once");
        NS_TEST_EXPECT_MSG_EQ(outcome.bytesIn, m_bytes, "all data is there");
        NS_TEST_EXPECT_MSG_EQ(outcome.done - outcome.sent, expected, "latency");
        NS_TEST_EXPECT_MSG_EQ(bench.device->order.at(0), 7, "the device saw the block number");
        Simulator::Destroy();
    }

    /**
     * @param helper whose host takes time
     */
    template <typename T>
    static void SetCost(T& helper)
    {
        helper.SetHostCostAttribute("TimePerCommand", TimeValue(MicroSeconds(11)));
        helper.SetHostCostAttribute("TimePerPdu", TimeValue(MicroSeconds(7)));
        helper.SetHostCostAttribute("TimePerByte", DoubleValue(0.5));
    }

    uint32_t m_bytes; //!< size of the read
    bool m_withCost;  //!< whether the hosts take time
};

/**
 * @ingroup iscsi-tests
 *
 * Where commands alone take time, a PDU that costs nothing does not overtake the one whose work
 * ends at the very moment at which it comes.
 */
class IscsiCommandCostTestCase : public TestCase
{
  public:
    IscsiCommandCostTestCase()
        : TestCase("a cost of commands alone")
    {
    }

  private:
    void DoRun() override
    {
        auto cost = CreateObject<IscsiHostCost>();
        cost->SetAttribute("TimePerCommand", TimeValue(MilliSeconds(1)));
        NS_TEST_EXPECT_MSG_EQ(cost->Charge(0, {.pdus = 1, .receivedBytes = 512}),
                              Time(0),
                              "a response is free");
        NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(0), true, "and nothing was before it");
        NS_TEST_EXPECT_MSG_EQ(cost->Charge(0, {.commands = 1, .pdus = 1}),
                              MilliSeconds(1),
                              "a command is not");
        NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(0), false, "it takes an event");
        Simulator::Schedule(MilliSeconds(1), [this, cost]() {
            NS_TEST_EXPECT_MSG_EQ(cost->Charge(0, {.pdus = 1, .receivedBytes = 512}),
                                  Time(0),
                                  "its time is over");
            NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(0), false, "but its event may be to come");
        });
        Simulator::Schedule(MilliSeconds(1) + NanoSeconds(1), [this, cost]() {
            NS_TEST_EXPECT_MSG_EQ(cost->Charge(0, {.pdus = 1, .receivedBytes = 512}),
                                  Time(0),
                                  "still free");
            NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(0), true, "its event was there");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Connections go to the cores of a host and to the receive queues in turn, and a core's work waits
 * for no other core.
 */
class IscsiHostCoresTestCase : public TestCase
{
  public:
    IscsiHostCoresTestCase()
        : TestCase("cores of a host")
    {
    }

  private:
    void DoRun() override
    {
        CheckAssignment(0, {{0, 0}, {1, 1}, {2, 2}, {0, 0}});
        CheckAssignment(2, {{0, 0}, {1, 1}, {2, 0}, {0, 1}});
        CheckAssignment(3, {{0, 0}, {1, 1}, {2, 2}, {0, 0}});
        CheckAssignment(9, {{0, 0}, {1, 1}, {2, 2}, {0, 0}});

        const auto cost = MakeCost(0);
        cost->SetAttribute("TimePerCommand", TimeValue(MicroSeconds(5)));
        cost->SetAttribute("TimePerPdu", TimeValue(MicroSeconds(3)));
        const IscsiHostWork command{.commands = 1, .pdus = 1};
        NS_TEST_EXPECT_MSG_EQ(cost->Charge(1, command), MicroSeconds(8), "a command");
        NS_TEST_EXPECT_MSG_EQ(cost->Charge(1, {.pdus = 1}), MicroSeconds(11), "behind it");
        NS_TEST_EXPECT_MSG_EQ(cost->Charge(2, {.pdus = 1}), MicroSeconds(3), "another core");
        NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(0), true, "nobody used the first");
        NS_TEST_EXPECT_MSG_EQ(cost->IsIdle(2), false, "the third works");
        NS_TEST_EXPECT_MSG_EQ(cost->GetBusyTime(1), MicroSeconds(11), "work of the second");
        NS_TEST_EXPECT_MSG_EQ(cost->GetBusyTime(), MicroSeconds(14), "work of all");
        Simulator::Destroy();
    }

    /**
     * @param queues number of receive queues
     * @return a host of three cores
     */
    static Ptr<IscsiHostCost> MakeCost(uint32_t queues)
    {
        return CreateObjectWithAttributes<IscsiHostCost>("Cores",
                                                         UintegerValue(3),
                                                         "ReceiveQueues",
                                                         UintegerValue(queues));
    }

    /**
     * @param queues number of receive queues
     * @param expected own core and that of the receive queue, of one connection after the other
     */
    void CheckAssignment(uint32_t queues, const std::vector<std::array<uint32_t, 2>>& expected)
    {
        const auto cost = MakeCost(queues);
        for (const auto& [own, receive] : expected)
        {
            const auto cores = cost->Assign();
            NS_TEST_EXPECT_MSG_EQ(cores.own, own, "core, queues: " << queues);
            NS_TEST_EXPECT_MSG_EQ(cores.receive, receive, "receive core, queues: " << queues);
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Both ends trace the sockets of their connections, and a target not the one that listens.
 */
class IscsiSocketTraceTestCase : public TestCase
{
  public:
    IscsiSocketTraceTestCase()
        : TestCase("trace source Socket")
    {
    }

  private:
    /**
     * @param application a trace source's owner
     * @param sockets where its sockets are noted, each with whether it has a peer
     */
    static void Follow(Ptr<IscsiApplication> application, std::vector<bool>& sockets)
    {
        application->TraceConnectWithoutContext(
            "Socket",
            Callback<void, Ptr<Socket>>([&sockets](Ptr<Socket> socket) {
                Address peer;
                sockets.push_back(socket->GetPeerName(peer) == 0);
            }));
    }

    void DoRun() override
    {
        IscsiTestBench bench("8Mbps", MilliSeconds(5));
        std::vector<bool> opened;
        std::vector<bool> accepted;
        bench.InstallTarget();
        Follow(bench.InstallInitiator(), opened);
        Follow(DynamicCast<IscsiApplication>(bench.nodes.Get(1)->GetApplication(0)), accepted);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((opened == std::vector{false}), true, "one, not connected yet");
        NS_TEST_EXPECT_MSG_EQ((accepted == std::vector{true}), true, "one, connected");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A recorded read: each stamp is made where and when it should be.
 */
class IscsiTimelineTestCase : public TestCase
{
  public:
    IscsiTimelineTestCase()
        : TestCase("timeline of a read and a write")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("8Mbps", MilliSeconds(5));
        bench.device->latency = MilliSeconds(3);
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        auto read = Create<IoTimeline>();
        auto write = Create<IoTimeline>();
        Simulator::Schedule(Seconds(1), [&]() {
            bench.client.timeline = read;
            bench.client.Read(initiator->GetPort(), 0, 512);
        });
        // 9000 bytes and a bit: 8192 immediate, the rest by an R2T.
        Simulator::Schedule(Seconds(2), [&]() {
            bench.client.timeline = write;
            bench.client.Write(initiator->GetPort(), 0, Create<Packet>(8192 + 512));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        const Time hop = NanoSeconds(1) + MicroSeconds(100) + MilliSeconds(5);
        NS_TEST_EXPECT_MSG_EQ(read->Get(IoStage::SENT), Seconds(1), "sent at once");
        NS_TEST_EXPECT_MSG_EQ(read->GetDuration(IoStage::ARRIVED_AT_TARGET), hop, "on the wire");
        NS_TEST_EXPECT_MSG_EQ(read->GetDuration(IoStage::BACK_AT_TARGET),
                              MilliSeconds(3),
                              "in the device");
        NS_TEST_EXPECT_MSG_EQ(read->GetDuration(IoStage::ANSWERED),
                              hop + MicroSeconds(512),
                              "back on the wire");
        // 8192 + 48 = 8240 bytes in 6 segments, the R2T behind the 52 bytes that acknowledge the
        // last of them, 512 + 48 bytes in 1 segment. What is sent while TCP hands up a segment goes
        // without the 1 ns.
        const Time gathered = NanoSeconds(1) + MicroSeconds(8240 + 6 * 52) +
                              MicroSeconds(52 + 100) + MicroSeconds(560 + 52) + 3 * MilliSeconds(5);
        const Time arrived = write->Get(IoStage::ARRIVED_AT_TARGET) - Seconds(2);
        NS_TEST_EXPECT_MSG_EQ(arrived.GetNanoSeconds(),
                              gathered.GetNanoSeconds(),
                              "when the last byte of a write is there");
        NS_TEST_EXPECT_MSG_EQ(write->GetDuration(IoStage::ANSWERED), hop, "the response");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Commands beyond the window wait in order; the device never has more than the window holds.
 */
class IscsiWindowRespectedTestCase : public TestCase
{
  public:
    /**
     * @param window the target's CommandWindow
     */
    explicit IscsiWindowRespectedTestCase(uint32_t window)
        : TestCase("command window of " + std::to_string(window)),
          m_window(window)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.device->latency = MilliSeconds(4);
        bench.targetHelper.SetAttribute("CommandWindow", UintegerValue(m_window));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        Simulator::Schedule(Seconds(1), [&]() {
            for (uint32_t i = 0; i < 20; i++)
            {
                bench.client.Read(initiator->GetPort(), i, 512);
            }
            NS_TEST_EXPECT_MSG_EQ(initiator->GetSession()->GetQueueLength(),
                                  20 - m_window,
                                  "commands that wait");
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 20, "all complete");
        NS_TEST_EXPECT_MSG_EQ(bench.device->mostActive, m_window, "never more at a time");
        for (uint32_t i = 0; i < 20; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.device->order.at(i), i, "in order");
        }
        const auto& window = initiator->GetSession()->GetCommandNumbering();
        NS_TEST_EXPECT_MSG_EQ(window.GetCmdSn(), 21, "20 numbers from 1 on");
        NS_TEST_EXPECT_MSG_EQ(window.GetExpCmdSn(), 21, "all taken");
        NS_TEST_EXPECT_MSG_EQ(window.GetMaxCmdSn(), 20 + m_window, "all slots are free");
        Simulator::Destroy();
    }

    uint32_t m_window; //!< the target's CommandWindow
};

/**
 * @ingroup iscsi-tests
 *
 * An exchange whose PDUs are known: counters, states, pings and logout, the same on both sides.
 */
class IscsiExchangeTestCase : public TestCase
{
  public:
    IscsiExchangeTestCase()
        : TestCase("PDUs and states from login to logout")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
        bench.targetHelper.SetAttribute("NopInterval", TimeValue(Seconds(2)));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        initiator->SetStopTime(Seconds(4.5));
        std::vector<std::string> states;
        const Callback<void, const std::string&, const std::string&, const std::string&> keep(
            [&](const std::string& machine, const std::string& from, const std::string& to) {
                states.push_back(machine + " " + from + " " + to);
            });
        bench.target->TraceConnectWithoutContext("StateTransition", keep);
        Simulator::Schedule(Seconds(1.5), [&]() {
            NS_TEST_EXPECT_MSG_EQ(initiator->GetPort()->IsReady(), true, "logged in");
            NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 1, "one session");
            for (uint32_t i = 0; i < 3; i++)
            {
                bench.client.Read(initiator->GetPort(), i, 4096);
            }
            // 8192 immediate; 20480 by one R2T in three PDUs.
            bench.client.Write(initiator->GetPort(), 0, Create<Packet>(8192 + 20480));
        });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 4, "all complete");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 0, "the session is over");
        NS_TEST_EXPECT_MSG_EQ((initiator->GetSession()->GetState() == IscsiSessionState::FREE),
                              true,
                              "on both sides");
        // Pings at 1, 2, 3 and 4 s from one side, at 2 and 4 s from the other, each answered.
        const std::vector<std::pair<IscsiOpcode, uint32_t>> up{{IscsiOpcode::LOGIN_REQUEST, 2},
                                                               {IscsiOpcode::SCSI_COMMAND, 4},
                                                               {IscsiOpcode::SCSI_DATA_OUT, 3},
                                                               {IscsiOpcode::NOP_OUT, 4 + 2},
                                                               {IscsiOpcode::LOGOUT_REQUEST, 1},
                                                               {IscsiOpcode::TEXT_REQUEST, 0}};
        const std::vector<std::pair<IscsiOpcode, uint32_t>> down{{IscsiOpcode::LOGIN_RESPONSE, 2},
                                                                 {IscsiOpcode::SCSI_DATA_IN, 3},
                                                                 {IscsiOpcode::SCSI_RESPONSE, 1},
                                                                 {IscsiOpcode::R2T, 1},
                                                                 {IscsiOpcode::NOP_IN, 4 + 2},
                                                                 {IscsiOpcode::LOGOUT_RESPONSE, 1},
                                                                 {IscsiOpcode::REJECT, 0}};
        CheckCounters(initiator->GetPduCounters(), bench.target->GetPduCounters(), up);
        CheckCounters(bench.target->GetPduCounters(), initiator->GetPduCounters(), down);
        NS_TEST_EXPECT_MSG_EQ(
            (states == std::vector<std::string>{"connection 0 FREE XPT_UP",
                                                "session FREE ACTIVE",
                                                "connection 1 XPT_UP IN_LOGIN",
                                                "connection 1 IN_LOGIN LOGGED_IN",
                                                "session ACTIVE LOGGED_IN",
                                                "connection 1 LOGGED_IN IN_LOGOUT",
                                                "connection 1 IN_LOGOUT FREE",
                                                "session LOGGED_IN FREE"}),
            true,
            "states at the target");
        Simulator::Destroy();
    }

    /**
     * @param from counters of the side that sends
     * @param to counters of the side that receives
     * @param expected PDUs by opcode
     */
    void CheckCounters(const IscsiPduCounters& from,
                       const IscsiPduCounters& to,
                       const std::vector<std::pair<IscsiOpcode, uint32_t>>& expected)
    {
        for (const auto& [opcode, count] : expected)
        {
            NS_TEST_EXPECT_MSG_EQ(from.GetSent(opcode), count, GetIscsiOpcodeName(opcode));
            NS_TEST_EXPECT_MSG_EQ(to.GetReceived(opcode), count, GetIscsiOpcodeName(opcode));
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Residuals travel with the status, and sense data with a SCSI Response.
 */
class IscsiStatusTestCase : public TestCase
{
  public:
    IscsiStatusTestCase()
        : TestCase("residuals and sense")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.device->pieceSize = 1024;
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        std::vector<Ptr<ScsiTask>> tasks;
        const auto read = [&](int64_t residual, bool fail) {
            bench.device->residual = residual;
            bench.device->failCommands = fail;
            tasks.push_back(bench.client.Read(initiator->GetPort(), 0, 8192));
        };
        Simulator::Schedule(Seconds(1), [&]() { read(1000, false); });
        Simulator::Schedule(Seconds(2), [&]() { read(-512, false); });
        Simulator::Schedule(Seconds(3), [&]() { read(8192, false); });
        Simulator::Schedule(Seconds(4), [&]() { read(0, true); });
        Simulator::Schedule(Seconds(5), [&]() {
            tasks.push_back(
                bench.client.Write(initiator->GetPort(), 0, Create<Packet>(100 * 1024)));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.client.GetCompleted(), 5, "all complete");
        NS_TEST_EXPECT_MSG_EQ(tasks[0]->residual, 1000, "underflow");
        NS_TEST_EXPECT_MSG_EQ(bench.client.Of(tasks[0]).bytesIn, 7192, "less data");
        NS_TEST_EXPECT_MSG_EQ(tasks[1]->residual, -512, "overflow");
        NS_TEST_EXPECT_MSG_EQ(tasks[2]->residual, 8192, "no data at all");
        NS_TEST_EXPECT_MSG_EQ(initiator->GetPduCounters().GetReceived(IscsiOpcode::SCSI_DATA_IN),
                              2,
                              "two reads brought data");
        for (const uint32_t i : {3, 4})
        {
            NS_TEST_EXPECT_MSG_EQ((tasks[i]->status == ScsiStatus::CHECK_CONDITION),
                                  true,
                                  "status");
            NS_TEST_ASSERT_MSG_EQ(tasks[i]->sense.size(), 18, "fixed format sense data");
            NS_TEST_EXPECT_MSG_EQ(+tasks[i]->sense[2], 3, "sense key");
            NS_TEST_EXPECT_MSG_EQ(+tasks[i]->sense[12], 0x11, "additional sense code");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Throughput where it has a closed form.
 */
class IscsiThroughputTestCase : public TestCase
{
  public:
    /**
     * @param name what bounds it
     * @param rate rate of the link
     * @param rtt propagation both ways
     * @param rcvBuf the initiator's TCP receive buffer, bytes
     * @param bytes size of a read
     * @param depth reads at a time
     * @param expected throughput, bytes per second
     * @param tolerance relative
     */
    IscsiThroughputTestCase(const std::string& name,
                            const std::string& rate,
                            Time rtt,
                            uint32_t rcvBuf,
                            uint32_t bytes,
                            uint32_t depth,
                            double expected,
                            double tolerance)
        : TestCase("throughput bound by " + name),
          m_rate(rate),
          m_rtt(rtt),
          m_rcvBuf(rcvBuf),
          m_bytes(bytes),
          m_depth(depth),
          m_expected(expected),
          m_tolerance(tolerance)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench(m_rate, m_rtt / 2);
        bench.initiatorHelper.SetAttribute("RcvBufSize", UintegerValue(m_rcvBuf));
        bench.initiatorHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(262144));
        bench.initiatorHelper.SetAttribute("DelAckCount", UintegerValue(1));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        uint32_t lba = 0;
        uint32_t before = 0;
        const std::function<void()> next = [&]() {
            bench.client.Read(initiator->GetPort(), lba++, m_bytes);
        };
        bench.client.completed = Callback<void, Ptr<ScsiTask>>([&](Ptr<ScsiTask>) { next(); });
        Simulator::Schedule(Seconds(1), [&]() {
            for (uint32_t i = 0; i < m_depth; i++)
            {
                next();
            }
        });
        Simulator::Schedule(Seconds(6), [&]() { before = bench.client.GetCompleted(); });
        Simulator::Stop(Seconds(16));
        Simulator::Run();
        const double rate =
            static_cast<double>(bench.client.GetCompleted() - before) * m_bytes / 10;
        NS_TEST_EXPECT_MSG_EQ_TOL(rate, m_expected, m_expected * m_tolerance, "bytes per second");
        Simulator::Destroy();
    }

    std::string m_rate; //!< rate of the link
    Time m_rtt;         //!< propagation both ways
    uint32_t m_rcvBuf;  //!< TCP receive buffer
    uint32_t m_bytes;   //!< size of a read
    uint32_t m_depth;   //!< reads at a time
    double m_expected;  //!< bytes per second
    double m_tolerance; //!< relative
};

/**
 * @ingroup iscsi-tests
 *
 * Two runs of the same scenario give the same times.
 */
class IscsiDeterminismTestCase : public TestCase
{
  public:
    IscsiDeterminismTestCase()
        : TestCase("two runs are equal")
    {
    }

  private:
    void DoRun() override
    {
        const auto first = Run();
        NS_TEST_EXPECT_MSG_EQ(first.size(), 40, "all complete");
        NS_TEST_EXPECT_MSG_EQ((first == Run()), true, "times of completion");
    }

    /**
     * @return times of completion
     */
    static std::vector<Time> Run()
    {
        IscsiTestBench bench("20Mbps", MilliSeconds(2));
        bench.InstallTarget();
        const auto a = bench.InstallInitiator();
        const auto b = bench.InstallInitiator();
        std::vector<Time> times;
        bench.client.completed = Callback<void, Ptr<ScsiTask>>(
            [&](Ptr<ScsiTask>) { times.push_back(Simulator::Now()); });
        Simulator::Schedule(Seconds(1), [&]() {
            for (uint32_t i = 0; i < 20; i++)
            {
                bench.client.Read(a->GetPort(), i, 512 * (1 + i * 7 % 13));
                bench.client.Write(b->GetPort(), i, Create<Packet>(512 * (1 + i * 5 % 91)));
            }
        });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
        return times;
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Sessions end to end over simulated TCP.
 */
class IscsiSessionTestSuite : public TestSuite
{
  public:
    IscsiSessionTestSuite()
        : TestSuite("iscsi-session", Type::UNIT)
    {
        for (const uint32_t bytes : {512, 4096, 8192, 12288})
        {
            AddTestCase(new IscsiReadLatencyTestCase(bytes, false), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiReadLatencyTestCase(4096, true), TestCase::Duration::QUICK);
        AddTestCase(new IscsiCommandCostTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiHostCoresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiSocketTraceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTimelineTestCase, TestCase::Duration::QUICK);
        for (const uint32_t window : {1, 4, 19})
        {
            AddTestCase(new IscsiWindowRespectedTestCase(window), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiExchangeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiStatusTestCase, TestCase::Duration::QUICK);
        // One read at a time of 4096 bytes takes (100 + 4144 + 3 * 52) us + 10 ms + 1 ns, and the
        // acknowledgement of the last segment goes before the next command, 52 us.
        AddTestCase(new IscsiThroughputTestCase("size over latency",
                                                "8Mbps",
                                                MilliSeconds(10),
                                                1 << 20,
                                                4096,
                                                1,
                                                4096 / 0.014452001,
                                                1e-3),
                    TestCase::Duration::QUICK);
        // Window over RTT: 131072 bytes, of which 262144 in 262192 are data, per 40 ms of
        // propagation and the 1500 bytes of a segment and the 52 of its acknowledgement at 1 Gb/s.
        AddTestCase(new IscsiThroughputTestCase("the TCP window",
                                                "1Gbps",
                                                MilliSeconds(40),
                                                131072,
                                                262144,
                                                8,
                                                131072 / (0.040 + 1552 * 8e-9) * 262144 / 262192,
                                                0.02),
                    TestCase::Duration::QUICK);
        AddTestCase(new IscsiDeterminismTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiSessionTestSuite g_iscsiSessionTestSuite; //!< registers the suite
