/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-command-window.h"

#include "ns3/assert.h"
#include "ns3/iscsi-serial-number.h"

namespace ns3
{

IscsiInitiatorCommandWindow::IscsiInitiatorCommandWindow(uint32_t cmdSn)
    : m_cmdSn(cmdSn),
      m_expCmdSn(cmdSn),
      m_maxCmdSn(cmdSn)
{
}

bool
IscsiInitiatorCommandWindow::IsOpen() const
{
    return IscsiSerialLessEqual(m_cmdSn, m_maxCmdSn);
}

uint32_t
IscsiInitiatorCommandWindow::Take()
{
    NS_ASSERT_MSG(IsOpen(), "CmdSN of a command is beyond MaxCmdSN");
    return m_cmdSn++;
}

bool
IscsiInitiatorCommandWindow::Update(uint32_t expCmdSn, uint32_t maxCmdSn)
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
IscsiInitiatorCommandWindow::GetCmdSn() const
{
    return m_cmdSn;
}

uint32_t
IscsiInitiatorCommandWindow::GetExpCmdSn() const
{
    return m_expCmdSn;
}

uint32_t
IscsiInitiatorCommandWindow::GetMaxCmdSn() const
{
    return m_maxCmdSn;
}

} // namespace ns3
