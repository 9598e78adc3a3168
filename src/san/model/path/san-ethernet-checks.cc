/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-ethernet-checks.h"

#include "ns3/bond-net-device.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/json-writer.h"
#include "ns3/node-list.h"
#include "ns3/node.h"

namespace ns3
{

SanEthernetChecks::SanEthernetChecks()
    : m_links([this](const std::string& what) { m_violations.Note("Ethernet", what); }),
      m_buffers([this](const std::string& what) { m_violations.Note("Ethernet", what); })
{
}

void
SanEthernetChecks::Attach()
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            const auto device = (*node)->GetDevice(i);
            if (const auto bond = DynamicCast<BondNetDevice>(device))
            {
                m_links.Attach(bond);
                ++m_bonds;
            }
            else if (const auto port = DynamicCast<EthernetNetDevice>(device))
            {
                m_buffers.Attach(port);
            }
        }
    }
}

std::string
SanEthernetChecks::GetError() const
{
    return m_violations.GetError("frames of Ethernet");
}

void
SanEthernetChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_bonds == 0 && m_buffers.GetNPorts() == 0)
    {
        return;
    }
    json.BeginLine().Key("ethernet_checks").BeginObject();
    json.Key("bonds").Integer(m_bonds);
    json.Key("payloads_lost_to_links").Integer(m_links.GetLost());
    json.Key("buffered_ports").Integer(m_buffers.GetNPorts());
    json.Key("most_buffered_bytes").Integer(m_buffers.GetMost());
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
