/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-exchange-checker.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcExchangeChecker");

namespace
{

/// In place of the 24 bits of the originator's address: the port itself.
constexpr uint32_t HERE = 0xffffffff;

} // namespace

FcExchangeChecker::FcExchangeChecker(Report report)
    : m_report(std::move(report))
{
}

FcExchangeChecker::Key
FcExchangeChecker::GetKey(const FcExchange& exchange)
{
    return {exchange.isOriginator ? HERE : exchange.ids.dId, exchange.ids.oxId};
}

void
FcExchangeChecker::NoteOpened(Ptr<const FcExchange> exchange)
{
    const auto& ids = exchange->ids;
    if (!exchange->isOriginator && !m_rxIds.insert(ids.rxId).second)
    {
        m_report("RX_ID " + FormatFcExchangeId(ids.rxId) + " is that of an open exchange");
    }
    if (!m_open.insert({GetKey(*exchange), {}}).second)
    {
        m_report("OX_ID " + FormatFcExchangeId(ids.oxId) + " is that of an open exchange");
    }
    exchange->isOriginator ? CheckRest(m_restingOxIds, "OX_ID", ids.oxId)
                           : CheckRest(m_restingRxIds, "RX_ID", ids.rxId);
}

void
FcExchangeChecker::CheckRest(std::deque<uint16_t>& resting, const std::string& name, uint16_t id)
{
    const auto found = std::find(resting.begin(), resting.end(), id);
    if (found == resting.end())
    {
        return;
    }
    if (found != resting.begin())
    {
        m_report(name + " " + FormatFcExchangeId(id) + " is used again before " +
                 FormatFcExchangeId(resting.front()) + ", which was given back earlier");
    }
    resting.erase(found);
}

void
FcExchangeChecker::NoteClosed(Ptr<const FcExchange> exchange)
{
    const auto& ids = exchange->ids;
    if (m_open.erase(GetKey(*exchange)) == 0)
    {
        m_report("the exchange with OX_ID " + FormatFcExchangeId(ids.oxId) +
                 " ends and was not open");
        return;
    }
    if (exchange->isOriginator)
    {
        m_restingOxIds.push_back(ids.oxId);
        return;
    }
    m_rxIds.erase(ids.rxId);
    m_restingRxIds.push_back(ids.rxId);
}

void
FcExchangeChecker::NoteSent(FcIu iu, const FcHeader& header, uint32_t size)
{
    ++m_units;
    if (iu == FcIu::ELS_REPLY || iu == FcIu::BA_ACC || iu == FcIu::BA_RJT)
    {
        return;
    }
    const auto name = GetFcIuName(iu) + " of OX_ID " + FormatFcExchangeId(header.oxId);
    const auto isAnswer = header.HasFCtl(FcHeader::EXCHANGE_RESPONDER);
    const auto found = m_open.find({isAnswer ? header.dId : HERE, header.oxId});
    if (found == m_open.end())
    {
        m_report(name + ", which is not open");
        return;
    }
    auto& open = found->second;
    if (header.seqId != open.seqId || header.seqCnt != 0)
    {
        m_report(name + ": SEQ_ID " + std::to_string(header.seqId) + ", SEQ_CNT " +
                 std::to_string(header.seqCnt) + " where " + std::to_string(open.seqId) +
                 ", 0 are next");
    }
    open.seqId = header.seqId + 1;
    if (iu == FcIu::FCP_DATA_IN || iu == FcIu::FCP_DATA_OUT)
    {
        if (header.parameter != open.offset)
        {
            m_report(name + ": offset " + std::to_string(header.parameter) + " where " +
                     std::to_string(open.offset) + " is next");
        }
        open.offset = header.parameter + size;
    }
}

uint64_t
FcExchangeChecker::GetUnits() const
{
    return m_units;
}

} // namespace ns3
