/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-logo-header.h"

#include "fc-els.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcLogoHeader);

TypeId
FcLogoHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcLogoHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcLogoHeader>();
    return tid;
}

TypeId
FcLogoHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcLogoHeader::FcLogoHeader()
    : FcIuHeader(SIZE)
{
}

void
FcLogoHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(static_cast<uint32_t>(FcElsCode::LOGO) << 24);
    to.WriteHtonU32(portId & 0xffffff);
    to.WriteHtonU64(portName);
}

bool
FcLogoHeader::Decode(Buffer::Iterator& from)
{
    if (static_cast<FcElsCode>(from.ReadU8()) != FcElsCode::LOGO)
    {
        return false;
    }
    from.Next(3);
    portId = from.ReadNtohU32() & 0xffffff;
    portName = from.ReadNtohU64();
    return true;
}

void
FcLogoHeader::Print(std::ostream& os) const
{
    os << "LOGO id=0x" << std::hex << portId << " port=0x" << portName << std::dec;
}

} // namespace ns3
