/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-arrival.h"

namespace ns3
{

EthernetArrival::EthernetArrival(Ptr<EthernetPort> port, const EthernetFrame& frame, Time span)
    : m_port(port),
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
    m_port->Arrive(m_frame);
}

} // namespace ns3
