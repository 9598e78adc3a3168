/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-header.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @param status a status
 * @return its name in RFC 7143, 11.13.5, or null if it has none
 */
const char*
GetStatusName(IscsiLoginStatus status)
{
    switch (status)
    {
    case IscsiLoginStatus::SUCCESS:
        return "Success";
    case IscsiLoginStatus::TARGET_MOVED_TEMPORARILY:
        return "Target moved temporarily";
    case IscsiLoginStatus::TARGET_MOVED_PERMANENTLY:
        return "Target moved permanently";
    case IscsiLoginStatus::INITIATOR_ERROR:
        return "Initiator error";
    case IscsiLoginStatus::AUTHENTICATION_FAILURE:
        return "Authentication failure";
    case IscsiLoginStatus::AUTHORIZATION_FAILURE:
        return "Authorization failure";
    case IscsiLoginStatus::TARGET_NOT_FOUND:
        return "Not found";
    case IscsiLoginStatus::TARGET_REMOVED:
        return "Target removed";
    case IscsiLoginStatus::UNSUPPORTED_VERSION:
        return "Unsupported version";
    case IscsiLoginStatus::TOO_MANY_CONNECTIONS:
        return "Too many connections";
    case IscsiLoginStatus::MISSING_PARAMETER:
        return "Missing parameter";
    case IscsiLoginStatus::CANNOT_INCLUDE_IN_SESSION:
        return "Can't include in session";
    case IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED:
        return "Session type not supported";
    case IscsiLoginStatus::SESSION_DOES_NOT_EXIST:
        return "Session does not exist";
    case IscsiLoginStatus::INVALID_DURING_LOGIN:
        return "Invalid during login";
    case IscsiLoginStatus::TARGET_ERROR:
        return "Target error";
    case IscsiLoginStatus::SERVICE_UNAVAILABLE:
        return "Service unavailable";
    case IscsiLoginStatus::OUT_OF_RESOURCES:
        return "Out of resources";
    }
    return nullptr;
}

} // namespace

std::string
GetIscsiLoginStatusText(IscsiLoginStatus status)
{
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(4) << static_cast<uint16_t>(status);
    if (const auto* name = GetStatusName(status))
    {
        text << ", " << name;
    }
    return text.str();
}

template class IscsiFieldHeader<IscsiLoginRequestHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiLoginRequestHeader);

IscsiLoginRequestHeader::IscsiLoginRequestHeader()
    : IscsiFieldHeader(IscsiOpcode::LOGIN_REQUEST, false)
{
    immediate = true;
}

template class IscsiFieldHeader<IscsiLoginResponseHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiLoginResponseHeader);

IscsiLoginResponseHeader::IscsiLoginResponseHeader()
    : IscsiFieldHeader(IscsiOpcode::LOGIN_RESPONSE, false)
{
}

IscsiLoginStatus
IscsiLoginResponseHeader::GetStatus() const
{
    return static_cast<IscsiLoginStatus>((statusClass << 8) | statusDetail);
}

void
IscsiLoginResponseHeader::SetStatus(IscsiLoginStatus status)
{
    statusClass = static_cast<uint8_t>(static_cast<uint16_t>(status) >> 8);
    statusDetail = static_cast<uint8_t>(status);
}

} // namespace ns3
