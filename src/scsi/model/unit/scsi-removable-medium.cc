/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-removable-medium.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiRemovableMedium");

bool
ScsiRemovableMedium::IsLoaded() const
{
    return m_isLoaded;
}

void
ScsiRemovableMedium::Load()
{
    NS_LOG_INFO("medium loaded");
    m_isLoaded = true;
}

void
ScsiRemovableMedium::Eject()
{
    NS_LOG_INFO("medium ejected");
    m_isLoaded = false;
}

bool
ScsiRemovableMedium::IsRemovalPrevented() const
{
    return !m_preventing.empty();
}

void
ScsiRemovableMedium::Prevent(const std::string& port)
{
    NS_LOG_INFO("removal prevented: initiator port " << port);
    m_preventing.insert(port);
}

void
ScsiRemovableMedium::Allow(const std::string& port)
{
    if (m_preventing.erase(port) > 0)
    {
        NS_LOG_INFO("removal allowed: initiator port " << port << ", " << m_preventing.size()
                                                       << " others prevent it");
    }
}

void
ScsiRemovableMedium::AllowAll()
{
    m_preventing.clear();
}

} // namespace ns3
