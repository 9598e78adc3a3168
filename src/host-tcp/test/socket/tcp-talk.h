/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_TALK_H
#define TCP_TALK_H

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Data in a full segment.
constexpr uint32_t TCP_TALK_MSS = 1448;

/// What an acknowledgement waits for further segments at most.
inline const Time TCP_TALK_TIMEOUT = MilliSeconds(40);

/// Shortest timeout of TCP, longer than that of acknowledgements.
inline const Time TCP_TALK_MIN_RTO = MilliSeconds(200);

/**
 * @ingroup host-tcp-tests
 *
 * How TCP treats segments that are not full.
 */
struct TcpTalkRules
{
    bool hasMinshallNagle{false};   //!< whether the sender holds short ones back
    bool hasNagle{false};           //!< whether it has Nagle's own algorithm
    bool hasDelAckFullSized{false}; //!< whether the receiver counts full ones alone
    uint32_t delAckCount{1};        //!< segments for an acknowledgement
    bool hasOffload{false};         //!< whether adapters segment
    bool hasTimestamps{true};       //!< whether segments have timestamps, as ns-3's default
    bool restartsAtResend{false};   //!< whether what is sent again restarts the writer's timer
    bool keepsBackoff{false};       //!< whether a doubled timeout lasts until a measurement
    Time tick{};                    //!< of the hosts' clocks, 0 for none
    bool isClosing{false};          //!< whether the writer closes with its last write
    std::string rules{"Ns3"};       //!< of Linux, that both follow
    std::list<uint32_t> lost{};     //!< frames that the reader does not get, from the start on
};

/**
 * @ingroup host-tcp-tests
 *
 * What the application writes: how long after the start, and bytes.
 */
using TcpTalkWrites = std::vector<std::pair<Time, uint32_t>>;

/**
 * @ingroup host-tcp-tests
 *
 * A segment as TCP hands it down.
 */
struct TcpTalkSegment
{
    Time time;            //!< after the start
    SequenceNumber32 end; //!< of its data
    SequenceNumber32 ack; //!< what it acknowledges
    uint32_t bytes;       //!< of data
};

/**
 * @ingroup host-tcp-tests
 *
 * One host writes to another over a cable of 1 Gb/s and 1 ms, in pieces.
 */
