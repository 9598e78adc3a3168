/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-command-numbering.h"

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
IscsiInitiatorCommandNumbering::Start()
{
    m_window = IscsiInitiatorCommandWindow(1);
}

bool
IscsiInitiatorCommandNumbering::IsOpen() const
{
    return m_window.IsOpen() && m_resets == 0;
}

uint32_t
IscsiInitiatorCommandNumbering::Take()
{
    const uint32_t cmdSn = m_window.Take();
    NotifyWindow();
    return cmdSn;
}

void
IscsiInitiatorCommandNumbering::Update(const IscsiResponseHeader& header)
{
    if (m_window.Update(header.expCmdSn, header.maxCmdSn))
    {
        NotifyWindow();
    }
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
    NS_LOG_INFO("reset over, commands go on");
    --m_resets;
}

const IscsiInitiatorCommandWindow&
IscsiInitiatorCommandNumbering::GetWindow() const
{
    return m_window;
}

void
IscsiInitiatorCommandNumbering::NotifyWindow() const
{
    NS_LOG_DEBUG("command window: CmdSN " << m_window.GetCmdSn() << ", ExpCmdSN "
                                          << m_window.GetExpCmdSn() << ", MaxCmdSN "
                                          << m_window.GetMaxCmdSn());
    m_settings.observer->CommandWindowChanged(m_window.GetCmdSn(),
                                              m_window.GetExpCmdSn(),
                                              m_window.GetMaxCmdSn());
}

} // namespace ns3
