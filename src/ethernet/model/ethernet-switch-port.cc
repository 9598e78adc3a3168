/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-switch-port.h"

#include "ethernet-net-device.h"
#include "ethernet-shared-buffer.h"

#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{

Ptr<EthernetSharedBuffer>
MakeEthernetSharedBuffer(uint32_t bytes)
{
    return bytes == 0
               ? nullptr
               : CreateObjectWithAttributes<EthernetSharedBuffer>("Size", UintegerValue(bytes));
}

void
MakeEthernetSwitchPort(EthernetNetDevice& port,
                       const Ptr<EthernetSharedBuffer>& buffer,
                       bool isBonded)
{
    port.SetAttribute("Offload", BooleanValue(true));
    port.SetAttribute("FilterReserved", BooleanValue(!isBonded));
    if (buffer)
    {
        port.SetAttribute("SharedBuffer", PointerValue(buffer));
    }
}

} // namespace ns3
