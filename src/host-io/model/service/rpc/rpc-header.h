/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RPC_HEADER_H
#define RPC_HEADER_H

#include "ns3/file-service-message.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-rpc
 *
 * How a call ended before its procedure was reached (RFC 5531, 9).
 */
enum class RpcStatus : uint8_t
{
    SUCCESS,       //!< the procedure was executed; its own result tells how it ended
    PROG_UNAVAIL,  //!< the server has no such program
    PROG_MISMATCH, //!< nor this version of it
    PROC_UNAVAIL,  //!< nor this procedure
    GARBAGE_ARGS,  //!< the arguments cannot be decoded
    SYSTEM_ERR,    //!< the server is out of memory or the like
    RPC_MISMATCH,  //!< denied: the version of RPC is not 2
    AUTH_ERROR,    //!< denied: the credential is not accepted
};

/**
 * @ingroup host-io-service-rpc
 *
 * @param status how a call ended
 * @return the same in words, as RFC 5531 names it
 */
std::string GetRpcStatusText(RpcStatus status);

/**
 * @ingroup host-io-service-rpc
 *
 * The header of an ONC RPC call, version 2 (RFC 5531, 9), with an AUTH_SYS credential of a user on
 * a machine named "host" (appendix A) and no verifier: 64 bytes. Any other credential is read, too.
 */
struct RpcCallHeader
{
    uint32_t xid{0};        //!< number of the call
    uint32_t rpcVersion{2}; //!< version of RPC
    uint32_t program{0};    //!< program number
    uint32_t version{0};    //!< version of the program
    uint32_t procedure{0};  //!< procedure number
    uint32_t user{0};       //!< AUTH_SYS: number of the user, 0 with other credentials
    uint32_t group{0};      //!< AUTH_SYS: number of the user's group, likewise

    /**
     * @param to where to write
     */
    void Serialize(FileServiceWriter& to) const;

    /**
     * @param from what to read; it fails if this is no call
     */
    void Deserialize(FileServiceReader& from);
};

/**
 * @ingroup host-io-service-rpc
 *
 * The header of the reply to an ONC RPC call (RFC 5531, 9), without verifier: 24 bytes if the call
 * was accepted.
 */
struct RpcReplyHeader
{
    uint32_t xid{0};                      //!< number of the call
    RpcStatus status{RpcStatus::SUCCESS}; //!< how it ended
    uint32_t low{0};                      //!< PROG_MISMATCH: lowest version that there is
    uint32_t high{0};                     //!< PROG_MISMATCH: highest version that there is

    /**
     * @param to where to write
     */
    void Serialize(FileServiceWriter& to) const;

    /**
     * @param from what to read; it fails if this is no reply
     */
    void Deserialize(FileServiceReader& from);
};

} // namespace ns3

#endif /* RPC_HEADER_H */
