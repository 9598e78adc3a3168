/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fault-options.h"

#include "ns3/value-rule.h"

namespace ns3
{

void
SanFaultOptions::AddFaults()
{
    m_list.BeginGroup("faults");
    m_list.Add(
        "faults",
        "What goes wrong, and when: times, each with a command and perhaps its argument, and "
        "semicolons between them; empty for nothing. Commands: pull-drive 0 (its power is "
        "cut), return-drive 0, queue-full 0 (with reads of its own), pull-cable 1s, "
        "slow-path 50ms (its delay from then on), silence-path 1s, lose-packets 1s, "
        "damage-pdus 1s, portal-state 2=standby, lip-storm 1s, lose-frames 1s, lose-credit 1s, "
        "reset-connections, restart-target 1s (or a file server: it takes no logins for so long), "
        "refuse-logins 1s "
        "(connections are reset, and logins refused for so long), move-target 1s (to its second "
        "portal), ask-logout 1s (within so long), cut-target-power 1s, cut-host-power 1s, "
        "change-address (of all hosts, which are not told), log-out 1s (all sessions, for so "
        "long), task-storm 1s (of task management), reserve-units 1s, persist-reserve 1s, "
        "replace-drive 0 (of an array, which rebuilds it)",
        faults,
        TextRule("500ms reset-connections; 1s silence-path 300ms"));
}

} // namespace ns3
