/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-flow.h"

#include "fcal-alpa.h"

#include "ns3/log.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalFlow");

namespace
{

/**
 * @param sequence a sequence
 * @return for the log: addresses, exchange, bytes
 */
std::string
GetSequenceName(const FcSequence& sequence)
{
    const auto& header = sequence.header;
    return "AL_PA " + FormatFcalAlpa(static_cast<uint8_t>(header.sId)) + " to " +
           FormatFcalAlpa(static_cast<uint8_t>(header.dId)) + ", OX_ID " +
           FormatFcExchangeId(header.oxId) + ", " +
           std::to_string(sequence.payload ? sequence.payload->GetSize() : 0) + " bytes";
}

} // namespace

FcalFlow::FcalFlow(const Setup& setup, FcalFlowListener& listener)
    : m_setup(setup),
      m_listener(listener),
      m_credit(setup.credit)
{
}

FcalFlow::~FcalFlow()
{
    CancelEvents();
}

bool
FcalFlow::SendNext()
{
    const auto destination = *m_setup.receiver->GetAlpa();
    const bool spent = m_setup.maxSequences > 0 && m_sequences == m_setup.maxSequences;
    if (m_present || spent || !m_setup.sender->GetQueue().HasFor(destination))
    {
        return false;
    }
    const auto sequence = m_setup.sender->TakeSequence(destination);
    const auto payload =
        std::min(m_setup.sender->GetFramePayload(), m_setup.receiver->GetFramePayload());
    const auto cut = sequence->Cut(payload);
    m_present =
        Create<FcReception>(sequence, cut, m_setup.credit.toReceiver, m_setup.clock.GetRate());
    ++m_sequences;
    NS_LOG_DEBUG("sequence begun: " << GetSequenceName(*sequence) << ", " << cut.frames
                                    << " frames");
    const auto ready = std::max(m_setup.clock.GetNow(), m_setup.credit.begin);
    if (cut.frames > 0)
    {
        m_deliveries.push_back({m_present, {}, {}, false, m_listener.LosesSequence()});
        Follow(m_credit.Begin(cut, ready));
        return true;
    }
    // Without login credit the first R_RDY shows that the other port is there.
    const auto answered =
        m_setup.credit.login > 0 ? ready : std::max(ready, m_setup.credit.firstReady);
    m_sent = m_setup.clock.ScheduleAt(answered, &FcalFlow::Sent, this);
    return true;
}

void
FcalFlow::Follow(FcalFrameTimes times)
{
    const auto& cut = m_present->GetCut();
    auto& delivery = m_deliveries.back();
    m_present->SetTimes(std::move(times));
    const auto& planned = m_present->GetTimes();
    if (planned.GetCount() == cut.frames)
    {
        const auto last = cut.frames - 1;
        const auto end = planned.GetStart(last) + cut.GetWords(last);
        const auto& clock = m_setup.clock;
        const auto& credit = m_setup.credit;
        m_sent = clock.ScheduleAt(end + credit.fillWords, &FcalFlow::Sent, this);
        delivery.arrived = clock.ScheduleAt(end + credit.toReceiver, &FcalFlow::Arrived, this);
    }
    ReportPlan(delivery);
}

void
FcalFlow::ReportPlan(Delivery& delivery)
{
    const auto& reception = delivery.reception;
    if (!m_setup.receiver->IsCutThrough() || delivery.isLost || reception->GetPlannedFrames() == 0)
    {
        return;
    }
    if (delivery.reported)
    {
        m_setup.receiver->GetClient().ReceptionPlanned(reception);
        return;
    }
    delivery.begun.Cancel();
    delivery.begun = Simulator::Schedule(reception->GetByteArrival(0) - Simulator::Now(),
                                         &FcalFlow::Begun,
                                         this);
}

void
FcalFlow::Begun()
{
    const auto delivery =
        std::find_if(m_deliveries.begin(), m_deliveries.end(), [](const auto& each) {
            return !each.reported && !each.isLost;
        });
    delivery->reported = true;
    m_setup.receiver->GetClient().ReceptionPlanned(delivery->reception);
}

void
FcalFlow::Sent()
{
    const auto reception = std::exchange(m_present, nullptr);
    const auto& cut = reception->GetCut();
    if (cut.frames > 0)
    {
        m_words += uint64_t{cut.frames - 1} * cut.GetWords(0) + cut.GetWords(cut.frames - 1);
        if (const auto stall = m_credit.GetStall(); stall > 0)
        {
            NS_LOG_DEBUG("waited for credit: " << GetSequenceName(*reception->GetSequence()) << ", "
                                               << stall << " words");
            m_listener.CreditStalled(m_setup.sender, stall);
        }
    }
    m_listener.FramesSent(*reception, cut.frames);
    m_setup.sender->GetClient().SequenceSent(reception->GetSequence());
    m_listener.FlowAdvanced();
}

void
FcalFlow::Arrived()
{
    const auto delivery = m_deliveries.front();
    m_deliveries.pop_front();
    if (delivery.isLost)
    {
        NS_LOG_INFO("sequence lost: " << GetSequenceName(*delivery.reception->GetSequence()));
        m_setup.receiver->GetClient().ReceptionFailed(delivery.reception);
    }
    else
    {
        m_setup.receiver->GetClient().SequenceReceived(delivery.reception);
    }
    m_listener.FlowAdvanced();
}

bool
FcalFlow::IsSending() const
{
    return m_present != nullptr;
}

bool
FcalFlow::IsBusy() const
{
    return m_present || !m_deliveries.empty();
}

uint32_t
FcalFlow::GetSequences() const
{
    return m_sequences;
}

uint64_t
FcalFlow::GetWords() const
{
    return m_words;
}

void
FcalFlow::BuffersChanged(int64_t taken)
{
    m_credit.Change(m_setup.clock.GetNow(), taken);
    if (!m_present || m_present->GetCut().frames == 0)
    {
        return;
    }
    m_sent.Cancel();
    m_deliveries.back().arrived.Cancel();
    Follow(m_credit.Replan());
}

void
FcalFlow::CancelEvents()
{
    m_sent.Cancel();
    for (auto& delivery : m_deliveries)
    {
        delivery.begun.Cancel();
        delivery.arrived.Cancel();
    }
}

void
FcalFlow::Abort()
{
    CancelEvents();
    const auto lost = std::exchange(m_deliveries, {});
    const auto present = std::exchange(m_present, nullptr);
    for (const auto& delivery : lost)
    {
        Lose(delivery.reception, delivery.reception != present);
    }
    if (present && present->GetCut().frames == 0)
    {
        Lose(present, false);
    }
}

void
FcalFlow::Lose(Ptr<FcReception> reception, bool sent)
{
    const auto now = m_setup.clock.GetNow();
    uint32_t begun = 0;
    while (begun < reception->GetPlannedFrames() && reception->GetTimes().GetStart(begun) < now)
    {
        ++begun;
    }
    if (!sent)
    {
        m_listener.FramesSent(*reception, begun);
    }
    NS_LOG_INFO("sequence lost: " << GetSequenceName(*reception->GetSequence()) << ", " << begun
                                  << " frames sent, the loop is initialised");
    m_setup.sender->GetClient().SequenceFailed(reception->GetSequence(),
                                               FcalFailure::LOOP_INITIALISED);
    if (begun > 0)
    {
        m_setup.receiver->GetClient().ReceptionFailed(reception);
    }
}

} // namespace ns3
