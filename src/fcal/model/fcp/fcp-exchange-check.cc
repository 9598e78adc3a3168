/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-exchange-check.h"

#include "fcp-node.h"

#include "ns3/fc-els.h"
#include "ns3/fc-rec-header.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpExchangeCheck");

FcpExchangeCheck::FcpExchangeCheck(Done done)
    : m_done(std::move(done))
{
}

void
FcpExchangeCheck::Ask(FcpNode* node, Ptr<FcExchange> exchange)
{
    m_node = node;
    const bool isAsked =
        std::any_of(m_questions.begin(), m_questions.end(), [&exchange](const auto& question) {
            return question->subject == exchange && question->asked.oxId == exchange->ids.oxId;
        });
    if (isAsked)
    {
        return;
    }
    NS_LOG_INFO("REC sent: OX_ID " << FormatFcExchangeId(exchange->ids.oxId));
    auto question = Create<Question>(static_cast<FcExchangeOwner*>(this));
    question->ids.dId = exchange->ids.dId;
    question->subject = exchange;
    question->asked = exchange->ids;
    m_questions.push_back(question);
    m_node->OriginateNow(question);
}

void
FcpExchangeCheck::Cancel()
{
    const auto questions = std::exchange(m_questions, {});
    for (const auto& question : questions)
    {
        m_node->Close(question);
    }
}

void
FcpExchangeCheck::ExchangeOpened(Ptr<FcExchange> exchange)
{
    const auto question = StaticCast<Question>(exchange);
    FcRecHeader request;
    request.originator = question->asked.sId;
    request.oxId = question->asked.oxId;
    request.rxId = question->asked.rxId;
    auto payload = Create<Packet>();
    payload->AddHeader(request);
    m_node->Send(exchange, FcIu::ELS_REQUEST, payload);
}

void
FcpExchangeCheck::UnitReceived(Ptr<FcExchange> exchange,
                               FcIu /* iu */,
                               Ptr<const FcReception> reception)
{
    const auto question = StaticCast<Question>(exchange);
    FcRecAccHeader answer;
    const bool isKnown = reception->GetSequence()->payload->PeekHeader(answer) > 0 &&
                         answer.oxId == question->asked.oxId && !answer.isComplete;
    End(question,
        !isKnown               ? FcpExchangeState::UNKNOWN
        : answer.hasInitiative ? FcpExchangeState::TARGET_WORKS
                               : FcpExchangeState::TARGET_WAITS);
}

void
FcpExchangeCheck::ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss /* loss */)
{
    End(StaticCast<Question>(exchange), FcpExchangeState::NOT_ANSWERED);
}

void
FcpExchangeCheck::End(Ptr<Question> question, FcpExchangeState state)
{
    NS_LOG_INFO("REC answered: OX_ID "
                << FormatFcExchangeId(question->asked.oxId)
                << (state == FcpExchangeState::TARGET_WORKS   ? ", the target works on it"
                    : state == FcpExchangeState::TARGET_WAITS ? ", the target waits"
                    : state == FcpExchangeState::UNKNOWN      ? ", not known"
                                                              : ", no answer"));
    std::erase(m_questions, question);
    m_node->Close(question);
    const auto& subject = question->subject;
    if (subject->isOpen && subject->ids.oxId == question->asked.oxId)
    {
        m_done(subject, state);
    }
}

} // namespace ns3
