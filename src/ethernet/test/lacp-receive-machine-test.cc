/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-test-info.h"

#include "ns3/lacp-header.h"
#include "ns3/lacp-receive-machine.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using enum LacpPortInfo::StateBit;

namespace
{

/// Changes each of what an LACPDU says of a port, and what the change is called.
using Changes = std::vector<std::pair<std::string, std::function<void(LacpPortInfo&)>>>;

/**
 * @return changes that make another port or group of it
 */
Changes
MakeChanges()
{
    return {{"port", [](LacpPortInfo& info) { ++info.port; }},
            {"port priority", [](LacpPortInfo& info) { ++info.portPriority; }},
            {"system", [](LacpPortInfo& info) { info.system = Mac48Address("02:00:00:00:00:77"); }},
            {"system priority", [](LacpPortInfo& info) { ++info.systemPriority; }},
            {"key", [](LacpPortInfo& info) { ++info.key; }},
            {"aggregation", [](LacpPortInfo& info) { info.state ^= AGGREGATION; }}};
}

/// A receive machine, its variables and the transitions that it made.
struct ReceiveBench
{
    ReceiveBench()
    {
        variables.actor = MakeLacpInfo(1, ACTIVITY | AGGREGATION);
        variables.partnerAdmin = MakeLacpInfo(9, SYNCHRONIZATION | COLLECTING);
    }

    /**
     * Begin, with a link or without.
     *
     * @param isEnabled whether there is a link
     */
    void Begin(bool isEnabled)
    {
        variables.isEnabled = isEnabled;
        variables.isSelected = true;
        machine.Begin();
    }

    /**
     * @param isEnabled whether there is a link now
     */
    void SetEnabled(bool isEnabled)
    {
        variables.isEnabled = isEnabled;
        machine.HandleLinkChange();
    }

    /**
     * @return an LACPDU of a partner that knows this port and is in its aggregator
     */
    LacpHeader MakePdu() const
    {
        LacpHeader pdu;
        pdu.actor = MakeLacpInfo(2, ACTIVITY | AGGREGATION | SYNCHRONIZATION);
        pdu.partner = variables.actor;
        return pdu;
    }

    /// Hear of the partner and select an aggregator.
    void BecomeCurrent()
    {
        Begin(true);
        machine.Receive(MakePdu());
        variables.isSelected = true;
        variables.isNtt = false;
    }

    LacpPortVariables variables; //!< of the port
    std::string path;            //!< initials of the states that were entered
    uint32_t expired{0};         //!< timeouts
    LacpReceiveMachine machine{
        variables,
        LacpReceiveMachine::Moved([this](LacpReceiveState, LacpReceiveState to) {
            path += GetLacpReceiveStateName(to)[0];
        }),
        Callback<void>([this]() { ++expired; })}; //!< the machine
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Transitions of the receive machine and what each state does (802.1AX).
 */
class LacpReceiveTestCase : public TestCase
{
  public:
    LacpReceiveTestCase()
        : TestCase("receive machine")
    {
    }

  private:
    void DoRun() override
    {
        Disabled();
        Silent();
        Heard();
        Timeouts();
        LinkLost();
        LacpDisabled();
        Moved();
    }

