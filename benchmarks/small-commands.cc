/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures what small commands cost the simulator beyond TCP: the wall time of 10,000 reads of 512
 * bytes per simulated second over 100 iSCSI sessions, or that of bare TCP connections that exchange
 * the same bytes at the same times with the same TCP settings. Prints one line of JSON.
 */

#include "benchmark-path.h"
#include "wall-time.h"

#include "ns3/attribute-check.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/// Number of sessions or connections.
constexpr uint32_t SESSIONS = 100;

/// Commands per simulated second, over all sessions.
constexpr uint32_t RATE = 10'000;

/// Bytes of a read.
constexpr uint32_t READ_SIZE = 512;

/// Bytes of a command, and of an answer besides the data.
constexpr uint32_t HEADER_SIZE = IscsiHeader::BHS_SIZE;

/// When the commands begin; all sessions are logged in by then.
const Time BEGIN = Seconds(2);

/**
 * Read over iSCSI.
 *
 * @param path the path
 * @param commands how many
 * @return commands answered
 */
uint64_t
ReadOverIscsi(const BenchmarkPath& path, uint32_t commands)
{
    auto router = CreateObject<ScsiTaskRouter>();
    auto disk = CreateObject<RamDisk>();
    router->AddLogicalUnit(0,
                           CreateObjectWithAttributes<ScsiDisk>("BlockDevice", PointerValue(disk)));
    const std::string name = "iqn.2026-11.org.nsnam:target";
    IscsiTargetHelper(name).Install(path.hosts.Get(1), router);
    std::vector<Ptr<IscsiInitiator>> initiators;
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i < SESSIONS; i++)
    {
        IscsiInitiatorHelper helper(path.answererAddress, name);
        helper.SetAttribute("InitiatorName",
                            StringValue("iqn.2026-11.org.nsnam:initiator-" + std::to_string(i)));
        initiators.push_back(helper.Install(path.hosts.Get(0)));
        devices.push_back(
            CreateObjectWithAttributes<ScsiBlockDevice>("Port",
                                                        PointerValue(initiators[i]->GetPort())));
    }
    BlockWorkloadHelper reads("ns3::SyntheticWorkload");
    reads.SetAttribute("Arrivals", StringValue("Fixed"));
    reads.SetAttribute("Rate", DoubleValue(RATE));
    reads.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=512]"));
    reads.SetAttribute("Count", UintegerValue(commands));
    const auto application = reads.Install(path.hosts.Get(0), devices).Get(0);
    application->SetStartTime(BEGIN);
    Simulator::Run();
    return application->GetObject<BlockWorkload>()->GetCompleted();
}

/// One bare TCP connection that exchanges the bytes of commands and answers.
class Exchange
{
  public:
    /**
     * @param path the path
     */
    explicit Exchange(const BenchmarkPath& path)
        : m_client(Socket::CreateSocket(path.hosts.Get(0), TcpSocketFactory::GetTypeId()))
    {
        m_client->SetRecvCallback(MakeCallback(&Exchange::TakeAnswers, this));
        m_client->Bind();
        m_client->Connect(InetSocketAddress(path.answererAddress, 3260));
    }

    /**
     * Send the bytes of a command.
     */
    void Send()
    {
        m_client->Send(Create<Packet>(HEADER_SIZE));
    }

    /**
     * @return answers received
     */
    uint64_t GetAnswers() const
    {
        return m_answered / (HEADER_SIZE + READ_SIZE);
    }

    /**
     * Answer the commands that arrived at a server's socket.
     *
     * @param socket the socket
     */
    static void Answer(Ptr<Socket> socket)
    {
        // Commands are 10 ms apart and never cut.
        while (auto packet = socket->Recv())
        {
            for (uint32_t i = 0; i < packet->GetSize() / HEADER_SIZE; i++)
            {
                socket->Send(Create<Packet>(HEADER_SIZE + READ_SIZE));
            }
        }
    }

