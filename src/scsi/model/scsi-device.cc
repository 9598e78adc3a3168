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

} // namespace ns3
