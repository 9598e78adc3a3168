/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-port-info.h"

namespace ns3
{

bool
LacpPortInfo::Has(StateBit bit) const
{
    return state & bit;
}

void
LacpPortInfo::Set(StateBit bit, bool isSet)
{
    state = isSet ? state | bit : state & ~bit;
}

bool
LacpPortInfo::IsSamePort(const LacpPortInfo& other) const
{
    return port == other.port && portPriority == other.portPriority && system == other.system &&
           systemPriority == other.systemPriority && key == other.key &&
           Has(AGGREGATION) == other.Has(AGGREGATION);
}

} // namespace ns3
