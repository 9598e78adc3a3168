/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-pdu-checks.h"

#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanPduChecks");

void
SanPduChecks::Attach(const ApplicationContainer& initiators)
{
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        const auto report = [this, session = m_checkers.size()](const std::string& what) {
            Note(session, what);
        };
        m_checkers.push_back(std::make_unique<IscsiSessionChecker>(report));
        auto* checker = m_checkers.back().get();
        (*it)->TraceConnectWithoutContext("PduSent",
                                          MakeCallback(&IscsiSessionChecker::NoteSent, checker));
        (*it)->TraceConnectWithoutContext(
            "PduReceived",
            MakeCallback(&IscsiSessionChecker::NoteReceived, checker));
    }
}

void
SanPduChecks::Note(std::size_t session, const std::string& what)
{
    NS_LOG_WARN("session " << session << ": " << what);
    ++m_violations;
    if (m_first.empty())
    {
        std::ostringstream line;
        line << "session " << session << ", " << Simulator::Now().As(Time::S) << ": " << what;
        m_first = line.str();
    }
}

bool
SanPduChecks::IsAny() const
{
    return !m_checkers.empty();
}

std::string
SanPduChecks::GetError() const
{
    return m_violations == 0
               ? ""
               : std::to_string(m_violations) + " PDUs break a rule, the first: " + m_first;
}

void
SanPduChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (!IsAny())
    {
        return;
    }
    uint64_t pdus = 0;
    for (const auto& checker : m_checkers)
    {
        pdus += checker->GetPdus();
    }
    json.BeginLine().Key("pdu_checks").BeginObject();
    json.Key("pdus").Integer(pdus);
    json.Key("violations").Integer(m_violations);
    json.EndObject();
}

} // namespace ns3
