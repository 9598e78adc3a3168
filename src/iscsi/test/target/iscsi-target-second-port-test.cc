/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-initiator-discovery.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The port of the second portal.
constexpr uint16_t SECOND_PORT = 3261;

/**
 * @ingroup iscsi-tests
 *
 * An application client that runs one command at a time.
 */
class CommandClient : public ScsiInitiatorClient
{
  public:
    /**
     * Run a command for up to 100 ms.
     *
     * @param port where to
     * @param cdb the command
     * @param dataOut what it writes
     * @param dataInLength bytes of its data-in buffer
     * @return its status, or for a CHECK CONDITION the additional sense code and its qualifier
     */
    int Run(const Ptr<ScsiInitiatorPort>& port,
            const ScsiCdb& cdb,
            const std::vector<uint8_t>& dataOut = {},
            uint32_t dataInLength = 0)
    {
        m_port = port;
        m_dataOut = dataOut;
        m_isDone = false;
        auto task = Create<ScsiTask>();
        task->cdb = cdb;
        task->client = this;
        task->dataOutLength = dataOut.size();
        task->dataInLength = dataInLength;
        Simulator::ScheduleNow(&ScsiInitiatorPort::SendScsiCommand, port, task);
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        const auto sense = ScsiSense::Decode(task->sense);
        const int status = static_cast<int>(task->status);
        return !m_isDone ? -1 : sense ? static_cast<int>(sense->additional) : status;
    }

    void DataInReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        m_port->SendDataOut(task, offset, Create<Packet>(m_dataOut.data() + offset, length));
    }

    void CommandCompleteReceived(Ptr<ScsiTask>) override
    {
        m_isDone = true;
    }

  private:
    Ptr<ScsiInitiatorPort> m_port;  //!< where to
    std::vector<uint8_t> m_dataOut; //!< what is written
    bool m_isDone{false};           //!< true after its end
};

/**
 * Put a second portal, of portal group 2, in front of the same target.
 *
 * @param bench the nodes
 * @param device the device behind the target
 * @return an initiator that goes there
 */
