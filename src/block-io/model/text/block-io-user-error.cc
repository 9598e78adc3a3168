/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-io-user-error.h"

#include <iostream>

namespace ns3
{

BlockIoUserError::BlockIoUserError(const std::string& message)
    : std::runtime_error(message)
{
}

BlockIoUserError::BlockIoUserError(const std::string& file,
                                   uint64_t line,
                                   const std::string& message)
    : std::runtime_error(file + ":" + std::to_string(line) + ": " + message)
{
}

int
RunReportingUserErrors(const std::function<int()>& body)
{
    try
    {
        return body();
    }
    catch (const BlockIoUserError& error)
    {
        std::cerr << "error: " << error.what() << std::endl;
        return 1;
    }
}

} // namespace ns3
