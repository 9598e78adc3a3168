/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "portmap-server.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PortmapServer");

NS_OBJECT_ENSURE_REGISTERED(PortmapServer);

namespace
{

constexpr uint32_t PMAP_NULL = 0; //!< PMAPPROC_NULL
constexpr uint32_t GETPORT = 3;   //!< PMAPPROC_GETPORT
constexpr uint32_t PMAP_DUMP = 4; //!< PMAPPROC_DUMP
constexpr uint32_t TCP = 6;       //!< IPPROTO_TCP

} // namespace

TypeId
PortmapServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PortmapServer")
                            .SetParent<RpcServer>()
                            .SetGroupName("HostIo")
                            .AddConstructor<PortmapServer>();
    return tid;
}

void
PortmapServer::Add(Ptr<const RpcServer> server)
{
    m_servers.push_back(server);
}

void
PortmapServer::DoDispose()
{
    m_servers.clear();
    RpcServer::DoDispose();
}

uint16_t
PortmapServer::GetStandardPort() const
{
    return PORT;
}

uint32_t
PortmapServer::GetProgram() const
{
    return 100000;
}

uint32_t
PortmapServer::GetVersion() const
{
    return 2;
}

std::string
PortmapServer::GetProcedureName(uint32_t procedure) const
{
    switch (procedure)
    {
    case PMAP_NULL:
        return "NULL";
    case GETPORT:
        return "GETPORT";
    case PMAP_DUMP:
        return "DUMP";
    default:
        return "";
    }
}

bool
PortmapServer::IsIdempotent(uint32_t /* procedure */) const
{
    return true;
}

bool
PortmapServer::Execute(Ptr<Call> call, FileServiceReader& arguments)
{
    FileServiceWriter results;
    if (call->procedure == GETPORT)
    {
        results.Put32(FindPort(arguments));
    }
    else if (call->procedure == PMAP_DUMP)
    {
        PutAll(results);
    }
    if (arguments.HasFailed())
    {
        return false;
    }
    Reply(call, results);
    return true;
}

uint32_t
PortmapServer::FindPort(FileServiceReader& arguments) const
{
    const auto program = arguments.Get32();
    const auto version = arguments.Get32();
    const auto protocol = arguments.Get32();
    arguments.Skip(4);
    for (const auto& server : m_servers)
    {
        if (protocol == TCP && server->GetProgram() == program)
        {
            NS_LOG_DEBUG("program " << program << " version " << version << ": port "
                                    << server->GetPort());
            return server->GetPort();
        }
    }
    return 0;
}

void
PortmapServer::PutAll(FileServiceWriter& to) const
{
    for (const auto& server : m_servers)
    {
        to.Put32(1);
        to.Put32(server->GetProgram());
        to.Put32(server->GetVersion());
        to.Put32(TCP);
        to.Put32(server->GetPort());
    }
    to.Put32(0);
}

} // namespace ns3
