/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-protocol.h"

namespace ns3
{

namespace
{

/**
 * @param command a command
 * @return the flags that it may have, -1 if there is no such command
 */
int
GetAllowedFlags(NbdCommand command)
{
    switch (command)
    {
    case NbdCommand::READ:
        return NbdCommandFlags::FUA | NbdCommandFlags::DF;
    case NbdCommand::WRITE_ZEROES:
        return NbdCommandFlags::FUA | NbdCommandFlags::NO_HOLE | NbdCommandFlags::FAST_ZERO;
    case NbdCommand::WRITE:
    case NbdCommand::FLUSH:
    case NbdCommand::TRIM:
        return NbdCommandFlags::FUA;
    default:
        return -1;
    }
}

/**
 * @param disk an export
 * @param request a request for some of its bytes
 * @return NONE, or what is wrong with them
 */
NbdError
CheckRange(const NbdExport& disk, const NbdRequest& request)
{
    const bool hasData =
        request.command == NbdCommand::READ || request.command == NbdCommand::WRITE;
    const bool isWrite = request.command != NbdCommand::READ;
    if (request.length == 0 || request.length % disk.blockSize != 0 ||
        request.offset % disk.blockSize != 0 ||
        (hasData && request.length > NbdMagic::LARGEST_TRANSFER))
    {
        return NbdError::INVALID;
    }
    if (isWrite && disk.flags & NbdExportFlags::READ_ONLY)
    {
        return NbdError::NOT_PERMITTED;
    }
    if (request.offset > disk.size || request.length > disk.size - request.offset)
    {
        return isWrite ? NbdError::NO_SPACE : NbdError::INVALID;
    }
    return NbdError::NONE;
}

} // namespace

NbdError
CheckNbdRequest(const NbdExport& disk, const NbdRequest& request)
{
    const auto allowed = GetAllowedFlags(request.command);
    const bool canTrim = disk.flags & NbdExportFlags::SEND_TRIM;
    if ((request.command == NbdCommand::TRIM && !canTrim) || allowed < 0 ||
        (request.flags & ~allowed) != 0)
    {
        return NbdError::INVALID;
    }
    if (request.command == NbdCommand::FLUSH)
    {
        const bool isRight = request.offset == 0 && request.length == 0;
        return isRight ? NbdError::NONE : NbdError::INVALID;
    }
    if (const auto error = CheckRange(disk, request); error != NbdError::NONE)
    {
        return error;
    }
    const bool isSlow = request.flags & NbdCommandFlags::FAST_ZERO && !canTrim;
    return isSlow ? NbdError::NOT_SUPPORTED : NbdError::NONE;
}

} // namespace ns3
