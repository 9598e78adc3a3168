/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-sessions.h"

#include "san-initiators.h"
#include "san-network.h"
#include "san-options.h"
#include "san-targets.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/log.h"
#include "ns3/multipath-device.h"
#include "ns3/multipath-policy.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/san-failures.h"
#include "ns3/san-portal-states.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanSessions");

namespace
{

/**
 * Join paths by multipath I/O.
 *
 * @param paths a logical unit by way of each of them
 * @param o the options
 * @return the logical unit
 */
Ptr<BlockDevice>
JoinPaths(const std::vector<Ptr<BlockDevice>>& paths, const SanOptions& o)
{
    const auto& list = o.GetList();
    ObjectFactory policy(list.GetMeaning("multipath"));
    if (policy.GetTypeId() == MultipathRoundRobinPolicy::GetTypeId())
    {
        policy.Set("RequestsPerPath", StringValue(list.GetValue("pathRequests")));
    }
    const auto device =
        CreateObjectWithAttributes<MultipathDevice>("Policy",
                                                    PointerValue(policy.Create<MultipathPolicy>()),
                                                    "CheckInterval",
                                                    StringValue(list.GetValue("pathCheckInterval")),
                                                    "NoPathTimeout",
                                                    StringValue(list.GetValue("noPathTimeout")));
    device->SetPaths(paths);
    return device;
}

/**
 * @param address an address of a target's node
 * @param portal number of one of its portals
 * @return where the portal is
 */
Address
GetPortal(const Ipv4Address& address, uint32_t portal)
{
    return InetSocketAddress(address, GetSanPortalPort(portal + 1));
}

} // namespace

SanSessions::SanSessions(const SanNetwork& network,
                         const SanTargets& targets,
                         SanFailures& failures)
    : m_network(network),
      m_targets(targets),
      m_failures(failures)
{
}

std::vector<Ptr<BlockDevice>>
SanSessions::LogIn(uint32_t i, const SanOptions& o)
{
    m_paths = o.session.HasMultipath() ? std::max(o.path.links, o.session.portals) : 1;
    std::vector<Ptr<BlockDevice>> drives;
    for (uint32_t target = 0; target < o.targets; ++target)
    {
        for (const auto& paths : Open(i, target, o))
        {
            drives.push_back(o.session.HasMultipath() ? JoinPaths(paths, o) : paths.front());
            m_failures.Follow(drives.back(), i);
        }
    }
    m_drives.insert(m_drives.end(), drives.begin(), drives.end());
    return drives;
}

std::vector<SanSessions::Paths>
SanSessions::Open(uint32_t i, uint32_t target, const SanOptions& o)
{
    const auto& addresses = m_network.targetAddresses[target];
    const auto name =
        o.session.targetName.empty() ? m_targets.GetName(target) : o.session.targetName;
    std::vector<Paths> units(o.GetUsedUnits());
    for (uint32_t path = 0; path < m_paths; ++path)
    {
        const auto portals = o.session.HasMultipath()
                                 ? std::vector<Address>{GetPortal(addresses[path % o.path.links],
                                                                  path % o.session.portals)}
                                 : std::vector<Address>(addresses.begin(), addresses.end());
        const auto initiator =
            InstallSanInitiator(m_network.initiators.Get(i), i, portals, name, o);
        m_initiators.Add(initiator);
        const auto devices = MakeSanDevices(initiator, 0, o);
        for (std::size_t unit = 0; unit < units.size(); ++unit)
        {
            units[unit].push_back(devices[unit]);
        }
    }
    NS_LOG_INFO("initiator " << i << ": " << m_paths << " sessions with target " << target);
    return units;
}

std::vector<uint32_t>
SanSessions::LogOut() const
{
    std::vector<uint32_t> lost(m_targets.GetN());
    ForEach([&lost](Ptr<IscsiInitiator> initiator, uint32_t, uint32_t target) {
        if (initiator->GetSession()->GetState() != IscsiSessionState::LOGGED_IN)
        {
            lost[target]++;
        }
        initiator->LogOut();
    });
    return lost;
}

const ApplicationContainer&
SanSessions::GetInitiators() const
{
    return m_initiators;
}

Ptr<IscsiInitiator>
SanSessions::GetInitiator(uint32_t i, uint32_t target, uint32_t path) const
{
    return DynamicCast<IscsiInitiator>(
        m_initiators.Get((i * m_targets.GetN() + target) * m_paths + path));
}

void
SanSessions::ForEach(const std::function<void(Ptr<IscsiInitiator>, uint32_t, uint32_t)>& call) const
{
    for (uint32_t k = 0; k < m_initiators.GetN(); ++k)
    {
        const auto session = k / m_paths;
        call(DynamicCast<IscsiInitiator>(m_initiators.Get(k)),
             session / m_targets.GetN(),
             session % m_targets.GetN());
    }
}

const std::vector<Ptr<BlockDevice>>&
SanSessions::GetDrives() const
{
    return m_drives;
}

} // namespace ns3
