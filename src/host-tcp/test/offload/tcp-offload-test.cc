/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of data in a full segment, with time stamps.
constexpr uint32_t OFFLOAD_MSS = 1448;

/// Time of a full frame at 1 Gb/s.
const Time FRAME = NanoSeconds(12'304);

/// Damages the frame with data that has a number.
class NthDataErrorModel : public ErrorModel
{
  public:
    /**
     * @param numbers of frames with data, from 0
     */
    explicit NthDataErrorModel(std::vector<uint32_t> numbers)
        : m_numbers(std::move(numbers))
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet> frame) override
    {
        // An acknowledgement has 14 + 20 + 32 + 4 bytes, others without data less than 100.
        return frame->GetSize() > 100 &&
               std::find(m_numbers.begin(), m_numbers.end(), m_frames++) != m_numbers.end();
    }

    void DoReset() override
    {
    }

    std::vector<uint32_t> m_numbers; //!< which
    uint32_t m_frames{0};            //!< frames with data so far
};

class Transfer;

/// What one host sends to another, and how.
struct Setup
{
    bool isOffloaded{false};                 //!< whether in trains
    bool isSwitched{false};                  //!< whether a switch is between the hosts
    bool hasFlowControl{true};               //!< whether the hosts have queue discs
    uint32_t bytes{1'000'000};               //!< from the first to the second
    uint32_t bytesBack{0};                   //!< from the second to the first
    uint32_t writeSize{64 * 1024};           //!< what the application writes at once
    const char* rate{"1Gbps"};               //!< of the second host's cable
    uint32_t mss{OFFLOAD_MSS};               //!< bytes of data in a full segment
    Time start{};                            //!< when the first connects
    Ptr<ErrorModel> errors{};                //!< at the second host
    Time end{};                              //!< when the first closes at the latest, if not zero
    std::function<void(Transfer&)> change{}; //!< what else to set, if anything
};

