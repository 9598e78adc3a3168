/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-header.h"
#include "ns3/lacp-port.h"
#include "ns3/lacp-system.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A port of a system.
using End = std::pair<uint32_t, uint32_t>;

/// Systems, numbered from 0, and cables between their ports.
class Wiring
{
  public:
    ~Wiring()
    {
        // Timers of the systems end with them.
        m_systems.clear();
        Simulator::Destroy();
    }

    /**
     * Add a system.
     *
     * @param ports how many ports it has
     * @param state of all its ports
     * @param key of all its ports
     * @param name what it says that it is, its number without one
     */
    void Add(uint32_t ports,
             uint8_t state,
             uint16_t key = 7,
             std::optional<uint32_t> name = std::nullopt)
    {
        const auto number = static_cast<uint32_t>(m_systems.size());
        LacpPortInfo actor;
        actor.systemPriority = 1;
        const uint8_t address[]{2, 0, 0, 0, 0, static_cast<uint8_t>(name.value_or(number) + 1)};
        actor.system.CopyFrom(address);
        actor.key = key;
        actor.state = state;
        m_systems.push_back(std::make_unique<LacpSystem>(
            actor,
            LacpSystem::Send([this, number](uint32_t port, const LacpHeader& pdu) {
                Send({number, port}, pdu);
            }),
            Callback<void>([this]() { ++changes; })));
        for (uint32_t i = 0; i < ports; ++i)
        {
            m_systems.back()->AddPort();
        }
    }

    /**
     * Plug a cable in.
     *
     * @param one one end
     * @param other the other end
     */
    void Connect(End one, End other)
    {
        m_peers[one] = other;
        m_peers[other] = one;
        for (const auto& end : {one, other})
        {
            Get(end.first).SetEnabled(end.second, true);
        }
    }

    /**
     * Pull a cable.
     *
     * @param one one of its ends
     */
    void Disconnect(End one)
    {
        const auto other = m_peers.at(one);
        m_peers.erase(one);
        m_peers.erase(other);
        for (const auto& end : {one, other})
        {
            Get(end.first).SetEnabled(end.second, false);
        }
    }

    /**
     * @param system its number
     * @return the system
     */
    LacpSystem& Get(uint32_t system)
    {
        return *m_systems.at(system);
    }

    /**
     * @param system its number
     * @return for each of its ports: D if frames are sent there, C if they are only taken, a dot
     * otherwise
     */
    std::string GetUse(uint32_t system)
    {
        std::string use;
        for (uint32_t i = 0; i < Get(system).GetPorts().size(); ++i)
        {
            const auto letter = Get(system).IsCollecting(i) ? 'C' : '.';
            use += Get(system).IsDistributing(i) ? 'D' : letter;
        }
        return use;
    }

    /**
     * @param system its number
     * @return the aggregator of each port, from 1
     */
    std::vector<uint16_t> GetAggregators(uint32_t system)
    {
        std::vector<uint16_t> aggregators;
        for (const auto& port : Get(system).GetPorts())
        {
            aggregators.push_back(port->GetVariables().aggregator);
        }
        return aggregators;
    }

