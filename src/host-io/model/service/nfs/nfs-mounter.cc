/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-mounter.h"

#include "nfs-fields.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NfsMounter");

namespace
{

constexpr uint16_t MOUNTER_PORTMAP_PORT = 111;       //!< RFC 1833, 3
constexpr uint32_t MOUNTER_PORTMAP_PROGRAM = 100000; //!< PMAP_PROG
constexpr uint32_t MOUNTER_PORTMAP_VERSION = 2;      //!< PMAP_VERS
constexpr uint32_t MOUNTER_GETPORT = 3;              //!< PMAPPROC_GETPORT
constexpr uint32_t MOUNTER_TCP = 6;                  //!< IPPROTO_TCP
constexpr uint32_t MOUNTER_PROGRAM = 100005;         //!< RFC 1813, appendix I
constexpr uint32_t MOUNTER_VERSION = 3;              //!< its version
constexpr uint32_t MOUNTER_MNT = 1;                  //!< MOUNTPROC3_MNT

/**
 * @param program number of a program
 * @param version its version
 * @param procedure number of a procedure
 * @return the header of a call
 */
RpcCallHeader
MakeMounterCall(uint32_t program, uint32_t version, uint32_t procedure)
{
    RpcCallHeader call;
    call.program = program;
    call.version = version;
    call.procedure = procedure;
    return call;
}

} // namespace

NfsMounter::NfsMounter(MakeSocket makeSocket,
                       const Address& server,
                       const std::string& path,
                       Mounted mounted)
    : m_makeSocket(std::move(makeSocket)),
      m_server(server),
      m_path(path),
      m_mounted(std::move(mounted))
{
}

void
NfsMounter::Start(uint16_t port)
{
    port == 0 ? FindPort() : Mount(port);
}

void
NfsMounter::FindPort()
{
    FileServiceWriter arguments;
    arguments.Put32(MOUNTER_PROGRAM);
    arguments.Put32(MOUNTER_VERSION);
    arguments.Put32(MOUNTER_TCP);
    arguments.Put32(0);
    m_query = Create<RpcQuery>(
        m_makeSocket(),
        GetAddress(MOUNTER_PORTMAP_PORT),
        MakeMounterCall(MOUNTER_PORTMAP_PROGRAM, MOUNTER_PORTMAP_VERSION, MOUNTER_GETPORT),
        arguments,
        [this](FileServiceReader* results, const std::string& fault) {
            const auto port = results ? results->Get32() : 0;
            if (!results)
            {
                End(std::nullopt, "port mapper: " + fault);
            }
            else if (port == 0 || port > UINT16_MAX || results->HasFailed())
            {
                End(std::nullopt, "the port mapper knows no MOUNT service, version 3");
            }
            else
            {
                Mount(port);
            }
        });
}

void
NfsMounter::Mount(uint16_t port)
{
    NS_LOG_INFO("mount " << m_path << " by port " << port);
    FileServiceWriter arguments;
    arguments.PutOpaque(m_path);
    m_query = Create<RpcQuery>(m_makeSocket(),
                               GetAddress(port),
                               MakeMounterCall(MOUNTER_PROGRAM, MOUNTER_VERSION, MOUNTER_MNT),
                               arguments,
                               [this](FileServiceReader* results, const std::string& fault) {
                                   if (results)
                                   {
                                       Read(*results);
                                   }
                                   else
                                   {
                                       End(std::nullopt, "MOUNT service: " + fault);
                                   }
                               });
}

void
NfsMounter::Read(FileServiceReader& results)
{
    // The statuses of MOUNT have the numbers of those of NFS.
    const auto status = static_cast<NfsStatus>(results.Get32());
    if (status != NfsStatus::OK)
    {
        End(std::nullopt, "export " + m_path + ": " + GetNfsStatusName(status));
        return;
    }
    const auto handle = NfsFields::GetHandle(results);
    if (results.HasFailed())
    {
        End(std::nullopt, "MOUNT service: what arrived is no reply");
        return;
    }
    End(handle, "");
}

void
NfsMounter::End(const std::optional<NfsFileHandle>& root, const std::string& fault)
{
    std::exchange(m_mounted, nullptr)(root, fault);
}

Address
NfsMounter::GetAddress(uint16_t port) const
{
    if (Inet6SocketAddress::IsMatchingType(m_server))
    {
        return Inet6SocketAddress(Inet6SocketAddress::ConvertFrom(m_server).GetIpv6(), port);
    }
    return InetSocketAddress(InetSocketAddress::ConvertFrom(m_server).GetIpv4(), port);
}

} // namespace ns3
