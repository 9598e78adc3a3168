/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-text-exchange.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTextExchange");

IscsiTargetTextExchange::IscsiTargetTextExchange(const IscsiSessionParameters& agreed,
                                                 const IscsiTargetPortal* portal)
    : m_agreed(agreed),
      m_portal(portal)
{
}

std::optional<IscsiRejectReason>
IscsiTargetTextExchange::Handle(const IscsiTextRequestHeader& request,
                                Ptr<const Packet> text,
                                uint32_t longest,
                                IscsiTextResponseHeader& response,
                                Ptr<Packet>& answer)
{
    m_newMaxSend.reset();
    const auto reason = ReceiveText(request, text);
    if (reason)
    {
        Reset();
        return reason;
    }
    response.initiatorTaskTag = request.initiatorTaskTag;
    answer = request.cont ? nullptr : m_pieces.Next(longest);
    response.cont = !m_pieces.IsEmpty();
    response.final = request.final && m_pieces.IsEmpty();
    if (response.final)
    {
        m_newMaxSend = m_declared;
        Reset();
        return std::nullopt;
    }
    // no unit is concerned: the request's is as good as any (RFC 7143, 11.10.4)
    m_transferTags.Advance();
    response.targetTransferTag = m_transferTags.Get();
    response.lun = request.lun;
    return std::nullopt;
}

std::optional<uint32_t>
IscsiTargetTextExchange::GetNewMaxSend() const
{
    return m_newMaxSend;
}

bool
IscsiTargetTextExchange::IsOpen(uint32_t taskTag) const
{
    return m_negotiator && m_taskTag == taskTag;
}

void
IscsiTargetTextExchange::Reset()
{
    m_negotiator.reset();
    m_assembly = IscsiTextAssembly();
    m_pieces = IscsiTextPieces();
    m_declared.reset();
}

std::optional<IscsiRejectReason>
IscsiTargetTextExchange::ReceiveText(const IscsiTextRequestHeader& request,
                                     Ptr<const Packet> segment)
{
    if (request.final && request.cont)
    {
        return IscsiRejectReason::PROTOCOL_ERROR;
    }
    if (request.targetTransferTag == IscsiHeader::RESERVED_TAG)
    {
        Reset();
        m_negotiator.emplace(IscsiRole::TARGET, m_agreed, false);
        m_taskTag = request.initiatorTaskTag;
    }
    else if (!m_negotiator || request.targetTransferTag != m_transferTags.Get() ||
             request.initiatorTaskTag != m_taskTag)
    {
        return IscsiRejectReason::INVALID_PDU_FIELD;
    }
    if (!m_pieces.IsEmpty())
    {
        return segment->GetSize() == 0 ? std::nullopt
                                       : std::optional(IscsiRejectReason::PROTOCOL_ERROR);
    }
    if (!m_assembly.Add(segment))
    {
        return IscsiRejectReason::LONG_OPERATION_REJECT;
    }
    if (request.cont)
    {
        return std::nullopt;
    }
    std::string error;
    const auto keys = IscsiTextKeys::Parse(m_assembly.Take(), error);
    return keys ? Negotiate(*keys) : std::optional(IscsiRejectReason::PROTOCOL_ERROR);
}

std::optional<IscsiRejectReason>
IscsiTargetTextExchange::Negotiate(const IscsiTextKeys& keys)
{
    const auto request = keys.Find("SendTargets");
    NS_LOG_INFO("text keys received: " << keys.GetSize()
                                       << (request ? ", SendTargets=" + *request : ""));
    // SendTargets stands alone, and nothing else is allowed in a discovery session (RFC 7143,
    // 13.21 and appendix C)
    if (request ? keys.GetSize() > 1 : m_agreed.IsDiscovery() && !keys.IsEmpty())
    {
        return IscsiRejectReason::PROTOCOL_ERROR;
    }
    const auto answer = m_negotiator->Respond(keys, IscsiLoginStage::FULL_FEATURE_PHASE);
    if (m_negotiator->HasFailed())
    {
        NS_LOG_WARN("negotiation failed: " << m_negotiator->GetError());
        return IscsiRejectReason::PROTOCOL_ERROR;
    }
    m_pieces.Add(answer);
    if (request)
    {
        m_pieces.Add(m_portal->SendTargets(m_agreed, *request));
    }
    if (keys.Find("MaxRecvDataSegmentLength"))
    {
        m_declared = m_negotiator->GetResult().peerMaxRecvDataSegmentLength;
    }
    return std::nullopt;
}

} // namespace ns3