    /**
     * @param until how far to simulate
     */
    static void Run(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    bool isMute{false};  //!< whether everything that is sent is lost
    uint32_t sent{0};    //!< LACPDUs
    uint32_t changes{0}; //!< how often a system said that something changed

  private:
    /**
     * @param from where it is sent
     * @param pdu what is sent
     */
    void Send(End from, const LacpHeader& pdu)
    {
        ++sent;
        if (isMute || m_peers.count(from) == 0)
        {
            return;
        }
        const auto to = m_peers.at(from);
        Simulator::Schedule(MicroSeconds(1), [this, to, pdu]() {
            if (m_peers.count(to) == 1)
            {
                Get(to.first).Receive(to.second, pdu);
            }
        });
    }

    std::vector<std::unique_ptr<LacpSystem>> m_systems; //!< by their numbers
    std::map<End, End> m_peers;                         //!< cables, from each end
};

/// State of an active port with long timeouts.
constexpr uint8_t ACTIVE = LacpPortInfo::ACTIVITY | LacpPortInfo::AGGREGATION;

/// State of a passive port with long timeouts.
constexpr uint8_t PASSIVE = LacpPortInfo::AGGREGATION;

/// State of an active port with short timeouts.
constexpr uint8_t FAST = ACTIVE | LacpPortInfo::SHORT_TIMEOUT;

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Two systems aggregate their links, lose one and get it back.
 */
class LacpAggregationTestCase : public TestCase
{
  public:
    LacpAggregationTestCase()
        : TestCase("aggregation, a link pulled and put back")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [one, other] :
             {std::pair{ACTIVE, ACTIVE}, {ACTIVE, PASSIVE}, {FAST, FAST}, {FAST, PASSIVE}})
        {
            Aggregate(one, other);
        }
        BothPassive();
    }

    /**
     * @param one state of the ports of one system
     * @param other state of those of the other
     */
    void Aggregate(uint8_t one, uint8_t other)
    {
        Wiring wiring;
        wiring.Add(2, one);
        wiring.Add(2, other);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {1, 1});
        // Partners are known at once, and wait for 2 s for others to join them.
        Wiring::Run(MilliSeconds(1999));
        CheckBoth(wiring, "..", "waiting");
        // What may not be sent as a fourth LACPDU within a second comes a second later.
        Wiring::Run(MilliSeconds(3100));
        CheckBoth(wiring, "DD", "both links");
        for (const auto system : {0, 1})
        {
            const auto aggregators = wiring.GetAggregators(system);
            NS_TEST_EXPECT_MSG_EQ(aggregators[0], aggregators[1], "one aggregator");
            NS_TEST_EXPECT_MSG_EQ(wiring.Get(system).GetActiveAggregator(),
                                  aggregators[0],
                                  "which is used");
        }
        wiring.Disconnect({0, 0});
        CheckBoth(wiring, ".D", "at once");
        Wiring::Run(Seconds(10));
        wiring.Connect({0, 0}, {1, 0});
        CheckBoth(wiring, ".D", "nothing is agreed yet");
        // The partner is asked for a second later, and no other link is waited for.
        Wiring::Run(MilliSeconds(11'100));
        CheckBoth(wiring, "DD", "back");
        Wiring::Run(Seconds(300));
        CheckBoth(wiring, "DD", "lasting");
    }

    /**
     * @param wiring two systems
     * @param use of the ports of both
     * @param what is checked
     */
    void CheckBoth(Wiring& wiring, const std::string& use, const std::string& what)
    {
        for (const auto system : {0, 1})
        {
            NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(system),
                                  use,
                                  what << ", " << Simulator::Now().As(Time::S) << ", system "
                                       << system);
        }
    }

    /// Two passive systems say nothing: after 3 s each uses one link.
    void BothPassive()
    {
        Wiring wiring;
        wiring.Add(2, PASSIVE);
        wiring.Add(2, PASSIVE);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {1, 1});
        Wiring::Run(Seconds(100));
        CheckBoth(wiring, "D.", "alone");
        NS_TEST_EXPECT_MSG_EQ(wiring.sent, 0, "silence");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A partner falls silent though the links are up: 3 s with short timeouts, 90 s with long ones.
 */
class LacpSilenceTestCase : public TestCase
{
  public:
    LacpSilenceTestCase()
        : TestCase("silent partner")
    {
    }

  private:
    void DoRun() override
    {
        Check(FAST, 3);
        Check(ACTIVE, 90);
    }

    /**
     * @param state of all ports
     * @param timeout seconds
     */
    void Check(uint8_t state, int timeout)
    {
        Wiring wiring;
        wiring.Add(2, state);
        wiring.Add(2, state);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {1, 1});
        Wiring::Run(MilliSeconds(9500));
        wiring.isMute = true;
        // The last LACPDU came up to a period earlier: at 9 s, or when the links were used at 2 s.
        const auto last = timeout == 3 ? Seconds(9) : Seconds(2);
        const auto end = last + Seconds(timeout);
        Wiring::Run(end - MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "DD", "hoping");
        Wiring::Run(end + MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "..", "given up");
        // After 3 s more it is assumed that there is no LACP; the links are separated, which takes
        // 2 s, and one is used.
        Wiring::Run(end + MilliSeconds(4900));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "..", "separated");
        Wiring::Run(end + MilliSeconds(5100));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "alone");
        wiring.isMute = false;
        Wiring::Run(end + Seconds(40));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "DD", "heard again");
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(1), "DD", "by both");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Which links share an aggregator, and which aggregator is used.
 */
class LacpSelectionTestCase : public TestCase
{
  public:
    LacpSelectionTestCase()
        : TestCase("selection logic")
    {
    }

  private:
    void DoRun() override
    {
        NoPartner();
        Partners();
        Keys();
        PartnerBeatsNone();
        Individual();
        Moved();
        Loop();
    }

