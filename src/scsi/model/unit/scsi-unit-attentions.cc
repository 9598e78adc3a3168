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
    auto& queue = m_pending[port];
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
ScsiUnitAttentions::EstablishFor(ScsiAdditionalSense additional, const std::string& port)
{
    const auto found = m_pending.find(port);
    if (found != m_pending.end())
    {
        Add(found->second, additional);
    }
}

void
ScsiUnitAttentions::EstablishForOthers(ScsiAdditionalSense additional, const std::string& cause)
{
    for (auto& [name, queue] : m_pending)
    {
        if (name != cause)
        {
            Add(queue, additional);
        }
    }
}

void
ScsiUnitAttentions::EstablishForAll(ScsiAdditionalSense additional)
{
    for (auto& [name, queue] : m_pending)
    {
        Add(queue, additional);
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
    for (const auto& [nexus, queue] : m_pending)
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
