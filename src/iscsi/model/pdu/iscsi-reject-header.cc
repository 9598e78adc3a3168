/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-reject-header.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiRejectHeader);

TypeId
IscsiRejectHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiRejectHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiRejectHeader>();
    return tid;
}

TypeId
IscsiRejectHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiRejectHeader::IscsiRejectHeader()
    : IscsiResponseHeader(IscsiOpcode::REJECT, false)
{
}

void
IscsiRejectHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU8(2, static_cast<uint8_t>(reason));
    bhs.PutU32(36, dataSn);
}

void
IscsiRejectHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    reason = static_cast<IscsiRejectReason>(bhs.GetU8(2));
    dataSn = bhs.GetU32(36);
}

void
IscsiRejectHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " Reason=" << static_cast<uint32_t>(reason) << " DataSN=" << dataSn;
}

} // namespace ns3
