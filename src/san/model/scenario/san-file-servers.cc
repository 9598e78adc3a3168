/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-servers.h"

#include "san-network.h"
#include "san-options.h"

#include "ns3/file-service-server.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/san-drives.h"
#include "ns3/san-file-service-protocols.h"
#include "ns3/san-host-tcp.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFileServers");

FileServiceHelper
MakeSanFileServiceHelper(const SanOptions& o)
{
    const auto& service = *FindSanFileService(o.service.fileService);
    const auto valueOf = [&](const std::string& attribute) {
        return StringValue(o.GetList().GetValue(service.word + attribute));
    };
    FileServiceHelper helper(service.protocol);
    if (!service.dialect.empty())
    {
        helper.SetDialect(service.dialect);
    }
    for (const auto& [attribute, own] : service.client)
    {
        helper.SetClientAttribute(attribute, valueOf(attribute));
    }
    for (const auto& [attribute, own] : service.server)
    {
        helper.SetServerAttribute(attribute, valueOf(attribute));
    }
    helper.SetClientAttribute("Protocol", StringValue(o.tcp.GetSocketFactory()));
    helper.SetServerAttribute("Protocol", StringValue(o.tcp.GetSocketFactory()));
    helper.SetStoreData(o.output.storeData);
    return helper;
}

SanFileServers::SanFileServers(const SanNetwork& network, const SanOptions& o)
    : m_network(network),
      m_options(o),
      m_host(o.host, o.output.storeData),
      m_helper(MakeSanFileServiceHelper(o))
{
    for (auto it = network.initiators.Begin(); it != network.initiators.End(); ++it)
    {
        SetSanTcpOptions(*it, o.tcp, false);
    }
    for (uint32_t target = 0; target < o.targets; ++target)
    {
        SetSanTcpOptions(network.targets.Get(target), o.tcp, true);
        for (uint32_t unit = 0; unit < o.storage.GetUnits(); ++unit)
        {
            AddServer(target, unit);
        }
    }
}

void
SanFileServers::AddServer(uint32_t target, uint32_t unit)
{
    const auto node = m_network.targets.Get(target);
    m_files.push_back(m_host.MakeFiles(node,
                                       MakeSanUnit(m_options.storage, m_options.output.storeData),
                                       *m_options.load.GetProgramKind()));
    m_helper.SetServerAttribute("Port", UintegerValue(unit == 0 ? 0 : m_port + unit));
    const auto servers = m_helper.InstallServer(node, m_files.back()->GetFileSystem());
    const auto server = DynamicCast<FileServiceServer>(servers.Get(0));
    m_port = unit == 0 ? server->GetPort() : m_port;
    NS_LOG_INFO("file server " << target << ": file system " << unit << " at port "
                               << server->GetPort());
    m_servers.Add(servers);
}

uint32_t
SanFileServers::GetN() const
{
    return m_files.size();
}

const ApplicationContainer&
SanFileServers::GetApplications() const
{
    return m_servers;
}

std::vector<Ptr<BlockDevice>>
SanFileServers::GetUnits() const
{
    std::vector<Ptr<BlockDevice>> units;
    for (const auto& files : m_files)
    {
        units.push_back(files->GetDrive());
    }
    return units;
}

Ptr<SanHostedProgram>
SanFileServers::InstallProgram(uint32_t initiator, uint32_t number) const
{
    const auto node = m_network.initiators.Get(initiator);
    const auto& addresses = m_network.targetAddresses[number / m_options.storage.GetUnits()];
    const auto port = DynamicCast<FileServiceServer>(m_servers.Get(number))->GetPort();
    const auto client = m_helper.CreateClient(node, InetSocketAddress(addresses.front(), port));
    return m_host.InstallProgram(node, m_files[number], client, *m_options.load.GetProgramKind());
}

} // namespace ns3
