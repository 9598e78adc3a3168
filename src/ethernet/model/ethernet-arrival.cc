/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-arrival.h"

namespace ns3
{

EthernetArrival::EthernetArrival(Ptr<EthernetChannel> cable,
                                 Ptr<EthernetPort> port,
                                 const EthernetFrame& frame,
                                 Time span)
    : m_cable(cable),
      m_disconnections(cable->GetDisconnections()),
      m_port(port),
      m_frame(frame)
{
    m_frame.train.start = Time();
    m_frame.train.span = span;
}

EthernetFrame&
EthernetArrival::GetFrame()
{
    return m_frame;
}

void
EthernetArrival::Notify()
{
    if (m_cable->GetDisconnections() != m_disconnections)
    {
        m_cable->Lose(m_frame);
        return;
    }
    m_port->Arrive(m_frame);
}

} // namespace ns3