    /// A system without LACP at the other end: one link is used after 3 s.
    void NoPartner()
    {
        Wiring wiring;
        wiring.Add(2, ACTIVE);
        wiring.Get(0).SetEnabled(0, true);
        wiring.Get(0).SetEnabled(1, true);
        Wiring::Run(MilliSeconds(2999));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "..", "hoping");
        Wiring::Run(MilliSeconds(3001));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "one link");
        NS_TEST_EXPECT_MSG_EQ((wiring.GetAggregators(0) == std::vector<uint16_t>{1, 2}),
                              true,
                              "an aggregator for each");
        wiring.Get(0).SetEnabled(0, false);
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), ".D", "the other");
        wiring.Get(0).SetEnabled(0, true);
        Wiring::Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), ".D", "which remains in use");
    }

    /// Links to two systems are two aggregators: that with more links is used.
    void Partners()
    {
        Wiring wiring;
        wiring.Add(3, ACTIVE);
        wiring.Add(1, ACTIVE);
        wiring.Add(2, ACTIVE);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {2, 0});
        wiring.Connect({0, 2}, {2, 1});
        Wiring::Run(Seconds(5));
        const auto aggregators = wiring.GetAggregators(0);
        NS_TEST_EXPECT_MSG_NE(aggregators[0], aggregators[1], "two partners");
        NS_TEST_EXPECT_MSG_EQ(aggregators[1], aggregators[2], "one partner");
        const auto first = wiring.GetUse(0);
        wiring.Disconnect({0, 1});
        wiring.Disconnect({0, 2});
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D..", "the other partner, before: " << first);
    }

    /// Links to ports of one system with different keys are two aggregators.
    void Keys()
    {
        Wiring wiring;
        wiring.Add(3, ACTIVE);
        wiring.Add(1, ACTIVE, 8, 1);
        wiring.Add(2, ACTIVE, 9, 1);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {2, 0});
        wiring.Connect({0, 2}, {2, 1});
        Wiring::Run(Seconds(5));
        const auto aggregators = wiring.GetAggregators(0);
        NS_TEST_EXPECT_MSG_NE(aggregators[0], aggregators[1], "two keys");
        NS_TEST_EXPECT_MSG_EQ(aggregators[1], aggregators[2], "one key");
    }

    /// A link without LACP is used until a partner with LACP is there.
    void PartnerBeatsNone()
    {
        Wiring wiring;
        wiring.Add(2, ACTIVE);
        wiring.Add(1, ACTIVE);
        wiring.Get(0).SetEnabled(0, true);
        Wiring::Run(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "without LACP");
        wiring.Connect({0, 1}, {1, 0});
        Wiring::Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), ".D", "with LACP");
    }

    /// A partner that does not aggregate gets one link.
    void Individual()
    {
        Wiring wiring;
        wiring.Add(2, ACTIVE);
        wiring.Add(2, LacpPortInfo::ACTIVITY);
        wiring.Connect({0, 0}, {1, 0});
        wiring.Connect({0, 1}, {1, 1});
        Wiring::Run(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "one link");
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(1), "D.", "at both ends");
    }

    /// A cable is put into another port: the partner has one port only, and is forgotten elsewhere.
    void Moved()
    {
        Wiring wiring;
        wiring.Add(2, ACTIVE);
        wiring.Add(1, ACTIVE);
        wiring.Get(0).SetEnabled(1, false);
        wiring.Connect({0, 0}, {1, 0});
        Wiring::Run(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "first port");
        wiring.Disconnect({0, 0});
        wiring.Connect({0, 1}, {1, 0});
        Wiring::Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), ".D", "second port");
        NS_TEST_EXPECT_MSG_EQ(wiring.Get(0).GetPorts()[0]->GetVariables().partner.port,
                              0,
                              "forgotten at the first");
    }

    /// What comes back to the system that sent it is no partner.
    void Loop()
    {
        Wiring wiring;
        wiring.Add(2, ACTIVE);
        wiring.Connect({0, 0}, {0, 1});
        Wiring::Run(Seconds(10));
        NS_TEST_EXPECT_MSG_GT(wiring.sent, 0, "sent");
        NS_TEST_EXPECT_MSG_EQ(wiring.GetUse(0), "D.", "as without a partner");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Systems with LACP.
 */
class LacpSystemTestSuite : public TestSuite
{
  public:
    LacpSystemTestSuite()
        : TestSuite("ethernet-lacp-system", Type::UNIT)
    {
        AddTestCase(new LacpAggregationTestCase, Duration::QUICK);
        AddTestCase(new LacpSilenceTestCase, Duration::QUICK);
        AddTestCase(new LacpSelectionTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static LacpSystemTestSuite g_lacpSystemTestSuite;
