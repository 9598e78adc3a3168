/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One host sends to another over several links. The cable of the first link is pulled and put back.
// Prints when links are used and left, what arrived, and for how long nothing did; --series=FILE
// writes throughput over time.
//
//     bond-example --mode=active-backup
//     bond-example --mode=802.3ad --lacpRate=fast --flows=8 --series=series.csv

#include "ns3/application-container.h"
#include "ns3/bond-helper.h"
#include "ns3/bond-net-device.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/capture-file.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/ethernet-train.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    std::string mode{"802.3ad"};        //!< how links share frames
    std::string hashPolicy{"layer3+4"}; //!< which link a frame takes
    std::string lacpRate{"fast"};       //!< slow or fast
    Time monitor{MilliSeconds(100)};    //!< how often links are looked at
    std::string path{"direct"};         //!< direct or switch
    std::string offload{"tso"};         //!< none or tso
    uint32_t links{2};                  //!< cables
    uint32_t flows{8};                  //!< connections
    DataRate rate{"1Gbps"};             //!< of every cable
    Time delay{MicroSeconds(1)};        //!< of every cable
    uint64_t bytes{60'000'000};         //!< of every connection
    Time start{Seconds(4)};             //!< of the transfer
    Time pull{MilliSeconds(4500)};      //!< when the first cable is pulled
    Time putBack{Seconds(5)};           //!< when it is put back
    Time time{Seconds(30)};             //!< the end at the latest
    Time interval{MilliSeconds(100)};   //!< between rows of the series
    std::string series;                 //!< file for throughput over time, empty for none
    std::string pcap;                   //!< file for a capture of the first link, empty for none
};

/// Bytes of data in a segment.
constexpr uint32_t MSS = 1448;

/// Two hosts, their bonds and what is counted.
class Transfer
{
  public:
    /**
     * @param options what the user chose
     */
    explicit Transfer(const Options& options);

    /// Run the simulation and print what happened.
    void Run();

  private:
    /// Set what all sockets have.
    static void Configure();

    /**
     * Join the hosts.
     *
     * @return their bonds
     */
    NetDeviceContainer Connect();

    /**
     * Join the first host and another node.
     *
     * @param other the other node
     * @return their bonds
     */
    NetDeviceContainer Join(Ptr<Node> other);

    /**
     * Let the first host send to the other.
     *
     * @param address of the other
     */
    void Send(Ipv4Address address);

    /// Have the first cable pulled and put back, and count what happens on all.
    void Watch();

    /// Capture the first link at the sender.
    void Capture();

    /**
     * @param link number of a link
     * @param isUsed whether it is used from now on
     */
    void TellLink(uint32_t link, bool isUsed);

    /**
     * @param link number of a link
     * @param packet what arrived at its far end
     */
    void CountFrames(uint32_t link, Ptr<const Packet> packet);

    /**
     * @param flow number of a connection
     * @param packet what arrived at its application
     * @param from who sent it
     */
    void CountData(uint32_t flow, Ptr<const Packet> packet, const Address& from);

    /**
     * @param packet what was lost with the cable
     */
    void CountLost(Ptr<const Packet> packet);

    /// Write a row of the series.
    void Sample();

    /// Print what happened.
    void Print() const;

    const Options& m_options;                 //!< what the user chose
    std::unique_ptr<ResultFile> m_file;       //!< for the series, null for none
    std::unique_ptr<CaptureFile> m_capture;   //!< of the first link, null for none
    std::ostringstream m_rows;                //!< the series
    EthernetHelper m_cable;                   //!< makes cables
    BondHelper m_bondHelper;                  //!< makes bonds
    NodeContainer m_hosts;                    //!< sender and receiver
    Ptr<BondNetDevice> m_bond;                //!< of the sender
    Ptr<BondNetDevice> m_peer;                //!< at the far ends of its links
    ApplicationContainer m_sinks;             //!< one for each connection
    std::vector<uint64_t> m_wireBytes;        //!< that arrived over each link
    std::vector<uint64_t> m_sampledWireBytes; //!< the same at the last row
    uint64_t m_data{0};                       //!< bytes that applications have
    uint64_t m_sampledData{0};                //!< the same at the last row
    uint64_t m_lost{0};                       //!< frames lost with the cable
    Time m_last;                              //!< when data last arrived
    std::vector<Time> m_lastOfFlow;           //!< the same for each connection
    Time m_pause;                             //!< longest time without data of a connection
};

