/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-port.h"

#include "fcal-alpa.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalPort");

namespace
{

/// Delay of a cable, ns per metre: light in glass or a wave in copper at two thirds of its speed.
constexpr double CABLE_NS_PER_M = 5.0;

/**
 * The client of a port that has none.
 */
class NoClient : public FcalPortClient
{
  public:
    void SequenceReceived(Ptr<const FcReception> /* reception */) override
    {
    }
};

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcalPort);

TypeId
FcalPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcalPort")
            .SetParent<Object>()
            .SetGroupName("Fcal")
            .AddConstructor<FcalPort>()
            .AddAttribute(
                "PortName",
                "Port name; the lowest becomes loop master. 0: its position in order of insertion, "
                "from 1",
                UintegerValue(0),
                MakeUintegerAccessor(&FcalPort::m_name),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("HardAddress",
                          "Hard address (SEL_ID), 0 for AL_PA EFh to 125 for AL_PA 01h; -1: none",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&FcalPort::m_hardAddress),
                          MakeIntegerChecker<int32_t>(-1, FCAL_MAX_HARD_ADDRESS))
            .AddAttribute("Fabric",
                          "Whether it is an FL_Port: AL_PA 00h, loop master. Read at insertion",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FcalPort::m_fabric),
                          MakeBooleanChecker())
            .AddAttribute("Fair",
                          "Whether it observes the access fairness window. Read at each LIP",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FcalPort::m_fair),
                          MakeBooleanChecker())
            .AddAttribute("FullDuplex",
                          "Whether it opens circuits in which the other port may send too",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FcalPort::m_fullDuplex),
                          MakeBooleanChecker())
            .AddAttribute("Transfer",
                          "Whether it opens another port without arbitrating again",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FcalPort::m_transfer),
                          MakeBooleanChecker())
            .AddAttribute("CutThrough",
                          "Whether its client is notified when a sequence begins to arrive",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FcalPort::m_cutThrough),
                          MakeBooleanChecker())
            .AddAttribute("MaxSequences",
                          "Maximum number of sequences that it sends in one tenancy; 0 for no "
                          "limit",
                          UintegerValue(8),
                          MakeUintegerAccessor(&FcalPort::m_maxSequences),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("LoginBbCredit",
                          "Login BB_Credit: frames that may be sent to it after OPN before its "
                          "first R_RDY, at most ReceiveBuffers",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FcalPort::m_loginCredit),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("ReceiveBuffers",
                          "Receive buffers, in frames, 1 to 255",
                          UintegerValue(8),
                          MakeUintegerAccessor(&FcalPort::m_receiveBuffers),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "FramePayload",
                "Maximum payload of a frame that it sends or accepts, bytes, 4 to 2112, whole "
                "words",
                UintegerValue(FcFrame::DEFAULT_PAYLOAD),
                MakeUintegerAccessor(&FcalPort::SetFramePayload, &FcalPort::GetFramePayload),
                MakeUintegerChecker<uint32_t>(4, FcFrame::MAX_PAYLOAD))
            .AddAttribute("HopDelay",
                          "Delay from its receiver to its transmitter, in words. Read at each LIP",
                          UintegerValue(6),
                          MakeUintegerAccessor(&FcalPort::m_hopDelay),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("CableLength",
                          "Length of the cable to the next port, metres, at 5 ns/m. Read at each "
                          "LIP",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FcalPort::m_cableLength),
                          MakeDoubleChecker<double>(0));
    return tid;
}

void
FcalPort::DoDispose()
{
    m_client = nullptr;
    m_loop = nullptr;
    m_queue.TakeAll();
    Object::DoDispose();
}

void
FcalPort::SetClient(FcalPortClient* client)
{
    m_client = client;
}

void
FcalPort::SendSequence(Ptr<FcSequence> sequence)
{
    const bool canWait = m_state == FcalPortState::ONLINE || m_state == FcalPortState::INITIALISING;
    if (m_loop && canWait)
    {
        m_queue.Push(sequence);
        m_loop->WorkArrived(this);
        return;
    }
    Simulator::ScheduleNow([port = Ptr<FcalPort>(this), sequence]() {
        port->GetClient().SequenceFailed(sequence, FcalFailure::NOT_ON_LOOP);
    });
}

Ptr<FcSequence>
FcalPort::Probe(uint8_t destination)
{
    auto sequence = Create<FcSequence>();
    sequence->header.dId = destination;
    SendSequence(sequence);
    return sequence;
}

void
FcalPort::HoldBuffers(uint32_t count)
{
    SetHeld(m_held + count);
}

void
FcalPort::ReleaseBuffers(uint32_t count)
{
    NS_ASSERT_MSG(count <= m_held, "more buffers were released than were held");
    SetHeld(m_held - count);
}

