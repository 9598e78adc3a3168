/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-initiators.h"

#include "live-options.h"

#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/iscsi-text.h"
#include "ns3/log.h"
#include "ns3/san-gateway-figures.h"
#include "ns3/san-initiators.h"
#include "ns3/san-load.h"
#include "ns3/san-network.h"
#include "ns3/san-pdu-figures.h"
#include "ns3/san-processor-figures.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-verification.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveInitiators");

namespace
{

/// Time that a target has to answer a logout.
const Time TARGET_LOGOUT_TIME = Seconds(1);

/**
 * @param network the simulated network
 * @param o the options
 * @return addresses of the real target
 * @throw UserError if the user's is none
 */
std::vector<Address>
GetPortals(const SanNetwork& network, const LiveOptions& o)
{
    if (!o.portal.empty())
    {
        const auto portal = ParseIscsiAddress(o.portal);
        const auto fault = portal ? GetIscsiAddressFault(network.initiators.Get(0), *portal)
                                  : "no address such as 192.0.2.10 or 192.0.2.10:3260";
        if (!fault.empty())
        {
            throw UserError("portal: \"" + MakeIscsiLine(o.portal) + "\" is " + fault);
        }
        return {*portal};
    }
    const auto& addresses = network.targetAddresses[0];
    return {addresses.begin(), addresses.end()};
}

} // namespace

LiveInitiators::LiveInitiators(const SanNetwork& network, const LiveOptions& o)
    : m_results(o.output),
      m_failures(o.session.mayFail)
{
    AddReports(o);
    const auto node = network.initiators.Get(0);
    m_initiator = InstallSanInitiator(node, 0, GetPortals(network, o), o.session.targetName, o);
    m_devices = MakeSanDevices(m_initiator, o.lun, o);
    for (const auto& device : m_devices)
    {
        m_failures.Follow(device);
    }
    m_results.Find<SanPduFigures>()->Attach(GetApplications());
    m_results.Find<SanProcessorFigures>()->Attach(GetApplications());
    auto& connections = *m_results.Find<SanTcpConnections>();
    connections.AttachSession(m_initiator, 0, 0);
    m_results.NumberConnections(MakeCallback(&SanTcpConnections::GetNumbers, &connections));
    InstallWorkloads(node, o);
    std::ostringstream line;
    line << "iscsi://";
    if (o.portal.empty())
    {
        line << network.targetAddresses[0].front();
    }
    else
    {
        line << o.portal;
    }
    line << "/" << o.session.targetName << "/" << o.lun << " to " << o.lun + m_devices.size() - 1;
    m_lines.push_back(line.str());
}

void
LiveInitiators::AddReports(const LiveOptions& o)
{
    SanLoad::AddReports(m_results, o.output);
    m_results.Add<SanGatewayFigures>(o.gateway,
                                     o.output.folder,
                                     std::vector<Ptr<StorageGateway>>());
    m_results.Add<SanPduFigures>(o.output.folder + "/pdus.csv");
    m_results.Add<SanProcessorFigures>();
    m_results.Add<SanTcpConnections>(o.output, o.path);
}

void
LiveInitiators::InstallWorkloads(Ptr<Node> node, const LiveOptions& o)
{
    const auto& kind = *o.load.GetBlockKind();
    m_lines = kind.GetNotes();
    m_workloads = kind.Install({node, 0, 1, {m_devices.begin(), m_devices.end()}});
    const auto understood = DynamicCast<BlockWorkload>(m_workloads.Get(0))->GetNotes();
    m_lines.insert(m_lines.end(), understood.begin(), understood.end());
    m_running = m_workloads.GetN();
    int64_t stream = 0;
    for (uint32_t i = 0; i < m_running; ++i)
    {
        const auto workload = DynamicCast<BlockWorkload>(m_workloads.Get(i));
        stream += workload->AssignStreams(stream);
        kind.Report(workload, 0, 0, m_results);
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&LiveInitiators::WorkloadFinished, this));
    }
    for (const auto& device : m_devices)
    {
        device->TraceConnectWithoutContext(
            "Complete",
            MakeCallback(&LiveInitiators::RequestCompleted, this).Bind(PeekPointer(device)));
    }
    if (o.load.stop.IsStrictlyPositive() && !kind.StopsItself())
    {
        m_workloads.Stop(o.load.stop);
    }
}

uint32_t
LiveInitiators::GetSessionCount() const
{
    return m_initiator->GetPort()->IsReady() ? 1 : 0;
}

ApplicationContainer
LiveInitiators::GetApplications() const
{
    return ApplicationContainer(m_initiator);
}

std::vector<std::string>
LiveInitiators::Describe() const
{
    return m_lines;
}

LiveFigures&
LiveInitiators::GetFigures()
{
    return m_figures;
}

void
LiveInitiators::End()
{
    if (m_isEnding)
    {
        return;
    }
    NS_LOG_INFO("initiator ends: " << m_running << " workloads run");
    m_isEnding = true;
    m_initiator->GetSession()->Logout();
    Simulator::Stop(TARGET_LOGOUT_TIME);
}

bool
LiveInitiators::Finish()
{
    for (uint32_t i = 0; i < m_workloads.GetN(); ++i)
    {
        m_failures.CheckBegun({m_devices.begin(), m_devices.end()},
                              DynamicCast<BlockWorkload>(m_workloads.Get(i))->GetIssued() > 0);
    }
    m_failures.CheckRequests();
    m_results.Write(m_failures.GetLines());
    return m_running == 0 && m_failures.GetLines().empty();
}

std::vector<std::string>
LiveInitiators::GetFailures() const
{
    return m_failures.GetLines();
}

std::string
LiveInitiators::GetError() const
{
    return m_results.Find<SanVerification>()->GetRunError(m_failures);
}

void
LiveInitiators::RequestCompleted(ScsiBlockDevice* device, Ptr<const BlockRequest> request)
{
    m_figures.Add(*request, device->GetBlockSize());
}

void
LiveInitiators::WorkloadFinished()
{
    if (--m_running == 0)
    {
        End();
    }
}

} // namespace ns3
