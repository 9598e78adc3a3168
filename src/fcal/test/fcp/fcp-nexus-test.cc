/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-test-bench.h"

#include "ns3/fc-logo-header.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-login.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-sense.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <vector>

using namespace ns3;

namespace
{

using Function = ScsiTaskManagementFunction;

/// A link service sent by an initiator's node, and whether it was answered.
class LinkService : private FcExchangeOwner
{
  public:
    /**
     * @param node the initiator's node
     * @param target address of the target's port
     * @param request the request
     */
    LinkService(Ptr<FcpNode> node, uint8_t target, Ptr<Packet> request)
        : m_node(node),
          m_request(request)
    {
        auto exchange = Create<FcExchange>(static_cast<FcExchangeOwner*>(this));
        exchange->ids.dId = target;
        node->OriginateNow(exchange);
    }

    bool isAnswered{false}; //!< whether a reply came

  private:
    void ExchangeOpened(Ptr<FcExchange> exchange) override
    {
        m_node->Send(exchange, FcIu::ELS_REQUEST, m_request);
    }

    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception>) override
    {
        isAnswered = iu == FcIu::ELS_REPLY;
        m_node->Close(exchange);
    }

    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss) override
    {
        m_node->Close(exchange);
    }

    Ptr<FcpNode> m_node;   //!< the node
    Ptr<Packet> m_request; //!< the request
};

} // namespace

/**
 * @ingroup fcal
 *
 * Test that logins and logouts end a nexus, and that the device is notified.
 */
class FcpNexusLossTest : public TestCase
{
  public:
    FcpNexusLossTest()
        : TestCase("PLOGI again and LOGO are the loss of a nexus (SAM-5, 6.3.4)")
    {
    }

  private:
    void DoRun() override
    {
        FcpBench bench(1);
        auto& device = *bench.devices[0];
        bench.LogIn();
        NS_TEST_EXPECT_MSG_EQ(device.lostNexuses.size(), 0, "the first login ends nothing");
        device.delay = MilliSeconds(1);
        bench.Send(0, 0, 512);
        bench.RunFor(MicroSeconds(100));
        auto login = Create<Packet>();
        login->AddHeader(bench.GetNode()->MakePortLogin(FcElsCode::PLOGI));
        NS_TEST_EXPECT_MSG_EQ(Exchange(bench, login), true, "PLOGI is answered");
        NS_TEST_ASSERT_MSG_EQ(device.lostNexuses.size(), 1, "told once");
        NS_TEST_EXPECT_MSG_EQ(device.lostNexuses[0], *device.commands[0]->initiatorPort, "whose");
        NS_TEST_EXPECT_MSG_EQ(device.lost.size(), 1, "its command, too");

        NS_TEST_EXPECT_MSG_EQ(Exchange(bench, MakeLogout()), true, "LOGO is answered");
        NS_TEST_EXPECT_MSG_EQ(device.lostNexuses.size(), 2, "told");
        NS_TEST_EXPECT_MSG_EQ(bench.targets[0]->GetNLogins(), 0, "no login is left");
        NS_TEST_EXPECT_MSG_EQ(Exchange(bench, MakeLogout()), true, "LOGO is answered");
        NS_TEST_EXPECT_MSG_EQ(device.lostNexuses.size(), 2, "there was no nexus any more");
    }

    /**
     * @return a LOGO
     */
    static Ptr<Packet> MakeLogout()
    {
        auto logout = Create<Packet>();
        logout->AddHeader(FcLogoHeader());
        return logout;
    }

    /**
     * @param bench the loop
     * @param request a link service for the target
     * @return whether it was answered
     */
    static bool Exchange(const FcpBench& bench, Ptr<Packet> request)
    {
        LinkService service(bench.GetNode(), *bench.GetTargetPort(0)->GetAlpa(), request);
        FcpBench::RunFor(MicroSeconds(200));
        return service.isAnswered;
    }
};

/**
 * @ingroup fcal
 *
 * Test that a login is one to the port that is meant.
 */
class FcpLoginNameTest : public TestCase
{
  public:
    FcpLoginNameTest()
        : TestCase("Another port at the target's address")
    {
    }

  private:
    void DoRun() override
    {
        FcpBench bench(1);
        bench.LogIn();
        const auto name = bench.targets[0]->GetObject<FcpNode>()->GetPortName();
        for (const uint64_t other : {0, 1})
        {
            std::vector<bool> ends;
            FcpLogin login([&ends](bool isLoggedIn) { ends.push_back(isLoggedIn); });
            login.Start(PeekPointer(bench.GetNode()),
                        *bench.GetTargetPort(0)->GetAlpa(),
                        name + other,
                        false);
            FcpBench::RunFor(MilliSeconds(1));
            NS_TEST_ASSERT_MSG_EQ(ends.size(), 1, "one end");
            NS_TEST_EXPECT_MSG_EQ(ends[0], (other == 0), "only with the right name");
            NS_TEST_EXPECT_MSG_EQ((login.GetState() == FcpLogin::State::IDLE), true, "over");
        }
    }
};

/**
 * @ingroup fcal
 *
 * Test that task management functions reach the device as they are, and what becomes of commands
 * that it ends without a status.
 */
class FcpUntoldAbortTest : public TestCase
{
  public:
    FcpUntoldAbortTest()
        : TestCase("Commands that another initiator's function ended without a status (SAM-5, 5.6)")
    {
    }

