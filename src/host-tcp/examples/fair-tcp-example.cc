/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Bulk connections between two hosts over a path that loses packets, with and without TCP control
// block sharing. Prints what each connection has transferred, the mean and the deviation of its
// window, and the same of the sum; --windows=FILE writes all windows over time.
//
//     fair-tcp-example --sharing=none --loss=0.01
//     fair-tcp-example --sharing=ensemble --loss=0.01 --windows=windows.csv

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/fair-tcp-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Port of the receivers, and of the next one, and so on.
constexpr uint16_t PORT = 5001;

/// Bytes of data in a segment.
constexpr uint32_t MSS = 1448;

/// How often windows are looked at.
const Time INTERVAL = MilliSeconds(10);

/// What the command line says.
struct Options
{
    std::string sharing{"ensemble"};             //!< none, ensemble or temporal
    std::string algorithm{"ns3::TcpLinuxReno"};  //!< congestion control
    std::string recovery{"ns3::TcpPrrRecovery"}; //!< fast recovery
    uint32_t connections{4};                     //!< how many
    double loss{0.01};                           //!< share of packets lost, each way
    Time delay{MilliSeconds(4)};                 //!< one way
    DataRate rate{"1Gbps"};                      //!< of the path
    Time minRto{MilliSeconds(300)};              //!< above 200 ms of delayed ACKs
    Time duration{Seconds(20)};                  //!< of the transfers
    std::string windows;                         //!< file for all windows, empty for none
};

/**
 * @param option name of an option
 * @param name what it names
 * @param base the class that it may name
 */
void
CheckType(const std::string& option, const std::string& name, TypeId base)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid) || !tid.IsChildOf(base) || !tid.HasConstructor())
    {
        throw UserError(option + ": \"" + name + "\" names no such algorithm of TCP");
    }
}

/// Mean and deviation of a window over time.
class WindowMoments
{
  public:
    /**
     * @param segments the window, segments
     */
    void Add(double segments)
    {
        ++m_n;
        m_sum += segments;
        m_squares += segments * segments;
    }

    /**
     * @return mean, segments
     */
    double GetMean() const
    {
        return m_n == 0 ? 0 : m_sum / m_n;
    }

    /**
     * @return standard deviation, segments
     */
    double GetDeviation() const
    {
        return m_n == 0 ? 0 : std::sqrt(std::max(0.0, m_squares / m_n - GetMean() * GetMean()));
    }

  private:
    uint32_t m_n{0};     //!< how many
    double m_sum{0};     //!< segments
    double m_squares{0}; //!< segments squared
};

/// The hosts, their connections and what is counted.
class Experiment
{
  public:
    /**
     * @param options what the command line says
     */
    explicit Experiment(const Options& options)
        : m_options(options),
          m_moments(options.connections)
    {
        CheckType("algorithm", m_options.algorithm, TcpCongestionOps::GetTypeId());
        CheckType("recovery", m_options.recovery, TcpRecoveryOps::GetTypeId());
        if (!m_options.windows.empty())
        {
            m_file = std::make_unique<ResultFile>(m_options.windows);
        }
        Configure();
        MakePath();
        for (uint32_t i = 0; i < m_options.connections; ++i)
        {
            AddConnection(PORT + i);
        }
    }

    /// Run, and print the outcome.
    void Run()
    {
        Simulator::Schedule(INTERVAL, &Experiment::Start, this);
        Simulator::Stop(m_options.duration);
        Simulator::Run();
        Print();
        Simulator::Destroy();
        if (m_file)
        {
            m_file->Write("time_s,connection,window_bytes,share_bytes\n" + m_rows.str());
            m_file->Commit();
        }
    }

