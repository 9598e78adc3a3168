/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"
#include "san-portal-states.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

void
SanOptions::AddPortals()
{
    m_list.Add("portals",
               "Portals of each target, at ports 3260 and 3261 of its node, each a portal group of "
               "its own: 1 or 2. With 2, disks tell the access states of both (ALUA)",
               portals,
               IntegerRule("1", "2", "", "2"),
               "gateway=false and linkType=ethernet|ppp");
    m_list.Add("portalStates",
               "Access state of each portal group at first: active-optimized, "
               "active-non-optimized, standby or unavailable, with a comma between them; empty for "
               "active-optimized",
               portalStates,
               TextRule("active-optimized,active-non-optimized"),
               "portals>1");
}

void
SanOptions::CheckPortals() const
{
    if (portals == 1)
    {
        return;
    }
    try
    {
        const auto states = ParseSanPortalStates(portalStates, portals);
        const bool hasActive = std::any_of(states.begin(), states.end(), [](auto state) {
            return state <= ScsiAccessState::ACTIVE_NON_OPTIMIZED;
        });
        if (HasMultipath() && !hasActive)
        {
            throw UserError(portalStates + " leaves no path to multipath=" + multipath);
        }
    }
    catch (const UserError& error)
    {
        throw UserError("portalStates: " + std::string(error.what()));
    }
}

} // namespace ns3