Transfer::Transfer(const Options& options)
    : m_options(options),
      m_hosts(2),
      m_wireBytes(options.links),
      m_sampledWireBytes(options.links),
      m_last(options.start)
{
    if (!options.series.empty())
    {
        m_file = std::make_unique<ResultFile>(options.series);
    }
    Configure();
    const auto devices = Connect();
    InternetStackHelper().Install(m_hosts);
    if (options.offload == "tso")
    {
        TcpOffloadHelper().Install(m_hosts);
    }
    Send(Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1));
    Watch();
    if (!options.pcap.empty())
    {
        Capture();
    }
}

void
Transfer::Configure()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(512 * 1024));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(128 * 1024));
    // As Linux has them.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
}

NetDeviceContainer
Transfer::Connect()
{
    m_cable.SetDeviceAttribute("DataRate", DataRateValue(m_options.rate));
    m_cable.SetChannelAttribute("Delay", TimeValue(m_options.delay));
    m_bondHelper.SetAttribute("Mode", StringValue(m_options.mode));
    m_bondHelper.SetAttribute("TransmitHashPolicy", StringValue(m_options.hashPolicy));
    m_bondHelper.SetAttribute("MonitorInterval", TimeValue(m_options.monitor));
    m_bondHelper.SetAttribute("LacpFast", BooleanValue(m_options.lacpRate == "fast"));
    if (m_options.path == "direct")
    {
        return Join(m_hosts.Get(1));
    }
    const auto middle = CreateObject<Node>();
    const auto near = Join(middle);
    // The receiver's bond is not of interest, and its cables are not touched.
    const auto far = m_bondHelper.Install(m_hosts.Get(1), middle, m_options.links, m_cable);
    EthernetSwitchHelper().Install(middle, NetDeviceContainer(near.Get(1), far.Get(1)));
    return {near.Get(0), far.Get(0)};
}

NetDeviceContainer
Transfer::Join(Ptr<Node> other)
{
    const auto bonds = m_bondHelper.Install(m_hosts.Get(0), other, m_options.links, m_cable);
    m_bond = DynamicCast<BondNetDevice>(bonds.Get(0));
    m_peer = DynamicCast<BondNetDevice>(bonds.Get(1));
    return bonds;
}

void
Transfer::Send(Ipv4Address address)
{
    // Ports that mean nothing to Wireshark.
    constexpr uint16_t FIRST_PORT = 60000;
    const std::string factory =
        m_options.offload == "tso" ? "ns3::TcpHostSocketFactory" : "ns3::TcpSocketFactory";
    for (uint32_t i = 0; i < m_options.flows; ++i)
    {
        const auto port = static_cast<uint16_t>(FIRST_PORT + i);
        const InetSocketAddress any(Ipv4Address::GetAny(), port);
        m_sinks.Add(PacketSinkHelper(factory, any).Install(m_hosts.Get(1)));
        m_sinks.Get(i)->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&Transfer::CountData, this).Bind(i));
        BulkSendHelper sender(factory, InetSocketAddress(address, port));
        // Whole segments, or some would leave half full.
        sender.SetAttribute("SendSize", UintegerValue(MSS));
        sender.SetAttribute("MaxBytes", UintegerValue(m_options.bytes));
        // One after the other: ARP keeps three packets while it asks.
        m_lastOfFlow.push_back(m_options.start + MilliSeconds(20) * i);
        sender.Install(m_hosts.Get(0)).Start(m_lastOfFlow.back());
    }
}

