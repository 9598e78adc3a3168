/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-targets.h"

#include "live-identity.h"
#include "live-options.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/iscsi-target.h"
#include "ns3/log.h"
#include "ns3/san-network.h"
#include "ns3/san-portal-states.h"
#include "ns3/scsi-cdb.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveTargets");

namespace
{

/// Time between pings of a session if the user says nothing: else nobody notices that a host died.
const Time PING_INTERVAL = Seconds(20);
/// Longest time until such a ping is answered.
const Time PING_TIMEOUT = Seconds(20);
/// Time that initiators have to log out at the end.
const Time LOGOUT_TIME = Seconds(1);

/**
 * @param task a command that was answered
 * @return what it did with data
 */
LiveFigures::Kind
GetKind(const ScsiTask& task)
{
    const auto opcode = static_cast<ScsiOpcode>(task.cdb[0]);
    const bool isFlush =
        opcode == ScsiOpcode::SYNCHRONIZE_CACHE_10 || opcode == ScsiOpcode::SYNCHRONIZE_CACHE_16;
    return isFlush                  ? LiveFigures::Kind::FLUSH
           : task.dataInLength > 0  ? LiveFigures::Kind::READ
           : task.dataOutLength > 0 ? LiveFigures::Kind::WRITE
                                    : LiveFigures::Kind::OTHER;
}

} // namespace

LiveTargets::LiveTargets(const SanNetwork& network, const LiveOptions& o)
    : m_identity(UseLiveIdentity(o.identity)),
      m_targets(network, o)
{
    const auto& targets = m_targets.GetApplications();
    for (uint32_t i = 0; i < targets.GetN(); ++i)
    {
        const auto target = targets.Get(i);
        target->TraceConnectWithoutContext("CommandAnswered",
                                           MakeCallback(&LiveTargets::CommandAnswered, this));
        if (Time(o.GetList().GetValue("nopInterval")).IsZero())
        {
            target->SetAttribute("NopInterval", TimeValue(PING_INTERVAL));
            target->SetAttribute("NopTimeout", TimeValue(PING_TIMEOUT));
        }
    }
    for (uint32_t i = 0; i < m_targets.GetN(); ++i)
    {
        for (uint32_t portal = 0; portal < o.session.portals; ++portal)
        {
            AddPortal(network, i, portal, o);
        }
    }
    m_lines.push_back("identity " + m_identity + ": serial numbers begin with " + m_identity + "-");
}

void
LiveTargets::AddPortal(const SanNetwork& network,
                       uint32_t target,
                       uint32_t portal,
                       const LiveOptions& o)
{
    const auto port = GetSanPortalPort(portal + 1);
    const Ipv4Address live(o.address.substr(0, o.address.find('/')).c_str());
    if (!o.HasPath() && target == 0)
    {
        // It would offer its other address, too, which nobody reaches.
        m_targets.GetPortal(target, portal)
            ->SetAttribute("Local", AddressValue(InetSocketAddress(live, port)));
    }
    std::ostringstream line;
    line << "iscsi://" << (o.HasPath() ? network.targetAddresses[target].front() : live);
    if (o.session.portals > 1)
    {
        line << ":" << port;
    }
    line << "/" << m_targets.GetName(target) << "/0 to " << o.storage.GetUnits() - 1;
    if (o.session.portals > 1)
    {
        line << ", portal group " << portal + 1;
    }
    m_lines.push_back(line.str());
}

const SanTargets&
LiveTargets::GetTargets() const
{
    return m_targets;
}

uint32_t
LiveTargets::GetSessionCount() const
{
    uint32_t count = 0;
    const auto& targets = m_targets.GetApplications();
    for (auto it = targets.Begin(); it != targets.End(); ++it)
    {
        count += DynamicCast<IscsiTarget>(*it)->GetSessionCount();
    }
    return count;
}

ApplicationContainer
LiveTargets::GetApplications() const
{
    return m_targets.GetApplications();
}

std::vector<Ptr<BlockDevice>>
LiveTargets::GetStorage() const
{
    return m_targets.GetStorage();
}

std::vector<std::string>
LiveTargets::Describe() const
{
    return m_lines;
}

LiveFigures&
LiveTargets::GetFigures()
{
    return m_figures;
}

void
LiveTargets::End()
{
    NS_LOG_INFO("targets end with " << GetSessionCount() << " sessions");
    if (GetSessionCount() == 0)
    {
        Simulator::Stop();
        return;
    }
    const auto& targets = m_targets.GetApplications();
    for (auto it = targets.Begin(); it != targets.End(); ++it)
    {
        DynamicCast<IscsiTarget>(*it)->ShutDown(LOGOUT_TIME);
    }
    Simulator::Stop(LOGOUT_TIME + MilliSeconds(200));
}

bool
LiveTargets::Finish()
{
    return true;
}

std::vector<std::string>
LiveTargets::GetFailures() const
{
    return {};
}

std::string
LiveTargets::GetError() const
{
    // Real initiators check what they read.
    return "";
}

void
LiveTargets::CommandAnswered(Ptr<const ScsiTask> task)
{
    const auto moved = [](uint32_t length, int64_t residual) {
        return length - static_cast<uint32_t>(std::clamp<int64_t>(residual, 0, length));
    };
    const auto kind = GetKind(*task);
    const bool isGood = task->status == ScsiStatus::GOOD;
    const uint32_t length =
        kind == LiveFigures::Kind::READ ? task->dataInLength : task->dataOutLength;
    m_figures.Add({.kind = kind,
                   .bytes = isGood ? moved(length, task->residual) : 0,
                   .latency = Simulator::Now() - task->timeline->Get(IoStage::ISSUED),
                   .isGood = isGood,
                   .timeline = task->timeline});
}

} // namespace ns3
