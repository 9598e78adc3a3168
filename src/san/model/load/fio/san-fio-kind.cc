/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fio-kind.h"

#include "ns3/fio-job-helper.h"

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
    return FioJobHelper(m_jobs).Install(place.node, place.devices);
}

std::vector<std::string>
SanFioKind::GetNotes() const
{
    return FioJobHelper(m_jobs).GetNotes();
}

} // namespace ns3
