/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-portal.h"

#include "ns3/iscsi-binary-value.h"

namespace ns3
{

std::string
IscsiLoginIdentity::GetInitiatorPortName() const
{
    return initiatorName + ",i," + FormatIscsiBinary({isid.begin(), isid.end()});
}

} // namespace ns3
