/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-device.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScsiDevice);

TypeId
ScsiDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ScsiDevice").SetParent<Object>().SetGroupName("Scsi");
    return tid;
}

void
ScsiTargetPort::TaskAborted(Ptr<ScsiTask>)
{
}

ScsiTaskManagementResponse
ScsiDevice::ManageTasks(const ScsiTaskManagementRequest&)
{
    return ScsiTaskManagementResponse::FUNCTION_NOT_SUPPORTED;
}

void
ScsiDevice::NexusLost(const std::string&)
{
}

} // namespace ns3
