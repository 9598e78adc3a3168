/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-congestion-ops.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSharingCongestionOps");

NS_OBJECT_ENSURE_REGISTERED(TcpSharingCongestionOps);

TypeId
TcpSharingCongestionOps::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpSharingCongestionOps")
            .SetParent<TcpCongestionDecorator>()
            .SetGroupName("HostTcp")
            .AddConstructor<TcpSharingCongestionOps>()
            .AddAttribute("Weight",
                          "Weight of the connection in its ensemble, 1 to 1000: shares are in "
                          "proportion to weights. It counts when the connection is established.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TcpSharingCongestionOps::m_weight),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddTraceSource("CongestionWindowShare",
                            "Share of the ensemble's congestion window, bytes, when the connection "
                            "takes it",
                            MakeTraceSourceAccessor(&TcpSharingCongestionOps::m_cWndShare),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("SlowStartThresholdShare",
                            "Share of the ensemble's slow start threshold, bytes, when the "
                            "connection takes it",
                            MakeTraceSourceAccessor(&TcpSharingCongestionOps::m_ssThreshShare),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

TcpSharingCongestionOps::TcpSharingCongestionOps(Ptr<TcpCongestionOps> algorithm)
    : TcpCongestionDecorator(algorithm)
{
}

TcpSharingCongestionOps::~TcpSharingCongestionOps()
{
    Leave();
}

void
TcpSharingCongestionOps::SetRtt(Ptr<TcpSharingRttEstimator> rtt)
{
    m_rtt = rtt;
}

Ptr<TcpSharingRttEstimator>
TcpSharingCongestionOps::GetRtt() const
{
    return m_rtt;
}

Ptr<TcpEnsembleControlBlock>
TcpSharingCongestionOps::GetEnsemble() const
{
    return m_ensemble;
}

void
TcpSharingCongestionOps::Join(Ptr<TcpEnsembleControlBlock> ensemble)
{
    m_ensemble = ensemble;
    m_member = ensemble->Join(m_weight, m_tcb->m_segmentSize, m_tcb->m_cWnd, m_tcb->m_ssThresh);
    m_phase = Phase::SHARING;
    if (IsSharing())
    {
        SetToShare();
    }
}

void
TcpSharingCongestionOps::Leave()
{
    if (m_ensemble)
    {
        m_ensemble->Leave(m_member);
        m_ensemble = nullptr;
    }
}

void
TcpSharingCongestionOps::BeginWith(uint32_t cWnd, uint32_t ssThresh)
{
    if (cWnd > 0)
    {
        m_tcb->m_cWnd = std::max(cWnd, 2 * m_tcb->m_segmentSize);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
    if (ssThresh != UINT32_MAX)
    {
        m_tcb->m_ssThresh = ssThresh;
    }
}

uint32_t
TcpSharingCongestionOps::GetCwnd() const
{
    return m_ensemble && m_ensemble->GetVariables().cWnd ? m_ensemble->GetCwndShare(m_member)
                                                         : m_tcb->m_cWnd.Get();
}

uint32_t
TcpSharingCongestionOps::GetSsThresh() const
{
    return m_ensemble && m_ensemble->GetVariables().ssThresh
               ? m_ensemble->GetSsThreshShare(m_member)
               : m_tcb->m_ssThresh.Get();
}

void
TcpSharingCongestionOps::Init(Ptr<TcpSocketState> tcb)
{
    m_tcb = tcb;
    m_algorithm->Init(tcb);
}

uint32_t
TcpSharingCongestionOps::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    if (!IsSharing())
    {
        return m_algorithm->GetSsThresh(tcb, bytesInFlight);
    }
    if (m_phase != Phase::RECOVERY)
    {
        SetShare();
    }
    const auto kept = m_algorithm->GetSsThresh(tcb, bytesInFlight);
    if (!m_ensemble->GetVariables().cWnd)
    {
        m_ensemble->ChangeSsThresh(m_member, kept);
        return m_ensemble->GetSsThreshShare(m_member);
    }
    m_ensemble->Reduce(m_member, kept, std::max(tcb->m_cWnd.Get(), 1U));
    const auto share = UpdateCwndShare();
    // What starts again continues from its own window, which may be far below the share.
    if (m_phase != Phase::RECOVERY)
    {
        m_afterRecovery = m_phase == Phase::RESTARTING ? kept : UINT32_MAX;
        m_phase = Phase::RECOVERY;
    }
    return std::min(share, m_afterRecovery);
}

void
TcpSharingCongestionOps::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    Apply([&] { m_algorithm->IncreaseWindow(tcb, segmentsAcked); });
}

void
TcpSharingCongestionOps::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_rtt->Refresh();
    Apply([&] { m_algorithm->PktsAcked(tcb, segmentsAcked, rtt); });
}

