/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-command-numbering.h"

namespace ns3
{

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
    ++m_resets;
}

void
IscsiInitiatorCommandNumbering::EndReset()
{
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
    m_settings.observer->CommandWindowChanged(m_window.GetCmdSn(),
                                              m_window.GetExpCmdSn(),
                                              m_window.GetMaxCmdSn());
}

} // namespace ns3