/// Two hosts, perhaps with a switch between them. The first connects to the second.
class Transfer
{
  public:
    /**
     * @param setup what to send
     */
    explicit Transfer(const Setup& setup)
        : m_setup(setup)
    {
        m_left = {setup.bytes, setup.bytesBack};
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(setup.mss));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 20));
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                           StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        EthernetHelper cable;
        if (!setup.hasFlowControl)
        {
            cable.DisableFlowControl();
        }
        cable.SetChannelAttribute("Delay", StringValue("10us"));
        hosts.Create(2);
        if (setup.isSwitched)
        {
            const auto middle = CreateObject<Node>();
            for (uint32_t i = 0; i < 2; ++i)
            {
                cable.SetDeviceAttribute("DataRate", StringValue(i == 0 ? "1Gbps" : setup.rate));
                const auto ends = cable.Install(hosts.Get(i), middle);
                adapters.Add(ends.Get(0));
                ports.Add(ends.Get(1));
            }
            EthernetSwitchHelper().Install(middle, ports);
        }
        else
        {
            cable.SetDeviceAttribute("DataRate", StringValue(setup.rate));
            adapters = cable.Install(hosts);
        }
        if (setup.errors)
        {
            adapters.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(setup.errors));
        }
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(adapters);
        if (setup.isOffloaded)
        {
            TcpOffloadHelper().Install(hosts);
        }
        if (setup.change)
        {
            setup.change(*this);
        }
    }

    ~Transfer()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Send everything, and close.
    void Run()
    {
        const auto type =
            m_setup.isOffloaded ? TcpHostSocketFactory::GetTypeId() : TcpSocketFactory::GetTypeId();
        const auto listener = Socket::CreateSocket(hosts.Get(1), type);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&Transfer::Accept, this));
        listener->Listen();
        const auto client = Socket::CreateSocket(hosts.Get(0), type);
        Connect(client, 0);
        client->SetConnectCallback(MakeCallback(&Transfer::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        Simulator::Schedule(m_setup.start, [client] {
            client->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 9));
        });
        if (m_setup.end.IsStrictlyPositive())
        {
            Simulator::Schedule(m_setup.end, [client] { client->Close(); });
        }
        Simulator::Run();
        events = Simulator::GetEventCount();
    }

    /**
     * @param host number
     * @return its device
     */
    Ptr<EthernetNetDevice> GetAdapter(uint32_t host) const
    {
        return DynamicCast<EthernetNetDevice>(adapters.Get(host));
    }

    /**
     * @return number of the first host's frames and their bytes, and the second's
     */
    std::array<uint64_t, 4> GetCounts() const
    {
        return {GetAdapter(0)->GetSentFrames(),
                GetAdapter(0)->GetSentWireBytes(),
                GetAdapter(1)->GetSentFrames(),
                GetAdapter(1)->GetSentWireBytes()};
    }

    NodeContainer hosts;                //!< client and server
    NetDeviceContainer adapters;        //!< of the hosts
    NetDeviceContainer ports;           //!< of the switch, if there is one
    std::array<uint32_t, 2> received{}; //!< bytes that each host received
    std::array<Time, 2> last{};         //!< when the last of them arrived
    std::array<uint32_t, 2> again{};    //!< segments that each host sent again
    std::array<bool, 2> isClosed{};     //!< whether the peer of each closed
    Time lastSent{};                    //!< when the first host's connection sent last
    bool isIntact{true};                //!< whether all bytes were the right ones
    uint64_t events{0};                 //!< of the simulator

  private:
    /**
     * @param socket of a host
     * @param host number
     */
    void Connect(Ptr<Socket> socket, uint32_t host)
    {
        m_sockets[host] = socket;
        socket->SetRecvCallback(MakeCallback(&Transfer::Receive, this));
        socket->SetSendCallback(MakeCallback(&Transfer::Continue, this));
        socket->SetCloseCallbacks(MakeCallback(&Transfer::Closed, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
        socket->TraceConnectWithoutContext("Retransmission",
                                           MakeBoundCallback(&Transfer::Count, &again[host]));
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&Transfer::Sent, this));
    }

    /**
     * @param socket that has connected
     */
    void Connected(Ptr<Socket> socket)
    {
        Continue(socket, socket->GetTxAvailable());
    }

    /**
     * @param socket of the server
     * @param from the client
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        Connect(socket, 1);
        Continue(socket, socket->GetTxAvailable());
    }

    /**
     * @param socket that has room for more
     */
    void Continue(Ptr<Socket> socket, uint32_t /* room */)
    {
        const auto host = socket == m_sockets[0] ? 0 : 1;
        auto& left = m_left[host];
        const auto all = host == 0 ? m_setup.bytes : m_setup.bytesBack;
        while (left > 0 && socket->GetTxAvailable() >= std::min(left, m_setup.writeSize))
        {
            std::vector<uint8_t> bytes(std::min(left, m_setup.writeSize));
            for (uint32_t i = 0; i < bytes.size(); ++i)
            {
                bytes[i] = GetByte(all - left + i);
            }
            socket->Send(Create<Packet>(bytes.data(), bytes.size()));
            left -= bytes.size();
            if (left == 0 && m_setup.bytesBack == 0)
            {
                socket->Close();
            }
        }
    }

    /**
     * @param socket that received something
     */
    void Receive(Ptr<Socket> socket)
    {
        const auto host = socket == m_sockets[0] ? 0 : 1;
        if (host == 0 && m_setup.end.IsStrictlyPositive())
        {
            // What is not read when a host closes makes it reset the connection.
            return;
        }
        while (const auto packet = socket->Recv())
        {
            std::vector<uint8_t> bytes(packet->GetSize());
            packet->CopyData(bytes.data(), bytes.size());
            for (const auto byte : bytes)
            {
                isIntact = isIntact && byte == GetByte(received[host]);
                ++received[host];
            }
            last[host] = Simulator::Now();
        }
    }

    /**
     * @param socket whose peer closed
     */
    void Closed(Ptr<Socket> socket)
    {
        isClosed[socket == m_sockets[0] ? 0 : 1] = true;
        socket->Close();
    }

    /**
     * @param count of segments that left again
     */
    static void Count(uint32_t* count,
                      Ptr<const Packet>,
                      const TcpHeader&,
                      const Address&,
                      const Address&,
                      Ptr<const TcpSocketBase>)
    {
        ++*count;
    }

    /// A connection of a host sends something.
    void Sent(Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase> socket)
    {
        if (socket == m_sockets[0])
        {
            lastSent = Simulator::Now();
        }
    }

    /**
     * @param position of a byte
     * @return the byte
     */
    static uint8_t GetByte(uint32_t position)
    {
        return static_cast<uint8_t>(position * 31 + position / 1009);
    }

    Setup m_setup;                        //!< what to send
    std::array<uint32_t, 2> m_left{};     //!< bytes that each host has yet to write
    std::array<Ptr<Socket>, 2> m_sockets; //!< of client and server
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * What all comparisons of trains with single frames have in common.
 */
class TcpOffloadTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /// What came out of a transfer, frame by frame and in trains.
    struct Pair
    {
        std::array<std::array<uint64_t, 4>, 2> counts{}; //!< as Transfer::GetCounts has them
        std::array<Time, 2> time;                        //!< to the last byte at the server
        std::array<Time, 2> timeBack;                    //!< to the last byte at the client
        std::array<uint32_t, 2> again{};                 //!< segments that left again
        std::array<uint64_t, 2> events{};                //!< of the simulator
    };

    /**
     * Transfer frame by frame and in trains. All bytes must arrive, and the end.
     *
     * @param what is tested
     * @param make makes the setup
     * @return what came out
     */
    Pair Run(const std::string& what, const std::function<Setup()>& make)
    {
        Pair pair;
        for (const auto isOffloaded : {false, true})
        {
            auto setup = make();
            setup.isOffloaded = isOffloaded;
            Transfer transfer(setup);
            transfer.Run();
            NS_TEST_EXPECT_MSG_EQ(transfer.received[1], setup.bytes, what << ": all bytes");
            NS_TEST_EXPECT_MSG_EQ(transfer.received[0], setup.bytesBack, what << ": all back");
            NS_TEST_EXPECT_MSG_EQ(transfer.isIntact, true, what << ": in their order");
            const auto isClosing = setup.bytesBack == 0;
            NS_TEST_EXPECT_MSG_EQ(transfer.isClosed[0], isClosing, what << ": client closed");
            NS_TEST_EXPECT_MSG_EQ(transfer.isClosed[1], isClosing, what << ": server closed");
            pair.counts[isOffloaded] = transfer.GetCounts();
            pair.time[isOffloaded] = transfer.last[1] - setup.start;
            pair.timeBack[isOffloaded] = transfer.last[0] - setup.start;
            pair.again[isOffloaded] = transfer.again[0] + transfer.again[1];
            pair.events[isOffloaded] = transfer.events;
        }
        return pair;
    }

    /**
     * The last byte must arrive at most a frame's time apart.
     *
     * @param what is tested
     * @param pair what came out
     */
    void CheckTime(const std::string& what, const Pair& pair)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(pair.time[1], pair.time[0], FRAME, what << ": last byte");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Without loss every frame and every byte on the wire is that of single frames.
 */
