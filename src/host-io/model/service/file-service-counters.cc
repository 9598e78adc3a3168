/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-counters.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

void
FileServiceCounters::CountCall(const std::string& procedure)
{
    ++m_procedures[procedure].calls;
    ++m_calls;
}

void
FileServiceCounters::CountReply(const std::string& procedure, Time latency)
{
    auto& counted = m_procedures[procedure];
    ++counted.replies;
    counted.latency += latency;
}

FileServiceCounters::Procedure
FileServiceCounters::Get(const std::string& procedure) const
{
    const auto found = m_procedures.find(procedure);
    return found == m_procedures.end() ? Procedure() : found->second;
}

const std::map<std::string, FileServiceCounters::Procedure>&
FileServiceCounters::GetProcedures() const
{
    return m_procedures;
}

uint64_t
FileServiceCounters::GetCalls() const
{
    return m_calls;
}

void
FileServiceCounters::Print(std::ostream& os) const
{
    std::ostringstream text;
    text << std::fixed;
    for (const auto& [name, counted] : m_procedures)
    {
        const auto share =
            100.0 * static_cast<double>(counted.calls) / static_cast<double>(m_calls);
        const auto mean = counted.replies == 0 ? 0
                                               : counted.latency.GetSeconds() * 1e3 /
                                                     static_cast<double>(counted.replies);
        text << name << " " << counted.calls << " " << std::setprecision(1) << share << "% "
             << std::setprecision(3) << mean << " ms\n";
    }
    os << text.str();
}

std::ostream&
operator<<(std::ostream& os, const FileServiceCounters& counters)
{
    counters.Print(os);
    return os;
}

} // namespace ns3
