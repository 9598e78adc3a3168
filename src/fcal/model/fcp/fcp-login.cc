/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-login.h"

#include "fcp-node.h"
#include "fcp-prli-header.h"

#include "ns3/fc-plogi-header.h"
#include "ns3/fcal-alpa.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpLogin");

FcpLogin::FcpLogin(std::function<void(bool)> done)
    : m_done(std::move(done))
{
}

void
FcpLogin::Start(FcpNode* node, uint8_t target, uint64_t targetName, bool firstBurst)
{
    Cancel();
    m_node = node;
    m_target = target;
    m_targetName = targetName;
    m_firstBurst = firstBurst;
    NS_LOG_INFO("login begun: PLOGI to AL_PA " << FormatFcalAlpa(target) << ", port name "
                                               << targetName);
    Enter(State::PORT_LOGIN);
}

void
FcpLogin::Cancel()
{
    m_state = State::IDLE;
    if (const auto exchange = std::exchange(m_exchange, nullptr))
    {
        m_node->Close(exchange);
    }
}

FcpLogin::State
FcpLogin::GetState() const
{
    return m_state;
}

bool
FcpLogin::HasFirstBurst() const
{
    return m_firstBurst;
}

void
FcpLogin::Enter(State state)
{
    m_state = state;
    m_exchange = Create<FcExchange>(static_cast<FcExchangeOwner*>(this));
    m_exchange->ids.dId = m_target;
    m_node->OriginateNow(m_exchange);
}

void
FcpLogin::ExchangeOpened(Ptr<FcExchange> exchange)
{
    auto request = Create<Packet>();
    if (m_state == State::PORT_LOGIN)
    {
        request->AddHeader(m_node->MakePortLogin(FcElsCode::PLOGI));
    }
    else
    {
        FcpPrliHeader prli;
        prli.initiatorFunction = true;
        prli.writeXferRdyDisabled = m_firstBurst;
        request->AddHeader(prli);
    }
    m_node->Send(exchange, FcIu::ELS_REQUEST, request);
}

void
FcpLogin::UnitReceived(Ptr<FcExchange> exchange, FcIu /* iu */, Ptr<const FcReception> reception)
{
    m_node->Close(exchange);
    m_exchange = nullptr;
    const auto answer = reception->GetSequence()->payload;
    if (PeekFcElsCode(answer) != FcElsCode::LS_ACC)
    {
        Finish(false);
    }
    else if (m_state == State::PORT_LOGIN)
    {
        HandlePortLogin(answer);
    }
    else
    {
        HandleProcessLogin(answer);
    }
}

void
FcpLogin::HandlePortLogin(Ptr<const Packet> answer)
{
    FcPlogiHeader plogi;
    if (answer->PeekHeader(plogi) == 0 || plogi.portName != m_targetName)
    {
        Finish(false);
        return;
    }
    Enter(State::PROCESS_LOGIN);
}

void
FcpLogin::HandleProcessLogin(Ptr<const Packet> answer)
{
    FcpPrliHeader prli;
    const bool accepted = answer->PeekHeader(prli) > 0 &&
                          prli.response == FcpPrliResponse::EXECUTED && prli.targetFunction;
    m_firstBurst = m_firstBurst && prli.writeXferRdyDisabled;
    Finish(accepted);
}

void
FcpLogin::ExchangeLost(Ptr<FcExchange> /* exchange */, FcExchangeLoss /* loss */)
{
    NS_LOG_INFO("login lost: AL_PA " << FormatFcalAlpa(m_target));
    Cancel();
    m_done(false);
}

void
FcpLogin::Finish(bool success)
{
    NS_LOG_INFO("login " << (success ? "accepted" : "refused") << ": AL_PA "
                         << FormatFcalAlpa(m_target) << ", first burst "
                         << (m_firstBurst ? "agreed" : "not agreed"));
    m_state = State::IDLE;
    m_done(success);
}

} // namespace ns3
