/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-command-window.h"

#include "iscsi-serial-number.h"

#include "ns3/assert.h"

namespace ns3
{

IscsiCommandWindow::IscsiCommandWindow(uint32_t cmdSn)
    : m_cmdSn(cmdSn),
      m_expCmdSn(cmdSn),
      m_maxCmdSn(cmdSn)
{
}

bool
IscsiCommandWindow::IsOpen() const
{
    return IscsiSerialLessEqual(m_cmdSn, m_maxCmdSn);
}

uint32_t
IscsiCommandWindow::Take()
{
    NS_ASSERT_MSG(IsOpen(), "command numbered beyond MaxCmdSN");
    return m_cmdSn++;
}

bool
IscsiCommandWindow::Update(uint32_t expCmdSn, uint32_t maxCmdSn)
{
    if (IscsiSerialLess(maxCmdSn, expCmdSn - 1))
    {
        return false;
    }
    bool changed = false;
    if (IscsiSerialLess(m_expCmdSn, expCmdSn))
    {
        m_expCmdSn = expCmdSn;
        changed = true;
    }
    if (IscsiSerialLess(m_maxCmdSn, maxCmdSn))
    {
        m_maxCmdSn = maxCmdSn;
        changed = true;
    }
    return changed;
}

uint32_t
IscsiCommandWindow::GetCmdSn() const
{
    return m_cmdSn;
}

uint32_t
IscsiCommandWindow::GetExpCmdSn() const
{
    return m_expCmdSn;
}

uint32_t
IscsiCommandWindow::GetMaxCmdSn() const
{
    return m_maxCmdSn;
}

} // namespace ns3
