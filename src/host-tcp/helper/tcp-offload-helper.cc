/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-helper.h"

#include "ns3/boolean.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/tcp-host-socket-factory.h"

namespace ns3
{

void
TcpOffloadHelper::Install(const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        TcpHostSocketFactory::Install(*host, TcpHostSocketFactory::Kind::OFFLOAD);
        for (uint32_t i = 0; i < (*host)->GetNDevices(); ++i)
        {
            // A bond has none of its own: its ports have it.
            (*host)->GetDevice(i)->SetAttributeFailSafe("Offload", BooleanValue(true));
        }
    }
}

} // namespace ns3
