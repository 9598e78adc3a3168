/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-reservation.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiReservation");

bool
ScsiReservation::IsFree() const
{
    return !m_holder;
}

bool
ScsiReservation::IsHeldByAnother(const std::string& port) const
{
    return m_holder && *m_holder != port;
}

bool
ScsiReservation::Reserve(const std::string& port)
{
    if (IsHeldByAnother(port))
    {
        return false;
    }
    NS_LOG_INFO("reserved: initiator port " << port);
    m_holder = port;
    return true;
}

void
ScsiReservation::Release(const std::string& port)
{
    if (m_holder == port)
    {
        NS_LOG_INFO("released: initiator port " << port);
        m_holder.reset();
    }
}

void
ScsiReservation::Clear()
{
    m_holder.reset();
}

} // namespace ns3
