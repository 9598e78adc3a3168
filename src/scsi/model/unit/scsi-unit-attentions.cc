/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-unit-attentions.h"

#include "ns3/log.h"
#include "ns3/scsi-nexus-name.h"

#include <algorithm>
#include <set>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiUnitAttentions");

namespace
{

/// The additional sense code of resets, of power and of the nexus; the qualifier tells which.
constexpr uint16_t RESET_CODE = 0x29;

} // namespace

const std::string&
GetScsiPortName(const std::shared_ptr<const std::string>& port)
{
    static const std::string NONE;
    return port ? *port : NONE;
}

std::optional<ScsiAdditionalSense>
ScsiUnitAttentions::Take(const std::string& port)
{
    auto& [queue, loss] = m_ports[port];
    loss = 0;
    if (queue.empty())
    {
        return std::nullopt;
    }
    const auto first = queue.front();
    queue.erase(queue.begin());
    NS_LOG_INFO("unit attention reported: additional sense " << static_cast<uint16_t>(first)
                                                             << ", initiator port " << port);
    return first;
}

void
ScsiUnitAttentions::Lose(const std::string& port)
{
    const auto found = m_ports.find(port);
    if (found == m_ports.end())
    {
        return;
    }
    Add(found->second.queue, ScsiAdditionalSense::NEXUS_LOSS);
    found->second.loss = ++m_losses;
    m_lost.emplace_back(port, m_losses);
    if (m_lost.size() > MAX_LOST)
    {
        ForgetOldest();
    }
}

void
ScsiUnitAttentions::ForgetOldest()
{
    const auto& [port, loss] = m_lost.front();
    const auto found = m_ports.find(port);
    if (found != m_ports.end() && found->second.loss == loss)
    {
        m_ports.erase(found);
    }
    m_lost.pop_front();
}

void
ScsiUnitAttentions::EstablishFor(ScsiAdditionalSense additional, const std::string& port)
{
    const auto found = m_ports.find(port);
    if (found != m_ports.end())
    {
        Add(found->second.queue, additional);
    }
}

void
ScsiUnitAttentions::EstablishForOthers(ScsiAdditionalSense additional, const std::string& cause)
{
    for (auto& [name, port] : m_ports)
    {
        if (name != cause)
        {
            Add(port.queue, additional);
        }
    }
}

void
ScsiUnitAttentions::EstablishForAll(ScsiAdditionalSense additional)
{
    for (auto& [name, port] : m_ports)
    {
        Add(port.queue, additional);
    }
}

std::vector<std::string>
ScsiUnitAttentions::GetInitiatorPorts(const std::string& name) const
{
    const bool isIscsi =
        name.starts_with("iqn.") || name.starts_with("eui.") || name.starts_with("naa.");
    if (!isIscsi || name.find(',') != std::string::npos)
    {
        return {name};
    }
    std::set<std::string> ports;
    for (const auto& [nexus, pending] : m_ports)
    {
        const auto port = GetScsiInitiatorPort(nexus);
        if (port.substr(0, port.find(',')) == name)
        {
            ports.insert(port);
        }
    }
    return {ports.begin(), ports.end()};
}

void
ScsiUnitAttentions::Add(Queue& queue, ScsiAdditionalSense additional)
{
    if (static_cast<uint16_t>(additional) >> 8 == RESET_CODE)
    {
        queue.clear();
    }
    if (std::find(queue.begin(), queue.end(), additional) == queue.end())
    {
        queue.push_back(additional);
    }
}

} // namespace ns3
