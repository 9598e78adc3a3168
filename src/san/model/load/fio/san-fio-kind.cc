/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fio-kind.h"

#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>

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
             "Job file of fio, or its text; each initiator runs all its jobs, or those of "
             "fioSection",
             m_jobs,
             TextRule("database.fio"),
             GetNeed());
    list.Add("fioSection",
             "Sections of the job file that initiators run, from the first one on, with a comma "
             "between them: the last one is that of all initiators that remain. An initiator runs "
             "several with a + between them. Empty for all sections on each",
             m_sections,
             TextRule("noisy,victim"),
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
    return Read().Install(place.node, place.devices, GetSections(place));
}

std::vector<std::string>
SanFioKind::GetNotes() const
{
    return Read().GetNotes();
}

std::vector<std::string>
SanFioKind::GetSections(const Place& place) const
{
    if (m_sections.empty())
    {
        return {};
    }
    const auto initiators = SplitString(m_sections, ",");
    if (initiators.size() > place.initiators)
    {
        throw UserError("fioSection: " + m_sections + " is for " +
                        std::to_string(initiators.size()) + " initiators, but there are " +
                        std::to_string(place.initiators));
    }
    return SplitString(initiators[std::min<std::size_t>(place.number, initiators.size() - 1)], "+");
}

const FioJobHelper&
SanFioKind::Read() const
{
    return m_helper ? *m_helper : m_helper.emplace(m_jobs);
}

} // namespace ns3
