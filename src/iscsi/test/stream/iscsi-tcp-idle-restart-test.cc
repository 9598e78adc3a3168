/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/// The retransmission timeout: a round trip of 20 ms leaves it at ns-3's minimum.
const Time RTO = Seconds(1);

/**
 * One MiB goes from one end of a session to the other, and another one after the sender was idle.
 */
class IdleBench
{
  public:
    /**
     * @param algorithm congestion control of both ends
     * @param isOn whether both ends restart after idle periods
     * @param isRead whether the target sends
     */
    IdleBench(const std::string& algorithm, bool isOn, bool isRead)
        : m_isRead(isRead),
          m_bench("1Gbps", MilliSeconds(10))
    {
        const auto setUp = [&](auto& helper) {
            helper.SetAttribute("CongestionControl", StringValue(algorithm));
            helper.SetAttribute("IdleRestart", BooleanValue(isOn));
            // All data of a write follow their command at once.
            helper.SetAttribute("InitialR2T", BooleanValue(false));
            helper.SetAttribute("FirstBurstLength", StringValue("1048576"));
            helper.SetAttribute("MaxBurstLength", StringValue("1048576"));
        };
        setUp(m_bench.initiatorHelper);
        setUp(m_bench.targetHelper);
        m_bench.InstallTarget();
        m_initiator = m_bench.InstallInitiator();
    }

    /**
     * @param idle how long the sender is idle before the second MiB
     * @return segments that it sends then before the first acknowledgement
     */
    uint32_t Run(Time idle)
    {
        m_idle = idle;
        m_bench.client.completed = MakeCallback(&IdleBench::Complete, this);
        Simulator::Schedule(Seconds(1), &IdleBench::Begin, this);
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        return m_bench.client.GetCompleted() == 2 ? m_burst : 0;
    }

    Time firstDone; //!< when the first MiB was complete

  private:
    /**
     * Send the first MiB.
     */
    void Begin()
    {
        Config::ConnectWithoutContext("/NodeList/" + std::to_string(m_isRead ? 1 : 0) +
                                          "/$ns3::TcpL4Protocol/SocketList/*/Tx",
                                      MakeCallback(&IdleBench::NoteSegment, this));
        Transfer();
    }

    /**
     * Send one MiB.
     */
    void Transfer()
    {
        m_begin = Simulator::Now();
        m_burst = 0;
        const auto port = m_initiator->GetPort();
        if (m_isRead)
        {
            m_bench.client.Read(port, 0, 1 << 20);
        }
        else
        {
            m_bench.client.Write(port, 0, Create<Packet>(1 << 20));
        }
    }

    /**
     * A MiB is complete: send the next one so that the sender is idle for as long as it shall be.
     *
     * @param task the task
     */
    void Complete(Ptr<ScsiTask> /* task */)
    {
        if (m_bench.client.GetCompleted() == 1)
        {
            firstDone = Simulator::Now();
            const Time travel = m_burstBegin - m_begin;
            Simulator::Schedule(m_last + m_idle - travel - Simulator::Now(),
                                &IdleBench::Transfer,
                                this);
        }
    }

    /**
     * @param segment payload of a segment that the sender sends
     */
    void NoteSegment(Ptr<const Packet> segment, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        if (segment->GetSize() == 0)
        {
            return;
        }
        m_last = Simulator::Now();
        if (m_burst == 0)
        {
            m_burstBegin = m_last;
        }
        if (m_last - m_burstBegin < MilliSeconds(20))
        {
            ++m_burst;
        }
    }

    bool m_isRead;                   //!< whether the target sends
    IscsiTestBench m_bench;          //!< the session
    Ptr<IscsiInitiator> m_initiator; //!< its initiator
    Time m_idle;                     //!< how long the sender is idle
    Time m_begin;                    //!< when a MiB was asked for
    Time m_burstBegin;               //!< when its first segment was sent
    Time m_last;                     //!< when a segment was sent last
    uint32_t m_burst{0};             //!< segments in the first round trip
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * After more than a retransmission timeout without data a sender begins with the 10 segments of the
 * initial window, and after exactly a timeout with the window that it had.
 */
class IscsiTcpIdleRestartTestCase : public TestCase
{
  public:
    /**
     * @param algorithm congestion control
     * @param isRead whether the target sends
     */
    IscsiTcpIdleRestartTestCase(const std::string& algorithm, bool isRead)
        : TestCase(algorithm + (isRead ? ", target" : ", initiator")),
          m_algorithm(algorithm),
          m_isRead(isRead)
    {
    }

  private:
    void DoRun() override
    {
        IdleBench off(m_algorithm, false, m_isRead);
        const auto grown = off.Run(RTO + NanoSeconds(1));
        NS_TEST_EXPECT_MSG_GT(grown, 20, "ns-3 keeps the window");
        IdleBench idle(m_algorithm, true, m_isRead);
        const auto restarted = idle.Run(RTO + NanoSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(restarted, 10, "the initial window");
        NS_TEST_EXPECT_MSG_EQ(idle.firstDone, off.firstDone, "nothing else changes");
        const auto kept = IdleBench(m_algorithm, true, m_isRead).Run(RTO);
        NS_TEST_EXPECT_MSG_EQ(kept, grown, "not longer than the timeout");
    }

    std::string m_algorithm; //!< congestion control
    bool m_isRead;           //!< whether the target sends
};

/**
 * @ingroup iscsi-tests
 *
 * Tests of slow start after idle periods.
 */
class IscsiTcpIdleRestartTestSuite : public TestSuite
{
  public:
    IscsiTcpIdleRestartTestSuite()
        : TestSuite("iscsi-tcp-idle-restart", Type::UNIT)
    {
        for (const auto* algorithm : {"ns3::TcpLinuxReno", "ns3::TcpCubic", "ns3::TcpScalable"})
        {
            AddTestCase(new IscsiTcpIdleRestartTestCase(algorithm, false));
            AddTestCase(new IscsiTcpIdleRestartTestCase(algorithm, true));
        }
    }
};

static IscsiTcpIdleRestartTestSuite g_iscsiTcpIdleRestartTestSuite; //!< registers the suite
