/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-test-doubles.h"

#include "ns3/boolean.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A device that notes what it is told and does nothing of itself.
 */
class SilentDevice : public ScsiDevice
{
  public:
    std::vector<std::string> heard; //!< what it was told, and when in microseconds
    Ptr<ScsiTask> task;             //!< the last task

    void CommandReceived(Ptr<ScsiTask> which) override
    {
        Hear("command");
        task = which;
    }

    void DataOutReceived(Ptr<ScsiTask>, uint32_t offset, Ptr<Packet> data) override
    {
        Hear("data " + std::to_string(offset) + "+" + std::to_string(data->GetSize()));
    }

    void TaskLost(Ptr<ScsiTask>) override
    {
        Hear("lost");
    }

  private:
    /**
     * @param what what it was told
     */
    void Hear(const std::string& what)
    {
        heard.push_back(std::to_string(Simulator::Now().GetMicroSeconds()) + " " + what);
    }
};

/**
 * @ingroup scsi-tests
 *
 * An application client that notes what it hears and answers requests for data.
 */
class ListeningClient : public ScsiInitiatorClient
{
  public:
    Ptr<ScsiLocalPort> port;        //!< the port
    std::vector<std::string> heard; //!< what it heard, and when in microseconds

    void DataInReceived(Ptr<ScsiTask>, uint32_t offset, Ptr<Packet> data) override
    {
        Hear("data " + std::to_string(offset) + "+" + std::to_string(data->GetSize()));
    }

    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        Hear("wanted " + std::to_string(offset) + "+" + std::to_string(length));
        port->SendDataOut(task, offset, Create<Packet>(length));
    }

    void CommandCompleteReceived(Ptr<ScsiTask> task) override
    {
        Hear("status " + std::to_string(static_cast<int>(task->status)) + " residual " +
             std::to_string(task->residual));
    }

  private:
    /**
     * @param what what it heard
     */
    void Hear(const std::string& what)
    {
        heard.push_back(std::to_string(Simulator::Now().GetMicroSeconds()) + " " + what);
    }
};

/**
 * @ingroup scsi-tests
 *
 * Every message of a local port takes its delay; a task given up is heard of no more.
 */
class ScsiLocalPortTest : public TestCase
{
  public:
    ScsiLocalPortTest()
        : TestCase("Messages take the delay, a task given up is lost at the device")
    {
    }

  private:
    using Heard = std::vector<std::string>; //!< what was heard

    /**
     * @return a task of the client
     */
    Ptr<ScsiTask> MakeTask()
    {
        auto task = Create<ScsiTask>();
        task->cdb = MakeScsiCdb(ScsiOpcode::WRITE_10);
        task->lun = 5;
        task->dataOutLength = 1024;
        task->client = &m_client;
        return task;
    }

    void DoSetup() override
    {
        m_device = CreateObject<SilentDevice>();
        m_port = CreateObject<ScsiLocalPort>();
        m_port->SetDevice(m_device);
        m_port->SetAttribute("Delay", TimeValue(MicroSeconds(10)));
        m_client.port = m_port;
        m_client.heard.clear();
    }

    /**
     * A command with data both ways, as the device likes.
     */
    void Exchange()
    {
        DoSetup();
        m_port->SendScsiCommand(MakeTask());
        // At 10 the device has the command; it asks for 600 bytes, which come at 30; what it sends
        // at 40 arrives at 50.
        Simulator::Schedule(MicroSeconds(10), [this] {
            NS_TEST_EXPECT_MSG_EQ(m_device->task->lun, 5, "the LUN goes along");
            m_port->ReceiveDataOut(m_device->task, 0, 600);
        });
        Simulator::Schedule(MicroSeconds(40), [this] {
            m_port->SendDataIn(m_device->task, 0, Create<Packet>(8));
            m_device->task->residual = 3;
            m_device->task->status = ScsiStatus::BUSY;
            m_port->SendCommandComplete(m_device->task);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_device->heard == Heard{"10 command", "30 data 0+600"}),
                              true,
                              "device");
        NS_TEST_EXPECT_MSG_EQ(
            (m_client.heard == Heard{"20 wanted 0+600", "50 data 0+8", "50 status 8 residual 3"}),
            true,
            "client");
        Simulator::Destroy();
    }

    /**
     * The client gives a task up while the device asks for its data.
     */
    void Abort()
    {
        DoSetup();
        auto task = MakeTask();
        m_port->SendScsiCommand(task);
        Simulator::Schedule(MicroSeconds(10),
                            [this] { m_port->ReceiveDataOut(m_device->task, 0, 600); });
        Simulator::Schedule(MicroSeconds(15), [this, task] {
            NS_TEST_EXPECT_MSG_EQ(m_port->AbortTask(task), true, "it can");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_device->heard == Heard{"10 command", "25 lost"}), true, "device");
        NS_TEST_EXPECT_MSG_EQ(m_client.heard.empty(), true, "the client hears nothing");
        Simulator::Destroy();
    }

