/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-network.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/mirrored-array.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scsi-block-device.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/string.h"
#include "ns3/striped-array.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * Contents from end to end over iSCSI: two targets with drives, a part, a striped and a mirrored
 * set; two hosts write random blocks of their own and read them back.
 */
class GatewayEndToEndTest : public TestCase
{
  public:
    /**
     * @param mode the transfer mode
     * @param bufferSize bytes of the buffer pool
     * @param loops loops that the drives are on, 0 for none
     */
    GatewayEndToEndTest(GatewayLogicalUnit::TransferMode mode, uint32_t bufferSize, uint32_t loops)
        : TestCase("What hosts wrote they read, mode " + std::to_string(mode) + ", pool of " +
                   std::to_string(bufferSize) + ", loops " + std::to_string(loops)),
          m_mode(mode),
          m_bufferSize(bufferSize),
          m_loops(loops)
    {
    }

  private:
    /// A write that was acknowledged.
    struct Written
    {
        Ptr<BlockDevice> device;   //!< where
        uint64_t lba;              //!< first block
        std::vector<uint8_t> data; //!< what

        /**
         * @param other another write
         * @return true if they are the same
         */
        bool operator==(const Written& other) const = default;
    };

    /**
     * A host's device is ready: write to it.
     *
     * @param host number of the host
     * @param device the device
     */
    void Start(uint32_t host, Ptr<BlockDevice> device)
    {
        for (uint32_t i = 0; i < 10; ++i)
        {
            // Each host has every second run of 40 blocks.
            Written written{device, 40 * (2 * i + host), {}};
            written.data.resize(512 * m_random->GetInteger(1, 40));
            for (auto& byte : written.data)
            {
                byte = static_cast<uint8_t>(m_random->GetInteger(1, 255));
            }
            auto request =
                Create<BlockRequest>(BlockOperation::WRITE, written.lba, written.data.size() / 512);
            request->data = Create<Packet>(written.data.data(), written.data.size());
            request->completion = MakeCallback(&GatewayEndToEndTest::WriteDone, this, written);
            device->Submit(request);
        }
    }

    /**
     * @param written what was written
     * @param request how
     */
    void WriteDone(Written written, Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ((request->status == BlockStatus::OK), true, "written");
        auto read =
            Create<BlockRequest>(BlockOperation::READ, written.lba, written.data.size() / 512);
        read->completion = MakeCallback(&GatewayEndToEndTest::ReadDone, this, written);
        written.device->Submit(read);
    }

    /**
     * @param written what was written there
     * @param request what was read
     */
    void ReadDone(Written written, Ptr<BlockRequest> request)
    {
        NS_TEST_ASSERT_MSG_EQ((request->status == BlockStatus::OK), true, "read");
        std::vector<uint8_t> bytes(request->data->GetSize());
        request->data->CopyData(bytes.data(), bytes.size());
        NS_TEST_EXPECT_MSG_EQ((bytes == written.data), true, "the same");
        ++m_read;
    }

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(11);
        GatewayNetwork net(2);
        StorageGatewayHelper helper;
        helper.SetGatewayAttribute("TransferMode", EnumValue(m_mode));
        helper.SetGatewayAttribute("BufferSize", UintegerValue(m_bufferSize));
        helper.SetDriveAttribute("Latency", TimeValue(MicroSeconds(50)));
        helper.SetBackEndPortAttribute("Delay", TimeValue(MicroSeconds(5)));
        helper.SetStoreData(true);
        helper.SetLoops(m_loops);
        auto gateway = helper.Install(net.gateway, 2, 2);
        // Each unit has drives of its own, so that nobody writes where another does.
        std::vector<Ptr<GatewayDrive>> spare;
        for (uint32_t i = 0; i < 5; ++i)
        {
            const auto backEnd = gateway->GetBackEnd(i % gateway->GetNBackEnds());
            spare.push_back(helper.AddDrive(gateway, backEnd));
        }
        gateway->MapPart(gateway->GetTarget(0), 2, spare[0], 1000, 1000);
        gateway->MapSet(gateway->GetTarget(0),
                        3,
                        CreateObject<StripedArray>(),
                        {spare[1], spare[2]});
        gateway->MapSet(gateway->GetTarget(1),
                        2,
                        CreateObject<MirroredArray>(),
                        {spare[3], spare[4]});
        for (uint32_t host = 0; host < 2; ++host)
        {
            const auto devices = helper.Connect(net.hosts.Get(host), gateway, net.addresses[host]);
            NS_TEST_EXPECT_MSG_EQ(devices.size(), 7, "4 + 3 units");
            for (const auto& device : devices)
            {
                device->CallWhenReady(
                    MakeCallback(&GatewayEndToEndTest::Start, this, host, device));
            }
        }
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_read, 2 * 7 * 10, "all read back");
        NS_TEST_EXPECT_MSG_EQ(gateway->GetBufferPool()->GetUsed(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(gateway->GetBufferPool()->GetMostUsed(), m_bufferSize, "limit");
        Simulator::Destroy();
    }

    GatewayLogicalUnit::TransferMode m_mode; //!< the transfer mode
    uint32_t m_bufferSize;                   //!< bytes of the buffer pool
    uint32_t m_loops;                        //!< loops, 0 for none
    Ptr<UniformRandomVariable> m_random;     //!< sizes and contents
    uint32_t m_read{0};                      //!< requests read back
};

