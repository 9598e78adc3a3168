/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-node.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/fc-ba-reply-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpNode");

NS_OBJECT_ENSURE_REGISTERED(FcpNode);

namespace
{

/**
 * @param originator address of the port that originated an exchange
 * @param oxId the exchange as that port calls it
 * @return what the responder finds it by
 */
uint64_t
MakeKey(uint32_t originator, uint16_t oxId)
{
    return uint64_t{originator} << 16 | oxId;
}

/**
 * @param rCtl R_CTL of an FCP frame
 * @param fromResponder whether the exchange's responder sent it
 * @return the unit, or nothing if it is none of the models
 */
std::optional<FcIu>
GetFcpIu(FcRCtl rCtl, bool fromResponder)
{
    switch (rCtl)
    {
    case FcRCtl::UNSOLICITED_COMMAND:
        return FcIu::FCP_CMND;
    case FcRCtl::DATA_DESCRIPTOR:
        return FcIu::FCP_XFER_RDY;
    case FcRCtl::SOLICITED_DATA:
        return fromResponder ? FcIu::FCP_DATA_IN : FcIu::FCP_DATA_OUT;
    case FcRCtl::COMMAND_STATUS:
        return FcIu::FCP_RSP;
    default:
        return std::nullopt;
    }
}

/**
 * @param rCtl R_CTL of a link service's frame
 * @return the unit, or nothing if it is none of the models
 */
std::optional<FcIu>
GetLinkServiceIu(FcRCtl rCtl)
{
    switch (rCtl)
    {
    case FcRCtl::ELS_REQUEST:
        return FcIu::ELS_REQUEST;
    case FcRCtl::ELS_REPLY:
        return FcIu::ELS_REPLY;
    case FcRCtl::ABTS:
        return FcIu::ABTS;
    case FcRCtl::BA_ACC:
        return FcIu::BA_ACC;
    case FcRCtl::BA_RJT:
        return FcIu::BA_RJT;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<FcIu>
GetFcIu(const FcHeader& header)
{
    return header.type == FcType::FCP
               ? GetFcpIu(header.rCtl, header.HasFCtl(FcHeader::EXCHANGE_RESPONDER))
               : GetLinkServiceIu(header.rCtl);
}

TypeId
FcpNode::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcpNode")
            .SetParent<Object>()
            .SetGroupName("Fcal")
            .AddConstructor<FcpNode>()
            .AddAttribute("MaxExchanges",
                          "Maximum number of commands that its initiators have open at once, 1 to "
                          "32768; the others wait in order",
                          UintegerValue(2048),
                          MakeUintegerAccessor(&FcpNode::m_maxExchanges),
                          MakeUintegerChecker<uint32_t>(1, 32768))
            .AddAttribute(
                "ExchangeTimeout",
                "How long an exchange may be inactive before its originator asks the target for "
                "it, or aborts it, and how long a command waits for a target to return; above 0 s",
                TimeValue(Seconds(2)),
                MakeTimeAccessor(&FcpNode::SetExchangeTimeout, &FcpNode::GetExchangeTimeout),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ReadExchangeConcise",
                          "Ask the target by REC for a command that is inactive for "
                          "ExchangeTimeout, and wait on while it works; otherwise abort it at once",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FcpNode::m_usesRec),
                          MakeBooleanChecker())
            .AddTraceSource("ExchangeOpened",
                            "An exchange was opened by this node or with it",
                            MakeTraceSourceAccessor(&FcpNode::m_openedTrace),
                            "ns3::FcpNode::ExchangeTracedCallback")
            .AddTraceSource("ExchangeClosed",
                            "An exchange has ended",
                            MakeTraceSourceAccessor(&FcpNode::m_closedTrace),
                            "ns3::FcpNode::ExchangeTracedCallback")
            .AddTraceSource("Retry",
                            "A command will be resent; its exchange is closed",
                            MakeTraceSourceAccessor(&FcpNode::m_retryTrace),
                            "ns3::FcpNode::ExchangeTracedCallback")
            .AddTraceSource("UnitSent",
                            "An information unit was handed to the port",
                            MakeTraceSourceAccessor(&FcpNode::m_sentTrace),
                            "ns3::FcpNode::UnitTracedCallback")
            .AddTraceSource("UnitReceived",
                            "An information unit is complete",
                            MakeTraceSourceAccessor(&FcpNode::m_receivedTrace),
                            "ns3::FcpNode::UnitTracedCallback")
            .AddTraceSource("UnitDropped",
                            "An information unit belongs to no open exchange",
                            MakeTraceSourceAccessor(&FcpNode::m_droppedTrace),
                            "ns3::FcpNode::UnitTracedCallback");
    return tid;
}

FcpNode::FcpNode()
    : m_clock(MakeCallback(&FcpNode::ClockRang, this))
{
}

FcpNode::~FcpNode() = default;

void
FcpNode::DoDispose()
{
    m_clock.Clear();
    m_waiting.clear();
    m_open.clear();
    m_accepted.clear();
    m_originators.clear();
    m_kept.clear();
    m_responder = nullptr;
    m_port = nullptr;
    Object::DoDispose();
}

void
FcpNode::SetPort(Ptr<FcalPort> port)
{
    NS_ASSERT_MSG(!m_port, "the node is already on a port");
    m_port = PeekPointer(port);
    port->AggregateObject(this);
    port->SetClient(this);
}

Ptr<FcalPort>
FcpNode::GetPort() const
{
    return m_port;
}

uint64_t
FcpNode::GetPortName() const
{
    return m_port->GetMember().name;
}

FcPlogiHeader
FcpNode::MakePortLogin(FcElsCode code) const
{
    FcPlogiHeader login;
    login.code = code;
    login.bbCredit = static_cast<uint16_t>(m_port->GetLoginCredit());
    login.receiveDataFieldSize = static_cast<uint16_t>(m_port->GetFramePayload());
    login.portName = GetPortName();
    login.nodeName = GetPortName();
    login.eDTov = static_cast<uint32_t>(GetExchangeTimeout().GetMilliSeconds());
    return login;
}

void
FcpNode::AddOriginator(FcOriginator& originator, Ptr<Object> object)
{
    m_originators.push_back(&originator);
    m_kept.push_back(object);
}

void
FcpNode::SetResponder(FcResponder* responder)
{
    m_responder = responder;
}

bool
FcpNode::IsOnline() const
{
    return m_online;
}

void
FcpNode::SetExchangeTimeout(Time timeout)
{
    m_clock.SetLimit(timeout);
}

Time
FcpNode::GetExchangeTimeout() const
{
    return m_clock.GetLimit();
}

bool
FcpNode::UsesRec() const
{
    return m_usesRec;
}

void
FcpNode::ClockRang()
{
    while (const auto silent = m_clock.FindExpired())
    {
        const auto exchange = (*silent)->value;
        // It stays open until its owner closes it.
        m_clock.Restart(*silent);
        exchange->owner->ExchangeLost(exchange, FcExchangeLoss::TIMEOUT);
    }
}

void
FcpNode::Originate(Ptr<FcExchange> exchange)
{
    m_waiting.push_back(exchange);
    OpenWaiting();
}

void
FcpNode::OriginateNow(Ptr<FcExchange> exchange)
{
    Open(exchange);
}

void
FcpNode::OpenWaiting()
{
    while (m_online && !m_waiting.empty() && m_open.size() < m_maxExchanges)
    {
        const auto exchange = m_waiting.front();
        m_waiting.pop_front();
        Open(exchange);
    }
}

void
FcpNode::Open(Ptr<FcExchange> exchange)
{
    NS_ASSERT_MSG(m_online && !exchange->isOpen, "an exchange that cannot be opened");
    exchange->isOpen = true;
    exchange->nextSeqId = 0;
    exchange->ids.sId = *m_port->GetAlpa();
    exchange->ids.oxId = m_oxIds.Allocate();
    exchange->ids.rxId = FcHeader::UNASSIGNED_ID;
    m_open.emplace(exchange->ids.oxId, exchange);
    exchange->position = m_clock.Add(exchange);
    ++m_counters.opened;
    m_openedTrace(exchange);
    NS_LOG_DEBUG("exchange opened: OX_ID " << FormatFcExchangeId(exchange->ids.oxId) << ", "
                                           << m_open.size() << " open, " << m_waiting.size()
                                           << " wait");
    exchange->owner->ExchangeOpened(exchange);
}

void
FcpNode::Accept(Ptr<FcExchange> exchange, const FcHeader& header)
{
    exchange->isOpen = true;
    exchange->isOriginator = false;
    exchange->ids = {header.sId, header.dId, header.oxId, m_rxIds.Allocate()};
    m_accepted.emplace(MakeKey(header.sId, header.oxId), exchange);
    ++m_counters.accepted;
    m_openedTrace(exchange);
}

Ptr<FcExchange>
FcpNode::FindAccepted(uint32_t originator, uint16_t oxId) const
{
    const auto found = m_accepted.find(MakeKey(originator, oxId));
    return found == m_accepted.end() ? nullptr : found->second;
}

std::vector<Ptr<FcExchange>>
FcpNode::GetAccepted() const
{
    std::vector<Ptr<FcExchange>> exchanges;
    exchanges.reserve(m_accepted.size());
    for (const auto& [key, exchange] : m_accepted)
    {
        exchanges.push_back(exchange);
    }
    return exchanges;
}

void
FcpNode::Close(Ptr<FcExchange> exchange)
{
    if (!exchange->isOpen)
    {
        std::erase(m_waiting, exchange);
        return;
    }
    exchange->isOpen = false;
    ++m_counters.closed;
    if (exchange->isOriginator)
    {
        m_clock.Remove(exchange->position);
        m_open.erase(exchange->ids.oxId);
        m_oxIds.Release(exchange->ids.oxId);
    }
    else
    {
        m_accepted.erase(MakeKey(exchange->ids.dId, exchange->ids.oxId));
        m_rxIds.Release(exchange->ids.rxId);
    }
    NS_LOG_DEBUG("exchange closed: OX_ID " << FormatFcExchangeId(exchange->ids.oxId));
    m_closedTrace(exchange);
    OpenWaiting();
}

void
FcpNode::Send(Ptr<FcExchange> exchange, FcIu iu, Ptr<Packet> payload, uint32_t offset, bool goesOn)
{
    auto header = MakeFcHeader(iu, exchange->ids, exchange->nextSeqId++);
    if (iu == FcIu::FCP_DATA_IN || iu == FcIu::FCP_DATA_OUT)
    {
        header.fCtl |= FcHeader::RELATIVE_OFFSET_PRESENT;
        header.parameter = offset;
    }
    if (goesOn)
    {
        header.fCtl &= ~FcHeader::SEQUENCE_INITIATIVE;
    }
    SendSequence(iu, header, payload);
}

void
FcpNode::Reply(const FcHeader& request, FcIu iu, Ptr<Packet> payload)
{
    SendSequence(iu,
                 MakeFcHeader(iu, {request.sId, request.dId, request.oxId, request.rxId}),
                 payload);
}

void
FcpNode::SendSequence(FcIu iu, const FcHeader& header, Ptr<Packet> payload)
{
    auto sequence = Create<FcSequence>();
    sequence->header = header;
    sequence->payload = payload ? payload : Create<Packet>();
    ++m_counters.sent[static_cast<std::size_t>(iu)];
    NS_LOG_DEBUG("sends " << GetFcIuName(iu) << " " << header << ", "
                          << sequence->payload->GetSize() << " bytes");
    m_sentTrace(iu, header, sequence->payload->GetSize());
    m_port->SendSequence(sequence);
}

void
FcpNode::NoteRetry(Ptr<const FcExchange> exchange)
{
    ++m_counters.retries;
    m_retryTrace(exchange);
}

std::size_t
FcpNode::GetNOpen() const
{
    return m_open.size();
}

std::size_t
FcpNode::GetNWaiting() const
{
    return m_waiting.size();
}

const FcpCounters&
FcpNode::GetCounters() const
{
    return m_counters;
}

void
FcpNode::SequenceReceived(Ptr<const FcReception> reception)
{
    const auto& header = reception->GetSequence()->header;
    const auto iu = GetFcIu(header);
    if (iu)
    {
        ++m_counters.received[static_cast<std::size_t>(*iu)];
        NS_LOG_DEBUG("receives " << GetFcIuName(*iu) << " " << header << ", "
                                 << reception->GetSequence()->payload->GetSize() << " bytes");
        m_receivedTrace(*iu, header, reception->GetSequence()->payload->GetSize());
        if (Dispatch(*iu, reception))
        {
            return;
        }
        NS_LOG_INFO("unit dropped: " << GetFcIuName(*iu) << " of no open exchange, OX_ID "
                                     << header.oxId);
        m_droppedTrace(*iu, header, reception->GetSequence()->payload->GetSize());
    }
    ++m_counters.dropped;
}

bool
FcpNode::Dispatch(FcIu iu, Ptr<const FcReception> reception)
{
    const auto& header = reception->GetSequence()->header;
    if (iu == FcIu::FCP_CMND || iu == FcIu::ELS_REQUEST)
    {
        return m_responder && m_responder->RequestReceived(iu, reception);
    }
    if (iu == FcIu::ABTS)
    {
        HandleAbort(header);
        return true;
    }
    const auto exchange = Find(header, false);
    if (!exchange)
    {
        return false;
    }
    if (exchange->isOriginator)
    {
        exchange->ids.rxId = header.rxId;
        m_clock.Restart(exchange->position);
    }
    exchange->owner->UnitReceived(exchange, iu, reception);
    return true;
}

Ptr<FcExchange>
FcpNode::Find(const FcHeader& header, bool sentHere) const
{
    const bool fromResponder = header.HasFCtl(FcHeader::EXCHANGE_RESPONDER);
    const auto peer = sentHere ? header.dId : header.sId;
    if (fromResponder == sentHere)
    {
        return FindAccepted(peer, header.oxId);
    }
    const auto found = m_open.find(header.oxId);
    return found == m_open.end() || found->second->ids.dId != peer ? nullptr : found->second;
}

void
FcpNode::HandleAbort(const FcHeader& header)
{
    auto answer = Create<Packet>();
    const auto exchange = FindAccepted(header.sId, header.oxId);
    NS_LOG_INFO("ABTS received: OX_ID " << FormatFcExchangeId(header.oxId)
                                        << (exchange ? ", accepted" : ", no such exchange"));
    if (!exchange)
    {
        FcBaRjtHeader reject;
        reject.reason = FcBaRjtReason::LOGICAL_ERROR;
        reject.explanation = FcBaRjtExplanation::INVALID_EXCHANGE;
        answer->AddHeader(reject);
        Reply(header, FcIu::BA_RJT, answer);
        return;
    }
    FcBaAccHeader accept;
    accept.oxId = exchange->ids.oxId;
    accept.rxId = exchange->ids.rxId;
    answer->AddHeader(accept);
    Send(exchange, FcIu::BA_ACC, answer);
    exchange->owner->ExchangeLost(exchange, FcExchangeLoss::ABORTED);
}

void
FcpNode::SequenceFailed(Ptr<FcSequence> sequence, FcalFailure failure)
{
    // All other failures come with a port that lost its address, where all exchanges end anyway.
    const auto exchange = failure == FcalFailure::NO_PEER ? Find(sequence->header, true) : nullptr;
    if (exchange)
    {
        exchange->owner->ExchangeLost(exchange, FcExchangeLoss::NO_PEER);
    }
}

void
FcpNode::PortStateChanged(FcalPortState state)
{
    const bool online = state == FcalPortState::ONLINE;
    if (online == m_online)
    {
        return;
    }
    NS_LOG_INFO("port name " << GetPortName() << (online ? " online" : " offline") << ", "
                             << m_open.size() << " exchanges open");
    m_online = online;
    if (!online)
    {
        m_port->FailWaiting(std::nullopt, FcalFailure::LOOP_INITIALISED);
    }
    if (m_responder)
    {
        m_responder->LoopChanged(online);
    }
    for (const auto& originator : m_originators)
    {
        originator->LoopChanged(online);
    }
}

} // namespace ns3
