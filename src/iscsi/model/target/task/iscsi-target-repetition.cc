/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-repetition.h"

namespace ns3
{

bool
IscsiTargetRepetition::Contains(const IscsiTargetRun& run) const
{
    const auto last = m_run.lock();
    return last && run.begin - last->begin <= last->end - last->begin &&
           last->end - run.end <= last->end - run.begin;
}

std::shared_ptr<const void>
IscsiTargetRepetition::Begin(const IscsiTargetRun& run)
{
    auto kept = std::make_shared<const IscsiTargetRun>(run);
    m_run = kept;
    return kept;
}

void
IscsiTargetRepetition::Forget()
{
    m_run.reset();
}

} // namespace ns3