    /// BEGIN without a link: INITIALIZE, PORT_DISABLED.
    void Disabled()
    {
        ReceiveBench bench;
        bench.variables.actor.state |= EXPIRED;
        bench.Begin(false);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "P", "INITIALIZE is where it begins");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, false, "Selected is UNSELECTED");
        NS_TEST_EXPECT_MSG_EQ(+bench.variables.actor.state,
                              (ACTIVITY | AGGREGATION | DEFAULTED),
                              "defaulted, not expired");
        NS_TEST_EXPECT_MSG_EQ(+bench.variables.partner.state, +COLLECTING, "not in sync");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.port, 0x4009, "recordDefault");
        bench.machine.Receive(bench.MakePdu());
        NS_TEST_EXPECT_MSG_EQ(bench.path, "P", "hears nothing");
    }

    /// A link and no partner: EXPIRED for 3 s, then DEFAULTED.
    void Silent()
    {
        ReceiveBench bench;
        bench.Begin(true);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PE", "EXPIRED");
        NS_TEST_EXPECT_MSG_EQ(+bench.variables.partner.state,
                              (COLLECTING | SHORT_TIMEOUT),
                              "not in sync, short timeout");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.actor.Has(LacpPortInfo::EXPIRED), true, "expired");
        bench.variables.isSelected = true;
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(3), "Short_Timeout_Time");
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PED", "DEFAULTED");
        NS_TEST_EXPECT_MSG_EQ(bench.expired, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, true, "still the same partner");
        NS_TEST_EXPECT_MSG_EQ(+bench.variables.partner.state,
                              (SYNCHRONIZATION | COLLECTING),
                              "what is configured");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.actor.Has(LacpPortInfo::EXPIRED), false, "assumed");
        Simulator::Destroy();
    }

    /// An LACPDU leads to CURRENT from EXPIRED, DEFAULTED and CURRENT.
    void Heard()
    {
        for (const auto wait : {0, 4})
        {
            ReceiveBench bench;
            bench.Begin(true);
            Simulator::Stop(Seconds(wait));
            Simulator::Run();
            bench.variables.isSelected = true;
            bench.machine.Receive(bench.MakePdu());
            NS_TEST_EXPECT_MSG_EQ(bench.path, (wait == 0 ? "PEC" : "PEDC"), "CURRENT");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, false, "update_Selected: another");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isNtt, false, "update_NTT: it knows us");
            NS_TEST_EXPECT_MSG_EQ(+bench.variables.partner.state,
                                  (ACTIVITY | AGGREGATION | SYNCHRONIZATION),
                                  "recordPDU");
            NS_TEST_EXPECT_MSG_EQ(+bench.variables.actor.state,
                                  (ACTIVITY | AGGREGATION),
                                  "neither defaulted nor expired");
            bench.variables.isSelected = true;
            bench.machine.Receive(bench.MakePdu());
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, true, "the same again");
            Simulator::Destroy();
        }
    }

    /// CURRENT ends after 90 s, or 3 s if this end wants LACPDUs often; EXPIRED after 3 s more.
    void Timeouts()
    {
        for (const auto isShort : {false, true})
        {
            ReceiveBench bench;
            bench.variables.actor.Set(LacpPortInfo::SHORT_TIMEOUT, isShort);
            bench.BecomeCurrent();
            Simulator::Stop(Seconds(isShort ? 3 : 90));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench.path, "PECE", "EXPIRED");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, true, "still hoped for");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.port, 0x4002, "still known");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.Has(LacpPortInfo::SYNCHRONIZATION),
                                  false,
                                  "but not in sync");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), (Seconds(isShort ? 6 : 93)), "3 s more");
            NS_TEST_EXPECT_MSG_EQ(bench.path, "PECED", "DEFAULTED");
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, false, "update_Default_Selected");
            Simulator::Destroy();
        }
    }

    /// Without a link PORT_DISABLED follows from everywhere, the partner is remembered.
    void LinkLost()
    {
        ReceiveBench bench;
        bench.BecomeCurrent();
        bench.SetEnabled(false);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PECP", "from CURRENT");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, true, "Selected remains");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.port, 0x4002, "known");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.Has(LacpPortInfo::SYNCHRONIZATION),
                              false,
                              "not in sync");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.expired, 0, "no timer runs");
        bench.SetEnabled(true);
        bench.SetEnabled(false);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PECPEP", "from EXPIRED");
        bench.SetEnabled(true);
        Simulator::Run();
        bench.SetEnabled(false);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PECPEPEDP", "from DEFAULTED");
        Simulator::Destroy();
    }

    /// A port without LACP is individual, and hears nothing.
    void LacpDisabled()
    {
        ReceiveBench bench;
        bench.variables.isLacpEnabled = false;
        bench.variables.partnerAdmin.state |= AGGREGATION;
        bench.Begin(true);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PL", "LACP_DISABLED");
        NS_TEST_EXPECT_MSG_EQ(+bench.variables.partner.state,
                              (SYNCHRONIZATION | COLLECTING),
                              "individual");
        bench.machine.Receive(bench.MakePdu());
        bench.SetEnabled(false);
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PLP", "hears nothing");
        Simulator::Destroy();
    }

    /// The partner of a port without a link is seen at another port (port_moved): forgotten.
    void Moved()
    {
        ReceiveBench bench;
        bench.BecomeCurrent();
        bench.SetEnabled(false);
        bench.machine.Begin();
        NS_TEST_EXPECT_MSG_EQ(bench.path, "PECPIP", "INITIALIZE");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, false, "Selected is UNSELECTED");
        NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.port, 0x4009, "recordDefault");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * What the receive machine concludes from an LACPDU (802.1AX).
 */
