/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_TRAIN_CUTTER_H
#define ETHERNET_TRAIN_CUTTER_H

#include "ethernet-frame.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/tcp-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Cuts the packet that stands for a train into the packets of its frames, with the headers that an
 * adapter writes: sequence or acknowledgement numbers one after the other, the identification of
 * IPv4 counted up, CWR in the first and FIN and PSH in the last segment.
 */
class EthernetTrainCutter
{
  public:
    /**
     * @param train what goes as one: a TCP segment in a packet of IPv4 or IPv6
     */
    explicit EthernetTrainCutter(const EthernetFrame& train);

    /**
     * @param number of a frame, from 0
     * @return that frame
     */
    EthernetFrame Cut(uint32_t number) const;

    /**
     * Cut a segment without IP header.
     *
     * @param header of the segment
     * @param data of the segment
     * @param train for which they stand
     * @param frame number of a frame, from 0
     * @param frameHeader becomes the header of that frame's segment
     * @return its data
     */
    static Ptr<Packet> CutSegment(const TcpHeader& header,
                                  Ptr<const Packet> data,
                                  const EthernetTrain& train,
                                  uint32_t frame,
                                  TcpHeader& frameHeader);

  private:
    /**
     * @param number of a frame
     * @return its IP packet
     */
    Ptr<Packet> CutPacket(uint32_t number) const;

    EthernetFrame m_frame; //!< what goes as one
    bool m_isIpv4;         //!< whether it has a header of IPv4
    Ipv4Header m_ipv4;     //!< its header, if so
    Ipv6Header m_ipv6;     //!< its header otherwise
    TcpHeader m_tcp;       //!< header of the segment
    Ptr<Packet> m_data;    //!< what follows the headers
};

} // namespace ns3

#endif /* ETHERNET_TRAIN_CUTTER_H */
