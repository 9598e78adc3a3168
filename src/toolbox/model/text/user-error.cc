/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "user-error.h"

#include <iostream>

namespace ns3
{

UserError::UserError(const std::string& message)
    : std::runtime_error(message)
{
}

UserError::UserError(const std::string& file, uint64_t line, const std::string& message)
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
    catch (const UserError& error)
    {
        std::cerr << "error: " << error.what() << std::endl;
        return 1;
    }
}

} // namespace ns3
