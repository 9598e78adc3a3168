/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "multipath-access.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MultipathAccess);

TypeId
MultipathAccess::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathAccess")
                            .SetParent<Object>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<MultipathAccess>();
    return tid;
}

void
MultipathAccess::SetOptimized(bool isOptimized)
{
    m_isOptimized = isOptimized;
}

bool
MultipathAccess::IsOptimized() const
{
    return m_isOptimized;
}

} // namespace ns3
