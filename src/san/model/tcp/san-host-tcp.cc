/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-host-tcp.h"

#include "san-tcp-options.h"

#include "ns3/iscsi-initiator.h"
#include "ns3/string.h"
#include "ns3/tcp-host-socket-factory.h"

namespace ns3
{

void
SetSanTcpOptions(Ptr<Node> node, const SanTcpOptions& o, bool isTarget)
{
    const auto factory = TcpHostSocketFactory::GetFor(node);
    const auto set = [&](const auto& options) {
        for (const auto& [name, value] : options)
        {
            if (IsTcpSetting(name))
            {
                factory->Set(name, StringValue(value));
            }
        }
    };
    set(o.GetList().GetAttributes(IscsiInitiator::GetTypeId()));
    if (isTarget)
    {
        set(GetSanTargetBuffers(o));
    }
    set(GetSanTcpSharing(o));
}

std::map<std::string, std::string>
GetSanTcpSharing(const SanTcpOptions& o)
{
    return {{"EnsembleSharing", o.tcpSharing == "ensemble" ? "true" : "false"},
            {"TemporalSharing", o.tcpSharing == "temporal" ? "true" : "false"}};
}

std::map<std::string, std::string>
GetSanTargetBuffers(const SanTcpOptions& o)
{
    std::map<std::string, std::string> buffers;
    if (o.targetSndBufSize > 0)
    {
        buffers["SndBufSize"] = std::to_string(o.targetSndBufSize);
    }
    if (o.targetRcvBufSize > 0)
    {
        buffers["RcvBufSize"] = std::to_string(o.targetRcvBufSize);
    }
    return buffers;
}

} // namespace ns3
