/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-initialisation.h"

#include "fcal-alpa.h"
#include "fcal-init-frames.h"

#include "ns3/assert.h"
#include "ns3/fc-frame.h"
#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalInitialisation");

const char*
GetFcalInitialisationStepName(FcalInitialisationStep step)
{
    constexpr std::array<const char*, FcalInitialisation::N_STEPS>
        NAMES{"LIP", "LISM", "ARB(F0)", "LIFA", "LIPA", "LIHA", "LISA", "LIRP", "LILP", "CLS"};
    return NAMES.at(static_cast<std::size_t>(step));
}

FcalInitialisation::FcalInitialisation(const std::vector<Member>& members,
                                       const FcalRing& ring,
                                       uint32_t fillWords)
    : m_members(members),
      m_trip(ring.GetTrip()),
      m_fillWords(fillWords),
      m_alpas(members.size())
{
    NS_ASSERT(!members.empty() && ring.GetCount() == members.size());
    ChooseMaster();
    using Wish = std::optional<uint8_t>;
    PassBitMap(
        [](const Member& member) { return member.fabric ? Wish(FCAL_FL_PORT_ALPA) : Wish(); });
    PassBitMap([](const Member& member) { return member.previous; });
    PassBitMap([](const Member& member) { return member.hard; });
    PassBitMap(
        [this](const Member& member) { return member.fabric ? Wish() : m_taken.FindFree(); });
    MapPositions();
}

void
FcalInitialisation::ChooseMaster()
{
    const auto lowest =
        std::min_element(m_members.begin(), m_members.end(), [](const auto& a, const auto& b) {
            return std::tuple(!a.fabric, a.name) < std::tuple(!b.fabric, b.name);
        });
    m_master = static_cast<uint32_t>(lowest - m_members.begin());
    NS_LOG_INFO("loop master: port name " << lowest->name);
}

template <typename T>
void
FcalInitialisation::PassBitMap(T wish)
{
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        const auto port = (m_master + i) % m_members.size();
        if (m_alpas[port])
        {
            continue;
        }
        const std::optional<uint8_t> wanted = wish(m_members[port]);
        if (wanted && !m_taken.Has(*wanted))
        {
            NS_LOG_INFO("AL_PA " << FormatFcalAlpa(*wanted) << ": port name "
                                 << m_members[port].name);
            m_alpas[port] = wanted;
            m_taken.Assign(*wanted);
        }
    }
}

void
FcalInitialisation::MapPositions()
{
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        if (const auto alpa = m_alpas[(m_master + i) % m_members.size()])
        {
            m_map.push_back(*alpa);
        }
    }
}

uint32_t
FcalInitialisation::GetMaster() const
{
    return m_master;
}

std::optional<uint8_t>
FcalInitialisation::GetAlpa(uint32_t port) const
{
    return m_alpas.at(port);
}

const std::vector<uint8_t>&
FcalInitialisation::GetPositionMap() const
{
    return m_map;
}

uint64_t
FcalInitialisation::GetWords(FcalInitialisationStep step) const
{
    switch (step)
    {
    case FcalInitialisationStep::LIP:
        return LIP_WORDS + m_trip;
    case FcalInitialisationStep::LISM:
        return GetRound(FcalLismHeader::SIZE);
    case FcalInitialisationStep::LIFA:
    case FcalInitialisationStep::LIPA:
    case FcalInitialisationStep::LIHA:
    case FcalInitialisationStep::LISA:
        return GetRound(FcalAddressMapHeader::SIZE);
    case FcalInitialisationStep::LIRP:
    case FcalInitialisationStep::LILP:
        return GetRound(FcalPositionMapHeader::SIZE);
    default:
        return m_trip;
    }
}

uint64_t
FcalInitialisation::GetWords() const
{
    uint64_t words = 0;
    for (std::size_t step = 0; step < N_STEPS; ++step)
    {
        words += GetWords(static_cast<FcalInitialisationStep>(step));
    }
    return words;
}

uint64_t
FcalInitialisation::GetRound(uint32_t payload) const
{
    return m_trip + m_members.size() * (FcFrame::GetWords(payload) + m_fillWords);
}

} // namespace ns3
