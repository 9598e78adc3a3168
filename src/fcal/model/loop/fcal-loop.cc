/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-loop.h"

#include "fcal-alpa.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalLoop");

NS_OBJECT_ENSURE_REGISTERED(FcalLoop);

const char*
GetFcalLipName(FcalLip lip)
{
    switch (lip)
    {
    case FcalLip::INSERTION:
        return "Insertion";
    case FcalLip::REMOVAL:
        return "Removal";
    case FcalLip::BYPASS:
        return "Bypass";
    default:
        return "Request";
    }
}

TypeId
FcalLoop::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcalLoop")
            .SetParent<Object>()
            .SetGroupName("Fcal")
            .AddConstructor<FcalLoop>()
            .AddAttribute("LineRate",
                          "Line rate: 1.0625, 2.125, 4.25 or 8.5 Gbaud. Set before the first event",
                          DataRateValue(DataRate(1062500000)),
                          MakeDataRateAccessor(&FcalLoop::SetLineRate, &FcalLoop::GetBaud),
                          MakeDataRateChecker())
            .AddAttribute("FillWords",
                          "Fill words after each frame, at least 2",
                          UintegerValue(FcFrame::FILL_WORDS),
                          MakeUintegerAccessor(&FcalLoop::m_fillWords),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("AlTime",
                          "Silence between LIP and LISM (AL_TIME), 0 or more",
                          TimeValue(MilliSeconds(15)),
                          MakeTimeAccessor(&FcalLoop::m_alTime),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Busy",
                            "Whether a port owns the loop",
                            MakeTraceSourceAccessor(&FcalLoop::m_busy),
                            "ns3::TracedValueCallback::Bool")
            .AddTraceSource("ArbitrationWait",
                            "A port has won arbitration: the port, and its wait since its request",
                            MakeTraceSourceAccessor(&FcalLoop::m_arbitrationTrace),
                            "ns3::FcalLoop::WaitTracedCallback")
            .AddTraceSource("Tenancy",
                            "A circuit is closed",
                            MakeTraceSourceAccessor(&FcalLoop::m_tenancyTrace),
                            "ns3::FcalLoop::TenancyTracedCallback")
            .AddTraceSource("CreditStall",
                            "A sequence that waited for credit is sent: the port, and the wait",
                            MakeTraceSourceAccessor(&FcalLoop::m_stallTrace),
                            "ns3::FcalLoop::WaitTracedCallback")
            .AddTraceSource("Frame",
                            "A frame was sent; fired for all frames of a sequence when the "
                            "sequence ends",
                            MakeTraceSourceAccessor(&FcalLoop::m_frameTrace),
                            "ns3::FcalLoop::FrameTracedCallback")
            .AddTraceSource("Lip",
                            "Initialisation begins",
                            MakeTraceSourceAccessor(&FcalLoop::m_lipTrace),
                            "ns3::FcalLoop::LipTracedCallback")
            .AddTraceSource("Initialised",
                            "Initialisation has ended",
                            MakeTraceSourceAccessor(&FcalLoop::m_initialisedTrace),
                            "ns3::FcalLoop::InitialisedTracedCallback");
    return tid;
}

FcalLoop::FcalLoop() = default;

FcalLoop::~FcalLoop() = default;

void
FcalLoop::DoDispose()
{
    for (auto* event : {&m_lip, &m_ready, &m_win, &m_opn})
    {
        event->Cancel();
    }
    m_circuit.reset();
    for (const auto& port : m_ports)
    {
        port->SetLoop(nullptr);
    }
    m_ports.clear();
    m_bypassed.clear();
    m_left.clear();
    m_members.clear();
    m_byAlpa.fill(nullptr);
    m_owner = nullptr;
    Object::DoDispose();
}

void
FcalLoop::SetLineRate(DataRate baud)
{
    m_clock = FcalClock(FcLineRate(baud));
}

DataRate
FcalLoop::GetBaud() const
{
    return GetLineRate().GetBaud();
}

void
FcalLoop::Insert(Ptr<FcalPort> port)
{
    Insert(port, m_ports.size());
}

void
FcalLoop::Insert(Ptr<FcalPort> port, std::size_t position)
{
    CheckInsertion(port);
    NS_ASSERT(position <= m_ports.size());
    m_ports.insert(m_ports.begin() + static_cast<std::ptrdiff_t>(position), port);
    port->SetLoop(this);
    port->AssignName(++m_inserted);
    Initialise(FcalLip::INSERTION);
}

