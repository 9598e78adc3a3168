/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-catalogue.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

DriveCatalogue::DriveCatalogue(std::vector<const DriveKind*> kinds)
    : m_kinds(std::move(kinds))
{
}

std::vector<DriveCatalogueEntry>
DriveCatalogue::Describe() const
{
    std::vector<DriveCatalogueEntry> entries;
    for (const auto* kind : m_kinds)
    {
        for (const auto& name : kind->GetFolders().GetNames())
        {
            entries.push_back(kind->Describe(name));
        }
    }
    return entries;
}

DriveCatalogueEntry
DriveCatalogue::Describe(const std::string& model) const
{
    if (const auto* kind = Find(model))
    {
        return kind->Describe(model);
    }
    if (model.find('/') != std::string::npos)
    {
        return m_kinds.front()->Describe(model);
    }
    DriveCatalogueEntry entry;
    entry.name = model;
    std::string known;
    for (const auto* kind : m_kinds)
    {
        const auto names = kind->GetFolders().ListNames();
        known += (known.empty() || names.empty() ? "" : ", ") + names;
    }
    entry.error = DriveFileFolders::DescribeUnknown(model, known);
    return entry;
}

void
DriveCatalogue::CheckKind(const std::string& model, const std::string& word) const
{
    const auto* found = Find(model);
    const auto asked = std::ranges::find(m_kinds, word, &DriveKind::GetWord);
    if (!found || asked == m_kinds.end() || found == *asked)
    {
        return;
    }
    throw UserError(model + " is " + found->GetName() + ", not " + (*asked)->GetName() +
                    "; these are: " + (*asked)->GetFolders().ListNames());
}

const DriveKind*
DriveCatalogue::Find(const std::string& model) const
{
    const auto found =
        std::ranges::find_if(m_kinds, [&model](const auto* kind) { return kind->Has(model); });
    return found == m_kinds.end() ? nullptr : *found;
}

} // namespace ns3
