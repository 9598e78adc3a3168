/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-task-manager.h"

#include "fcp-command-header.h"
#include "fcp-node.h"
#include "fcp-response-header.h"

#include "ns3/fcal-alpa.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcpTaskManager");

FcpTaskManager::FcpTaskManager(CarriedOut carriedOut)
    : m_carriedOut(std::move(carriedOut))
{
}

void
FcpTaskManager::Send(FcpNode* node, uint8_t target, uint8_t function, uint64_t lun, Done done)
{
    m_node = node;
    auto entry = Create<Function>(static_cast<FcExchangeOwner*>(this));
    entry->ids.dId = target;
    entry->flag = function;
    entry->lun = lun;
    entry->done = std::move(done);
    NS_LOG_INFO("task management begun: flags " << +function << ", target AL_PA "
                                                << FormatFcalAlpa(target));
    m_functions.push_back(entry);
    m_node->OriginateNow(entry);
}

void
FcpTaskManager::Cancel()
{
    const auto functions = m_functions;
    for (const auto& function : functions)
    {
        End(function, false);
    }
}

void
FcpTaskManager::ExchangeOpened(Ptr<FcExchange> exchange)
{
    const auto function = StaticCast<Function>(exchange);
    FcpCommandHeader header;
    header.lun = function->lun;
    header.taskManagement = function->flag;
    auto command = Create<Packet>();
    command->AddHeader(header);
    m_node->Send(exchange, FcIu::FCP_CMND, command);
}

void
FcpTaskManager::UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception)
{
    FcpResponseHeader response;
    const bool answered =
        iu == FcIu::FCP_RSP && reception->GetSequence()->payload->PeekHeader(response) > 0;
    End(StaticCast<Function>(exchange),
        answered && (response.responseCode == FcpResponseCode::COMPLETE ||
                     response.responseCode == FcpResponseCode::FUNCTION_SUCCEEDED));
}

void
FcpTaskManager::ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss /* loss */)
{
    End(StaticCast<Function>(exchange), false);
}

void
FcpTaskManager::End(Ptr<Function> function, bool success)
{
    NS_LOG_INFO("task management ends: flags " << +function->flag
                                               << (success ? ", done" : ", not done"));
    std::erase(m_functions, function);
    m_node->Close(function);
    if (success)
    {
        m_carriedOut(function->flag, function->lun);
    }
    function->done(success);
}

} // namespace ns3
