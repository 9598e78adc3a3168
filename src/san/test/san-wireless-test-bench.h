/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIRELESS_TEST_BENCH_H
#define SAN_WIRELESS_TEST_BENCH_H

#include "san-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/llc-snap-header.h"
#include "ns3/node-list.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/san-network.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Bytes of IP and UDP in a datagram.
constexpr uint32_t SAN_DATAGRAM_HEADERS = 20 + 8;

/// Bytes of a frame of 802.11 beside an IP packet: MAC header, LLC and SNAP, check sequence.
constexpr uint32_t SAN_WIFI_HEADERS = 24 + 8 + 4;

/// Time of light over the 5 m between neighbours: 16.7 ns.
inline const Time SAN_FLIGHT = NanoSeconds(17);

/// Bytes of an acknowledgement of 802.11.
constexpr uint32_t SAN_WIFI_ACK = 14;

/**
 * @ingroup san-tests
 *
 * @param bytes of a frame, with MAC header and check sequence
 * @param rate in Mb/s
 * @param preamble with the header of the physical layer, us
 * @return time on the air with 802.11b (IEEE 802.11, 16.3.4: whole microseconds, rounded up)
 */
inline Time
GetSanDsssTime(uint32_t bytes, double rate, int64_t preamble = 192)
{
    return MicroSeconds(preamble + std::llround(std::ceil(bytes * 8 / rate)));
}

/**
 * @ingroup san-tests
 *
 * @param bytes of a frame, with MAC header and check sequence
 * @param rate in Mb/s
 * @return time on the air with 802.11a (IEEE 802.11, 17.4.3): 16 us of preamble, 4 us of SIGNAL,
 * and symbols of 4 us with 16 bits of SERVICE and 6 of tail beside the frame
 */
inline Time
GetSanOfdmTime(uint32_t bytes, double rate)
{
    return MicroSeconds(20 + 4 * std::llround(std::ceil((16 + 8 * bytes + 6) / (4 * rate))));
}

/**
 * @ingroup san-tests
 *
 * Datagrams between hosts of a wireless network, and what is on the air meanwhile.
 */
class SanRadioDatagrams
{
  public:
    /// A frame on the air.
    struct Frame
    {
        Time begin;              //!< when it begins
        uint32_t node;           //!< number of the node that sends it
        Ptr<const Packet> bytes; //!< from its MAC header to its check sequence
    };

    /// A datagram that arrived.
    struct Arrival
    {
        Time time;        //!< when
        Ipv4Address from; //!< who sent it
        uint32_t node;    //!< number of the node that got it
    };

    /**
     * @param words the words of a command line, beside linkType
     * @param stream first stream of random numbers
     */
    explicit SanRadioDatagrams(std::vector<std::string> words, int64_t stream = 0)
        : options(WithWifi(std::move(words))),
          network(options)
    {
        streams = network.AssignStreams(stream);
        for (uint32_t i = 0; i < NodeList::GetNNodes(); ++i)
        {
            Watch(NodeList::GetNode(i));
        }
        Listen(network.initiators);
        Listen(network.targets);
    }

    ~SanRadioDatagrams()
    {
        Simulator::Destroy();
    }

    SanRadioDatagrams(const SanRadioDatagrams&) = delete;
    SanRadioDatagrams& operator=(const SanRadioDatagrams&) = delete;

    /**
     * Send datagrams at once, later.
     *
     * @param from who sends
     * @param to where
     * @param bytes bytes of each IP packet
     * @param when in simulated time
     * @param count how many
     */
    void Send(Ptr<Node> from, Ipv4Address to, uint32_t bytes, Time when, uint32_t count = 1)
    {
        const auto socket = Socket::CreateSocket(from, UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(to, PORT));
        for (uint32_t i = 0; i < count; ++i)
        {
            Simulator::Schedule(when, [socket, bytes] {
                socket->Send(Create<Packet>(bytes - SAN_DATAGRAM_HEADERS));
            });
        }
    }

