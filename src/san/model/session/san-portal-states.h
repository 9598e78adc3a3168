/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PORTAL_STATES_H
#define SAN_PORTAL_STATES_H

#include "ns3/scsi-target-port-groups.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * @param word active-optimized, active-non-optimized, standby or unavailable (SPC-4, 5.15.2)
 * @return the access state of a portal group that it means
 * @throw UserError naming all words, if it is none
 */
ScsiAccessState ParseSanAccessState(const std::string& word);

/**
 * @ingroup san-session
 *
 * @param text access states of the portal groups of a target, a word for each, with commas between
 *             them; empty if all are active/optimized
 * @param portals how many there are
 * @return the states
 * @throw UserError if a word is none, or there are more or fewer words than portal groups
 */
std::vector<ScsiAccessState> ParseSanPortalStates(const std::string& text, uint32_t portals);

/**
 * @ingroup san-session
 *
 * @param tag tag of a portal group of a target, 1 or more
 * @return the port at which its portal listens
 */
uint16_t GetSanPortalPort(uint16_t tag);

} // namespace ns3

#endif /* SAN_PORTAL_STATES_H */