void
Transfer::Watch()
{
    m_bond->TraceConnectWithoutContext("Link", MakeCallback(&Transfer::TellLink, this));
    for (uint32_t i = 0; i < m_options.links; ++i)
    {
        m_peer->GetLink(i)->TraceConnectWithoutContext(
            "MacPromiscRx",
            MakeCallback(&Transfer::CountFrames, this).Bind(i));
    }
    const auto cable = DynamicCast<EthernetChannel>(m_bond->GetLink(0)->GetChannel());
    cable->TraceConnectWithoutContext("Lose", MakeCallback(&Transfer::CountLost, this));
    if (m_options.pull.IsStrictlyPositive())
    {
        Simulator::Schedule(m_options.pull, &EthernetChannel::Disconnect, cable);
        Simulator::Schedule(m_options.putBack, &EthernetChannel::Reconnect, cable);
    }
}

void
Transfer::Capture()
{
    constexpr uint32_t ETHERNET = 1;
    // Whole LACPDUs, and all headers of the others: the rest is zeros.
    constexpr uint32_t KEPT = 128;
    m_capture = std::make_unique<CaptureFile>(m_options.pcap,
                                              ETHERNET,
                                              CaptureFile::Resolution::NANOSECONDS,
                                              KEPT);
    m_bond->GetLink(0)->TraceConnectWithoutContext(
        "Sniffer",
        Callback<void, Ptr<const Packet>>(
            [this](Ptr<const Packet> frame) { m_capture->Write(Simulator::Now(), frame); }));
}

void
Transfer::TellLink(uint32_t link, bool isUsed)
{
    std::cout << "at " << std::fixed << std::setprecision(3) << Simulator::Now().GetSeconds()
              << " s link " << link + 1 << " is " << (isUsed ? "used" : "left") << "\n";
}

void
Transfer::CountFrames(uint32_t link, Ptr<const Packet> packet)
{
    EthernetTrainTag tag;
    m_wireBytes[link] += packet->PeekPacketTag(tag)
                             ? tag.GetTrain().GetWireBytes()
                             : EthernetFraming::GetWireBytes(packet->GetSize());
}

void
Transfer::CountData(uint32_t flow, Ptr<const Packet> packet, const Address& /* from */)
{
    const auto now = Simulator::Now();
    m_pause = std::max(m_pause, now - m_lastOfFlow[flow]);
    m_lastOfFlow[flow] = now;
    m_last = now;
    m_data += packet->GetSize();
    if (m_data == m_options.bytes * m_options.flows)
    {
        Simulator::Stop();
    }
}

void
Transfer::CountLost(Ptr<const Packet> packet)
{
    EthernetTrainTag tag;
    m_lost += packet->PeekPacketTag(tag) ? tag.GetTrain().frames : 1;
}

void
Transfer::Sample()
{
    const auto seconds = m_options.interval.GetSeconds();
    m_rows << Simulator::Now().GetSeconds() << ","
           << static_cast<double>(m_data - m_sampledData) / seconds / 1e6;
    m_sampledData = m_data;
    for (uint32_t i = 0; i < m_options.links; ++i)
    {
        const auto bytes = static_cast<double>(m_wireBytes[i] - m_sampledWireBytes[i]);
        m_rows << "," << bytes / seconds / 1e6;
        m_sampledWireBytes[i] = m_wireBytes[i];
    }
    m_rows << "\n";
    Simulator::Schedule(m_options.interval, &Transfer::Sample, this);
}

void
Transfer::Run()
{
    m_rows << "time_s,data_MB_s";
    for (uint32_t i = 1; i <= m_options.links; ++i)
    {
        m_rows << ",link" << i << "_MB_s";
    }
    m_rows << "\n";
    Simulator::Schedule(m_options.interval, &Transfer::Sample, this);
    Simulator::Stop(m_options.time);
    Simulator::Run();
    Print();
    Simulator::Destroy();
    if (m_file)
    {
        m_file->Write(m_rows.str());
        m_file->Commit();
    }
    if (m_capture)
    {
        m_capture->Commit();
    }
}

