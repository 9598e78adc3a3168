/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_ATTACK_H
#define ISCSI_TARGET_ATTACK_H

#include "iscsi-target-script.h"

#include "ns3/iscsi-reject-header.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-tests
 *
 * A well-behaved session beside an attack, at another target of the same portal: it writes 4096
 * bytes and reads them back, again and again, and remembers how long each took.
 */
class IscsiBystander
{
  public:
    /**
     * @param bench the nodes, with a target
     * @param period from one command to the next
     * @param begin when it begins, from now on
     */
    IscsiBystander(IscsiTestBench& bench, Time period, Time begin)
        : m_bench(bench),
          m_period(period)
    {
        bench.device->storeData = true;
        bench.target->AddTarget(QUIET_TARGET, bench.device);
        IscsiInitiatorHelper helper(bench.targetAddress, QUIET_TARGET);
        m_initiator = helper.Install(bench.nodes.Get(0));
        m_next = Simulator::Schedule(begin, &IscsiBystander::Next, this);
    }

    ~IscsiBystander()
    {
        Simulator::Remove(m_next);
    }

    /**
     * @return how many commands were sent
     */
    uint32_t GetCount() const
    {
        return m_tasks.size();
    }

    /**
     * @return how many reads brought back what was written
     */
    uint32_t CountGoodReads()
    {
        uint32_t count = 0;
        for (std::size_t i = 1; i < m_tasks.size(); i += 2)
        {
            const auto written = IscsiTestBench::GetBytes(IscsiTestBench::MakeData(BYTES, i - 1));
            count += m_bench.client.Of(m_tasks[i]).data == written ? 1 : 0;
        }
        return count;
    }

    /**
     * @return how much longer than the first of its kind a command took at most
     */
    Time GetWorstDelay()
    {
        Time worst;
        for (std::size_t i = 2; i < m_tasks.size(); i++)
        {
            worst = std::max(worst, GetLatency(i) - GetLatency(i % 2));
        }
        return worst;
    }

  private:
    static constexpr uint32_t BYTES = 4096; //!< bytes of a command
    /// Its target.
    static constexpr const char* QUIET_TARGET = "iqn.2026-01.com.example:quiet";

    /**
     * Send the next command.
     */
    void Next()
    {
        const uint32_t i = m_tasks.size();
        const uint32_t lba = i / 2 * 8;
        const auto port = m_initiator->GetPort();
        m_tasks.push_back(i % 2 == 0
                              ? m_bench.client.Write(port, lba, IscsiTestBench::MakeData(BYTES, i))
                              : m_bench.client.Read(port, lba, BYTES));
        m_next = Simulator::Schedule(m_period, &IscsiBystander::Next, this);
    }

    /**
     * @param i a command
     * @return how long it took
     */
    Time GetLatency(std::size_t i)
    {
        const auto& outcome = m_bench.client.Of(m_tasks[i]);
        return outcome.completions == 1 ? outcome.done - outcome.sent : Time::Max();
    }

    IscsiTestBench& m_bench;            //!< the nodes
    Time m_period;                      //!< from one command to the next
    Ptr<IscsiInitiator> m_initiator;    //!< its initiator
    EventId m_next;                     //!< the next command
    std::vector<Ptr<ScsiTask>> m_tasks; //!< its commands
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that tries to break the target. It acts at full tenths of a second, and all is over within
 * 5 ms; the bystander has a command every 10 ms, 7 ms later.
 */
class IscsiTargetAttackTestCase : public IscsiTargetScriptTestCase
{
  public:
    using IscsiTargetScriptTestCase::IscsiTargetScriptTestCase;

  protected:
    /**
     * Begin the attack beside a bystander.
     *
     * @param level ErrorRecoveryLevel
     */
    void BeginAttack(uint32_t level)
    {
        Begin(level);
        m_bystander =
            std::make_unique<IscsiBystander>(*bench, MilliSeconds(10), MilliSeconds(100 + 7));
        Pass(MilliSeconds(200));
        NS_TEST_ASSERT_MSG_NE(C(0).tsih, 0, "logged in");
    }

    /**
     * End the attack: nothing of it must be left, and the bystander undisturbed.
     *
     * @param sessions existing sessions, without the bystander's
     */
    void EndAttack(uint32_t sessions)
    {
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), sessions + 1, "sessions");
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetPendingLoginCount(), 0, "logins");
        const uint32_t count = m_bystander->GetCount();
        NS_TEST_EXPECT_MSG_GT(count, 20, "the bystander goes on");
        NS_TEST_EXPECT_MSG_EQ(m_bystander->CountGoodReads(), count / 2, "its data are right");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_bystander->GetWorstDelay(),
                                    NanoSeconds(0),
                                    "its latency is what it was");
        for (const auto& reason : C(0).Get<IscsiRejectHeader>())
        {
            NS_TEST_EXPECT_MSG_NE(static_cast<int>(reason.reason), 0x0b, "deprecated (11.17.1)");
        }
        m_bystander.reset();
        Finish();
    }

    /**
     * @return the reasons of all rejects, with commas between
     */
    std::string Reasons()
    {
        std::string reasons;
        for (const auto& header : C(0).Get<IscsiRejectHeader>())
        {
            reasons +=
                (reasons.empty() ? "" : ",") + std::to_string(static_cast<int>(header.reason));
        }
        return reasons;
    }

  private:
    std::unique_ptr<IscsiBystander> m_bystander; //!< the other session
};

} // namespace ns3

#endif /* ISCSI_TARGET_ATTACK_H */