    /**
     * The status is on its way when the client gives the task up: the device has nothing to lose.
     */
    void AbortAfterStatus()
    {
        DoSetup();
        auto task = MakeTask();
        m_port->SendScsiCommand(task);
        Simulator::Schedule(MicroSeconds(12),
                            [this] { m_port->SendCommandComplete(m_device->task); });
        Simulator::Schedule(MicroSeconds(15), [this, task] { m_port->AbortTask(task); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_device->heard == Heard{"10 command"}), true, "device");
        NS_TEST_EXPECT_MSG_EQ(m_client.heard.empty(), true, "the client hears nothing");
        Simulator::Destroy();
    }

    /**
     * The device ends a bidirectional command of 32 bytes without a status.
     */
    void AbortByDevice()
    {
        DoSetup();
        auto task = MakeTask();
        task->extendedCdb = Bytes(16, 0xa5);
        task->dataInLength = 512;
        m_port->SendScsiCommand(task);
        Simulator::Schedule(MicroSeconds(20), [this] {
            const auto& got = *m_device->task;
            NS_TEST_EXPECT_MSG_EQ((got.extendedCdb == Bytes(16, 0xa5)), true, "the whole CDB");
            NS_TEST_EXPECT_MSG_EQ(got.dataInLength, 512, "data-in buffer");
            NS_TEST_EXPECT_MSG_EQ(got.dataOutLength, 1024, "data-out buffer");
            m_device->task->dataInResidual = 9;
            m_port->TaskAborted(m_device->task);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_client.heard == Heard{"30 status 0 residual 0"}), true, "told");
        NS_TEST_EXPECT_MSG_EQ((task->response == ScsiServiceResponse::DELIVERY_FAILURE),
                              true,
                              "that there is no status");
        NS_TEST_EXPECT_MSG_EQ(task->dataInResidual, 9, "the residual of data-in");
        Simulator::Destroy();
    }

    /**
     * A drive without a network: contents read back, and a read takes the two delays and the
     * drive's latency.
     */
    void Drive()
    {
        auto drive = CreateObject<TestBlockDevice>();
        drive->keep = true;
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(drive);
        disk->SetAttribute("StoreData", BooleanValue(true));
        DoSetup();
        m_port->SetDevice(disk);
        auto device = CreateObject<ScsiBlockDevice>();
        device->SetAttribute("StoreData", BooleanValue(true));
        device->SetPort(m_port);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(device->IsReady(), true, "set up");
        const auto pattern = MakePattern(2048, 3);
        auto write = Create<BlockRequest>(BlockOperation::WRITE, 40, 4);
        write->data = MakePacket(pattern);
        write->completion = MakeCallback(&ScsiLocalPortTest::Done, this);
        device->Submit(write);
        Simulator::Run();
        auto read = Create<BlockRequest>(BlockOperation::READ, 40, 4);
        read->completion = MakeCallback(&ScsiLocalPortTest::Done, this);
        const auto start = Simulator::Now();
        device->Submit(read);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - start, MicroSeconds(30), "10 + 10 + 10");
        NS_TEST_EXPECT_MSG_EQ((GetBytes(read->data) == pattern), true, "what was written");
        NS_TEST_EXPECT_MSG_EQ(m_done, 2, "each once");
        Simulator::Destroy();
    }

    /**
     * @param request a request that ended
     */
    void Done(Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ((request->status == BlockStatus::OK), true, "ok");
        ++m_done;
    }

    /**
     * A port with nothing behind it.
     */
    void NoDevice()
    {
        std::string error;
        try
        {
            CreateObject<ScsiLocalPort>()->SendScsiCommand(MakeTask());
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error, "ScsiLocalPort: attribute Device is not set", "message");
    }

    void DoRun() override
    {
        Exchange();
        Abort();
        AbortAfterStatus();
        AbortByDevice();
        Drive();
        NoDevice();
    }

    Ptr<SilentDevice> m_device; //!< the device
    Ptr<ScsiLocalPort> m_port;  //!< the port
    ListeningClient m_client;   //!< the client
    uint32_t m_done{0};         //!< requests that ended
};

/**
 * @ingroup scsi-tests
 *
 * ScsiLocalPort.
 */
class ScsiLocalPortTestSuite : public TestSuite
{
  public:
    ScsiLocalPortTestSuite()
        : TestSuite("scsi-local-port", Type::UNIT)
    {
        AddTestCase(new ScsiLocalPortTest, Duration::QUICK);
    }
};

static ScsiLocalPortTestSuite g_scsiLocalPortTestSuite; //!< registers the suite
