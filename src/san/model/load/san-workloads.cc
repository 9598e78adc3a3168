/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workloads.h"

#include "san-workload-kinds.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param kinds kinds of workloads
 * @param word a word
 * @return the kind with that word, null if there is none
 */
template <typename T>
const T*
FindKind(const std::vector<std::unique_ptr<T>>& kinds, const std::string& word)
{
    const auto it = std::find_if(kinds.begin(), kinds.end(), [&word](const auto& kind) {
        return kind->GetWord() == word;
    });
    return it == kinds.end() ? nullptr : it->get();
}

} // namespace

void
SanWorkloads::AddWorkload()
{
    m_blocks = MakeSanBlockKinds(*this);
    m_programs = MakeSanProgramKinds();
    AddKinds();
}

void
SanWorkloads::AddLiveWorkload()
{
    m_blocks = MakeSanBlockKinds(*this);
    std::erase_if(m_blocks, [](const auto& kind) { return kind->IsPerDrive(); });
    m_programs = MakeSanProgramKinds();
    AddKinds();
}

void
SanWorkloads::AddKinds()
{
    m_list.BeginGroup("workload");
    ProgramOptions::Words words;
    std::string help;
    for (const auto* kind : GetKinds())
    {
        words[kind->GetWord()] = "";
        help += (help.empty() ? "What each initiator does: " : "; ") + kind->GetWord() + ", " +
                kind->GetHelp();
    }
    m_list.AddWord("workload", help, workload, words);
    AddOptions([this](const std::string& option) { return GetNeed(option); });
    for (auto* kind : GetKinds())
    {
        kind->AddOptions(m_list);
    }
}

std::vector<SanWorkloadKind*>
SanWorkloads::GetKinds() const
{
    std::vector<SanWorkloadKind*> kinds;
    for (const auto& kind : m_blocks)
    {
        kinds.push_back(kind.get());
    }
    for (const auto& kind : m_programs)
    {
        kinds.push_back(kind.get());
    }
    return kinds;
}

std::string
SanWorkloads::GetNeed(const std::string& option) const
{
    std::string words;
    std::string more;
    for (const auto* kind : GetKinds())
    {
        const auto shared = kind->GetSharedOptions();
        const auto it = shared.find(option);
        if (it == shared.end())
        {
            continue;
        }
        if (it->second.empty())
        {
            words += (words.empty() ? "workload=" : "|") + kind->GetWord();
        }
        else
        {
            more += " or workload=" + kind->GetWord() + " and " + it->second;
        }
    }
    return words + more;
}

const SanBlockKind*
SanWorkloads::GetBlockKind() const
{
    return FindKind(m_blocks, workload);
}

const SanProgramKind*
SanWorkloads::GetProgramKind() const
{
    return FindKind(m_programs, workload);
}

std::string
SanWorkloads::GetProgramNeed() const
{
    std::string words;
    for (const auto& kind : m_programs)
    {
        words += (words.empty() ? "workload=" : "|") + kind->GetWord();
    }
    return words;
}

void
SanWorkloads::Check() const
{
    for (const auto* kind : GetKinds())
    {
        if (kind->GetWord() == workload)
        {
            kind->Check();
        }
    }
}

} // namespace ns3
