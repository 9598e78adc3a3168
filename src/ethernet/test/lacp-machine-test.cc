/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-header.h"
#include "ns3/lacp-mux-machine.h"
#include "ns3/lacp-periodic-machine.h"
#include "ns3/lacp-transmit-machine.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;
using enum LacpPortInfo::StateBit;

/**
 * @ingroup ethernet-tests
 *
 * Transitions of the periodic transmission machine (802.1AX).
 */
class LacpPeriodicTestCase : public TestCase
{
  public:
    LacpPeriodicTestCase()
        : TestCase("periodic transmission machine")
    {
    }

  private:
    void DoRun() override
    {
        Conditions();
        Rates();
        Simulator::Destroy();
    }

    /// It runs if there is a link, LACP, and an end that is active.
    void Conditions()
    {
        for (uint32_t row = 0; row < 16; ++row)
        {
            LacpPortVariables variables;
            variables.isEnabled = row & 1;
            variables.isLacpEnabled = row & 2;
            variables.actor.state = row & 4 ? ACTIVITY : 0;
            variables.partner.state = row & 8 ? ACTIVITY : 0;
            LacpPeriodicMachine machine(
                variables,
                LacpPeriodicMachine::Moved([](LacpPeriodicState, LacpPeriodicState) {}),
                Callback<void>([]() {}));
            const auto mayRun = (row & 3) == 3 && row > 3;
            NS_TEST_EXPECT_MSG_EQ((machine.GetState() == LacpPeriodicState::NO_PERIODIC),
                                  true,
                                  "begins");
            NS_TEST_EXPECT_MSG_EQ(machine.Step(), mayRun, "row " << row);
        }
    }

    /// A second or 30 s between LACPDUs, as the partner wishes, and at once when it wishes more.
    void Rates()
    {
        m_variables.isEnabled = true;
        m_variables.actor.state = ACTIVITY;
        m_variables.partner.state = SHORT_TIMEOUT;
        Step();
        NS_TEST_EXPECT_MSG_EQ(m_path, "F", "FAST_PERIODIC first");
        Simulator::Schedule(Seconds(2.5), &LacpPeriodicTestCase::SetPartner, this, 0);
        Simulator::Schedule(Seconds(70), &LacpPeriodicTestCase::SetPartner, this, SHORT_TIMEOUT);
        Simulator::Schedule(Seconds(71.5), &LacpPeriodicTestCase::Disable, this);
        Simulator::Run();
        const std::vector<Time> expected{Seconds(1),
                                         Seconds(2),
                                         Seconds(32.5),
                                         Seconds(62.5),
                                         Seconds(70),
                                         Seconds(71)};
        NS_TEST_EXPECT_MSG_EQ((m_sent == expected), true, "times");
        NS_TEST_EXPECT_MSG_EQ(m_path, "FPFPFSPSPSPFPFN", "states");
    }

    /// Make all transitions that there is reason for.
    void Step()
    {
        while (m_machine.Step())
        {
        }
        if (m_variables.isNtt)
        {
            m_sent.push_back(Simulator::Now());
            m_variables.isNtt = false;
        }
    }

    /**
     * @param state of the partner from now on
     */
    void SetPartner(uint8_t state)
    {
        m_variables.partner.state = state;
        Step();
    }

    /// The link goes.
    void Disable()
    {
        m_variables.isEnabled = false;
        Step();
    }

    LacpPortVariables m_variables; //!< of the port
    std::string m_path;            //!< initials of the states that were entered
    std::vector<Time> m_sent;      //!< when an LACPDU was wanted
    LacpPeriodicMachine m_machine{
        m_variables,
        LacpPeriodicMachine::Moved([this](LacpPeriodicState, LacpPeriodicState to) {
            m_path += GetLacpPeriodicStateName(to)[0];
        }),
        Callback<void>([this]() { Step(); })}; //!< the machine
};

/**
 * @ingroup ethernet-tests
 *
 * Transitions of the mux machine with independent control (802.1AX).
 */
class LacpMuxTestCase : public TestCase
{
  public:
    LacpMuxTestCase()
        : TestCase("mux machine")
    {
    }

  private:
    /// What decides about transitions.
    struct Inputs
    {
        bool isSelected;   //!< an aggregator is selected
        bool isReady;      //!< it is ready
        bool isInSync;     //!< the partner is in sync
        bool isCollecting; //!< the partner takes frames
    };

    void DoRun() override
    {
        const Inputs all{true, true, true, true};
        const Inputs none{false, true, true, true};
        const Inputs waiting{true, false, true, true};
        const Inputs unsynced{true, true, false, true};
        const Inputs unwanted{true, true, true, false};
        // State, what changes, the state that follows: a step alone.
        Check("DETACHED", none, "DETACHED");
        Check("DETACHED", waiting, "WAITING");
        Check("WAITING", waiting, "WAITING");
        Check("WAITING", none, "DETACHED");
        Check("WAITING", unsynced, "ATTACHED");
        Check("ATTACHED", unsynced, "ATTACHED");
        Check("ATTACHED", none, "DETACHED");
        Check("ATTACHED", unwanted, "COLLECTING");
        Check("COLLECTING", unwanted, "COLLECTING");
        Check("COLLECTING", none, "ATTACHED");
        Check("COLLECTING", unsynced, "ATTACHED");
        Check("COLLECTING", all, "DISTRIBUTING");
        Check("DISTRIBUTING", all, "DISTRIBUTING");
        Check("DISTRIBUTING", none, "COLLECTING");
        Check("DISTRIBUTING", unsynced, "COLLECTING");
        Check("DISTRIBUTING", unwanted, "COLLECTING");
        Waits();
        Simulator::Destroy();
    }

