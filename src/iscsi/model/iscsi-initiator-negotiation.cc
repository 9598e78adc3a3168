/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-negotiation.h"

#include "iscsi-initiator-context.h"
#include "iscsi-initiator-session.h"
#include "iscsi-key-definition.h"
#include "iscsi-text-header.h"

#include <utility>

namespace ns3
{

IscsiInitiatorNegotiation::IscsiInitiatorNegotiation(IscsiInitiatorSession& session,
                                                     IscsiInitiatorContext& context)
    : m_session(session),
      m_context(context)
{
}

void
IscsiInitiatorNegotiation::Start(const Ptr<IscsiInitiatorConnection>& connection,
                                 const IscsiTextKeys& keys,
                                 Done done)
{
    const uint32_t tag = m_session.NextTag();
    m_talks.emplace(tag,
                    Talk{connection, keys, IscsiInitiatorTextExchange(keys, tag), std::move(done)});
    SendNext(tag);
}

void
IscsiInitiatorNegotiation::SendNext(uint32_t tag)
{
    auto& talk = m_talks.at(tag);
    IscsiTextRequestHeader header;
    const auto text =
        talk.exchange.NextRequest(header, talk.connection->GetMaxSendDataSegmentLength());
    header.immediate = true;
    header.cmdSn = m_context.window.GetCmdSn();
    m_context.answers.Expect(tag,
                             IscsiOpcode::TEXT_RESPONSE,
                             talk.connection->GetCid(),
                             [this, tag](Ptr<Packet> pdu) { TakeAnswer(tag, pdu); });
    talk.connection->Send(header, text);
}

void
IscsiInitiatorNegotiation::TakeAnswer(uint32_t tag, Ptr<Packet> pdu)
{
    using Progress = IscsiInitiatorTextExchange::Progress;
    auto progress = Progress::FAILED;
    if (pdu)
    {
        IscsiTextResponseHeader header;
        IscsiConnection::TakeHeader(pdu, header);
        m_session.UpdateWindow(header);
        progress = m_talks.at(tag).exchange.Handle(header, pdu);
    }
    if (progress == Progress::GOES_ON)
    {
        SendNext(tag);
        return;
    }
    const auto talk = std::move(m_talks.at(tag));
    m_talks.erase(tag);
    const bool isDone = progress == Progress::DONE;
    if (isDone)
    {
        Apply(talk);
    }
    else if (pdu)
    {
        m_context.settings.observer->ProtocolErrorSeen(talk.exchange.GetError());
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
