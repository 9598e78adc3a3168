/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-idle-restart.h"

#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpIdleRestart");

NS_OBJECT_ENSURE_REGISTERED(TcpIdleRestart);

TypeId
TcpIdleRestart::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpIdleRestart").SetParent<TcpCongestionDecorator>().SetGroupName("HostTcp");
    return tid;
}

void
TcpIdleRestart::Install(Ptr<TcpSocketBase> socket)
{
    PointerValue algorithm;
    socket->GetAttribute("CongestionOps", algorithm);
    // An accepted socket measured its first RTT before it got here, and its timeout is unknown.
    // That does no harm: the window grows by acknowledgements of data, which are measured too, and
    // a timeout that still does not change is the minimum.
    const auto restart =
        CreateObject<TcpIdleRestart>(algorithm.Get<TcpCongestionOps>(), socket->GetMinRto());
    socket->SetCongestionControlAlgorithm(restart);
    socket->TraceConnectWithoutContext("RTO", MakeCallback(&TcpIdleRestart::NoteRto, restart));
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpIdleRestart::NoteSegment, restart));
}

TcpIdleRestart::TcpIdleRestart(Ptr<TcpCongestionOps> algorithm, Time rto)
    : TcpCongestionDecorator(algorithm),
      m_rto(rto),
      m_lastSent(Simulator::Now())
{
}

void
TcpIdleRestart::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    const uint32_t initial = tcb->m_initialCWnd * tcb->m_segmentSize;
    if (event == TcpSocketState::CA_EVENT_TX_START && tcb->m_cWnd > initial &&
        Simulator::Now() - m_lastSent > m_rto)
    {
        NS_LOG_INFO("restart after " << (Simulator::Now() - m_lastSent).As(Time::MS)
                                     << " without data: window " << tcb->m_cWnd << " -> " << initial
                                     << " bytes");
        tcb->m_cWnd = initial;
        tcb->m_cWndInfl = initial;
    }
    TcpCongestionDecorator::CwndEvent(tcb, event);
}

void
TcpIdleRestart::NoteSegment(Ptr<const Packet> segment, const TcpHeader&, Ptr<const TcpSocketBase>)
{
    if (segment->GetSize() > 0)
    {
        m_lastSent = Simulator::Now();
    }
}

void
TcpIdleRestart::NoteRto(Time, Time rto)
{
    m_rto = rto;
}

} // namespace ns3
