/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fio-kind.h"

namespace ns3
{

SanFioKind::SanFioKind()
    : SanBlockKind("fio", "the jobs of a job file of fio")
{
}

void
SanFioKind::AddOptions(ProgramOptions& list)
{
    list.Add("fio",
             "Job file of fio, or its text; each initiator runs all its jobs",
             m_jobs,
             TextRule("database.fio"),
             GetNeed());
}

void
SanFioKind::Check() const
{
    CheckFile("fio", m_jobs);
}

ApplicationContainer
SanFioKind::Install(const Place& place) const
{
    return Read().Install(place.node, place.devices);
}

std::vector<std::string>
SanFioKind::GetNotes() const
{
    return Read().GetNotes();
}

const FioJobHelper&
SanFioKind::Read() const
{
    return m_helper ? *m_helper : m_helper.emplace(m_jobs);
}

} // namespace ns3
