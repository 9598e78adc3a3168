/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-wire-tap.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/iscsi-application.h"
#include "ns3/tcp-header.h"

#include <algorithm>

namespace ns3
{

uint32_t
IscsiWireTap::Record::Read(uint32_t at) const
{
    return uint32_t{pdu[at]} << 24 | uint32_t{pdu[at + 1]} << 16 | uint32_t{pdu[at + 2]} << 8 |
           pdu[at + 3];
}

IscsiWireTap::IscsiWireTap(const NodeContainer& nodes)
{
    for (uint32_t i = 0; i < nodes.GetN(); i++)
    {
        nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&IscsiWireTap::Take, this));
    }
}

void
IscsiWireTap::Take(Ptr<const Packet> packet, Ptr<Ipv4> /* ip */, uint32_t /* interface */)
{
    auto segment = packet->Copy();
    Ipv4Header ip;
    TcpHeader tcp;
    segment->RemoveHeader(ip);
    segment->RemoveHeader(tcp);
    const bool isToTarget = tcp.GetDestinationPort() == IscsiApplication::PORT;
    const uint16_t port = isToTarget ? tcp.GetSourcePort() : tcp.GetDestinationPort();
    auto& flow = m_flows[{port, isToTarget}];
    if ((tcp.GetFlags() & TcpHeader::SYN) != 0)
    {
        flow = {tcp.GetSequenceNumber().GetValue() + 1, {}};
    }
    else if (tcp.GetSequenceNumber().GetValue() == flow.next)
    {
        const auto size = flow.bytes.size();
        flow.next += segment->GetSize();
        flow.bytes.resize(size + segment->GetSize());
        segment->CopyData(flow.bytes.data() + size, segment->GetSize());
        Cut(port, flow.bytes);
    }
}

void
IscsiWireTap::Cut(uint16_t port, std::vector<uint8_t>& bytes)
{
    auto from = bytes.begin();
    while (bytes.end() - from >= IscsiHeader::BHS_SIZE)
    {
        const uint32_t data = uint32_t{from[5]} << 16 | uint32_t{from[6]} << 8 | from[7];
        const uint32_t size = IscsiHeader::BHS_SIZE + from[4] * 4 + (data + 3) / 4 * 4;
        if (bytes.end() - from < size)
        {
            break;
        }
        Record record{0, static_cast<IscsiOpcode>(from[0] & 0x3f), {from, from + size}, 0};
        from += size;
        if (record.opcode == IscsiOpcode::LOGIN_REQUEST && !m_cids.contains(port))
        {
            m_cids[port] = record.Read(20) >> 16;
            m_logins[port] = ++m_count[m_cids[port]];
        }
        record.cid = m_cids.at(port);
        record.login = m_logins.at(port);
        records.push_back(record);
    }
    bytes.erase(bytes.begin(), from);
}

std::string
IscsiWireTap::GetCarried(uint16_t cid, uint32_t login) const
{
    std::map<std::string, uint32_t> counts;
    for (const auto& record : records)
    {
        if (record.cid == cid && record.login == login &&
            record.opcode != IscsiOpcode::LOGIN_REQUEST &&
            record.opcode != IscsiOpcode::LOGIN_RESPONSE)
        {
            ++counts[GetIscsiOpcodeName(record.opcode)];
        }
    }
    std::string carried;
    for (const auto& [name, count] : counts)
    {
        carried += (carried.empty() ? "" : ", ") + std::to_string(count) + " " + name;
    }
    return carried;
}

std::vector<IscsiWireTap::Record>
IscsiWireTap::Get(uint16_t cid, IscsiOpcode opcode) const
{
    std::vector<Record> found;
    std::copy_if(records.begin(),
                 records.end(),
                 std::back_inserter(found),
                 [&](const auto& record) { return record.cid == cid && record.opcode == opcode; });
    return found;
}

std::vector<uint8_t>
IscsiWireTap::GetBytes() const
{
    std::vector<uint8_t> bytes;
    for (const auto& record : records)
    {
        bytes.insert(bytes.end(), record.pdu.begin(), record.pdu.end());
    }
    return bytes;
}

} // namespace ns3
