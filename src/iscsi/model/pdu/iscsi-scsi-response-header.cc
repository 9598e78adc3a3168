/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-scsi-response-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiScsiResponseHeader);

TypeId
IscsiScsiResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiScsiResponseHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiScsiResponseHeader>();
    return tid;
}

TypeId
IscsiScsiResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiScsiResponseHeader::IscsiScsiResponseHeader()
    : IscsiResponseHeader(IscsiOpcode::SCSI_RESPONSE, false)
{
}

void
IscsiScsiResponseHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x10, bidirectionalOverflow);
    bhs.PutFlag(1, 0x08, bidirectionalUnderflow);
    bhs.PutFlag(1, 0x04, overflow);
    bhs.PutFlag(1, 0x02, underflow);
    bhs.PutU8(2, static_cast<uint8_t>(response));
    bhs.PutU8(3, status);
    bhs.PutU32(20, snackTag);
    bhs.PutU32(36, expDataSn);
    bhs.PutU32(40, bidirectionalReadResidualCount);
    bhs.PutU32(44, residualCount);
}

void
IscsiScsiResponseHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    bidirectionalOverflow = bhs.GetFlag(1, 0x10);
    bidirectionalUnderflow = bhs.GetFlag(1, 0x08);
    overflow = bhs.GetFlag(1, 0x04);
    underflow = bhs.GetFlag(1, 0x02);
    response = static_cast<IscsiScsiResponseCode>(bhs.GetU8(2));
    status = bhs.GetU8(3);
    snackTag = bhs.GetU32(20);
    expDataSn = bhs.GetU32(36);
    bidirectionalReadResidualCount = bhs.GetU32(40);
    residualCount = bhs.GetU32(44);
}

void
IscsiScsiResponseHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << (bidirectionalOverflow ? " o" : "") << (bidirectionalUnderflow ? " u" : "")
       << (overflow ? " O" : "") << (underflow ? " U" : "")
       << " Response=" << static_cast<uint32_t>(response) << " Status=" << +status << " SNACKTag=0x"
       << std::hex << snackTag << std::dec << " ExpDataSN=" << expDataSn
       << " BidirectionalReadResidualCount=" << bidirectionalReadResidualCount
       << " ResidualCount=" << residualCount;
}

} // namespace ns3
