/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-node-faults.h"

#include "ns3/io-timeline-table.h"
#include "ns3/iscsi-segment-bytes.h"
#include "ns3/log.h"

#include <array>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiNodeFaults");

NS_OBJECT_ENSURE_REGISTERED(IscsiNodeFaults);

TypeId
IscsiNodeFaults::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiNodeFaults")
                            .SetParent<Object>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiNodeFaults>();
    return tid;
}

void
IscsiNodeFaults::DoDispose()
{
    m_faults.clear();
    m_streams.clear();
    Object::DoDispose();
}

Ptr<IscsiNodeFaults>
IscsiNodeFaults::On(Ptr<Node> node)
{
    auto faults = node->GetObject<IscsiNodeFaults>();
    if (!faults)
    {
        faults = CreateObject<IscsiNodeFaults>();
        node->AggregateObject(faults);
    }
    return faults;
}

void
IscsiNodeFaults::Add(Ptr<IscsiPduFault> fault)
{
    m_faults.push_back(fault);
}

void
IscsiNodeFaults::Reset(int32_t connection)
{
    std::vector<Ptr<IscsiResettableStream>> streams;
    for (const auto& [number, stream] : m_streams)
    {
        if (connection < 0 || static_cast<uint32_t>(connection) == number)
        {
            streams.emplace_back(stream);
        }
    }
    NS_LOG_INFO("fault: " << streams.size() << " connections of the node reset");
    for (const auto& stream : streams)
    {
        stream->Reset();
    }
}

uint32_t
IscsiNodeFaults::Enter(IscsiResettableStream* stream)
{
    m_streams[m_next] = stream;
    return m_next++;
}

void
IscsiNodeFaults::Leave(uint32_t connection)
{
    m_streams.erase(connection);
}

Ptr<Packet>
IscsiNodeFaults::Send(uint32_t connection, Ptr<Packet> pdu)
{
    const auto damage = Ask(IscsiPduFault::Direction::SENT, connection, pdu);
    return damage ? Damage(pdu, *damage) : pdu;
}

std::optional<IscsiDamage>
IscsiNodeFaults::Receive(uint32_t connection, Ptr<const Packet> pdu)
{
    return Ask(IscsiPduFault::Direction::RECEIVED, connection, pdu);
}

std::optional<IscsiDamage>
IscsiNodeFaults::Ask(IscsiPduFault::Direction direction, uint32_t connection, Ptr<const Packet> pdu)
{
    std::array<uint8_t, 8> first;
    pdu->CopyData(first.data(), first.size());
    const auto opcode = static_cast<IscsiOpcode>(first[0] & 0x3f);
    const bool hasData = (first[5] | first[6] | first[7]) != 0;
    std::optional<IscsiDamage> damage;
    for (const auto& fault : m_faults)
    {
        // Every fault counts the PDU, also when another one damages it.
        if (fault->ShouldDamage(direction, connection, opcode, hasData))
        {
            damage = fault->GetDamage();
        }
    }
    return damage;
}

Ptr<Packet>
IscsiNodeFaults::Damage(Ptr<const Packet> pdu, IscsiDamage damage)
{
    std::vector<uint8_t> bytes(pdu->GetSize());
    pdu->CopyData(bytes.data(), bytes.size());
    const uint32_t dataLength = (bytes[5] << 16) | (bytes[6] << 8) | bytes[7];
    const bool isPadded = bytes.size() % 4 == 0;
    const std::size_t data = bytes.size() - (isPadded ? IscsiPadded(dataLength) : dataLength);
    bytes[damage == IscsiDamage::HEADER ? IscsiHeader::BHS_SIZE - 1 : data] ^= 1;
    auto damaged = Create<Packet>(bytes.data(), bytes.size());
    IoTimelineTag tag;
    if (pdu->FindFirstMatchingByteTag(tag))
    {
        damaged->AddByteTag(tag);
    }
    return damaged;
}

} // namespace ns3
