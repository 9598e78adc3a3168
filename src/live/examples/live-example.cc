/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * A simulated host on a real network: answers pings, takes what is sent to it by TCP, and sends if
 * told to. SIGTERM ends it.
 */

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/live-network-helper.h"
#include "ns3/live-signals.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <csignal>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    std::string tap;                     //!< TAP device, empty for none
    std::string interface;               //!< network interface, empty for none
    int32_t descriptor{-1};              //!< open descriptor, below 0 for none
    std::string address{"192.0.2.2/24"}; //!< of the simulated host
    uint32_t mtu{1500};                  //!< of the network
    bool offload{false};                 //!< whether trains of segments pass whole
    uint32_t port{5001};                 //!< of what is taken, and sent to
    std::string sendTo;                  //!< address of a peer, empty for none
    uint64_t bytes{100'000'000};         //!< to send
    std::string capture;                 //!< file, empty for none
    Time time{Seconds(3600)};            //!< for how long
};

/// Headers of IP and of TCP with timestamps.
constexpr uint32_t TCP_HEADERS = 20 + 32;

/// A simulated host on a real network.
class LiveHost
{
  public:
    /**
     * @param options what the user chose
     */
    explicit LiveHost(const Options& options);

    /// Run the simulation and print what happened.
    void Run();

  private:
    /// Put the host on the network.
    void Connect();

    /// Let the host take what is sent to it, and send.
    void StartApplications();

    /**
     * @param packet what was taken
     * @param peer who sent it
     */
    void Take(Ptr<const Packet> packet, const Address& peer);

    /// Print what happened until now.
    void Print() const;

    const Options& m_options;    //!< what the user chose
    Ptr<Node> m_host;            //!< the host
    Ptr<LiveNetDevice> m_device; //!< its adapter
    Ptr<PacketSink> m_sink;      //!< takes what is sent to it
    uint64_t m_taken{0};         //!< bytes taken
    Time m_first;                //!< when the first was taken
    Time m_last;                 //!< when the last was taken
};

LiveHost::LiveHost(const Options& options)
    : m_options(options),
      m_host(CreateObject<Node>())
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(options.mtu - TCP_HEADERS));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 19));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 19));
    Connect();
    StartApplications();
}

void
LiveHost::Connect()
{
    LiveNetworkHelper network;
    network.SetDeviceAttribute("Offload", BooleanValue(m_options.offload));
    network.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_host);
    if (!m_options.tap.empty())
    {
        m_device = network.InstallTap(m_host, m_options.tap);
    }
    else if (!m_options.interface.empty())
    {
        m_device = network.InstallInterface(m_host, m_options.interface);
    }
    else if (m_options.descriptor >= 0)
    {
        m_device = network.InstallDescriptor(m_host, m_options.descriptor);
    }
    else
    {
        throw UserError("one of --tap, --interface and --descriptor is needed");
    }
    LiveNetworkHelper::AssignAddress(m_device, m_options.address);
    if (!m_options.capture.empty())
    {
        network.EnablePcap(m_options.capture, m_device, true, true);
    }
}