/**
 * @ingroup storage-gateway-tests
 *
 * One target at two portals; masking by the name that iSCSI brings; a session that ends in the
 * middle of its commands.
 */
class GatewayPortalTest : public TestCase
{
  public:
    GatewayPortalTest()
        : TestCase("One target at several portals")
    {
    }

  private:
    /**
     * @param request a request that ended
     */
    void Done(Ptr<BlockRequest> request)
    {
        ++m_ended[request->status];
    }

    /**
     * @param device where to read 64 KiB
     */
    void Read(Ptr<BlockDevice> device)
    {
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, 128);
        request->completion = MakeCallback(&GatewayPortalTest::Done, this);
        device->Submit(request);
    }

    void DoRun() override
    {
        GatewayNetwork net(2);
        StorageGatewayHelper helper;
        helper.SetDriveAttribute("Latency", TimeValue(MilliSeconds(10)));
        helper.SetDeviceAttribute("MayFail", BooleanValue(true));
        helper.SetDeviceAttribute("LossRetries", UintegerValue(0));
        auto gateway = helper.Install(net.gateway, 1, 2);
        const auto name = gateway->GetTargetName(0);
        const Address second = InetSocketAddress(net.addresses[1], 4000);
        auto portal = helper.OpenPortal(net.gateway, gateway, 0, second);
        // The second host's session goes while its commands are at the drive.
        portal->SetStopTime(MilliSeconds(1005));
        gateway->GetTarget(0)->ShowOnlyTo(1,
                                          "iqn.2026-01.com.example:node" +
                                              std::to_string(net.hosts.Get(1)->GetId()));
        auto one = helper.Login(net.hosts.Get(0), name, net.addresses[0]);
        auto two = helper.Login(net.hosts.Get(1), name, second);
        const std::vector<Ptr<BlockDevice>> devices{helper.MakeDevice(one, 0),
                                                    helper.MakeDevice(one, 1),
                                                    helper.MakeDevice(two, 0),
                                                    helper.MakeDevice(two, 1)};
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const std::vector<bool> expected{true, false, true, true};
        for (std::size_t i = 0; i < devices.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(devices[i]->IsReady(), expected[i], "device " << i);
        }
        for (int i = 0; i < 5; ++i)
        {
            Read(devices[0]);
            Read(devices[2]);
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_ended[BlockStatus::OK], 5, "the first host's");
        NS_TEST_EXPECT_MSG_EQ(m_ended[BlockStatus::TRANSPORT_ERROR], 5, "the second host's");
        NS_TEST_EXPECT_MSG_EQ(gateway->GetDrive(0)->GetOutstanding(), 0, "nothing at the drive");
        NS_TEST_EXPECT_MSG_EQ(gateway->GetBufferPool()->GetUsed(), 0, "nothing is left");
        Simulator::Destroy();
    }

    std::map<BlockStatus, uint32_t> m_ended; //!< requests by status
};

/**
 * @ingroup storage-gateway-tests
 *
 * A user's mistakes are reported in one line.
 */
class GatewayHelperErrorTest : public TestCase
{
  public:
    GatewayHelperErrorTest()
        : TestCase("A user's mistakes name what is wrong")
    {
    }

  private:
    /**
     * @param action what is wrong
     * @param word what the message must name
     */
    template <typename Action>
    void Check(Action action, const std::string& word)
    {
        std::string message;
        try
        {
            action();
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find(word), std::string::npos, word << " in " << message);
    }

    void DoRun() override
    {
        StorageGatewayHelper helper;
        Check([&] { helper.SetDrive("ns3::Floppy"); }, "ns3::Floppy");
        Check([&] { helper.SetDrive("ns3::Node"); }, "ns3::Node");
        Check([&] { helper.SetDrive("ns3::BlockDevice"); }, "ns3::BlockDevice");
        Check([&] { helper.SetGatewayAttribute("BufferSize", UintegerValue(0)); }, "BufferSize");
        Check([&] { helper.SetGatewayAttribute("Buffers", UintegerValue(1)); }, "Buffers");
        Check([&] { helper.SetSessionAttribute("TargetNam", StringValue("x")); }, "TargetNam");
        Check([&] { helper.SetDriveAttribute("Latency", UintegerValue(1)); }, "Latency");
        Check([&] { helper.SetDeviceAttribute("Lun", UintegerValue(99999)); }, "Lun");
        auto node = CreateObject<Node>();
        auto gateway = helper.Install(node, 1, 1);
        Check([&] { helper.Connect(node, gateway, Address()); }, "IPv4");
        Simulator::Destroy();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * StorageGatewayHelper.
 */
class StorageGatewayHelperTestSuite : public TestSuite
{
  public:
    StorageGatewayHelperTestSuite()
        : TestSuite("storage-gateway-helper", Type::SYSTEM)
    {
        for (const auto mode :
             {GatewayLogicalUnit::CUT_THROUGH, GatewayLogicalUnit::STORE_AND_FORWARD})
        {
            for (const uint32_t loops : {0, 1, 2})
            {
                for (const uint32_t bufferSize : {1 << 20, 2112, 512})
                {
                    AddTestCase(new GatewayEndToEndTest(mode, bufferSize, loops), Duration::QUICK);
                }
            }
        }
        AddTestCase(new GatewayPortalTest, Duration::QUICK);
        AddTestCase(new GatewayHelperErrorTest, Duration::QUICK);
    }
};

static StorageGatewayHelperTestSuite g_storageGatewayHelperTestSuite; //!< registers the suite