class LacpRecordTestCase : public TestCase
{
  public:
    LacpRecordTestCase()
        : TestCase("update_Selected, update_NTT, recordPDU")
    {
    }

  private:
    void DoRun() override
    {
        Selected();
        Ntt();
        Synchronization();
        Simulator::Destroy();
    }

    /// Another partner makes the selection wrong; other bits of its state do not.
    void Selected()
    {
        for (const auto& [name, change] : MakeChanges())
        {
            ReceiveBench bench;
            bench.BecomeCurrent();
            auto pdu = bench.MakePdu();
            change(pdu.actor);
            bench.machine.Receive(pdu);
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, false, name);
        }
        for (uint32_t bit = 1; bit < 0x100; bit <<= 1)
        {
            ReceiveBench bench;
            bench.BecomeCurrent();
            auto pdu = bench.MakePdu();
            pdu.actor.state ^= bit;
            bench.machine.Receive(pdu);
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isSelected, (bit != AGGREGATION), "bit " << bit);
        }
    }

    /// A partner that knows something wrong of this port is notified.
    void Ntt()
    {
        for (const auto& [name, change] : MakeChanges())
        {
            ReceiveBench bench;
            bench.BecomeCurrent();
            auto pdu = bench.MakePdu();
            change(pdu.partner);
            bench.machine.Receive(pdu);
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isNtt, true, name);
        }
        for (uint32_t bit = 1; bit < 0x100; bit <<= 1)
        {
            ReceiveBench bench;
            bench.BecomeCurrent();
            auto pdu = bench.MakePdu();
            pdu.partner.state ^= bit;
            bench.machine.Receive(pdu);
            const auto isCompared =
                (bit & (ACTIVITY | SHORT_TIMEOUT | AGGREGATION | SYNCHRONIZATION)) != 0;
            NS_TEST_EXPECT_MSG_EQ(bench.variables.isNtt, isCompared, "bit " << bit);
        }
    }

    /// When the partner is in sync: a row for each reason why it might not be.
    void Synchronization()
    {
        /// An LACPDU, and what follows.
        struct Row
        {
            uint8_t actor;   //!< state of its actor
            uint8_t partner; //!< state of its partner, which is this end
            bool isMatched;  //!< whether it knows this port
            uint8_t own;     //!< state of this end
            bool isInSync;   //!< whether its actor is in sync
        };

        const std::vector<Row> rows{
            {ACTIVITY | AGGREGATION | SYNCHRONIZATION, AGGREGATION, true, AGGREGATION, true},
            {ACTIVITY | AGGREGATION, AGGREGATION, true, AGGREGATION, false},
            {ACTIVITY | AGGREGATION | SYNCHRONIZATION, AGGREGATION, false, AGGREGATION, false},
            // An individual link needs no match.
            {ACTIVITY | SYNCHRONIZATION, AGGREGATION, false, AGGREGATION, true},
            {ACTIVITY, AGGREGATION, false, AGGREGATION, false},
            // A passive partner continues only if it knows that this end is active.
            {AGGREGATION | SYNCHRONIZATION,
             ACTIVITY | AGGREGATION,
             true,
             ACTIVITY | AGGREGATION,
             true},
            {AGGREGATION | SYNCHRONIZATION, AGGREGATION, true, ACTIVITY | AGGREGATION, false},
            {AGGREGATION | SYNCHRONIZATION, ACTIVITY | AGGREGATION, true, AGGREGATION, false},
        };
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            ReceiveBench bench;
            bench.variables.actor.state = rows[i].own;
            bench.Begin(true);
            auto pdu = bench.MakePdu();
            pdu.actor.state = rows[i].actor;
            pdu.partner.state = rows[i].partner;
            pdu.partner.key += rows[i].isMatched ? 0 : 1;
            bench.machine.Receive(pdu);
            NS_TEST_EXPECT_MSG_EQ(bench.variables.partner.Has(LacpPortInfo::SYNCHRONIZATION),
                                  rows[i].isInSync,
                                  "row " << i);
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * The receive machine of LACP.
 */
class LacpReceiveMachineTestSuite : public TestSuite
{
  public:
    LacpReceiveMachineTestSuite()
        : TestSuite("ethernet-lacp-receive-machine", Type::UNIT)
    {
        AddTestCase(new LacpReceiveTestCase, Duration::QUICK);
        AddTestCase(new LacpRecordTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static LacpReceiveMachineTestSuite g_lacpReceiveMachineTestSuite;
