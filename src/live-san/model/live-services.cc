/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-services.h"

#include "live-options.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/nfs-mount-server.h"
#include "ns3/nfs-server.h"
#include "ns3/san-drives.h"
#include "ns3/san-host-tcp.h"
#include "ns3/san-network.h"
#include "ns3/simulator.h"
#include "ns3/smb-server.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <iostream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveServices");

namespace
{

/// Time at the end in which connections are closed.
const Time CLOSING_TIME = MilliSeconds(200);

/**
 * @return what time it is, since 1970
 */
Time
GetTimeOfDay()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return NanoSeconds(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

} // namespace

LiveServices::LiveServices(const SanNetwork& network, const LiveOptions& o)
    : m_options(o),
      m_targets(network, o),
      m_host(o.host, o.output.storeData),
      m_timeOfDay(GetTimeOfDay())
{
    for (uint32_t target = 0; target < o.targets; ++target)
    {
        AddTarget(network, target);
    }
    for (std::size_t i = 0; i < m_shares.size(); ++i)
    {
        m_shares[i].files->Make(MakeCallback(&LiveServices::FilesMade, this).Bind(i));
    }
}

void
LiveServices::AddTarget(const SanNetwork& network, uint32_t target)
{
    const auto& o = m_options;
    const auto node = network.targets.Get(target);
    SetSanTcpOptions(node, o.tcp, true);
    std::ostringstream address;
    address << network.targetAddresses[target].front();
    const auto live = o.address.substr(0, o.address.find('/'));
    for (uint32_t unit = 0; unit < o.storage.GetUnits(); ++unit)
    {
        Share share{node, !o.HasPath() && target == 0 ? live : address.str(), unit};
        if (unit == 0 && !IsSmb())
        {
            share.portmap = CreateObject<PortmapServer>();
        }
        share.device = MakeSanUnit(o.storage, o.output.storeData);
        share.files = m_host.MakeFiles(node, share.device);
        share.files->GetFileSystem()->TraceConnectWithoutContext(
            "Complete",
            MakeCallback(&LiveServices::RequestCompleted, this));
        m_shares.push_back(share);
    }
}

void
LiveServices::FilesMade(std::size_t number, const std::string& fault)
{
    auto& share = m_shares[number];
    if (!fault.empty())
    {
        m_failures.push_back("drive " + std::to_string(number) + ": " + fault);
        std::cerr << "warning: " << m_failures.back() << std::endl;
        return;
    }
    Serve(share);
    m_options.GetStream() << GetUrl(share) << std::endl;
}

void
LiveServices::Serve(Share& share)
{
    IsSmb() ? ServeSmb(share) : ServeNfs(share);
}

bool
LiveServices::IsSmb() const
{
    return m_options.service.fileService == "smb";
}

void
LiveServices::ServeNfs(Share& share)
{
    const auto server = CreateObject<NfsServer>();
    server->SetAttribute("Threads", StringValue(m_options.GetList().GetValue("nfsThreads")));
    server->SetAttribute("TimeOfDay", TimeValue(m_timeOfDay));
    server->SetFileSystem(share.files->GetFileSystem());
    const auto mount = CreateObject<NfsMountServer>();
    mount->SetServer(server);
    Start(share, server);
    Start(share, mount);
    if (share.portmap)
    {
        share.portmap->Add(share.portmap);
        share.portmap->Add(server);
        share.portmap->Add(mount);
        Start(share, share.portmap);
    }
}

void
LiveServices::ServeSmb(Share& share)
{
    const auto server = CreateObject<SmbServer>();
    server->SetAttribute("ForeignClients", BooleanValue(true));
    server->SetAttribute("Threads", StringValue(m_options.GetList().GetValue("smbThreads")));
    server->SetAttribute("Credits", StringValue(m_options.GetList().GetValue("smbCredits")));
    server->SetAttribute("TimeOfDay", TimeValue(m_timeOfDay));
    server->SetFileSystem(share.files->GetFileSystem());
    Start(share, server);
}

void
LiveServices::Start(Share& share, Ptr<FileServiceServer> server) const
{
    server->SetAttribute("Protocol", StringValue(m_options.tcp.GetSocketFactory()));
    server->SetAttribute("StoreData", BooleanValue(m_options.output.storeData));
    server->SetAttribute("Port", UintegerValue(server->GetPort() + share.unit));
    share.node->AddApplication(server);
    share.servers.push_back(server);
}

std::string
LiveServices::GetUrl(const Share& share) const
{
    if (IsSmb())
    {
        const auto port = share.unit == 0 ? "" : ":" + std::to_string(share.servers[0]->GetPort());
        return "smb://" + share.address + port + "/" + SmbServer::SHARE;
    }
    const auto url = "nfs://" + share.address + NfsMountServer::EXPORT_PATH + "/";
    return share.unit == 0 ? url
                           : url + "?nfsport=" + std::to_string(share.servers[0]->GetPort()) +
                                 "&mountport=" + std::to_string(share.servers[1]->GetPort());
}

const SanTargets&
LiveServices::GetTargets() const
{
    return m_targets;
}

std::vector<Ptr<BlockDevice>>
LiveServices::GetDrives() const
{
    return GetSanDrives(GetStorage());
}

void
LiveServices::Restart(Time pause)
{
    for (const auto& share : m_shares)
    {
        for (const auto& server : share.servers)
        {
            server->Reboot(pause);
        }
    }
}

uint32_t
LiveServices::GetSessionCount() const
{
    uint32_t count = 0;
    for (const auto& share : m_shares)
    {
        count += share.servers.empty() ? 0 : share.servers.front()->GetNConnections();
    }
    return count;
}

ApplicationContainer
LiveServices::GetApplications() const
{
    return {};
}

std::map<std::string, uint64_t>
LiveServices::GetCalls() const
{
    std::map<std::string, uint64_t> calls;
    for (const auto& share : m_shares)
    {
        for (const auto& server : share.servers)
        {
            for (const auto& [procedure, entry] : server->GetCounters().GetProcedures())
            {
                calls[procedure] += entry.calls;
            }
        }
    }
    return calls;
}

std::vector<Ptr<BlockDevice>>
LiveServices::GetStorage() const
{
    std::vector<Ptr<BlockDevice>> units;
    for (const auto& share : m_shares)
    {
        units.push_back(share.device);
    }
    return units;
}

std::vector<std::string>
LiveServices::Describe() const
{
    return {"making " + m_options.host.fileSystem + " on " + std::to_string(m_shares.size()) +
            (m_shares.size() == 1 ? " drive" : " drives")};
}

LiveFigures&
LiveServices::GetFigures()
{
    return m_figures;
}

void
LiveServices::End()
{
    NS_LOG_INFO("file servers end with " << GetSessionCount() << " connections");
    for (const auto& share : m_shares)
    {
        for (const auto& server : share.servers)
        {
            server->ShutDown();
        }
    }
    Simulator::Stop(CLOSING_TIME);
}

bool
LiveServices::Finish()
{
    return true;
}

std::vector<std::string>
LiveServices::GetFailures() const
{
    return m_failures;
}

std::string
LiveServices::GetError() const
{
    return m_failures.empty() || m_options.session.mayFail ? "" : m_failures.front();
}

void
LiveServices::RequestCompleted(Ptr<const FileRequest> request)
{
    m_figures.Add(*request);
}

} // namespace ns3
