/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-links.h"

#include "san-path-options.h"

#include "ns3/log.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanLinks");

namespace
{

/**
 * @param helper of either kind of link
 * @param settings the link
 * @param mtu longest IP packet, bytes
 */
template <typename Helper>
void
Configure(Helper& helper, const SanLinks::Settings& settings, uint16_t mtu)
{
    helper.SetDeviceAttribute("DataRate", DataRateValue(settings.rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(mtu));
    helper.SetChannelAttribute("Delay", TimeValue(settings.delay));
    // A device that stops its sender would get a queue disc from ns-3 that nobody asked for.
    if (!settings.hasQueueDisc)
    {
        helper.DisableFlowControl();
    }
}

} // namespace

SanLinks::SanLinks(const SanPathOptions& o)
    : m_isEthernet(o.linkType == "ethernet"),
      m_mtu(o.mtu)
{
}

NetDeviceContainer
SanLinks::Join(const Settings& settings, Ptr<Node> a, Ptr<Node> b) const
{
    NS_LOG_INFO((m_isEthernet ? "Ethernet: " : "PPP: ")
                << settings.rate << ", delay " << settings.delay.As(Time::MS) << ", queue "
                << settings.queue);
    if (m_isEthernet)
    {
        return GetEthernet(settings).Install(a, b);
    }
    PointToPointHelper helper;
    Configure(helper, settings, m_mtu);
    helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(settings.queue));
    return helper.Install(a, b);
}

EthernetHelper
SanLinks::GetEthernet(const Settings& settings) const
{
    EthernetHelper helper;
    Configure(helper, settings, m_mtu);
    helper.SetDeviceAttribute("QueueSize", StringValue(settings.queue));
    return helper;
}

} // namespace ns3