  private:
    /// Set what all sockets have.
    void Configure() const
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(m_options.algorithm));
        Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", StringValue(m_options.recovery));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(512 * 1024));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(512 * 1024));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(m_options.minRto));
    }

    /// Connect the hosts.
    void MakePath()
    {
        m_hosts.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(m_options.rate));
        link.SetChannelAttribute("Delay", TimeValue(m_options.delay));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
        const auto devices = link.Install(m_hosts);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto loss = CreateObject<RateErrorModel>();
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->SetRate(m_options.loss);
            loss->AssignStreams(i);
            devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        }
        FairTcpHelper helper;
        helper.SetTcpOption("EnsembleSharing", BooleanValue(m_options.sharing == "ensemble"));
        helper.SetTcpOption("TemporalSharing", BooleanValue(m_options.sharing == "temporal"));
        helper.Install(m_hosts);
    }

    /**
     * @param port of the receiver
     */
    void AddConnection(uint16_t port)
    {
        const std::string factory =
            m_options.sharing == "none" ? "ns3::TcpSocketFactory" : "ns3::TcpHostSocketFactory";
        const InetSocketAddress address("10.0.0.2", port);
        m_sinks.Add(PacketSinkHelper(factory, address).Install(m_hosts.Get(1)));
        BulkSendHelper source(factory, address);
        source.SetAttribute("SendSize", UintegerValue(8192));
        m_sources.Add(source.Install(m_hosts.Get(0)));
    }

    /// Follow the sockets, which exist once the applications have started.
    void Start()
    {
        for (uint32_t i = 0; i < m_options.connections; ++i)
        {
            const auto socket = DynamicCast<BulkSendApplication>(m_sources.Get(i))->GetSocket();
            m_windows.push_back(0);
            socket->TraceConnect("CongestionWindow",
                                 std::to_string(i),
                                 MakeCallback(&Experiment::NoteWindow, this));
            socket->TraceConnectWithoutContext("Retransmission",
                                               MakeCallback(&Experiment::NoteAgain, this));
            PointerValue ops;
            socket->GetAttribute("CongestionOps", ops);
            m_ops.push_back(DynamicCast<TcpSharingCongestionOps>(ops.Get<TcpCongestionOps>()));
        }
        Sample();
    }

    /**
     * @param connection number of a connection
     * @param now its window, bytes
     */
    void NoteWindow(std::string connection, uint32_t /* before */, uint32_t now)
    {
        m_windows[std::stoul(connection)] = now;
    }

    /// Count a segment that is sent again.
    void NoteAgain(Ptr<const Packet> /* segment */,
                   const TcpHeader& /* header */,
                   const Address& /* from */,
                   const Address& /* to */,
                   Ptr<const TcpSocketBase> /* socket */)
    {
        ++m_again;
    }

    /// Look at all windows.
    void Sample()
    {
        double sum = 0;
        for (uint32_t i = 0; i < m_options.connections; ++i)
        {
            const auto segments = static_cast<double>(m_windows[i]) / MSS;
            m_moments[i].Add(segments);
            sum += segments;
            if (m_file)
            {
                m_rows << Simulator::Now().GetSeconds() << "," << i << "," << m_windows[i] << ","
                       << (m_ops[i] ? m_ops[i]->GetCwnd() : m_windows[i]) << "\n";
            }
        }
        m_sum.Add(sum);
        Simulator::Schedule(INTERVAL, &Experiment::Sample, this);
    }

    /// Print the outcome.
    void Print() const
    {
        std::cout << std::fixed << std::setprecision(3);
        double total = 0;
        for (uint32_t i = 0; i < m_options.connections; ++i)
        {
            const double bytes = DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
            const auto rate = bytes * 8e-6 / m_options.duration.GetSeconds();
            total += rate;
            std::cout << "connection " << i << ": " << rate << " Mb/s, window "
                      << m_moments[i].GetMean() << " +- " << m_moments[i].GetDeviation()
                      << " segments\n";
        }
        std::cout << "all: " << total << " Mb/s, window " << m_sum.GetMean() << " +- "
                  << m_sum.GetDeviation() << " segments, " << m_again << " retransmissions\n";
    }

    Options m_options;                               //!< what the command line says
    NodeContainer m_hosts;                           //!< sender and receiver
    ApplicationContainer m_sinks;                    //!< receivers
    ApplicationContainer m_sources;                  //!< senders
    std::vector<Ptr<TcpSharingCongestionOps>> m_ops; //!< of senders, null without sharing
    std::vector<uint32_t> m_windows;                 //!< of senders, bytes
    std::vector<WindowMoments> m_moments;            //!< of each window
    WindowMoments m_sum;                             //!< of the sum of windows
    uint64_t m_again{0};                             //!< retransmissions
    std::unique_ptr<ResultFile> m_file;              //!< for all windows, null for none
    std::ostringstream m_rows;                       //!< all windows
};

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("fair-tcp-example",
                           "Bulk connections over a path that loses packets, with and "
                           "without sharing of TCP control blocks.");
    options.AddWord("sharing",
                    "What connections share: none, ensemble or temporal",
                    o.sharing,
                    {{"none", "ns3::TcpSocketFactory"},
                     {"ensemble", "ns3::TcpHostSocketFactory"},
                     {"temporal", "ns3::TcpHostSocketFactory"}});
    options.Add("algorithm",
                "Congestion control, a TypeId name",
                o.algorithm,
                TextRule("ns3::TcpCubic"));
    options.Add("recovery",
                "Fast recovery, a TypeId name",
                o.recovery,
                TextRule("ns3::TcpClassicRecovery"));
    options.Add("connections", "Connections", o.connections, IntegerRule("1", "1000"));
    options.Add("loss",
                "Share of packets lost in each direction",
                o.loss,
                NumberRule("0", "1", "", "0.01"));
    options.Add("delay", "One-way delay of the path", o.delay, TimeRule("0s", "4ms"));
    options.Add("rate", "Rate of the path", o.rate, RateRule());
    options.Add("minRto",
                "Minimum retransmission timeout; delayed acknowledgements take up to 200 ms",
                o.minRto,
                TimeRule("1ns", "300ms"));
    options.Add("duration", "For how long connections send", o.duration, TimeRule("1ns", "20s"));
    options.Add("windows",
                "File for all windows, every 10 ms; empty for none",
                o.windows,
                TextRule("windows.csv"));
    return options.Run(argc, argv, [&o] {
        Experiment(o).Run();
        return 0;
    });
}
