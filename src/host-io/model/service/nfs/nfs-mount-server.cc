/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-mount-server.h"

#include "nfs-fields.h"

#include "ns3/ipv4-address.h"
#include "ns3/log.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NfsMountServer");

NS_OBJECT_ENSURE_REGISTERED(NfsMountServer);

namespace
{

constexpr uint32_t MOUNT_NULL = 0; //!< MOUNTPROC3_NULL
constexpr uint32_t MNT = 1;        //!< MOUNTPROC3_MNT
constexpr uint32_t MOUNT_DUMP = 2; //!< MOUNTPROC3_DUMP
constexpr uint32_t UMNT = 3;       //!< MOUNTPROC3_UMNT
constexpr uint32_t UMNTALL = 4;    //!< MOUNTPROC3_UMNTALL
constexpr uint32_t EXPORT = 5;     //!< MOUNTPROC3_EXPORT

constexpr uint32_t MAX_PATH = 1024; //!< MNTPATHLEN
constexpr uint32_t FLAVOR_NONE = 0; //!< a flavour of authentication
constexpr uint32_t FLAVOR_SYS = 1;  //!< a flavour of authentication

/**
 * @param path what a client mounts; empty parts and "." are passed by
 * @return the path below the export, none if it is not there
 */
std::optional<std::string>
FindBelow(const std::string& path)
{
    std::istringstream parts(path);
    std::string whole;
    for (std::string part; std::getline(parts, part, '/');)
    {
        whole += part.empty() || part == "." ? "" : "/" + part;
    }
    const std::string root = NfsMountServer::EXPORT_PATH;
    const bool isBelow = whole == root || whole.starts_with(root + "/");
    return isBelow ? std::optional(whole.substr(root.size())) : std::nullopt;
}

} // namespace

TypeId
NfsMountServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NfsMountServer")
                            .SetParent<RpcServer>()
                            .SetGroupName("HostIo")
                            .AddConstructor<NfsMountServer>();
    return tid;
}

void
NfsMountServer::SetServer(Ptr<NfsServer> server)
{
    m_server = server;
}

void
NfsMountServer::DoDispose()
{
    m_server = nullptr;
    RpcServer::DoDispose();
}

uint16_t
NfsMountServer::GetStandardPort() const
{
    return 20048;
}

void
NfsMountServer::Restart()
{
    RpcServer::Restart();
    m_mounts.clear();
}

uint32_t
NfsMountServer::GetProgram() const
{
    return 100005;
}

uint32_t
NfsMountServer::GetVersion() const
{
    return 3;
}

std::string
NfsMountServer::GetProcedureName(uint32_t procedure) const
{
    static constexpr const char* NAMES[] = {"NULL", "MNT", "DUMP", "UMNT", "UMNTALL", "EXPORT"};
    return procedure < std::size(NAMES) ? NAMES[procedure] : "";
}

bool
NfsMountServer::IsIdempotent(uint32_t /* procedure */) const
{
    return true;
}

bool
NfsMountServer::Execute(Ptr<Call> call, FileServiceReader& arguments)
{
    const bool hasPath = call->procedure == MNT || call->procedure == UMNT;
    const auto path = hasPath ? arguments.GetOpaque(MAX_PATH) : "";
    if (arguments.HasFailed())
    {
        return false;
    }
    FileServiceWriter results;
    switch (call->procedure)
    {
    case MNT:
        Find(call, path);
        return true;
    case MOUNT_DUMP:
        PutMounts(results);
        break;
    case UMNT:
        std::erase(m_mounts, MakeMount(*call, path));
        break;
    case UMNTALL:
        std::erase_if(m_mounts, [host = MakeMount(*call, "").first](const auto& mount) {
            return mount.first == host;
        });
        break;
    case EXPORT:
        // One export, to no groups, which means to all, and no other.
        results.Put32(1);
        results.PutOpaque(EXPORT_PATH);
        results.Put32(0);
        results.Put32(0);
        break;
    default:
        break;
    }
    Reply(call, results);
    return true;
}

void
NfsMountServer::Find(Ptr<Call> call, const std::string& path)
{
    const auto answer = [self = Ptr<NfsMountServer>(this), call, path](auto status, auto handle) {
        NS_LOG_INFO("mount of " << path << ": " << static_cast<uint32_t>(status));
        // The statuses of MOUNT have the numbers of those of NFS.
        FileServiceWriter results;
        results.Put32(static_cast<uint32_t>(status));
        if (status == NfsStatus::OK)
        {
            NfsFields::Put(results, handle);
            results.Put32(2);
            results.Put32(FLAVOR_SYS);
            results.Put32(FLAVOR_NONE);
            const auto mount = MakeMount(*call, path);
            std::erase(self->m_mounts, mount);
            self->m_mounts.push_back(mount);
        }
        if (self->m_mounts.size() > MAX_MOUNTS)
        {
            self->m_mounts.pop_front();
        }
        self->Reply(call, results);
    };
    const auto below = FindBelow(path);
    if (!below)
    {
        answer(NfsStatus::NOENT, NfsFileHandle());
        return;
    }
    m_server->FindDirectory(*below, answer);
}

NfsMountServer::Mount
NfsMountServer::MakeMount(const Call& call, const std::string& path)
{
    std::ostringstream host;
    const auto peer = call.connection->GetPeer();
    if (Ipv4Address::IsMatchingType(peer))
    {
        host << Ipv4Address::ConvertFrom(peer);
    }
    return {host.str(), path};
}

void
NfsMountServer::PutMounts(FileServiceWriter& to) const
{
    for (const auto& [host, path] : m_mounts)
    {
        to.Put32(1);
        to.PutOpaque(host);
        to.PutOpaque(path);
    }
    to.Put32(0);
}

} // namespace ns3