void
FcalPort::SetHeld(uint32_t held)
{
    const auto before = GetKept();
    m_held = held;
    const auto taken = static_cast<int64_t>(GetKept()) - before;
    if (m_loop && taken != 0)
    {
        m_loop->BuffersChanged(this, taken);
    }
}

uint32_t
FcalPort::GetKept() const
{
    return std::min(m_held, m_receiveBuffers - std::min(m_loginCredit, m_receiveBuffers));
}

uint32_t
FcalPort::GetFreeBuffers() const
{
    return m_receiveBuffers - GetKept();
}

std::optional<uint8_t>
FcalPort::GetAlpa() const
{
    return m_alpa;
}

FcalPortState
FcalPort::GetState() const
{
    return m_state;
}

std::size_t
FcalPort::GetNWaiting() const
{
    return m_queue.GetCount();
}

const FcalLoopAccess*
FcalPort::GetLoop() const
{
    return m_loop;
}

void
FcalPort::SetLoop(FcalLoopAccess* loop)
{
    m_loop = loop;
}

void
FcalPort::SetState(FcalPortState state)
{
    if (m_state != state)
    {
        NS_LOG_INFO("port name " << m_name << ": " << GetFcalPortStateName(state)
                                 << (m_alpa ? ", AL_PA " + FormatFcalAlpa(*m_alpa) : ""));
        m_state = state;
        GetClient().PortStateChanged(state);
    }
}

void
FcalPort::SetAlpa(std::optional<uint8_t> alpa)
{
    m_alpa = alpa;
    if (alpa)
    {
        m_previousAlpa = alpa;
    }
}

void
FcalPort::GoDown(FcalPortState state)
{
    SetAlpa(std::nullopt);
    SetState(state);
    FailWaiting(std::nullopt, FcalFailure::NOT_ON_LOOP);
}

void
FcalPort::CheckBuffers() const
{
    if (m_loginCredit > m_receiveBuffers)
    {
        throw UserError("attribute LoginBbCredit of FcalPort: " + std::to_string(m_loginCredit) +
                        " is more than the " + std::to_string(m_receiveBuffers) +
                        " of ReceiveBuffers");
    }
}

void
FcalPort::SetPlace(uint32_t place)
{
    m_place = place;
}

uint32_t
FcalPort::GetPlace() const
{
    return m_place;
}

FcalInitialisation::Member
FcalPort::GetMember() const
{
    const auto hard = m_hardAddress < 0
                          ? std::nullopt
                          : GetFcalAlpaOfHardAddress(static_cast<uint8_t>(m_hardAddress));
    return {m_name, m_fabric, m_previousAlpa, hard};
}

void
FcalPort::AssignName(uint64_t name)
{
    if (m_name == 0)
    {
        m_name = name;
    }
}

FcalRing::Segment
FcalPort::GetSegment() const
{
    return {m_hopDelay, m_cableLength * CABLE_NS_PER_M};
}

const FcalSequenceQueue&
FcalPort::GetQueue() const
{
    return m_queue;
}

Ptr<FcSequence>
FcalPort::TakeSequence(uint8_t destination)
{
    auto sequence = m_queue.Pop(destination);
    sequence->header.sId = *m_alpa;
    if (m_queue.IsEmpty())
    {
        m_loop->WorkTaken(this);
    }
    return sequence;
}

void
FcalPort::FailWaiting(std::optional<uint8_t> destination, FcalFailure failure)
{
    for (const auto& sequence : destination ? m_queue.TakeFor(*destination) : m_queue.TakeAll())
    {
        NS_LOG_INFO("sequence not sent: port name "
                    << m_name << ", to " << FormatFcalAlpa(sequence->GetDestination()) << ", OX_ID "
                    << FormatFcExchangeId(sequence->header.oxId));
        GetClient().SequenceFailed(sequence, failure);
    }
}

FcalPortClient&
FcalPort::GetClient() const
{
    static NoClient none;
    return m_client ? *m_client : none;
}

uint32_t
FcalPort::GetLoginCredit() const
{
    return std::min(m_loginCredit, m_receiveBuffers);
}

void
FcalPort::SetFramePayload(uint32_t payload)
{
    if (payload % FcFrame::WORD_BYTES != 0)
    {
        throw UserError("attribute FramePayload of FcalPort: " + std::to_string(payload) +
                        " bytes are not whole words of 4 bytes");
    }
    m_framePayload = payload;
}

uint32_t
FcalPort::GetFramePayload() const
{
    return m_framePayload;
}

uint32_t
FcalPort::GetMaxSequences() const
{
    return m_maxSequences;
}

bool
FcalPort::IsFair() const
{
    return m_fair;
}

bool
FcalPort::IsFullDuplex() const
{
    return m_fullDuplex;
}

bool
FcalPort::MayTransfer() const
{
    return m_transfer;
}

bool
FcalPort::IsCutThrough() const
{
    return m_cutThrough;
}

bool
FcalPort::IsFabric() const
{
    return m_fabric;
}

} // namespace ns3
