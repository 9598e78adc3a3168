/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-validation.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

uint32_t
TcpWindowValidation::Remember(const Windows& windows)
{
    return std::max(windows.threshold, windows.window / 2 + windows.window / 4);
}

TcpWindowValidation::Windows
TcpWindowValidation::Resume(const Windows& windows, uint32_t initial, Time rto) const
{
    auto idle = Simulator::Now() - m_lastSent;
    if (idle <= rto)
    {
        return windows;
    }
    const auto least = std::min(initial, windows.window);
    auto window = windows.window;
    for (idle -= rto; idle.IsStrictlyPositive() && window > least; idle -= rto)
    {
        window /= 2;
    }
    return {std::max(window, least), Remember(windows)};
}

TcpWindowValidation::Windows
TcpWindowValidation::NoteSent(const Windows& windows, uint32_t inFlight, uint32_t initial, Time rto)
{
    const auto now = Simulator::Now();
    m_lastSent = now;
    if (inFlight >= windows.window)
    {
        m_used = 0;
        m_fullAt = now;
        return windows;
    }
    m_used = std::max(m_used, inFlight);
    if (now - m_fullAt < rto)
    {
        return windows;
    }
    const auto used = std::max(m_used, initial);
    m_used = 0;
    m_fullAt = now;
    if (used >= windows.window)
    {
        return windows;
    }
    return {(windows.window + used) / 2, Remember(windows)};
}

} // namespace ns3
