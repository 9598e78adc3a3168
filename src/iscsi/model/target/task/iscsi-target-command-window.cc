/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-command-window.h"

#include "ns3/assert.h"
#include "ns3/iscsi-serial-number.h"

namespace ns3
{

IscsiTargetCommandWindow::IscsiTargetCommandWindow(uint32_t cmdSn, uint32_t slots)
    : m_slots(slots),
      m_expCmdSn(cmdSn),
      m_maxCmdSn(cmdSn + slots - 1)
{
}

bool
IscsiTargetCommandWindow::Contains(uint32_t cmdSn) const
{
    return IscsiSerialLessEqual(m_expCmdSn, cmdSn) && IscsiSerialLessEqual(cmdSn, m_maxCmdSn);
}

void
IscsiTargetCommandWindow::Advance()
{
    ++m_expCmdSn;
    Offer();
}

void
IscsiTargetCommandWindow::TakeSlot()
{
    ++m_taken;
}

void
IscsiTargetCommandWindow::FreeSlot()
{
    NS_ASSERT(m_taken > 0);
    --m_taken;
    Offer();
}

bool
IscsiTargetCommandWindow::HasFreeSlot() const
{
    return m_taken < m_slots;
}

uint32_t
IscsiTargetCommandWindow::GetExpCmdSn() const
{
    return m_expCmdSn;
}

uint32_t
IscsiTargetCommandWindow::GetMaxCmdSn() const
{
    return m_maxCmdSn;
}

void
IscsiTargetCommandWindow::Offer()
{
    const uint32_t maxCmdSn = m_expCmdSn + m_slots - m_taken - 1;
    if (IscsiSerialLess(m_maxCmdSn, maxCmdSn))
    {
        m_maxCmdSn = maxCmdSn;
    }
}

} // namespace ns3