void
FcalLoop::CheckInsertion(Ptr<const FcalPort> port) const
{
    if (port->GetLoop())
    {
        throw UserError("FcalLoop: a port can be on one loop only");
    }
    const auto alike = std::count_if(m_ports.begin(), m_ports.end(), [port](const auto& other) {
        return other->IsFabric() == port->IsFabric();
    });
    if (port->IsFabric() && alike > 0)
    {
        throw UserError(
            "attribute Fabric of FcalPort: AL_PA 00h serves only one FL_Port on a loop");
    }
    if (alike == FCAL_ALPA_COUNT - 1)
    {
        throw UserError(
            "FcalLoop: 126 of the 127 AL_PAs of a loop are for NL_Ports; this would be NL_Port "
            "127");
    }
    port->CheckBuffers();
}

void
FcalLoop::Remove(Ptr<FcalPort> port)
{
    NS_ASSERT(port->GetLoop() == this);
    std::erase(m_ports, port);
    std::erase(m_bypassed, port);
    m_left.push_back(port);
    Initialise(FcalLip::REMOVAL);
}

void
FcalLoop::Bypass(Ptr<FcalPort> port)
{
    NS_ASSERT(port->GetLoop() == this);
    std::erase(m_bypassed, port);
    m_bypassed.push_back(port);
    Initialise(FcalLip::BYPASS);
}

void
FcalLoop::Enable(Ptr<FcalPort> port)
{
    std::erase(m_bypassed, port);
    Initialise(FcalLip::BYPASS);
}

void
FcalLoop::Initialise(FcalLip lip)
{
    if (m_lip.IsPending())
    {
        return;
    }
    NS_LOG_INFO("LIP: " << GetFcalLipName(lip));
    m_lip = Simulator::ScheduleNow(&FcalLoop::BeginInitialisation, this);
    m_lipTrace(lip);
}

void
FcalLoop::BeginInitialisation()
{
    m_online = false;
    m_ready.Cancel();
    m_initialisationStart = Simulator::Now();
    BreakOff();
    GatherPorts();
    if (m_members.empty())
    {
        return;
    }
    std::vector<FcalInitialisation::Member> members;
    std::vector<FcalRing::Segment> segments;
    for (const auto& port : m_members)
    {
        members.push_back(port->GetMember());
        segments.push_back(port->GetSegment());
    }
    m_ring = FcalRing(segments, GetLineRate());
    m_initialisation.emplace(members, m_ring, m_fillWords);
    const auto duration = GetLineRate().GetTime(m_initialisation->GetWords()) + m_alTime;
    NS_LOG_INFO("initialisation begins: " << m_members.size() << " ports, " << m_ports.size()
                                          << " inserted, for " << duration.As(Time::MS));
    m_ready = Simulator::Schedule(duration, &FcalLoop::EndInitialisation, this);
}

void
FcalLoop::BreakOff()
{
    m_win.Cancel();
    m_opn.Cancel();
    m_grant.reset();
    if (m_owner)
    {
        m_busyTime += Simulator::Now() - m_busySince;
        m_owner = nullptr;
        m_busy = false;
    }
    if (const auto circuit = std::exchange(m_circuit, nullptr))
    {
        NS_LOG_INFO("circuit broken off by the initialisation");
        circuit->Abort();
    }
}

void
FcalLoop::GatherPorts()
{
    m_byAlpa.fill(nullptr);
    m_members.clear();
    for (const auto& port : m_ports)
    {
        if (std::find(m_bypassed.begin(), m_bypassed.end(), port) == m_bypassed.end())
        {
            m_members.push_back(port);
        }
    }
    const auto left = std::exchange(m_left, {});
    for (const auto& port : left)
    {
        port->SetLoop(nullptr);
        port->GoDown(FcalPortState::OFFLINE);
    }
    const auto bypassed = m_bypassed;
    for (const auto& port : bypassed)
    {
        port->GoDown(FcalPortState::BYPASSED);
    }
    const auto members = m_members;
    for (const auto& port : members)
    {
        port->SetAlpa(std::nullopt);
        port->SetState(FcalPortState::INITIALISING);
    }
}

