/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workload-kind.h"

#include "ns3/user-error.h"

namespace ns3
{

SanWorkloadKind::SanWorkloadKind(const std::string& word, const std::string& help)
    : m_word(word),
      m_help(help)
{
}

SanWorkloadKind::~SanWorkloadKind() = default;

const std::string&
SanWorkloadKind::GetWord() const
{
    return m_word;
}

const std::string&
SanWorkloadKind::GetHelp() const
{
    return m_help;
}

SanWorkloadKind::SharedOptions
SanWorkloadKind::GetSharedOptions() const
{
    return {};
}

void
SanWorkloadKind::AddOptions(ProgramOptions&)
{
}

void
SanWorkloadKind::Check() const
{
}

std::string
SanWorkloadKind::GetNeed(const std::string& more) const
{
    return "workload=" + m_word + (more.empty() ? "" : " and " + more);
}

void
SanWorkloadKind::AddAttributes(ProgramOptions& list, TypeId typeId, const Attributes& attributes)
{
    m_list = &list;
    for (auto [attribute, own] : attributes)
    {
        own.name = m_word + attribute;
        own.needs = GetNeed(own.needs);
        list.AddAttribute(typeId, attribute, own);
        m_attributes.push_back(attribute);
    }
}

std::vector<std::pair<std::string, std::string>>
SanWorkloadKind::GetAttributes() const
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const auto& attribute : m_attributes)
    {
        values.push_back({attribute, m_list->GetValue(m_word + attribute)});
    }
    return values;
}

void
SanWorkloadKind::CheckFile(const std::string& name, const std::string& file) const
{
    if (file.empty())
    {
        throw UserError(name + ": workload=" + m_word + " needs a file");
    }
}

} // namespace ns3
