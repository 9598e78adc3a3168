/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/san-failures.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/synthetic-workload.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * An initiator port that is never ready.
 */
class SanSilentPort : public ScsiInitiatorPort
{
  public:
    SanSilentPort()
    {
        const auto failure = CreateObject<BlockIoPermanentFailure>();
        failure->SetSubject("target silent");
        AggregateObject(failure);
    }

    void SendScsiCommand(Ptr<ScsiTask>) override
    {
        NS_FATAL_ERROR("a command to a port that is not ready");
    }

    void SendDataOut(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
        NS_FATAL_ERROR("data to a port that is not ready");
    }

    bool IsReady() const override
    {
        return false;
    }
};

/**
 * @ingroup san-tests
 *
 * What is told of devices that fail, or are never ready.
 */
class SanFailuresTestCase : public TestCase
{
  public:
    SanFailuresTestCase()
        : TestCase("devices that fail or are never ready")
    {
    }

  private:
    using Lines = std::vector<std::string>; //!< what failed

    /**
     * @param port the way to the device's target
     * @return a device that may fail
     */
    static Ptr<ScsiBlockDevice> MakeDevice(Ptr<ScsiInitiatorPort> port)
    {
        auto device = CreateObjectWithAttributes<ScsiBlockDevice>("MayFail", BooleanValue(true));
        device->SetPort(port);
        return device;
    }

    /**
     * @return a device right in front of a disk
     */
    static Ptr<ScsiBlockDevice> MakeGoodDevice()
    {
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(CreateObject<RamDisk>());
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(disk);
        return MakeDevice(port);
    }

    /**
     * Run a workload of three requests on devices.
     *
     * @param devices the devices
     * @return the workload
     */
    static Ptr<BlockWorkload> RunLoad(const std::vector<Ptr<ScsiBlockDevice>>& devices)
    {
        auto load = CreateObjectWithAttributes<SyntheticWorkload>("Count", UintegerValue(3));
        for (const auto& device : devices)
        {
            load->AddDevice(device);
        }
        CreateObject<Node>()->AddApplication(load);
        Simulator::Run();
        return load;
    }

    /**
     * Look whether a workload began.
     *
     * @param failures what is told
     * @param load the workload
     */
    static void CheckBegun(SanFailures& failures, Ptr<BlockWorkload> load)
    {
        std::vector<Ptr<BlockDevice>> drives;
        for (uint32_t i = 0; i < load->GetNDevices(); ++i)
        {
            drives.push_back(load->GetDevice(i));
        }
        failures.CheckBegun(drives, load->GetIssued() > 0);
    }

    void DoRun() override
    {
        Good();
        Silent();
        SilentAllowed();
        Failed();
        NothingDone();
        NothingAnswered();
    }

    /// A workload that ran has nothing to tell.
    void Good()
    {
        SanFailures failures(false);
        const auto device = MakeGoodDevice();
        failures.Follow(device);
        const auto load = RunLoad({device});
        NS_TEST_EXPECT_MSG_EQ(load->GetCompleted(), 3, "it ran");
        CheckBegun(failures, load);
        NS_TEST_EXPECT_MSG_EQ(failures.GetLines().size(), 0, "nothing failed");
        Simulator::Destroy();
    }