Ptr<IscsiInitiator>
InstallSecond(IscsiTestBench& bench, const Ptr<ScsiDevice>& device)
{
    bench.targetHelper.SetAttribute(
        "Local",
        AddressValue(InetSocketAddress(Ipv4Address::GetAny(), SECOND_PORT)));
    bench.targetHelper.SetAttribute("TargetPortalGroupTag", UintegerValue(2));
    bench.targetHelper.Install(bench.nodes.Get(1), device);
    bench.initiatorHelper.SetAttribute(
        "Remote",
        AddressValue(InetSocketAddress(bench.targetAddress, SECOND_PORT)));
    return bench.InstallInitiator();
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * The names of nexuses through two portal groups.
 */
class IscsiNexusNameTestCase : public TestCase
{
  public:
    IscsiNexusNameTestCase()
        : TestCase("A device behind two portal groups tells their nexuses apart")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        const auto first = bench.InstallInitiator();
        const auto second = InstallSecond(bench, bench.device);
        for (const auto& initiator : {first, second})
        {
            Simulator::Schedule(MilliSeconds(50), [&bench, initiator]() {
                bench.client.Read(initiator->GetPort(), 0, 512);
            });
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const auto& names = bench.device->initiators;
        NS_TEST_ASSERT_MSG_EQ(names.size(), 2, "a command through each");
        NS_TEST_EXPECT_MSG_EQ(names[0].find(",t,"), std::string::npos, "the first target port");
        NS_TEST_EXPECT_MSG_EQ(names[1].substr(names[1].size() - 9), ",t,0x0002", "the second one");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Reservations and asymmetric access of a disk behind two portal groups.
 */
class IscsiTwoPathsTestCase : public TestCase
{
  public:
    IscsiTwoPathsTestCase()
        : TestCase("A disk is reserved on one path, and changes over to the other")
    {
    }

  private:
    /**
     * @param action service action of PERSISTENT RESERVE OUT
     * @param key RESERVATION KEY
     * @param actionKey SERVICE ACTION RESERVATION KEY
     * @param initiator which path
     * @return as CommandClient::Run
     */
    int Reserve(uint8_t action,
                uint64_t key,
                uint64_t actionKey,
                const Ptr<IscsiInitiator>& initiator)
    {
        std::vector<uint8_t> list;
        AppendScsiNumber(list, 8, key);
        AppendScsiNumber(list, 8, actionKey);
        list.resize(24);
        return m_client.Run(initiator->GetPort(), {0x5f, action, 1, 0, 0, 0, 0, 0, 24}, list);
    }

    /**
     * @param initiator which path
     * @return what becomes of a READ of one block, as CommandClient::Run
     */
    int Read(const Ptr<IscsiInitiator>& initiator)
    {
        const auto read = ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode();
        return m_client.Run(initiator->GetPort(), read, {}, 512);
    }

    /**
     * @param initiator which path
     * @return what becomes of a WRITE of one block, as CommandClient::Run
     */
    int Write(const Ptr<IscsiInitiator>& initiator)
    {
        const auto write = ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 1, 0}.Encode();
        return m_client.Run(initiator->GetPort(), write, std::vector<uint8_t>(512));
    }

    void DoRun() override
    {
        constexpr int GOOD = 0;
        constexpr int CONFLICT = 0x18;
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(CreateObject<RamDisk>());
        auto groups = CreateObject<ScsiTargetPortGroups>();
        for (const uint16_t tag : {1, 2})
        {
            groups->AddGroup(tag, ScsiAccessState::ACTIVE_OPTIMIZED);
            groups->AddPort(tag, tag);
        }
        disk->SetTargetPortGroups(groups);
        bench.targetHelper.Install(bench.nodes.Get(1), disk);
        const auto first = bench.InstallInitiator();
        const auto second = InstallSecond(bench, disk);
        Simulator::Stop(Seconds(1));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(Reserve(0, 0, 1, first), GOOD, "register on path 1");
        NS_TEST_EXPECT_MSG_EQ(Reserve(1, 1, 0, second), CONFLICT, "path 2 has no key");
        NS_TEST_EXPECT_MSG_EQ(Reserve(1, 1, 0, first), GOOD, "reserve on path 1");
        NS_TEST_EXPECT_MSG_EQ(Write(first), GOOD, "path 1 holds it");
        NS_TEST_EXPECT_MSG_EQ(Write(second), CONFLICT, "path 2 does not");
        NS_TEST_EXPECT_MSG_EQ(Reserve(0, 0, 2, second), GOOD, "register on path 2");
        NS_TEST_EXPECT_MSG_EQ(Reserve(4, 2, 1, second), GOOD, "preempt");
        NS_TEST_EXPECT_MSG_EQ(Write(first), 0x2a05, "path 1 is told");
        NS_TEST_EXPECT_MSG_EQ(Write(first), CONFLICT, "and has lost it");
        NS_TEST_EXPECT_MSG_EQ(Write(second), GOOD, "to path 2");

        groups->SetState(1, ScsiAccessState::STANDBY);
        for (const auto& path : {first, second})
        {
            NS_TEST_EXPECT_MSG_EQ(Read(path), 0x2a06, "both paths are told");
        }
        NS_TEST_EXPECT_MSG_EQ(Read(first), 0x040b, "path 1 is in standby");
        NS_TEST_EXPECT_MSG_EQ(Read(second), GOOD, "path 2 is active");
        Simulator::Destroy();
        disk->Dispose();
    }

    CommandClient m_client; //!< runs the commands
};

/**
 * @ingroup iscsi-tests
 *
 * What SendTargets reports of a target with two portals.
 */
class IscsiTwoPortalsDiscoveryTestCase : public TestCase
{
  public:
    IscsiTwoPortalsDiscoveryTestCase()
        : TestCase("Either portal tells both, with their tags (RFC 7143, 6.1 and appendix C)")
    {
    }

  private:
    /**
     * Ask a portal for all its targets.
     *
     * @param bench the nodes
     * @param port the portal's port
     * @return names, each followed by its addresses
     */
    static std::string Discover(IscsiTestBench& bench, uint16_t port)
    {
        const InetSocketAddress portal(bench.targetAddress, port);
        const auto discovery =
            CreateObjectWithAttributes<IscsiInitiatorDiscovery>("Remote", AddressValue(portal));
        bench.nodes.Get(0)->AddApplication(discovery);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        std::string text;
        for (const auto& target : discovery->GetTargets())
        {
            text += text.empty() ? "" : " ";
            text += target.name.substr(target.name.rfind(':') + 1);
            for (const auto& address : target.addresses)
            {
                text += " " + address;
            }
        }
        return text;
    }

    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        bench.target->AddTarget("iqn.2026-01.com.example:aside", bench.device);
        InstallSecond(bench, bench.device);
        const auto second = DynamicCast<IscsiTarget>(bench.nodes.Get(1)->GetApplication(1));
        // The second portal has the target "disk" alone, and a stranger on the node has neither.
        IscsiTargetHelper stranger("iqn.2026-01.com.example:stranger");
        stranger.SetAttribute("Local",
                              AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 3262)));
        stranger.Install(bench.nodes.Get(1), bench.device);
        std::ostringstream host;
        host << bench.targetAddress;
        const auto one = " " + host.str() + ":3260,1";
        const auto two = " " + host.str() + ":3261,2";
        NS_TEST_EXPECT_MSG_EQ(Discover(bench, 3260), "aside" + one + " disk" + one + two, "");
        NS_TEST_EXPECT_MSG_EQ(Discover(bench, SECOND_PORT), "disk" + one + two, "the second");
        second->RemoveTarget("iqn.2026-01.com.example:disk");
        NS_TEST_EXPECT_MSG_EQ(Discover(bench, 3260), "aside" + one + " disk" + one, "removed");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * TARGET COLD RESET through one of two portals.
 */
class IscsiTwoPortalsResetTestCase : public TestCase
{
  public:
    IscsiTwoPortalsResetTestCase()
        : TestCase("TARGET COLD RESET ends the target's sessions through all portals")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        bench.InstallInitiator();
        InstallSecond(bench, bench.device);
        const auto second = DynamicCast<IscsiTarget>(bench.nodes.Get(1)->GetApplication(1));
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.target->GetSessionCount(), 1, "a session through the first");
        NS_TEST_ASSERT_MSG_EQ(second->GetSessionCount(), 1, "and through the second portal");
        bench.target->ResetAll();
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 0, "the first portal's is over");
        NS_TEST_EXPECT_MSG_EQ(second->GetSessionCount(), 0, "and the second portal's");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A target with two portal groups.
 */
class IscsiTargetSecondPortTestSuite : public TestSuite
{
  public:
    IscsiTargetSecondPortTestSuite()
        : TestSuite("iscsi-target-second-port", Type::UNIT)
    {
        AddTestCase(new IscsiNexusNameTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTwoPathsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTwoPortalsDiscoveryTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTwoPortalsResetTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetSecondPortTestSuite g_iscsiTargetSecondPortTestSuite; //!< registers the suite
