/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-task-management-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiTaskManagementRequestHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiTaskManagementRequestHeader);

IscsiTaskManagementRequestHeader::IscsiTaskManagementRequestHeader()
    : IscsiFieldHeader(IscsiOpcode::TASK_MANAGEMENT_REQUEST)
{
}

template class IscsiFieldHeader<IscsiTaskManagementResponseHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiTaskManagementResponseHeader);

IscsiTaskManagementResponseHeader::IscsiTaskManagementResponseHeader()
    : IscsiFieldHeader(IscsiOpcode::TASK_MANAGEMENT_RESPONSE, false)
{
}

} // namespace ns3
