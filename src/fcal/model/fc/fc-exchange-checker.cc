/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-exchange-checker.h"

#include "ns3/log.h"

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
}

void
FcExchangeChecker::NoteClosed(Ptr<const FcExchange> exchange)
{
    if (!exchange->isOriginator)
    {
        m_rxIds.erase(exchange->ids.rxId);
    }
    if (m_open.erase(GetKey(*exchange)) == 0)
    {
        m_report("the exchange with OX_ID " + FormatFcExchangeId(exchange->ids.oxId) +
                 " ends and was not open");
    }
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
