/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-logout-header.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiLogoutRequestHeader);

TypeId
IscsiLogoutRequestHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLogoutRequestHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLogoutRequestHeader>();
    return tid;
}

TypeId
IscsiLogoutRequestHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiLogoutRequestHeader::IscsiLogoutRequestHeader()
    : IscsiRequestHeader(IscsiOpcode::LOGOUT_REQUEST, false)
{
}

void
IscsiLogoutRequestHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutBits(1, 0x7f, static_cast<uint8_t>(reason));
    bhs.PutU16(20, cid);
}

void
IscsiLogoutRequestHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    reason = static_cast<IscsiLogoutReason>(bhs.GetBits(1, 0x7f));
    cid = bhs.GetU16(20);
}

void
IscsiLogoutRequestHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    os << " Reason=" << static_cast<uint32_t>(reason) << " CID=" << cid;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiLogoutResponseHeader);

TypeId
IscsiLogoutResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLogoutResponseHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLogoutResponseHeader>();
    return tid;
}

TypeId
IscsiLogoutResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiLogoutResponseHeader::IscsiLogoutResponseHeader()
    : IscsiResponseHeader(IscsiOpcode::LOGOUT_RESPONSE, false)
{
}

void
IscsiLogoutResponseHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU8(2, static_cast<uint8_t>(response));
    bhs.PutU16(40, time2Wait);
    bhs.PutU16(42, time2Retain);
}

void
IscsiLogoutResponseHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    response = static_cast<IscsiLogoutResponseCode>(bhs.GetU8(2));
    time2Wait = bhs.GetU16(40);
    time2Retain = bhs.GetU16(42);
}

void
IscsiLogoutResponseHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " Response=" << static_cast<uint32_t>(response) << " Time2Wait=" << time2Wait
       << " Time2Retain=" << time2Retain;
}

} // namespace ns3
