/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-control-block-sharing.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpControlBlockSharing");

NS_OBJECT_ENSURE_REGISTERED(TcpControlBlockSharing);

TypeId
TcpControlBlockSharing::GetTypeId()
{
    using Self = TcpControlBlockSharing;
    static TypeId tid =
        TypeId("ns3::TcpControlBlockSharing")
            .SetParent<Object>()
            .SetGroupName("HostTcp")
            .AddConstructor<TcpControlBlockSharing>()
            .AddAttribute("ShareRtt",
                          "Whether smoothed round-trip time and its variation are shared; it "
                          "holds for ensembles and cache entries that begin later.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_shareRtt),
                          MakeBooleanChecker())
            .AddAttribute("ShareCwnd",
                          "Whether the congestion window is shared.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_shareCwnd),
                          MakeBooleanChecker())
            .AddAttribute("ShareSsThresh",
                          "Whether the slow start threshold is shared.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_shareSsThresh),
                          MakeBooleanChecker())
            .AddAttribute("CacheLifetime",
                          "Age at which what closed connections left is forgotten, above 0.",
                          TimeValue(Hours(1)),
                          MakeTimeAccessor(&Self::m_cacheLifetime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("CacheWeight",
                          "Weight of the connection that was closed last in what the cache holds, "
                          "0 to 1; 1 forgets earlier ones.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Self::m_cacheWeight),
                          MakeDoubleChecker<double>(0, 1))
            .AddTraceSource("Ensemble",
                            "A new ensemble, before its first member joins",
                            MakeTraceSourceAccessor(&Self::m_ensembleTrace),
                            "ns3::TcpControlBlockSharing::EnsembleTracedCallback");
    return tid;
}

TcpControlBlockSharing::TcpControlBlockSharing() = default;

TcpControlBlockSharing::~TcpControlBlockSharing() = default;

Ptr<TcpControlBlockSharing>
TcpControlBlockSharing::GetFor(Ptr<Node> node)
{
    auto sharing = node->GetObject<TcpControlBlockSharing>();
    if (!sharing)
    {
        sharing = CreateObject<TcpControlBlockSharing>();
        node->AggregateObject(sharing);
    }
    return sharing;
}

void
TcpControlBlockSharing::DoDispose()
{
    m_ensembles.clear();
    Object::DoDispose();
}

TcpSharedVariables
TcpControlBlockSharing::GetVariables() const
{
    return {m_shareRtt, m_shareCwnd, m_shareSsThresh};
}

Ptr<TcpEnsembleControlBlock>
TcpControlBlockSharing::GetEnsemble(const TcpHostPair& hosts)
{
    auto& ensemble = m_ensembles[hosts];
    if (!ensemble)
    {
        ensemble = CreateObject<TcpEnsembleControlBlock>(GetVariables());
        NS_LOG_INFO("new ensemble of " << hosts.first << " and " << hosts.second);
        m_ensembleTrace(ensemble);
    }
    return ensemble;
}

void
TcpControlBlockSharing::Forget(const TcpHostPair& hosts)
{
    const auto found = m_ensembles.find(hosts);
    if (found != m_ensembles.end() && found->second->GetN() == 0)
    {
        m_ensembles.erase(found);
    }
}

void
TcpControlBlockSharing::Cache(const TcpHostPair& hosts, const TcpCachedControlBlock& block)
{
    NS_LOG_INFO("closed connection to " << hosts.second << " leaves " << block.srtt.As(Time::MS)
                                        << ", " << block.cWnd << " bytes");
    m_cache.Merge(hosts, block, m_cacheWeight, m_cacheLifetime);
}

std::optional<TcpCachedControlBlock>
TcpControlBlockSharing::FindCached(const TcpHostPair& hosts)
{
    return m_cache.Find(hosts, m_cacheLifetime);
}

} // namespace ns3
