/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/fcal-alpa.h"
#include "ns3/fcal-initialisation.h"
#include "ns3/integer.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <set>

using namespace ns3;

namespace
{

/// Addresses in order.
using Alpas = std::vector<uint8_t>;

/**
 * @param name port name
 * @return an NL_Port without an address
 */
FcalInitialisation::Member
Named(uint64_t name)
{
    return {name, false, std::nullopt, std::nullopt};
}

/**
 * @param members ports of a loop, six words each
 * @return its initialisation
 */
FcalInitialisation
Initialise(const std::vector<FcalInitialisation::Member>& members)
{
    const std::vector<FcalRing::Segment> segments(members.size(), {6, 0});
    return {members, FcalRing(segments, FcLineRate()), 6};
}

} // namespace

/**
 * @ingroup fcal
 *
 * Who becomes master and who gets which address.
 */
class FcalAddressesTest : public TestCase
{
  public:
    FcalAddressesTest()
        : TestCase("addresses")
    {
    }

  private:
    void DoRun() override
    {
        Check({Named(5), Named(3), Named(9)}, 1, {0x04, 0x01, 0x02}, "soft, from the master on");
        Check({Named(5), Named(3), {9, true, {}, {}}},
              2,
              {0x01, 0x02, 0x00},
              "an FL_Port is master");
        Check({{1, false, {}, 0xef}, {2, false, {}, 0x01}}, 0, {0xef, 0x01}, "hard addresses");
        Check({{1, false, {}, 0xe8}, {2, false, {}, 0xe8}, {3, false, {}, 0x01}},
              0,
              {0xe8, 0x02, 0x01},
              "the second of two equal hard addresses gets a soft one");
        Check({{2, false, {}, 0xe8}, {1, false, {}, 0xe8}},
              1,
              {0x01, 0xe8},
              "the first is counted from the master");
        Check({{1, false, {}, 0x10}, {2, false, 0x10, 0x0f}},
              0,
              {0x01, 0x10},
              "what a port had comes before what is set on another");
        Check({Named(1), {2, false, 0x01, {}}}, 0, {0x02, 0x01}, "and before what is free");
    }

    /**
     * @param members ports
     * @param master place of the master
     * @param alpas their addresses
     * @param what for messages
     */
    void Check(const std::vector<FcalInitialisation::Member>& members,
               uint32_t master,
               const Alpas& alpas,
               const char* what)
    {
        const auto result = Initialise(members);
        NS_TEST_EXPECT_MSG_EQ(result.GetMaster(), master, what);
        for (uint32_t i = 0; i < alpas.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(result.GetAlpa(i).has_value(), true, what);
            NS_TEST_EXPECT_MSG_EQ(+*result.GetAlpa(i), +alpas[i], what << ", port " << i);
            const auto place = (i + alpas.size() - master) % alpas.size();
            NS_TEST_EXPECT_MSG_EQ(+result.GetPositionMap().at(place), +alpas[i], what << ", map");
        }
    }
};

/**
 * @ingroup fcal
 *
 * How long it takes, by hand.
 */
class FcalInitialisationTimeTest : public TestCase
{
  public:
    FcalInitialisationTimeTest()
        : TestCase("duration")
    {
    }

  private:
    void DoRun() override
    {
        using enum FcalInitialisationStep;
        // Four ports, 24 words around. LISM has 9 + 3 words and six of fill, a bit map 9 + 5 and
        // six, a position map 9 + 33 and six; each port takes a frame in before it sends it on.
        const auto result = Initialise({Named(1), Named(2), Named(3), Named(4)});
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(LIP), 12 + 24, "LIP");
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(LISM), 4 * 18 + 24, "LISM");
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(ARB_F0), 24, "ARB(F0)");
        for (const auto step : {LIFA, LIPA, LIHA, LISA})
        {
            NS_TEST_EXPECT_MSG_EQ(result.GetWords(step), 4 * 20 + 24, "bit map");
        }
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(LIRP), 4 * 48 + 24, "LIRP");
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(LILP), 4 * 48 + 24, "LILP");
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(CLS), 24, "CLS");
        NS_TEST_EXPECT_MSG_EQ(result.GetWords(), 12 + 10 * 24 + 4 * (18 + 4 * 20 + 96), "all");
        NS_TEST_EXPECT_MSG_EQ(std::string(GetFcalInitialisationStepName(LISA)), "LISA", "name");

        FcalBench bench(4);
        bench.loop->SetAttribute("AlTime", TimeValue(MilliSeconds(15)));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.initialisations.size(), 1, "one for all insertions");
        NS_TEST_EXPECT_MSG_EQ(bench.lips.size(), 1, "one for all insertions");
        NS_TEST_EXPECT_MSG_EQ(bench.initialisations[0],
                              MilliSeconds(15) + bench.Words(1028),
                              "AL_TIME and 1,028 words");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), bench.initialisations[0], "nothing else happens");
    }
};

/**
 * @ingroup fcal
 *
 * Loops as large as they can be.
 */