    /**
     * @param inputs what decides
     * @param variables become that
     */
    static void Set(const Inputs& inputs, LacpPortVariables& variables)
    {
        variables.isSelected = inputs.isSelected;
        variables.isReady = inputs.isReady;
        variables.partner.Set(LacpPortInfo::SYNCHRONIZATION, inputs.isInSync);
        variables.partner.Set(LacpPortInfo::COLLECTING, inputs.isCollecting);
    }

    /**
     * @param state a state
     * @return bits of the actor's state in it
     */
    static uint8_t GetBits(const std::string& state)
    {
        if (state == "ATTACHED")
        {
            return SYNCHRONIZATION;
        }
        if (state == "COLLECTING")
        {
            return SYNCHRONIZATION | COLLECTING;
        }
        return state == "DISTRIBUTING" ? SYNCHRONIZATION | COLLECTING | DISTRIBUTING : 0;
    }

    /**
     * Make one step.
     *
     * @param from the state before
     * @param inputs what decides
     * @param to the state that must follow
     */
    void Check(const std::string& from, const Inputs& inputs, const std::string& to)
    {
        LacpPortVariables variables;
        LacpMuxMachine machine(variables,
                               LacpMuxMachine::Moved([](LacpMuxState, LacpMuxState) {}),
                               Callback<void>([]() {}));
        machine.Begin();
        for (uint32_t i = 0; from != GetLacpMuxStateName(machine.GetState()); ++i)
        {
            NS_TEST_ASSERT_MSG_LT(i, 5, "reached " << from);
            Set({true, true, true, true}, variables);
            machine.Step();
        }
        variables.isNtt = false;
        Set(inputs, variables);
        const auto what = from + " to " + to;
        NS_TEST_EXPECT_MSG_EQ(machine.Step(), (from != to), what);
        NS_TEST_EXPECT_MSG_EQ(GetLacpMuxStateName(machine.GetState()), to, what);
        NS_TEST_EXPECT_MSG_EQ(+variables.actor.state, +GetBits(to), what << ", actor's state");
        // WAITING and DISTRIBUTING change nothing that the partner must know at once.
        NS_TEST_EXPECT_MSG_EQ(variables.isNtt,
                              (from != to && to != "WAITING" && to != "DISTRIBUTING"),
                              what << ", NTT");
    }

    /// In WAITING others are awaited for 2 s.
    void Waits()
    {
        LacpPortVariables variables;
        uint32_t expired = 0;
        LacpMuxMachine machine(variables,
                               LacpMuxMachine::Moved([](LacpMuxState, LacpMuxState) {}),
                               Callback<void>([&expired]() { ++expired; }));
        machine.Begin();
        NS_TEST_EXPECT_MSG_EQ(machine.IsAwaitingOthers(), false, "detached");
        variables.isSelected = true;
        machine.Step();
        NS_TEST_EXPECT_MSG_EQ(machine.IsAwaitingOthers(), true, "waits");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(2), "Aggregate_Wait_Time");
        NS_TEST_EXPECT_MSG_EQ(machine.IsAwaitingOthers(), false, "Ready_N");
        NS_TEST_EXPECT_MSG_EQ(expired, 1, "told");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * At most three LACPDUs in a second.
 */
class LacpTransmitTestCase : public TestCase
{
  public:
    LacpTransmitTestCase()
        : TestCase("transmit machine")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto time : {0, 100, 200, 300, 400, 2000})
        {
            Simulator::Schedule(MilliSeconds(time), &LacpTransmitTestCase::Want, this);
        }
        Simulator::Schedule(MilliSeconds(3000), &LacpTransmitTestCase::WantNothing, this);
        Simulator::Run();
        const std::vector<Time> expected{Seconds(0),
                                         MilliSeconds(100),
                                         MilliSeconds(200),
                                         Seconds(1),
                                         Seconds(2)};
        NS_TEST_ASSERT_MSG_EQ((m_sent == expected), true, "times");
        NS_TEST_EXPECT_MSG_EQ(m_keys[3], 5, "what is true then");
        NS_TEST_EXPECT_MSG_EQ(m_variables.isNtt, false, "nothing is wanted");
        Simulator::Destroy();
    }

    /// Want an LACPDU with something new.
    void Want()
    {
        ++m_variables.actor.key;
        m_variables.isNtt = true;
        m_machine.Step(true);
    }

    /// In NO_PERIODIC nothing is sent.
    void WantNothing()
    {
        m_variables.isNtt = true;
        m_machine.Step(false);
    }

    LacpPortVariables m_variables; //!< of the port
    std::vector<Time> m_sent;      //!< when LACPDUs were sent
    std::vector<uint16_t> m_keys;  //!< their keys
    LacpTransmitMachine m_machine{m_variables,
                                  LacpTransmitMachine::Send([this](const LacpHeader& pdu) {
                                      m_sent.push_back(Simulator::Now());
                                      m_keys.push_back(pdu.actor.key);
                                  })}; //!< the machine
};

/**
 * @ingroup ethernet-tests
 *
 * The other machines of a port.
 */
class LacpMachineTestSuite : public TestSuite
{
  public:
    LacpMachineTestSuite()
        : TestSuite("ethernet-lacp-machine", Type::UNIT)
    {
        AddTestCase(new LacpPeriodicTestCase, Duration::QUICK);
        AddTestCase(new LacpMuxTestCase, Duration::QUICK);
        AddTestCase(new LacpTransmitTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static LacpMachineTestSuite g_lacpMachineTestSuite;
