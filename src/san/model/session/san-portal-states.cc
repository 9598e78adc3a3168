/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-portal-states.h"

#include "ns3/iscsi-application.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/// The states that a portal group can stay in.
constexpr std::pair<const char*, ScsiAccessState> STATES[] = {
    {"active-optimized", ScsiAccessState::ACTIVE_OPTIMIZED},
    {"active-non-optimized", ScsiAccessState::ACTIVE_NON_OPTIMIZED},
    {"standby", ScsiAccessState::STANDBY},
    {"unavailable", ScsiAccessState::UNAVAILABLE}};

} // namespace

ScsiAccessState
ParseSanAccessState(const std::string& word)
{
    const auto* found = std::find_if(std::begin(STATES), std::end(STATES), [&](const auto& state) {
        return state.first == word;
    });
    if (found != std::end(STATES))
    {
        return found->second;
    }
    std::string words;
    for (const auto& state : STATES)
    {
        words += (words.empty() ? "" : ", ") + std::string(state.first);
    }
    throw UserError(ToMessageText(word) + " is none of " + words);
}

std::vector<ScsiAccessState>
ParseSanPortalStates(const std::string& text, uint32_t portals)
{
    if (text.empty())
    {
        return std::vector(portals, ScsiAccessState::ACTIVE_OPTIMIZED);
    }
    std::vector<ScsiAccessState> states;
    // A comma at the end is followed by a word that is none.
    std::istringstream words(text.back() == ',' ? text + ',' : text);
    for (std::string word; std::getline(words, word, ',');)
    {
        states.push_back(ParseSanAccessState(word));
    }
    if (states.size() != portals)
    {
        throw UserError(ToMessageText(text) + " are " + std::to_string(states.size()) +
                        " states, but there are " + std::to_string(portals) + " portals");
    }
    return states;
}

uint16_t
GetSanPortalPort(uint16_t tag)
{
    return IscsiApplication::PORT + tag - 1;
}

} // namespace ns3
