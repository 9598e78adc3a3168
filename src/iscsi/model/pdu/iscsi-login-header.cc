/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-header.h"

#include <iomanip>
#include <ios>
#include <ostream>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * Print an ISID.
 *
 * @param os the stream
 * @param isid its six bytes
 */
void
PrintIsid(std::ostream& os, const std::array<uint8_t, 6>& isid)
{
    os << " ISID=" << std::hex << std::setfill('0');
    for (const auto byte : isid)
    {
        os << std::setw(2) << +byte;
    }
    os << std::dec << std::setfill(' ');
}

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

NS_OBJECT_ENSURE_REGISTERED(IscsiLoginRequestHeader);

TypeId
IscsiLoginRequestHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLoginRequestHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLoginRequestHeader>();
    return tid;
}

TypeId
IscsiLoginRequestHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiLoginRequestHeader::IscsiLoginRequestHeader()
    : IscsiRequestHeader(IscsiOpcode::LOGIN_REQUEST, false)
{
    immediate = true;
}

void
IscsiLoginRequestHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x80, transit);
    bhs.PutFlag(1, 0x40, cont);
    bhs.PutBits(1, 0x0c, static_cast<uint8_t>(currentStage));
    bhs.PutBits(1, 0x03, static_cast<uint8_t>(nextStage));
    bhs.PutU8(2, versionMax);
    bhs.PutU8(3, versionMin);
    bhs.PutBytes(8, isid);
    bhs.PutU16(14, tsih);
    bhs.PutU16(20, cid);
}

void
IscsiLoginRequestHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    transit = bhs.GetFlag(1, 0x80);
    cont = bhs.GetFlag(1, 0x40);
    currentStage = static_cast<IscsiLoginStage>(bhs.GetBits(1, 0x0c));
    nextStage = static_cast<IscsiLoginStage>(bhs.GetBits(1, 0x03));
    versionMax = bhs.GetU8(2);
    versionMin = bhs.GetU8(3);
    isid = bhs.GetBytes<6>(8);
    tsih = bhs.GetU16(14);
    cid = bhs.GetU16(20);
}

void
IscsiLoginRequestHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    PrintIsid(os, isid);
    os << (transit ? " T" : "") << (cont ? " C" : "")
       << " CSG=" << static_cast<uint32_t>(currentStage)
       << " NSG=" << static_cast<uint32_t>(nextStage) << " VersionMax=" << +versionMax
       << " VersionMin=" << +versionMin << " TSIH=" << tsih << " CID=" << cid;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiLoginResponseHeader);

TypeId
IscsiLoginResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLoginResponseHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLoginResponseHeader>();
    return tid;
}

TypeId
IscsiLoginResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiLoginResponseHeader::IscsiLoginResponseHeader()
    : IscsiResponseHeader(IscsiOpcode::LOGIN_RESPONSE, false)
{
}

void
IscsiLoginResponseHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x80, transit);
    bhs.PutFlag(1, 0x40, cont);
    bhs.PutBits(1, 0x0c, static_cast<uint8_t>(currentStage));
    bhs.PutBits(1, 0x03, static_cast<uint8_t>(nextStage));
    bhs.PutU8(2, versionMax);
    bhs.PutU8(3, versionActive);
    bhs.PutBytes(8, isid);
    bhs.PutU16(14, tsih);
    bhs.PutU8(36, statusClass);
    bhs.PutU8(37, statusDetail);
}

void
IscsiLoginResponseHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    transit = bhs.GetFlag(1, 0x80);
    cont = bhs.GetFlag(1, 0x40);
    currentStage = static_cast<IscsiLoginStage>(bhs.GetBits(1, 0x0c));
    nextStage = static_cast<IscsiLoginStage>(bhs.GetBits(1, 0x03));
    versionMax = bhs.GetU8(2);
    versionActive = bhs.GetU8(3);
    isid = bhs.GetBytes<6>(8);
    tsih = bhs.GetU16(14);
    statusClass = bhs.GetU8(36);
    statusDetail = bhs.GetU8(37);
}

void
IscsiLoginResponseHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    PrintIsid(os, isid);
    os << (transit ? " T" : "") << (cont ? " C" : "")
       << " CSG=" << static_cast<uint32_t>(currentStage)
       << " NSG=" << static_cast<uint32_t>(nextStage) << " VersionMax=" << +versionMax
       << " VersionActive=" << +versionActive << " TSIH=" << tsih << " StatusClass=" << +statusClass
       << " StatusDetail=" << +statusDetail;
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
