/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-node.h"

namespace ns3
{

IscsiLoginStatus
IscsiTargetNode::CheckLogin(const std::string& initiatorName) const
{
    if (service == Service::REMOVED)
    {
        return IscsiLoginStatus::TARGET_REMOVED;
    }
    if (!IsAllowed(initiatorName))
    {
        return IscsiLoginStatus::AUTHORIZATION_FAILURE;
    }
    switch (service)
    {
    case Service::DOWN:
        return IscsiLoginStatus::SERVICE_UNAVAILABLE;
    case Service::MOVED_TEMPORARILY:
        return IscsiLoginStatus::TARGET_MOVED_TEMPORARILY;
    case Service::MOVED_PERMANENTLY:
        return IscsiLoginStatus::TARGET_MOVED_PERMANENTLY;
    default:
        return IscsiLoginStatus::SUCCESS;
    }
}

bool
IscsiTargetNode::IsAllowed(const std::string& initiatorName) const
{
    return initiators.empty() || initiators.contains(initiatorName);
}

bool
IscsiTargetNode::IsListedFor(const std::string& initiatorName) const
{
    return service != Service::REMOVED && IsAllowed(initiatorName);
}

} // namespace ns3