class TcpOffloadSameTestCase : public TcpOffloadTestCase
{
  public:
    TcpOffloadSameTestCase()
        : TcpOffloadTestCase("trains without loss")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto bytes : {1U, 1448U, 1449U, 10'000U, 100'000U, 1'000'000U})
        {
            const auto size = std::to_string(bytes);
            Check(size + " bytes", {.bytes = bytes});
            Check(size + " without disc", {.hasFlowControl = false, .bytes = bytes});
            Check(size + " switched",
                  {.isSwitched = true, .hasFlowControl = false, .bytes = bytes});
        }
        const Setup switched{.isSwitched = true, .hasFlowControl = false};
        auto setup = switched;
        setup.change = [](Transfer& transfer) { Disable(transfer.adapters.Get(1)); };
        Check("receiver without Offload", setup);
        setup.change = [](Transfer& transfer) { Disable(transfer.adapters.Get(0)); };
        Check("sender without Offload", setup);
        for (const auto port : {0U, 1U})
        {
            setup.change = [port](Transfer& transfer) { Disable(transfer.ports.Get(port)); };
            Check("port " + std::to_string(port) + " without Offload", setup);
        }
        for (const auto size : {512U, 5000U})
        {
            setup = switched;
            setup.writeSize = size;
            Check("writes of " + std::to_string(size), setup);
            setup.change = [](Transfer&) {
                Config::SetDefault("ns3::TcpSocket::TcpNoDelay", BooleanValue(false));
            };
            Check("Nagle with writes of " + std::to_string(size), setup);
        }
        setup = switched;
        setup.change = [](Transfer&) {
            Config::SetDefault("ns3::TcpOffloadSocket::OffloadSize", UintegerValue(8000));
        };
        Check("trains of five segments", setup);
        Events({.bytes = 10'000'000});
        Events({.isSwitched = true, .hasFlowControl = false, .bytes = 10'000'000});
    }

    /**
     * @param device that shall not pass trains whole
     */
    static void Disable(Ptr<NetDevice> device)
    {
        device->SetAttribute("Offload", BooleanValue(false));
    }

    /**
     * @param what is tested
     * @param setup of the transfer
     * @return what came out
     */
    Pair Check(const std::string& what, const Setup& setup)
    {
        const auto pair = Run(what, [&setup] { return setup; });
        for (std::size_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(pair.counts[1][i], pair.counts[0][i], what << ": count " << i);
        }
        CheckTime(what, pair);
        NS_TEST_EXPECT_MSG_EQ(pair.again[0], 0, what << ": nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(pair.again[1], 0, what << ": nothing is lost");
        return pair;
    }

    /**
     * Trains are there for this.
     *
     * @param setup of a long transfer
     */
    void Events(const Setup& setup)
    {
        const auto pair = Check("long", setup);
        NS_TEST_EXPECT_MSG_LT(10 * pair.events[1], pair.events[0], "a tenth of the events");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * One acknowledgement per train, and data in both directions at once.
 */
class TcpOffloadAckTestCase : public TcpOffloadTestCase
{
  public:
    TcpOffloadAckTestCase()
        : TcpOffloadTestCase("acknowledgements")
    {
    }

  private:
    void DoRun() override
    {
        const auto few = Run("AckPerTrain", [] {
            return Setup{.isSwitched = true, .hasFlowControl = false, .change = [](Transfer&) {
                             Config::SetDefault("ns3::TcpOffloadSocket::AckPerTrain",
                                                BooleanValue(true));
                         }};
        });
        NS_TEST_EXPECT_MSG_EQ(few.counts[1][0], few.counts[0][0], "the same data");
        NS_TEST_EXPECT_MSG_EQ(few.counts[1][1], few.counts[0][1], "the same data");
        NS_TEST_EXPECT_MSG_LT(4 * few.counts[1][2], few.counts[0][2], "few acknowledgements");
        NS_TEST_EXPECT_MSG_EQ(few.again[1], 0, "nothing is lost");
        for (const auto isSwitched : {false, true})
        {
            const auto both = Run("two-way", [isSwitched] {
                return Setup{.isSwitched = isSwitched,
                             .hasFlowControl = false,
                             .bytesBack = 1'000'000};
            });
            NS_TEST_EXPECT_MSG_EQ(both.again[1], 0, "nothing is lost");
            // Which data takes which acknowledgement along differs a little.
            NS_TEST_EXPECT_MSG_EQ_TOL(both.time[1], both.time[0], both.time[0] / 20, "time");
            NS_TEST_EXPECT_MSG_EQ_TOL(both.timeBack[1],
                                      both.timeBack[0],
                                      both.timeBack[0] / 20,
                                      "time back");
            for (std::size_t i = 0; i < 4; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(both.counts[1][i],
                                          both.counts[0][i],
                                          both.counts[0][i] / 100,
                                          "count " << i);
            }
        }
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A frame of a train is lost: what happens is what happens frame by frame.
 */
class TcpOffloadLossTestCase : public TcpOffloadTestCase
{
  public:
    TcpOffloadLossTestCase()
        : TcpOffloadTestCase("loss")
    {
    }

  private:
    void DoRun() override
    {
        // The last is number 690: 690 * 1448 = 999,120.
        for (const auto isSwitched : {false, true})
        {
            for (const auto number : {0U, 1U, 5U, 10U, 45U, 100U, 300U, 600U, 688U, 689U, 690U})
            {
                One(isSwitched, number);
            }
        }
        for (const auto rate : {0.001, 0.01})
        {
            Mean("random loss", [rate](uint32_t run) {
                const auto errors = CreateObject<RateErrorModel>();
                errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
                errors->SetAttribute("ErrorRate", DoubleValue(rate));
                errors->AssignStreams(run);
                return Setup{.hasFlowControl = false,
                             .bytes = 2'000'000,
                             .errors = errors,
                             .change = ShortenTimeouts};
            });
        }
        Mean("drop-tail queue", [](uint32_t run) {
            return Setup{.isSwitched = true,
                         .hasFlowControl = false,
                         .bytes = 2'000'000,
                         .rate = "100Mbps",
                         .mss = OFFLOAD_MSS - 16 * run,
                         .start = MicroSeconds(137 * run),
                         .change = [](Transfer& transfer) {
                             transfer.ports.Get(1)->SetAttribute("QueueSize", StringValue("64p"));
                             ShortenTimeouts(transfer);
                         }};
        });
    }

    /// A timeout shall not take longer than the transfer: the mean would be that of a few runs.
    static void ShortenTimeouts(Transfer& /* transfer */)
    {
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(2)));
        Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(1)));
    }

    /**
     * @param isSwitched whether a switch is between the hosts
     * @param number of the frame with data that is lost
     */
    void One(bool isSwitched, uint32_t number)
    {
        const auto what = "without frame " + std::to_string(number);
        const auto pair = Run(what, [isSwitched, number] {
            return Setup{.isSwitched = isSwitched,
                         .hasFlowControl = false,
                         .errors = CreateObject<NthDataErrorModel>(std::vector{number})};
        });
        for (const auto again : pair.again)
        {
            NS_TEST_EXPECT_MSG_EQ(again, 1, what << ": it is sent again");
        }
        NS_TEST_EXPECT_MSG_EQ(pair.counts[1][0], pair.counts[0][0], what << ": frames");
        NS_TEST_EXPECT_MSG_EQ(pair.counts[1][1], pair.counts[0][1], what << ": their bytes");
        CheckTime(what, pair);
    }

    /**
     * The mean time of 20 runs must be at most 5 % apart.
     *
     * @param what is tested
     * @param make makes the setup of a run
     */
    void Mean(const std::string& what, const std::function<Setup(uint32_t)>& make)
    {
        std::array<Time, 2> sum;
        for (uint32_t run = 0; run < 20; ++run)
        {
            const auto pair = Run(what, [&make, run] { return make(run); });
            sum[0] += pair.time[0];
            sum[1] += pair.time[1];
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum[1], sum[0], sum[0] / 20, what << ": mean time");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A host resets a connection while trains and acknowledgements are on their way and data wait for
 * the adapter: nothing is sent any more.
 */
class TcpOffloadEndTestCase : public TestCase
{
  public:
    TcpOffloadEndTestCase()
        : TestCase("reset while data wait")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 3; i <= 100; ++i)
        {
            const auto end = MicroSeconds(1'370 * i);
            const Setup setup{.isOffloaded = true,
                              .hasFlowControl = false,
                              .bytes = 2'000'000,
                              .bytesBack = 2'000'000,
                              .rate = "10Mbps",
                              .errors = CreateObject<NthDataErrorModel>(std::vector{8U, 40U, 70U}),
                              .end = end};
            Transfer transfer(setup);
            transfer.Run();
            NS_TEST_EXPECT_MSG_EQ(transfer.lastSent, end, "the reset is sent last");
        }
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * TCP with segmentation offload, against TCP without.
 */
class TcpOffloadTestSuite : public TestSuite
{
  public:
    TcpOffloadTestSuite()
        : TestSuite("ethernet-tcp-offload", Type::UNIT)
    {
        AddTestCase(new TcpOffloadSameTestCase, Duration::QUICK);
        AddTestCase(new TcpOffloadAckTestCase, Duration::QUICK);
        AddTestCase(new TcpOffloadLossTestCase, Duration::QUICK);
        AddTestCase(new TcpOffloadEndTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpOffloadTestSuite g_tcpOffloadTestSuite;