void
TcpSharingCongestionOps::CwndEvent(Ptr<TcpSocketState> tcb,
                                   const TcpSocketState::TcpCAEvent_t event)
{
    if (IsSharing() && event == TcpSocketState::CA_EVENT_TX_START && m_phase != Phase::RECOVERY)
    {
        SetShare();
    }
    m_algorithm->CwndEvent(tcb, event);
    if (!IsSharing() || !m_ensemble->GetVariables().cWnd)
    {
        return;
    }
    if (event == TcpSocketState::CA_EVENT_LOSS)
    {
        m_phase = Phase::RESTARTING;
    }
    else if (event == TcpSocketState::CA_EVENT_COMPLETE_CWR)
    {
        EndRecovery();
    }
}

Ptr<TcpCongestionOps>
TcpSharingCongestionOps::Fork()
{
    const auto algorithm = m_algorithm->Fork();
    // ns-3 3.44 leaves this attribute of a copied TcpCubic undefined.
    BooleanValue friendliness;
    if (m_algorithm->GetAttributeFailSafe("TcpFriendliness", friendliness))
    {
        algorithm->SetAttribute("TcpFriendliness", friendliness);
    }
    const auto fork = CreateObject<TcpSharingCongestionOps>(algorithm);
    fork->m_weight = m_weight;
    return fork;
}

bool
TcpSharingCongestionOps::IsSharing() const
{
    return m_ensemble && !HasCongControl() &&
           (m_ensemble->GetVariables().cWnd || m_ensemble->GetVariables().ssThresh);
}

void
TcpSharingCongestionOps::SetShare()
{
    if (!m_ensemble->GetVariables().cWnd)
    {
        SetToShare();
        return;
    }
    if (m_phase == Phase::SHARING && m_tcb->m_cWnd < m_taken)
    {
        NS_LOG_LOGIC("member " << m_member << " starts again with " << m_tcb->m_cWnd << " bytes");
        m_phase = Phase::RESTARTING;
    }
    const auto share = UpdateCwndShare();
    if (m_phase == Phase::RESTARTING && m_tcb->m_cWnd < share)
    {
        m_tcb->m_ssThresh = share;
        return;
    }
    m_phase = Phase::SHARING;
    SetToShare();
}

void
TcpSharingCongestionOps::SetToShare()
{
    const auto& variables = m_ensemble->GetVariables();
    if (variables.cWnd)
    {
        m_taken = UpdateCwndShare();
        m_tcb->m_cWnd = m_taken;
        m_tcb->m_cWndInfl = m_taken;
    }
    if (variables.ssThresh)
    {
        m_ssThreshShare = m_ensemble->GetSsThreshShare(m_member);
        m_tcb->m_ssThresh = m_ssThreshShare.Get();
    }
}

void
TcpSharingCongestionOps::EndRecovery()
{
    if (m_phase != Phase::RECOVERY)
    {
        return;
    }
    const auto share = UpdateCwndShare();
    m_taken = std::min(share, m_afterRecovery);
    m_phase = m_taken < share ? Phase::RESTARTING : Phase::SHARING;
    // ns-3 ends recovery with the threshold as window.
    m_tcb->m_ssThresh = m_taken;
    m_tcb->m_cWnd = m_taken;
}

uint32_t
TcpSharingCongestionOps::UpdateCwndShare()
{
    m_cWndShare = m_ensemble->GetCwndShare(m_member);
    return m_cWndShare;
}

template <typename Change>
void
TcpSharingCongestionOps::Apply(const Change& change)
{
    if (!IsSharing() || m_phase == Phase::RECOVERY)
    {
        change();
        return;
    }
    SetShare();
    const auto cWnd = m_tcb->m_cWnd.Get();
    const auto ssThresh = m_tcb->m_ssThresh.Get();
    change();
    if (m_phase == Phase::SHARING)
    {
        UpdateEnsemble(cWnd, ssThresh);
    }
    SetShare();
}

void
TcpSharingCongestionOps::UpdateEnsemble(uint32_t cWnd, uint32_t ssThresh)
{
    const auto& variables = m_ensemble->GetVariables();
    if (variables.cWnd)
    {
        m_ensemble->ChangeCwnd(int64_t{m_tcb->m_cWnd} - int64_t{cWnd});
        m_taken = 0;
    }
    if (variables.ssThresh && m_tcb->m_ssThresh != ssThresh)
    {
        m_ensemble->ChangeSsThresh(m_member, m_tcb->m_ssThresh);
    }
}

} // namespace ns3