class TcpTalk
{
  public:
    /**
     * @param rules of both hosts
     * @param writes of the first
     */
    TcpTalk(const TcpTalkRules& rules, const TcpTalkWrites& writes)
        : m_rules(rules)
    {
        SetDefaults();
        NodeContainer hosts(2);
        EthernetHelper cable;
        cable.DisableFlowControl();
        cable.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto adapters = cable.Install(hosts);
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(adapters);
        const auto listener = MakeSocket(hosts.Get(1));
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TcpTalk::Accept, this));
        listener->Listen();
        m_socket = MakeSocket(hosts.Get(0));
        m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpTalk::NoteSent, this));
        m_socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpTalk::NoteReceived, this));
        m_socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 9));
        // ns-3 acknowledges the first segment of a connection at once.
        Write(Seconds(0.5), TCP_TALK_MSS);
        for (const auto& [time, bytes] : writes)
        {
            Write(Seconds(START) + time, bytes);
        }
        if (!m_rules.lost.empty())
        {
            Simulator::Schedule(Seconds(START), &TcpTalk::Lose, this, adapters.Get(1));
        }
        const auto last = Seconds(START) + writes.back().first;
        if (m_rules.isClosing)
        {
            Simulator::Schedule(last, [this] { m_socket->Close(); });
        }
        Simulator::Stop(last + Seconds(1));
        Simulator::Run();
        m_socket = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    TcpTalk(const TcpTalk&) = delete;
    TcpTalk& operator=(const TcpTalk&) = delete;

    /**
     * @return bytes of each segment with data
     */
    std::vector<uint32_t> GetBytes() const
    {
        std::vector<uint32_t> bytes;
        for (const auto& one : sent)
        {
            bytes.push_back(one.bytes);
        }
        return bytes;
    }

    std::vector<TcpTalkSegment> sent;  //!< data, of the writer
    std::vector<TcpTalkSegment> acked; //!< acknowledgements, as they reach the writer
    std::vector<TcpTalkSegment> acks;  //!< acknowledgements, as they leave the reader
    uint32_t received{0};              //!< bytes that the reader got
    bool isClosed{false};              //!< whether the reader knows that there is no more

  private:
    /// When the first write is that counts, in seconds. By then the connection is idle.
    static constexpr int START = 1;
    /// Of both hosts, more than is on its way.
    static constexpr uint32_t BUFFER = 1 << 23;

    /// Set up TCP as the rules want it.
    void SetDefaults()
    {
        const auto set = [](const char* name, const AttributeValue& value) {
            Config::SetDefault(std::string("ns3::") + name, value);
        };
        set("TcpSocket::SegmentSize", UintegerValue(TCP_TALK_MSS));
        set("TcpSocket::SndBufSize", UintegerValue(BUFFER));
        set("TcpSocket::RcvBufSize", UintegerValue(BUFFER));
        set("TcpSocket::TcpNoDelay", BooleanValue(!m_rules.hasNagle));
        set("TcpSocket::DelAckCount", UintegerValue(m_rules.delAckCount));
        set("TcpSocket::DelAckTimeout", TimeValue(TCP_TALK_TIMEOUT));
        set("TcpSocketBase::MinRto", TimeValue(TCP_TALK_MIN_RTO));
        set("TcpSocketBase::Timestamp", BooleanValue(m_rules.hasTimestamps));
        set("TcpLeanSocket::RestartAtResend", BooleanValue(m_rules.restartsAtResend));
        set("TcpLeanSocket::KeepBackoff", BooleanValue(m_rules.keepsBackoff));
        set("TcpRuledSocket::Tick", TimeValue(m_rules.tick));
        set("ArpL3Protocol::RequestJitter", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    }

    /**
     * @param host a host
     * @return a socket that follows the rules
     */
    Ptr<Socket> MakeSocket(Ptr<Node> host)
    {
        if (m_rules.hasOffload)
        {
            TcpOffloadHelper().Install(NodeContainer(host));
        }
        else
        {
            TcpHostSocketFactory::Install(host, TcpHostSocketFactory::Kind::LEAN);
        }
        const auto factory = host->GetObject<TcpHostSocketFactory>();
        factory->Set("Rules", StringValue(m_rules.rules));
        factory->Set("MinshallNagle", BooleanValue(m_rules.hasMinshallNagle));
        factory->Set("DelAckFullSized", BooleanValue(m_rules.hasDelAckFullSized));
        return factory->CreateSocket();
    }

    /**
     * @param reader the reader's adapter, which loses frames from now on
     */
    void Lose(Ptr<NetDevice> reader)
    {
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(m_rules.lost);
        reader->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    /**
     * @param time when
     * @param bytes how much
     */
    void Write(Time time, uint32_t bytes)
    {
        Simulator::Schedule(time, [this, bytes] { m_socket->Send(Create<Packet>(bytes)); });
    }

    /**
     * @param packet the data of a segment
     * @param header its header
     * @return the segment
     */
    static TcpTalkSegment Make(Ptr<const Packet> packet, const TcpHeader& header)
    {
        const auto bytes = packet->GetSize();
        return {Simulator::Now() - Seconds(START),
                header.GetSequenceNumber() + bytes,
                header.GetAckNumber(),
                bytes};
    }

    /**
     * @param packet the data of a segment that the writer sends
     * @param header its header
     * @param socket the writer
     */
    void NoteSent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() > 0 && Simulator::Now() >= Seconds(START))
        {
            sent.push_back(Make(packet, header));
        }
    }

    /**
     * @param packet the data of a segment that the writer gets
     * @param header its header
     * @param socket the writer
     */
    void NoteReceived(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        acked.push_back(Make(packet, header));
    }

    /**
     * @param packet the data of a segment that the reader sends
     * @param header its header
     * @param socket the reader
     */
    void NoteAck(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (Simulator::Now() >= Seconds(START))
        {
            acks.push_back(Make(packet, header));
        }
    }

    /**
     * @param socket of the reader
     * @param from the writer
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpTalk::NoteAck, this));
        socket->SetRecvCallback(MakeCallback(&TcpTalk::Receive, this));
        socket->SetCloseCallbacks(MakeCallback(&TcpTalk::Close, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
    }

    /**
     * @param socket that received something
     */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            received += packet->GetSize();
        }
    }

    /**
     * @param socket of the reader
     */
    void Close(Ptr<Socket> /* socket */)
    {
        isClosed = true;
    }

    TcpTalkRules m_rules; //!< of both hosts
    Ptr<Socket> m_socket; //!< of the writer
};

} // namespace ns3

#endif /* TCP_TALK_H */
