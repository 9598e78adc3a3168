/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_INTERFERENCE_H
#define SAN_INTERFERENCE_H

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class SanWirelessOptions;
class SanRadioChannel;

/**
 * @ingroup san-wireless
 *
 * Pairs of foreign stations on a radio channel: one of each pair sends frames to the other at a
 * constant rate, acknowledged as all are, with the standard and the mode of the channel's other
 * stations. They have no IP, and nothing of them is in any result.
 *
 * Pairs stand side by side along the first hop, each as long as it. They begin with the simulation
 * and continue until Stop. They pause after SILENCE without a frame of the stations that they
 * interfere with, so that they keep no simulation alive in which nobody else has anything to do,
 * and resume when these send again.
 */
class SanInterference
{
  public:
    /// How long pairs continue when nobody else sends: more than the longest timeout of TCP, 60 s.
    static const Time SILENCE;

    /**
     * @param o the options
     * @param mtu longest IP packet of the network's own stations, bytes
     * @param channel where pairs send
     * @param stations those with which they interfere
     */
    SanInterference(const SanWirelessOptions& o,
                    uint32_t mtu,
                    SanRadioChannel& channel,
                    const NetDeviceContainer& stations);

    /// Send no more, for good.
    void Stop();

  private:
    /**
     * Wake up pairs that pause: another station sends.
     *
     * @param packet what it sends
     */
    void Heard(Ptr<const Packet> packet);

    /// Let all pairs send, one after the other within an interval.
    void Start();

    /**
     * Let a pair send a frame, and the next one an interval later.
     *
     * @param pair its number
     */
    void Send(uint32_t pair);

    NetDeviceContainer m_senders;   //!< one of each pair
    NetDeviceContainer m_receivers; //!< the other
    Time m_interval;                //!< between frames of a pair
    uint32_t m_size;                //!< bytes that a frame carries
    uint64_t m_sent{0};             //!< frames sent
    Time m_heard;                   //!< when another station sent last
    bool m_pauses{false};           //!< whether pairs wait for another station
    bool m_stopped{false};          //!< whether they send no more
    std::vector<EventId> m_next;    //!< each pair's next frame
};

} // namespace ns3

#endif /* SAN_INTERFERENCE_H */
