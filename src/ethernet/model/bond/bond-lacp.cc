/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-lacp.h"

#include "ns3/lacp-header.h"
#include "ns3/log.h"

#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondLacp");

namespace
{

constexpr uint8_t MARKER_SUBTYPE = 2;     //!< Marker protocol among the Slow Protocols
constexpr uint8_t MARKER_INFORMATION = 1; //!< type of the part of a marker
constexpr uint8_t MARKER_RESPONSE = 2;    //!< type of the part of the answer
constexpr std::size_t MARKER_TYPE_AT = 2; //!< where that type is

} // namespace

BondLacp::BondLacp(const LacpPortInfo& actor, Send send, Callback<void> changed)
    : m_send(send),
      m_system(actor, MakeCallback(&BondLacp::SendPdu, this), changed)
{
}

const LacpSystem&
BondLacp::GetSystem() const
{
    return m_system;
}

void
BondLacp::AddLink()
{
    m_system.AddPort();
}

void
BondLacp::SetLink(uint32_t link, bool isUp)
{
    m_system.SetEnabled(link, isUp);
}

bool
BondLacp::IsCollecting(uint32_t link) const
{
    return m_system.IsCollecting(link);
}

bool
BondLacp::IsDistributing(uint32_t link) const
{
    return m_system.IsDistributing(link);
}

void
BondLacp::SendPdu(uint32_t link, const LacpHeader& pdu)
{
    NS_LOG_DEBUG("link " << link << " sends " << pdu);
    const auto packet = Create<Packet>();
    packet->AddHeader(pdu);
    m_send(link, packet);
}

void
BondLacp::ReceiveSlowProtocol(uint32_t link, Ptr<const Packet> payload)
{
    LacpHeader pdu;
    if (payload->PeekHeader(pdu) == LacpHeader::SIZE)
    {
        NS_LOG_DEBUG("link " << link << " receives " << pdu);
        m_system.Receive(link, pdu);
        return;
    }
    AnswerMarker(link, payload);
}

void
BondLacp::AnswerMarker(uint32_t link, Ptr<const Packet> payload)
{
    // A Marker PDU is as long as an LACPDU.
    std::array<uint8_t, LacpHeader::SIZE> bytes;
    if (payload->CopyData(bytes.data(), bytes.size()) < bytes.size() ||
        bytes[0] != MARKER_SUBTYPE || bytes[MARKER_TYPE_AT] != MARKER_INFORMATION)
    {
        NS_LOG_WARN("link " << link << ": neither an LACPDU nor a marker");
        return;
    }
    bytes[MARKER_TYPE_AT] = MARKER_RESPONSE;
    m_send(link, Create<Packet>(bytes.data(), bytes.size()));
}

} // namespace ns3