void
LiveHost::StartApplications()
{
    TcpHostSocketFactory::Install(m_host,
                                  m_options.offload ? TcpHostSocketFactory::Kind::OFFLOAD
                                                    : TcpHostSocketFactory::Kind::LEAN);
    const std::string tcp = "ns3::TcpHostSocketFactory";
    const auto port = static_cast<uint16_t>(m_options.port);
    const auto sinks =
        PacketSinkHelper(tcp, InetSocketAddress(Ipv4Address::GetAny(), port)).Install(m_host);
    m_sink = DynamicCast<PacketSink>(sinks.Get(0));
    m_sink->TraceConnectWithoutContext("Rx", MakeCallback(&LiveHost::Take, this));
    if (!m_options.sendTo.empty())
    {
        const auto peer = LiveNetworkHelper::ParseAddress(m_options.sendTo);
        BulkSendHelper sender(tcp, InetSocketAddress(peer, port));
        sender.SetAttribute("MaxBytes", UintegerValue(m_options.bytes));
        sender.SetAttribute("SendSize", UintegerValue(65'536));
        sender.Install(m_host);
    }
}

void
LiveHost::Take(Ptr<const Packet> packet, const Address& /* peer */)
{
    m_first = m_taken == 0 ? Simulator::Now() : m_first;
    m_last = Simulator::Now();
    m_taken += packet->GetSize();
}

void
LiveHost::Run()
{
    LiveSignals signals;
    signals.Handle(SIGTERM, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
    signals.Handle(SIGINT, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
    signals.Handle(SIGUSR1, MakeCallback(&LiveHost::Print, this));
    Simulator::Stop(m_options.time);
    std::cout << "ready" << std::endl;
    Simulator::Run();
    Print();
    Simulator::Destroy();
}

void
LiveHost::Print() const
{
    const auto print = [](const std::string& what, double figure, const std::string& unit) {
        std::cout << std::left << std::setw(20) << what << std::right << std::setw(14) << std::fixed
                  << std::setprecision(3) << figure << " " << unit << "\n";
    };
    const auto& counters = m_device->GetCounters();
    const auto lag = LiveSimulatorImpl::Get()->GetLag().GetRun();
    const auto seconds = (m_last - m_first).GetSeconds();
    print("taken", static_cast<double>(m_taken) / 1e6, "MB");
    print("rate", seconds > 0 ? static_cast<double>(m_taken) / seconds / 1e6 : 0, "MB/s");
    print("frames sent", static_cast<double>(counters.sentFrames), "");
    print("frames received", static_cast<double>(counters.receivedFrames), "");
    print("frames not sent", static_cast<double>(counters.fullDrops + counters.refusedDrops), "");
    print("frames too late", static_cast<double>(counters.lateDrops), "");
    print("frames malformed", static_cast<double>(counters.malformedDrops), "");
    print("frames damaged", static_cast<double>(counters.checksumDrops), "");
    print("lag, median", lag.GetPercentile(50).GetSeconds() * 1e3, "ms");
    print("lag, 99 %", lag.GetPercentile(99).GetSeconds() * 1e3, "ms");
    print("lag, greatest", lag.GetMax().GetSeconds() * 1e3, "ms");
    print("processor time", static_cast<double>(std::clock()) / CLOCKS_PER_SEC, "s");
    std::cout << std::flush;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options chosen;
    ProgramOptions options("live-example", "A simulated host on a real network.");
    options.Add("tap",
                "Network interface of a TAP device that the host is plugged into",
                chosen.tap,
                TextRule("tap0"));
    options.Add("interface",
                "Network interface that the host uses, such as one end of a veth pair",
                chosen.interface,
                TextRule("veth0"));
    options.Add("descriptor",
                "Open file descriptor that the host uses; below 0 for none",
                chosen.descriptor,
                IntegerRule("-1", "65535"));
    options.Add("address", "Address of the host", chosen.address, TextRule("192.0.2.2/24"));
    options.Add("mtu",
                "Longest packet of the network",
                chosen.mtu,
                IntegerRule("576", "9216", "bytes"));
    options.AddSwitch("offload", "Leave TCP's segments to the other end", chosen.offload);
    options.Add("port", "Port of TCP", chosen.port, IntegerRule("1", "65535"));
    options.Add("sendTo",
                "Address of a peer that listens and that the host sends to",
                chosen.sendTo,
                TextRule("192.0.2.1"));
    options.Add("bytes",
                "How much to send",
                chosen.bytes,
                IntegerRule("1", "1000000000000", "bytes"));
    options.Add("capture", "File for a capture", chosen.capture, TextRule("live.pcap"));
    options.Add("time", "For how long", chosen.time, TimeRule("1ns", "1h"));
    return options.Run(argc, argv, [&chosen] {
        LiveSimulatorImpl::Select();
        LiveHost(chosen).Run();
        return 0;
    });
}
