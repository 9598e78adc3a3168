/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-negotiation.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-key-definition.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorNegotiation");

IscsiInitiatorNegotiation::IscsiInitiatorNegotiation(IscsiInitiatorContext& context)
    : m_context(context)
{
}

IscsiInitiatorNegotiation::~IscsiInitiatorNegotiation()
{
    for (auto& [tag, talk] : m_talks)
    {
        Simulator::Remove(talk.clock);
    }
}

void
IscsiInitiatorNegotiation::Start(const Ptr<IscsiInitiatorConnection>& connection,
                                 const IscsiTextKeys& keys,
                                 Done done)
{
    const uint32_t tag = m_context.tasks.NextTag();
    m_talks.emplace(tag,
                    Talk{connection, keys, IscsiInitiatorTextExchange(keys, tag), std::move(done)});
    NS_LOG_INFO("text negotiation begun: " << keys.GetSize() << " keys, CID "
                                           << connection->GetCid());
    auto& queue = m_queues[connection->GetCid()];
    queue.push_back(tag);
    // one at a time (RFC 7143, 6.2 and 11.10)
    if (queue.size() == 1)
    {
        SendNext(tag);
    }
}

void
IscsiInitiatorNegotiation::SendNext(uint32_t tag)
{
    auto& talk = m_talks.at(tag);
    IscsiTextRequestHeader header;
    const auto text =
        talk.exchange.NextRequest(header, talk.connection->GetMaxSendDataSegmentLength());
    header.immediate = true;
    header.cmdSn = m_context.numbering.GetCmdSn();
    m_context.pendingRequests.Expect(tag,
                                     IscsiOpcode::TEXT_RESPONSE,
                                     talk.connection->GetCid(),
                                     [this, tag](Ptr<Packet> pdu) { ReceiveAnswer(tag, pdu); });
    const auto connection = talk.connection;
    talk.clock = Simulator::Schedule(m_context.settings.textTimeout, [connection]() {
        connection->Fail("a Text Request was not answered");
    });
    connection->Send(header, text);
}

void
IscsiInitiatorNegotiation::ReceiveAnswer(uint32_t tag, Ptr<Packet> pdu)
{
    auto& talk = m_talks.at(tag);
    const auto cid = talk.connection->GetCid();
    Simulator::Remove(talk.clock);
    if (!pdu)
    {
        Abandon(cid);
        return;
    }
    if (HasNextRequest(talk, pdu))
    {
        SendNext(tag);
        return;
    }
    auto& queue = m_queues.at(cid);
    queue.pop_front();
    if (queue.empty())
    {
        m_queues.erase(cid);
    }
    else
    {
        SendNext(queue.front());
    }
    Conclude(tag, !talk.isReset && talk.exchange.GetError().empty());
}

bool
IscsiInitiatorNegotiation::HasNextRequest(Talk& talk, Ptr<Packet> pdu)
{
    using Progress = IscsiInitiatorTextExchange::Progress;
    IscsiTextResponseHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    const auto progress = talk.exchange.Handle(header, pdu);
    if (progress != Progress::FAILED)
    {
        return progress == Progress::CONTINUES;
    }
    NS_LOG_WARN("negotiation failed: CID " << talk.connection->GetCid() << ": "
                                           << talk.exchange.GetError());
    m_context.settings.observer->ProtocolErrorSeen(talk.exchange.GetError());
    if (header.final || talk.isReset)
    {
        return false;
    }
    // a request without a transfer tag makes the target forget what it has (RFC 7143, 6.4)
    talk.isReset = true;
    talk.exchange = IscsiInitiatorTextExchange(IscsiTextKeys(), header.initiatorTaskTag);
    return true;
}

void
IscsiInitiatorNegotiation::Abandon(uint16_t cid)
{
    const auto queue = std::move(m_queues.at(cid));
    m_queues.erase(cid);
    for (const auto tag : queue)
    {
        Conclude(tag, false);
    }
}

void
IscsiInitiatorNegotiation::Conclude(uint32_t tag, bool isDone)
{
    const auto talk = std::move(m_talks.at(tag));
    m_talks.erase(tag);
    NS_LOG_INFO("text negotiation ends: CID " << talk.connection->GetCid()
                                              << (isDone ? ", agreed" : ", without result"));
    if (isDone)
    {
        Apply(talk);
    }
    if (talk.done)
    {
        talk.done(isDone ? &talk.exchange.GetAnswers() : nullptr);
    }
}

void
IscsiInitiatorNegotiation::Apply(const Talk& talk)
{
    const std::string key = "MaxRecvDataSegmentLength";
    const auto definition = FindIscsiKeyDefinition(key);
    if (const auto own = talk.keys.Find(key))
    {
        talk.connection->SetMaxReceive(ParseIscsiNumber(*own).value());
    }
    const auto peer = talk.exchange.GetAnswers().Find(key);
    if (peer && definition->IsLegal(*peer))
    {
        talk.connection->SetMaxSend(ParseIscsiNumber(*peer).value());
    }
}

} // namespace ns3
