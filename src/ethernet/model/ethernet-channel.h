/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_CHANNEL_H
#define ETHERNET_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"

#include <array>

namespace ns3
{

class EthernetPort;

/**
 * @ingroup ethernet
 *
 * A cable: two devices that send at the same time, each at its own rate. Only the delay is the
 * cable's.
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
     * @return time from end to end
     */
    Time GetDelay() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    Time m_delay;                              //!< from end to end
    std::array<Ptr<EthernetPort>, 2> m_ends{}; //!< in the order in which they were plugged in
};

} // namespace ns3

#endif /* ETHERNET_CHANNEL_H */
