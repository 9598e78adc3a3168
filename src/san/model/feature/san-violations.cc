/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-violations.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanViolations");

void
SanViolations::Note(const std::string& where, const std::string& what)
{
    NS_LOG_WARN(where << ": " << what);
    ++m_count;
    if (m_first.empty())
    {
        std::ostringstream line;
        line << where << ", " << Simulator::Now().As(Time::S) << ": " << what;
        m_first = line.str();
    }
}

uint64_t
SanViolations::GetCount() const
{
    return m_count;
}

std::string
SanViolations::GetError(const std::string& things) const
{
    return m_count == 0
               ? ""
               : std::to_string(m_count) + " " + things + " break a rule, the first: " + m_first;
}

} // namespace ns3
