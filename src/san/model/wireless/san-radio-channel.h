/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RADIO_CHANNEL_H
#define SAN_RADIO_CHANNEL_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class SanPathOptions;
class SanWirelessOptions;
class WifiMac;
class WifiNetDevice;
class YansWifiChannel;

/**
 * @ingroup san-wireless
 *
 * A radio channel, and ad-hoc stations of IEEE 802.11 on it, as the options say. Stations on
 * different channels do not hear each other.
 */
class SanRadioChannel
{
  public:
    /**
     * @param o the options; they stay longer than this channel
     * @param path the options of the path
     */
    SanRadioChannel(const SanWirelessOptions& o, const SanPathOptions& path);
    ~SanRadioChannel();

    /**
     * Give nodes a radio.
     *
     * @param nodes the nodes
     * @return their devices, in the nodes' order
     * @throw UserError naming the option, if the standard has not the modes that are asked
     * for
     */
    NetDeviceContainer Install(const NodeContainer& nodes);

    /**
     * @return the radios on it
     */
    const NetDeviceContainer& GetDevices() const;

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * Choose the modes of a radio, and the time it waits before it answers.
     *
     * @param device the radio
     */
    void Configure(Ptr<WifiNetDevice> device) const;

    /**
     * Limit what waits in a radio.
     *
     * @param mac its MAC
     */
    void SetQueues(Ptr<WifiMac> mac) const;

    /**
     * Choose the mode of data, unless something else chooses it frame by frame.
     *
     * @param device the radio
     */
    void SetDataMode(Ptr<WifiNetDevice> device) const;

    const SanWirelessOptions& m_options; //!< the options
    const SanPathOptions& m_path;        //!< length of packets and queues
    Ptr<YansWifiChannel> m_channel;      //!< ns-3's channel
    NetDeviceContainer m_devices;        //!< the radios on it
};

} // namespace ns3

#endif /* SAN_RADIO_CHANNEL_H */