    /**
     * Send datagrams from the first initiator to the first target at once, after 1 s.
     *
     * @param bytes bytes of each IP packet
     * @param count how many
     */
    void SendThere(uint32_t bytes, uint32_t count = 1)
    {
        Send(network.initiators.Get(0), network.targetAddresses[0][0], bytes, Seconds(1), count);
    }

    /**
     * @return the time of each arrival after that of the one before
     */
    std::vector<Time> GetGaps() const
    {
        std::vector<Time> gaps;
        for (std::size_t i = 1; i < arrivals.size(); ++i)
        {
            gaps.push_back(arrivals[i].time - arrivals[i - 1].time);
        }
        return gaps;
    }

    /**
     * @return the mean time from an arrival to the next
     */
    Time GetMeanGap() const
    {
        return (arrivals.back().time - arrivals.front().time) /
               static_cast<int64_t>(arrivals.size() - 1);
    }

    /**
     * @param node number of a node
     * @return frames of data that it sent
     */
    std::vector<Frame> GetData(uint32_t node) const
    {
        std::vector<Frame> data;
        for (const auto& frame : frames)
        {
            WifiMacHeader header;
            frame.bytes->PeekHeader(header);
            if (frame.node == node && header.IsData())
            {
                data.push_back(frame);
            }
        }
        return data;
    }

    /**
     * @param frame a frame of data
     * @return the IP header in it
     */
    static Ipv4Header GetIpHeader(const Frame& frame)
    {
        const auto copy = frame.bytes->Copy();
        WifiMacHeader mac;
        LlcSnapHeader llc;
        Ipv4Header ip;
        copy->RemoveHeader(mac);
        copy->RemoveHeader(llc);
        copy->RemoveHeader(ip);
        return ip;
    }

    ParsedSanOptions options;      //!< the options
    SanNetwork network;            //!< the network
    std::vector<Frame> frames;     //!< on the air, of all stations, in order
    std::vector<Arrival> arrivals; //!< at all hosts, in order
    int64_t streams;               //!< of random numbers that the network took

  private:
    /// Where datagrams arrive.
    static constexpr uint16_t PORT = 9;

    /**
     * @param words the words of a command line
     * @return those, and that links are wireless
     */
    static std::vector<std::string> WithWifi(std::vector<std::string> words)
    {
        words.emplace_back("--linkType=wifi");
        return words;
    }

    /**
     * @param node whose frames are kept
     */
    void Watch(Ptr<Node> node)
    {
        for (uint32_t i = 0; i < node->GetNDevices(); ++i)
        {
            if (const auto device = DynamicCast<WifiNetDevice>(node->GetDevice(i)))
            {
                device->GetPhy()->TraceConnectWithoutContext(
                    "PhyTxBegin",
                    MakeCallback(&SanRadioDatagrams::NoteFrame, this).Bind(node->GetId()));
            }
        }
    }

    /**
     * @param hosts who get datagrams
     */
    void Listen(const NodeContainer& hosts)
    {
        for (auto host = hosts.Begin(); host != hosts.End(); ++host)
        {
            const auto socket = Socket::CreateSocket(*host, UdpSocketFactory::GetTypeId());
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            socket->SetRecvCallback(MakeCallback(&SanRadioDatagrams::NoteArrivals, this));
        }
    }

    /**
     * @param node number of the node that sends
     * @param bytes what it sends
     * @param watts how loud
     */
    void NoteFrame(uint32_t node, Ptr<const Packet> bytes, double /* watts */)
    {
        frames.push_back({Simulator::Now(), node, bytes->Copy()});
    }

    /**
     * @param socket where datagrams arrived
     */
    void NoteArrivals(Ptr<Socket> socket)
    {
        Address from;
        while (socket->RecvFrom(from))
        {
            arrivals.push_back({Simulator::Now(),
                                InetSocketAddress::ConvertFrom(from).GetIpv4(),
                                socket->GetNode()->GetId()});
        }
    }
};

} // namespace ns3

#endif /* SAN_WIRELESS_TEST_BENCH_H */