void
FcalLoop::EndInitialisation()
{
    std::vector<FcalArbiter::Port> contenders;
    for (uint32_t place = 0; place < m_members.size(); ++place)
    {
        const auto& port = m_members[place];
        const auto alpa = m_initialisation->GetAlpa(place);
        port->SetPlace(place);
        port->SetAlpa(alpa);
        contenders.push_back({alpa ? *GetFcalAlpaRank(*alpa) : FCAL_ALPA_COUNT, port->IsFair()});
        if (alpa)
        {
            m_byAlpa[*alpa] = port;
        }
    }
    m_arbiter = FcalArbiter(m_ring, contenders);
    m_online = true;
    NS_LOG_INFO("initialisation ends: " << GetPositionMap().size() << " of " << m_members.size()
                                        << " ports have an AL_PA, round trip " << m_ring.GetTrip()
                                        << " words");
    m_initialisedTrace(*m_initialisation, Simulator::Now() - m_initialisationStart);
    const auto members = m_members;
    for (const auto& port : members)
    {
        if (port->GetAlpa())
        {
            port->SetState(FcalPortState::ONLINE);
            WorkArrived(port);
        }
        else
        {
            port->GoDown(FcalPortState::NONPARTICIPATING);
        }
    }
}

void
FcalLoop::WorkArrived(Ptr<FcalPort> port)
{
    if (!m_online || port->GetQueue().IsEmpty() || (m_circuit && m_circuit->Offer(port)) ||
        port == m_owner)
    {
        return;
    }
    NS_LOG_DEBUG("arbitration begun: AL_PA " << FormatFcalAlpa(*port->GetAlpa()));
    m_arbiter.Request(port->GetPlace(), m_clock.GetNow());
    if (!m_owner)
    {
        Arbitrate();
    }
}

void
FcalLoop::WorkTaken(Ptr<FcalPort> port)
{
    m_arbiter.Withdraw(port->GetPlace(), m_clock.GetNow());
}

void
FcalLoop::BuffersChanged(Ptr<FcalPort> port, int64_t taken)
{
    if (m_circuit)
    {
        m_circuit->BuffersChanged(port, taken);
    }
}

void
FcalLoop::Arbitrate()
{
    const auto next = m_arbiter.GetNext();
    if (next == m_grant)
    {
        return;
    }
    m_win.Cancel();
    m_grant = next;
    if (next)
    {
        m_win = m_clock.ScheduleAt(next->when, &FcalLoop::Won, this);
    }
}

void
FcalLoop::Won()
{
    const auto grant = *m_grant;
    m_grant.reset();
    m_owner = m_members[grant.port];
    m_arbiter.Win(grant.port, grant.when);
    m_sequences = 0;
    m_busySince = Simulator::Now();
    m_busy = true;
    NS_LOG_INFO("arbitration won: AL_PA "
                << FormatFcalAlpa(*m_owner->GetAlpa()) << ", waited "
                << (m_busySince - GetLineRate().GetTime(grant.since)).As(Time::US)
                << DescribeLosers());
    m_arbitrationTrace(m_owner, m_busySince - GetLineRate().GetTime(grant.since));
    OpenNext();
}

std::string
FcalLoop::DescribeLosers() const
{
    std::string text;
    for (const auto place : m_arbiter.GetWaiting())
    {
        text += (text.empty() ? ", lost by " : " ") + FormatFcalAlpa(*m_members[place]->GetAlpa());
    }
    return text;
}

void
FcalLoop::OpenNext()
{
    const auto destination = m_owner->GetQueue().GetNextDestination();
    const auto peer = m_byAlpa[destination];
    const auto trip = m_ring.GetTrip();
    if (!peer || peer == m_owner)
    {
        m_opn = m_clock.ScheduleAt(m_clock.GetNow() + FcalCircuit::OPN_WORDS + trip,
                                   &FcalLoop::OpnReturned,
                                   this,
                                   destination);
        return;
    }
    NS_LOG_INFO("circuit opened: AL_PA " << FormatFcalAlpa(*m_owner->GetAlpa()) << " to "
                                         << FormatFcalAlpa(destination)
                                         << (m_owner->IsFullDuplex() ? ", full duplex" : ""));
    const auto limit = m_owner->GetMaxSequences();
    m_circuit = std::make_unique<FcalCircuit>(
        FcalCircuit::Setup{m_clock,
                           m_owner,
                           peer,
                           m_ring.GetWay(m_owner->GetPlace(), peer->GetPlace()),
                           trip,
                           m_fillWords,
                           limit == 0 ? 0 : limit - m_sequences},
        FcalCircuit::Hooks{[this](const FcReception& reception, uint32_t frames) {
                               TraceFrames(reception, frames);
                           },
                           [this](Ptr<FcalPort> sender, uint64_t words) {
                               m_stallTrace(sender, GetLineRate().GetTime(words));
                           },
                           [this]() { CircuitClosed(); },
                           [this]() { return m_loses && m_loses(); }});
    m_circuit->Start();
}