class FcalFullInitialisationTest : public TestCase
{
  public:
    FcalFullInitialisationTest()
        : TestCase("127 addresses")
    {
    }

  private:
    void DoRun() override
    {
        FcalBench bench(126, [](uint32_t, Ptr<FcalPort> port) {
            // All want the same hard address.
            port->SetAttribute("HardAddress", IntegerValue(0));
        });
        auto fabric = CreateObject<FcalPort>();
        fabric->SetAttribute("Fabric", BooleanValue(true));
        bench.loop->Insert(fabric, 60);
        bench.Initialise();
        std::set<uint8_t> alpas;
        for (const auto& port : bench.ports)
        {
            NS_TEST_EXPECT_MSG_EQ((port->GetState() == FcalPortState::ONLINE), true, "online");
            alpas.insert(*port->GetAlpa());
        }
        NS_TEST_EXPECT_MSG_EQ(alpas.size(), 126, "different addresses");
        NS_TEST_EXPECT_MSG_EQ(alpas.contains(0), false, "00h is the FL_Port's");
        NS_TEST_EXPECT_MSG_EQ(+*fabric->GetAlpa(), 0, "FL_Port");
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[60]->GetAlpa(), 0xef, "first behind the master");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetPositionMap().size(), 127, "position map");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetNPorts(), 127, "ports");
        NS_TEST_EXPECT_MSG_EQ(+bench.loop->GetPositionMap()[1], 0xef, "position map");
        CheckErrors(bench, fabric);
        fabric->Dispose();
    }

    /**
     * @param bench a full loop
     * @param fabric its FL_Port
     */
    void CheckErrors(FcalBench& bench, Ptr<FcalPort> fabric)
    {
        Expect([&]() { bench.loop->Insert(CreateObject<FcalPort>()); }, "127 AL_PAs");
        Expect([&]() { bench.loop->Insert(fabric); }, "on one loop only");
        auto second = CreateObject<FcalPort>();
        second->SetAttribute("Fabric", BooleanValue(true));
        Expect([&]() { bench.loop->Insert(second); }, "only one FL_Port");
        auto promising = CreateObject<FcalPort>();
        promising->SetAttribute("LoginBbCredit", UintegerValue(9));
        auto loop = CreateObject<FcalLoop>();
        Expect([&]() { loop->Insert(promising); }, "LoginBbCredit");
        Expect([&]() { promising->SetAttribute("FramePayload", UintegerValue(1022)); },
               "FramePayload");
        Expect([&]() { loop->SetAttribute("LineRate", DataRateValue(DataRate("1Gbps"))); }, "");
    }

    /**
     * @param mistake what a user does
     * @param text what the message has in it
     */
    void Expect(const std::function<void()>& mistake, const std::string& text)
    {
        try
        {
            mistake();
            NS_TEST_EXPECT_MSG_EQ(true, false, "no UserError with " << text);
        }
        catch (const UserError& error)
        {
            const auto found = std::string(error.what()).find(text);
            NS_TEST_EXPECT_MSG_NE(found, std::string::npos, error.what() << " has not " << text);
        }
    }
};

/**
 * @ingroup fcal
 *
 * Addresses stay with their ports when others come and go.
 */
class FcalReinitialisationTest : public TestCase
{
  public:
    FcalReinitialisationTest()
        : TestCase("addresses that ports had before")
    {
    }

  private:
    void DoRun() override
    {
        const auto soft = [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("HardAddress", IntegerValue(-1));
        };
        FcalBench bench(3, soft);
        bench.Initialise();
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[2]->GetAlpa(), 0x04, "third soft address");
        // A new one that wants the hard address 01h, which port 0 has.
        bench.Add([](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("HardAddress", IntegerValue(125));
        });
        NS_TEST_EXPECT_MSG_EQ(bench.loop->IsOnline(), true, "at the end of the instant");
        bench.RunFor(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[0]->GetAlpa(), 0x01, "kept");
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[2]->GetAlpa(), 0x04, "kept");
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[3]->GetAlpa(), 0x08, "what is left");
        const std::vector<FcalPortState> states{FcalPortState::INITIALISING,
                                                FcalPortState::ONLINE,
                                                FcalPortState::INITIALISING,
                                                FcalPortState::ONLINE};
        NS_TEST_EXPECT_MSG_EQ((bench.recorders[0]->states == states), true, "states");
        NS_TEST_EXPECT_MSG_EQ(std::string(GetFcalPortStateName(states[1])), "Online", "name");
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of loop initialisation.
 */
class FcalInitLoopTestSuite : public TestSuite
{
  public:
    FcalInitLoopTestSuite()
        : TestSuite("fcal-init-loop", Type::UNIT)
    {
        AddTestCase(new FcalAddressesTest, Duration::QUICK);
        AddTestCase(new FcalInitialisationTimeTest, Duration::QUICK);
        AddTestCase(new FcalFullInitialisationTest, Duration::QUICK);
        AddTestCase(new FcalReinitialisationTest, Duration::QUICK);
    }
};

static FcalInitLoopTestSuite g_fcalInitLoopTestSuite; //!< registers the suite
