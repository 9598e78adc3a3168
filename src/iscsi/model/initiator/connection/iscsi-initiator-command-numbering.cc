/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-command-numbering.h"

#include "ns3/assert.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorCommandNumbering");

IscsiInitiatorCommandNumbering::IscsiInitiatorCommandNumbering(
    const IscsiInitiatorConnectionSettings& settings)
    : m_settings(settings)
{
}

void
IscsiInitiatorCommandNumbering::Start(uint32_t cmdSn)
{
    m_cmdSn = cmdSn;
    m_expCmdSn = cmdSn;
    m_maxCmdSn = cmdSn;
}

bool
IscsiInitiatorCommandNumbering::IsOpen() const
{
    return IscsiSerialLessEqual(m_cmdSn, m_maxCmdSn) && m_resets == 0;
}

uint32_t
IscsiInitiatorCommandNumbering::AllocateNumber()
{
    NS_ASSERT_MSG(IsOpen(), "CmdSN of a command is beyond MaxCmdSN");
    const uint32_t cmdSn = m_cmdSn++;
    NotifyWindow();
    return cmdSn;
}

void
IscsiInitiatorCommandNumbering::Update(const IscsiResponseHeader& header)
{
    Update(header.expCmdSn, header.maxCmdSn);
}

bool
IscsiInitiatorCommandNumbering::Update(uint32_t expCmdSn, uint32_t maxCmdSn)
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
    if (changed)
    {
        NotifyWindow();
    }
    return changed;
}

void
IscsiInitiatorCommandNumbering::BeginReset()
{
    NS_LOG_INFO("commands wait for a reset");
    ++m_resets;
}

void
IscsiInitiatorCommandNumbering::EndReset()
{
    NS_LOG_INFO("reset over, commands continue");
    --m_resets;
}

uint32_t
IscsiInitiatorCommandNumbering::GetCmdSn() const
{
    return m_cmdSn;
}

uint32_t
IscsiInitiatorCommandNumbering::GetExpCmdSn() const
{
    return m_expCmdSn;
}

uint32_t
IscsiInitiatorCommandNumbering::GetMaxCmdSn() const
{
    return m_maxCmdSn;
}

void
IscsiInitiatorCommandNumbering::NotifyWindow() const
{
    NS_LOG_DEBUG("command window: CmdSN " << m_cmdSn << ", ExpCmdSN " << m_expCmdSn << ", MaxCmdSN "
                                          << m_maxCmdSn);
    if (!m_settings.observer)
    {
        return;
    }
    m_settings.observer->CommandWindowChanged(m_cmdSn, m_expCmdSn, m_maxCmdSn);
}

} // namespace ns3