void
FcalLoop::OpnReturned(uint8_t destination)
{
    NS_LOG_WARN("OPN came back: AL_PA " << FormatFcalAlpa(*m_owner->GetAlpa()) << " to "
                                        << FormatFcalAlpa(destination) << ", no such port");
    m_owner->FailWaiting(destination, FcalFailure::NO_PEER);
    ContinueTenancy();
}

void
FcalLoop::CircuitClosed()
{
    const auto circuit = std::exchange(m_circuit, nullptr);
    const auto start = GetLineRate().GetTime(circuit->GetStart());
    m_sequences += circuit->GetOwnerSequences();
    NS_LOG_INFO("circuit closed: AL_PA " << FormatFcalAlpa(*m_owner->GetAlpa()) << " to "
                                         << FormatFcalAlpa(*circuit->GetPeer()->GetAlpa()) << ", "
                                         << circuit->GetOwnerSequences()
                                         << " sequences of its owner, " << circuit->GetWords()
                                         << " words, " << (Simulator::Now() - start).As(Time::US));
    m_tenancyTrace({start,
                    Simulator::Now() - start,
                    *m_owner->GetAlpa(),
                    *circuit->GetPeer()->GetAlpa(),
                    circuit->GetOwnerSequences(),
                    circuit->GetWords()});
    ContinueTenancy();
}

void
FcalLoop::ContinueTenancy()
{
    const auto limit = m_owner->GetMaxSequences();
    const bool hasWork = !m_owner->GetQueue().IsEmpty();
    if (hasWork && m_owner->MayTransfer() && (limit == 0 || m_sequences < limit))
    {
        OpenNext();
        return;
    }
    const auto now = m_clock.GetNow();
    const auto place = m_owner->GetPlace();
    m_busyTime += Simulator::Now() - m_busySince;
    NS_LOG_DEBUG("loop relinquished: AL_PA " << FormatFcalAlpa(*m_owner->GetAlpa()));
    m_owner = nullptr;
    m_arbiter.Relinquish(now);
    if (hasWork)
    {
        m_arbiter.Request(place, now);
    }
    m_busy = false;
    Arbitrate();
}

void
FcalLoop::TraceFrames(const FcReception& reception, uint32_t frames)
{
    if (m_frameTrace.IsEmpty() && !g_log.IsEnabled(LOG_DEBUG))
    {
        return;
    }
    for (uint32_t frame = 0; frame < frames; ++frame)
    {
        const auto made = reception.GetSequence()->MakeFrame(frame, reception.GetCut());
        NS_LOG_DEBUG("frame sent at " << reception.GetFrameStart(frame).As(Time::US) << ": "
                                      << made);
        m_frameTrace(made, reception.GetFrameStart(frame));
    }
}

void
FcalLoop::SetLoss(std::function<bool()> loses)
{
    m_loses = std::move(loses);
}

std::size_t
FcalLoop::GetNPorts() const
{
    return m_ports.size();
}

Ptr<FcalPort>
FcalLoop::GetPort(uint8_t alpa) const
{
    return m_byAlpa[alpa];
}

bool
FcalLoop::IsOnline() const
{
    return m_online;
}

const std::vector<uint8_t>&
FcalLoop::GetPositionMap() const
{
    static const std::vector<uint8_t> EMPTY;
    return m_initialisation ? m_initialisation->GetPositionMap() : EMPTY;
}

uint64_t
FcalLoop::GetTripWords() const
{
    return m_ring.GetTrip();
}

const FcLineRate&
FcalLoop::GetLineRate() const
{
    return m_clock.GetRate();
}

Time
FcalLoop::GetBusyTime() const
{
    return m_owner ? m_busyTime + (Simulator::Now() - m_busySince) : m_busyTime;
}

} // namespace ns3