  private:
    void DoRun() override
    {
        using Header = FcpCommandHeader;
        Check(Header::ABORT_TASK_SET, Function::ABORT_TASK_SET, false);
        Check(Header::CLEAR_TASK_SET, Function::CLEAR_TASK_SET, true);
        Check(Header::LOGICAL_UNIT_RESET, Function::LOGICAL_UNIT_RESET, true);
        Check(Header::TARGET_RESET, Function::TARGET_WARM_RESET, true);
    }

    /**
     * Send a function while another initiator has a command.
     *
     * @param flag the function
     * @param function the same as the device sees it
     * @param isEnded whether it ends the other's command
     */
    void Check(uint8_t flag, Function function, bool isEnded)
    {
        FcpBench bench(1);
        const auto others = bench.helper.InstallInitiator(bench.loop);
        FcpTestClient client;
        client.port = others[0];
        bench.LogIn();
        bench.RunFor(MilliSeconds(1));
        auto& device = *bench.devices[0];
        device.delay = MilliSeconds(1);
        device.tellsAborted = false;
        const auto own = bench.Send(0, 0, 512);
        const auto foreign = Create<FcpTestTask>();
        foreign->client = &client;
        foreign->dataInLength = 512;
        others[0]->SendScsiCommand(foreign);
        bench.RunFor(MicroSeconds(200));
        bool done = false;
        bench.initiators[0]->ManageTasks(flag, 0, [&done](bool good) { done = good; });
        bench.RunFor(MicroSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(done, true, "carried out");
        NS_TEST_ASSERT_MSG_EQ(device.functions.size(), 1, "by the device");
        NS_TEST_EXPECT_MSG_EQ((device.functions[0].function == function), true, "as it is");
        NS_TEST_EXPECT_MSG_EQ(*device.functions[0].initiatorPort,
                              *device.commands[0]->initiatorPort,
                              "for whom");
        NS_TEST_EXPECT_MSG_EQ((own->status == ScsiStatus::TASK_ABORTED), true, "its own");
        NS_TEST_EXPECT_MSG_EQ(bench.targets[0]->GetNTasks(), !isEnded, "tasks left");
        NS_TEST_EXPECT_MSG_EQ(foreign->completions, 0, "nobody told the other");
        Simulator::Run();
        // A command that was ended is sent again when its exchange times out.
        NS_TEST_EXPECT_MSG_EQ(foreign->completions, 1, "in the end");
        NS_TEST_EXPECT_MSG_EQ((foreign->status == ScsiStatus::GOOD), true, "well");
        NS_TEST_EXPECT_MSG_EQ(device.commands.size(), (isEnded ? 3 : 2), "commands");
    }
};

/**
 * @ingroup fcal
 *
 * Test that all initiators of a disk are notified of a reset.
 */
class FcpUnitAttentionTest : public TestCase
{
  public:
    FcpUnitAttentionTest()
        : TestCase("A reset by one initiator is a unit attention for the other (SAM-5, 5.14)")
    {
    }

  private:
    void DoRun() override
    {
        FcalHelper helper;
        auto loop = helper.CreateLoop();
        auto ram = CreateObject<RamDisk>();
        ram->SetAttribute("BlockCount", UintegerValue(1000));
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(ram);
        helper.InstallTarget(loop, disk);
        const auto one = helper.InstallInitiator(loop)[0];
        const auto other = helper.InstallInitiator(loop)[0];
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Test(one), 0, "known to the disk");
        NS_TEST_EXPECT_MSG_EQ(Test(other), 0, "known to the disk");
        bool done = false;
        one->ManageTasks(FcpCommandHeader::LOGICAL_UNIT_RESET, 0, [&done](bool good) {
            done = good;
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, true, "carried out");
        NS_TEST_EXPECT_MSG_EQ(Test(other), 0x2903, "BUS DEVICE RESET FUNCTION OCCURRED");
        NS_TEST_EXPECT_MSG_EQ(Test(other), 0, "told once");
        Simulator::Destroy();
        loop->Dispose();
    }

    /**
     * Send TEST UNIT READY.
     *
     * @param initiator by whom
     * @return its additional sense code, 0 if it has none
     */
    static int Test(Ptr<FcpInitiator> initiator)
    {
        FcpTestClient client;
        client.port = initiator;
        const auto task = Create<FcpTestTask>();
        task->client = &client;
        initiator->SendScsiCommand(task);
        Simulator::Run();
        const auto sense = ScsiSense::Decode(task->sense);
        return sense ? static_cast<int>(sense->additional) : 0;
    }
};

/**
 * @ingroup fcal
 *
 * What a target tells its device of initiators, and they are notified of each other.
 */
class FcpNexusTestSuite : public TestSuite
{
  public:
    FcpNexusTestSuite()
        : TestSuite("fcp-nexus", Type::UNIT)
    {
        AddTestCase(new FcpNexusLossTest, Duration::QUICK);
        AddTestCase(new FcpLoginNameTest, Duration::QUICK);
        AddTestCase(new FcpUntoldAbortTest, Duration::QUICK);
        AddTestCase(new FcpUnitAttentionTest, Duration::QUICK);
    }
};

static FcpNexusTestSuite g_fcpNexusTestSuite; //!< registers the suite