    /// One of two devices is never ready, and may not be so.
    void Silent()
    {
        SanFailures failures(false);
        const auto load = RunLoad({MakeGoodDevice(), MakeDevice(CreateObject<SanSilentPort>())});
        NS_TEST_EXPECT_MSG_EQ(load->GetIssued(), 0, "it waits for both");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { CheckBegun(failures, load); }),
                              "target silent: not ready when the workload ended",
                              "a mistake");
    }

    /// The same where devices may fail: each target is named once.
    void SilentAllowed()
    {
        SanFailures failures(true);
        const auto port = CreateObject<SanSilentPort>();
        const auto load = RunLoad({MakeDevice(port), MakeDevice(port)});
        CheckBegun(failures, load);
        CheckBegun(failures, load);
        NS_TEST_EXPECT_MSG_EQ(
            (failures.GetLines() == Lines{"target silent: not ready when the workload ended"}),
            true,
            "once");
        Simulator::Destroy();
    }

    /**
     * @param isReadOnly whether it refuses writes
     * @return a device right in front of a disk
     */
    static Ptr<ScsiBlockDevice> MakeDisk(bool isReadOnly)
    {
        auto disk = CreateObjectWithAttributes<ScsiDisk>("ReadOnly", BooleanValue(isReadOnly));
        disk->SetBlockDevice(CreateObject<RamDisk>());
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(disk);
        return MakeDevice(port);
    }

    /**
     * Three writes of 4 KiB each to a device of initiator 1, and three to one of initiator 2.
     *
     * @param failures what is told
     * @param refuses whether both disks refuse writes, or that of initiator 1 alone
     */
    static void WriteThrice(SanFailures& failures, bool refuses)
    {
        const std::vector<Ptr<ScsiBlockDevice>> devices{MakeDisk(true), MakeDisk(refuses)};
        for (uint32_t i = 0; i < devices.size(); ++i)
        {
            failures.Follow(devices[i], i + 1);
            auto load = CreateObjectWithAttributes<SyntheticWorkload>(
                "Count",
                UintegerValue(3),
                "ReadFraction",
                DoubleValue(0),
                "AddressPattern",
                StringValue("ns3::SequentialAddressPattern"));
            load->AddDevice(devices[i]);
            CreateObject<Node>()->AddApplication(load);
        }
        Simulator::Run();
        failures.CheckRequests();
        Simulator::Destroy();
    }

    /// A disk that is write-protected answers DATA PROTECT, HARDWARE WRITE PROTECTED (SBC-3, 4.12).
    void NothingDone()
    {
        const std::string text =
            ": all 3 requests failed, the first: W LBA 0, 8 blocks: DATA PROTECT, sense 7/27/01";
        SanFailures one(false);
        WriteThrice(one, false);
        NS_TEST_EXPECT_MSG_EQ(one.GetError(), "initiator 1" + text, "one of two");
        NS_TEST_EXPECT_MSG_EQ((one.GetLines() == Lines{"initiator 1" + text}), true, "named");
        NS_TEST_EXPECT_MSG_EQ(one.GetFirst(2), "", "the other is well");
        SanFailures both(false);
        WriteThrice(both, true);
        NS_TEST_EXPECT_MSG_EQ(both.GetError(), "initiator 1" + text, "the first of both");
        NS_TEST_EXPECT_MSG_EQ(both.GetLines().size(), 2, "both are named");
        SanFailures allowed(true);
        WriteThrice(allowed, false);
        NS_TEST_EXPECT_MSG_EQ(allowed.GetError(), "", "it may fail");
        NS_TEST_EXPECT_MSG_EQ((allowed.GetLines() == Lines{"initiator 1" + text}), true, "told");
    }

    /// Requests wait at a device when the simulation ends.
    void NothingAnswered()
    {
        SanFailures failures(false);
        const auto device = MakeGoodDevice();
        failures.Follow(device);
        Simulator::Schedule(Seconds(1), [device] {
            for (int i = 0; i < 2; ++i)
            {
                auto request = Create<BlockRequest>(BlockOperation::READ, 0, 1);
                request->completion = MakeCallback(&SanFailuresTestCase::Ignore);
                device->Submit(request);
            }
            // A RAM disk answers at once, but never from inside Submit.
            Simulator::Stop();
        });
        Simulator::Run();
        failures.CheckRequests();
        NS_TEST_EXPECT_MSG_EQ(failures.GetError(),
                              "initiator 0: none of 2 requests was answered",
                              "they wait");
        Simulator::Destroy();
    }

    /**
     * Take an answer.
     */
    static void Ignore(Ptr<BlockRequest> /* request */)
    {
    }

    /// Devices that fail say why; that they are not ready is no news then.
    void Failed()
    {
        SanFailures failures(false);
        const auto port = CreateObject<SanSilentPort>();
        const std::vector<Ptr<ScsiBlockDevice>> devices{MakeDevice(port), MakeDevice(port)};
        for (const auto& device : devices)
        {
            failures.Follow(device);
        }
        Simulator::Schedule(Seconds(1), [port] {
            port->GetObject<BlockIoPermanentFailure>()->Declare("gone");
        });
        const auto load = RunLoad(devices);
        CheckBegun(failures, load);
        NS_TEST_EXPECT_MSG_EQ((failures.GetLines() == Lines{"target silent: gone"}),
                              true,
                              "once for both devices");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * What could not be reached.
 */
class SanFailuresTestSuite : public TestSuite
{
  public:
    SanFailuresTestSuite()
        : TestSuite("san-failures", Type::UNIT)
    {
        AddTestCase(new SanFailuresTestCase, TestCase::Duration::QUICK);
    }
};

static SanFailuresTestSuite g_sanFailuresTestSuite; //!< registers the suite