void
Transfer::Print() const
{
    const auto print = [](const std::string& what, double figure, const std::string& unit) {
        std::cout << std::left << std::setw(24) << what << std::right << std::setw(12) << std::fixed
                  << std::setprecision(3) << figure << " " << unit << "\n";
    };
    for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
    {
        const auto bytes = DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
        print("connection " + std::to_string(i + 1), static_cast<double>(bytes) / 1e6, "MB");
    }
    const auto seconds = (m_last - m_options.start).GetSeconds();
    print("time", seconds, "s");
    print("throughput", seconds > 0 ? static_cast<double>(m_data) / seconds / 1e6 : 0, "MB/s");
    for (uint32_t i = 0; i < m_options.links; ++i)
    {
        print("link " + std::to_string(i + 1), static_cast<double>(m_wireBytes[i]) / 1e6, "MB");
    }
    print("frames lost with cable", static_cast<double>(m_lost), "");
    print("longest pause", m_pause.GetSeconds() * 1e3, "ms");
}

/**
 * @param options of the program
 * @param chosen what the user chooses of bonds
 */
void
AddBondOptions(ProgramOptions& options, Options& chosen)
{
    options.Add("mode",
                "How links share frames",
                chosen.mode,
                WordRule({"active-backup", "balance-xor", "802.3ad"}));
    options.Add("hashPolicy",
                "Which addresses decide over which link a frame goes",
                chosen.hashPolicy,
                WordRule({"layer2", "layer2+3", "layer3+4"}));
    options.Add("lacpRate",
                "How often LACPDUs are sent: every 30 s or every second",
                chosen.lacpRate,
                WordRule({"slow", "fast"}));
    options.Add("monitor",
                "How often it is looked which links are up; 0s to notice at once",
                chosen.monitor,
                TimeRule("0s", "100ms"));
    options.Add("links", "Cables between the hosts", chosen.links, IntegerRule("2", "16"));
}

/**
 * @param options of the program
 * @param chosen what the user chooses of the path and the transfer
 */
void
AddTransferOptions(ProgramOptions& options, Options& chosen)
{
    options.Add("path",
                "What is between the hosts: nothing, or a switch with a bond towards each",
                chosen.path,
                WordRule({"direct", "switch"}));
    options.Add("offload",
                "Segmentation of TCP: none, in the hosts, or tso, in their adapters",
                chosen.offload,
                WordRule({"none", "tso"}));
    options.Add("flows", "TCP connections", chosen.flows, IntegerRule("1", "1000"));
    options.Add("rate", "Rate of each cable", chosen.rate, RateRule());
    options.Add("delay", "Delay of each cable", chosen.delay, TimeRule("0s", "1us"));
    options.Add("bytes",
                "What each connection carries",
                chosen.bytes,
                IntegerRule("1", "1000000000000", "bytes", "60000000"));
    options.Add("start",
                "When the transfer starts; LACP needs 3 s to agree",
                chosen.start,
                TimeRule("0s", "4s"));
    options.Add("pull",
                "When the cable of the first link is pulled; 0s for never",
                chosen.pull,
                TimeRule("0s", "4500ms"));
    options.Add("putBack", "When that cable is put back", chosen.putBack, TimeRule("0s", "5s"));
    options.Add("time", "The end at the latest", chosen.time, TimeRule("1ns", "30s"));
}

/**
 * @param options of the program
 * @param chosen what the user chooses of the files
 */
void
AddFileOptions(ProgramOptions& options, Options& chosen)
{
    options.Add("interval",
                "Time between rows of the series",
                chosen.interval,
                TimeRule("1us", "100ms"));
    options.Add("series",
                "File for throughput over time, CSV; empty for none",
                chosen.series,
                TextRule("series.csv"));
    options.Add("pcap",
                "File for a capture of the first link at the sender; empty for none",
                chosen.pcap,
                TextRule("link1.pcap"));
}

} // namespace

int
main(int argc, char* argv[])
{
    Options chosen;
    ProgramOptions options("bond-example",
                           "One host sends to another over bonded links, of which one cable "
                           "is pulled and put back.");
    AddBondOptions(options, chosen);
    AddTransferOptions(options, chosen);
    AddFileOptions(options, chosen);
    return options.Run(argc, argv, [&chosen] {
        if (chosen.pull.IsStrictlyPositive() && chosen.putBack < chosen.pull)
        {
            std::ostringstream times;
            times << chosen.putBack.As(Time::S) << " is before pull, " << chosen.pull.As(Time::S);
            throw UserError("putBack: " + times.str());
        }
        Transfer(chosen).Run();
        return 0;
    });
}
