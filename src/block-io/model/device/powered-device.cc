/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "powered-device.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PoweredDevice);

TypeId
PoweredDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PoweredDevice")
                            .SetParent<BlockDevice>()
                            .SetGroupName("BlockIo")
                            .AddTraceSource("Power",
                                            "Power is cut, and volatile memory lost, or is back",
                                            MakeTraceSourceAccessor(&PoweredDevice::m_powerTrace),
                                            "ns3::PoweredDevice::PowerTracedCallback");
    return tid;
}

void
PoweredDevice::NotePower(bool hasPower)
{
    m_powerTrace(hasPower);
}

} // namespace ns3
