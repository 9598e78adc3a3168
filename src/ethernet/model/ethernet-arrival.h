/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_ARRIVAL_H
#define ETHERNET_ARRIVAL_H

#include "ethernet-channel.h"
#include "ethernet-port.h"

#include "ns3/event-impl.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * The event that a frame, or a train of frames, arrives at the other end of the cable. It holds the
 * frame while that is on its way. If the cable is disconnected meanwhile, the frame is lost.
 */
class EthernetArrival : public EventImpl
{
  public:
    /**
     * @param cable over which it comes
     * @param port where it arrives
     * @param frame what arrives there
     * @param span from the first frame of the train to the last, as they are on this cable
     */
    EthernetArrival(Ptr<EthernetChannel> cable,
                    Ptr<EthernetPort> port,
                    const EthernetFrame& frame,
                    Time span);

    /**
     * @return the frame, which may still be changed
     */
    EthernetFrame& GetFrame();

  protected:
    void Notify() override;

  private:
    Ptr<EthernetChannel> m_cable; //!< over which it comes
    uint32_t m_disconnections;    //!< how often that had been disconnected when the frame was sent
    Ptr<EthernetPort> m_port;     //!< where it arrives
    EthernetFrame m_frame;        //!< what arrives there
};

} // namespace ns3

#endif /* ETHERNET_ARRIVAL_H */
