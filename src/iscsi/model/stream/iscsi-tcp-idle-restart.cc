/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-tcp-idle-restart.h"

#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTcpIdleRestart");

NS_OBJECT_ENSURE_REGISTERED(IscsiTcpIdleRestart);

TypeId
IscsiTcpIdleRestart::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiTcpIdleRestart").SetParent<TcpCongestionOps>().SetGroupName("Iscsi");
    return tid;
}

void
IscsiTcpIdleRestart::Install(Ptr<TcpSocketBase> socket)
{
    PointerValue algorithm;
    socket->GetAttribute("CongestionOps", algorithm);
    // An accepted socket measured its first RTT before it got here, and its timeout is unknown.
    // That does no harm: the window grows by acknowledgements of data, which are measured too, and
    // a timeout that still does not change is the minimum.
    const auto restart =
        CreateObject<IscsiTcpIdleRestart>(algorithm.Get<TcpCongestionOps>(), socket->GetMinRto());
    socket->SetCongestionControlAlgorithm(restart);
    socket->TraceConnectWithoutContext("RTO", MakeCallback(&IscsiTcpIdleRestart::NoteRto, restart));
    socket->TraceConnectWithoutContext("Tx",
                                       MakeCallback(&IscsiTcpIdleRestart::NoteSegment, restart));
}

IscsiTcpIdleRestart::IscsiTcpIdleRestart(Ptr<TcpCongestionOps> algorithm, Time rto)
    : m_algorithm(algorithm),
      m_rto(rto),
      m_lastSent(Simulator::Now())
{
}

std::string
IscsiTcpIdleRestart::GetName() const
{
    return m_algorithm->GetName();
}

uint32_t
IscsiTcpIdleRestart::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_algorithm->GetSsThresh(tcb, bytesInFlight);
}

void
IscsiTcpIdleRestart::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    m_algorithm->IncreaseWindow(tcb, segmentsAcked);
}

void
IscsiTcpIdleRestart::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_algorithm->PktsAcked(tcb, segmentsAcked, rtt);
}

void
IscsiTcpIdleRestart::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                        const TcpSocketState::TcpCongState_t newState)
{
    m_algorithm->CongestionStateSet(tcb, newState);
}

void
IscsiTcpIdleRestart::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
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
    m_algorithm->CwndEvent(tcb, event);
}

bool
IscsiTcpIdleRestart::HasCongControl() const
{
    return m_algorithm->HasCongControl();
}

void
IscsiTcpIdleRestart::CongControl(Ptr<TcpSocketState> tcb,
                                 const TcpRateOps::TcpRateConnection& rc,
                                 const TcpRateOps::TcpRateSample& rs)
{
    m_algorithm->CongControl(tcb, rc, rs);
}

Ptr<TcpCongestionOps>
IscsiTcpIdleRestart::Fork()
{
    return m_algorithm->Fork();
}

void
IscsiTcpIdleRestart::NoteSegment(Ptr<const Packet> segment,
                                 const TcpHeader&,
                                 Ptr<const TcpSocketBase>)
{
    if (segment->GetSize() > 0)
    {
        m_lastSent = Simulator::Now();
    }
}

void
IscsiTcpIdleRestart::NoteRto(Time, Time rto)
{
    m_rto = rto;
}

} // namespace ns3
