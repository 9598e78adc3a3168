/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_CHANNEL_H
#define ETHERNET_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <array>

namespace ns3
{

class EthernetPort;
struct EthernetFrame;

/**
 * @ingroup ethernet
 *
 * A cable: two devices that send at the same time, each at its own rate. Only the delay is the
 * cable's. It can be disconnected and reconnected: both ends see at once that there is no link.
 */
class EthernetChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Plug a device in. EthernetNetDevice::Attach calls it.
     *
     * @param device the device; a cable takes two
     */
    void Attach(Ptr<EthernetPort> device);

    /**
     * @param device one end
     * @return the other end, null if there is none
     */
    Ptr<EthernetPort> GetPeer(Ptr<const EthernetPort> device) const;

    /**
     * Disconnect the cable. What is on its way and what waits for it is lost, but a train of frames
     * arrives whole if its first frame has. Nothing happens if it is disconnected already.
     */
    void Disconnect();

    /// Reconnect the cable. Nothing happens if it is not disconnected.
    void Reconnect();

    /**
     * @return how often the cable was disconnected: what was sent before the last time does not
     * arrive
     */
    uint32_t GetDisconnections() const;

    /**
     * A frame would have arrived, but the cable was disconnected.
     *
     * @param frame the frame, or the train
     */
    void Lose(const EthernetFrame& frame);

    /**
     * @return time from end to end
     */
    Time GetDelay() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /// Notify both ends that there is a link, if there is.
    void NotifyLinkUp();

    Time m_delay;                                  //!< from end to end
    bool m_isDisconnected{false};                  //!< whether the cable is disconnected now
    uint32_t m_disconnections{0};                  //!< how often it was
    std::array<Ptr<EthernetPort>, 2> m_ends{};     //!< in the order in which they were plugged in
    TracedCallback<Ptr<const Packet>> m_loseTrace; //!< what was lost
};

} // namespace ns3

#endif /* ETHERNET_CHANNEL_H */
