/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-r2t-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiR2tHeader);

TypeId
IscsiR2tHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiR2tHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiR2tHeader>();
    return tid;
}

TypeId
IscsiR2tHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiR2tHeader::IscsiR2tHeader()
    : IscsiResponseHeader(IscsiOpcode::R2T)
{
}

void
IscsiR2tHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU32(20, targetTransferTag);
    bhs.PutU32(36, r2tSn);
    bhs.PutU32(40, bufferOffset);
    bhs.PutU32(44, desiredDataTransferLength);
}

void
IscsiR2tHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    targetTransferTag = bhs.GetU32(20);
    r2tSn = bhs.GetU32(36);
    bufferOffset = bhs.GetU32(40);
    desiredDataTransferLength = bhs.GetU32(44);
}

void
IscsiR2tHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " TTT=0x" << std::hex << targetTransferTag << std::dec << " R2TSN=" << r2tSn
       << " BufferOffset=" << bufferOffset
       << " DesiredDataTransferLength=" << desiredDataTransferLength;
}

} // namespace ns3
