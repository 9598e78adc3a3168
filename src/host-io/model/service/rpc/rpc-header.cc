/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rpc-header.h"

namespace ns3
{

namespace
{

constexpr uint32_t CALL = 0;               //!< msg_type of a call
constexpr uint32_t REPLY = 1;              //!< msg_type of a reply
constexpr uint32_t RPC_VERSION = 2;        //!< version of RPC
constexpr uint32_t AUTH_NONE = 0;          //!< no credential
constexpr uint32_t AUTH_SYS = 1;           //!< credential of a Unix user
constexpr uint32_t MSG_ACCEPTED = 0;       //!< reply_stat
constexpr uint32_t MSG_DENIED = 1;         //!< reply_stat
constexpr uint32_t MAX_AUTH = 400;         //!< most bytes of a credential or verifier
constexpr uint32_t AUTH_BYTES = 24;        //!< bytes of the credential that is written
constexpr uint32_t MAX_MACHINE_NAME = 255; //!< most bytes of the name in a credential
constexpr uint32_t MISMATCH = 0;           //!< reject_stat RPC_MISMATCH
constexpr uint32_t BAD_AUTH = 1;           //!< reject_stat AUTH_ERROR
constexpr uint32_t AUTH_TOOWEAK = 5;       //!< auth_stat

/**
 * Read a credential or verifier; anything will do.
 *
 * @param from what to read
 */
void
SkipAuthentication(FileServiceReader& from)
{
    from.Get32();
    from.GetOpaque(MAX_AUTH);
}

/**
 * Read whose call it is. There are no permissions, so a credential that is not right does no harm.
 *
 * @param credential the body of an AUTH_SYS credential (RFC 5531, appendix A)
 * @param call where to put user and group
 */
void
ReadUser(const std::string& credential, RpcCallHeader& call)
{
    const FileServiceMessage message{{credential.begin(), credential.end()},
                                     static_cast<uint32_t>(credential.size())};
    FileServiceReader reader(message);
    reader.Get32();
    reader.GetOpaque(MAX_MACHINE_NAME);
    call.user = reader.Get32();
    call.group = reader.Get32();
}

} // namespace

std::string
GetRpcStatusText(RpcStatus status)
{
    static constexpr const char* TEXTS[] = {"SUCCESS",
                                            "PROG_UNAVAIL",
                                            "PROG_MISMATCH",
                                            "PROC_UNAVAIL",
                                            "GARBAGE_ARGS",
                                            "SYSTEM_ERR",
                                            "RPC_MISMATCH",
                                            "AUTH_ERROR"};
    return TEXTS[static_cast<std::size_t>(status)];
}

void
RpcCallHeader::Serialize(FileServiceWriter& to) const
{
    to.Put32(xid);
    to.Put32(CALL);
    to.Put32(rpcVersion);
    to.Put32(program);
    to.Put32(version);
    to.Put32(procedure);
    to.Put32(AUTH_SYS);
    to.Put32(AUTH_BYTES);
    to.Put32(0);
    to.PutOpaque("host");
    to.Put32(user);
    to.Put32(group);
    to.Put32(0);
    to.Put32(AUTH_NONE);
    to.Put32(0);
}

void
RpcCallHeader::Deserialize(FileServiceReader& from)
{
    xid = from.Get32();
    if (from.Get32() != CALL)
    {
        from.Fail();
    }
    rpcVersion = from.Get32();
    program = from.Get32();
    version = from.Get32();
    procedure = from.Get32();
    const bool isUser = from.Get32() == AUTH_SYS;
    const auto credential = from.GetOpaque(MAX_AUTH);
    if (isUser)
    {
        ReadUser(credential, *this);
    }
    SkipAuthentication(from);
}

void
RpcReplyHeader::Serialize(FileServiceWriter& to) const
{
    to.Put32(xid);
    to.Put32(REPLY);
    if (status == RpcStatus::RPC_MISMATCH || status == RpcStatus::AUTH_ERROR)
    {
        const bool mismatch = status == RpcStatus::RPC_MISMATCH;
        to.Put32(MSG_DENIED);
        to.Put32(mismatch ? MISMATCH : BAD_AUTH);
        to.Put32(mismatch ? RPC_VERSION : AUTH_TOOWEAK);
        if (mismatch)
        {
            to.Put32(RPC_VERSION);
        }
        return;
    }
    to.Put32(MSG_ACCEPTED);
    to.Put32(AUTH_NONE);
    to.Put32(0);
    to.Put32(static_cast<uint32_t>(status));
    if (status == RpcStatus::PROG_MISMATCH)
    {
        to.Put32(low);
        to.Put32(high);
    }
}

void
RpcReplyHeader::Deserialize(FileServiceReader& from)
{
    xid = from.Get32();
    if (from.Get32() != REPLY)
    {
        from.Fail();
    }
    if (from.Get32() != MSG_ACCEPTED)
    {
        status = from.Get32() == MISMATCH ? RpcStatus::RPC_MISMATCH : RpcStatus::AUTH_ERROR;
        return;
    }
    SkipAuthentication(from);
    const auto accepted = from.Get32();
    if (accepted > static_cast<uint32_t>(RpcStatus::SYSTEM_ERR))
    {
        from.Fail();
    }
    status = static_cast<RpcStatus>(accepted);
    if (status == RpcStatus::PROG_MISMATCH)
    {
        low = from.Get32();
        high = from.Get32();
    }
}

} // namespace ns3
