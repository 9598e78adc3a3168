/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-pdu-checks.h"

#include "ns3/json-writer.h"

#include <algorithm>

namespace ns3
{

void
SanPduChecks::Attach(const ApplicationContainer& initiators, bool haveCores)
{
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        const auto report = [this, session = m_checkers.size()](const std::string& what) {
            m_violations.Note("session " + std::to_string(session), what);
        };
        m_checkers.push_back(std::make_unique<IscsiSessionChecker>(report));
        auto* checker = m_checkers.back().get();
        if (haveCores)
        {
            checker->ExpectCores();
        }
        (*it)->TraceConnectWithoutContext("PduSent",
                                          MakeCallback(&IscsiSessionChecker::NoteSent, checker));
        (*it)->TraceConnectWithoutContext(
            "PduReceived",
            MakeCallback(&IscsiSessionChecker::NoteReceived, checker));
        for (const auto* source : {"PduSent", "PduReceived"})
        {
            (*it)->TraceConnectWithoutContext(source, MakeCallback(&SanPduChecks::NotePdu, this));
        }
        (*it)->TraceConnectWithoutContext("StateTransition",
                                          MakeCallback(&IscsiSessionChecker::NoteState, checker));
    }
}

void
SanPduChecks::AttachTarget(Ptr<IscsiTarget> portal)
{
    const auto report = [this, number = m_targetCheckers.size()](const std::string& what) {
        m_violations.Note("portal " + std::to_string(number), what);
    };
    TimeValue timeout;
    portal->GetAttribute("SequenceTimeout", timeout);
    m_targetCheckers.push_back(std::make_unique<IscsiTargetChecker>(report, timeout.Get()));
    auto* checker = m_targetCheckers.back().get();
    portal->TraceConnectWithoutContext("PduSent",
                                       MakeCallback(&IscsiTargetChecker::NoteSent, checker));
    portal->TraceConnectWithoutContext("PduReceived",
                                       MakeCallback(&IscsiTargetChecker::NoteReceived, checker));
}

void
SanPduChecks::NotePdu(Ptr<const Packet> /* pdu */, IscsiOpcode opcode)
{
    if (opcode != IscsiOpcode::TASK_MANAGEMENT_REQUEST &&
        opcode != IscsiOpcode::TASK_MANAGEMENT_RESPONSE)
    {
        return;
    }
    const auto hasFunctions = [](const auto& checker) { return checker->HasOpenFunctions(); };
    const auto open = std::count_if(m_checkers.begin(), m_checkers.end(), hasFunctions);
    for (const auto& checker : m_checkers)
    {
        checker->ExpectAborts(open > (hasFunctions(checker) ? 1 : 0));
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
    return m_violations.GetError("PDUs");
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
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
