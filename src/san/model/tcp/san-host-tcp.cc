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
        set(GetSanTargetTcp(o));
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
GetSanTargetTcp(const SanTcpOptions& o)
{
    std::map<std::string, std::string> own;
    if (!o.targetTcpRules.empty())
    {
        own["Rules"] = o.targetTcpRules;
    }
    if (o.targetSndBufSize > 0)
    {
        own["SndBufSize"] = std::to_string(o.targetSndBufSize);
    }
    if (o.targetRcvBufSize > 0)
    {
        own["RcvBufSize"] = std::to_string(o.targetRcvBufSize);
    }
    return own;
}

} // namespace ns3
