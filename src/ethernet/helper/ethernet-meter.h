/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_METER_H
#define ETHERNET_METER_H

#include "ns3/object.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Counts what a trace source of an EthernetNetDevice or an EthernetChannel tells: frames, and the
 * bytes for which they keep a link busy. A packet that stands for a train counts as its frames.
 */
class EthernetMeter
{
  public:
    /**
     * @param object a device or a cable; this object stays as long as it has frames
     * @param trace a trace source whose argument is the payload of a frame, such as MacPromiscRx
     */
    EthernetMeter(Ptr<Object> object, const std::string& trace);
    EthernetMeter(const EthernetMeter&) = delete;
    EthernetMeter& operator=(const EthernetMeter&) = delete;

    /**
     * @return number of frames
     */
    uint64_t GetFrames() const;

    /**
     * @return bytes of these frames on a link, from preamble to gap
     */
    uint64_t GetWireBytes() const;

  private:
    /**
     * @param packet payload of a frame or a train
     */
    void Count(Ptr<const Packet> packet);

    uint64_t m_frames{0};    //!< number of frames
    uint64_t m_wireBytes{0}; //!< their bytes
};

} // namespace ns3

#endif /* ETHERNET_METER_H */
