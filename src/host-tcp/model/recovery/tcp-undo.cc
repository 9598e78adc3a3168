/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-undo.h"

namespace ns3
{

void
TcpUndo::Start(uint32_t window, uint32_t threshold)
{
    m_isActive = true;
    m_window = window;
    m_threshold = threshold;
    m_resent = 0;
    m_firstResent.reset();
}

void
TcpUndo::Stop()
{
    m_isActive = false;
}

void
TcpUndo::NoteResent(uint32_t timestamp)
{
    if (m_isActive)
    {
        ++m_resent;
        m_firstResent = m_firstResent.value_or(timestamp);
    }
}

void
TcpUndo::NoteDuplicate()
{
    m_resent -= m_resent > 0 ? 1 : 0;
}

bool
TcpUndo::IsSpurious(std::optional<uint32_t> echo) const
{
    return m_isActive && (m_resent == 0 || IsEarly(echo));
}

bool
TcpUndo::IsEarly(std::optional<uint32_t> echo) const
{
    // The clock wraps.
    return m_isActive && echo && m_firstResent && static_cast<int32_t>(*echo - *m_firstResent) < 0;
}

uint32_t
TcpUndo::GetWindow() const
{
    return m_window;
}

uint32_t
TcpUndo::GetThreshold() const
{
    return m_threshold;
}

} // namespace ns3