    /**
     * @param socket the socket of a connection made to the server
     */
    static void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->SetRecvCallback(MakeCallback(&Exchange::Answer));
    }

  private:
    /**
     * @param socket the client's socket
     */
    void TakeAnswers(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            m_answered += packet->GetSize();
        }
    }

    Ptr<Socket> m_client;   //!< the client's socket
    uint64_t m_answered{0}; //!< bytes received
};

/// All the connections, and the clock that sends commands over them in turn.
class Exchanges
{
  public:
    /**
     * @param path the path
     * @param commands how many
     */
    Exchanges(const BenchmarkPath& path, uint32_t commands)
        : m_commands(commands),
          m_listener(Socket::CreateSocket(path.hosts.Get(1), TcpSocketFactory::GetTypeId()))
    {
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Exchange::Accept));
        for (uint32_t i = 0; i < SESSIONS; i++)
        {
            m_exchanges.push_back(std::make_unique<Exchange>(path));
        }
        Simulator::Schedule(BEGIN, &Exchanges::SendNext, this);
    }

    /**
     * @return answers received
     */
    uint64_t GetAnswers() const
    {
        uint64_t answers = 0;
        for (const auto& exchange : m_exchanges)
        {
            answers += exchange->GetAnswers();
        }
        return answers;
    }

  private:
    /**
     * Send the next command.
     */
    void SendNext()
    {
        m_exchanges[m_sent % SESSIONS]->Send();
        if (++m_sent < m_commands)
        {
            Simulator::Schedule(Seconds(1) / RATE, &Exchanges::SendNext, this);
        }
    }

    const uint32_t m_commands;                          //!< to be sent
    Ptr<Socket> m_listener;                             //!< the server
    std::vector<std::unique_ptr<Exchange>> m_exchanges; //!< the connections
    uint32_t m_sent{0};                                 //!< commands sent
};

/**
 * Exchange the bytes over TCP, with the TCP settings that iSCSI has.
 *
 * @param path the path
 * @param commands how many
 * @return answers received
 */
uint64_t
ExchangeOverTcp(const BenchmarkPath& path, uint32_t commands)
{
    const auto iscsi = IscsiTarget::GetTypeId();
    for (const auto& [ours, theirs] : {std::pair{"SndBufSize", "SndBufSize"},
                                       std::pair{"RcvBufSize", "RcvBufSize"},
                                       std::pair{"SegmentSize", "SegmentSize"},
                                       std::pair{"DelAckCount", "DelAckCount"},
                                       std::pair{"DelAckTimeout", "DelAckTimeout"},
                                       std::pair{"NoDelay", "TcpNoDelay"}})
    {
        Config::SetDefault(std::string("ns3::TcpSocket::") + theirs,
                           StringValue(GetAttributeDefault(iscsi, ours)));
    }
    const Exchanges exchanges(path, commands);
    Simulator::Run();
    return exchanges.GetAnswers();
}

/**
 * @param protocol iscsi or tcp
 * @param commands how many
 * @return the exit status
 */
int
Measure(const std::string& protocol, uint32_t commands)
{
    const auto path = MakeBenchmarkPath();
    return PrintWallTime(
        [&] {
            return protocol == "iscsi" ? ReadOverIscsi(path, commands)
                                       : ExchangeOverTcp(path, commands);
        },
        commands,
        protocol,
        "commands were answered");
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string protocol = "iscsi";
    uint32_t commands = 50'000;
    ProgramOptions options("small-commands",
                           "Measure the wall time of small commands over 100 connections.");
    options.AddWord("protocol", "iscsi or tcp", protocol, {{"iscsi", "iscsi"}, {"tcp", "tcp"}});
    options.Add("commands", "Commands in all", commands, IntegerRule("1", "1000000"));
    return options.Run(argc, argv, [&] { return Measure(protocol, commands); });
}
