/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-text-exchange.h"

namespace ns3
{

IscsiInitiatorTextExchange::IscsiInitiatorTextExchange(const IscsiTextKeys& keys, uint32_t taskTag)
    : m_taskTag(taskTag),
      m_transferTag(IscsiHeader::RESERVED_TAG),
      m_repeats(keys.Find("SendTargets") ? IscsiTextKeys::Repeats::ALLOWED
                                         : IscsiTextKeys::Repeats::REFUSED),
      m_assembly(LIMIT)
{
    m_pieces.Add(keys);
}

Ptr<Packet>
IscsiInitiatorTextExchange::NextRequest(IscsiTextRequestHeader& header, uint32_t longest)
{
    auto text = m_pieces.Next(longest);
    header.cont = !m_pieces.IsEmpty();
    header.final = m_pieces.IsEmpty();
    header.initiatorTaskTag = m_taskTag;
    header.targetTransferTag = m_transferTag;
    m_final = header.final;
    return text;
}

IscsiInitiatorTextExchange::Progress
IscsiInitiatorTextExchange::Handle(const IscsiTextResponseHeader& header, Ptr<const Packet> text)
{
    m_error = CheckHeader(header);
    if (m_error.empty())
    {
        m_error = ReceiveText(header, text);
    }
    if (!m_error.empty())
    {
        return Progress::FAILED;
    }
    m_transferTag = header.targetTransferTag;
    return header.final ? Progress::DONE : Progress::CONTINUES;
}

std::string
IscsiInitiatorTextExchange::CheckHeader(const IscsiTextResponseHeader& header) const
{
    if (header.initiatorTaskTag != m_taskTag)
    {
        return "text response outside a negotiation";
    }
    if (header.final && (header.cont || !m_final))
    {
        return "text response ends the negotiation unrequested";
    }
    // it means nothing in the last response (RFC 7143, 11.10.4)
    if (!header.final && header.targetTransferTag == IscsiHeader::RESERVED_TAG)
    {
        return "text response with a wrong target transfer tag";
    }
    return "";
}

std::string
IscsiInitiatorTextExchange::ReceiveText(const IscsiTextResponseHeader& header,
                                        Ptr<const Packet> segment)
{
    if (!m_pieces.IsEmpty())
    {
        return segment->GetSize() == 0 ? "" : "text response before the request's end";
    }
    if (!m_assembly.Add(segment))
    {
        return "text response: the text is too long";
    }
    if (header.cont)
    {
        return "";
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(m_assembly.Take(), error, m_repeats);
    if (!keys)
    {
        return "text response: " + error;
    }
    for (const auto& pair : *keys)
    {
        m_answers.Add(pair.key, pair.value);
    }
    return "";
}

const IscsiTextKeys&
IscsiInitiatorTextExchange::GetAnswers() const
{
    return m_answers;
}

const std::string&
IscsiInitiatorTextExchange::GetError() const
{
    return m_error;
}

} // namespace ns3
